//! salsa inputs, chunks, parsing and diagnostics: the one database.
