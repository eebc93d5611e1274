//! Records: the same whatever the number of threads or shards, readable after an interruption, and as true as the results.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use railwright_bots::BotKind;
use railwright_bots::external::TIME;
use railwright_bots::simulate::{Plan, Results, Simulation};
use railwright_records::merge::{check, find, merge};
use railwright_records::{Format, RecordError, Records, Run, Shard, Target, simulate};
use railwright_rules::{Rules, Setting, load};
use railwright_script::Rhai;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const BOTH: Records = Records { games: true, decisions: true };

fn rules(game: &str, players: u8) -> Arc<Rules> {
    Arc::new(load(game, &Setting { players, options: Vec::new() }, &Rhai).rules.expect("a good game"))
}

fn plan(games: u64, threads: usize) -> Plan {
    Plan { games, seed: 9, bots: vec![BotKind::Random; 2], threads, check: false, rotate: false, bot_time: TIME }
}

/// A folder that is taken away in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("railwright-records-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Plays all games or a shard of them, and writes the file about the run as well.
fn record(rules: &Arc<Rules>, plan: &Plan, folder: &Path, format: Format, shard: Option<Shard>) -> Results {
    let target = Target::folder(folder, format, BOTH, shard, false);
    let games = shard.map_or(0..plan.games, |shard| shard.range(plan.games));
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let simulation = Simulation { rules, plan, games, done: &done, stop: &stop, lists: false };
    let (results, kept) = simulate(&simulation, &Rhai, &target).expect("files can be begun");
    let run = Run::new(rules, plan, shard, results.clone(), kept.expect("files can be written"));
    run.write(target.folder.as_ref().expect("it is a folder"), false).expect("it can be written");
    results
}

fn read(path: PathBuf) -> Vec<u8> {
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let folder = Folder::new("threads");
    for (game, format) in [("ticket-to-ride", Format::Csv), ("santa-fe-rails", Format::Parquet)] {
        let rules = rules(game, 2);
        let written = |threads| {
            let out = folder.at(&format!("{game}-{threads}"));
            record(&rules, &plan(40, threads), &out, format, None);
            ["games", "decisions"].map(|table| read(out.join(format!("{table}.{}", format.ending()))))
        };
        let one = written(1);
        assert!(one.iter().all(|bytes| bytes.len() > 1000));
        assert!(one == written(4), "{game}: other bytes with four threads");
    }
}

#[test]
fn shards_merge_to_what_one_run_writes() {
    let folder = Folder::new("shards");
    for format in Format::ALL {
        let rules = rules("ticket-to-ride", 2);
        let (whole, parts) = (folder.at(&format!("whole-{}", format.ending())), folder.at(&format!("parts-{}", format.ending())));
        let results = record(&rules, &plan(50, 2), &whole, format, None);
        for number in [3, 1, 2] {
            record(&rules, &plan(50, 1), &parts, format, Some(Shard { number, of: 3 }));
        }
        let shards = find(std::slice::from_ref(&parts)).and_then(check).expect("they belong together");
        let run = merge(&shards, &parts, false, &AtomicU64::new(0)).expect("they can be merged");
        for table in ["games", "decisions"] {
            let file = format!("{table}.{}", format.ending());
            assert!(read(whole.join(&file)) == read(parts.join(&file)), "{file}: shards are not the whole");
        }
        assert_eq!(Results { seconds: 0.0, ..run.results }, Results { seconds: 0.0, ..results });
        let told = Run::read(&whole.join("run.json")).expect("it was written");
        assert_eq!((told.records, told.shard), (run.records, None));
        // Merging again finds the same shards, beside what was merged, and replaces nothing unasked.
        let again = find(std::slice::from_ref(&parts)).and_then(check).expect("they are still there");
        assert!(matches!(merge(&again, &parts, false, &AtomicU64::new(0)), Err(RecordError::Exists(_))));
        merge(&again, &parts, true, &AtomicU64::new(0)).expect("it may");
    }
}

#[test]
fn parquet_is_read_back_as_it_happened() {
    let folder = Folder::new("parquet");
    let rules = rules("ticket-to-ride", 2);
    let results = record(&rules, &plan(30, 2), &folder.at("out"), Format::Parquet, None);
    let open = |table: &str| {
        let file = fs::File::open(folder.at("out").join(format!("{table}.parquet"))).expect("a file");
        SerializedFileReader::new(file).expect("Parquet")
    };
    let games = open("games");
    let (mut scores, mut decisions, mut seeds) = (0, 0, Vec::new());
    for (i, row) in games.get_row_iter(None).expect("rows").enumerate() {
        let row = row.expect("a row");
        let field = |name: &str| row.get_column_iter().find(|(n, _)| *n == name).map(|(_, f)| f.clone()).expect(name);
        assert_eq!(field("game"), Field::ULong(i as u64));
        assert_eq!((field("failure"), field("variant")), (Field::Null, Field::Str("ticket-to-ride".into())));
        let Field::ULong(seed) = field("seed") else { panic!("a seed has no sign") };
        seeds.push(seed);
        let (Field::Long(score), Field::Long(made)) = (field("s1_score"), field("decisions")) else { panic!("numbers") };
        scores += score;
        decisions += made as u64;
    }
    assert_eq!((seeds.len(), scores, decisions), (30, results.seats[0].scores.sum, results.decisions));
    assert!(seeds.iter().any(|seed| *seed > i64::MAX as u64), "seeds are whole");
    let (mut rows, mut lanes, mut choices) = (0, 0, 0);
    for row in open("decisions").get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        let field = |name: &str| row.get_column_iter().find(|(n, _)| *n == name).map(|(_, f)| f.clone()).expect(name);
        let Field::Long(legal) = field("legal") else { panic!("a number") };
        rows += 1;
        choices += u64::from(legal > 1);
        let claims = field("action") == Field::Str("claim".into());
        lanes += u64::from(claims);
        assert_eq!(field("lane") != Field::Null, claims, "claims and nothing else are about a lane");
    }
    assert_eq!((rows, choices), (results.actions, results.decisions));
    assert!(lanes > 100);
}

