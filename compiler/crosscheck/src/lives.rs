//! Random programs about the lives of values: enums, patterns, generic types and functions, traits, and ends of values that
//! print. A second generator beside [`programs`](super::programs), which knows layouts and numbers; here each form of the
//! language has its text and its meaning in one place, and the model knows values by what they are, without types, so
//! generic code is run as it stands. It must not call the compiler, which it measures.

mod content;
mod forms;
mod generate;
mod machine;
mod node;
mod print;
mod tree;
mod types;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use machine::Machine;
use node::{Writer, Written};
use tree::Tree;

/// A program and what it must print.
pub struct Life {
    tree: Rc<Tree>,
    left_out: BTreeSet<u32>,
    /// What may be left out of it.
    parts: BTreeSet<u32>,
    /// Where forms begin that may panic.
    marks: BTreeMap<Written, usize>,
    /// The text of its only file.
    pub source: String,
}

/// How a program ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// All that it prints.
    pub stdout: String,
    /// Line, column and message of the panic it ends with.
    pub panic: Option<(usize, usize, String)>,
}

/// The program with this seed; it ends with 0 and leaves nothing allocated, or panics.
pub fn life(seed: u64) -> Life {
    let mut rng = fastrand::Rng::with_seed(seed);
    loop {
        let life = Life::of(Rc::new(generate::generate(rng.fork())), BTreeSet::new());
        if life.ending().is_some_and(|ending| life.tree.may_panic || ending.panic.is_none()) {
            return life;
        }
    }
}

impl Life {
    fn of(tree: Rc<Tree>, left_out: BTreeSet<u32>) -> Life {
        let Writer { out, written, marks, .. } = print::print(&tree, &left_out);
        Life { tree, left_out, parts: written, marks, source: out }
    }

    /// How it ends; none if it takes too long. Only of a program that is right.
    pub fn ending(&self) -> Option<Ending> {
        let (stdout, panic) = Machine::main(&self.tree, &self.left_out)?;
        let panic = panic.map(|(form, message)| {
            let before = &self.source[..self.marks[&form]];
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            (before.matches('\n').count() + 1, before[line..].chars().count() + 1, message)
        });
        Some(Ending { stdout, panic })
    }

    /// Leaves out what is not needed for the program to fail; programs that are tried may be wrong.
    #[must_use]
    pub fn smaller(mut self, mut fails: impl FnMut(&Life) -> bool) -> Life {
        let mut count = self.parts.len().div_ceil(2);
        while count > 0 {
            let parts: Vec<u32> = self.parts.iter().copied().collect();
            let mut is_smaller = false;
            for some in parts.chunks(count) {
                let mut left_out = self.left_out.clone();
                left_out.extend(some);
                let tried = Life::of(Rc::clone(&self.tree), left_out);
                if fails(&tried) {
                    self = tried;
                    is_smaller = true;
                }
            }
            if count == 1 && !is_smaller {
                break;
            }
            count = if is_smaller { count } else { count / 2 };
        }
        self
    }
}
