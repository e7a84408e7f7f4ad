//! Item trees, item ids, module scopes, name resolution, bodies and their source maps.
//!
//! It must not know types or layouts: it says which item a name means, never what kind of value an expression has.
//! Input: the chunks and parses of `source`. Everything compared by salsa is free of ranges; positions are in
//! [`BodySourceMap`] and behind [`item_span`], for reporting only.

mod arena;
mod body;
mod item;
mod items;
mod lang_items;
mod lower_items;
mod lower_types;
mod modules;
mod name;
mod resolution;
mod scope;
mod source_map;
mod tree;
mod type_reference;

pub use arena::List;
pub use body::{
    Argument, BinaryOperator, Body, Closure, ClosureId, ClosureParameter, Expression, ExpressionId, FloatId,
    FloatLiteral, IntegerId, InterpolationPart, Local, LocalId, LocalKind, LogicalOperator, MatchArm, Pattern,
    PatternArgument, PatternId, PatternPath, PatternPathId, Statement, StatementId, StringId, UnaryOperator,
};
pub use item::{ItemId, ItemKind, Module, Parent};
pub use items::{
    ItemRef, ModuleItems, all_items, is_allowed, item_data, item_source, member, members, module_chunks, module_impls,
    module_items, module_libraries, module_tests,
};
pub use lang_items::{LangItem, lang_item, standard_item};
pub use lower_items::item_tree;
pub use modules::{
    ModuleTree, all_modules, find_module, imported_module, module_file, module_of_file, module_tree, package_by_name,
};
pub use name::Name;
pub use resolution::{BuiltinFunction, BuiltinType, Resolution, TypeResolution};
pub use scope::{
    ModuleMember, ModuleScope, case_of, module_scope, resolve, resolve_in_module, resolve_type_path, self_item,
};
pub use source_map::BodySourceMap;
pub use tree::{
    Attribute, AttributeArgument, AttributeValue, Case, ExternLibrary, Field, FunctionData, GenericParameter, ImplData,
    Import, ImportName, Item, ItemData, ItemSource, ItemTree, Parameter, Receiver, TraitData, TypeData, TypeForm,
    TypeShape,
};
pub use type_reference::{ConstantExpression, FunctionTypeKind, TypeReference, TypeReferenceId, TypeReferences};
