//! Cutting a text again after an edit: the cuts before the edit are kept, the scan goes on from the last item that begins
//! before it, and where it comes to an item behind the edit at which the old text was cut too, the rest of the old cuts is
//! taken over. The result is the same as from scratch; a test compares them over random edits.
//!
//! Where an item begins, the scan knows nothing but its place and whether brackets are believed: nothing is open, no
//! comment block is waiting, and the end of the last code is found anew before anything asks for it.

use super::{Cut, Cuts, Mode, Scanner};
use crate::common::Common;

/// How many pieces of the text did not change, though those at the back may have moved.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Unchanged {
    /// From the front.
    pub front: usize,
    /// From the back.
    pub back: usize,
}

/// Cuts `text`, which was `old_text` with the cuts `old` before an edit.
pub(crate) fn cut_again(old_text: &str, old: &Cuts, text: &str) -> (Cuts, Unchanged) {
    let (old_bytes, bytes) = (old_text.as_bytes(), text.as_bytes());
    let Common { front, back } = Common::of(old_text, text);
    let kept = kept_cuts(old, &bytes[..front]);
    let mut scanner = Scanner::new(bytes);
    scanner.cuts = Vec::with_capacity(old.list.len() + 1);
    scanner.cuts.extend_from_slice(kept);
    scanner.is_flush = old.is_flush && !kept.is_empty();
    scanner.before = Some(Before {
        cuts: old,
        moved: bytes.len() as i64 - old_bytes.len() as i64,
        back_start: bytes.len() - back,
        next: kept.len(),
        joined: None,
    });
    // Without an item before the edit from the start of the text, which finds out anew where items stand.
    scanner.scan(kept.last().map(|last| last.head_start as usize), Mode::Trusting);
    let cuts = scanner.finish();
    let joined = scanner.before.and_then(|before| before.joined);
    // The last piece that stays, and the one where the scans meet, may end or start elsewhere.
    let unchanged =
        Unchanged { front: kept.len().saturating_sub(1), back: joined.map_or(0, |joined| old.list.len() - joined - 1) };
    (cuts, unchanged)
}

/// The old cuts that stay: found while brackets were believed, by looking at nothing behind the line of their heads, which
/// the edit does not touch. The scan looks far ahead for the end of attributes only; heads without words stand for such
/// that have none.
fn kept_cuts<'old>(old: &'old Cuts, front: &[u8]) -> &'old [Cut] {
    let trusted = &old.list[..old.trusted];
    let worded = trusted.iter().position(|cut| cut.head_start == cut.head_end);
    let trusted = &trusted[..worded.unwrap_or(trusted.len())];
    let mut count = trusted.partition_point(|cut| (cut.head_end as usize) < front.len());
    while let Some(last) = count.checked_sub(1)
        && memchr::memchr(b'\n', &front[trusted[last].head_end as usize..]).is_none()
    {
        count = last;
    }
    &trusted[..count]
}

/// The cuts before the edit, while the text behind it is scanned.
pub(super) struct Before<'old> {
    cuts: &'old Cuts,
    /// By how much the text behind the edit moved.
    moved: i64,
    /// Where the text behind the edit starts.
    back_start: usize,
    /// The first cut that may be met again.
    next: usize,
    /// The cut that was met again.
    joined: Option<usize>,
}

/// The old cuts behind the one that was met again.
pub(super) struct Rest {
    pub cuts: Vec<Cut>,
    pub trusted: usize,
    pub gave_up: bool,
}

