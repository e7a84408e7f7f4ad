//! What the tests of this room share: programs with the standard library, and their diagnostics as text.

use expect_test::Expect;
use hir::ItemId;
use source::{Database, SourceFile};

/// Puts a program of one file into a database.
pub(crate) fn load(db: &Database, text: &str) -> SourceFile {
    load_for(db, text, abi::Target::X86_64_LINUX)
}

/// The same for a target, of Linux.
pub(crate) fn load_for(db: &Database, text: &str, target: abi::Target) -> SourceFile {
    let standard = fixtures::package(db, "std", fixtures::STANDARD, &[]);
    let main = fixtures::package(db, "main", &[("", text)], &[]);
    fixtures::program_for(db, vec![standard, main], target.name());
    main.modules(db)[0].1
}

/// The item of a file's module with this name, members included.
pub(crate) fn item(db: &Database, file: SourceFile, name: &str) -> ItemId {
    let module = hir::module_of_file(db, file).expect("the file is a module of the program");
    let mut ids = hir::module_items(db, module).ids();
    ids.find(|id| id.name(db).text() == name).expect("the test names an item of its text")
}

/// Compares the diagnostics of a one-file program.
pub(crate) fn check(text: &str, expected: Expect) {
    let db = Database::new();
    let file = load(&db, text);
    expected.assert_eq(&diagnostics_text(&db, file));
}

/// Compares the source form of function `name`, which must have no errors.
pub(crate) fn check_form(text: &str, name: &str, expected: Expect) {
    let db = Database::new();
    let file = load(&db, text);
    let errors: String = crate::diagnostics(&db, file)
        .iter()
        .filter(|found| found.severity() == source::Severity::Error)
        .map(|found| found.message.clone() + "\n")
        .collect();
    assert_eq!(errors, "");
    expected.assert_eq(&crate::source_form(&db, item(&db, file, name)).text(&db));
}

/// The diagnostics of a file as text, a line each.
pub(crate) fn diagnostics_text(db: &Database, file: SourceFile) -> String {
    let mut shown = String::new();
    for found in crate::diagnostics(db, file) {
        let at = fixtures::place(db, found.primary.span);
        shown.push_str(&format!("{at} {} {}", found.kind.code, found.message));
        for label in &found.secondary {
            shown.push_str(&format!(" [{} {}]", fixtures::place(db, label.span), label.text));
        }
        for note in &found.notes {
            shown.push_str(&format!(" ({note})"));
        }
        shown.push('\n');
    }
    shown
}
