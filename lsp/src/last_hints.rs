//! Hints as they were before the text broke. While errors hide what would be shown of a piece of a file, it keeps the hints
//! it had, each where its text is now; those in the text that was changed go. It owns what is remembered, by file and
//! piece; it must not know what hints say.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use ide::{InlayHint, InlayHintKind, InlayHintSettings, PieceHints};
use tower_lsp::lsp_types::Url;

/// More pieces than this are not remembered; an editor asks about what is on the screen.
const MOST_PIECES: usize = 4096;

/// The hints of pieces that had no errors when they were last asked for.
#[derive(Default)]
pub(crate) struct LastHints {
    pieces: Mutex<HashMap<Key, Whole>>,
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    file: Url,
    head: String,
    nth: u32,
}

struct Whole {
    text: Arc<str>,
    settings: InlayHintSettings,
    hints: Vec<InlayHint>,
}

impl LastHints {
    /// The pieces as they are shown: with the hints of now, and where errors hide them those that were there last. Copies
    /// that nobody has looked at since an edit are shown as they were, in the lines that were not edited.
    pub(crate) fn shown(&self, uri: &Url, settings: &InlayHintSettings, pieces: Vec<PieceHints>) -> Vec<PieceHints> {
        let mut known = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MOST_PIECES {
            known.clear();
        }
        let shown = pieces.into_iter().map(|piece| {
            let key = Key { file: uri.clone(), head: piece.head.clone(), nth: piece.nth };
            if piece.is_broken || piece.awaits_fates {
                match known.get(&key) {
                    Some(whole) if whole.settings == *settings => whole.carried_over(piece),
                    Some(_) | None => piece,
                }
            } else {
                let whole = Whole { text: piece.text.clone(), settings: *settings, hints: piece.hints.clone() };
                known.insert(key, whole);
                piece
            }
        });
        shown.collect()
    }
}

impl Whole {
    /// A piece that is broken now: outside of what was changed its hints of before, inside those of now. Of one whose copies
    /// nobody has looked at yet, its copies of before.
    fn carried_over(&self, now: PieceHints) -> PieceHints {
        let (before, behind) = changed(&self.text, &now.text);
        let grown = i64::from(behind.end) - i64::from(before.end);
        let of_before = self.hints.iter().filter_map(|hint| {
            if hint.offset < before.start {
                Some(hint.clone())
            } else if hint.offset >= before.end {
                Some(hint.clone().moved(grown))
            } else {
                None
            }
        });
        let mut hints: Vec<InlayHint> = if now.is_broken {
            let is_inside = |hint: &InlayHint| behind.contains(&hint.offset);
            of_before.chain(now.hints.into_iter().filter(is_inside)).collect()
        } else {
            let copies = of_before.filter(|hint| hint.kind == InlayHintKind::Copy);
            let others = now.hints.into_iter().filter(|hint| hint.kind != InlayHintKind::Copy);
            copies.chain(others).collect()
        };
        hints.sort_by_key(|hint| (hint.offset, hint.kind));
        PieceHints { hints, ..now }
    }
}

/// What was changed, as bytes of the old text and of the new: whole lines, since a hint speaks of the line it stands in.
fn changed(old: &str, new: &str) -> (Range<u32>, Range<u32>) {
    let lines = |text: &'_ str| text.split_inclusive('\n').map(str::len).collect::<Vec<usize>>();
    let (old_lines, new_lines) = (lines(old), lines(new));
    let mut start = 0;
    let mut same_before = 0;
    for (left, right) in old_lines.iter().zip(&new_lines) {
        if left != right || old.as_bytes()[start..start + left] != new.as_bytes()[start..start + right] {
            break;
        }
        start += left;
        same_before += 1;
    }
    let (mut old_end, mut new_end) = (old.len(), new.len());
    for (left, right) in old_lines[same_before..].iter().rev().zip(new_lines[same_before..].iter().rev()) {
        if left != right || old.as_bytes()[old_end - left..old_end] != new.as_bytes()[new_end - right..new_end] {
            break;
        }
        old_end -= left;
        new_end -= right;
    }
    (start as u32..old_end as u32, start as u32..new_end as u32)
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn what_was_changed_is_whole_lines() {
        let old = "fn f() {\n  let a = 1\n  let b = 2\n  b\n}\n";
        for (new, before, behind) in [
            ("fn f() {\n  let a = 1\n  let b = 2 +\n  b\n}\n", "  let b = 2\n", "  let b = 2 +\n"),
            ("fn f() {\n  let a = 1\n  le\n  b\n}\n", "  let b = 2\n", "  le\n"),
            ("fn f() {\n  let a = 1\n  let b = 2\n  x\n  b\n}\n", "", "  x\n"),
            ("fn f() {\n  let b = 2\n  b\n}\n", "  let a = 1\n", ""),
            ("fn f() {\n  let a = 1\n  let a = 1\n  let b = 2\n  b\n}\n", "", "  let a = 1\n"),
            (old, "", ""),
            ("", old, ""),
        ] {
            let (left, right) = changed(old, new);
            assert_eq!(&old[left.start as usize..left.end as usize], before, "{new:?}");
            assert_eq!(&new[right.start as usize..right.end as usize], behind, "{new:?}");
        }
    }
}
