//! The C ABI as data. Owns layouts of C types, the calling conventions of every described target, the copies
//! they force and the reasons for each decision. Must not know any language, LLVM, Cranelift or salsa: that is
//! what lets several code generators and an editor read the same description and never disagree.
//!
//! The way through: describe the types of one signature in a [`TypeArena`], name them in a [`Signature`], and
//! call [`lower`] for a [`Target`]. The answer, [`FnAbi`], says where each value travels ([`Location`]), which
//! memory copies are forced ([`CopyPlan`]) and why ([`Why`]). From it, [`llvm`] derives the IR types and
//! attributes that clang emits, [`cranelift`] the flat parameter list that lands on the same registers, and
//! [`report`] the text for a person.
//!
//! ```
//! use abi::{FieldSpec, RecordKind, Signature, Target, TyId, TypeArena, layout_record, lower};
//!
//! // struct Entry { long key; float weight; };  void insert(struct Entry entry);
//! let target = Target::X86_64_LINUX;
//! let mut arena = TypeArena::new();
//! let fields = [FieldSpec::new(TyId::I64), FieldSpec::new(TyId::F32)];
//! let entry = layout_record(&target, &arena, RecordKind::Struct, &fields, false, None);
//! let entry = arena.add_record(entry);
//!
//! let abi = lower(&target, &arena, &Signature::new(TyId::VOID, [entry]))?;
//! let registers: Vec<String> = abi.params[0].parts().iter().map(|part| part.location.to_string()).collect();
//! assert_eq!(registers, ["rdi", "xmm0"]);
//! # Ok::<(), abi::Unsupported>(())
//! ```
//!
//! Units are in the names: sizes, offsets and alignments are bytes unless a field is called `…_bits`.

pub mod arena;
mod c_types;
mod clang;
mod classify;
pub mod convention;
mod copies;
pub mod cranelift;
mod cursor;
pub mod description;
pub mod layout;
pub mod llvm;
mod lowering;
pub mod mutation;
#[cfg(test)]
mod notation;
pub mod numbers;
pub mod registers;
pub mod report;
mod rules;
pub mod scalars;
pub mod target;
pub mod va_list;
pub mod why;

/// The examples of the page for people compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use arena::{Array, Extent, Field, Form, Record, RecordKind, Signature, Ty, TyId, TypeArena, Vector};
pub use convention::Convention;
pub use description::{
    Call, Carrier, CopyPlan, CopyReason, Extend, FnAbi, Location, Memory, Part, Parts, Placement, Side, Unsupported,
    ValueAbi, ValueIndex, VariadicLayout,
};
pub use layout::{FieldSpec, RecordLayout, RecordSpec, layout_record};
pub use numbers::{FloatKind, IntKind};
pub use registers::{Register, RegisterClass};
pub use scalars::Layout;
pub use target::{
    Architecture, Compatibility, Environment, Features, LongDouble, OperatingSystem, Target, UnknownTarget,
};
pub use va_list::{SaveArea, VaList, VaListField, VaStart};
pub use why::{Lp64dRule, Why};

/// Lowers one signature: decides for each value in which registers or at which stack offset it travels,
/// which copies that forces, and why.
///
/// The whole parameter list is walked with one register cursor, because running out of registers changes how
/// later values travel. The result depends on nothing but the arguments.
///
/// # Errors
/// [`Unsupported`] names the target or the type that this description does not cover; it never guesses.
pub fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    for ty in std::iter::once(&signature.result).chain(&signature.params) {
        arena.refuse_endless(*ty)?;
        classify::refuse_missing_formats(target, arena, *ty)?;
    }
    lowering::lower(target, arena, signature)
}
