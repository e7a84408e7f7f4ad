//! Wrong number of arguments.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Edit, Problem};

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
    let problem = Problem::new(&KIND, at, format!("`{name}` takes {wanted} {plural}, {given} are given"));
    match name {
        "print" | "println" | "panic" if given > wanted => {
            problem.help("values stand in the text, as in `println(\"x is ${x}\")`")
        }
        "println" => problem.help("an empty line is `println(\"\")`"),
        "assert" if given > wanted => problem.help("an `assert` of a comparison shows both sides by itself"),
        _ => problem,
    }
}

/// `size_of(T)`, as C writes it.
pub(crate) fn type_in_parentheses(at: Anchor, name: &str, ty: &str) -> Problem {
    let problem = Problem::new(&KIND, at, format!("`{name}` has its type in brackets"));
    if name == "offset_of" {
        return problem.help(format!("write `offset_of[{ty}](\"field\")`"));
    }
    let written = format!("{name}[{ty}]()");
    let problem = problem.help(format!("write `{written}`"));
    let title = format!("write `{written}`");
    match name {
        // Not every type has a value of zeros.
        "zeroed" => problem.guess(title, at, Edit::Replace(written)),
        _ => problem.fix(title, at, Edit::Replace(written)),
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
 let a = size_of(i64) + align_of(K) + offset_of(K, "x")
 let b: i64 = unsafe { zeroed(i64) }
 let c = size_of(n)
}
type K { let @x: i64 }
"#,
            expect![[r#"
                2:2 E0214 `println` takes 1 argument, 0 are given
                    help: an empty line is `println("")`
                3:2 E0214 `assert` takes 1 argument, 2 are given
                    help: an `assert` of a comparison shows both sides by itself
                4:10 E0214 `size_of` takes 0 arguments, 1 are given
                5:10 E0214 `offset` takes 1 argument, 0 are given
                6:10 E0214 `size_of` has its type in brackets
                    help: write `size_of[i64]()`
                6:25 E0214 `align_of` has its type in brackets
                    help: write `align_of[K]()`
                6:39 E0214 `offset_of` has its type in brackets
                    help: write `offset_of[K]("field")`
                7:24 E0214 `zeroed` has its type in brackets
                    help: write `zeroed[i64]()`
                8:10 E0214 `size_of` takes 0 arguments, 1 are given
            "#]],
        );
    }
}
