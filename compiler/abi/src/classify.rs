//! Shape questions that several conventions ask of a type. Owns the walk over members; must not know registers.
