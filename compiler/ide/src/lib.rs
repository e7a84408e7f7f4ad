//! What editors ask of the compiler: questions in byte offsets, answers in plain structs.
//!
//! It must not know the protocol, JSON, threads or code generators.
