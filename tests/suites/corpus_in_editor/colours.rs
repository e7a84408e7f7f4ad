//! Colours of every program: in order, inside of lines, the same in parts and whole, and after an edit those of a text that
//! nobody edited.

use std::collections::BTreeSet;

use ide::{SemanticToken, semantic_tokens};
use tests::corpus;
use tests::session::{Session, mutate};

use super::{Sample, programs};

#[test]
fn colours_are_whole_and_survive_edits() {
    let mut sample = Sample::of(3);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut parts, mut edits) = (0, 0);
    for path in programs() {
        let copied = folder.path().join("main.lang");
        let original = corpus::read(&path);
        std::fs::write(&copied, &original).expect("a written file");
        let mut session = Session::open(&copied);
        let name = path.display();
        well_made(&session, &name.to_string());
        for _ in 0..sample.most.min(8) {
            parts += 1;
            in_parts(&session, &mut sample.random, &name.to_string());
            edits += 1;
            let text = mutate(&original, &mut sample.random);
            session.edit(&text);
            well_made(&session, &format!("{name}, as\n{text}"));
            std::fs::write(&copied, &text).expect("a written file");
            let fresh = Session::open(&copied);
            let (kept, made) = (all(&session), all(&fresh));
            assert!(
                kept == made,
                "{name}: after an edit {:?}, anew {:?}\n{text}",
                differing(&kept, &made),
                differing(&made, &kept)
            );
        }
    }
    println!("{parts} programs in parts, {edits} edits");
}

fn all(session: &Session) -> Vec<SemanticToken> {
    semantic_tokens(&session.db, session.file, None)
}

fn differing(of: &[SemanticToken], from: &[SemanticToken]) -> Option<SemanticToken> {
    of.iter().find(|token| !from.contains(token)).cloned()
}

/// Each token is in a line of the text, and behind the one before.
fn well_made(session: &Session, name: &str) {
    let text = session.text();
    let mut end = 0;
    for token in all(session) {
        let range = token.range.start as usize..token.range.end as usize;
        let piece = text.get(range.clone());
        assert!(
            piece.is_some_and(|piece| !piece.is_empty() && !piece.contains('\n')),
            "{name}: {token:?} is {piece:?}"
        );
        assert!(range.start >= end, "{name}: {token:?} begins before {end}");
        end = range.end;
    }
}

/// A file in ranges that lie beside each other: together they have every token, and no other.
fn in_parts(session: &Session, random: &mut fastrand::Rng, name: &str) {
    let text = session.text();
    let cut = |_| random.usize(..=text.len()) as u32;
    let mut cuts: BTreeSet<u32> = (0..5).map(cut).collect();
    cuts.extend([0, text.len() as u32]);
    let cuts: Vec<u32> = cuts.into_iter().collect();
    let mut together: Vec<SemanticToken> = Vec::new();
    for pair in cuts.windows(2) {
        let part = semantic_tokens(&session.db, session.file, Some(pair[0]..pair[1]));
        // What lies on both sides of a cut is in both parts.
        together.extend(part.into_iter().filter(|token| token.range.start >= pair[0]));
    }
    assert_eq!(together, all(session), "{name} cut at {cuts:?}");
}
