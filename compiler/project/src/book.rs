//! The book's text, embedded in the binary. It owns the list of its chapters in the order in which they are read (a test
//! compares it with the folder); it must not know what is in them.

/// Every chapter: the name of its file, and its text, which begins with `# ` and its title.
pub const BOOK: &[(&str, &str)] = &[
    ("01-hello.md", include_str!("../../std/book/01-hello.md")),
    ("02-functions-and-types.md", include_str!("../../std/book/02-functions-and-types.md")),
    ("03-own-and-lend.md", include_str!("../../std/book/03-own-and-lend.md")),
    ("04-four-kinds-of-types.md", include_str!("../../std/book/04-four-kinds-of-types.md")),
    ("05-enums-and-match.md", include_str!("../../std/book/05-enums-and-match.md")),
    ("06-failures.md", include_str!("../../std/book/06-failures.md")),
    ("07-generics-and-traits.md", include_str!("../../std/book/07-generics-and-traits.md")),
    ("08-closures-and-iterators.md", include_str!("../../std/book/08-closures-and-iterators.md")),
    ("09-collections-and-texts.md", include_str!("../../std/book/09-collections-and-texts.md")),
    ("10-files-and-processes.md", include_str!("../../std/book/10-files-and-processes.md")),
    ("11-threads.md", include_str!("../../std/book/11-threads.md")),
    ("12-tests-packages-tools.md", include_str!("../../std/book/12-tests-packages-tools.md")),
    ("13-from-c.md", include_str!("../../std/book/13-from-c.md")),
    ("14-from-rust.md", include_str!("../../std/book/14-from-rust.md")),
    ("15-calling-c.md", include_str!("../../std/book/15-calling-c.md")),
    ("16-where-copies-come-from.md", include_str!("../../std/book/16-where-copies-come-from.md")),
    ("17-idioms.md", include_str!("../../std/book/17-idioms.md")),
];
