//! A name that means nothing where it stands.

use source::{Db, Diagnostic, DiagnosticKind, Severity, Span};

use super::only_elsewhere;
use super::similar::most_similar;
use crate::offering::{advise, modules_named, offering};
use crate::spelling::{FEW, near_in_scope};
use crate::{
    BuiltinFunction, BuiltinType, ItemId, Module, Name, TypeShape, item_data, member, module_chunks, module_scope,
    package_by_name, self_item,
};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0101",
    name: "unknown-name",
    title: "unknown name",
    explanation: "\
A name must be a variable or parameter in scope, an item of the module, or imported.

```
fn area(width: f64) -> f64 { widht * 2.0 }   # did you mean `width`?
```

Names of other modules are imported: `import geometry.vec (dot)`, or `import geometry.vec` and then `vec.dot`.
Fields of `self` are written `@field`, its methods `self.method()`.",
    severity: Severity::Error,
};

/// A name before a point that is a package, or a module that was not imported.
pub(crate) fn of_module(db: &dyn Db, from: Module, name: Name, span: Span) -> Option<Diagnostic> {
    let problem = KIND.at(span, format!("unknown name `{name}`")).label("not found in this scope");
    if package_by_name(db, from.package(db), &name.text()).is_some() {
        let advice = "is a package: import a module of it, and write the module's name before the point";
        return Some(problem.help(format!("`{name}` {advice}: `import {name}.module`, `module.item`")));
    }
    let path = modules_named(db, from, name).into_iter().next()?;
    Some(problem.help(format!("import the module: `import {path}`")))
}

/// `locals` are those in scope, innermost first.
pub(crate) fn at(db: &dyn Db, item: ItemId, name: Name, span: Span, locals: impl Iterator<Item = Name>) -> Diagnostic {
    if let Some(problem) = only_elsewhere::problem(db, item.module(db), name, span) {
        return problem;
    }
    let problem = KIND.at(span, format!("unknown name `{name}`")).label("not found in this scope");
    let offers = offering(db, item.module(db), name);
    if offers.first().is_some_and(|offer| !offer.is_foreign) {
        return advise(problem, name, &offers);
    }
    if let Some(advice) = foreign_spelling(&name.text()) {
        let problem = problem.help(advice);
        return match exact_spelling(&name.text()) {
            // Where nothing says what it points to, the type must be written too.
            Some(written @ NULL) => problem.guess(format!("write `{written}`"), span, written),
            Some(written) => problem.fix(format!("write `{written}`"), span, written),
            None => problem,
        };
    }
    if let Some(written) = member_spelling(db, item, name) {
        return problem.help(format!("write `{written}`")).fix(format!("write `{written}`"), span, written);
    }
    if !offers.is_empty() {
        return advise(problem, name, &offers);
    }
    let near = near_in_scope(db, item.module(db), name);
    // What begins with a small letter was hardly meant to be a type that does not.
    let is_small = name.text().starts_with(char::is_lowercase);
    let fits = |text: &str| !is_small || text.starts_with(char::is_lowercase);
    let builtin_types = BuiltinType::ALL.iter().map(|each| Name::new(each.text()));
    let builtin_types = builtin_types.filter(|each| fits(&each.text()));
    let builtin_functions = BuiltinFunction::ALL.iter().map(|each| Name::new(each.text()));
    match most_similar(name, locals.take(FEW).chain(near).chain(builtin_functions).chain(builtin_types)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")).guess(format!("replace by `{near}`"), span, near),
        None => problem,
    }
}

/// The pointer that leads nowhere.
const NULL: &str = "Pointer.null()";

