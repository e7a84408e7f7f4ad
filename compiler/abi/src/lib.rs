//! ABI.
