//! Item trees, item ids, module scopes, name resolution, bodies and their source maps.
//!
//! It must not know types or layouts: it says which item a name means, never what kind of value an expression has.
//! Input: the chunks and parses of `source`. Everything compared by salsa is free of ranges; positions are in
//! [`BodySourceMap`] and behind [`item_span`], for reporting only.

mod arena;
mod body;
mod item;
mod item_tree;
mod name;
mod resolution;
mod source_map;
mod type_reference;

pub use arena::List;
pub use body::{
    Argument, BinaryOperator, Body, Closure, ClosureId, ClosureParameter, Expression, ExpressionId, FloatId,
    FloatLiteral, IntegerId, InterpolationPart, Local, LocalId, LocalKind, LogicalOperator, MatchArm, Pattern,
    PatternArgument, PatternId, PatternPath, PatternPathId, Statement, StatementId, StringId, UnaryOperator,
};
pub use item::{ItemId, ItemKind, Module, Parent};
pub use item_tree::{
    Attribute, AttributeArgument, AttributeValue, Case, ExternLibrary, Field, FunctionData, GenericParameter, ImplData,
    Import, ImportName, Item, ItemData, ItemSource, ItemTree, Parameter, Receiver, TraitData, TypeData, TypeForm,
    TypeShape,
};
pub use name::Name;
pub use resolution::{BuiltinFunction, BuiltinType, Resolution, TypeResolution};
pub use source_map::BodySourceMap;
pub use type_reference::{ConstantExpression, FunctionTypeKind, TypeReference, TypeReferenceId, TypeReferences};
