//! Random programs about traits: what types have to have, what they take over, and calls that only the types behind a
//! parameter decide. Owns what these programs are made of; must not know how they are run.

mod bodies;
mod calls;
mod declare;
mod facts;
mod main;
mod types;

use super::Twins;
use super::texts::Texts;
use facts::{Bound, Implementation, Mode, Trait};
use types::{Declaration, Type};

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    let mut generator = Generator {
        random: fastrand::Rng::with_seed(seed),
        names: 0,
        types: Vec::new(),
        traits: Vec::new(),
        implementations: Vec::new(),
        functions: Vec::new(),
        texts: Texts::default(),
    };
    generator.texts.rust("#![allow(warnings)]");
    generator.choose_types();
    generator.choose_traits();
    generator.choose_implementations();
    generator.write_types();
    generator.write_traits();
    generator.write_implementations();
    for _ in 0..5 {
        generator.function();
    }
    generator.write_main();
    generator.texts.into_twins()
}

/// What has been made so far.
struct Generator {
    random: fastrand::Rng,
    /// How many names have been given.
    names: u32,
    types: Vec<Declaration>,
    traits: Vec<Trait>,
    implementations: Vec<Implementation>,
    functions: Vec<Function>,
    texts: Texts,
}

/// A generic function with bounds.
#[derive(Clone)]
struct Function {
    name: String,
    parameters: Vec<&'static str>,
    bounds: Vec<Bound>,
    /// The type parameters that are `Copy`.
    copied: Vec<&'static str>,
    takes: Vec<(Mode, Type)>,
    result: Type,
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

    /// One of several, which are not none.
    fn one<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.random.usize(0..all.len())].clone()
    }
}
