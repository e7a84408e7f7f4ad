//! Moves, owners and drops, from the source form, where ownership is decided. It must not know layouts, except for how
//! many bytes a move takes along, nor intermediate code.

use hir::Expression;
use lower::source_form::{DropExtent, LocalKind, Operand, Place, Rvalue, Statement, StatementKind};
use source::Db;
use types::{Ty, TypeKind};

use super::data::{DroppedValue, FunctionCopies, MovedValue, SharedValue, TransferredValue};
use super::sites::Subject;

/// Notes every move out of something that has a name, every owner that is counted, and every drop.
pub(super) fn find(subject: Subject<'_>, found: &mut FunctionCopies) {
    for statement in &subject.form.statements {
        for (index, operand) in subject.operands(statement) {
            match operand {
                Operand::Move(place) => found.moves.extend(moved(subject, statement, index, place)),
                Operand::Copy(place) => found.shares.extend(shared(subject, statement, index, place)),
                Operand::Constant(_) | Operand::Poison(_) => {}
            }
        }
        if let StatementKind::Drop { place, extent, flag } = statement.kind {
            found.drops.push(dropped(subject, statement, (place, extent), flag.is_some()));
        }
    }
}

/// A move that somebody can see: out of a parameter or a variable, of a value that cannot be copied.
fn moved(subject: Subject<'_>, statement: &Statement, index: u32, place: Place) -> Option<MovedValue> {
    let local = subject.form.base_local(place)?;
    let data = subject.form.local(local);
    let is_named = match data.kind {
        LocalKind::Parameter | LocalKind::Captured | LocalKind::Variable => data.name.is_some(),
        LocalKind::Return | LocalKind::Value | LocalKind::Temporary | LocalKind::DropFlag => false,
    };
    let ty = subject.form.place_type(subject.db, place);
    // The last use of a counted value is a move too, but one that nobody has to think of.
    let matters = !types::is_copy(subject.db, ty) && !types::holds_borrow(subject.db, ty);
    if !is_named || !matters {
        return None;
    }
    Some(MovedValue {
        value: value(subject, place, ty),
        local: data.variable,
        to: target(subject, statement, index),
        bytes: types::layout(subject.db, ty).size,
        expression: subject.operand_expression(statement, index),
        call: subject.call_value(statement, Some(index)),
    })
}

/// A copy of something with counted parts.
fn shared(subject: Subject<'_>, statement: &Statement, index: u32, place: Place) -> Option<SharedValue> {
    let ty = subject.form.place_type(subject.db, place);
    if !types::needs_drop(subject.db, ty) {
        return None;
    }
    Some(SharedValue {
        value: value(subject, place, ty),
        to: target(subject, statement, index),
        expression: subject.operand_expression(statement, index),
        call: subject.call_value(statement, Some(index)),
    })
}

fn dropped(
    subject: Subject<'_>,
    statement: &Statement,
    (place, extent): (Place, DropExtent),
    conditional: bool,
) -> DroppedValue {
    let ty = subject.form.place_type(subject.db, place);
    let local = subject.form.base_local(place);
    DroppedValue {
        value: value(subject, place, ty),
        local: local.and_then(|local| subject.form.local(local).variable),
        conditional,
        what: ending(subject.db, ty, extent),
        expression: statement.expression,
        at_scope_end: matches!(subject.body[statement.expression], Expression::Block { .. }),
    }
}

fn value(subject: Subject<'_>, place: Place, ty: Ty) -> TransferredValue {
    TransferredValue { place: subject.named_place(place), ty: types::display(subject.db, ty) }
}

/// Where an operand goes, in words.
fn target(subject: Subject<'_>, statement: &Statement, index: u32) -> String {
    if let Some(call) = subject.call_value(statement, Some(index)) {
        return match call.name {
            Some(name) => format!("parameter `{name}` of `{}`", call.callee),
            None => format!("`{}`", call.callee),
        };
    }
    match statement.kind {
        StatementKind::Assign(place, Rvalue::Aggregate(_) | Rvalue::Union(..)) => {
            let ty = subject.form.place_type(subject.db, place);
            let whole = types::display(subject.db, ty);
            if let TypeKind::Named(item) = ty.kind()
                && let Some(field) = types::type_definition(subject.db, item).fields.get(index as usize)
            {
                format!("field `{}` of `{whole}`", field.name.text())
            } else {
                format!("a new `{whole}`")
            }
        }
        StatementKind::Assign(place, _) | StatementKind::ReplaceContents(place, _) => subject.destination(place),
        StatementKind::Nothing
        | StatementKind::Swap(..)
        | StatementKind::Count(_)
        | StatementKind::Reach(_)
        | StatementKind::CheckBounds { .. }
        | StatementKind::CheckRange { .. }
        | StatementKind::Drop { .. }
        | StatementKind::Declare(_)
        | StatementKind::StorageDead(_) => "a temporary".to_string(),
    }
}

/// What ends with a value.
fn ending(db: &dyn Db, ty: Ty, extent: DropExtent) -> String {
    let text = match extent {
        DropExtent::Contents => "what the object holds is dropped; its memory stays for the new contents",
        DropExtent::Memory => "the memory of the object is freed; its contents have been moved out",
        DropExtent::Whole if ty == Ty::STRING => "the text has one owner less; the last one frees it",
        DropExtent::Whole if types::is_counted(db, ty) => {
            "what is shared has one owner less; the last one drops it and frees its memory"
        }
        DropExtent::Whole if types::is_heap(db, ty) => "what the object holds is dropped and its memory is freed",
        DropExtent::Whole => "the values that it owns are dropped",
    };
    text.to_string()
}
