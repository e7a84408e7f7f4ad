//! The source form of a function that does nothing but call another with its own arguments. Must not know who needs one.

use hir::ItemId;
use types::{Arguments, Ty};

use super::local::{Local, LocalId, LocalKind};
use super::statement::{Callee, CalleeId, Operand, OperandList, Rvalue, Statement, StatementKind, Terminator};
use super::{Block, Place, SourceForm};

/// A function with these parameters and this result that calls `item`.
pub fn forwarding_form(item: ItemId, arguments: Arguments, parameters: &[Ty], result: Ty) -> SourceForm {
    let mut form = SourceForm::default();
    let local = |ty: Ty, kind: LocalKind| Local { ty, kind, mutable: false, name: None, variable: None };
    form.locals.push(local(result, LocalKind::Return));
    form.locals.extend(parameters.iter().map(|ty| local(*ty, LocalKind::Parameter)));
    form.parameter_count = parameters.len() as u32;
    form.type_lists.extend_from_slice(&arguments.types());
    form.callees.push(Callee::Function { item, type_arguments: (0, form.type_lists.len() as u32) });
    form.operands.extend(form.parameters().map(|parameter| Operand::Move(Place::local(parameter))));
    let operands = OperandList { start: 0, length: parameters.len() as u32 };
    form.statements.push(Statement {
        kind: StatementKind::Assign(Place::local(LocalId::RETURN), Rvalue::Call(CalleeId(0), operands)),
        expression: hir::ExpressionId::from_index(0),
    });
    let terminator = if result == Ty::NEVER { Terminator::Unreachable } else { Terminator::Return };
    form.blocks.push(Block { start: 0, end: 1, terminator });
    form.shared_exits = 1;
    form
}
