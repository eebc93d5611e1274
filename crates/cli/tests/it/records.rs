//! Records of simulations on the command line: files, shards, merging, one game saved.

use crate::common::{Folder, railwright};
use std::path::Path;

fn sim<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["sim", "ticket-to-ride", "--games", "20"], arguments].concat()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_file_gets_a_row_for_each_game_or_decision() {
    let folder = Folder::new("records-file");
    let (games, decisions) = (folder.path().join("games.csv"), folder.path().join("decisions.csv"));
    let ran = railwright(&sim(&["--out", text(&games)])).exits(0);
    assert!(ran.out.contains("games/s") && ran.err.contains("20 rows"), "{}\n{}", ran.out, ran.err);
    let written = std::fs::read_to_string(&games).expect("it is there");
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines[0].starts_with("game,seed,variant,options,players,first,ending,"), "{}", lines[0]);
    assert!(lines[0].contains(",s2_score,s2_place,s2_line_routes,s2_line_tickets_made,"), "{}", lines[0]);
    assert_eq!(lines.len(), 21);
    assert!(lines[20].starts_with("19,") && lines[20].contains(",ticket-to-ride,,2,"), "{}", lines[20]);
    railwright(&sim(&["--out", text(&decisions), "--records", "decisions"])).exits(0);
    let written = std::fs::read_to_string(&decisions).expect("it is there");
    assert_eq!(written.lines().next(), Some("game,number,seat,turn,round,legal,choice,action,text,lane"));
    let line = written.lines().find(|line| line.contains(",claim,")).expect("somebody claims");
    assert!(line.contains(" with "), "{line}");
    let again = railwright(&sim(&["--out", text(&games)])).exits(2);
    assert!(again.err.contains("exists already") && again.err.contains("--force"), "{}", again.err);
    railwright(&sim(&["--out", text(&games), "--force"])).exits(0);
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_played() {
    let folder = Folder::new("records-wrong");
    let wrong = |arguments: &[&str], code: i32, said: &str| {
        let ran = railwright(&[&["sim", "ticket-to-ride", "--games", "1000000000"], arguments].concat()).exits(code);
        assert!(ran.err.contains(said), "no {said} in {}", ran.err);
    };
    let file = text(folder.path()).to_owned();
    wrong(&["--out", &format!("{file}/a.xlsx")], 2, "ends in .parquet or .csv");
    wrong(&["--out", &format!("{file}/a.csv"), "--records", "both"], 2, "give a folder");
    wrong(&["--out", &format!("{file}/a.csv"), "--shard", "1/2"], 2, "give a folder");
    wrong(&["--out", &format!("{file}/a.csv"), "--format", "parquet"], 2, "the file is to be CSV");
    wrong(&["--out", &format!("{file}/none/a.csv")], 1, "there is no such folder");
    let no_folder = folder.write("file", "");
    wrong(&["--out", &format!("{no_folder}/results")], 1, "cannot write");
    wrong(&["--shard", "0/4"], 2, "counted from 1");
    wrong(&["--shard", "5/4"], 2, "counted from 1");
    wrong(&["--shard", "half"], 2, "such as 3/8");
    wrong(&["--records", "both"], 2, "--out");
    wrong(&["--save", "a"], 2, "--only");
}

// How large files may be is said in the words of a shell, in blocks that are not the same everywhere.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_simulation_and_says_so() {
    let folder = Folder::new("records-full");
    // A limit on the size of files stands for the end of the disk.
    let program = env!("CARGO_BIN_EXE_railwright");
    let games = folder.path().join("games.csv");
    let script =
        format!("trap '' XFSZ; ulimit -f 64; exec {program} sim ticket-to-ride --games 1000000 --out {}", games.display());
    let ran = std::process::Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot write") && said.contains("games.csv"), "{said}");
    assert!(String::from_utf8_lossy(&ran.stdout).contains("stopped"), "what was played is shown");
    assert!(!games.exists(), "no half of a file");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "and nothing else is left");
}

