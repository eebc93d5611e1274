//! A server under load: many tables, two connected players at each, so many moves a second in all; then it is killed again and again.
//!
//!     cargo run -p railwright-web --example load -- --program target/debug/railwright --tables 1000 --rate 500 --seconds 60 --kills 100
//!
//! Says how long it takes from a move until the other player's page is told, how much memory and time the server needs, and whether a move that
//! was answered was ever lost. Fails when it was, or when a bound that was given is not kept.

mod bad;
mod client;
mod player;
mod program;

use bad::Crowd;
use client::Address;
use player::{Table, listen};
use program::Program;
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What is asked for on the command line.
struct Wanted {
    program: String,
    store: Option<String>,
    tables: usize,
    rate: usize,
    seconds: u64,
    kills: usize,
    /// For how many seconds others do not behave.
    bad: u64,
    requests: usize,
    /// The longest that 99 of 100 moves may take to reach the other player.
    p99: Option<u64>,
    /// The most memory, in MiB.
    memory: Option<u64>,
}

fn wanted() -> Wanted {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1)).cloned();
    let number = |name: &str| text(name).map(|text| text.parse::<u64>().unwrap_or_else(|_| panic!("{name} takes a number")));
    Wanted {
        program: text("--program").unwrap_or_else(|| "target/debug/railwright".to_owned()),
        store: text("--store"),
        tables: number("--tables").unwrap_or(20) as usize,
        rate: number("--rate").unwrap_or(50) as usize,
        seconds: number("--seconds").unwrap_or(5),
        kills: number("--kills").unwrap_or(2) as usize,
        bad: number("--bad").unwrap_or(0),
        requests: number("--requests").unwrap_or(0) as usize,
        p99: number("--p99"),
        memory: number("--memory"),
    }
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    match runtime.block_on(run(&wanted())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("load: {reason}");
            ExitCode::FAILURE
        }
    }
}

async fn run(wanted: &Wanted) -> Result<(), String> {
    let mut program = Program::start(&wanted.program, wanted.store.as_deref());
    let address = program.address();
    address.until_it_answers().await?;
    let tables = seat(&address, wanted.tables).await?;
    for table in &tables {
        for seat in 0..2 {
            tokio::spawn(listen(address, table.clone(), seat));
        }
    }
    until_all_hear(&tables).await?;
    println!("{} tables, {} players connected, {} MiB", tables.len(), tables.len() * 2, program.memory());
    let (p99, memory) = measured(&program, &address, &tables, wanted.rate, wanted.seconds).await;
    for kill in 1..=wanted.kills {
        let half = Duration::from_millis(700);
        let playing = tokio::spawn({
            let (tables, rate) = (tables.clone(), wanted.rate);
            async move { play(&address, &tables, rate, half).await }
        });
        tokio::time::sleep(half / 2).await;
        program.kill();
        program.again();
        address.until_it_answers().await?;
        playing.await.map_err(|error| error.to_string())?;
        until_all_hear(&tables).await.map_err(|reason| format!("after kill {kill}: {reason}"))?;
    }
    if wanted.bad > 0 {
        among_others(&mut program, &address, &tables, wanted).await?;
    }
    let checked = nothing_lost(&address, &tables).await?;
    println!("killed {} times: {checked} answered moves are all there, every page goes on by itself", wanted.kills);
    if wanted.requests > 0 {
        ask_often(&address, &tables, &program, wanted.requests).await?;
    }
    program.kill();
    if wanted.p99.is_some_and(|most| p99 > most) {
        return Err(format!("p99 is {p99} ms"));
    }
    match wanted.memory.filter(|most| memory > *most) {
        Some(most) => Err(format!("{memory} MiB are more than {most}")),
        None => Ok(()),
    }
}

/// Plays for some time and says how long moves took and what the server needed: the 99th percentile in milliseconds, and the most memory in MiB.
async fn measured(program: &Program, address: &Address, tables: &[Arc<Table>], rate: usize, seconds: u64) -> (u64, u64) {
    tables.iter().for_each(|table| table.forget_times());
    let (before, began) = (program.cpu(), Instant::now());
    play(address, tables, rate, Duration::from_secs(seconds)).await;
    let (cpu, time) = ((program.cpu() - before).as_secs_f64(), began.elapsed().as_secs_f64());
    let (moves, p50, p99) = figures(tables);
    let memory = program.peak();
    println!(
        "{moves} moves in {time:.0} s ({:.0} a second); from a move to the other's page: median {p50} ms, p99 {p99} ms; {memory} MiB at most; {:.0} % of a core",
        moves as f64 / time,
        100.0 * cpu / time
    );
    (p99, memory)
}

