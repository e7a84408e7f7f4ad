//! How clang sees a C type: the IR type that it has in memory, and the IR types of its eightbytes. Owns this for every
//! target; a convention that follows clang where clang departs from its document asks here, and so does [`crate::llvm`],
//! which spells signatures. Must not know where anything travels.

pub(crate) mod eightbytes;
pub(crate) mod ir;
pub(crate) mod storage;
