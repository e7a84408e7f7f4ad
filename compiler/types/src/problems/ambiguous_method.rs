//! A method that several traits give.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0303",
    name: "ambiguous-method",
    title: "a method of several traits",
    explanation: "\
Several traits that a type has, and that are visible here, have a method of this name. `Trait.method(value)` says which is meant.",
    severity: Severity::Error,
};

pub(crate) fn ambiguous_method(at: Anchor, name: &str, ty: &str, traits: &[String]) -> Problem {
    let list = traits.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    let first = traits.first().map_or("Trait", String::as_str);
    Problem::new(&KIND, at, format!("`{ty}` has a method `{name}` by {list}"))
        .help(format!("say which: `{first}.{name}(…)` with the value as the first argument"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_types_and_parameters() {
        check(
            r#"
trait A { fn name -> i64  fn other -> i64 { 1 } }
trait B { fn name -> i64 }
type copy P { let @x: i64 }
impl A for P { fn name -> i64 { 1 } }
impl B for P { fn name -> i64 { 2 } }
fn f(p: P) -> i64 { p.name() + A.name(p) + B.name(p) + p.other() }
fn g[T: A + B](p: ref T) -> i64 { p.name() + A.name(p) }
"#,
            expect![[r#"
                6:23 E0303 `P` has a method `name` by `A` and `B`
                    1:7 has it
                    2:7 has it
                    help: say which: `A.name(…)` with the value as the first argument
                7:37 E0303 `T` has a method `name` by `A` and `B`
                    1:7 has it
                    2:7 has it
                    help: say which: `A.name(…)` with the value as the first argument
            "#]],
        );
    }
}
