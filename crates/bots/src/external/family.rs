//! A program and those that it started: they end together.
//!
//! On Unix they are a process group, which is ended as long as its first member can still be told from others. One that makes itself a
//! group of its own is out of reach. Windows ends the program alone: there are no groups, and a job cannot be made without unsafe code.

use std::process::{Child, Command};

/// Prepares a command to be the first of a family. Ctrl-C is for us then; a bot ends when nothing more is said to it.
pub fn found(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Whether a program has ended. It is not taken leave of yet: until then nobody else can have its number.
#[cfg(unix)]
pub fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // What cannot be waited for has been taken leave of.
    waitid(WaitId::Pid(Pid::from_child(child)), options).map_or(true, |status| status.is_some())
}

#[cfg(not(unix))]
pub fn has_ended(child: &mut Child) -> bool {
    child.try_wait().map_or(true, |status| status.is_some())
}

/// Ends a program and all that it started.
pub fn end(child: &mut Child) {
    // A family of which nobody is left is what was wanted.
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
    let _ = child.kill();
}