impl Before<'_> {
    /// Tells of a new cut: if the old text was cut there too, in the same mode, all that follows follows again.
    pub(super) fn join(&mut self, head_start: usize, mode: Mode, is_flush: bool, gave_up: bool) {
        if head_start < self.back_start || is_flush != self.cuts.is_flush {
            return;
        }
        let wanted = head_start as i64 - self.moved;
        let list = &self.cuts.list;
        while list.get(self.next).is_some_and(|cut| i64::from(cut.head_start) < wanted) {
            self.next += 1;
        }
        let same_mode = match mode {
            Mode::Trusting => self.next < self.cuts.trusted,
            Mode::Recovering => self.next >= self.cuts.trusted && !gave_up && !self.cuts.gave_up,
        };
        if same_mode && list.get(self.next).is_some_and(|cut| i64::from(cut.head_start) == wanted) {
            self.joined = Some(self.next);
        }
    }

    pub(super) fn has_joined(&self) -> bool {
        self.joined.is_some()
    }

    /// What follows the cut that was met again, where it stands now.
    pub(super) fn rest(&self) -> Option<Rest> {
        let behind = self.joined? + 1;
        let moved = |place: u32| (i64::from(place) + self.moved) as u32;
        let cuts = self.cuts.list[behind..].iter().map(|cut| Cut {
            start: moved(cut.start),
            head_start: moved(cut.head_start),
            head_end: moved(cut.head_end),
        });
        Some(Rest {
            cuts: cuts.collect(),
            trusted: self.cuts.trusted.saturating_sub(behind),
            gave_up: self.cuts.gave_up,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::cut;

    const TEXT: &str =
        "# a\nfn a { (1) }\n\n# b\n@[allow(x)]\nfn b {\n  f(2)\n}\ntype C { let @x: i64 }\nfn d { }\nfn e { }\n";

    /// What stays of [`TEXT`] when `old` in it becomes `new`.
    fn unchanged(old: &str, new: &str) -> (usize, usize) {
        let text = TEXT.replacen(old, new, 1);
        let (cuts, unchanged) = cut_again(TEXT, &cut(TEXT), &text);
        assert_eq!(cuts, cut(&text));
        (unchanged.front, unchanged.back)
    }

    #[test]
    fn only_the_text_around_an_edit_is_cut_again() {
        assert_eq!(unchanged("f(2)", "f(2, 3)"), (1, 2));
        assert_eq!(unchanged("fn b", "fn bb"), (0, 2));
        assert_eq!(unchanged("fn a", "fn aa"), (0, 3));
        assert_eq!(unchanged("fn d { }", "fn d { }\nfn n { }"), (3, 0));
        assert_eq!(unchanged("# a\n", "# a\n# b\n"), (0, 4));
        assert_eq!(unchanged("", ""), (4, 0));
        assert_eq!(unchanged("f(2)", "f(2"), (1, 0));
    }

    /// An item below a place where brackets do not balance is joined too.
    #[test]
    fn broken_text_is_cut_again() {
        let text = TEXT.replacen("f(2)", "f(2", 1);
        let edited = text.replacen("f(2", "f(27", 1);
        let (cuts, unchanged) = cut_again(&text, &cut(&text), &edited);
        assert_eq!(cuts, cut(&edited));
        assert_eq!((unchanged.front, unchanged.back), (1, 2));
    }

    const WORDS: &[&str] = &[
        "{",
        "}",
        "(",
        ")",
        "\"",
        "\"\"\"",
        "'",
        "${",
        "# c",
        "\n",
        "\n\n",
        "@[",
        "]",
        "@[a(\"x\")]\n",
        "\\",
        "fn f ",
        "fn g(x) { }\n",
        "test \"t\" {",
        "type T {\n",
        "\nimport x (y,\n z)\n",
        " ",
        "\n  fn h { }\n",
        "let x = \n",
        "unsafe ",
        "extern {\n",
        "é",
        "impl A for B",
    ];

    fn random_text(random: &mut fastrand::Rng, words: usize) -> String {
        (0..words).map(|_| WORDS[random.usize(..WORDS.len())]).collect()
    }

    #[test]
    fn cutting_again_equals_cutting_from_scratch() {
        for seed in 0..3000 {
            let mut random = fastrand::Rng::with_seed(seed);
            // Items in column 0 at first, or indented ones.
            let mut text = if random.bool() { "fn a { }\n" } else { "  fn a { }\n" }.to_string();
            for _ in 0..random.usize(..8) {
                text += "@[a]\nfn b { (1) }\n\n# c\ntype C {\n  fn d { }\n}\n";
            }
            text += &random_text(&mut random, 12);
            let mut cuts = cut(&text);
            for _ in 0..12 {
                let at = text.floor_char_boundary(random.usize(..=text.len()));
                let end = text.floor_char_boundary((at + random.usize(..9)).min(text.len()));
                let count = random.usize(..3);
                let new = random_text(&mut random, count);
                let mut edited = text.clone();
                edited.replace_range(at..end.max(at), &new);
                let (again, unchanged) = cut_again(&text, &cuts, &edited);
                assert_eq!(again, cut(&edited), "seed {seed}: {text:?} became {edited:?}");
                let piece = |text: &str, cuts: &Cuts, place: usize| {
                    let end = cuts.list.get(place + 1).map_or(text.len(), |next| next.start as usize);
                    text[cuts.list[place].start as usize..end].to_string()
                };
                for place in 0..unchanged.front {
                    assert_eq!(piece(&text, &cuts, place), piece(&edited, &again, place), "seed {seed}");
                }
                for place in 1..=unchanged.back {
                    let (old, new) = (cuts.list.len() - place, again.list.len() - place);
                    assert_eq!(piece(&text, &cuts, old), piece(&edited, &again, new), "seed {seed}");
                }
                (text, cuts) = (edited, again);
            }
        }
    }
}