/// What people used to other languages mean: what to write, or what to know.
fn foreign_spelling(name: &str) -> Option<&'static str> {
    Some(match name {
        "this" => "write `self`",
        "not" => "write `!`",
        "null" | "nil" => "nothing in an `Option` is `None`; for a pointer of C write `Pointer.null()`",
        "NULL" | "nullptr" | "None" => "write `Pointer.null()`",
        "undefined" | "uninitialized" | "uninit" => {
            "there is no such value: `let x: T` declares a variable that is assigned later, `Pointer.null()` leads nowhere"
        }
        "drop" | "delete" | "del" | "dispose" | "destroy" => {
            "a value ends with the block it is declared in; a function that takes it, `fn end(x: T) { }`, ends it earlier"
        }
        "True" | "TRUE" => "write `true`",
        "False" | "FALSE" => "write `false`",
        "printf" => {
            "write `println(\"… ${x}\")`, or declare C's: `extern { fn printf(format: Pointer[u8], ...) -> i32 }`"
        }
        "puts" | "echo" | "console" | "fmt" | "System" | "cout" => "write `println(…)`",
        "eprintln" | "format" | "sprintf" => "write a string with `${…}` in it",
        "Vec" | "List" | "list" => "write `Array`",
        "HashMap" | "BTreeMap" | "Dict" | "dict" => "write `Map`",
        "HashSet" | "BTreeSet" => "write `Set`",
        "Rc" | "Arc" => "write `Shared`",
        "Box" => "a `type` without `inline` or `copy` is on the heap: make it without `Box`",
        "enumerate" => "write `for i in 0..x.length() { … }` where the position counts",
        "defer" | "errdefer" => {
            "what is done when a value ends is the `drop` of its type: `impl Drop for T { fn mut drop { … } }`"
        }
        "sizeof" => "write `size_of[T]()`",
        "len" => "write `x.length()`",
        "range" => "write `0..n`, which ends before `n`",
        "int" | "float" | "double" | "long" => {
            "a value is converted by `as`: `x as i64`; text is read by `text.parse[i64]()`, which gives a `Result`"
        }
        "str" | "char" => "a value is converted by `as`: `x as u8`, text is made by `\"${x}\"`",
        "assert_eq" | "assertEquals" => "write `assert(a == b)`, which shows both sides when it fails",
        "exit" | "abort" => "return from `main`, with an `i32` as the exit code, or call `panic(\"…\")`",
        "free" => {
            "a value ends with the block it is declared in, nothing is freed by hand; C's is declared before it is called: \
             `extern { fn free(p: Pointer[()]) }`"
        }
        "sqrt" | "sin" | "cos" | "tan" | "exp" | "log" | "floor" | "ceil" | "round" => {
            "the functions of numbers are methods: `import std.math (Float)`, and write `2.0.sqrt()`"
        }
        "pow" => "write `x.power(n)`: `import std.math (Float)`, for integers `import std.math (Integer)`",
        "abs" => "write `x.abs()`: `import std.math (Float)`, for integers `import std.math (Integer)`",
        "malloc" | "calloc" | "memcpy" | "strlen" | "getenv" => {
            "a function of C is declared before it is called: `extern { fn abs(x: i32) -> i32 }`"
        }
        "switch" | "when" => "write `match x { case 1 -> … }`",
        "guard" => "write `let pattern = value else { … }`, or `if !(…) { … }`",
        "fallthrough" => "an arm ends with its statement: join patterns that do the same, `case 1 | 2 -> …`",
        "pass" => "leave it out, a block may be empty",
        _ => return None,
    })
}

/// The word itself if it is one for one.
fn exact_spelling(name: &str) -> Option<&'static str> {
    Some(match name {
        "this" => "self",
        "null" | "NULL" | "nil" | "nullptr" => NULL,
        "True" | "TRUE" => "true",
        "False" | "FALSE" => "false",
        _ => return None,
    })
}

/// How the name is written if it is a field or method of the type that `item` stands in.
fn member_spelling(db: &dyn Db, item: ItemId, name: Name) -> Option<String> {
    let parent = self_item(db, item)?;
    if let Some(method) = member(db, parent, name) {
        let has_self = item_data(db, method)?.item().function()?.receiver.is_some();
        return Some(if has_self { format!("self.{name}") } else { format!("Self.{name}") });
    }
    let data = item_data(db, parent)?;
    match &data.item().type_data()?.shape {
        TypeShape::Record(fields) | TypeShape::Union(fields) => {
            fields.iter().any(|field| field.name == name).then(|| format!("@{name}"))
        }
        TypeShape::Enum { .. } => None,
    }
}

/// Whether the name is bound by an import that leads nowhere, which was reported there, or may be declared in text that
/// syntax errors have made unreadable.
pub(crate) fn is_reported(db: &dyn Db, module: Module, name: Name) -> bool {
    module_scope(db, module).entry(name).is_some() || is_lost(db, module, name)
}

