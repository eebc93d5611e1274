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
    /// What the seat that is asked may do.
    legal: Vec<Choice>,
    /// Where the first word tells actions apart, which it mostly does, nothing else is worked out: many tables lie side by side in memory, and
    /// what is not looked at need not be fetched.
    by_heads: bool,
    /// Those that what was said so far leaves.
    left: Vec<u32>,
    said: Vec<u32>,
    /// By which feature they are told apart next.
    asked: Option<usize>,
    /// The words that can be said next.
    allowed: Vec<u64>,
    seat: Option<SeatId>,
}

/// A legal action and its first word.
#[derive(Clone, Copy, Debug)]
struct Choice {
    checked: Checked,
    head: u32,
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
            by_heads: true,
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

    /// Goes on from a state of a game by the same rules; of the seats that are asked there that one says something.
    pub fn set(&mut self, engine: &mut Engine, state: &State, seat: SeatId) -> Result<(), Fault> {
        self.state.clone_from(state);
        self.list_for(engine, state.clock().waiting.has(seat).then_some(seat))
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
        let Ok(at) = usize::try_from(word) else { return false };
        if at >= self.coding.space().size() {
            return false;
        }
        match self.by_heads {
            true => self.legal.iter().any(|choice| u64::from(choice.head) == word),
            false => bits::has(&self.allowed, at),
        }
    }

    /// Writes 1 for each word that can be said now, and 0 for all others.
    pub fn mask(&self, out: &mut [u8]) {
        out.fill(0);
        match self.by_heads {
            true => self.legal.iter().for_each(|choice| out[choice.head as usize] = 1),
            false => bits::iter(&self.allowed).for_each(|word| out[word] = 1),
        }
    }

    /// Writes what a seat may see. What has been said of an action is seen by whoever says it.
    pub fn observe(&self, engine: &mut Engine, seat: SeatId, out: &mut [f32]) {
        let said = if self.seat == Some(seat) { &self.said[..] } else { &[] };
        self.coding.observe(engine, &self.state, seat, said, out);
    }

    /// Says a word: the action that it makes complete is carried out.
    pub fn say(&mut self, engine: &mut Engine, word: u64) -> Result<Said, NotSaid> {
        let said = self.choose(word)?;
        if let Said::Done(chosen) = said {
            self.carry_out(engine, chosen)?;
        }
        Ok(said)
    }

