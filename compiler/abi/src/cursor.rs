//! The register cursor: which argument registers are still free and where the argument area ends. Owns the
//! counting; must not know types. One cursor walks a whole parameter list.
