//! Looking at a program while it runs, as a debugger does. Owns what is seen before each step; must not change anything.

use super::memory::{Layout, Memory};

/// What looks on.
pub trait Observer {
    /// A step is next.
    fn at(&mut self, moment: &Moment<'_>);
}

/// The state before a step.
pub struct Moment<'machine> {
    /// The symbol of the function.
    pub function: &'machine str,
    /// Whether this is the first step of a call.
    pub is_first: bool,
    /// Where the step comes from: a byte offset relative to the chunk of the function's item.
    pub source: u32,
    /// What tells the call from the others that are under way.
    pub frame: u64,
    /// The memory of the program.
    pub memory: &'machine Memory,
    pub(super) layout: &'machine Layout,
}

impl Moment<'_> {
    /// The address of a slot in the function's frame.
    pub fn slot(&self, number: usize) -> u64 {
        self.frame + u64::from(self.layout.offset(number))
    }
}

/// An observer in its place.
pub(super) struct Seat<'observer>(pub &'observer mut dyn Observer);

impl std::fmt::Debug for Seat<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an observer")
    }
}
