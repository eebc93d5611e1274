//! The files that are worked on: their texts, saved or not, what was done to them step by step, and what other programs did meanwhile.

use crate::edit::{Edit, EditError, Meaning, apply};
use crate::folder::{Folder, FolderError, Listed};
use crate::merge::merge;
use railwright_language::Workspace;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// What is typed within this time is one step.
const ONE_STEP: Duration = Duration::from_millis(1500);
/// So many steps can be taken back.
const STEPS: usize = 500;

/// A file that is worked on.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What the file said when it was last read or written; nothing if there was none.
    pub base: Option<String>,
    /// What it is to say.
    pub text: String,
    /// What another program wrote, where that cannot be put together with ours.
    pub conflict: Option<Option<String>>,
    /// The revision of the desk in which the text was changed last.
    pub version: u64,
}

impl Draft {
    /// Whether there is something to save.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.base.as_deref() != Some(&self.text)
    }
}

/// Something that was done: each file with its text before and after.
struct Step {
    what: String,
    changes: Vec<(String, String, String)>,
    typed: Option<Instant>,
}

/// Why something could not be done; nothing was changed.
#[derive(Debug)]
pub enum DeskError {
    /// The file cannot be read or written.
    Folder(FolderError),
    /// The edit makes no sense.
    Edit(EditError),
    /// The page did not know the text as it is now.
    Stale,
    /// There is no such file.
    NoFile(String),
}

impl fmt::Display for DeskError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            DeskError::Folder(error) => error.fmt(f),
            DeskError::Edit(error) => error.fmt(f),
            DeskError::Stale => write!(f, "the file has changed meanwhile; look again"),
            DeskError::NoFile(name) => write!(f, "there is no `{name}` in the folder"),
        }
    }
}

impl std::error::Error for DeskError {}

impl From<FolderError> for DeskError {
    fn from(error: FolderError) -> Self {
        DeskError::Folder(error)
    }
}

/// All files that are worked on.
pub struct Desk {
    folder: Folder,
    drafts: BTreeMap<String, Draft>,
    steps: Vec<Step>,
    /// So many steps are done; those behind it were taken back.
    done: usize,
    /// Grows with every change.
    revision: u64,
    workspace: Workspace,
    /// What is to be told about other programs.
    news: Vec<String>,
    /// The files that were there last.
    listed: Vec<Listed>,
}

