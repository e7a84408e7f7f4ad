//! The types of constants, globals and C globals. A constant's type may be left out if its initialiser is literals, operators,
//! constants and questions about layouts; then it is what inference finds. Must not evaluate anything.

use hir::{BuiltinFunction, Expression, ExpressionClass, ExpressionId, ItemData, ItemId, ItemKind};
use source::Db;

use crate::classify::{holds_borrow, is_plain};
use crate::display::display;
use crate::head::Head;
use crate::inferrer::infer;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::{Position, Written, resolve};
use crate::ty::Ty;

/// The type that a constant is declared with, if one is written.
pub(crate) fn declared_type(db: &dyn Db, item: ItemId) -> Option<&Ty> {
    declaration(db, item).0.as_ref()
}

/// The type of a constant.
pub fn constant_type(db: &dyn Db, item: ItemId) -> Ty {
    match declared_type(db, item) {
        Some(ty) => *ty,
        None => inferred_type(db, item),
    }
}

/// A query of its own, so that bodies that use a constant depend on its type and not on its body.
#[salsa::tracked(returns(copy), cycle_result = recursive_type)]
fn inferred_type(db: &dyn Db, item: ItemId) -> Ty {
    infer(db, item).result
}

/// A constant whose type follows from itself; inference reports it.
fn recursive_type(_db: &dyn Db, _id: salsa::Id, _item: ItemId) -> Ty {
    Ty::ERROR
}

/// The type of a global, or of a variable that C provides. One whose type is left out has been reported and is poison.
pub fn global_type(db: &dyn Db, item: ItemId) -> Ty {
    declaration(db, item).0.unwrap_or(Ty::ERROR)
}

/// Whether a global or C's variable may be changed from here.
pub fn is_mutable_global(db: &dyn Db, item: ItemId) -> bool {
    hir::item_data(db, item).is_some_and(|data| {
        matches!(data.item().data, ItemData::Global(_) | ItemData::ExternGlobal { mutable: true, .. })
    })
}

/// What is wrong with the declaration of a constant, global or C global.
pub(crate) fn declaration_problems(db: &dyn Db, item: ItemId) -> &[Problem] {
    &declaration(db, item).1
}

fn recursive_declaration(db: &dyn Db, _id: salsa::Id, item: ItemId) -> (Option<Ty>, Vec<Problem>) {
    (Some(Ty::ERROR), vec![problems::recursive_constant(Anchor::Item, &item.name(db).text())])
}

#[salsa::tracked(cycle_result = recursive_declaration)]
fn declaration(db: &dyn Db, item: ItemId) -> (Option<Ty>, Vec<Problem>) {
    let Some(data) = hir::item_data(db, item) else {
        return (None, Vec::new());
    };
    let written = match data.item().data {
        ItemData::Constant(written) | ItemData::Global(written) => written,
        ItemData::ExternGlobal { type_reference, .. } => Some(type_reference),
        _ => None,
    };
    let Some(written) = written else {
        return (None, Vec::new());
    };
    let mut head = Head::new(db, item, &data.tree.types);
    let mut ty = resolve(&mut head, written, Position::Value);
    if holds_borrow(db, ty) {
        let problem = problems::misplaced_borrow(Anchor::HeadType(written), &display(db, ty));
        head.report(problem);
        ty = Ty::ERROR;
    } else if item.kind(db) == ItemKind::Global && (!is_plain(db, ty) || ty == Ty::UNIT || ty == Ty::NEVER) {
        let problem = problems::global_not_plain(Anchor::HeadType(written), &item.name(db).text(), &display(db, ty));
        head.report(problem);
        ty = Ty::ERROR;
    }
    (Some(ty), head.problems)
}

/// Why a constant's type cannot be left out: the first expression that is more than literals, operators, constants
/// and what `size_of` says.
pub(crate) fn needs_declared_type(db: &dyn Db, body: &hir::Body, expression: ExpressionId) -> Option<ExpressionId> {
    let mut open = vec![expression];
    while let Some(expression) = open.pop() {
        let written = body[expression];
        match written.class() {
            ExpressionClass::Operation => {
                let count = open.len();
                body.each_operand(expression, |operand| open.push(operand));
                open[count..].reverse();
            }
            ExpressionClass::Literal | ExpressionClass::Missing => {}
            ExpressionClass::Name | ExpressionClass::Part | ExpressionClass::Other => match written {
                Expression::Item(item) if item.kind(db) == ItemKind::Constant => {}
                Expression::Call { callee, .. } if asks_for_layout(body, callee) => {}
                _ => return Some(expression),
            },
        }
    }
    None
}

/// Whether what is called is `size_of` or the like, which are constants of one type.
fn asks_for_layout(body: &hir::Body, callee: ExpressionId) -> bool {
    let function = match body[callee] {
        Expression::Instantiate { base, .. } => body[base],
        other => other,
    };
    matches!(
        function,
        Expression::BuiltinFunction(BuiltinFunction::SizeOf | BuiltinFunction::AlignOf | BuiltinFunction::OffsetOf)
    )
}
