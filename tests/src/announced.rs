//! Diagnostics that a program announces in its comments, and which of those that are found were not.
//!
//! `#~ moved-value part of the message` expects a diagnostic of that kind and text on its own line; `#~^ …` on the line above,
//! one line further up for each `^`. Must not know who checks the program.

/// A diagnostic, announced or found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Announced {
    /// The line, from 1 on.
    pub line: usize,
    /// The name of the kind.
    pub kind: String,
    /// The message; of an announced one a part of it.
    pub message: String,
}

/// What the comments of a text announce.
pub fn announced(text: &str) -> Vec<Announced> {
    let mut expected = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for announced in line.split("#~").skip(1) {
            let above = announced.chars().take_while(|&character| character == '^').count();
            let (kind, message) = announced[above..].trim().split_once(' ').unwrap_or((announced[above..].trim(), ""));
            expected.push(Announced {
                line: index + 1 - above,
                kind: kind.to_owned(),
                message: message.trim().to_owned(),
            });
        }
    }
    expected
}

/// Compares what was found with what a text announces.
///
/// # Errors
/// Says what was not reported and what was not announced.
pub fn compare(text: &str, found: impl IntoIterator<Item = Announced>) -> Result<(), String> {
    let mut expected = announced(text);
    let mut unexpected = Vec::new();
    for actual in found {
        let place = expected.iter().position(|wanted| {
            wanted.line == actual.line && wanted.kind == actual.kind && actual.message.contains(&wanted.message)
        });
        match place {
            Some(index) => drop(expected.swap_remove(index)),
            None => unexpected.push(actual),
        }
    }
    if expected.is_empty() && unexpected.is_empty() {
        return Ok(());
    }
    Err(format!("not reported: {expected:#?}\nnot announced: {unexpected:#?}"))
}
