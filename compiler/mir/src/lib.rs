//! the intermediate representation, the ABI pass and the backend trait.
