//! The type that is wanted at the cursor, as far as what stands around it tells. It must not know how proposals are ranked.

use hir::ItemClass;
use syntax::view;
use syntax::{NodeId, NodeKind, TokenKind};
use types::Ty;

use crate::cursor::{Cursor, Meaning};
use crate::definition::Definition;

/// The type that is wanted at the cursor.
pub(super) fn expected(cursor: &Cursor<'_>) -> Option<Ty> {
    let parse = &cursor.parse;
    let mut inner = cursor.node();
    for outer in parse.ancestors(inner) {
        match parse.kind(outer) {
            NodeKind::Paren | NodeKind::Unary | NodeKind::NamedArgument => {}
            NodeKind::Call => {
                let target = cursor.call_target(outer)?;
                let place = cursor.parameter_of(&target, outer, Some(inner))?;
                return known(target.parameters.get(place)?.ty?);
            }
            NodeKind::Let => return declared(cursor, outer),
            NodeKind::Assign => {
                let place = parse.first_child(outer).filter(|place| *place != inner)?;
                return value(cursor, place);
            }
            NodeKind::Binary => return of_operand(cursor, outer, inner),
            NodeKind::If | NodeKind::While => {
                return (parse.first_child(outer) == Some(inner)).then_some(Ty::BOOL);
            }
            NodeKind::Return => return result(cursor),
            NodeKind::Block => {
                let is_body = parse.parent(outer).is_some_and(|parent| parse.kind(parent) == NodeKind::Function);
                let is_last = parse.next_sibling(inner).is_none();
                return if is_body && is_last { result(cursor) } else { None };
            }
            NodeKind::Constant => {
                let item = cursor.item.filter(|item| item.kind(cursor.db).class() == ItemClass::Value)?;
                return known(Definition::Item(item).ty(cursor.db)?);
            }
            _ => return None,
        }
        inner = outer;
    }
    None
}

fn known(ty: Ty) -> Option<Ty> {
    (!ty.is_error() && ty != Ty::UNIT && ty != Ty::NEVER).then_some(ty)
}

fn value(cursor: &Cursor<'_>, node: NodeId) -> Option<Ty> {
    if let Meaning::Value(ty) = cursor.meaning(node) { known(ty.value_type()) } else { None }
}

/// The written type of a `let`: that of the variable in the real body.
fn declared(cursor: &Cursor<'_>, node: NodeId) -> Option<Ty> {
    let written = view::Let::cast(&cursor.parse, node)?;
    written.type_syntax()?;
    let item = cursor.item_with_body()?;
    let name = written.pattern()?.node();
    known(types::infer(cursor.db, item).local_type(cursor.local_of(name)?))
}

/// Both sides of an operator have one type, and `&&` joins conditions.
fn of_operand(cursor: &Cursor<'_>, node: NodeId, operand: NodeId) -> Option<Ty> {
    let parse = &cursor.parse;
    let operator = view::Binary::cast(parse, node)?.operator_token()?.kind();
    if matches!(operator, TokenKind::AndAnd | TokenKind::OrOr) {
        return Some(Ty::BOOL);
    }
    let other = parse.first_child(node).filter(|left| *left != operand)?;
    value(cursor, other)
}

fn result(cursor: &Cursor<'_>) -> Option<Ty> {
    let function = cursor.item_with_body().filter(|item| item.kind(cursor.db).is_function())?;
    known(types::signature(cursor.db, function).result)
}
