//! Lexer, parser and tree.
