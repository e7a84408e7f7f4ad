//! What an editor asks, asked everywhere in each program of `tests/run`: names changed and changed back, signatures in calls,
//! colours. `EDITOR_SEED` chooses other places, `EDITOR_PLACES=all` takes them all.

#[path = "corpus_in_editor/calls.rs"]
mod calls;
#[path = "corpus_in_editor/colours.rs"]
mod colours;
#[path = "corpus_in_editor/renames.rs"]
mod renames;
#[path = "corpus_in_editor/resolved.rs"]
mod resolved;

use std::path::PathBuf;

use ide::FilePosition;
use tests::corpus;
use tests::session::Session;

/// The places that are looked at: a number per program, or all.
struct Sample {
    random: fastrand::Rng,
    most: usize,
}

impl Sample {
    /// So many per program, if nothing else is asked for.
    fn of(most: usize) -> Sample {
        let seed = std::env::var("EDITOR_SEED").map_or(1, |seed| seed.parse().expect("EDITOR_SEED is a number"));
        let most = match std::env::var("EDITOR_PLACES").as_deref() {
            Ok("all") => usize::MAX,
            Ok(number) => number.parse().expect("EDITOR_PLACES is a number or `all`"),
            Err(_) => most,
        };
        println!("EDITOR_SEED={seed}, {most} places of each program");
        Sample { random: fastrand::Rng::with_seed(seed), most }
    }

    /// Some of a list, in its order.
    fn some<T: Clone>(&mut self, all: &[T]) -> Vec<T> {
        let mut left = self.most.min(all.len());
        let mut chosen = Vec::with_capacity(left);
        for (number, each) in all.iter().enumerate() {
            if self.random.usize(..all.len() - number) < left {
                chosen.push(each.clone());
                left -= 1;
            }
        }
        chosen
    }
}

/// The programs that are one file.
fn programs() -> Vec<PathBuf> {
    let programs = corpus::programs().into_iter().map(|program| program.path);
    programs.filter(|path| path.is_file()).collect()
}

fn at(session: &Session, offset: usize) -> FilePosition {
    FilePosition { file: session.file, offset: u32::try_from(offset).expect("a program is small") }
}

/// The places where words begin that are no part of a comment or text; what a text computes counts.
fn words(text: &str) -> Vec<(usize, &str)> {
    let parse = syntax::parse(text);
    let mut found = Vec::new();
    for piece in parse.pieces() {
        let syntax::Piece::Token(token) = piece else { continue };
        let range = parse.token_range(token);
        let word = &text[range.index()];
        if word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
            found.push((range.index().start, word));
        }
    }
    found
}
