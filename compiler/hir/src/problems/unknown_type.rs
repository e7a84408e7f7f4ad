//! A name of a type that is not there.

use source::{Db, Diagnostic, DiagnosticKind, Severity, Span};

use super::similar::most_similar_that;
use super::{only_elsewhere, unknown_import, unknown_name};
use crate::offering::{advise, offering};
use crate::scope::as_type;
use crate::spelling::near_in_scope;
use crate::{BuiltinType, ItemId, ModuleMember, Name, Resolution, TypeResolution, resolve, resolve_in_module};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0102",
    name: "unknown-type",
    title: "unknown type",
    explanation: "\
A type must be one of the language (`i64`, `f64`, `bool`, `String`, …), declared in the module, or imported.

```
fn double(x: integer) -> i64 { x * 2 }   # there is no `integer`: write `i64`
```",
    severity: Severity::Error,
};

/// `None` if the name was imported from where it is not, which was reported there.
pub(crate) fn at(db: &dyn Db, item: ItemId, names: &[Name], span: Span) -> Option<Diagnostic> {
    let module = item.module(db);
    let (first, rest) = names.split_first()?;
    let Some(mut found) = resolve(db, module, *first) else {
        if unknown_name::is_reported(db, module, *first) {
            return None;
        }
        if let Some(problem) = only_elsewhere::problem(db, module, *first, span) {
            return Some(problem);
        }
        let is_type = |name: Name| {
            BuiltinType::from_name(name).is_some()
                || resolve(db, module, name).is_some_and(|found| matches!(as_type(db, found), TypeResolution::Item(_)))
        };
        // The name only: type arguments stay.
        let mut span = span;
        span.end = span.end.min(span.start + first.text().len() as u32);
        let builtin = BuiltinType::ALL.iter().map(|each| Name::new(each.text()));
        let problem = KIND.at(span, format!("unknown type `{first}`")).label("not found in this scope");
        let offers = if rest.is_empty() { offering(db, module, *first) } else { Vec::new() };
        if offers.first().is_some_and(|offer| !offer.is_foreign) {
            return Some(advise(problem, *first, &offers));
        }
        if rest.is_empty()
            && let Some(foreign) = foreign_spelling(&first.text())
        {
            let problem = problem.help(foreign.advice());
            return Some(match foreign {
                Foreign::Same(written) => problem.fix(format!("write `{written}`"), span, written),
                Foreign::Like(written) => problem.guess(format!("write `{written}`"), span, written),
                Foreign::Advice(_) | Foreign::OfC(_) => problem,
            });
        }
        if !offers.is_empty() {
            return Some(advise(problem, *first, &offers));
        }
        let near = near_in_scope(db, module, *first).into_iter();
        let near = most_similar_that(*first, near.chain(builtin), is_type);
        return Some(match near {
            Some(near) if rest.is_empty() => {
                problem.help(format!("did you mean `{near}`?")).guess(format!("replace by `{near}`"), span, near)
            }
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem,
        });
    };
    for name in rest {
        let Resolution::Module(inner) = found else { return None };
        found = match resolve_in_module(db, inner, *name, module) {
            ModuleMember::Visible(resolution) | ModuleMember::Private(resolution) => resolution,
            ModuleMember::Unknown => return Some(unknown_import::at(db, inner, *name, span)),
        };
    }
    None
}

