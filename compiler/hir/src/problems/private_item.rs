//! An item of another module that is not `pub`.

use source::{Db, Diagnostic, DiagnosticKind, Severity, Span};

use super::spelled;
use crate::{Module, ModuleMember, Name, Resolution, item_name_span, resolve, resolve_in_module};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0108",
    name: "private-item",
    title: "an item of another module is not `pub`",
    explanation: "\
Items are visible in their module, and elsewhere only with `pub` before them.

```
# vec.lang
fn helper { }        # only for vec.lang
pub fn dot { }       # for everybody
```",
    severity: Severity::Error,
};

pub(crate) fn at(db: &dyn Db, module: Module, name: Name, span: Span) -> Diagnostic {
    let path = spelled(db, module, span);
    let problem = KIND.at(span, format!("`{name}` is private to the module `{path}`")).label("not visible here");
    let declared = resolve(db, module, name).and_then(Resolution::as_item);
    match declared.and_then(|item| item_name_span(db, item)) {
        Some(place) => problem.also(place, "declared without `pub` here"),
        None => problem,
    }
}

/// The first private name in the path of a type.
pub(crate) fn in_type_path(db: &dyn Db, from: Module, names: &[Name], span: Span) -> Option<Diagnostic> {
    let (first, rest) = names.split_first()?;
    if rest.is_empty() {
        return None;
    }
    let mut found = resolve(db, from, *first)?;
    for name in rest {
        let Resolution::Module(inner) = found else { return None };
        found = match resolve_in_module(db, inner, *name, from) {
            ModuleMember::Visible(resolution) => resolution,
            ModuleMember::Private(_) => return Some(at(db, inner, *name, span)),
            ModuleMember::Unknown => return None,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::fixture::check_modules;
    use expect_test::expect;

    #[test]
    fn private_names_are_found_but_reported() {
        check_modules(
            &[
                ("", "import vec\nimport vec (helper)\nfn f(x: vec.Inner) { vec.helper()\n helper() }"),
                ("vec", "fn helper { }\ntype Inner { }"),
            ],
            expect![[r#"
                2:13 E0108 `helper` is private to the module `vec` | not visible here
                    vec 1:4 declared without `pub` here
                3:9 E0108 `Inner` is private to the module `vec` | not visible here
                    vec 2:6 declared without `pub` here
                3:26 E0108 `helper` is private to the module `vec` | not visible here
                    vec 1:4 declared without `pub` here
            "#]],
        );
    }
}
