//! The pieces of a module of headers: its items with their comments, by the names that they declare. Of a module of seven
//! thousand items a program reads ten, so that is what it pays for: the lines of all others are blank, and every line that is
//! there stands where it stands in the whole. Owns the little of the form that it needs, which is the formatter's; it must not
//! know what an item means: a name that occurs is needed.

use std::collections::HashMap;
use std::ops::Range;

use memchr::memchr;
use project::words;

/// An item, with the comment and the attributes before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece<'text> {
    /// What it declares, or whose methods it has. Methods have their type's name, so whoever needs that has them, too.
    pub name: &'text str,
    /// Its lines, as bytes of the text.
    pub range: Range<u32>,
    /// How many lines it has.
    pub lines: u32,
    /// The pieces whose names occur in it, by number.
    pub needs: Vec<u32>,
}

/// The items of a text in the one form, in order. Lines of no piece stay whatever is left out; comments that belong to no item
/// are pieces without a name.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut cutter = Cutter { text, open: None, indent: "" };
    let mut start = 0;
    while start < text.len() {
        let end = memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |length| start + length + 1);
        cutter.line(start..end, &mut pieces);
        start = end;
    }
    cutter.close(text.len(), &mut pieces);
    let mut by_name: HashMap<&str, Vec<u32>> = HashMap::new();
    for (number, piece) in pieces.iter().enumerate().filter(|(_, piece)| !piece.name.is_empty()) {
        by_name.entry(piece.name).or_default().push(number as u32);
    }
    let needs: Vec<Vec<u32>> = pieces
        .iter()
        .enumerate()
        .map(|(number, piece)| {
            let text = &text[piece.range.start as usize..piece.range.end as usize];
            let code = text.lines().filter(|line| !line.trim_start().starts_with('#'));
            let mut needs: Vec<u32> =
                code.flat_map(words).filter_map(|word| by_name.get(word)).flatten().copied().collect();
            needs.sort_unstable();
            needs.dedup();
            needs.retain(|need| *need != number as u32);
            needs
        })
        .collect();
    for (piece, needs) in pieces.iter_mut().zip(needs) {
        piece.needs = needs;
    }
    pieces
}

/// A piece that is being read.
struct Open<'text> {
    start: usize,
    /// Empty until its first line of code.
    name: &'text str,
    has_code: bool,
}

struct Cutter<'text> {
    text: &'text str,
    open: Option<Open<'text>>,
    /// Of the items here: two blanks inside `extern { … }`.
    indent: &'static str,
}

impl<'text> Cutter<'text> {
    fn line(&mut self, range: Range<usize>, pieces: &mut Vec<Piece<'text>>) {
        let line = &self.text[range.clone()];
        let inner = line.strip_prefix(self.indent).unwrap_or(line);
        let is_outer = !self.indent.is_empty() && !line.starts_with(' ') && !line.trim_end().is_empty();
        if is_outer || line.starts_with("extern {") {
            self.close(range.start, pieces);
            self.indent = if line.starts_with("extern {") && !line.trim_end().ends_with('}') { "  " } else { "" };
            return;
        }
        if line.starts_with("import ") || (line.starts_with("@[") && line.contains("] import ")) {
            self.close(range.start, pieces);
            return;
        }
        let is_blank = line.trim().is_empty();
        let is_comment = inner.starts_with('#');
        let is_head = inner.starts_with(|first: char| first.is_ascii_alphabetic());
        let has_code = self.open.as_ref().is_some_and(|open| open.has_code);
        let begins = is_comment || inner.starts_with("@[") || is_head;
        // A comment without code that a blank line ends belongs to no item.
        if (begins && has_code) || (is_blank && !has_code) {
            self.close(range.start, pieces);
        }
        if begins {
            let open = self.open.get_or_insert(Open { start: range.start, name: "", has_code: false });
            if is_head && !open.has_code {
                open.has_code = true;
                open.name = declared(inner);
            }
        }
    }

    fn close(&mut self, end: usize, pieces: &mut Vec<Piece<'text>>) {
        if let Some(open) = self.open.take() {
            let lines = memchr::memchr_iter(b'\n', &self.text.as_bytes()[open.start..end]).count() as u32;
            let range = open.start as u32..end as u32;
            pieces.push(Piece { name: open.name, range, lines, needs: Vec::new() });
        }
    }
}

/// The name that an item declares: the first behind the words that say what it is. Of `impl` it is the type.
fn declared(head: &str) -> &str {
    let is_name = |word: &&str| !matches!(*word, "pub" | "extern" | "fn" | "let" | "mut" | "type" | "copy" | "impl");
    words(head).find(is_name).unwrap_or("")
}

#[cfg(test)]
pub(super) mod tests {
    use super::pieces;

    pub const TEXT: &str = "\
# Written for a machine.

import extern \"m\"
import std.c (Int)

extern {
  pub type closed

  # How far.
  #
  # it.h:3
  @[name(\"far_\")]
  pub fn far(from: point, to: Pointer[closed]) -> Int

  # it.h:4
  pub fn long_one(
    from: Int,
  ) -> Int
}

# A point.
pub type copy point {
  # Its place.
  pub let @x: number
}

impl point {
  pub fn twice(self) -> number { self.x * SCALE }
}

pub type number = Int

# it.h:9
pub let SCALE: Int = 2

# Not written, since it is `static`:
# other (it.h:7).
";

    #[test]
    fn each_item_is_a_piece() {
        let found = pieces(TEXT);
        let names: Vec<&str> = found.iter().map(|piece| piece.name).collect();
        assert_eq!(names, ["", "closed", "far", "long_one", "point", "point", "number", "SCALE", ""]);
        let needs: Vec<&[u32]> = found.iter().map(|piece| &*piece.needs).collect();
        assert_eq!(needs[2], [1, 4, 5], "{needs:?}");
        assert_eq!(needs[5], [4, 6, 7]);
        assert!(TEXT[found[2].range.start as usize..].starts_with("  # How far."));
    }
}
