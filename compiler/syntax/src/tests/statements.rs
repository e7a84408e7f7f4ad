//! statements
