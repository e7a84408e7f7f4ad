//! `Drop` for what cannot have it.

use source::{DiagnosticKind, Severity};

use crate::problem::{Anchor, Problem};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0324",
    name: "impossible-drop",
    title: "`Drop` for what cannot have it",
    explanation: "\
`Drop` is for types whose values have one owner and end once: `type` and `type inline`, enums too. What is copied on use ends many
times, and nobody knows which field of a union holds a value. The `impl` is for all instances of a type, with no bounds but those
of the type: a value must not end otherwise because of what stands for a type parameter.

```
type inline Guard[T: Show] { let @value: T }
impl[T: Show] Drop for Guard[T] { fn mut drop { println(@value) } }
impl Drop for Guard[i64] { fn mut drop {} }    # wrong: what of a `Guard[String]`?
```",
    severity: Severity::Error,
};

fn problem(at: Anchor, ty: &str, why: &str, help: &str) -> Problem {
    Problem::new(&KIND, at, format!("`{ty}` cannot have `Drop`: {why}")).help(help.to_owned())
}

pub(crate) fn drop_of_copy(at: Anchor, ty: &str) -> Problem {
    problem(at, ty, "it is copied on use, and each copy would end", "declare it as `type inline`, which moves")
}

pub(crate) fn drop_of_union(at: Anchor, ty: &str) -> Problem {
    problem(at, ty, "nobody knows which field of a union holds a value", "wrap it in a `type inline` that has `Drop`")
}

pub(crate) fn drop_of_foreign(at: Anchor, ty: &str) -> Problem {
    problem(at, ty, "it is no `type` or `type inline` of this program", "wrap it in a `type inline` that has `Drop`")
}

pub(crate) fn drop_of_some(at: Anchor, ty: &str) -> Problem {
    let why = "the `impl` is not for all its instances";
    problem(at, ty, why, "give it a type parameter for each of the type's own, with no bounds but those of the type")
}
