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
//! - `is_copy`, `is_plain`, `needs_drop`, `is_heap`, `is_aggregate` `(db, Ty) -> bool`, and `holds_borrow(Ty)`.
//! - `item_diagnostics(db, ItemId) -> Vec<Diagnostic>`: every problem of this room about one item.

mod bounds;
mod c_names;
mod captures;
mod classify;
mod compact;
mod constant;
mod constant_type;
mod definition;
mod derivable_impls;
mod derivation;
mod destruction;
mod details;
mod diagnostics;
mod display;
mod draft;
mod endless;
mod enumeration;
mod evaluate;
mod extent;
#[cfg(test)]
mod fixture;
mod generics;
mod graph;
mod head;
mod implementations;
mod inference;
mod inferrer;
mod layout;
mod matching;
mod methods;
mod objects;
mod outcome;
mod overlapping;
mod own_form;
pub mod patterns;
#[cfg(test)]
mod pins;
mod problem;
mod problems;
mod raw;
mod recursive;
mod reported;
mod resolve;
mod signatures;
mod similar;
mod sizes;
mod storage;
mod substitute;
mod trait_checks;
mod trait_methods;
mod traits;
mod ty;

pub use abi::{FloatKind, IntKind};
pub use bounds::{Bounds, TraitReference, bounds as declared_bounds};
pub use c_names::{c_name, repeated_declarations};
pub use captures::{Capture, CaptureKind, Captures, captures};
pub use classify::{
    CONTENT, content, enumeration, fields_need_drop, has_count, holds_borrow, holds_changing, holds_mut,
    holds_written_borrow, is_aggregate, is_copy, is_counted, is_heap, is_object_pointer, is_plain, is_view,
    leads_to_borrow, leads_to_changing, looked_through, may_be_kept, needs_drop, scalar_enum, within,
};
pub use constant::ConstantValue;
pub use constant_type::{constant_type, global_type, is_mutable_global};
pub use definition::{DefinitionKind, Field, TypeDefinition, field_count, field_type, type_definition};
pub use derivable_impls::{DerivableImpls, derivable_impls};
pub use derivation::{Derivable, derivable, hasher};
pub use destruction::{destructor, end_runs_code, end_uses_borrows, has_destructor};
pub use diagnostics::{diagnostic, item_diagnostics};
pub use display::display;
pub use endless::has_endless_instances;
pub use enumeration::{Case, EnumForm, Enumeration};
pub use evaluate::{ArithmeticFailure, constant_value, integer_arithmetic};
pub use extent::has_finite_size;
pub use generics::{argument_count, declared, has_code, is_generic, own_parameters, parameter, trait_self};
pub use hir::Receiver;
pub use implementations::{
    Implementation, has_trait, implementation, implementation_for, is_derived, resolve_instance, trait_of,
};
pub use inference::{
    Adjustment, Argument, Assign, BindingMode, Builtin, Call, CallId, Callee, Cast, Detail, Indexing, Inference,
    ItemUse, Iteration, Literal, Operator, PatternItem, PatternUse,
};
pub use inferrer::{FORGOTTEN_RESULT, infer, is_asked_by_loops};
pub use layout::{
    CaseLayout, CaseLayouts, EnumField, LARGEST_SIZE, RecordLayout, abi_signature, abi_signature_of, abi_type,
    borrowed_align, enum_fields, field_offset, layout, object_layout, object_type, own_form, packed_field_align,
    pair_words, part_type, target, tuple_layout,
};
pub use matching::{CheckedPatterns, Rest, bound_local};
pub use methods::{find_method, method_names};
pub use objects::{Slot, called_through_object, slots};
pub use outcome::Outcome;
pub use overlapping::overlapping_types;
pub use own_form::OwnForm;
pub use problem::{Anchor, Edit, Problem, TextFix};
pub use problems::ALL as DIAGNOSTIC_KINDS;
pub use problems::{
    captured_borrow, capturing_pointer, changed_capture, slice_value, underaligned_in_guard, why_no_object,
};
pub use raw::{BUILTIN_METHODS, builtin_function_of_type, builtin_method, builtin_method_name, builtin_method_types};
pub use reported::{Reported, is_poisoned, report};
pub use resolve::{builtin_type, item_type, self_type};
pub use signatures::{Linkage, Parameter, Signature, is_main, is_visible, signature};
pub use storage::{STORAGE_FIELDS, array_of, element_of, stored_element};
pub use substitute::Substitution;
pub use trait_checks::{missing_methods, trait_method_of};
pub use trait_methods::{find_trait_method, hidden_traits, trait_methods};
pub use traits::traits_of_parameter;
pub use ty::{Arguments, ClosureKind, DynKind, Elements, NamedType, Structure, Ty, TypeKind, TypeList};