impl Desk {
    /// A desk for a folder.
    #[must_use]
    pub fn new(folder: Folder) -> Self {
        let workspace = Workspace::open(folder.root());
        Desk {
            folder,
            drafts: BTreeMap::new(),
            steps: Vec::new(),
            done: 0,
            revision: 1,
            workspace,
            news: Vec::new(),
            listed: Vec::new(),
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The game files of the folder as they are now.
    pub fn list(&mut self) -> Vec<Listed> {
        let listed = self.folder.list();
        if listed != self.listed {
            self.listed.clone_from(&listed);
            self.workspace.refresh();
        }
        listed
    }

    /// What an editor can ask about the texts as they are now.
    #[must_use]
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// A number that grows with every change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The files that are worked on.
    pub fn drafts(&self) -> impl Iterator<Item = (&str, &Draft)> {
        self.drafts.iter().map(|(name, draft)| (name.as_str(), draft))
    }

    /// The step that can be taken back and the one that can be done again.
    #[must_use]
    pub fn undo_and_redo(&self) -> (Option<&str>, Option<&str>) {
        let what = |at: usize| self.steps.get(at).map(|step| step.what.as_str());
        (self.done.checked_sub(1).and_then(what), what(self.done))
    }

    /// The texts that are not saved, for those who load games.
    #[must_use]
    pub fn held(&self) -> Vec<(std::path::PathBuf, String)> {
        let changed = self.drafts.iter().filter(|(_, draft)| draft.is_changed());
        changed.filter_map(|(name, draft)| Some((self.folder.path(name).ok()?, draft.text.clone()))).collect()
    }

    /// A file as it is to be; one that nobody has worked on yet is read.
    pub fn open(&mut self, name: &str) -> Result<&Draft, DeskError> {
        if !self.drafts.contains_key(name) {
            let text = self.folder.read(name)?.ok_or_else(|| DeskError::NoFile(name.to_owned()))?;
            self.drafts.insert(name.to_owned(), Draft { base: Some(text.clone()), text, conflict: None, version: self.revision });
        }
        Ok(&self.drafts[name])
    }

    /// Does something to a file.
    pub fn edit(&mut self, name: &str, edits: &[Edit], meaning: &Meaning, what: &str) -> Result<(), DeskError> {
        let text = apply(&self.open(name)?.text, edits, meaning).map_err(DeskError::Edit)?;
        self.step(what, vec![(name.to_owned(), text)], false);
        Ok(())
    }

    /// A file says something else: somebody has typed into the version they saw.
    pub fn write(&mut self, name: &str, version: u64, text: &str) -> Result<(), DeskError> {
        if self.open(name)?.version != version {
            return Err(DeskError::Stale);
        }
        self.step(&format!("typing in {name}"), vec![(name.to_owned(), text.to_owned())], true);
        Ok(())
    }

    fn step(&mut self, what: &str, texts: Vec<(String, String)>, typed: bool) {
        let mut changes = Vec::new();
        for (name, text) in texts {
            let Some(draft) = self.drafts.get_mut(&name) else { continue };
            if draft.text != text {
                changes.push((name.clone(), std::mem::replace(&mut draft.text, text.clone()), text));
            }
        }
        if changes.is_empty() {
            return;
        }
        self.steps.truncate(self.done);
        let goes_on = |step: &Step| {
            typed
                && step.typed.is_some_and(|at| at.elapsed() < ONE_STEP)
                && step.changes.len() == 1
                && step.changes[0].0 == changes[0].0
        };
        match self.steps.last_mut().filter(|step| goes_on(step)) {
            Some(last) => {
                last.changes[0].2.clone_from(&changes[0].2);
                last.typed = Some(Instant::now());
            }
            None => {
                self.steps.push(Step { what: what.to_owned(), changes: changes.clone(), typed: typed.then(Instant::now) });
                if self.steps.len() > STEPS {
                    self.steps.remove(0);
                }
            }
        }
        self.done = self.steps.len();
        self.changed(changes.iter().map(|(name, ..)| name.clone()).collect());
    }

    fn changed(&mut self, names: Vec<String>) {
        self.revision += 1;
        for name in names {
            if let (Some(draft), Ok(path)) = (self.drafts.get_mut(&name), self.folder.path(&name)) {
                draft.version = self.revision;
                self.workspace.change(path, draft.text.clone());
            }
        }
    }

    /// Takes the last step back, or does the next one again; the files it is about.
    pub fn undo(&mut self, again: bool) -> Vec<String> {
        let at = if again { self.done } else { self.done.wrapping_sub(1) };
        let Some(step) = self.steps.get_mut(at) else { return Vec::new() };
        step.typed = None;
        for (name, before, after) in &step.changes {
            if let Some(draft) = self.drafts.get_mut(name) {
                draft.text.clone_from(if again { after } else { before });
            }
        }
        self.done = if again { at + 1 } else { at };
        let names: Vec<String> = step.changes.iter().map(|(name, ..)| name.clone()).collect();
        self.changed(names.clone());
        names
    }

    /// Takes in what other programs have done to the files that are worked on.
    pub fn look(&mut self) {
        let (mut taken, mut lost) = (Vec::new(), false);
        for (name, draft) in &mut self.drafts {
            let Ok(now) = self.folder.read(name) else { continue };
            if now == draft.base || draft.conflict.as_ref() == Some(&now) {
                continue;
            }
            let base = draft.base.clone().unwrap_or_default();
            match now.as_deref().and_then(|theirs| Some((theirs, merge(&base, &draft.text, theirs)?))) {
                Some((theirs, merged)) => {
                    let clean = draft.text == base;
                    let how = if clean { "was taken in anew" } else { "was put together with your changes" };
                    self.news.push(format!("Another program changed {name}; it {how}."));
                    draft.base = Some(theirs.to_owned());
                    draft.conflict = None;
                    taken.push((name.clone(), merged));
                }
                None => {
                    draft.conflict = Some(now);
                    lost = true;
                }
            }
        }
        if lost {
            self.revision += 1;
        }
        if !taken.is_empty() {
            self.workspace.refresh();
            self.revision += 1;
            self.step("what another program did", taken, false);
        }
    }

    /// What is to be told about other programs, once.
    pub fn news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    /// Settles a conflict: with our text, which the next save writes, or with theirs.
    pub fn settle(&mut self, name: &str, mine: bool) {
        let Some(draft) = self.drafts.get_mut(name) else { return };
        let Some(theirs) = draft.conflict.take() else { return };
        draft.base.clone_from(&theirs);
        self.revision += 1;
        if let (false, Some(theirs)) = (mine, theirs) {
            self.step(&format!("taking {name} as another program wrote it"), vec![(name.to_owned(), theirs)], false);
        }
    }

    /// Saves a file, unless another program has changed it in a way that cannot be put together with ours.
    pub fn save(&mut self, name: &str) -> Result<(), DeskError> {
        self.look();
        let Some(draft) = self.drafts.get_mut(name) else { return Err(DeskError::NoFile(name.to_owned())) };
        if let Some(theirs) = &draft.conflict {
            return Err(FolderError::Changed(theirs.clone()).into());
        }
        if draft.is_changed() {
            self.folder.write(name, &draft.text, draft.base.as_deref())?;
            draft.base = Some(draft.text.clone());
            self.revision += 1;
            self.workspace.refresh();
        }
        Ok(())
    }
}
