//! Text of strangers on its way to a terminal, a log or a file: names of files, names in programs, the words of other
//! tools. It owns which characters must not arrive there as they are, and what stands for them; it must not know where
//! the text goes. Such a character moves the cursor, recolours what follows, or shows text in another order than it has;
//! a line that begins as a command does makes a machine that reads logs do something.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character does something instead of being seen: control characters, those that reverse the direction of
/// text, and the separators that some programs take for line ends.
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A name or another text that has one line: every character is seen, a line end as `\n`.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// A text of several lines: line ends and tabs stay.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| matches!(letter, '\n' | '\t'))
}

/// A text of several lines between the tags and in the attributes of a page.
pub fn html(written: &str) -> String {
    let mut page = String::with_capacity(written.len());
    for letter in text(written).chars() {
        match letter {
            '&' => page.push_str("&amp;"),
            '<' => page.push_str("&lt;"),
            '>' => page.push_str("&gt;"),
            '"' => page.push_str("&quot;"),
            other => page.push(other),
        }
    }
    page
}

/// A text of several lines for a terminal or a log: as [`text`], and no line can be taken for a command of the systems that read
/// the output of builds (`::error::…`, `##[error]…`, wherever in the line they begin to be read).
pub fn paragraph(written: &str) -> Cow<'_, str> {
    let text = text(written);
    let is_command = |line: &str| {
        let line = line.trim_start();
        line.starts_with("::") || line.starts_with("##[") || line.starts_with("##vso[")
    };
    if !text.lines().any(is_command) {
        return text;
    }
    let lines = text.split('\n').map(|line| if is_command(line) { format!("| {line}") } else { line.to_string() });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

/// A source, for whoever draws marks below it by byte offsets and makes the characters of ASCII visible himself: what is
/// left stands as another character of the same length.
pub fn of_equal_length(text: &str) -> Cow<'_, str> {
    let must_go = |letter: char| letter > '\u{7f}' && is_unprintable(letter);
    if !text.chars().any(must_go) {
        return Cow::Borrowed(text);
    }
    let seen = |letter: char| match letter.len_utf8() {
        2 => '\u{bf}',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(|letter| if must_go(letter) { seen(letter) } else { letter }).collect())
}

/// A cell of a column, with the spaces behind it that make the column so many characters wide. The widths of formats end at
/// 65,535, and beyond is a panic: what strangers may make wider is filled here.
pub fn padded(cell: &str, width: usize) -> String {
    let missing = width.saturating_sub(cell.chars().count());
    let mut text = String::with_capacity(cell.len() + missing);
    text.push_str(cell);
    text.extend(std::iter::repeat_n(' ', missing));
    text
}

/// Finished JSON in which strings hold such characters: their escapes stand there instead, which any reader takes back.
/// (Those below U+0020 are escaped by whoever makes JSON; outside of strings there are none of the others.)
pub fn json(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|letter| letter > '~' && is_unprintable(letter)) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if letter > '~' && is_unprintable(letter) {
            // All of them lie in the basic plane.
            let _written = write!(written, "\\u{:04x}", u32::from(letter));
        } else {
            written.push(letter);
        }
    }
    Cow::Owned(written)
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let must_go = |letter: char| is_unprintable(letter) && !stays(letter);
    // Nearly all texts are of ASCII, which is looked at without branches, many bytes at once.
    let (tab, line_end) = (stays('\t'), stays('\n'));
    let is_seen = |byte: u8| matches!(byte, b' '..=b'~') | (tab & (byte == b'\t')) | (line_end & (byte == b'\n'));
    let is_plain = text.bytes().fold(true, |plain, byte| plain & is_seen(byte));
    if is_plain || !text.chars().any(must_go) {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if must_go(letter) {
            written.extend(letter.escape_debug());
        } else {
            written.push(letter);
        }
    }
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::{is_unprintable, json, line, of_equal_length, padded, paragraph};

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(line("größe 'a' \"b\" \\n"), "größe 'a' \"b\" \\n");
        assert_eq!(line("a\n::error::x\u{1b}[2J\t\r"), "a\\n::error::x\\u{1b}[2J\\t\\r");
        assert_eq!(line("\u{9b}2J\u{7f}\u{202e}txt\u{2028}"), "\\u{9b}2J\\u{7f}\\u{202e}txt\\u{2028}");
        assert_eq!(line("\0"), "\\0");
    }

    #[test]
    fn columns_of_any_width_are_filled() {
        assert_eq!(padded("größe", 7), "größe  ");
        assert_eq!(padded("größe", 3), "größe");
        assert_eq!(padded("a", 70_000).len(), 70_000);
    }

    #[test]
    fn nothing_that_does_something_is_left() {
        for letter in (0..=0x10_ffff).filter_map(char::from_u32).filter(|letter| is_unprintable(*letter)) {
            let text = format!("a{letter}b");
            assert!(!line(&text).chars().any(is_unprintable), "{:x}", u32::from(letter));
            let lines = paragraph(&text).replace(['\n', '\t'], "");
            assert!(!lines.chars().any(is_unprintable), "{:x}", u32::from(letter));
            let source = of_equal_length(&text);
            assert_eq!(source.len(), text.len(), "{:x}", u32::from(letter));
            assert!(letter <= '\u{7f}' || !source.chars().any(is_unprintable), "{:x}", u32::from(letter));
        }
    }

    #[test]
    fn lines_of_a_paragraph_are_no_commands() {
        assert_eq!(paragraph("ld: a\n\tb\u{1b}c"), "ld: a\n\tb\\u{1b}c");
        assert_eq!(
            paragraph("cannot find x\n ::error::y\n##[group]z\n a::b"),
            "cannot find x\n|  ::error::y\n| ##[group]z\n a::b"
        );
        assert_eq!(paragraph("::warning::"), "| ::warning::");
    }

    #[test]
    fn json_means_the_same() {
        let text = "{\n  \"a\": \"b\\n\u{202e}\u{9b}\u{1f600}\"\n}";
        assert_eq!(json(text), "{\n  \"a\": \"b\\n\\u202e\\u009b\u{1f600}\"\n}");
    }
}
