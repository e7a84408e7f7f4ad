//! What calls do with loans, judged by the declared signature alone: what a result holds, and what is stored where an argument
//! leads. Must not read bodies.

use rustc_hash::FxHashSet;
use source::Db;
use types::{Receiver, Ty, TypeKind, holds_borrow, holds_written_borrow};

use super::super::holding::Held;
use super::super::rules::{BorrowRule, rule};
use super::super::sets::Set;
use super::{Checker, Point};
use crate::source_form::{Callee, Operand, OperandList};

/// Whether a callee may store what an argument holds where another one leads: it is declared as a bare type parameter that
/// allows borrows, or with such ones in it. What is declared as a borrow is never stored.
pub(super) fn is_stored(db: &dyn Db, declared: Ty) -> bool {
    holds_borrow(db, declared) && !holds_written_borrow(declared)
}

/// How many levels down an argument has the values that lie inside of what it leads to; nothing if these hold no borrows.
fn inside(db: &dyn Db, declared: Ty) -> Option<usize> {
    let (mut depth, mut ty) = (0, declared);
    while let Some((target, _)) = ty.as_borrow() {
        (depth, ty) = (depth + 1, target);
    }
    holds_borrow(db, ty).then_some(depth)
}

impl Checker<'_, '_> {
    /// The result of a `fn` or `fn mut` method holds what `self` holds, any other what all arguments hold; which part of
    /// it leads where, signatures do not say. If no borrow is written in the declared result, it holds no loan of what the
    /// arguments lead to, but what values in there hold.
    pub(super) fn held_by_result(&mut self, callee: Callee, arguments: OperandList) -> Held {
        let mut result = Held::default();
        if !rule(BorrowRule::ResultHoldsArguments) {
            return result;
        }
        let operands = self.form.operand_list(arguments);
        let counted = match self.receiver(callee) {
            Some(Receiver::Ref | Receiver::Mut) => &operands[..operands.len().min(1)],
            Some(Receiver::Move) | None => operands,
        };
        let is_bare = self.has_bare_result(callee);
        let mut loans = Set::default();
        for (index, operand) in counted.iter().enumerate() {
            let declared = self.declared(callee, index);
            let first = match declared {
                Some(declared) if is_pointer(declared) => None,
                Some(declared) if is_bare => {
                    inside(self.subject.db, declared).filter(|_| rule(BorrowRule::BareResultHoldsInside))
                }
                // Of C's `...` nothing is kept; what the language itself calls has no bare results.
                Some(_) => Some(0),
                None => matches!(callee, Callee::Runtime(_)).then_some(0),
            };
            if let Some(first) = first {
                let held = self.held_by_operand(*operand);
                for level in first..held.depth() {
                    self.sets.add(&mut loans, held.level(level));
                }
            }
        }
        for level in 0..self.deepest {
            result.add(&mut self.sets, level, loans);
        }
        result
    }

    /// What the callee may store: afterwards what each `mut` argument leads to may hold it.
    pub(super) fn store_by_call(&mut self, point: Point, callee: Callee, arguments: OperandList) {
        if !matches!(callee, Callee::Function { .. }) || !rule(BorrowRule::BareArgumentsStored) {
            return;
        }
        let operands = self.form.operand_list(arguments);
        let mut stored = Set::default();
        for (index, operand) in operands.iter().enumerate() {
            if self.declared(callee, index).is_some_and(|declared| is_stored(self.subject.db, declared)) {
                let held = self.held_by_operand(*operand).all(&mut self.sets);
                self.sets.add(&mut stored, held);
            }
        }
        let mut held = Held::default();
        for level in 0..self.deepest {
            held.add(&mut self.sets, level, stored);
        }
        if held.is_empty() {
            return;
        }
        for operand in operands {
            let (Operand::Copy(place) | Operand::Move(place)) = *operand else { continue };
            let Some(holder) = self.holders.of(self.form, place) else { continue };
            if !changes(self.form.place_type(self.subject.db, place), &mut FxHashSet::default()) {
                continue;
            }
            for level in 1..self.holders.depth(holder) {
                self.store_behind(point, holder, level, &held);
                self.state.add(&mut self.sets, holder, level, &held);
            }
        }
    }

    fn receiver(&self, callee: Callee) -> Option<Receiver> {
        match callee {
            Callee::Function { item, .. } => types::signature(self.subject.db, item).receiver,
            Callee::Pointer { .. } | Callee::Closure { .. } | Callee::Literal(_) | Callee::Runtime(_) => None,
        }
    }

    /// Whether the declared result has values of type parameters in it, and no borrow is written there.
    fn has_bare_result(&self, callee: Callee) -> bool {
        match callee {
            Callee::Function { item, .. } => !holds_written_borrow(types::signature(self.subject.db, item).result),
            Callee::Pointer { .. } | Callee::Closure { .. } | Callee::Literal(_) | Callee::Runtime(_) => false,
        }
    }

    /// The declared type of a parameter; nothing for C's `...`, and for what the language itself calls.
    fn declared(&self, callee: Callee, index: usize) -> Option<Ty> {
        match callee {
            Callee::Function { item, .. } => {
                let signature = types::signature(self.subject.db, item);
                signature.parameters.get(index).map(|parameter| parameter.ty)
            }
            Callee::Pointer { ty, .. } => match ty.value_type().kind() {
                TypeKind::ExternFunction(parameters, _) => parameters.types().get(index).copied(),
                _ => None,
            },
            Callee::Closure { ty } => match (index.checked_sub(1), ty.as_closure()) {
                (Some(index), Some((_, parameters, _))) => parameters.get(index).copied(),
                (_, _) => Some(ty),
            },
            Callee::Literal(_) | Callee::Runtime(_) => None,
        }
    }
}

/// Whether a parameter is declared as a pointer: a borrow that is passed there ends with the call.
fn is_pointer(declared: Ty) -> bool {
    matches!(declared.kind(), TypeKind::Pointer(_))
}

/// Whether something may be stored through a `mut` in a value of a type, each part of which is looked at once.
fn changes(ty: Ty, visited: &mut FxHashSet<Ty>) -> bool {
    if ty.is_fixed() || !visited.insert(ty) {
        return false;
    }
    let mut changes_something = matches!(ty.as_borrow(), Some((_, true)));
    ty.each_child(|child| changes_something = changes_something || changes(child, visited));
    changes_something
}
