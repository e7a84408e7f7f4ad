//! Random programs of the language, and what each of them must print: a generator over a syntax tree of its own, a model
//! that runs the tree, and a printer. Equal seeds give equal programs. It must not call the compiler, which it measures.

mod arithmetic;
mod ast;
mod constructs;
mod evaluate;
mod generate;
mod layout;
mod print;
mod shrink;
#[cfg(test)]
mod tests;
mod value;

use std::collections::BTreeSet;

pub use constructs::Construct;
pub use shrink::shrink;

/// How large programs become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// How many structs, at least.
    pub types: usize,
    /// How many functions.
    pub functions: usize,
    /// How many statements a function has, at most; nested ones come on top.
    pub statements: usize,
    /// How deep expressions are.
    pub depth: u32,
}

impl Size {
    /// For shrinking by hand.
    pub const SMALL: Size = Size { types: 3, functions: 3, statements: 4, depth: 2 };
    /// What the tests use.
    pub const MEDIUM: Size = Size { types: 5, functions: 7, statements: 7, depth: 3 };
    /// A few hundred lines.
    pub const LARGE: Size = Size { types: 8, functions: 12, statements: 8, depth: 3 };
}

/// A generated program and what it must do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The text of its only file.
    pub source: String,
    /// All that it prints.
    pub stdout: String,
    /// The exit code: 101 where it panics.
    pub exit: i32,
    /// Line, column and message of the panic it ends with.
    pub panic: Option<(usize, usize, String)>,
    /// What of the language is in it.
    pub constructs: BTreeSet<Construct>,
}

/// The exit code of a panic.
const PANICKED: i32 = 101;
/// What evaluation of deeply nested calls needs.
const STACK: usize = 256 << 20;

/// The text of the program with this seed.
pub fn generate(seed: u64, size: Size) -> String {
    program(seed, size).source
}

/// The program with this seed, with what it must print.
///
/// # Panics
/// When the system has no room for one thread more.
pub fn program(seed: u64, size: Size) -> Program {
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || attempt(seed, size))
        .expect("a thread can be started")
        .join()
        .unwrap_or_else(|failure| std::panic::resume_unwind(failure))
}

/// Generates programs until one ends within the model's number of steps.
fn attempt(seed: u64, size: Size) -> Program {
    let mut rng = fastrand::Rng::with_seed(seed);
    loop {
        let tree = generate::generate(rng.fork(), size);
        // Some programs keep the first operation that fails after so many steps.
        let failure_from = if rng.u32(0..100) < 20 { rng.u64(50..3000) } else { u64::MAX };
        let main = tree.functions.last().expect("`main` comes last").clone();
        let Some(ending) = evaluate::run(&tree, &main, failure_from) else {
            continue;
        };
        if tree.tests.iter().any(|test| evaluate::run(&tree, test, u64::MAX).is_none()) {
            continue;
        }
        // Tests may have guarded what `main` met with as well; the guards change what it prints.
        let Some(ending) =
            (if tree.tests.is_empty() { Some(ending) } else { evaluate::run(&tree, &main, failure_from) })
        else {
            continue;
        };
        let printed = print::print(&tree);
        let panic = ending.panic.map(|(id, message)| {
            let (line, column) = printed.position(id);
            (line, column, message)
        });
        let exit = if panic.is_some() { PANICKED } else { ending.exit };
        return Program { source: printed.source, stdout: ending.stdout, exit, panic, constructs: printed.constructs };
    }
}
