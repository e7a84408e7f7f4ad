//! `Trait.method` of a method that the trait has not.

use hir::Name;
use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Edit, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0304",
    name: "unknown-trait-method",
    title: "no such method in a trait",
    explanation: "\
`Trait.method(value)` calls a method that the trait declares. The traits that it requires are named themselves.",
    severity: Severity::Error,
};

pub(crate) fn unknown_trait_method(at: Anchor, name: &str, of: &str, known: &[Name]) -> Problem {
    let problem = Problem::new(&KIND, at, format!("the trait `{of}` has no method `{name}`"));
    let names = known.iter().map(|name| name.text());
    if let Some(similar) = crate::similar::most_similar(name, names) {
        let title = format!("change to `{similar}`");
        return problem.help(format!("did you mean `{similar}`?")).guess(title, at, Edit::Replace(similar.into()));
    }
    match crate::similar::listed(known) {
        Some(list) => problem.help(format!("it has {list}")),
        None => problem.help("it has no methods"),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn by_the_name_of_the_trait() {
        check(
            r#"
trait Shape { fn area -> f64  fn name -> String }
trait Empty { }
fn f() { Shape.aera(1)  Shape.volume(1)  Empty.area(1) }
"#,
            expect![[r#"
                3:16 E0304 the trait `Shape` has no method `aera`
                    help: did you mean `area`?
                3:31 E0304 the trait `Shape` has no method `volume`
                    help: it has `area` and `name`
                3:48 E0304 the trait `Empty` has no method `area`
                    help: it has no methods
            "#]],
        );
    }
}
