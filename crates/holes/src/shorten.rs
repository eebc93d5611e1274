//! Shrinking by delta debugging: the list of moves that leads to a hole is made as short as can be; parts are left out as long as it
//! still leads there.

use crate::defect::Defect;
use crate::kind::Kind;
use crate::search::{Case, Deadline};
use crate::table::{Move, Table};
use railwright_core::State;
use railwright_scenario::likeness;
use std::collections::BTreeSet;

/// So many actions are played again for one hole, so that the outcome does not depend on how fast the machine is.
const ACTIONS: u64 = 400_000;

/// Plays variations of a game that led to a hole.
pub(crate) struct Shortener<'a> {
    table: &'a mut Table,
    wanted: &'a Defect,
    seed: u64,
    longest: usize,
    left: u64,
}

/// A move with the words for it and the position it was made in.
pub(crate) struct MadeMove {
    pub(crate) words: String,
    pub(crate) before: State,
    pub(crate) seat: u8,
}

impl<'a> Shortener<'a> {
    pub(crate) fn new(table: &'a mut Table, wanted: &'a Defect, case: &Case, longest: usize) -> Self {
        Shortener { table, wanted, seed: case.seed, longest, left: ACTIONS }
    }

    /// The shortest list found; nothing when not even the whole one leads to the hole again.
    pub(crate) fn shorten(&mut self, moves: &[Move], deadline: &Deadline) -> Option<Vec<Move>> {
        let mut best = self.shows(&[], false).or_else(|| self.shows(moves, false))?;
        let mut size = best.len().div_ceil(2);
        while size > 0 {
            let (mut at, mut shorter) = (0, false);
            while at < best.len() && self.left > 0 && !deadline.is_over() {
                let rest = &best[(at + size).min(best.len())..];
                let without = [&best[..at], rest].concat();
                // What is no longer legal is left out; if that does not do, the first legal action takes its place.
                let found = [false, true].into_iter().find_map(|fill| self.shows(&without, fill));
                match found.filter(|found| found.len() < best.len()) {
                    Some(found) => (best, shorter) = (found, true),
                    None => at += size,
                }
            }
            if (size == 1 && !shorter) || self.left == 0 || deadline.is_over() {
                break;
            }
            size = (size / 2).max(1);
        }
        Some(best)
    }

    /// The moves that were really made, if they lead to the hole.
    fn shows(&mut self, moves: &[Move], fill: bool) -> Option<Vec<Move>> {
        let wanted = self.wanted;
        let mut made = Vec::new();
        if let Err(defect) = self.table.start(self.seed) {
            return defect.is_same(wanted).then_some(made);
        }
        let mut known = BTreeSet::from([likeness(&self.table.rules.parts, &self.table.state)]);
        for &step in moves {
            if self.table.is_over() {
                break;
            }
            self.left = self.left.saturating_sub(1);
            let step = match self.is_legal(step) {
                true => step,
                false if fill => self.first_legal()?,
                false => continue,
            };
            made.push(step);
            match self.table.make(step) {
                Err(defect) => return defect.is_same(wanted).then_some(made),
                Ok(_) if wanted.kind == Kind::HeldRefill && self.table.held_refill().is_some() => return Some(made),
                Ok(_) if wanted.kind == Kind::DrawnOut && !known.insert(likeness(&self.table.rules.parts, &self.table.state)) => {
                    return Some(made);
                }
                Ok(_) => {}
            }
        }
        if wanted.kind == Kind::EndlessGame && !self.table.is_over() {
            self.left = self.left.saturating_sub(self.longest as u64);
            return matches!(self.table.can_end(self.seed, self.longest), Ok(false)).then_some(made);
        }
        None
    }

    fn is_legal(&mut self, Move { seat, action }: Move) -> bool {
        self.table.engine.legal(&self.table.state, seat).is_ok_and(|legal| legal.contains(&action))
    }

    fn first_legal(&mut self) -> Option<Move> {
        let seat = self.table.state.clock().waiting.iter().next()?;
        let action = *self.table.engine.legal(&self.table.state, seat).ok()?.first()?;
        Some(Move { seat, action })
    }

    /// The moves in words, with the position before each.
    pub(crate) fn tell(&mut self, moves: &[Move]) -> Vec<MadeMove> {
        let mut told = Vec::new();
        if self.table.start(self.seed).is_err() {
            return told;
        }
        for &step in moves {
            let words = self.table.engine.print(&self.table.state, step.seat, step.action);
            told.push(MadeMove { words, before: self.table.state.clone(), seat: step.seat.0 });
            if self.table.make(step).is_err() {
                break;
            }
        }
        told
    }
}
