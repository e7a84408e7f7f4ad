//! What a file remembers of how it was cut last, so that cutting it again after an edit passes over the text around the
//! edit only, and chunks that did not change share their texts. It only saves time: the pieces are the same as from
//! scratch, whatever is remembered, which is why queries may read it although no query knows when it changes.

use std::sync::{Arc, Mutex, PoisonError};

use crate::ChunkId;
use crate::scan::{Cut, Cuts, Unchanged, cut, cut_again};

/// A piece of a text with its name.
pub(crate) struct Piece {
    /// Where it starts.
    pub start: u32,
    /// Its name.
    pub id: ChunkId,
    /// Its text.
    pub text: PieceText,
}

/// The text of a piece, and what is known of it.
#[derive(Clone)]
pub(crate) struct PieceText {
    pub text: Arc<str>,
    /// Whether `@[` occurs in it.
    pub has_attribute: bool,
}

impl PieceText {
    fn new(text: &str) -> PieceText {
        PieceText { text: Arc::from(text), has_attribute: text.contains("@[") }
    }
}

/// The memory of one file; clones share it.
#[derive(Clone, Default)]
pub struct LastCut(Arc<Mutex<Option<Remembered>>>);

struct Remembered {
    text: Arc<str>,
    cuts: Cuts,
    named: Vec<(ChunkId, PieceText)>,
}

/// Nothing to see: what is remembered depends on which queries ran.
impl std::fmt::Debug for LastCut {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("LastCut")
    }
}

impl LastCut {
    /// Cuts a text; `name` gives names to heads, which depend on nothing but the heads and their order.
    pub(crate) fn cut(&self, text: &Arc<str>, name: impl FnOnce(Heads<'_>) -> Vec<ChunkId>) -> Vec<Piece> {
        let mut remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (cuts, unchanged) = match &*remembered {
            Some(last) => cut_again(&last.text, &last.cuts, text),
            None => (cut(text), Unchanged::default()),
        };
        let known = remembered.as_ref().filter(|last| last.has_heads_of(text, &cuts, unchanged));
        let ids = match known {
            Some(last) => last.named.iter().map(|(id, _)| *id).collect(),
            None => name(Heads { text, cuts: cuts.list.iter() }),
        };
        let count = cuts.list.len();
        let old = remembered.as_ref().map_or(&[][..], |last| &last.named);
        let piece_text = |place: usize| {
            if place < unchanged.front {
                return old[place].1.clone();
            }
            if count - place <= unchanged.back {
                return old[old.len() - (count - place)].1.clone();
            }
            let end = cuts.list.get(place + 1).map_or(text.len(), |next| next.start as usize);
            PieceText::new(&text[cuts.list[place].start as usize..end])
        };
        let named: Vec<(ChunkId, PieceText)> =
            ids.into_iter().enumerate().map(|(place, id)| (id, piece_text(place))).collect();
        let pieces = cuts.list.iter().zip(&named).map(|(cut, (id, text))| Piece {
            start: cut.start,
            id: *id,
            text: text.clone(),
        });
        let pieces = pieces.collect();
        *remembered = Some(Remembered { text: text.clone(), cuts, named });
        pieces
    }
}

impl Remembered {
    /// Whether another cut has the same heads in the same order.
    fn has_heads_of(&self, text: &str, cuts: &Cuts, unchanged: Unchanged) -> bool {
        let changed = unchanged.front..cuts.list.len() - unchanged.back;
        cuts.list.len() == self.cuts.list.len()
            && changed
                .into_iter()
                .all(|place| head(text, &cuts.list[place]) == head(&self.text, &self.cuts.list[place]))
    }
}

/// The heads of a text's pieces.
pub(crate) struct Heads<'text> {
    text: &'text str,
    cuts: std::slice::Iter<'text, Cut>,
}

impl<'text> Iterator for Heads<'text> {
    type Item = &'text str;

    fn next(&mut self) -> Option<&'text str> {
        self.cuts.next().map(|cut| head(self.text, cut))
    }
}

fn head<'text>(text: &'text str, cut: &Cut) -> &'text str {
    &text[cut.head_start as usize..cut.head_end as usize]
}