    /// The same, but the action that it makes complete is not carried out: nothing more can be said then.
    pub fn choose(&mut self, word: u64) -> Result<Said, NotSaid> {
        let said = u32::try_from(word).map_err(|_| NotSaid::Illegal(word))?;
        if self.by_heads {
            let mut meant = self.legal.iter().filter(|choice| choice.head == said);
            let first = *meant.next().ok_or(NotSaid::Illegal(word))?;
            if meant.next().is_none() {
                self.legal.clear();
                return Ok(Said::Done(first.checked));
            }
        } else if !self.may_say(word) {
            return Err(NotSaid::Illegal(word));
        }
        self.keep(said);
        if let [only] = self.left[..] {
            self.allowed.fill(0);
            return Ok(Said::Done(self.legal[only as usize].checked));
        }
        self.said.push(said);
        self.ask_further()?;
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
        let wanted = rest.legal.iter().position(|choice| choice.checked.action() == action)?;
        let mut words = Vec::new();
        loop {
            let goes_with = rest.by_heads || rest.left.contains(&narrow(wanted));
            let word = rest.word(wanted).filter(|_| goes_with)?;
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
        let clock = self.state.clock();
        let asked = if clock.over.is_some() { None } else { clock.asked_next(self.coding.rules().parts.seats) };
        self.list_for(engine, asked)
    }

    /// Lists what a seat can do.
    fn list_for(&mut self, engine: &mut Engine, asked: Option<SeatId>) -> Result<(), Fault> {
        self.said.clear();
        self.legal.clear();
        self.by_heads = true;
        self.seat = asked;
        let rules = self.coding.rules();
        let Some(seat) = asked else { return Ok(()) };
        let listed = engine.legal(&self.state, seat)?.len();
        if listed == 0 {
            let place = rules.flow.place(&self.state).unwrap_or(&rules.head.id).to_owned();
            let message = format!("seat {} must choose and has no legal action", seat.0 + 1);
            return Err(Fault { kind: FaultKind::NoLegalAction, place, message });
        }
        let space = self.coding.space();
        let one_axis = space.is_one_axis();
        let (mut before, mut alike): (Option<(railwright_core::Action, u32)>, _) = (None, true);
        for checked in (0..listed).filter_map(|at| engine.pick(at)) {
            // Ways to pay for the same thing stand side by side.
            let bare = railwright_core::Action { payment: Default::default(), ..checked.action() };
            let action = if one_axis { checked.action() } else { bare };
            let head = match before {
                Some((same, head)) if same == action => head,
                _ => space.head(rules, action).ok_or_else(|| self.not_numbered(action))?,
            };
            alike &= before.is_none_or(|(_, other)| other == head);
            before = Some((action, head));
            self.legal.push(Choice { checked, head });
        }
        if alike && self.legal.len() > 1 {
            self.keep_all();
            self.ask_further()?;
        }
        Ok(())
    }

    /// All that is legal is left.
    fn keep_all(&mut self) {
        self.left.clear();
        self.left.extend(0..narrow::<u32>(self.legal.len()));
    }

    /// Keeps what goes with a word.
    fn keep(&mut self, word: u32) {
        if self.by_heads {
            self.keep_all();
        }
        let mut left = std::mem::take(&mut self.left);
        left.retain(|&at| self.word(at as usize) == Some(word));
        self.left = left;
        self.by_heads = false;
    }

    /// By which feature those that are left are told apart next: the first that each of them has and in which not all are alike.
    fn told_apart_by(&self) -> Option<usize> {
        let [first, rest @ ..] = &self.left[..] else { return None };
        let differ = |&number: &usize| {
            let word = |&at: &u32| self.feature(at as usize, number);
            let first = word(first);
            first.is_some() && rest.iter().all(|at| word(at).is_some()) && rest.iter().any(|at| word(at) != first)
        };
        (0..FEATURES).find(differ)
    }

    /// The word of an action that is asked for: the first, or a feature.
    #[inline]
    fn word(&self, at: usize) -> Option<u32> {
        if self.by_heads { Some(self.legal[at].head) } else { self.feature(at, self.asked?) }
    }

    #[inline]
    fn feature(&self, at: usize, number: usize) -> Option<u32> {
        feature(&self.coding, self.legal[at].checked.action(), number)
    }

    /// Works out by which words those that are left are told apart.
    fn ask_further(&mut self) -> Result<(), Fault> {
        self.by_heads = false;
        self.asked = self.told_apart_by();
        self.allowed.fill(0);
        for &at in &self.left {
            if let Some(word) = self.word(at as usize) {
                bits::put(&mut self.allowed, word as usize);
            }
        }
        if bits::count(&self.allowed) < 2 { Err(self.alike()) } else { Ok(()) }
    }

    /// An action that is legal and was not foreseen when all were numbered.
    #[cold]
    fn not_numbered(&self, action: railwright_core::Action) -> Fault {
        let def = self.coding.rules().actions.get(action.action.index());
        let place = def.map_or_else(String::new, |def| def.cited.place.clone());
        Fault { kind: FaultKind::NoLegalAction, place, message: "an action has no number on the axis".to_owned() }
    }

    /// Two actions that no words tell apart: a list has one of them twice.
    #[cold]
    fn alike(&self) -> Fault {
        let action = self.legal[self.left[0] as usize].checked.action();
        let def = self.coding.rules().actions.get(action.action.index());
        let place = def.map_or_else(String::new, |def| def.cited.place.clone());
        Fault { kind: FaultKind::NoLegalAction, place, message: "the same action is listed twice".to_owned() }
    }
}