/// What people used to other languages mean by a type.
#[derive(Clone, Copy)]
enum Foreign {
    /// It has the same size everywhere, and the same meaning.
    Same(&'static str),
    /// The nearest one.
    Like(&'static str),
    /// A name of `std.c`, because its size is the target's.
    OfC(&'static str),
    /// There is no such type.
    Advice(&'static str),
}

impl Foreign {
    fn advice(self) -> String {
        match self {
            Foreign::Same(written) => format!("write `{written}`"),
            Foreign::Like(written) => format!("did you mean `{written}`?"),
            Foreign::OfC(name) => format!("C's type of this name is `{name}` of `std.c`: `import std.c ({name})`"),
            Foreign::Advice(advice) => advice.to_string(),
        }
    }
}

/// C's types keep their size: what is declared with another one is called with another convention.
fn foreign_spelling(name: &str) -> Option<Foreign> {
    Some(match name {
        "int" | "int32_t" => Foreign::Same("i32"),
        "uint32_t" => Foreign::Same("u32"),
        "int16_t" | "short" => Foreign::Same("i16"),
        "uint16_t" => Foreign::Same("u16"),
        "int64_t" => Foreign::Same("i64"),
        "uint64_t" => Foreign::Same("u64"),
        "int8_t" => Foreign::Same("i8"),
        "uint8_t" | "byte" => Foreign::Same("u8"),
        "float" => Foreign::Same("f32"),
        "double" => Foreign::Same("f64"),
        "boolean" | "Bool" | "_Bool" => Foreign::Same("bool"),
        "unsigned" | "uint" => Foreign::Like("u32"),
        "usize" | "uintptr_t" => Foreign::Like("u64"),
        "isize" | "intptr_t" | "integer" | "Integer" => Foreign::Like("i64"),
        "str" => Foreign::Like("String"),
        "long" | "Long" => Foreign::OfC("Long"),
        "char" | "Char" => Foreign::OfC("Char"),
        "size_t" | "Size" => Foreign::OfC("Size"),
        "wchar_t" | "WChar" => Foreign::OfC("WChar"),
        "ssize_t" => Foreign::OfC("SignedSize"),
        "ptrdiff_t" => Foreign::OfC("PointerDifference"),
        "Int" => Foreign::OfC("Int"),
        "ULong" => Foreign::OfC("ULong"),
        "UInt" => Foreign::OfC("UInt"),
        "Short" => Foreign::OfC("Short"),
        "Float" => Foreign::OfC("Float"),
        "Double" => Foreign::OfC("Double"),
        "Vec" | "List" | "list" | "ArrayList" | "vector" => Foreign::Like("Array"),
        "HashMap" | "BTreeMap" | "Dict" | "dict" | "Dictionary" => Foreign::Like("Map"),
        "HashSet" | "BTreeSet" => Foreign::Like("Set"),
        "Rc" | "Arc" => Foreign::Like("Shared"),
        "Optional" | "Maybe" => Foreign::Like("Option"),
        "Box" => Foreign::Advice(
            "a `type` without `inline` or `copy` is on the heap and has one owner: name it without `Box`",
        ),
        "Cell" | "RefCell" => Foreign::Advice("what is shared changes in a `Mutex` or `Atomic` of `std.thread` only"),
        "Fn" | "FnMut" | "FnOnce" | "Callable" => Foreign::Advice("write a closure's type as `fn (A) -> B`"),
        "Tuple" | "tuple" => Foreign::Advice("write a tuple as `(A, B)`"),
        "any" | "Any" | "object" | "Object" => Foreign::Advice("write `dyn Trait`, or a type parameter"),
        "void" => Foreign::Advice("a function without a result has no `->`; C's `void *` is `Pointer[()]`"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

    #[test]
    fn types_are_looked_up_in_heads_and_bodies() {
        check(
            "type copy Vec3 { let @x: flaot }\nfn f(v: Vec, n: int) -> [Vec3; 2] { let y: boool = true\n n as i65 }",
            expect![[r#"
                1:26 E0102 unknown type `flaot` | not found in this scope
                2:9 E0102 unknown type `Vec` | not found in this scope
                    help: did you mean `Array`?
                2:17 E0102 unknown type `int` | not found in this scope
                    help: write `i32`
                2:44 E0102 unknown type `boool` | not found in this scope
                    help: did you mean `bool`?
                3:7 E0102 unknown type `i65` | not found in this scope
                    help: did you mean `i64`?
            "#]],
        );
    }

    #[test]
    fn type_parameters_are_types() {
        check("type Box[T] { let @value: T fn get[U](other: U) -> T { let u: U = other\n @value } }", expect![""]);
    }
}
