//! Random programs whose values cross to C and back: what the language has beyond scalars and records, in the heads of functions
//! that C calls and of functions that the language calls.
//!
//! For each head one function stands on either side. Who is called checks each scalar inside of each argument, calls what can be
//! called and looks behind what leads elsewhere, and returns a value that the caller checks in turn. C reaches everything by
//! the names of `lang header`, so this knows how LANGUAGE.md lays values out and must not know how the compiler does.

mod c;
mod declare;
mod generate;
mod language;
mod types;
mod values;

use types::{Declared, Interface, Type};
use values::Value;

/// The two halves of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// `program.lang`, whose last line of output is `done`.
    pub language: String,
    /// `program.c`, which includes `program.h`, what `lang header` says of the other half, and `expect.h`.
    pub c: String,
}

/// A program of so many functions in each direction; equal seeds give equal ones.
pub fn sources(seed: u64, functions: usize) -> Sources {
    let program = generate::program(seed, functions);
    Sources { language: language::file(&program), c: c::file(&program) }
}

/// What both halves are written from.
#[derive(Debug)]
struct Program {
    declared: Vec<Declared>,
    interfaces: Vec<Interface>,
    functions: Vec<Function>,
}

/// A head, and what passes by it in each direction.
#[derive(Debug)]
struct Function {
    parameters: Vec<Type>,
    result: Option<Type>,
    /// C calls.
    inwards: Exchange,
    /// The language calls.
    outwards: Exchange,
}

/// The values of one call.
#[derive(Debug)]
struct Exchange {
    arguments: Vec<Value>,
    /// What the callee leaves behind a `mut` argument, if it writes there.
    afterwards: Vec<Option<Value>>,
    returned: Returned,
}

/// What a callee gives back.
#[derive(Debug)]
enum Returned {
    Nothing,
    Made(Value),
    /// The argument of this number.
    Argument(usize),
}

#[cfg(test)]
mod tests {
    use super::sources;

    #[test]
    fn equal_seeds_give_equal_programs_with_every_form() {
        assert_eq!(sources(3, 12), sources(3, 12));
        assert_ne!(sources(3, 12), sources(4, 12));
        let text: String = (0..40).map(|seed| sources(seed, 12).language).collect();
        let wanted =
            ["Option[", "Result[", "ref [", "mut [", "ref String", "ref fn", "mut fn", "extern fn (", "ref dyn"];
        let more =
            ["mut dyn", ": dyn", "type enum", "type copy enum", "type inline", "type view", "@[packed]", "enum Mode"];
        for wanted in wanted.into_iter().chain(more) {
            assert!(text.contains(wanted), "no {wanted}");
        }
    }
}
