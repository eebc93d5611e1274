//! What is written out in a script: lists, maps, constants and calls, which cost one operation however long they are.

use crate::calls::walk;
use crate::check::origin;
use crate::limits::{ARGUMENTS, LITERAL_SIZE};
use crate::weight::{ENTRY, LIST, MAP, VALUE};
use railwright_rules::rules::ScriptSource;
use railwright_source::Diagnostic;
use rhai::{AST, ASTFlags, ASTNode, Expr, Position, Stmt};

/// What is written out and too long, and constants that are more than a number or a text.
pub(crate) fn wrong(script: &ScriptSource, ast: &AST) -> Vec<Diagnostic> {
    let mut found: Vec<(Position, String, &str, &str)> = Vec::new();
    walk(ast, &mut |path| {
        let too_long = match path.last() {
            Some(ASTNode::Expr(expr @ (Expr::Array(_, at) | Expr::Map(_, at)))) if !within_literal(path) => {
                let takes = weight(expr);
                let message = || format!("this takes {takes} bytes written out, and {LITERAL_SIZE} is the most");
                (takes > LITERAL_SIZE)
                    .then(|| (*at, message(), "this literal", "give the game a table or attributes, and ask for them"))
            }
            Some(ASTNode::Expr(Expr::StringConstant(text, at))) => {
                let message = || format!("this text has {} bytes, and {LITERAL_SIZE} is the most", text.len());
                (text.len() as u64 > LITERAL_SIZE).then(|| (*at, message(), "this text", "write a shorter one"))
            }
            Some(ASTNode::Expr(Expr::FnCall(call, at) | Expr::MethodCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)))
                if call.args.len() > ARGUMENTS =>
            {
                let message = format!("`{}` is given {} arguments, and {ARGUMENTS} is the most", call.name, call.args.len());
                Some((*at, message, "this call", "put them in a list"))
            }
            _ => None,
        };
        found.extend(too_long);
    });
    for statement in ast.statements() {
        if let Stmt::Var(variable, flags, at) = statement
            && flags.contains(ASTFlags::CONSTANT)
            && !plain(&variable.1)
        {
            let message = format!("the constant `{}` is worked out or is a list or map", variable.0.name);
            found.push((
                *at,
                message,
                "this constant",
                "a constant is a number, a text, true or false; let a function give what is more",
            ));
        }
    }
    found.sort_by_key(|(at, ..)| (at.line(), at.position()));
    found.dedup_by_key(|(at, ..)| *at);
    let problem = |(at, message, label, help): (Position, String, &str, &str)| {
        Diagnostic::error("script-literal", format!("{}: {message}", script.file)).at(origin(script, at), label).help(help)
    };
    found.into_iter().map(problem).collect()
}

/// Whether what a path ends at stands in a list or map that is looked at as a whole.
fn within_literal(path: &[ASTNode]) -> bool {
    let outer = path[..path.len() - 1].iter();
    outer.rev().any(|node| matches!(node, ASTNode::Expr(Expr::Array(..) | Expr::Map(..))))
}

/// What a list or map that is written out takes; what is worked out in it pays for itself.
fn weight(expr: &Expr) -> u64 {
    match expr {
        Expr::Array(items, _) => LIST + items.iter().map(|item| VALUE + weight(item)).sum::<u64>(),
        Expr::Map(entries, _) => MAP + entries.0.iter().map(|(_, item)| ENTRY + weight(item)).sum::<u64>(),
        _ => 0,
    }
}

/// Whether an expression is a number, a text or the like, or worked out of such.
fn plain(expr: &Expr) -> bool {
    match expr {
        Expr::IntegerConstant(..)
        | Expr::StringConstant(..)
        | Expr::CharConstant(..)
        | Expr::BoolConstant(..)
        | Expr::Unit(..) => true,
        Expr::FnCall(call, _) => call.is_operator_call() && call.args.iter().all(plain),
        Expr::And(all, _) | Expr::Or(all, _) => all.iter().all(plain),
        Expr::Variable(variable, ..) => !variable.1.is_empty(),
        _ => false,
    }
}
