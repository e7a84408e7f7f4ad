//! What a name in a written type means there, its type arguments included: the type as a whole is known where it stands, and
//! text and type are taken apart side by side. Behind an alias they differ, and nothing is said.

use hir::ItemId;
use source::Db;
use syntax::view::{self, TypeSyntax};
use syntax::{NodeId, NodeKind, Parse, TokenId};
use types::{Ty, TypeKind};

use crate::token::TokenPlace;

/// The type that a name of a written type stands for.
pub(crate) fn at(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Ty> {
    let parse = place.parse;
    let is_part = |node: &NodeId| TypeSyntax::cast(parse, *node).is_some() || spells_type(parse, *node);
    let outermost = place.nodes().take_while(is_part).last()?;
    let whole = of_root(db, place, item, outermost)?;
    within(db, TypeSyntax::cast(parse, outermost)?, whole, place.token)
}

/// Inside of `a[…]` types are read as expressions; parentheses and parameters of function types stand between.
fn spells_type(parse: &Parse, node: NodeId) -> bool {
    matches!(
        parse.kind(node),
        NodeKind::Name
            | NodeKind::FieldAccess
            | NodeKind::Index
            | NodeKind::Unary
            | NodeKind::Tuple
            | NodeKind::Array
            | NodeKind::Repeat
            | NodeKind::ParenType
    )
}

/// The type of a whole written type, by where it stands.
fn of_root(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId, root: NodeId) -> Option<Ty> {
    let parse = place.parse;
    let parent = parse.parent(root)?;
    match parse.kind(parent) {
        NodeKind::Parameter => {
            let number = parse.children(parse.parent(parent)?).take_while(|child| *child != parent).count();
            let owner = parse.parent(parse.parent(parent)?)?;
            let signature = types::signature(db, item);
            let first = usize::from(signature.receiver.is_some());
            (parse.kind(owner) == NodeKind::Function)
                .then(|| signature.parameters.get(number + first).map(|parameter| parameter.ty))?
        }
        NodeKind::Function => Some(types::signature(db, item).result),
        NodeKind::Field => {
            let name = view::Field::cast(parse, parent)?.name()?;
            let definition = types::type_definition(db, item);
            let place = definition.field(hir::Name::new(name.text()))?;
            Some(definition.fields.get(place as usize)?.ty)
        }
        NodeKind::Let => {
            let pattern = view::Let::cast(parse, parent)?.pattern()?;
            let map = hir::body_source_map(db, item);
            let inference = types::infer(db, item);
            let of_name = || map.local_at(pattern.node()).map(|local| inference.local_type(local));
            map.pattern_at(pattern.node()).and_then(|id| inference.pattern(id)).map(|used| used.ty).or_else(of_name)
        }
        NodeKind::Cast => {
            let id = hir::body_source_map(db, item).expression_at(parent)?;
            Some(types::infer(db, item).expression_type(id))
        }
        NodeKind::Constant => Some(types::constant_type(db, item)),
        NodeKind::Impl => types::self_type(db, item),
        _ => None,
    }
}

/// The type of the part of a written type that a token names.
fn within(db: &dyn Db, written: TypeSyntax<'_>, ty: Ty, token: TokenId) -> Option<Ty> {
    let list = |parts: &mut dyn Iterator<Item = TypeSyntax<'_>>, types: &[Ty]| {
        parts.zip(types).find_map(|(part, ty)| holds(part, token).then(|| within(db, part, *ty, token)))?
    };
    match written {
        TypeSyntax::Path(path) => {
            if path.segments().any(|segment| segment.id() == token) {
                return Some(ty);
            }
            let last = path.segments().last()?;
            match ty.kind() {
                TypeKind::Named(named) if *named.item.name(db).text() == *last.text() => {
                    list(&mut path.arguments(), &named.arguments.types())
                }
                TypeKind::Dyn(_, of) if *of.item.name(db).text() == *last.text() => {
                    list(&mut path.arguments(), &of.arguments.types())
                }
                TypeKind::Pointer(target) => list(&mut path.arguments(), &[target]),
                _ => None,
            }
        }
        // `ref fn` and `ref dyn` are one type.
        TypeSyntax::Borrow(borrow) => within(db, borrow.inner()?, ty.as_borrow().map_or(ty, |(inner, _)| inner), token),
        TypeSyntax::Dyn(object) => within(db, object.trait_syntax()?, ty, token),
        TypeSyntax::Tuple(tuple) => match ty.kind() {
            TypeKind::Tuple(elements) => list(&mut tuple.elements(), &elements.types()),
            _ => None,
        },
        TypeSyntax::Array(array) => match ty.kind() {
            TypeKind::Array(element, _) => within(db, array.element()?, element, token),
            _ => None,
        },
        TypeSyntax::Slice(slice) => within(db, slice.element()?, ty.as_slice()?, token),
        TypeSyntax::Function(function) => {
            let (parameters, result) = match ty.kind() {
                TypeKind::Closure(_, parameters, result) | TypeKind::ExternFunction(parameters, result) => {
                    (parameters.types(), result)
                }
                _ => return None,
            };
            let mut written = function.parameters().filter_map(|parameter| parameter.type_syntax());
            list(&mut written, &parameters)
                .or_else(|| function.result().and_then(|part| within(db, part, result, token)))
        }
        TypeSyntax::Error(_) => None,
    }
}

/// Whether a token lies in a written type.
fn holds(part: TypeSyntax<'_>, token: TokenId) -> bool {
    let (parse, node) = (part.tree(), part.node());
    parse.first_token(node) <= token && token < parse.end_token(node)
}
