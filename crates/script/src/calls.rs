//! Calls in the syntax tree of a script: how many arguments each has, found without playing.
//!
//! Rhai finds out only when a call is made that no function takes so many arguments; a hook that is rarely called would break down in
//! the middle of a game.

use crate::check::{self, origin};
use crate::host::{HostFunction, host_functions};
use crate::limits::{EVAL, EVAL_WITHIN};
use crate::names::near;
use railwright_rules::module::{Constant, ConstantValue, ScriptSource};
use railwright_source::Diagnostic;
use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt};

/// What an argument is, as far as it is written in the script itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Literal {
    /// A text.
    Text(String),
    /// A variable.
    Variable(String),
    /// A list, `["hand", seat]`.
    List(Vec<(Literal, Position)>),
    /// A map, `#{ a: from }`.
    Map(Vec<(String, Literal)>),
    /// Something that is worked out, or a number.
    Other,
}

impl Literal {
    fn of(expr: &Expr) -> (Self, Position) {
        let literal = match expr {
            Expr::StringConstant(text, _) => Self::Text(text.to_string()),
            Expr::Variable(variable, ..) => Self::Variable(variable.1.to_string()),
            Expr::Array(items, _) => Self::List(items.iter().map(Self::of).collect()),
            Expr::Map(entries, _) => {
                Self::Map(entries.0.iter().map(|(key, item)| (key.name.to_string(), Self::of(item).0)).collect())
            }
            _ => Self::Other,
        };
        (literal, expr.start_position())
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The text, or those that are written in the list.
    pub(crate) fn texts(&self) -> Vec<&str> {
        match self {
            Self::Text(text) => vec![text],
            Self::List(items) => items.iter().filter_map(|(item, _)| item.text()).collect(),
            Self::Variable(_) | Self::Map(_) | Self::Other => Vec::new(),
        }
    }

    /// The same with the values of a module's parameters in the place of their names.
    fn with(self, constants: &[Constant]) -> Self {
        match self {
            Self::Variable(name) => match constants.iter().find(|constant| constant.name == name).map(|constant| &constant.value)
            {
                Some(ConstantValue::Text(text)) => Self::Text(text.clone()),
                Some(_) => Self::Other,
                None => Self::Variable(name),
            },
            Self::List(items) => Self::List(items.into_iter().map(|(item, at)| (item.with(constants), at)).collect()),
            Self::Map(entries) => Self::Map(entries.into_iter().map(|(key, item)| (key, item.with(constants))).collect()),
            Self::Text(_) | Self::Other => self,
        }
    }
}

/// A call in a script; operators and definitions are none.
#[derive(Clone)]
pub(crate) struct Call {
    /// The function that it stands in, by its name and how many parameters it takes; none for what stands outside of all.
    within: Option<(String, usize)>,
    /// The variable it is called on as a method, if it is a method of a variable.
    on: Option<String>,
    /// Whether it is called on anything.
    method: bool,
    name: String,
    /// The module it is imported from.
    namespace: Option<String>,
    at: Position,
    pub(crate) arguments: Vec<(Literal, Position)>,
    /// The names of parameters that arguments are, before their values were put in.
    named: Vec<Option<String>>,
}

impl Call {
    /// The name of the parameter that an argument is.
    pub(crate) fn constant_at(&self, i: usize) -> Option<&str> {
        self.named.get(i)?.as_deref()
    }
}

/// Every call of a script, in the order of the text.
fn calls(ast: &AST) -> Vec<Call> {
    let mut found = Vec::new();
    let mut outside = ast.clone();
    outside.clear_functions();
    walk(&outside, &mut |path| visit(path, &mut found));
    for function in ast.iter_fn_def() {
        let (name, takes) = (function.name.as_str(), function.params.len());
        let mut here = Vec::new();
        let mut alone = ast.clone();
        alone.clear_statements().retain_functions(|_, _, other, parameters| other == name && parameters == takes);
        walk(&alone, &mut |path| visit(path, &mut here));
        found.extend(here.into_iter().map(|call| Call { within: Some((name.to_owned(), takes)), ..call }));
    }
    let key = |call: &Call| (call.at.line(), call.at.position());
    found.sort_by_key(key);
    // The walk comes to a branch of a `switch` once for each of its cases.
    found.dedup_by_key(|call| key(call));
    found
}

/// Visits every node of a script's tree with the path to it, also those that Rhai's own walk leaves out.
pub(crate) fn walk(ast: &AST, visit: &mut impl FnMut(&[ASTNode])) {
    ast.walk(&mut |path| on_the_way(path, visit));
}

/// Visits the end of a path, and the value that ends a loop if that is what it is; the walk always goes on.
fn on_the_way(path: &[ASTNode], visit: &mut impl FnMut(&[ASTNode])) -> bool {
    visit(path);
    if let Some(ASTNode::Stmt(Stmt::BreakLoop(Some(value), ..))) = path.last() {
        value.walk(&mut Vec::new(), &mut |path: &[ASTNode]| on_the_way(path, visit));
    }
    true
}

/// Notes the call that a path through the tree ends at, if it is one.
fn visit(path: &[ASTNode], found: &mut Vec<Call>) {
    let (call, at, method) = match path.last() {
        Some(ASTNode::Stmt(Stmt::FnCall(call, at)) | ASTNode::Expr(Expr::FnCall(call, at))) => (call, at, false),
        Some(ASTNode::Expr(Expr::MethodCall(call, at))) => (call, at, true),
        _ => return,
    };
    let FnCallExpr { name, args, .. } = &**call;
    if !call.is_operator_call() {
        let on = receiver(path).map(str::to_owned).filter(|_| method);
        let arguments: Vec<(Literal, Position)> = args.iter().map(Literal::of).collect();
        let of_variable = |(literal, _): &(Literal, Position)| match literal {
            Literal::Variable(name) => Some(name.clone()),
            _ => None,
        };
        let named = arguments.iter().map(of_variable).collect();
        let namespace = (!call.namespace.is_empty()).then(|| call.namespace.to_string());
        let name = if *name == *EVAL_WITHIN { EVAL.to_owned() } else { name.to_string() };
        found.push(Call { within: None, on, method, name, namespace, at: *at, arguments, named });
    }
}

/// The variable that the method at the end of a path is called on.
fn receiver<'t>(path: &[ASTNode<'t>]) -> Option<&'t str> {
    // `a.f().g()` is a chain to the right, `a.(f().g())`: what `f` is called on stands further up.
    let expressions = path.iter().rev().map_while(|node| if let ASTNode::Expr(expr) = node { Some(*expr) } else { None });
    let mut inner: Option<&Expr> = None;
    for outer in expressions {
        match (outer, inner) {
            (Expr::Dot(chain, ..), Some(inner)) if std::ptr::eq(&chain.rhs, inner) => {
                return if let Expr::Variable(variable, ..) = &chain.lhs { Some(variable.1.as_str()) } else { None };
            }
            (Expr::Dot(chain, ..) | Expr::Index(chain, ..), Some(inner)) if std::ptr::eq(&chain.lhs, inner) => {}
            (_, None) => {}
            _ => return None,
        }
        inner = Some(outer);
    }
    None
}

