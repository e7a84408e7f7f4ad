//! Chapters of a book: Markdown with a title. It must not know how they are drawn.

/// A chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// Its name among the others: `02-functions`.
    pub name: String,
    /// The first heading.
    pub title: String,
    /// The text behind the title, as Markdown.
    pub text: String,
}

impl Chapter {
    /// The chapter that a file holds, whose first line is its title.
    pub fn new(file_name: &str, text: &str) -> Chapter {
        let name = file_name.strip_suffix(".md").unwrap_or(file_name).to_string();
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        match first.strip_prefix("# ") {
            Some(title) => Chapter { name, title: title.trim().to_string(), text: rest.to_string() },
            None => Chapter { title: name.clone(), name, text: text.to_string() },
        }
    }
}
