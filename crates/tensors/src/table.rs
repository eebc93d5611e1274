//! One game under way, played in the words of the action space.

use crate::coding::Coding;
use crate::feature::{FEATURES, feature};
use railwright_core::id::SeatId;
use railwright_core::narrow::narrow;
use railwright_core::{Events, State, bits};
use railwright_rules::{Checked, Engine, Fault, FaultKind};
use std::fmt;
use std::sync::Arc;

/// One game under way. It holds no engine: whoever goes on with it brings one that plays by the same rules.
#[derive(Clone, Debug)]
pub struct Table {
    coding: Arc<Coding>,
    state: State,
    /// What the seat that is asked may do, and of each the first word.
    legal: Vec<Checked>,
    heads: Vec<u32>,
    /// Those that what was said so far leaves.
    left: Vec<u32>,
    said: Vec<u32>,
    /// By what they are told apart next: the first word if it is no feature.
    asked: Option<usize>,
    /// The words that can be said next.
    allowed: Vec<u64>,
    seat: Option<SeatId>,
}

/// What came of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// It is not said yet which action it is.
    More,
    /// That action was carried out.
    Done(Checked),
}

/// Why a word came to nothing; the game is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotSaid {
    /// It cannot be said now.
    Illegal(u64),
    /// The rules broke down.
    Fault(Fault),
}

impl fmt::Display for NotSaid {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NotSaid::Illegal(word) => write!(f, "{word} cannot be said now: the mask is 0 there"),
            NotSaid::Fault(fault) => write!(f, "the rules broke down: {fault}"),
        }
    }
}

impl std::error::Error for NotSaid {}

impl From<Fault> for NotSaid {
    fn from(fault: Fault) -> Self {
        NotSaid::Fault(fault)
    }
}

impl Table {
    /// A table at which no game has begun.
    pub fn new(coding: &Arc<Coding>) -> Self {
        let words = bits::words(coding.space().size());
        Table {
            coding: coding.clone(),
            state: State::new(&coding.rules().parts),
            legal: Vec::new(),
            heads: Vec::new(),
            left: Vec::new(),
            said: Vec::new(),
            asked: None,
            allowed: vec![0; words],
            seat: None,
        }
    }

    /// Begins a game.
    pub fn restart(&mut self, engine: &mut Engine, seed: u64) -> Result<(), Fault> {
        engine.restart(&mut self.state, seed, None, &mut Events::default())?;
        self.list(engine)
    }

    /// Goes on from a state of a game by the same rules.
    pub fn set(&mut self, engine: &mut Engine, state: &State) -> Result<(), Fault> {
        self.state.clone_from(state);
        self.list(engine)
    }

    /// The whole position, secrets included.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The seat that is asked, of several that choose together the first in turn order; nothing when the game is over.
    pub fn seat(&self) -> Option<SeatId> {
        self.seat
    }

    /// What that seat has said of its action so far.
    pub fn said(&self) -> &[u32] {
        &self.said
    }

    /// Whether a word can be said now.
    pub fn may_say(&self, word: u64) -> bool {
        usize::try_from(word).is_ok_and(|word| word < self.coding.space().size() && bits::has(&self.allowed, word))
    }

    /// Writes 1 for each word that can be said now, and 0 for all others.
    pub fn mask(&self, out: &mut [u8]) {
        out.fill(0);
        bits::iter(&self.allowed).for_each(|word| out[word] = 1);
    }

    /// Writes what a seat may see. What has been said of an action is seen by whoever says it.
    pub fn observe(&self, engine: &mut Engine, seat: SeatId, out: &mut [f32]) {
        let said = if self.seat == Some(seat) { &self.said[..] } else { &[] };
        self.coding.observe(engine, &self.state, seat, said, out);
    }

    /// Says a word: the action that it makes complete is carried out.
    pub fn say(&mut self, engine: &mut Engine, word: u64) -> Result<Said, NotSaid> {
        if !self.may_say(word) {
            return Err(NotSaid::Illegal(word));
        }
        let word = narrow::<u32>(word);
        self.keep(word);
        if let [only] = self.left[..] {
            let chosen = self.legal[only as usize];
            self.carry_out(engine, chosen)?;
            return Ok(Said::Done(chosen));
        }
        self.said.push(word);
        self.allow()?;
        Ok(Said::More)
    }

