//! Following a page as its reader does: files are put together as it says, commands are typed where they stand. The page says it in fixed
//! phrases, one in bold before each box; a box that no phrase is for, or a phrase without a box, is an error of the page.

use super::{Folder, Ran};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

/// What a page consists of, for somebody who does what it says.
#[derive(Debug, PartialEq)]
pub enum Part {
    /// A heading of the second level: its text.
    Heading(String),
    /// A box that goes to a file.
    Write(Edit, Vec<String>),
    /// A box that shows what the last command prints, and the exit code that it has.
    Prints(i32, Vec<String>),
    /// A command.
    Type(String),
}

/// Where the text of a box goes.
#[derive(Debug, PartialEq)]
pub enum Edit {
    Save { file: String },
    End { file: String },
    Below { file: String, spot: Spot },
    Replace { file: String, spot: Spot },
}

/// One place in a file.
#[derive(Debug, PartialEq)]
pub enum Spot {
    /// The one line that is this.
    Line(String),
    /// The one line that begins so.
    Begins(String),
    /// The one heading that is this, with all lines down to the next empty one.
    Table(String),
}

/// What a bold line before a box asks for: where its text goes, or the exit code of the command that prints it.
fn phrase(line: &str) -> Option<Result<Edit, i32>> {
    let words = line.strip_prefix("**")?.strip_suffix(":**")?;
    let owned = |text: &str| text.to_owned();
    // Every second part stands between backticks.
    let edit = match words.split('`').collect::<Vec<_>>()[..] {
        ["It prints"] => return Some(Err(0)),
        ["It fails and prints"] => return Some(Err(1)),
        ["Save as ", file, ""] => Edit::Save { file: owned(file) },
        ["Add to the end of ", file, ""] => Edit::End { file: owned(file) },
        ["In ", file, what, at, rest] => {
            let (adds, spot) = match (what.strip_prefix(", add below the "), what.strip_prefix(", replace the ")) {
                (Some(spot), None) if rest.is_empty() => (true, spot),
                (None, Some(spot)) if rest == " with" => (false, spot),
                _ => return None,
            };
            let spot = match spot {
                "line " => Spot::Line(owned(at)),
                "line that begins with " => Spot::Begins(owned(at)),
                "table " => Spot::Table(owned(at)),
                _ => return None,
            };
            let file = owned(file);
            if adds { Edit::Below { file, spot } } else { Edit::Replace { file, spot } }
        }
        _ => return None,
    };
    Some(Ok(edit))
}

/// Reads a page; an error says which line of it nobody could follow.
pub fn read(page: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut asked: Option<(usize, &str)> = None;
    let mut lines = page.lines().enumerate().map(|(i, line)| (i + 1, line));
    while let Some((number, line)) = lines.next() {
        if line.starts_with("```") {
            let text: Vec<String> = lines.by_ref().map(|(_, line)| line.to_owned()).take_while(|line| line != "```").collect();
            let (_, bold) = asked.take().ok_or(format!("line {number}: nothing says where this box goes"))?;
            parts.push(match phrase(bold).ok_or(format!("line {number}: `{bold}` is no phrase that can be followed"))? {
                Ok(edit) => Part::Write(edit, text),
                Err(code) => Part::Prints(code, text),
            });
            continue;
        }
        if let (Some((number, bold)), false) = (asked, line.is_empty()) {
            return Err(format!("line {number}: no box follows `{bold}`"));
        }
        if line.starts_with("**") {
            asked = Some((number, line));
        } else if let Some(command) = line.strip_prefix("    ") {
            let typed = command.strip_prefix("railwright ").ok_or(format!("line {number}: `{command}` is no command"))?;
            parts.push(Part::Type(typed.to_owned()));
        } else if let Some(heading) = line.strip_prefix("## ") {
            parts.push(Part::Heading(heading.to_owned()));
        }
    }
    asked.map_or(Ok(parts), |(number, bold)| Err(format!("line {number}: no box follows `{bold}`")))
}

/// Changes the lines of a file, of which there are none before it is saved for the first time.
pub fn edit(lines: &mut Vec<String>, edit: &Edit, text: &[String]) -> Result<(), String> {
    let blank = [String::new()];
    match edit {
        Edit::Save { file } if !lines.is_empty() => return Err(format!("{file} is there already")),
        Edit::Save { .. } => lines.extend_from_slice(text),
        Edit::End { file } if lines.is_empty() => return Err(format!("there is no {file} yet")),
        Edit::End { .. } => lines.extend(blank.iter().chain(text).cloned()),
        Edit::Below { spot, .. } => {
            let end = find(lines, spot)?.end;
            let blank = if matches!(spot, Spot::Table(_)) { &blank[..] } else { &[] };
            lines.splice(end..end, blank.iter().chain(text).cloned());
        }
        Edit::Replace { spot, .. } => {
            let old = find(lines, spot)?;
            lines.splice(old, text.iter().cloned());
        }
    }
    Ok(())
}

/// The lines that are meant. A reader must not be left to choose: there is just one such spot.
fn find(lines: &[String], spot: &Spot) -> Result<std::ops::Range<usize>, String> {
    let meant = |line: &String| match spot {
        Spot::Line(text) => line == text,
        Spot::Begins(text) => line.starts_with(text),
        Spot::Table(heading) => line.split_whitespace().next() == Some(heading.as_str()),
    };
    let found: Vec<usize> = (0..lines.len()).filter(|i| meant(&lines[*i])).collect();
    let [start] = found[..] else { return Err(format!("{spot:?} is at {} places", found.len())) };
    let length = match spot {
        Spot::Table(_) => lines[start..].iter().take_while(|line| !line.is_empty()).count(),
        _ => 1,
    };
    Ok(start..start + length)
}

/// Does what the text of a box is for.
#[track_caller]
pub fn write(folder: &Folder, to: &Edit, text: &[String]) {
    let (Edit::Save { file } | Edit::End { file } | Edit::Below { file, .. } | Edit::Replace { file, .. }) = to;
    let before = std::fs::read_to_string(folder.path().join(file)).unwrap_or_default();
    let mut lines: Vec<String> = before.lines().map(str::to_owned).collect();
    edit(&mut lines, to, text).unwrap_or_else(|problem| panic!("{to:?}: {problem}"));
    folder.write(file, &(lines.join("\n") + "\n"));
}

/// Types a command in the folder. What asks for something on the way is told to quit.
pub fn type_in(folder: &Folder, line: &str) -> Ran {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let state = folder.path().parent().expect("it is in a folder of its own").join("state");
    let mut command = super::command(&arguments);
    command.current_dir(folder.path()).env("XDG_STATE_HOME", state);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // A command that reads nothing may be over by now.
    let _ = child.stdin.take().expect("its input").write_all(b"quit\n");
    let ran = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Ran { code: ran.status.code().unwrap_or(-1), out: text(ran.stdout), err: text(ran.stderr) }
}

/// Every file of a folder by its path from there, without pictures: what they look like is tested elsewhere.
pub fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)));
        } else if !name.ends_with(".svg") {
            found.insert(name, std::fs::read_to_string(path).expect("a text"));
        }
    }
    found
}
