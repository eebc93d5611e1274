//! `railwright play GAME --browser`: a table at once, in the browser of this machine.

use super::Args;
use crate::commands::serve::{default_store, start};
use crate::failure::Failure;
use crate::game::Wanted;
use crate::{interrupt, screen, seat, style};
use railwright::session::HUMAN;
use railwright_web::{NewTable, Settings};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Makes a table, shows it, and serves it until the program is ended.
pub fn run(args: &Args) -> Result<(), Failure> {
    let given = args.game.clone().unwrap_or_default();
    let counted = u8::try_from(args.seats.len()).ok().filter(|seats| *seats > 1);
    let rules = Wanted { game: given.clone(), players: args.players.or(counted), option: args.option.clone() }.rules()?;
    let named = if args.seats.is_empty() { vec![HUMAN.to_owned()] } else { args.seats.clone() };
    let seats = seat::all(&named, rules.parts.seats, "greedy")?;
    let store = match &args.save {
        Some(path) => path.display().to_string(),
        None => default_store()?,
    };
    let pause = if args.fast { Duration::ZERO } else { Settings::default().bot_pause };
    let own = if Path::new(&given).is_file() { vec![given.clone()] } else { Vec::new() };
    let serving = start(Settings { store, own, bot_pause: pause, rate: 0, ..Settings::default() })?;
    let wanted = NewTable { game: given, seats, options: args.option.clone(), seed: args.seed };
    let made = serving.new_table(&wanted).map_err(|reason| Failure::usage(reason, "railwright play --help has examples"))?;
    let address = format!("http://{}/t/{}{}", serving.address(), made.id, made.fragment);
    screen::tell(&format!("Your table: {}\n", style::paint(style::STRONG, &address)));
    screen::tell("Every action is saved; the table stays in the list of the first page. Ctrl-C ends the server.\n");
    interrupt::end_on_interrupt(|| screen::tell("\nThe table is kept: `railwright serve` shows it again.\n"));
    open(address);
    Ok(serving.run()?)
}

/// Opens an address in the browser of this machine. A container has none, or one without a screen: then that is said.
pub fn open(address: String) {
    std::thread::spawn(move || {
        if !shows(&address) {
            screen::tell(&format!("No browser opens here by itself: open {address} in yours.\n"));
        }
    });
}

/// Opens an address in the browser of the system; whether that went well as far as the system says.
fn shows(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
