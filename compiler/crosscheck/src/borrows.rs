//! The witness of the borrow rules: random programs that are right in their types and heed no rule of ownership, what the
//! checker says of each, and what the interpreter's model of borrows says when it runs. What is accepted must run without
//! a fault. It must not know the rules: neither the checker's nor how the model finds a fault.

mod generate;
mod judge;
mod mend;
mod shrink;
mod types;

pub use generate::{PRELUDE, program};
pub use judge::{Verdict, judge, judge_one, judge_program};
pub use mend::mended;
pub use shrink::shrink;
