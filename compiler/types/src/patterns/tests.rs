//! Tests of the matrix of patterns: a table of types to match (`types`), what is said about hand-written matches
//! (`examples`), the work for large ones (`growth`), and random ones beside a model that tries all values (`random`).

mod examples;
mod growth;
mod model;
mod random;
mod types;
mod values;
