//! What formatting would change, as a unified difference that `patch` understands. It is made of the formatter's own edits,
//! so no lines need to be searched for each other. It must not know files.

use std::fmt::Write;
use std::ops::Range;

use syntax::format::Edit;

/// Lines shown around a change.
const CONTEXT: usize = 3;

/// The difference between a text and its formatted form; empty if there is none.
pub fn unified(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let edits = syntax::format::edits_between(&syntax::parse(before), after);
    let old = Lines::new(before);
    let mut out = format!("--- {path}\n+++ {path}\n");
    let mut shift = 0_isize;
    for hunk in hunks(&old, &edits) {
        let added: Vec<Vec<&str>> =
            hunk.changes.iter().map(|change| change.new.split_inclusive('\n').collect()).collect();
        let removed: usize = hunk.changes.iter().map(|change| change.lines.len()).sum();
        let growth = added.iter().map(Vec::len).sum::<usize>() as isize - removed as isize;
        let new_start = hunk.lines.start as isize + shift;
        let new_count = hunk.lines.len() as isize + growth;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "@@ -{},{} +{},{new_count} @@",
            if hunk.lines.is_empty() { 0 } else { hunk.lines.start + 1 },
            hunk.lines.len(),
            if new_count == 0 { 0 } else { new_start + 1 },
        );
        let mut line = hunk.lines.start;
        for (change, added) in hunk.changes.iter().zip(added) {
            old.write(&mut out, ' ', line..change.lines.start);
            old.write(&mut out, '-', change.lines.clone());
            added.iter().for_each(|line| write_line(&mut out, '+', line));
            line = change.lines.end;
        }
        old.write(&mut out, ' ', line..hunk.lines.end);
        shift += growth;
    }
    out
}

/// Lines that are replaced.
struct Change {
    lines: Range<usize>,
    new: String,
}

/// Changes that stand close together, with lines around them.
struct Hunk {
    lines: Range<usize>,
    changes: Vec<Change>,
}

fn hunks(old: &Lines<'_>, edits: &[Edit]) -> Vec<Hunk> {
    let mut hunks: Vec<Hunk> = Vec::new();
    for group in edits.chunk_by(|left, right| old.line_at(left.range.end) == old.line_at(right.range.start)) {
        let Some((first, last)) = group.first().zip(group.last()) else {
            continue;
        };
        let lines = old.line_at(first.range.start)..(old.line_at(last.range.end) + 1).min(old.starts.len());
        let change = Change { new: old.edited(&lines, group), lines };
        let around = change.lines.start.saturating_sub(CONTEXT)..(change.lines.end + CONTEXT).min(old.starts.len());
        let Some(hunk) = hunks.last_mut().filter(|hunk| hunk.lines.end >= around.start) else {
            hunks.push(Hunk { lines: around, changes: vec![change] });
            continue;
        };
        hunk.lines.end = around.end;
        // Changed lines that follow each other are shown as one change.
        match hunk.changes.last_mut().filter(|last| last.lines.end == change.lines.start) {
            Some(last) => {
                last.lines.end = change.lines.end;
                last.new.push_str(&change.new);
            }
            None => hunk.changes.push(change),
        }
    }
    hunks
}

/// A text by lines.
struct Lines<'text> {
    text: &'text str,
    /// Where each line starts. What follows the last newline is a line if it is not empty.
    starts: Vec<usize>,
}

impl<'text> Lines<'text> {
    fn new(text: &'text str) -> Lines<'text> {
        let newlines = text.match_indices('\n').map(|(newline, _)| newline + 1);
        let starts = std::iter::once(0).chain(newlines).filter(|start| *start < text.len()).collect();
        Lines { text, starts }
    }

    /// The line that holds the offset, the number of lines behind the last newline.
    fn line_at(&self, offset: u32) -> usize {
        let offset = offset as usize;
        if offset == self.text.len() && (self.text.is_empty() || self.text.ends_with('\n')) {
            return self.starts.len();
        }
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    fn edited(&self, lines: &Range<usize>, edits: &[Edit]) -> String {
        let mut out = String::new();
        let mut position = self.start(lines.start);
        for edit in edits {
            out.push_str(&self.text[position..edit.range.start as usize]);
            out.push_str(&edit.text);
            position = edit.range.end as usize;
        }
        out.push_str(&self.text[position..self.start(lines.end)]);
        out
    }

    fn write(&self, out: &mut String, sign: char, lines: Range<usize>) {
        for line in lines {
            write_line(out, sign, &self.text[self.start(line)..self.start(line + 1)]);
        }
    }
}

fn write_line(out: &mut String, sign: char, line: &str) {
    out.push(sign);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::unified;

    #[test]
    fn changes_are_shown_with_the_lines_around_them() {
        let text = "fn f {\n  a\n  b\n  c\n  d\n  e\n  f   (x)\n  g\n  h\n  i\n  j\n  k\n\n\n}\nfn  g { }";
        let shown = unified("a.lang", text, &syntax::format(text));
        expect![[r#"
            --- a.lang
            +++ a.lang
            @@ -4,13 +4,11 @@
               c
               d
               e
            -  f   (x)
            +  f(x)
               g
               h
               i
               j
               k
            -
            -
            -}
            -fn  g { }
            \ No newline at end of file
            +}
            +fn g {}
        "#]]
        .assert_eq(&shown);
        assert_eq!(unified("a.lang", "fn f {}\n", "fn f {}\n"), "");
    }
}
