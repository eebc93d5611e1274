//! `railwright test --review`: one difference after the other, accepted, rejected or left.

use crate::common::{Folder, piped_in};

const SCENARIO: &str = "format = 1\ntext = \"Both keep their tickets.\"\ncovers = [\"TTR-04\"]\ngame = \"ticket-to-ride\"\nplayers = 2\nseed = 1\n\n\
     [play]\nmoves = \"\"\"\n1 keep\n2 keep\n\"\"\"\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("one.toml", SCENARIO);
    folder.write("two.toml", SCENARIO);
    folder
}

#[test]
fn outcomes_are_accepted_and_rejected_one_by_one() {
    let folder = folder("review");
    let (code, out, err) = piped_in(folder.path(), &["test", "one.toml", "two.toml", "--review"], "?\na\nr\n");
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("1 of 2") && out.contains("2 of 2"), "{out}");
    assert!(out.contains("TTR-04 30 destination tickets."), "the rule in words:\n{out}");
    assert!(out.contains("a  accept: this is what should happen from now on"), "{out}");
    assert!(out.contains("1 accepted, 1 rejected, 0 left"), "{out}");
    let (code, out, _) = piped_in(folder.path(), &["test", "one.toml"], "");
    assert_eq!(code, 0, "it is kept: {out}");
    let (code, out, _) = piped_in(folder.path(), &["test", "two.toml"], "");
    assert_eq!(code, 1, "it is not kept: {out}");
}

#[test]
fn the_end_of_the_input_leaves_the_rest() {
    let folder = folder("review-end");
    let (code, out, _) = piped_in(folder.path(), &["test", "one.toml", "two.toml", "--review"], "s\n");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("0 accepted, 0 rejected, 2 left"), "{out}");
    let (code, out, _) = piped_in(folder.path(), &["test", "one.toml", "two.toml", "--review"], "A\n");
    assert_eq!(code, 0, "{out}");
    let (code, out, _) = piped_in(folder.path(), &["test", "one.toml", "two.toml", "--review"], "");
    assert!(code == 0 && out.contains("there is nothing to review"), "{out}");
}
