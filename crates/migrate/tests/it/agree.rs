//! What is rewritten is what the schemas and the language say has another name now.

use railwright_core::expr::Function;
use railwright_migrate::words::{FUNCTIONS, KEYS, MOVED, PARAMETERS, WORDS};
use railwright_rules::compile::schema;
use railwright_rules::flow;
use railwright_rules::parts::Part;

#[test]
fn everything_that_has_another_name_is_rewritten() {
    let mut seen = 0;
    for schema in schema::all().into_iter().flat_map(|schema| std::iter::once(schema).chain(schema.nested())) {
        for (was, now) in schema.formerly {
            let (key, word) = was.split_once(" = ").map_or((*was, None), |(key, word)| (key, Some(word.trim_matches('"'))));
            let renamed = KEYS.iter().chain(MOVED).any(|known| known.was == key && (known.now == *now || word.is_some()));
            let replaced =
                WORDS.iter().any(|known| word.is_none_or(|word| known.was == word) && (known.key == key || known.key == "*"));
            // What stands in the price now is moved by a file of its own.
            let moved = now.starts_with("price.");
            assert!(renamed || replaced || moved, "{}: {was} -> {now}", schema.name);
            assert!(schema.find(key).is_none() || word.is_some(), "{}: `{key}` is both old and new", schema.name);
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
    for (sort, was, now) in flow::FORMERLY {
        let table = if sort == "action" { "actions" } else { "steps" };
        assert!(WORDS.iter().any(|word| word.at[0] == table && (word.was, word.now) == (was, now)), "{sort} {was}");
    }
    let mut parameters = Vec::new();
    for part in Part::bundled() {
        parameters.extend(part.parameters.into_iter().filter_map(|now| Some((part.id.clone(), now.formerly?, now.name))));
    }
    let known = PARAMETERS.map(|(part, was, now)| (part.to_owned(), was.to_owned(), now.to_owned()));
    assert_eq!(parameters, known);
    let functions: Vec<(&str, &str)> = Function::FORMERLY.iter().map(|(was, now)| (*was, now.row().name)).collect();
    assert_eq!(functions, FUNCTIONS);
}

#[test]
fn no_word_is_a_mechanic_and_a_step_or_a_function_too() {
    let mechanics: Vec<&str> = railwright_rules::mechanics::SCHEMAS.iter().map(|(name, _)| *name).collect();
    let steps: Vec<&str> = flow::SCHEMAS.iter().map(|(name, _)| *name).collect();
    let functions: Vec<&str> = Function::ALL.iter().map(|function| function.row().name).collect();
    for name in &mechanics {
        assert!(!steps.contains(name), "`{name}` is a mechanic and a step");
        assert!(!functions.contains(name), "`{name}` is a mechanic and a function");
    }
}