/// Whether the name stands in text of the module that syntax errors have made unreadable.
pub fn is_lost(db: &dyn Db, module: Module, name: Name) -> bool {
    let names = lost_names(db, module);
    names.binary_search_by(|lost| lost.compare_text(name)).is_ok()
}

/// The names in text of a module that syntax errors have made unreadable, sorted by text. Asked for only where a name is
/// unknown or unused.
#[salsa::tracked(returns(deref))]
pub(crate) fn lost_names(db: &dyn Db, module: Module) -> Vec<Name> {
    let chunks = module_chunks(db, module).iter();
    let mut words: Vec<&str> = chunks.flat_map(|chunk| source::lost_words(db, *chunk)).collect();
    words.sort_unstable();
    words.dedup();
    words.into_iter().map(Name::new).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{check, check_modules};
    use expect_test::expect;

    #[test]
    fn what_may_be_declared_in_broken_text_is_not_unknown() {
        check(
            "int add(int x) { return x; }\nfn f -> i64 { add(1) + ad(1) }\nfn g { let y = ) \n y \n z }",
            expect![[r#"
                2:24 E0101 unknown name `ad` | not found in this scope
                5:2 E0101 unknown name `z` | not found in this scope
            "#]],
        );
    }

    #[test]
    fn near_names_are_suggested() {
        check(
            "fn area(width: f64) -> f64 { widht * 2.0 + widht + nothing }",
            expect![[r#"
                1:30 E0101 unknown name `widht` | not found in this scope
                    help: did you mean `width`?
                1:52 E0101 unknown name `nothing` | not found in this scope
            "#]],
        );
    }

    #[test]
    fn modules_that_are_not_imported() {
        check_modules(
            &[
                ("", "fn f { geometry.dot()\n vec.dot()\n std.dot()\n let a = geometry }"),
                ("geometry", "pub fn dot { }"),
                ("geometry.vec", "pub fn dot { }"),
            ],
            expect![[r#"
                1:8 E0101 unknown name `geometry` | not found in this scope
                    help: import the module: `import geometry`
                2:2 E0101 unknown name `vec` | not found in this scope
                    help: import the module: `import geometry.vec`
                3:2 E0101 unknown name `std` | not found in this scope
                    help: `std` is a package: import a module of it, and write the module's name before the point: `import std.module`, `module.item`
            "#]],
        );
    }

    #[test]
    fn words_of_others_that_stand_for_nothing() {
        check(
            "fn f(a: i64) { let x: i64 = undefined\n drop(a)\n delete(a)\n let p = null }",
            expect![[r#"
                1:29 E0101 unknown name `undefined` | not found in this scope
                    help: there is no such value: `let x: T` declares a variable that is assigned later, `Pointer.null()` leads nowhere
                2:2 E0101 unknown name `drop` | not found in this scope
                    help: a value ends with the block it is declared in; a function that takes it, `fn end(x: T) { }`, ends it earlier
                3:2 E0101 unknown name `delete` | not found in this scope
                    help: a value ends with the block it is declared in; a function that takes it, `fn end(x: T) { }`, ends it earlier
                4:10 E0101 unknown name `null` | not found in this scope
                    help: nothing in an `Option` is `None`; for a pointer of C write `Pointer.null()`
            "#]],
        );
    }

    #[test]
    fn members_need_their_self() {
        check(
            "type copy P { let @x: i64 fn get -> i64 { x + twice() } fn twice -> i64 { 2 * @x } }",
            expect![[r#"
                1:43 E0101 unknown name `x` | not found in this scope
                    help: write `@x`
                1:47 E0101 unknown name `twice` | not found in this scope
                    help: write `self.twice`
            "#]],
        );
    }

    #[test]
    fn scopes_end_with_their_block() {
        check(
            "fn f { if true { let inner = 1 } \n inner \n for i in 0..2 { i } \n i \n let k = k }",
            expect![[r#"
                2:2 E0101 unknown name `inner` | not found in this scope
                4:2 E0101 unknown name `i` | not found in this scope
                5:10 E0101 unknown name `k` | not found in this scope
            "#]],
        );
    }
}
