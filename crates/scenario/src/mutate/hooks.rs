//! Functions of rule scripts that are switched off.

/// The functions that a script defines, with their parameters.
pub(super) fn functions(text: &str) -> Vec<(&str, &str)> {
    let starts = text.lines().filter_map(|line| line.strip_prefix("fn ").or_else(|| line.strip_prefix("private fn ")));
    starts.filter_map(|rest| rest.split_once('(').and_then(|(name, rest)| Some((name.trim(), rest.split_once(')')?.0)))).collect()
}

/// The script with one function that does nothing: the old one has another name, which nobody calls.
/// Options are then `nothing`, in the words of the script.
pub(super) fn disable(text: &str, function: &str, nothing: &str) -> String {
    let Some((_, parameters)) = functions(text).into_iter().find(|(name, _)| *name == function) else { return text.to_owned() };
    let renamed = text.replacen(&format!("fn {function}("), &format!("fn switched_off_{function}("), 1);
    let gives = match function {
        "tally" => "0",
        _ if function.starts_with("options_") => nothing,
        _ => "",
    };
    format!("{renamed}\nfn {function}({parameters}) {{ {gives} }}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_is_switched_off_does_nothing() {
        let text = "fn tally(table, party) {\n    7\n}\nfn on_turn(table, event) { }\n";
        assert_eq!(functions(text), [("tally", "table, party"), ("on_turn", "table, event")]);
        let off = disable(text, "tally", "[]");
        assert!(off.starts_with("fn switched_off_tally(table, party) {\n    7\n}\n"));
        assert!(off.ends_with("\nfn tally(table, party) { 0 }\n"));
        assert_eq!(disable(text, "nothing", "[]"), text);
    }
}
