//! Trait that cannot stand behind `dyn`.

use hir::ItemId;
use source::{Db, DiagnosticKind, Severity};

use crate::objects::{Obstacle, Reason, obstacle};
use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0350",
    name: "no-dyn-trait",
    title: "this trait cannot stand behind `dyn`",
    explanation: "\
A `dyn Trait` leads to a value of some type that has the trait, and nobody knows which type. So each method of the trait has a
`self` by which it is found, no type parameters of its own, and no `Self` in its parameters and result. The same holds for the
traits that it requires. A `fn move` with a body in the trait may have both: it is called as of any value that has the trait.

    trait Shape { fn area -> f64  fn same(other: ref Self) -> bool }    # wrong: `dyn Shape`
    trait Shape { fn area -> f64 }                                      # right",
    severity: Severity::Error,
};

pub(crate) fn no_dyn_trait(db: &dyn Db, at: Anchor, name: &str, obstacle: Obstacle) -> Problem {
    let why = words(db, obstacle);
    Problem::new(&KIND, at, format!("`{name}` cannot stand behind `dyn`: {why}"))
        .also(Anchor::Other(obstacle.item), "here")
        .help("move what hinders it to a trait of its own, or take any type that has the trait: `[T: …]`")
}

fn words(db: &dyn Db, obstacle: Obstacle) -> String {
    let found = obstacle.item.name(db).text();
    match obstacle.reason {
        Reason::Static => format!("its `{found}` is `static`, and has no `self` by which it is found"),
        Reason::TypeParameters => format!("its `{found}` has type parameters of its own"),
        Reason::NamesSelf => format!("`Self` stands in the parameters or the result of its `{found}`"),
        Reason::RequiresSelf => format!("`{found}` requires a trait with `Self` among its arguments"),
    }
}

/// Why a trait cannot stand behind `dyn`, if it cannot.
pub fn why_no_object(db: &dyn Db, of: ItemId) -> Option<String> {
    obstacle(db, of).map(|obstacle| words(db, obstacle))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn each_reason() {
        check(
            r#"
trait Make { fn static make -> i64 }
trait Map { fn map[T](x: T) -> T }
trait Same { fn same(other: ref Self) -> bool }
trait Pair { fn pair -> (Self, i64) }
trait Deep: Make { fn deep -> i64 }
trait Good { fn good(other: ref dyn Good) -> i64  fn mut change(by: i64)  fn move end  fn move with[T](t: T) -> (Self, T) { (self, t) } }
trait Sum: Add[Self, i64] { fn sum -> i64 }
fn f(a: dyn Make, b: ref dyn Map, c: mut dyn Same, d: dyn Pair, e: dyn Deep, g: ref dyn Good, h: dyn Sum, i: dyn Equal) {}
"#,
            expect![[r#"
                8:9 E0350 `Make` cannot stand behind `dyn`: its `make` is `static`, and has no `self` by which it is found
                    1:24 here
                    help: move what hinders it to a trait of its own, or take any type that has the trait: `[T: …]`
                8:26 E0350 `Map` cannot stand behind `dyn`: its `map` has type parameters of its own
                    2:16 here
                    help: move what hinders it to a trait of its own, or take any type that has the trait: `[T: …]`
                8:42 E0350 `Same` cannot stand behind `dyn`: `Self` stands in the parameters or the result of its `same`
                    3:17 here
                    help: move what hinders it to a trait of its own, or take any type that has the trait: `[T: …]`
                8:55 E0350 `Pair` cannot stand behind `dyn`: `Self` stands in the parameters or the result of its `pair`
                    4:17 here
                    help: move what hinders it to a trait of its own, or take any type that has the trait: `[T: …]`
                8:68 E0350 `Deep` cannot stand behind `dyn`: its `make` is `static`, and has no `self` by which it is found
                    1:24 here
                    help: move what hinders it to a trait of its own, or take any type that has the trait: `[T: …]`
                8:98 E0350 `Sum` cannot stand behind `dyn`: `Sum` requires a trait with `Self` among its arguments
                    7:7 here
                    help: move what hinders it to a trait of its own, or take any type that has the trait: `[T: …]`
            "#]],
        );
    }
}
