//! What of a file can be run: the program, its tests and benches. It must not know how they are run.

use std::ops::Range;

use hir::{ItemId, ItemKind};
use source::{Db, SourceFile};

use crate::position::FileRange;

/// What kind of thing runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunnableKind {
    /// The program, by its `main`.
    Program,
    /// A test.
    Test,
    /// A bench.
    Bench,
}

/// Something that can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Runnable {
    /// What it is.
    pub kind: RunnableKind,
    /// `main`, or the name of a test or bench as `lang test --exact` takes it: its module's path before its text.
    pub name: String,
    /// Where its name stands.
    pub range: Range<u32>,
    /// All of it.
    pub full_range: Range<u32>,
}

/// What of a file can be run, from top to bottom.
pub fn runnables(db: &dyn Db, file: SourceFile) -> Vec<Runnable> {
    let Some(module) = hir::module_of_file(db, file) else {
        return Vec::new();
    };
    let items = hir::module_items(db, module).ids();
    let mut found: Vec<Runnable> = items.filter_map(|item| runnable(db, item)).collect();
    found.sort_by_key(|runnable| runnable.range.start);
    found
}

fn runnable(db: &dyn Db, item: ItemId) -> Option<Runnable> {
    let kind = match item.kind(db) {
        ItemKind::Test if hir::is_bench(db, item) => RunnableKind::Bench,
        ItemKind::Test => RunnableKind::Test,
        ItemKind::Function if types::is_main(db, item) => RunnableKind::Program,
        _ => return None,
    };
    let text = item.name(db).text();
    let path = item.module(db).path(db).text();
    let name = match kind {
        RunnableKind::Test | RunnableKind::Bench if !path.is_empty() => format!("{path}: {text}"),
        RunnableKind::Test | RunnableKind::Bench | RunnableKind::Program => text.to_string(),
    };
    Some(Runnable {
        kind,
        name,
        range: FileRange::of_span(db, hir::item_name_span(db, item)?).range,
        full_range: FileRange::of_span(db, hir::item_span(db, item)?).range,
    })
}

#[cfg(test)]
mod tests {
    use super::{RunnableKind, runnables};
    use crate::fixture::Fixture;

    #[test]
    fn the_program_and_its_tests() {
        let fixture = Fixture::new(
            "test \"one\" { assert(true) }\n\nfn help { }\n\nfn main { help() }\n\ntest \"two\" {}\n#- a.lang\nfn main {}\ntest \"three\" {}\nbench \"four\" {}\n",
        );
        let shown = |file: usize| -> Vec<(RunnableKind, String)> {
            let found = runnables(&fixture.db, fixture.files[file].1);
            found.into_iter().map(|runnable| (runnable.kind, runnable.name)).collect()
        };
        let test = |name: &str| (RunnableKind::Test, name.to_string());
        assert_eq!(shown(0), [test("one"), (RunnableKind::Program, "main".to_string()), test("two")]);
        let four = (RunnableKind::Bench, "a: four".to_string());
        assert_eq!(shown(1), [test("a: three"), four], "only the entry has a `main` that runs");
    }
}
