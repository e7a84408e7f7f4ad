//! The language server: protocol, ordering, cancellation and conversion between the protocol's words and `ide`'s.
//!
//! It must not know types, syntax or code generators: every answer comes from `ide`, `driver` or `project`.
