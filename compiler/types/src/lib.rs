//! Types, signatures, inference, layouts, constant evaluation over typed bodies, type checks and their problems.
//! Must not know MIR, ownership analysis or editors: what is moved, initialised or lent is `lower`'s to find out.
//! Input: the items and bodies of `hir`; layouts come from `abi`.
//!
//! The queries, by key and by what re-runs them:
//! - `signature(db, ItemId) -> &Signature`: functions, methods, C functions, tests; an edit of its head.
//! - `type_definition(db, ItemId) -> &TypeDefinition`: `type` items; an edit of its head.
//! - `constant_type(db, ItemId) -> Ty`: constants and C globals.
//! - `infer(db, ItemId) -> &Inference`: functions, constants, tests; an edit of its body or of a signature it uses.
//! - `constant_value(db, ItemId) -> &ConstantValue`: constants; an edit of anything it evaluates.
//! - `object_layout(db, ItemId) -> &RecordLayout`, and the functions `layout(db, Ty)`, `field_offset(db, Ty, u32)`,
//!   `abi_type(db, Ty, &mut TypeArena)`, `abi_signature(db, ItemId, &mut TypeArena)`, `target(db)`.
//! - `is_copy`, `is_plain`, `needs_drop`, `is_heap` `(db, Ty) -> bool`, and `holds_borrow(Ty)`.
//! - `item_diagnostics(db, ItemId) -> Vec<Diagnostic>`: every problem of this room about one item.

mod constant;
mod definition;
mod inference;
mod problem;
mod scalar;
mod signature;
mod ty;

pub use constant::ConstantValue;
pub use definition::{DefinitionKind, Field, TypeDefinition};
pub use hir::Receiver;
pub use inference::{
    Adjustment, Argument, Assign, Builtin, Call, CallId, Callee, Cast, Detail, Indexing, Inference, ItemUse, Literal,
    Operator,
};
pub use problem::{Anchor, Edit, Problem, TextFix};
pub use scalar::{FloatKind, IntKind};
pub use signature::{Linkage, Parameter, Signature};
pub use ty::{Ty, TypeKind, TypeList};