/// Which parameters of a script's functions are the table, whatever they are called: the first of what the rules call, and what another
/// function hands on.
struct Tables(Vec<(String, usize, String)>);

impl Tables {
    fn of(ast: &AST, calls: &[Call]) -> Self {
        let mut tables = Tables(Vec::new());
        for function in ast.iter_fn_def() {
            let entered = check::is_called_by_rules(&function.name);
            for (at, parameter) in function.params.iter().enumerate() {
                // What nobody calls yet is read by the names that everybody gives it.
                if at == 0 && entered || matches!(parameter.as_str(), "table" | "game") {
                    tables.0.push((function.name.to_string(), function.params.len(), parameter.to_string()));
                }
            }
        }
        while calls.iter().any(|call| tables.hand_on(ast, call)) {}
        tables
    }

    /// Notes what a call hands to a function of the script; says whether that is new.
    fn hand_on(&mut self, ast: &AST, call: &Call) -> bool {
        let takes = call.arguments.len();
        let mut found = Vec::new();
        for function in ast.iter_fn_def().filter(|f| f.name == call.name.as_str() && f.params.len() == takes && !call.method) {
            for ((argument, _), parameter) in call.arguments.iter().zip(&function.params) {
                let one = (function.name.to_string(), takes, parameter.to_string());
                if matches!(argument, Literal::Variable(name) if self.has(call, name)) && !self.0.contains(&one) {
                    found.push(one);
                }
            }
        }
        let new = !found.is_empty();
        self.0.extend(found);
        new
    }

