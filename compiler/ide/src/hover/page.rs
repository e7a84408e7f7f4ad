//! A page of Markdown that also reads well as it is: editors in terminals show the text itself. It owns fences, rules and
//! tables with columns as wide as their widest cell; it must not know what is written into them.

use std::fmt::Write;

use source::printable;

use super::question::HoverLink;
use crate::documentation::harmless;

/// The language of fenced code of the language itself.
pub(super) const LANGUAGE: &str = "lang";

/// What comes first, then blocks of Markdown with empty lines between them, and behind the first rule the details.
#[derive(Default)]
pub(super) struct Page {
    news: Vec<String>,
    text: String,
    /// Where the details begin in the text.
    details: Option<usize>,
    links: Vec<HoverLink>,
}

/// On which side of a column its cells stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// A table under construction.
pub(super) struct Table {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

impl Page {
    /// Whether nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.news.is_empty()
    }

    /// Whether something comes first.
    pub fn has_news(&self) -> bool {
        !self.news.is_empty()
    }

    /// What comes first, as lines that are aligned already; several of these stand below each other.
    pub fn news(&mut self, lines: impl IntoIterator<Item = String>) {
        if !self.news.is_empty() {
            self.news.push(String::new());
        }
        self.news.extend(lines.into_iter().map(|line| line.trim_end().to_string()));
    }

    /// What a client that follows links is given in the place of the details.
    pub fn link(&mut self, link: HoverLink) {
        if !self.links.contains(&link) {
            self.links.push(link);
        }
    }

    /// What the programmer wrote about something. It must not become a link to a command of the editor.
    pub fn documentation(&mut self, text: &str) {
        self.text(&harmless(text));
    }

    fn begin_block(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// A paragraph, or Markdown that somebody wrote.
    pub fn text(&mut self, text: &str) {
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        self.begin_block();
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Fenced code. The fence is longer than any in the code.
    pub fn code(&mut self, language: &str, code: &str) {
        let longest = code.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        self.begin_block();
        let code = code.trim_end();
        self.text.push_str(&format!("{fence}{language}\n{code}\n{fence}\n"));
    }

    /// A line across the page, before facts that are not the programmer's own words.
    pub fn rule(&mut self) {
        self.details.get_or_insert(self.text.len());
        if !self.is_empty() {
            self.text.push_str("\n---\n");
        }
    }

    /// A list of facts.
    pub fn list(&mut self, items: &[String]) {
        if items.is_empty() {
            return;
        }
        self.begin_block();
        for item in items {
            let _written = writeln!(self.text, "- {item}");
        }
    }

    /// A table.
    pub fn table(&mut self, table: &Table) {
        self.begin_block();
        table.write(&mut self.text);
    }

    /// What everybody is shown, the details, and links in their place.
    pub fn finish(mut self) -> (String, String, Vec<HoverLink>) {
        // What would be nothing but details is the page.
        let is_split = !self.news.is_empty() || self.details != Some(0);
        let from = self.details.filter(|_| is_split).unwrap_or(self.text.len());
        let details = self.text.split_off(from);
        let mut first = Page::default();
        if !self.news.is_empty() {
            first.code("text", &self.news.join("\n"));
        }
        let separator = if first.text.is_empty() || self.text.is_empty() { "" } else { "\n" };
        (format!("{}{separator}{}", first.text, self.text), details, self.links)
    }
}

impl Table {
    /// A table with these headings.
    pub fn new(headings: impl IntoIterator<Item = (String, Side)>) -> Table {
        let (names, sides): (Vec<String>, Vec<Side>) = headings.into_iter().unzip();
        Table { sides, rows: vec![names.into_iter().map(escaped).collect()] }
    }

    /// Adds a row; it has as many cells as there are headings.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(escaped).collect());
    }

    fn write(&self, text: &mut String) {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row.get(column).map_or(0, |cell| cell.chars().count()));
            cells.max().unwrap_or(0).max(3)
        };
        let widths: Vec<usize> = (0..self.sides.len()).map(width).collect();
        for (index, row) in self.rows.iter().enumerate() {
            for ((cell, side), width) in row.iter().zip(&self.sides).zip(&widths) {
                let _written = match side {
                    Side::Left => write!(text, "| {} ", printable::padded(cell, *width)),
                    Side::Right => {
                        let missing = width.saturating_sub(cell.chars().count());
                        write!(text, "| {}{cell} ", printable::padded("", missing))
                    }
                };
            }
            text.push_str("|\n");
            if index == 0 {
                for (side, width) in self.sides.iter().zip(&widths) {
                    let dashes = "-".repeat(width - 1);
                    let _written = match side {
                        Side::Left => write!(text, "| :{dashes} "),
                        Side::Right => write!(text, "| {dashes}: "),
                    };
                }
                text.push_str("|\n");
            }
        }
    }
}

/// A bar would end the cell, a line end the table.
fn escaped(cell: String) -> String {
    if cell.contains(['|', '\n']) { cell.replace('|', "\\|").replace('\n', " ") } else { cell }
}

/// A name, type or piece of code inside a sentence.
pub(super) fn code(text: &str) -> String {
    let text = printable::line(text);
    if text.contains('`') {
        // Longer than any run of them in the text, which nothing in it can end.
        let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest + 1);
        format!("{fence} {text} {fence}")
    } else {
        format!("`{text}`")
    }
}

/// `1 byte`, `16 bytes`.
pub(super) fn bytes(count: u64) -> String {
    format!("{count} {}", if count == 1 { "byte" } else { "bytes" })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn code_in_a_sentence_is_not_left() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("`` [x](command:y) ``"), "``` `` [x](command:y) `` ```");
        assert_eq!(code("a\n\n[x](command:y)"), "`a\\n\\n[x](command:y)`");
    }

    #[test]
    fn tables_are_read_as_text() {
        let mut page = Page::default();
        page.text("Above.");
        let mut table = Table::new([("name".to_string(), Side::Left), ("n".to_string(), Side::Right)]);
        table.row(["größe".to_string(), "1000".to_string()]);
        table.row(["a|b".to_string(), "1".to_string()]);
        page.table(&table);
        page.code(LANGUAGE, "# ``` in a comment\n");
        expect![[r#"
            Above.

            | name  |    n |
            | :---- | ---: |
            | größe | 1000 |
            | a\|b  |    1 |

            ````lang
            # ``` in a comment
            ````
        "#]]
        .assert_eq(&page.finish().0);
    }
}
