//! `railwright explain`: what a mechanic, key, function, hook or report means, from what the program itself uses.

use crate::failure::Failure;
use crate::table::{Cell, Side, Table};
use crate::{markdown, screen, style};
use railwright::manual::{Lookup, Sort, Topic, look_up, topics};
use serde_json::json;

/// Explain a mechanic, step, table, key, function, hook, report or hole
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright explain                       everything that can be explained
  railwright explain claim                 a mechanic, with its keys and an example
  railwright explain zones.market.sweep    a key, by its path in a game file
  railwright explain joined                a function of expressions
  railwright explain on_claimed            a hook of rule scripts
  railwright explain unknown-key           what a report means and what to do
  railwright explain endless-refill        a kind of hole, and how to mend it

The manual under docs/ has the same on its reference pages.")]
pub struct Args {
    /// What to explain [default: a list of all topics]
    #[arg(value_name = "TOPIC")]
    topic: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let wanted = args.topic.join(" ");
    if wanted.is_empty() {
        let all = topics();
        return if args.json { screen::show_json(&all.iter().map(to_json).collect()) } else { screen::show(&list(&all)) };
    }
    match look_up(&wanted) {
        Lookup::Found(found) if args.json => screen::show_json(&found.iter().map(to_json).collect()),
        Lookup::Found(found) => {
            let pages: Vec<String> = found.iter().map(page).collect();
            screen::show(&pages.join("\n"))
        }
        Lookup::Near(near) => {
            let help = match near.as_slice() {
                [] => "railwright explain lists all topics".to_owned(),
                near => format!("perhaps: {}", near.iter().take(12).cloned().collect::<Vec<_>>().join(", ")),
            };
            Err(Failure::usage(format!("nothing is called `{wanted}`"), help))
        }
    }
}

fn page(topic: &Topic) -> String {
    let head = format!("{}, docs/{}", topic.sort.word(), topic.page);
    format!("{}{}\n", markdown::render(&topic.text, screen::width()), style::paint(style::FAINT, &head))
}

/// All topics by their sort; keys are many, so of them only the names are shown.
fn list(all: &[Topic]) -> String {
    let mut text = String::new();
    for sort in Sort::ALL {
        let of_sort: Vec<&Topic> = all.iter().filter(|topic| topic.sort == sort).collect();
        let heading = sort.heading().replace('`', "");
        if sort == Sort::Key {
            let names: Vec<&str> = of_sort.iter().map(|topic| topic.name.as_str()).collect();
            text += &format!("{}\n", style::paint(style::STRONG, &heading));
            text += &markdown::render(&names.join(", "), screen::width());
        } else {
            let mut table = Table::new(&[("", Side::Left), ("", Side::Wrap)]);
            for topic in of_sort {
                table.row(vec![Cell::styled(topic.name.clone(), style::HINT), topic.summary.replace('`', "").into()]);
            }
            let rows = table.render(screen::width());
            // The table has no headings of its own: its first two lines are empty.
            let rows = rows.splitn(3, '\n').nth(2).unwrap_or_default();
            text += &format!("{}\n{rows}", style::paint(style::STRONG, &heading));
        }
        text.push('\n');
    }
    text
}

fn to_json(topic: &Topic) -> serde_json::Value {
    json!({
        "sort": topic.sort.word(),
        "name": topic.name,
        "summary": topic.summary,
        "text": topic.text,
        "page": format!("docs/{}", topic.page),
    })
}
