//! Closure with another number of parameters than its use gives it.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0310",
    name: "closure-parameters",
    title: "closure with a wrong number of parameters",
    explanation: "\
Whoever calls a closure passes the arguments that its type says. A closure names each of them; one that it has no use for
is named `_`.

    fn twice(f: ref fn (i64, i64) -> i64) -> i64 { f(1, 2) }
    twice(fn (x) { x })        # wrong
    twice(fn (x, _) { x })     # right",
    severity: Severity::Error,
};

pub(crate) fn closure_parameters(at: Anchor, wanted: usize, written: usize) -> Problem {
    let arguments = if wanted == 1 { "argument" } else { "arguments" };
    let parameters = if written == 1 { "parameter" } else { "parameters" };
    let message = format!("this closure gets {wanted} {arguments}, and has {written} {parameters}");
    let problem = Problem::new(&KIND, at, message);
    match written < wanted {
        true => problem.help("name an argument that is not needed `_`"),
        false => problem.help("leave out the parameters for which there is no argument"),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn closures_name_all_that_they_get() {
        check(
            r#"
fn call(f: ref fn (i64, i64) -> i64) -> i64 { f(1, 2) }
fn main() {
 call(fn (x) { x })
 call(fn (x, y, z) { x })
 call(fn (x, _) { x })
}
"#,
            expect![[r#"
                3:7 E0310 this closure gets 2 arguments, and has 1 parameter
                    help: name an argument that is not needed `_`
                4:7 E0310 this closure gets 2 arguments, and has 3 parameters
                    help: leave out the parameters for which there is no argument
            "#]],
        );
    }
}
