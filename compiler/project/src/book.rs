//! The book's text, embedded in the binary. It owns the list of its chapters in the order in which they are read (a test
//! compares it with the folder); it must not know what is in them.

/// Every chapter: the name of its file, and its text, which begins with `# ` and its title.
pub const BOOK: &[(&str, &str)] = &[("01-hello.md", include_str!("../../std/book/01-hello.md"))];
