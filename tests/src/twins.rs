//! Random programs about enums and patterns, each written in the language and in Rust: both print the same. Owns what is
//! generated; must not know how either is run. Rust is the witness, so nothing is written here that means something else
//! there: guards look only, `match` takes values apart by moving, numbers wrap.

pub mod addresses;
pub mod chains;
pub mod channels;
pub mod collections;
mod declaration;
pub mod derived;
pub mod float_texts;
mod folds;
pub mod formats;
pub mod generics;
pub mod integers;
pub mod last_uses;
mod patterns;
pub mod queues;
pub mod slices;
pub mod strings;
mod texts;
pub mod traits;
mod values;

use declaration::Declaration;
use texts::Texts;

/// One program in both languages.
pub struct Twins {
    /// In the language.
    pub language: String,
    /// In Rust, for `rustc -C overflow-checks=off`.
    pub rust: String,
}

/// How deep values are nested that are made while a program runs.
const DEPTH: u32 = 3;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    let mut generator = Generator { random: fastrand::Rng::with_seed(seed), names: 0, types: Vec::new() };
    let mut texts = Texts::default();
    texts.rust("#![allow(warnings)]");
    generator.declare(&mut texts);
    generator.makers(&mut texts);
    generator.shows(&mut texts);
    let folds = generator.folds(&mut texts);
    generator.constants(&mut texts, &folds);
    generator.main(&mut texts, &folds);
    texts.into_twins()
}

/// What has been made so far.
struct Generator {
    random: fastrand::Rng,
    /// How many names have been given.
    names: u32,
    types: Vec<Declaration>,
}

impl Generator {
    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// Whether something happens that does so in so many of a hundred cases.
    fn happens(&mut self, percent: u32) -> bool {
        self.random.u32(0..100) < percent
    }
}
