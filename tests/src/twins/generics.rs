//! Random programs about generic types and functions: types with parameters, functions and methods that move, lend and
//! change what they know nothing about, and calls of all of them with many type arguments. Owns what these programs are
//! made of; must not know how they are run.

mod blocks;
mod bodies;
mod calls;
mod main;
mod steps;
mod types;
mod values;
mod views;

use super::Twins;
use super::texts::Texts;
use types::{Declaration, Parameter, Type};

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    let mut generator = Generator {
        random: fastrand::Rng::with_seed(seed),
        names: 0,
        types: Vec::new(),
        functions: Vec::new(),
        views: Vec::new(),
        grounds: Vec::new(),
        texts: Texts::default(),
    };
    generator.texts.rust("#![allow(warnings)]");
    generator.declare();
    for _ in 0..8 {
        generator.function();
    }
    for _ in 0..3 {
        generator.view();
    }
    generator.write_main();
    let mut texts = std::mem::take(&mut generator.texts);
    generator.write_types(&mut texts);
    generator.write_values(&mut texts);
    texts.into_twins()
}

/// What has been made so far.
struct Generator {
    random: fastrand::Rng,
    /// How many names have been given.
    names: u32,
    types: Vec<Declaration>,
    functions: Vec<Function>,
    /// Those that give borrows back.
    views: Vec<Function>,
    /// The types without parameters that have functions to make and show their values.
    grounds: Vec<Type>,
    texts: Texts,
}

/// How a function gets a value.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Moved,
    Lent,
    LentMutably,
}

/// A generic function or method.
#[derive(Clone)]
struct Function {
    name: String,
    holder: Option<Holder>,
    /// Its own type parameters.
    own: Vec<Parameter>,
    /// These and those of the type that it is a method of.
    all: Vec<Parameter>,
    /// What it takes, the receiver first; a number comes last.
    parameters: Vec<(Mode, Type)>,
    result: Type,
}

/// What a method is in.
#[derive(Clone)]
struct Holder {
    ty: Type,
    /// Whether it is for all type arguments.
    is_generic: bool,
    /// Whether it stands in the declaration of the type.
    is_inside: bool,
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