/// The same while others stall, send rubbish and ask without end.
async fn among_others(program: &mut Program, address: &Address, tables: &[Arc<Table>], wanted: &Wanted) -> Result<(), String> {
    // Enough for all players together, who have one address here; whoever floods has another.
    program.with_rate(4 * u32::try_from(wanted.rate + tables.len()).unwrap_or(u32::MAX));
    address.until_it_answers().await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    until_all_hear(tables).await?;
    let crowd = Crowd::new(address, tables);
    let (p99, memory) = measured(program, address, tables, wanted.rate, wanted.bad).await;
    println!("meanwhile {}", crowd.end());
    program.with_rate(0);
    address.until_it_answers().await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    until_all_hear(tables).await?;
    if wanted.p99.is_some_and(|most| p99 > most) || wanted.memory.is_some_and(|most| memory > most) {
        return Err(format!("others are noticed: p99 is {p99} ms, {memory} MiB"));
    }
    Ok(())
}

/// Makes the tables.
async fn seat(address: &Address, count: usize) -> Result<Vec<Arc<Table>>, String> {
    let mut tables = Vec::new();
    for number in 0..count {
        let wanted = json!({ "game": "ticket-to-ride", "seats": [{ "who": "me" }, { "who": "me" }], "seed": number.to_string() });
        let made = address.post("/api/tables", None, &wanted).await?;
        let token = |seat: usize| made["seats"][seat]["token"].as_str().unwrap_or_default().to_owned();
        tables.push(Arc::new(Table::new(made["id"].as_str().unwrap_or_default().to_owned(), [token(0), token(1)])));
    }
    Ok(tables)
}

/// Waits until every page has been told how it stands since its connection was made.
async fn until_all_hear(tables: &[Arc<Table>]) -> Result<(), String> {
    let until = Instant::now() + Duration::from_secs(120);
    while !tables.iter().all(|table| table.all_hear()) {
        if Instant::now() > until {
            let deaf = tables.iter().filter(|table| !table.all_hear()).count();
            return Err(format!("{deaf} tables are not heard of"));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Moves at so many tables a second, evenly spread.
async fn play(address: &Address, tables: &[Arc<Table>], rate: usize, time: Duration) {
    let (began, mut begun) = (Instant::now(), 0_usize);
    let under_way = Arc::new(AtomicUsize::new(0));
    while began.elapsed() < time {
        let due = (began.elapsed().as_secs_f64() * rate as f64) as usize;
        while begun < due {
            let table = tables[begun % tables.len()].clone();
            begun += 1;
            let (address, under_way) = (*address, under_way.clone());
            under_way.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(async move {
                table.play(&address).await;
                under_way.fetch_sub(1, Ordering::Relaxed);
            });
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let until = Instant::now() + Duration::from_secs(20);
    while under_way.load(Ordering::Relaxed) > 0 && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
}

/// How many moves were made, and the median and the 99th percentile of how long each took to the other page, in milliseconds.
fn figures(tables: &[Arc<Table>]) -> (usize, u64, u64) {
    let mut times: Vec<u64> = tables.iter().flat_map(|table| table.times()).collect();
    times.sort_unstable();
    let at = |part: f64| times.get((times.len() as f64 * part) as usize).copied().unwrap_or(0);
    (times.len(), at(0.5), at(0.99))
}

/// Every move that was answered stands in the log of whoever made it.
async fn nothing_lost(address: &Address, tables: &[Arc<Table>]) -> Result<usize, String> {
    let mut checked = 0;
    for table in tables {
        checked += table.check(address).await?;
    }
    Ok(checked)
}

/// Asks so often: what it needs must not grow.
async fn ask_often(address: &Address, tables: &[Arc<Table>], program: &Program, requests: usize) -> Result<(), String> {
    let before = program.memory();
    let asking = (0..32).map(|one| {
        let (address, table) = (*address, tables[one % tables.len()].clone());
        tokio::spawn(async move {
            for _ in 0..requests / 32 {
                let _ = table.look(&address).await;
            }
        })
    });
    for asked in asking.collect::<Vec<_>>() {
        asked.await.map_err(|error| error.to_string())?;
    }
    let after = program.memory();
    println!("{requests} requests: {before} MiB before, {after} MiB after");
    if after > before + before / 4 + 32 { Err(format!("memory grew from {before} to {after} MiB")) } else { Ok(()) }
}
