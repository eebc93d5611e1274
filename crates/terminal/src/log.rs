//! What happened, in sentences, for one viewer. It grows with the game: nothing that was told is told anew at each move.

use railwright_narration::Names;
use railwright_session::{Session, Viewpoint};

/// The sentences so far.
#[derive(Default)]
pub(crate) struct Log {
    viewpoint: Option<Viewpoint>,
    sentences: Vec<String>,
    /// How many sentences there were after set-up and after each step.
    ends: Vec<usize>,
}

impl Log {
    /// Takes in what happened since it was last asked for; everything where somebody else looks.
    pub(crate) fn follow(&mut self, session: &Session, names: &Names, viewpoint: Viewpoint) -> &[String] {
        if self.viewpoint != Some(viewpoint) {
            *self = Log { viewpoint: Some(viewpoint), ..Log::default() };
        }
        for step in self.ends.len()..=session.steps().len() {
            self.sentences.extend(session.told(step, viewpoint).iter().map(|sentence| names.say(sentence)));
            self.ends.push(self.sentences.len());
        }
        &self.sentences
    }

    /// What it says.
    pub(crate) fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// Only so many steps are left.
    pub(crate) fn forget(&mut self, steps: usize) {
        self.ends.truncate(steps + 1);
        self.sentences.truncate(self.ends.last().copied().unwrap_or(0));
    }
}
