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
        let written: Vec<(&str, &Node, String)> =
            game.get(GameKeys::TERMS).into_iter().filter_map(|(id, _, node)| Some((id, node, node.as_expr()?))).collect();
        let mut graph = Vec::new();
        for (id, node, text) in &written {
            let named = names_in(text);
            let broken = named.is_err();
            let uses = match named {
                Ok(names) => names.iter().filter_map(|name| written.iter().position(|t| t.0 == name)).collect(),
                Err(error) => {
                    self.report.push(expression_error(self.files, error, node));
                    Vec::new()
                }
            };
            graph.push(Written { node, uses });
            self.parts.terms.push(Term { id: (*id).to_owned(), text: text.clone(), broken });
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
