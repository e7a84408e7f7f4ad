//! The `lang` program.

fn main() {}