    /// Whether a variable is the table where a call stands.
    fn has(&self, call: &Call, variable: &str) -> bool {
        let Some((function, takes)) = &call.within else { return false };
        self.0.iter().any(|(name, parameters, table)| name == function && parameters == takes && table == variable)
    }
}

/// Calls of the host and of the script's own functions that no function takes.
pub(crate) fn wrong(script: &ScriptSource, ast: &AST, own: &[(String, usize)], imported: &Imported) -> Vec<Diagnostic> {
    let host = host_functions();
    let mut problems = Vec::new();
    let calls = calls(ast);
    let tables = Tables::of(ast, &calls);
    for call in &calls {
        let at = origin(script, call.at);
        if let Some(namespace) = &call.namespace {
            problems.extend(imported.wrong(script, namespace, call));
            continue;
        }
        let defined: Vec<usize> = own.iter().filter(|(name, _)| *name == call.name).map(|(_, takes)| *takes).collect();
        let table = call.on.as_deref().filter(|on| tables.has(call, on));
        let known = host.iter().find(|function| function.name == call.name);
        match (table, known) {
            (Some(table), Some(function)) => {
                let wanted = function.arguments.split(", ").filter(|a| !a.is_empty()).count();
                if !function.takes(call.arguments.len()) {
                    let given = call.arguments.len();
                    let message = format!("{}: `{}` takes {wanted} argument(s), not {given}", script.file, call.name);
                    let problem = Diagnostic::error("script-arguments", message).at(at, "this call");
                    problems.push(problem.help(format!("write {table}.{}", function.signature())));
                }
            }
            (Some(_), None) if defined.is_empty() => {
                let names: Vec<&str> = host.iter().map(|function| function.name).collect();
                let problem = Diagnostic::error(
                    "script-unknown-function",
                    format!("{}: the table has no function `{}`", script.file, call.name),
                );
                let help = near(&call.name, &names).map(|near| format!("did you mean `{near}`?"));
                problems.push(problem.at(at, "unknown").help(help.unwrap_or_else(|| "docs/scripts.md lists them".to_owned())));
            }
            (None, _) if !call.method && !defined.is_empty() && !defined.contains(&call.arguments.len()) => {
                let wanted: Vec<String> = defined.iter().map(usize::to_string).collect();
                let (wanted, given) = (wanted.join(" or "), call.arguments.len());
                let message = format!("{}: `{}` takes {wanted} argument(s), not {given}", script.file, call.name);
                problems.push(Diagnostic::error("script-arguments", message).at(at, "this call"));
            }
            _ => {}
        }
    }
    problems
}

/// The functions of the modules that a script imports.
pub(crate) struct Imported(pub(crate) Vec<(String, Vec<(String, usize)>)>);

impl Imported {
    /// What is wrong with a call of an imported function; that a module is not imported is found by whoever reads the text.
    fn wrong(&self, script: &ScriptSource, namespace: &str, call: &Call) -> Option<Diagnostic> {
        let (_, functions) = self.0.iter().find(|(name, _)| name == namespace)?;
        let takes: Vec<usize> = functions.iter().filter(|(name, _)| *name == call.name).map(|(_, takes)| *takes).collect();
        if takes.contains(&call.arguments.len()) {
            return None;
        }
        let names: Vec<&str> = functions.iter().map(|(name, _)| name.as_str()).collect();
        let (code, message, help) = match takes.first() {
            Some(wanted) => {
                let given = call.arguments.len();
                let message = format!("{}: `{namespace}::{}` takes {wanted} argument(s), not {given}", script.file, call.name);
                ("script-arguments", message, None)
            }
            None => {
                let near = near(&call.name, &names).map(|near| format!("did you mean `{near}`?"));
                let message = format!("{}: `{namespace}` has no function `{}`", script.file, call.name);
                ("script-unknown-function", message, near.or_else(|| Some(format!("it has: {}", names.join(", ")))))
            }
        };
        let problem = Diagnostic::error(code, message).at(origin(script, call.at), "this call");
        Some(if let Some(help) = help { problem.help(help) } else { problem })
    }
}

