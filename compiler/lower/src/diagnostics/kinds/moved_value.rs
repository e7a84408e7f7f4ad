//! A value is used after it has been moved away. Shows the move.

use hir::{Body, Expression, ExpressionId, Pattern, PatternId};
use source::{DiagnosticKind, Severity};
use types::{Anchor, Problem};

/// A value is used after it has been moved away.
pub static KIND: DiagnosticKind = DiagnosticKind {
    code: "E0401",
    name: "moved-value",
    title: "use of a moved value",
    severity: Severity::Error,
    explanation: r#"
A value has one owner. Where it is handed on (to a variable, a field, a parameter that is not a `ref` or `mut`), it moves, and
the old place holds nothing any more:

```
let first = User(name: "Ada")
let second = first
println(first.name)        # error: moved into `second`
```

Lend it instead (`ref first`), move it later, or make a copy that you own with `clone()`. A moved `let mut` may be assigned
again. In a loop, a value that is moved in one turn is gone in the next.
"#,
};

/// The problem at the use. `name` is what was moved; in a loop, and in a guard that is asked for several alternatives, the
/// use may be the move itself.
pub fn problem(body: &Body, used: ExpressionId, name: &str, moved: ExpressionId, part: Option<&str>) -> Problem {
    let (what, label) = match part {
        Some(part) => (format!("use of `{name}`, of which `{part}` has been moved"), format!("`{part}` is moved here")),
        None => (format!("use of `{name}`, which has been moved"), "moved here".to_string()),
    };
    let problem = Problem::new(&KIND, Anchor::Expression(used), what);
    if used == moved && is_asked_again(body, used) {
        return problem
            .label("moved here, for an earlier alternative")
            .note("a guard is evaluated for each alternative that fits: lend the value, or give each an arm");
    }
    if used == moved {
        return problem
            .label("moved here, in an earlier turn of the loop")
            .note("what a loop moves must come from inside the loop");
    }
    if part.is_none() && is_taken_by_closure(body, used, moved) {
        return problem.label("used here").also(Anchor::Expression(moved), "moved here, into the closure").help(
            "a closure that owns takes what it names; where `ref fn` or `mut fn` is written or expected, it lends that",
        );
    }
    problem.label("used here").also(Anchor::Expression(moved), label)
}

/// Whether a variable moved because a closure names it, which ends before the use.
fn is_taken_by_closure(body: &Body, used: ExpressionId, moved: ExpressionId) -> bool {
    body.closures().any(|closure| {
        let literal = body.closure_literal(closure);
        let begins_before = || body.expressions_in(closure).next().is_some_and(|(first, _)| first <= moved);
        let is_inside = moved < literal && literal < used && begins_before();
        is_inside && body.captured(closure).iter().any(|(_, named)| *named == moved)
    })
}

/// Whether an expression stands in the guard of an arm with alternatives. A guard's parts are numbered right before it.
fn is_asked_again(body: &Body, expression: ExpressionId) -> bool {
    body.expressions().any(|(_, each)| {
        let Expression::Match { scrutinee, arms } = each else { return false };
        let mut before = scrutinee;
        body.arms(arms).iter().any(|arm| {
            let is_inside = arm.guard.is_some_and(|guard| before < expression && expression <= guard);
            before = arm.body;
            is_inside && has_alternatives(body, arm.pattern)
        })
    })
}

fn has_alternatives(body: &Body, pattern: PatternId) -> bool {
    match body[pattern] {
        Pattern::Or(_) => true,
        Pattern::As { pattern, .. } => has_alternatives(body, pattern),
        Pattern::Path { arguments, .. } => {
            body.pattern_arguments(arguments).iter().any(|argument| has_alternatives(body, argument.pattern))
        }
        Pattern::Tuple(list) | Pattern::Array(list) => {
            body.pattern_list(list).iter().any(|part| has_alternatives(body, *part))
        }
        Pattern::Missing
        | Pattern::Wildcard
        | Pattern::Binding(_)
        | Pattern::Rest(_)
        | Pattern::Literal(_)
        | Pattern::Range { .. } => false,
    }
}