#[test]
fn shards_are_merged_to_the_outcome_of_one_run() {
    let folder = Folder::new("records-shards");
    let out = folder.path().join("results");
    for shard in ["1/3", "2/3", "3/3"] {
        let ran = railwright(&sim(&["--shard", shard, "--out", text(&out), "--records", "both", "--format", "csv"])).exits(0);
        assert!(ran.out.contains(&format!("shard {}", shard.replace('/', " of "))), "{}", ran.out);
    }
    let plain = |arguments: &[&str]| {
        let mut json = railwright(arguments).exits(0).json();
        for key in ["threads", "seconds", "games_per_second", "decisions_per_second"] {
            json[key].take();
        }
        json
    };
    let merged = plain(&["merge", text(&out), "--json"]);
    let whole = folder.path().join("whole");
    let one = plain(&sim(&["--out", text(&whole), "--records", "both", "--format", "csv", "--json"]));
    assert_eq!(merged, one);
    for file in ["games.csv", "decisions.csv"] {
        assert!(std::fs::read(out.join(file)).expect("merged") == std::fs::read(whole.join(file)).expect("whole"), "{file}");
    }
    let shown = railwright(&["merge", text(&out), "--force"]).exits(0);
    assert!(shown.out.contains("merged from 3 shards") && shown.err.contains("20 rows"), "{}{}", shown.out, shown.err);
    assert!(railwright(&["merge", text(&out)]).exits(2).err.contains("--force"));
    std::fs::remove_dir_all(out.join("shard-2-of-3")).expect("it was there");
    let missing = railwright(&["merge", text(&out), "--force"]).exits(1);
    assert!(missing.err.contains("shard 2 of 3 is missing") && missing.err.contains("--shard 2/3"), "{}", missing.err);
    assert!(railwright(&["merge", text(&whole)]).exits(1).err.contains("whole run"));
    assert!(railwright(&["merge", text(folder.path())]).exits(1).err.contains("no shards"));
    assert!(railwright(&["merge", "nowhere"]).exits(2).err.contains("no folder"));
}

#[test]
fn one_game_of_a_plan_is_saved_and_replayed() {
    let folder = Folder::new("records-only");
    let (games, save) = (folder.path().join("games.csv"), folder.path().join("seventh.railwright"));
    let bots = ["--bots", "greedy,random", "--seed", "3"];
    railwright(&sim(&[&bots[..], &["--out", text(&games)]].concat())).exits(0);
    let one = railwright(&sim(&[&bots[..], &["--only", "7", "--save", text(&save), "--json"]].concat())).exits(0).json();
    let written = std::fs::read_to_string(&games).expect("it is there");
    let field = |line: usize, name: &str| {
        let row = |n: usize| written.lines().nth(n).expect("a line").split(',').collect::<Vec<_>>();
        let column = row(0).iter().position(|head| *head == name).expect("a column");
        row(line)[column].to_owned()
    };
    let replayed = railwright(&["replay", text(&save), "--as", "all", "--json"]).exits(0).json();
    assert_eq!(field(8, "game"), "7");
    assert_eq!(one["seats"][0]["score"]["mean"].as_f64(), field(8, "s1_score").parse().ok());
    assert_eq!(replayed["actions"].to_string(), field(8, "actions"));
    assert_eq!(replayed["over"].as_str(), Some(field(8, "ending").as_str()));
    assert_eq!(replayed["seats"], serde_json::json!(["greedy", "random"]));
    let again = railwright(&sim(&["--only", "7", "--save", text(&save)])).exits(2);
    assert!(again.err.contains("--force"), "{}", again.err);
}

// Elsewhere no program can press Ctrl-C for another one alone.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_played() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("records-interrupt");
    let out = folder.path().join("out");
    let arguments = ["sim", "ticket-to-ride", "--games", "1000000000", "--json", "--out", text(&out), "--records", "both"];
    let child = crate::common::command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success());
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(130), "{}", String::from_utf8_lossy(&ran.stderr));
    let told: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("the outcome");
    let run: serde_json::Value =
        serde_json::from_slice(&std::fs::read(out.join("run.json")).expect("it is written")).expect("JSON");
    assert_eq!((&run["results"]["stopped"], &run["records"][0]["rows"]), (&true.into(), &told["games"]));
    let parquet = std::fs::read(out.join("games.parquet")).expect("it is written");
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
}
