//! Item trees, item ids, module scopes, name resolution, bodies and their source maps.
//!
//! It must not know types or layouts: it says which item a name means, never what kind of value an expression has.
//! Input: the chunks and parses of `source`. Everything compared by salsa is free of ranges; positions are in
//! [`BodySourceMap`] and behind [`item_span`], for reporting only.

mod arena;
mod bodies;
mod diagnostics;
mod dump;
mod examples;
mod expression;
#[cfg(test)]
mod fixture;
mod follow;
mod impl_heads;
mod item;
mod items;
mod lang_items;
mod lower_body;
mod lower_items;
mod lower_types;
mod modules;
mod name;
mod offering;
mod pattern;
#[cfg(test)]
mod pins;
mod positions;
mod problems;
pub mod reserved_symbols;
mod resolution;
#[cfg(test)]
mod robustness;
mod scope;
mod slips;
mod source_map;
mod spelling;
mod symbols;
mod targets;
mod trait_scope;
mod tree;
mod type_reference;

pub use arena::List;
pub use bodies::{
    Body, ClosureId, ExpressionId, FloatId, IntegerId, Local, LocalId, LocalKind, PatternId, PatternPathId,
    StatementId, StringId,
};
pub use diagnostics::{allowed_warnings, chunk_diagnostics, item_diagnostics, module_diagnostics};
pub use dump::{dump_item, dump_module};
pub use examples::{
    Example, ExampleOutput, ExampleProgram, example_programs, examples, is_offered, module_documentation,
    module_examples,
};
pub use expression::{
    Align, Argument, BinaryOperator, Closure, ClosureParameter, Expression, ExpressionClass, FloatLiteral,
    InterpolationPart, LogicalOperator, MatchArm, NumberForm, Statement, TextFormat, UnaryOperator,
};
pub use impl_heads::{modules_with_impls, type_word};
pub use item::{ItemClass, ItemId, ItemKind, Module, Parent};
pub use items::{
    ItemRef, ModuleItems, all_items, chunk_items, declared_elsewhere, has_body, is_allowed, is_bench, is_elsewhere,
    is_required_method, item_data, item_source, member, members, module_chunks, module_impls, module_items,
    module_libraries, module_tests, number_among_namesakes, package_items,
};
pub use lang_items::{LangItem, lang_item, standard_item};
pub use lower_body::{
    body, body_diagnostics, body_source_map, constant_body, constant_diagnostics, constant_source_map,
};
pub use lower_items::item_tree;
pub use modules::{
    ModuleTree, all_modules, find_module, imported_module, is_runtime, may_import, module_file, module_of_file,
    module_tree, package_by_name, package_modules,
};
pub use name::Name;
pub use offering::{Offer, import_module, import_path, offering, public_module};
pub use pattern::{Pattern, PatternArgument, PatternPath};
pub use positions::{
    PartDocumentation, body_end_span, case_span, documentation, expression_span, field_span, generic_parameter_span,
    item_file, item_name_span, item_node, item_notes, item_of_node, item_span, item_type_span, local_name_range,
    local_notes, local_span, may_have_notes, member_name_span, parameter_name_span, parameter_span, part_documentation,
    pattern_span, payload_name_span, type_reference_span,
};
pub use problems::ALL as DIAGNOSTIC_KINDS;
pub use problems::unknown_name::is_lost;
pub use resolution::{BuiltinFunction, BuiltinType, Resolution, TypeResolution};
pub use scope::{
    ModuleMember, ModuleScope, OBJECT, case_of, module_scope, prelude_item, resolve, resolve_in_module,
    resolve_type_path, self_item,
};
pub use slips::slips;
pub use source_map::BodySourceMap;
pub use symbols::{c_headers, c_symbol, is_header_name};
pub use targets::{PLATFORMS, Platform, Targets, item_targets, words as platform_words};
pub use trait_scope::visible_traits;
pub use tree::{
    Attribute, AttributeArgument, AttributeValue, Case, ExternLibrary, Field, FunctionData, GenericParameter, ImplData,
    Import, ImportName, Item, ItemData, ItemSource, ItemTree, Parameter, Receiver, TraitData, TypeData, TypeForm,
    TypeShape,
};
pub use type_reference::{ConstantExpression, FunctionTypeKind, TypeReference, TypeReferenceId, TypeReferences};
