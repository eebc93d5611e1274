//! Terms: each is read where it is written, whether anything uses it or not, and none may be made of itself.

use super::schema::GameKeys;
use super::{Compiler, expression_error};
use railwright_core::components::Term;
use railwright_core::expr::names_in;
use railwright_source::{Diagnostic, Node, Reader};

/// A term as it is written, with the other terms that it names.
struct Written<'n> {
    node: &'n Node,
    uses: Vec<usize>,
}

impl Compiler<'_> {
    pub(super) fn terms(&mut self, game: &Reader<GameKeys>) {
        let mut written: Vec<(&str, Vec<&str>, &Node, String)> = Vec::new();
        for (key, origin, node) in game.get(GameKeys::TERMS) {
            let Some(text) = node.as_expr() else { continue };
            match with_parameters(key) {
                Some((id, _)) if written.iter().any(|known| known.0 == id) => {
                    let problem = Diagnostic::error("said-twice", format!("there are two terms called `{id}`"));
                    self.report.push(problem.at(origin, "the second").help("give one of them another name"));
                }
                Some((id, parameters)) => written.push((id, parameters, node, text)),
                None => {
                    let problem = Diagnostic::error("bad-expression", format!("`{key}` is no name of a term"));
                    let help = "write a name, or a name with parameters in quotes: 'made(cards)'";
                    self.report.push(problem.at(origin, "not a name").help(help));
                }
            }
        }
        let mut graph = Vec::new();
        for (id, parameters, node, text) in &written {
            let named = names_in(text);
            let broken = named.is_err();
            let uses = match named {
                Ok(names) => {
                    let names = names.iter().filter(|name| !parameters.contains(&name.as_str()));
                    names.filter_map(|name| written.iter().position(|t| t.0 == name)).collect()
                }
                Err(error) => {
                    self.report.push(expression_error(self.files, error, node));
                    Vec::new()
                }
            };
            graph.push(Written { node, uses });
            let parameters = parameters.iter().map(|&name| name.to_owned()).collect();
            self.parts.terms.push(Term { id: (*id).to_owned(), parameters, text: text.clone(), broken });
        }
        for term in 0..graph.len() {
            // What uses a term of a circle that was reported is reported with it.
            if let Some(circle) = circle(&graph, term).filter(|circle| !circle.iter().any(|&at| self.parts.terms[at].broken)) {
                self.report_circle(&graph, &circle);
            }
        }
    }

    /// One report for all terms of a circle.
    fn report_circle(&mut self, graph: &[Written], circle: &[usize]) {
        let (first, rest) = (circle[0], &circle[1..]);
        let names: Vec<String> = circle.iter().chain([&first]).map(|&at| format!("`{}`", self.parts.terms[at].id)).collect();
        let message = match rest {
            [] => format!("the term {} is made of itself", names[0]),
            _ => format!("the term {} is made of itself: {}", names[0], names.join(" uses ")),
        };
        let mut problem = Diagnostic::error("bad-expression", message).at(graph[first].node.origin, "it uses itself");
        for &at in rest {
            problem = problem.at(graph[at].node.origin, "through this");
        }
        self.report.push(problem.help("a term stands for its text: that text cannot have the term in it again"));
        circle.iter().for_each(|&at| self.parts.terms[at].broken = true);
    }
}

/// The id of a term and its parameters: `held`, `made(cards)`.
fn with_parameters(key: &str) -> Option<(&str, Vec<&str>)> {
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    let (id, parameters) = match key.split_once('(') {
        Some((id, rest)) => (id.trim_end(), rest.strip_suffix(')')?.split(',').map(str::trim).collect()),
        None => (key, Vec::new()),
    };
    let differ = |(at, name): (usize, &&str)| !parameters[..at].contains(name);
    let fine = is_name(id) && parameters.iter().all(|name| is_name(name)) && parameters.iter().enumerate().all(differ);
    fine.then_some((id, parameters))
}

/// The shortest way from a term through those that it uses back to itself.
fn circle(graph: &[Written], start: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; graph.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for &next in &graph[at].uses {
            if next == start {
                let mut way: Vec<usize> = std::iter::successors(Some(at), |&at| before[at].filter(|_| at != start)).collect();
                way.reverse();
                return Some(way);
            }
            if before[next].is_none() {
                before[next] = Some(at);
                queue.push_back(next);
            }
        }
    }
    None
}
