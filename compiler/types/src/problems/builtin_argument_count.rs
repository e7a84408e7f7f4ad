//! Wrong number of arguments.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0214",
    name: "builtin-argument-count",
    title: "wrong number of arguments",
    explanation: "\
Functions of the compiler take a fixed number of arguments: `println(value)`, `swap(mut a, mut b)`, `size_of[T]()`.",
    severity: Severity::Error,
};

pub(crate) fn builtin_argument_count(at: Anchor, name: &str, wanted: usize, given: usize) -> Problem {
    let plural = if wanted == 1 { "argument" } else { "arguments" };
    let problem = Problem::new(
        &KIND,
        at,
        format!("`{name}` takes {wanted} {plural}, {given} are given"),
    );
    match name {
        "print" | "println" | "panic" if given > wanted => {
            problem.help("values stand in the text, as in `println(\"x is ${x}\")`")
        }
        "println" => problem.help("an empty line is `println(\"\")`"),
        "assert" if given > wanted => problem.help("an `assert` of a comparison shows both sides by itself"),
        _ => problem,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_has_its_number() {
        check(
            r#"
fn f(p: Pointer[u8]) {
 println()
 assert(true, false)
 let n = size_of[i64](3)
 let q = p.offset()
}
"#,
            expect![[r#"
                2:2 E0214 `println` takes 1 argument, 0 are given
                    help: an empty line is `println("")`
                3:2 E0214 `assert` takes 1 argument, 2 are given
                    help: an `assert` of a comparison shows both sides by itself
                4:10 E0214 `size_of` takes 0 arguments, 1 are given
                5:10 E0214 `offset` takes 1 argument, 0 are given
            "#]],
        );
    }
}
