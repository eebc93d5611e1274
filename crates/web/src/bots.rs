//! Bots that think beside the tables: a fixed number of threads, each with games of its own to think in.
//!
//! A bot is told what its table knows: the header and everything that was done. What it chooses goes to the table as anybody's move does, with the
//! step it follows; a table that has gone on since asks again.

use crate::kept::Kept;
use railwright::bots::{Bot, Budget, Search};
use railwright::core::id::SeatId;
use railwright::script::Rhai;
use railwright::session::save::Entry;
use railwright::session::{Header, Players, Session};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// So many decisions may wait for a thread; a table whose bot finds no room asks again a little later.
const WAITING: usize = 512;
/// So many games a thread has in mind.
const IN_MIND: usize = 24;

/// So many actions are told when somebody asks what a search would do.
const BEST: usize = 3;

/// A decision that a bot is to make.
pub struct Question {
    /// The table.
    pub table: String,
    /// The game.
    pub kept: Arc<Kept>,
    /// What the game is made from.
    pub header: Header,
    /// Everything that was done.
    pub entries: Vec<Entry>,
    /// Who is to choose.
    pub seat: SeatId,
    /// Whether the best few actions are wanted, as a search sees them, whoever sits there.
    pub ranked: bool,
    /// Takes what it chose, or how it failed, as far as the table may know.
    pub answer: Box<dyn FnOnce(Result<Thought, String>) + Send>,
}

/// Actions in notation, the best first, and how many points each promises less than that.
pub type Thought = Vec<(String, f64)>;

/// The threads.
#[derive(Clone)]
pub struct BotPool {
    queues: Vec<SyncSender<Question>>,
}

impl BotPool {
    /// So many threads.
    pub fn new(threads: usize) -> Self {
        let start = |number: usize| {
            let (questions, queue) = sync_channel(WAITING);
            let thread = thread::Builder::new().name(format!("bots {number}"));
            thread.spawn(move || think(&queue)).expect("the system has room for a thread");
            questions
        };
        BotPool { queues: (0..threads.max(1)).map(start).collect() }
    }

    /// Asks a bot; says whether there was room for the question.
    pub fn ask(&self, question: Question) -> bool {
        let at = crate::store::share(&question.table, self.queues.len());
        self.queues[at].try_send(question).is_ok()
    }
}

/// A game that a thread has in mind.
struct InMind {
    table: String,
    session: Session,
    players: Players,
}

fn think(queue: &Receiver<Question>) {
    let mut games: VecDeque<InMind> = VecDeque::new();
    while let Ok(question) = queue.recv() {
        if question.ranked {
            let answer = rank(&question);
            (question.answer)(answer);
            continue;
        }
        let known = games.iter().position(|game| game.table == question.table);
        let game = known.and_then(|at| games.remove(at)).filter(|game| question.entries.starts_with(game.session.entries()));
        let thought = game.map_or_else(|| begin(&question), Ok).and_then(|mut game| {
            catch_up(&mut game, &question)?;
            Ok(game)
        });
        let answer = thought.and_then(|mut game| {
            let chosen = game.players.choose(&mut game.session, question.seat);
            let chosen = chosen.map_err(|fault| game.session.misbehaved(&fault));
            games.push_back(game);
            chosen.map(|text| vec![(text, 0.0)])
        });
        if games.len() > IN_MIND {
            games.pop_front();
        }
        (question.answer)(answer);
    }
}

/// What a search thinks of a position.
fn rank(question: &Question) -> Result<Thought, String> {
    let mut game = begin(question)?;
    catch_up(&mut game, question)?;
    let search = || Some((Box::new(Search::comparing(Budget::default(), BEST)) as Box<dyn Bot>, true));
    let mut players = Players::of((0..question.header.players).map(|_| search()).collect());
    let ranked = players.rank(&mut game.session, question.seat).map_err(|fault| game.session.misbehaved(&fault))?;
    Ok(ranked.into_iter().take(BEST).collect())
}

fn begin(question: &Question) -> Result<InMind, String> {
    let session = Session::with_rules(question.header.clone(), question.kept.rules.clone(), &Rhai);
    let session = session.map_err(|error| error.to_string())?;
    let players = Players::new(&session, Duration::from_secs(10));
    Ok(InMind { table: question.table.clone(), session, players })
}

fn catch_up(game: &mut InMind, question: &Question) -> Result<(), String> {
    for entry in &question.entries[game.session.entries().len()..] {
        game.session.follow(entry).map_err(|error| error.to_string())?;
        if matches!(entry, Entry::Undo(_)) {
            game.players.taken_back(&game.session);
        }
    }
    Ok(())
}