/// Calls of host functions with as many arguments as each takes, as methods of the table or with it as the first argument.
pub(crate) fn of_host(ast: &AST, own: &[(String, usize)], constants: &[Constant]) -> Vec<(Call, HostFunction)> {
    let host = host_functions();
    let mut found = Vec::new();
    let calls = calls(ast);
    let tables = Tables::of(ast, &calls);
    for mut call in calls {
        call.arguments = call.arguments.into_iter().map(|(literal, at)| (literal.with(constants), at)).collect();
        let Some(function) = host.iter().find(|function| function.name == call.name && call.namespace.is_none()) else {
            continue;
        };
        let on_table = call.on.as_deref().is_some_and(|on| tables.has(&call, on));
        let defined = own.iter().any(|(name, _)| *name == call.name);
        let call = match (on_table, call.method, call.arguments.len().checked_sub(1)) {
            (true, ..) => call,
            (false, false, Some(_)) if !defined => {
                Call { arguments: call.arguments[1..].to_vec(), named: call.named[1..].to_vec(), ..call }
            }
            _ => continue,
        };
        if function.takes(call.arguments.len()) {
            found.push((call, *function));
        }
    }
    found
}

/// The names of all functions that are called somewhere in the script.
pub(crate) fn called(ast: &AST) -> Vec<String> {
    calls(ast).into_iter().map(|call| call.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::offset;
    use crate::limits;

    fn found(text: &str) -> Vec<(Option<String>, String, usize, usize)> {
        let ast = limits::compile(&limits::reader(&[]), text, &[]).expect("a script");
        calls(&ast).into_iter().map(|c| (c.on, c.name, c.arguments.len(), offset(text, c.at).expect("a place"))).collect()
    }

    #[test]
    fn calls_are_found_with_what_they_are_called_on() {
        let call = |on: Option<&str>, name: &str, n, at| (on.map(str::to_owned), name.to_owned(), n, at);
        assert_eq!(found("fn f(a, b) { g(a, [1, 2], \"x, y\") }"), [call(None, "g", 3, 13)]);
        assert_eq!(
            found("fn f(table, s) { table.add([\"a(b\", s], h()) }"),
            [call(Some("table"), "add", 2, 23), call(None, "h", 0, 39)]
        );
        assert_eq!(found("fn f(l) { l.filter(|a, b| g(a) > b) }"), [call(Some("l"), "filter", 1, 12), call(None, "g", 1, 26)]);
        assert_eq!(found("fn f(a, b) { if (a) { } while (b) { } -(a + 1) }"), []);
    }

    /// What the text alone does not tell.
    #[test]
    fn chains_texts_with_code_and_shared_branches_are_read_as_the_language_reads_them() {
        let names = |text: &str| -> Vec<String> {
            found(text)
                .into_iter()
                .map(|(on, name, n, _)| format!("{}{name}/{n}", on.map_or(String::new(), |on| on + ".")))
                .collect()
        };
        assert_eq!(names("fn f(x) { // g(1)\n x.y(`${a(1)}`) /* z(2) */ }"), ["x.y/1", "a/1"]);
        assert_eq!(names("fn f(table) { table.a(1).b().c }"), ["table.a/1", "b/0"]);
        assert_eq!(names("fn f(table) { table.a()[0].b(2) }"), ["table.a/0", "b/1"]);
        assert_eq!(names("fn f(x) { x.table.b(2) }"), ["b/1"], "a property of that name is not the table");
        assert_eq!(names("fn f(x) { switch x { 1 | 2 => g(x), _ => h() } }"), ["g/1", "h/0"]);
        assert_eq!(names("fn f(x) { loop { break g(x); } }"), ["g/1"]);
        assert_eq!(names("fn f(x) { if false { g(x) } }"), ["g/1"], "what can never run is looked at all the same");
    }
}