    /// Carries out an action that was checked in this position, whoever of those that are asked it belongs to.
    pub fn carry_out(&mut self, engine: &mut Engine, checked: Checked) -> Result<(), Fault> {
        let done = engine.step(&mut self.state, checked, &mut Events::default());
        let listed = self.list(engine);
        done.and(listed)
    }

    /// The words in which one of the legal actions is said from here on; nothing if it is not legal or does not go with what was said.
    pub fn words_of(&self, action: railwright_core::Action) -> Option<Vec<u32>> {
        let mut rest = self.clone();
        let wanted = narrow::<u32>(rest.legal.iter().position(|checked| checked.action() == action)?);
        let mut words = Vec::new();
        loop {
            let word = rest.word(wanted as usize, rest.asked).filter(|_| rest.left.contains(&wanted))?;
            words.push(word);
            rest.keep(word);
            if rest.left.len() == 1 {
                return Some(words);
            }
            rest.asked = rest.told_apart_by();
        }
    }

    /// Lists what can be done; whoever was in the middle of saying something begins anew.
    fn list(&mut self, engine: &mut Engine) -> Result<(), Fault> {
        self.said.clear();
        self.legal.clear();
        self.heads.clear();
        self.left.clear();
        let rules = self.coding.rules();
        let clock = self.state.clock();
        self.seat = if clock.over.is_some() { None } else { clock.asked_next(rules.parts.seats) };
        let Some(seat) = self.seat else {
            self.allowed.fill(0);
            return Ok(());
        };
        let listed = engine.legal(&self.state, seat)?.len();
        if listed == 0 {
            let place = rules.flow.place(&self.state).unwrap_or(&rules.head.id).to_owned();
            let message = format!("seat {} must choose and has no legal action", seat.0 + 1);
            return Err(Fault { kind: FaultKind::NoLegalAction, place, message });
        }
        self.legal.extend((0..listed).filter_map(|at| engine.pick(at)));
        let mut before: Option<(railwright_core::Action, u32)> = None;
        for checked in &self.legal {
            // Ways to pay for the same thing stand side by side.
            let bare = railwright_core::Action { payment: Default::default(), ..checked.action() };
            let head = match before {
                Some((same, head)) if same == bare => head,
                _ => self.coding.space().head(rules, bare),
            };
            before = Some((bare, head));
            self.heads.push(head);
        }
        self.left.extend(0..narrow::<u32>(self.legal.len()));
        self.allow()
    }

    /// Keeps what goes with a word.
    fn keep(&mut self, word: u32) {
        let mut left = std::mem::take(&mut self.left);
        left.retain(|&at| self.word(at as usize, self.asked) == Some(word));
        self.left = left;
    }

    /// By what those that are left are told apart next: the first word if that does, or a feature that each of them has.
    fn told_apart_by(&self) -> Option<usize> {
        let [first, rest @ ..] = &self.left[..] else { return None };
        let head = self.heads[*first as usize];
        if rest.is_empty() || rest.iter().any(|&at| self.heads[at as usize] != head) {
            return None;
        }
        let differ = |&number: &usize| {
            let word = |&at: &u32| self.word(at as usize, Some(number));
            let first = word(first);
            first.is_some() && rest.iter().all(|at| word(at).is_some()) && rest.iter().any(|at| word(at) != first)
        };
        (0..FEATURES).find(differ)
    }

    /// A word of an action: the first, or a feature.
    #[inline]
    fn word(&self, at: usize, number: Option<usize>) -> Option<u32> {
        let Some(number) = number else { return Some(self.heads[at]) };
        feature(&self.coding, self.legal[at].action(), number)
    }

    /// Works out which words can be said next.
    fn allow(&mut self) -> Result<(), Fault> {
        self.asked = self.told_apart_by();
        self.allowed.fill(0);
        for &at in &self.left {
            if let Some(word) = self.word(at as usize, self.asked) {
                bits::put(&mut self.allowed, word as usize);
            }
        }
        if self.left.len() > 1 && bits::count(&self.allowed) < 2 && !self.said.is_empty() {
            return Err(self.alike());
        }
        Ok(())
    }

    /// Two actions that no words tell apart: a list has one of them twice.
    #[cold]
    fn alike(&self) -> Fault {
        let action = self.legal[self.left[0] as usize].action();
        let def = self.coding.rules().actions.get(action.action.index());
        let place = def.map_or_else(String::new, |def| def.cited.place.clone());
        Fault { kind: FaultKind::NoLegalAction, place, message: "the same action is listed twice".to_owned() }
    }
}
