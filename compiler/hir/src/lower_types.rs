//! From written types to [`TypeReferences`], for item trees and bodies alike. It resolves nothing.

use syntax::NodeId;
use syntax::view::{Expression, Literal, LiteralKind, Parameter, PathType, TypeSyntax};

use crate::arena::List;
use crate::{ConstantExpression, FunctionTypeKind, Name, TypeReference, TypeReferenceId, TypeReferences};

/// Types and where each stands.
#[derive(Default)]
pub(crate) struct TypeCollector {
    pub types: TypeReferences,
    pub nodes: Vec<NodeId>,
}

impl TypeCollector {
    /// Forgets all, but keeps the memory.
    pub fn clear(&mut self) {
        self.types.clear();
        self.nodes.clear();
    }

    pub fn push(&mut self, reference: TypeReference, node: NodeId) -> TypeReferenceId {
        self.types.types.push(reference);
        self.nodes.push(node);
        TypeReferenceId::from_index(self.nodes.len() - 1)
    }

    pub fn push_list(&mut self, ids: &[TypeReferenceId]) -> List {
        let start = self.types.lists.len();
        self.types.lists.extend_from_slice(ids);
        List::rest_of(&self.types.lists, start)
    }

    fn push_names(&mut self, names: impl Iterator<Item = Name>) -> List {
        let start = self.types.names.len();
        self.types.names.extend(names);
        List::rest_of(&self.types.names, start)
    }
}

/// Who lowers types: where they go, and what becomes of the lengths of arrays.
pub(crate) trait TypeContext {
    fn collector(&mut self) -> &mut TypeCollector;

    /// An array's length that is not a plain literal.
    fn computed_length(&mut self, length: Expression<'_>) -> ConstantExpression;

    /// What stands for a type is none. In heads the parser reads nothing else, and has reported it.
    fn spells_no_type(&mut self, _node: NodeId) {}
}

/// Lowers a type.
pub(crate) fn lower_type(context: &mut impl TypeContext, syntax: TypeSyntax<'_>) -> TypeReferenceId {
    let node = syntax.node();
    let reference = match syntax {
        TypeSyntax::Path(path) => match path.single_word() {
            Some(word) if word.text() == "Self" => TypeReference::SelfType,
            Some(word) => single_name(context, Name::new(word.text())),
            None => lower_path(context, path),
        },
        TypeSyntax::Borrow(borrow) => TypeReference::Borrow {
            mutable: borrow.is_mutable(),
            target: lower_optional(context, borrow.inner(), node),
        },
        TypeSyntax::Dyn(object) => TypeReference::Dyn(lower_optional(context, object.trait_syntax(), node)),
        TypeSyntax::Tuple(tuple) => TypeReference::Tuple(lower_list(context, tuple.elements())),
        TypeSyntax::Array(array) => {
            let element = lower_optional(context, array.element(), node);
            TypeReference::Array { element, length: lower_constant(context, array.length()) }
        }
        TypeSyntax::Slice(slice) => TypeReference::Slice(lower_optional(context, slice.element(), node)),
        TypeSyntax::Function(function) => {
            let kind = match (function.is_extern(), function.is_move()) {
                (true, _) => FunctionTypeKind::Extern,
                (false, true) => FunctionTypeKind::MoveClosure,
                (false, false) => FunctionTypeKind::Closure,
            };
            let parameters: Vec<_> =
                function.parameters().map(|parameter| lower_parameter_type(context, parameter)).collect();
            let result = function.result().map(|result| lower_type(context, result));
            TypeReference::Function { kind, parameters: context.collector().push_list(&parameters), result }
        }
        TypeSyntax::Error(_) => {
            context.spells_no_type(node);
            TypeReference::Missing
        }
    };
    context.collector().push(reference, node)
}

/// Lowers a type that a broken tree may lack; `node` stands for it then.
pub(crate) fn lower_optional(
    context: &mut impl TypeContext,
    syntax: Option<TypeSyntax<'_>>,
    node: NodeId,
) -> TypeReferenceId {
    match syntax {
        Some(syntax) => lower_type(context, syntax),
        None => context.collector().push(TypeReference::Missing, node),
    }
}

/// Lowers the types of a list.
pub(crate) fn lower_list<'tree>(
    context: &mut impl TypeContext,
    types: impl Iterator<Item = TypeSyntax<'tree>>,
) -> List {
    let ids: Vec<_> = types.map(|each| lower_type(context, each)).collect();
    context.collector().push_list(&ids)
}

/// The type of a parameter of a fn type or of a case's payload.
pub(crate) fn lower_parameter_type(context: &mut impl TypeContext, parameter: Parameter<'_>) -> TypeReferenceId {
    lower_optional(context, parameter.type_syntax(), parameter.node())
}

/// Lowers a number known while compiling.
pub(crate) fn lower_constant(context: &mut impl TypeContext, expression: Option<Expression<'_>>) -> ConstantExpression {
    match expression {
        None | Some(Expression::Error(_)) => ConstantExpression::Missing,
        Some(Expression::Literal(literal)) => match plain_integer(literal) {
            Some(value) => ConstantExpression::Integer(value),
            None => context.computed_length(Expression::Literal(literal)),
        },
        Some(other) => context.computed_length(other),
    }
}

fn plain_integer(literal: Literal<'_>) -> Option<u64> {
    if literal.kind() != LiteralKind::Integer {
        return None;
    }
    u64::try_from(syntax::literal::integer(literal.token().text())?).ok()
}

fn single_name(context: &mut impl TypeContext, name: Name) -> TypeReference {
    let names = context.collector().push_names(std::iter::once(name));
    TypeReference::Path { names, arguments: List::EMPTY }
}

fn lower_path(context: &mut impl TypeContext, path: PathType<'_>) -> TypeReference {
    let arguments = lower_list(context, path.arguments());
    let names = context.collector().push_names(path.segments().map(|word| Name::new(word.text())));
    if names.is_empty() { TypeReference::Missing } else { TypeReference::Path { names, arguments } }
}
