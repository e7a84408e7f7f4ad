//! A type without a trait that it needs.

use source::{Db, DiagnosticKind, Severity};

use crate::bounds::TraitReference;
use crate::derivation::{Derivable, derivable};
use crate::display::display;
use crate::generics::trait_self;
use crate::implementations::{has_trait, is_copy_trait};
use crate::inferrer::trait_text;
use crate::problem::{Anchor, Problem};
use crate::ty::{Ty, TypeKind};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0276",
    name: "unmet-bound",
    title: "a type without the trait it needs",
    explanation: "\
What stands for a type parameter has all the traits behind its `:`, and what has a trait has those that the trait requires. Give the type the trait: `impl Order for Point { … }`; a type parameter gets it where it is declared: `[T: Order]`.",
    severity: Severity::Error,
};

pub(crate) fn unmet_bound(db: &dyn Db, at: Anchor, ty: Ty, of: TraitReference) -> Problem {
    let (shown, of_name) = (display(db, ty), trait_text(db, of));
    let problem = Problem::new(&KIND, at, format!("`{shown}` does not have the trait `{of_name}`"));
    match ty.kind() {
        _ if is_copy_trait(db, of.item) && !ty.is_parameter() => {
            problem.help("its values own what they hold, and move")
        }
        TypeKind::Parameter(item, _) if ty == trait_self(db, item) => {
            problem.help(format!("let the trait require it: `trait {}: {of_name}`", item.name(db).text()))
        }
        TypeKind::Parameter(..) => problem.help(format!("declare the type parameter as `{shown}: {of_name}`")),
        _ => match lacking(db, of, ty) {
            part if part.is_float() && derivable(db, of.item) == Some(Derivable::Hash) => {
                problem.help("floats have no `Hash`: write one for a type of your own that holds the float")
            }
            part => problem.help(format!("give it: `impl {of_name} for {} {{ … }}`", display(db, part))),
        },
    }
}

/// The innermost part that is the reason why a type has not got a trait that it would have by its parts.
fn lacking(db: &dyn Db, of: TraitReference, ty: Ty) -> Ty {
    let parts = derivable(db, of.item).and_then(|derivable| derivable.parts(db, ty)).unwrap_or_default();
    match parts.iter().find(|part| !has_trait(db, of, **part)) {
        Some(part) => lacking(db, of, *part),
        None => ty,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::check;

    #[test]
    fn of_functions_types_and_traits() {
        check(
            r#"
trait Area { fn area -> f64 }
trait Solid: Area { fn volume -> f64 }
type inline Box[T: Area] { let @x: T }
type copy P { let @x: f64 }
type copy Q { let @x: f64 }
impl Area for Q { fn area -> f64 { @x } }
impl Solid for P { fn volume -> f64 { 1.0 } }
fn total[T: Area](a: ref T) -> f64 { a.area() }
fn f(p: P, q: Q, b: Box[P]) -> f64 { total(p) + total(q) }
fn g[T](x: ref T) -> f64 { total(x) }
fn h(q: Q) { let b = Box(x: q)  let c = Box(x: 1)  println(b.x.area()) }
trait Twice: Area { fn twice -> f64 { total(self) * 2.0 } }
trait Thrice { fn thrice -> f64 { total(self) * 3.0 } }
"#,
            expect![[r#"
                7:16 E0276 `P` does not have the trait `Area`
                    2:7 requires it
                    help: give it: `impl Area for P { … }`
                9:21 E0276 `P` does not have the trait `Area`
                    3:13 needs it
                    help: give it: `impl Area for P { … }`
                10:28 E0276 `T` does not have the trait `Area`
                    8:4 needs it
                    help: declare the type parameter as `T: Area`
                11:41 E0276 `i64` does not have the trait `Area`
                    3:13 needs it
                    help: give it: `impl Area for i64 { … }`
                13:35 E0276 `Self` does not have the trait `Area`
                    8:4 needs it
                    help: let the trait require it: `trait Thrice: Area`
            "#]],
        );
    }
}
