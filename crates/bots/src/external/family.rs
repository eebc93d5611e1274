//! A program and those that it started: they end together.
//!
//! On Unix they are a process group, which is ended as long as its first member can still be told from others. One that makes itself a
//! group of its own is out of reach. On Windows they are a job, which ends with us whatever ends us; what a program starts in the moment
//! between its own beginning and its coming into the job is out of reach.

use std::process::{Child, Command};

/// What holds a program and those that it started together.
pub struct Family {
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

impl Family {
    /// Starts a command as the first of a family. Ctrl-C is for us then; a bot ends when nothing more is said to it.
    pub fn found(command: &mut Command) -> std::io::Result<(Child, Family)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        #[cfg(windows)]
        let family = Family { job: job_of(&child) };
        #[cfg(not(windows))]
        let family = Family {};
        Ok((child, family))
    }

    /// Ends a program and all that it started.
    pub fn end(&mut self, child: &mut Child) {
        // A family of which nobody is left is what was wanted.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
        // Nobody else holds the job: closing it ends all who are in it.
        #[cfg(windows)]
        drop(self.job.take());
        let _ = child.kill();
    }
}

/// The job of a program; without one, where a system allows none, the program alone is ended.
#[cfg(windows)]
fn job_of(child: &Child) -> Option<win32job::Job> {
    use std::os::windows::io::AsRawHandle;
    let mut limits = win32job::ExtendedLimitInfo::new();
    let job = win32job::Job::create_with_limit_info(limits.limit_kill_on_job_close()).ok()?;
    job.assign_process(child.as_raw_handle() as isize).ok()?;
    Some(job)
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
