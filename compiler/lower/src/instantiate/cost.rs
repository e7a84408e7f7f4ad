//! How much code an instance becomes, roughly, told from the source form without building it. Owns the weights;
//! whoever asks decides what is small enough to be built into units that only call it.

use source::Db;
use types::{ConstantValue, Ty, TypeKind, needs_drop, type_definition};

use super::Instance;
use super::body::{self, Inlining};
use crate::source_form::{DropExtent, OperandList, Rvalue, SourceForm, StatementKind, Terminator};

/// A call with its arguments and result.
const CALL: u32 = 4;
/// A store, load, operation or jump.
const STEP: u32 = 1;
/// So many bytes of data weigh as much as one step.
const BYTES_PER_STEP: u64 = 8;

/// The cost of the code of an instance, in about the number of MIR instructions; `u32::MAX` if it has no body that
/// another unit could use. The same for equal sources, on every machine and in every order of asking.
pub fn body_cost(db: &dyn Db, instance: Instance) -> u32 {
    match instance {
        Instance::Function(item) => {
            let form = crate::source_form(db, item);
            let stays = match body::inlining(db, item) {
                Inlining::Never | Inlining::Unoptimised => true,
                Inlining::Open | Inlining::Always => false,
            };
            match stays || form.poison.is_some() || types::signature(db, item).poisoned {
                true => u32::MAX,
                false => form_cost(form),
            }
        }
        Instance::Drop(ty) | Instance::Retain(ty) => glue_cost(db, ty),
        // It has one place, which is not lent.
        Instance::Global(_) => u32::MAX,
        Instance::Constant(item) => match types::constant_value(db, item) {
            ConstantValue::Error => u32::MAX,
            ConstantValue::Unit
            | ConstantValue::Bool(_)
            | ConstantValue::Int(_)
            | ConstantValue::F32(_)
            | ConstantValue::F64(_)
            | ConstantValue::String(_)
            | ConstantValue::CString(_)
            | ConstantValue::Function(_)
            | ConstantValue::Aggregate(_)
            | ConstantValue::Union(..)
            | ConstantValue::Address(_) => {
                let bytes = types::layout(db, types::constant_type(db, item)).size;
                u32::try_from(bytes.div_ceil(BYTES_PER_STEP)).unwrap_or(u32::MAX)
            }
        },
        Instance::Entry(_) | Instance::TestEntry => u32::MAX,
    }
}

fn form_cost(form: &SourceForm) -> u32 {
    let statements = form.statements.iter().map(|statement| match statement.kind {
        StatementKind::Nothing | StatementKind::Declare(_) | StatementKind::StorageDead(_) => 0,
        StatementKind::Assign(_, rvalue) => rvalue_cost(form, rvalue),
        StatementKind::ReplaceContents(..) => CALL + STEP,
        StatementKind::Swap(..) => 4 * STEP,
        StatementKind::CheckBounds { .. } => 2 * STEP,
        StatementKind::Drop { extent, flag, .. } => {
            let ended = match extent {
                DropExtent::Whole | DropExtent::Memory => CALL,
                DropExtent::Contents => 2 * CALL,
            };
            ended + if flag.is_some() { STEP } else { 0 }
        }
    });
    let terminators = form.blocks.iter().map(|block| match block.terminator {
        Terminator::Goto(_) | Terminator::Branch(..) | Terminator::Return => STEP,
        Terminator::Unreachable => 0,
    });
    statements.chain(terminators).fold(0, u32::saturating_add)
}

fn rvalue_cost(form: &SourceForm, rvalue: Rvalue) -> u32 {
    let each = |list: OperandList| form.operand_list(list).len() as u32 * STEP;
    match rvalue {
        Rvalue::Use(_)
        | Rvalue::Unary(..)
        | Rvalue::Cast(..)
        | Rvalue::Borrow(..)
        | Rvalue::Address(_)
        | Rvalue::Union(..)
        | Rvalue::Zeroed
        | Rvalue::PointerOffset(..) => STEP,
        Rvalue::Binary(..) => 2 * STEP,
        Rvalue::Repeat(_) => 6 * STEP,
        Rvalue::Aggregate(operands) => STEP.saturating_add(each(operands)),
        Rvalue::Call(_, operands) => CALL.saturating_add(each(operands)),
    }
}

/// One call for each part that has an owner; a loop for arrays.
fn glue_cost(db: &dyn Db, ty: Ty) -> u32 {
    let parts = |types: &mut dyn Iterator<Item = Ty>| {
        types.fold(CALL, |sum, part| sum.saturating_add(if needs_drop(db, part) { CALL } else { 0 }))
    };
    match ty.kind() {
        TypeKind::Named(item) | TypeKind::Object(item) => {
            parts(&mut type_definition(db, item).fields.iter().map(|field| field.ty))
        }
        TypeKind::Tuple(elements) => parts(&mut elements.types().iter().copied()),
        TypeKind::Array(..) => 2 * CALL,
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Instance(..)
        | TypeKind::Parameter(..)
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::ExternFunction(..) => CALL,
    }
}
