//! A name that a module does not have, in an import or behind the module's name.

use source::{Db, Diagnostic, DiagnosticKind, Severity, Span};

use super::similar::most_similar;
use super::{only_elsewhere, spelled};
use crate::spelling::public_spellings;
use crate::{Module, Name, module_of_file, module_scope};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0107",
    name: "unknown-import",
    title: "a module has no such name",
    explanation: "\
The module is there, but declares no such name and re-exports none with `pub import`.

```
import geometry.vec (dott)   # did you mean `dot`?
```

Of a module that `[bind]` in `lang.toml` makes of C's headers it says whether they have the name, and why the module has not.",
    severity: Severity::Error,
};

pub(crate) fn at(db: &dyn Db, module: Module, name: Name, span: Span) -> Diagnostic {
    if let Some(problem) = only_elsewhere::problem(db, module, name, span) {
        return problem;
    }
    let path = spelled(db, module, span);
    let problem = KIND.at(span, format!("the module `{path}` has no `{name}`")).label("not found there");
    // A name that is imported already was hardly meant.
    let from = module_of_file(db, span.file(db)).map(|from| module_scope(db, from));
    let is_bound = |name: Name| from.is_some_and(|scope| scope.entry(name).is_some());
    let names = public_spellings(db, module).near(name);
    match most_similar(name, names.into_iter().filter(|name| !is_bound(*name))) {
        Some(near) => problem.help(format!("did you mean `{near}`?")).guess(format!("replace by `{near}`"), span, near),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check_modules;
    use expect_test::expect;

    #[test]
    fn unknown_members_are_reported_once() {
        check_modules(
            &[
                ("", "import vec (dott, len)\nimport vec as v\nfn f(x: v.Vec) -> dott { v.doot(v.dot(len, dott)) }"),
                ("vec", "pub fn dot { }\npub type Vec3 { }"),
            ],
            expect![[r#"
                1:13 E0107 the module `vec` has no `dott` | not found there
                    help: did you mean `dot`?
                1:19 E0107 the module `vec` has no `len` | not found there
                3:9 E0107 the module `vec` has no `Vec` | not found there
                    help: did you mean `Vec3`?
                3:28 E0107 the module `vec` has no `doot` | not found there
                    help: did you mean `dot`?
            "#]],
        );
    }
}
