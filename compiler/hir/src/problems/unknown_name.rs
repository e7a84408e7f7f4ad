//! A name that means nothing where it stands.

use source::{Db, Diagnostic, DiagnosticKind, Severity, Span};

use super::not_supported_yet;
use super::similar::most_similar;
use crate::spelling::{FEW, scope_spellings};
use crate::{
    BuiltinFunction, BuiltinType, ItemId, Module, Name, TypeShape, item_data, member, module_scope, self_item,
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

/// `locals` are those in scope, innermost first.
pub(crate) fn at(db: &dyn Db, item: ItemId, name: Name, span: Span, locals: impl Iterator<Item = Name>) -> Diagnostic {
    if let Some(problem) = not_supported_yet::name(name.text(), span) {
        return problem;
    }
    let problem = KIND
        .at(span, format!("unknown name `{name}`"))
        .label("not found in this scope");
    if let Some(written) = foreign_spelling(name.text()) {
        return problem.help(format!("write `{written}`"));
    }
    if let Some(written) = member_spelling(db, item, name) {
        return problem
            .help(format!("write `{written}`"))
            .fix(format!("write `{written}`"), span, written);
    }
    let spellings = scope_spellings(db, item.module(db));
    let builtin_types = BuiltinType::ALL.iter().map(|each| Name::new(each.text()));
    let builtin_functions = BuiltinFunction::ALL.iter().map(|each| Name::new(each.text()));
    match most_similar(
        name,
        locals
            .take(FEW)
            .chain(spellings.near(name))
            .chain(builtin_functions)
            .chain(builtin_types),
    ) {
        Some(near) => problem
            .help(format!("did you mean `{near}`?"))
            .fix(format!("replace by `{near}`"), span, near),
        None => problem,
    }
}

/// What people used to other languages mean.
fn foreign_spelling(name: &str) -> Option<&'static str> {
    Some(match name {
        "this" => "self",
        "not" => "!",
        "null" | "NULL" | "nil" | "nullptr" => "Pointer.null()",
        "printf" | "puts" | "echo" | "console" => "println",
        "sizeof" => "size_of[T]()",
        _ => return None,
    })
}

/// How the name is written if it is a field or method of the type that `item` stands in.
fn member_spelling(db: &dyn Db, item: ItemId, name: Name) -> Option<String> {
    let parent = self_item(db, item)?;
    if let Some(method) = member(db, parent, name) {
        let has_self = item_data(db, method)?.item().function()?.receiver.is_some();
        return Some(if has_self {
            format!("self.{name}")
        } else {
            format!("Self.{name}")
        });
    }
    let data = item_data(db, parent)?;
    match &data.item().type_data()?.shape {
        TypeShape::Record(fields) | TypeShape::Union(fields) => fields
            .iter()
            .any(|field| field.name == name)
            .then(|| format!("@{name}")),
        TypeShape::Enum { .. } => None,
    }
}

/// Whether the name is bound by an import that leads nowhere, which was reported there.
pub(crate) fn is_reported(db: &dyn Db, module: Module, name: Name) -> bool {
    module_scope(db, module).entry(name).is_some()
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;
    use expect_test::expect;

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
