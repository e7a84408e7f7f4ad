//! A name that is there, but not for the selected target.

use rustc_hash::FxHashMap;
use source::{Db, Diagnostic, DiagnosticKind, Severity, Span};

use crate::targets::{Targets, condition};
use crate::{ItemId, Module, Name, Parent, item_name_span, item_targets, item_tree, module_chunks, module_items};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "E0131",
    name: "only-elsewhere",
    title: "a name exists for other targets only",
    explanation: "\
Every declaration of the name has an `@[only(…)]` that leaves the selected target out.

```
@[only(os: \"windows\")]
fn page_size -> i64 { 65536 }

fn main { println(page_size()) }   # on Linux there is no `page_size`
```

Declare one for this target too, or put the same `@[only(…)]` before what uses the name.",
    severity: Severity::Error,
};

/// The problem of a use of a name that a module has for other targets only.
pub(crate) fn problem(db: &dyn Db, module: Module, name: Name, span: Span) -> Option<Diagnostic> {
    let Elsewhere { targets, first } = *names_elsewhere(db, module).get(&name)?;
    // An import for this target that leads nowhere has been reported.
    if !targets.and(Targets::selected(db)).is_empty() {
        return None;
    }
    let problem = KIND
        .at(span, format!("`{name}` exists only on {}", targets.describe()))
        .label("not on this target")
        .help("declare one for this target, or write the same `@[only(…)]` before what uses it");
    Some(match first.and_then(|item| item_name_span(db, item)) {
        Some(declared) => problem.also(declared, "declared here"),
        None => problem,
    })
}

/// Declarations of a name that are for some targets only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, salsa::SalsaValue)]
struct Elsewhere {
    targets: Targets,
    /// The first of them that is no import.
    first: Option<ItemId>,
}

/// The names that items left out and imports with attributes declare in a module. A query, because each unknown name asks
/// for it; it reads heads, and no positions.
#[salsa::tracked(returns(ref))]
fn names_elsewhere(db: &dyn Db, module: Module) -> FxHashMap<Name, Elsewhere> {
    let mut found: FxHashMap<Name, Elsewhere> = FxHashMap::default();
    let mut add = |name: Name, targets: Targets, item: Option<ItemId>| {
        let known = found.entry(name).or_insert(Elsewhere { targets: Targets::NONE, first: None });
        known.targets = known.targets.or(targets);
        known.first = known.first.or(item);
    };
    for (item, _) in module_items(db, module).elsewhere() {
        if item.kind(db).is_named() && item.parent(db) == Parent::Module(module) {
            add(item.name(db), item_targets(db, *item), Some(*item));
        }
    }
    for chunk in module_chunks(db, module).iter().filter(|chunk| chunk.has_attribute(db)) {
        let tree = item_tree(db, *chunk);
        for import in &tree.imports {
            let targets = condition(tree, import.attributes).0;
            import.bound_names().for_each(|name| add(name, targets, None));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::fixture::check_modules;
    use expect_test::expect;

    #[test]
    fn uses_of_what_is_left_out_say_where_it_is() {
        check_modules(
            &[
                (
                    "",
                    "import b (g, h)\nimport b\n@[only(os: \"windows\")] import b (k)\n@[only(os: \"macos\")] fn f { }\n@[only(arch: \"riscv64\")] type T { }\nfn use(t: T) { f()  f()  g()  b.g()  k()  let x: T = t }\n@[only(os: \"macos\")] fn uses { f()  nothing() }",
                ),
                ("b", "@[only(os: \"windows\", arch: \"x86_64\")] pub fn g { }\npub fn h { }\npub fn k { }"),
            ],
            expect![[r#"
                1:11 E0131 `g` exists only on windows on x86_64 | not on this target
                    b 1:47 declared here
                    help: declare one for this target, or write the same `@[only(…)]` before what uses it
                1:14 W0101 unused import `h` | never used
                    help: remove it
                6:11 E0131 `T` exists only on riscv64 | not on this target
                    5:31 declared here
                    help: declare one for this target, or write the same `@[only(…)]` before what uses it
                6:16 E0131 `f` exists only on macos | not on this target
                    4:25 declared here
                    help: declare one for this target, or write the same `@[only(…)]` before what uses it
                6:33 E0131 `g` exists only on windows on x86_64 | not on this target
                    b 1:47 declared here
                    help: declare one for this target, or write the same `@[only(…)]` before what uses it
                6:38 E0131 `k` exists only on windows | not on this target
                    help: declare one for this target, or write the same `@[only(…)]` before what uses it
                6:50 E0131 `T` exists only on riscv64 | not on this target
                    5:31 declared here
                    help: declare one for this target, or write the same `@[only(…)]` before what uses it
            "#]],
        );
    }
}