#[test]
fn an_interrupted_run_leaves_files_that_can_be_read() {
    let folder = Folder::new("interrupted");
    let rules = rules("ticket-to-ride", 2);
    for format in Format::ALL {
        let target = Target::folder(&folder.at(format.ending()), format, BOTH, None, false);
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let (results, kept) = std::thread::scope(|scope| {
            scope.spawn(|| {
                while done.load(Ordering::Relaxed) < 100 {
                    std::thread::yield_now();
                }
                stop.store(true, Ordering::Relaxed);
            });
            let plan = plan(1_000_000_000, 2);
            simulate(&Simulation::new(&rules, &plan, &done, &stop), &Rhai, &target).expect("it begins")
        });
        let kept = kept.expect("what was played is written");
        assert!(results.stopped && results.games >= 100);
        assert_eq!((kept[0].rows, kept[1].rows), (results.games, results.actions));
        for (kept, (_, path)) in kept.iter().zip(&target.tables) {
            let mut rows = 0;
            format
                .read(path, |table| {
                    rows += table.rows() as u64;
                    Ok(())
                })
                .expect("it is whole");
            assert_eq!(rows, kept.rows);
        }
    }
}

#[test]
fn files_that_are_there_stay_unless_they_may_be_replaced() {
    let folder = Folder::new("exists");
    let rules = rules("ticket-to-ride", 2);
    let path = folder.at("games.csv");
    fs::write(&path, "mine").expect("a file");
    let begin = |force| {
        let target = Target::file(&path, Format::Csv, Records { games: true, decisions: false }, force);
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let plan = plan(3, 1);
        simulate(&Simulation::new(&rules, &plan, &done, &stop), &Rhai, &target).map(|(_, kept)| kept.expect("it is written"))
    };
    assert!(matches!(begin(false), Err(RecordError::Exists(_))));
    assert_eq!(read(path.clone()), b"mine");
    assert_eq!(begin(true).expect("it may").len(), 1);
    assert_eq!(read(path).iter().filter(|&&b| b == b'\n').count(), 4, "a line of names and three games");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1, "nothing else is left there");
}

/// Merging what these changes make of three good shards is refused with words that have `said` in them.
fn refused(test: &str, said: &str, spoil: impl FnOnce(&Path)) {
    let folder = Folder::new(test);
    let rules = rules("ticket-to-ride", 2);
    for number in 1..=3 {
        record(&rules, &plan(9, 1), &folder.at("out"), Format::Csv, Some(Shard { number, of: 3 }));
    }
    spoil(&folder.at("out"));
    let merged = find(&[folder.at("out")])
        .and_then(check)
        .and_then(|shards| merge(&shards, &folder.at("merged"), false, &AtomicU64::new(0)));
    let trouble = merged.expect_err("it is refused");
    let all = format!("{trouble} ({})", trouble.help());
    assert!(all.contains(said), "{all}");
    assert!(!folder.at("merged").join("run.json").exists() && !folder.at("merged").join("games.csv").exists());
}

fn change(folder: &Path, shard: &str, from: &str, to: &str) {
    let path = folder.join(shard).join("run.json");
    let text = fs::read_to_string(&path).expect("a file");
    assert!(text.contains(from), "no {from} in {text}");
    fs::write(path, text.replace(from, to)).expect("a file");
}

#[test]
fn shards_that_are_not_all_of_one_run_are_refused() {
    refused("missing", "shard 2 of 3 is missing", |out| fs::remove_dir_all(out.join("shard-2-of-3")).expect("it was there"));
    refused("all-missing", "has no shards", |out| {
        for n in 1..=3 {
            fs::remove_dir_all(out.join(format!("shard-{n}-of-3"))).expect("it was there");
        }
    });
    refused("doubled", "shard 1 is there twice", |out| change(out, "shard-2-of-3", "\"number\": 2", "\"number\": 1"));
    refused("seed", "seed 9 and 8", |out| change(out, "shard-3-of-3", "\"seed\": 9,", "\"seed\": 8,"));
    refused("bots", "bots random, random and greedy", |out| change(out, "shard-3-of-3", "\"random\"", "\"greedy\""));
    refused("games", "games 9 and 10", |out| change(out, "shard-2-of-3", "\"games\": 9,", "\"games\": 10,"));
    refused("stopped", "stopped after", |out| change(out, "shard-2-of-3", "\"stopped\": false", "\"stopped\": true"));
    refused("format", "format", |out| change(out, "shard-2-of-3", "\"format\": 1", "\"format\": 2"));
    refused("json", "not JSON", |out| fs::write(out.join("shard-1-of-3/run.json"), "{").expect("a file"));
    refused("unfinished", "not finished", |out| fs::remove_file(out.join("shard-3-of-3/run.json")).expect("it was there"));
}

#[test]
fn damaged_files_are_refused() {
    refused("cut", "rows, and run.json speaks of 3", |out| {
        let path = out.join("shard-2-of-3/games.csv");
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(path, text.lines().take(3).map(|line| format!("{line}\n")).collect::<String>()).expect("a file");
    });
    refused("gone", "games.csv", |out| fs::remove_file(out.join("shard-2-of-3/games.csv")).expect("it was there"));
    refused("columns", "other columns", |out| {
        let path = out.join("shard-2-of-3/games.csv");
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(path, text.replacen("winners", "losers", 1)).expect("a file");
    });
}
