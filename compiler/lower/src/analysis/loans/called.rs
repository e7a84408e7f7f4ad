//! What calls do with loans, judged by the declared signature alone: what a result holds, and what is stored where an argument
//! leads. Must not read bodies.

use rustc_hash::FxHashSet;
use source::Db;
use types::{NamedType, Receiver, Signature, Structure, Ty, TypeKind, holds_borrow, holds_written_borrow};

use super::super::holding::Held;
use super::super::rules::{BorrowRule, rule};
use super::super::sets::Set;
use super::{Checker, Point};
use crate::source_form::{Callee, Operand, OperandList};

/// How many levels down an argument has the values that lie inside of what it leads to; nothing if these hold no borrows.
/// A closure is such a value where calling it may give what it has captured.
fn inside(db: &dyn Db, declared: Ty) -> Option<usize> {
    let (mut depth, mut ty) = (0, declared);
    loop {
        if let Some((_, _, result)) = ty.as_closure() {
            return holds_borrow(db, result).then_some(depth);
        }
        let Some((target, _)) = ty.as_borrow() else { break };
        (depth, ty) = (depth + 1, target);
    }
    holds_borrow(db, ty).then_some(depth)
}

/// What a result of a declared function may hold of what an argument does.
#[derive(Clone, Copy)]
pub(super) struct HeldByResult {
    /// What stands on this level of the argument and on deeper ones.
    pub from: usize,
    /// Whether that leads nowhere into the argument's own storage: it is a view that a method looks through.
    pub is_view: bool,
}

/// What the result of a function holds of an argument, by its declaration: in a `fn` or `fn mut` method of `self`, of which a
/// view holds what it leads to, else of all. If no borrow is written in the result, it holds no loan of what the arguments
/// lead to, but what values in there hold. Nothing where it holds nothing.
pub(super) fn held_by_result_of(db: &dyn Db, signature: &Signature, index: usize) -> Option<HeldByResult> {
    let is_method = matches!(signature.receiver, Some(Receiver::Ref | Receiver::Mut));
    if is_method && index > 0 {
        return None;
    }
    let declared = signature.parameters.get(index)?.ty;
    if is_pointer(declared) {
        return None;
    }
    if !holds_written_borrow(db, signature.result) {
        return inside(db, declared).map(|from| HeldByResult { from, is_view: false });
    }
    Some(match view_of_method(db, signature) {
        Some(view) => HeldByResult { from: usize::from(!types::holds_mut(db, view.ty())), is_view: true },
        None => HeldByResult { from: 0, is_view: false },
    })
}

/// The view whose `fn` or `fn mut` method is declared.
pub(super) fn view_of_method(db: &dyn Db, signature: &Signature) -> Option<NamedType> {
    match signature.receiver {
        Some(Receiver::Ref | Receiver::Mut) => {
            let (own, _) = signature.parameters.first()?.ty.as_borrow()?;
            own.as_named().filter(|named| types::is_view(db, named.item))
        }
        Some(Receiver::Move) | None => None,
    }
}

impl Checker<'_, '_> {
    /// The view whose method the body is.
    pub(super) fn declared_view(&self) -> Option<NamedType> {
        view_of_method(self.subject.db, self.subject.signature?)
    }

    /// What the result of a call holds; which part of it leads where, signatures do not say.
    pub(super) fn held_by_result(&mut self, callee: Callee, arguments: OperandList) -> Held {
        let mut result = Held::default();
        if !rule(BorrowRule::ResultHoldsArguments) {
            return result;
        }
        let mut loans = Set::default();
        for (index, operand) in self.form.operand_list(arguments).iter().enumerate() {
            let Some(HeldByResult { from, is_view }) = self.held_of_argument(callee, index) else { continue };
            let held = self.held_by_operand(*operand);
            for level in from..held.depth() {
                let mut more = held.level(level);
                if is_view && level == 0 {
                    more = self.without_storage(more);
                }
                self.sets.add(&mut loans, more);
            }
        }
        for level in 0..self.deepest {
            result.add(&mut self.sets, level, loans);
        }
        result
    }

    fn held_of_argument(&self, callee: Callee, index: usize) -> Option<HeldByResult> {
        let whole = HeldByResult { from: 0, is_view: false };
        match callee {
            Callee::Function { item, .. } => {
                let signature = types::signature(self.subject.db, item);
                let is_bare = !holds_written_borrow(self.subject.db, signature.result);
                let found = held_by_result_of(self.subject.db, signature, index);
                found.filter(|_| !is_bare || rule(BorrowRule::BareResultHoldsInside))
            }
            Callee::Pointer { .. } | Callee::Closure { .. } => {
                self.declared(callee, index).filter(|declared| !is_pointer(*declared)).map(|_| whole)
            }
            // Of C's `...` nothing is kept.
            Callee::Literal(_) => None,
            Callee::Runtime(_) => Some(whole),
        }
    }

    /// What the callee may store: afterwards what each `mut` argument leads to may hold it.
    pub(super) fn store_by_call(&mut self, point: Point, callee: Callee, arguments: OperandList) {
        if !matches!(callee, Callee::Function { .. }) || !rule(BorrowRule::BareArgumentsStored) {
            return;
        }
        let operands = self.form.operand_list(arguments);
        for (index, operand) in operands.iter().enumerate() {
            let Some(declared) = self.declared(callee, index) else { continue };
            if types::may_be_kept(self.subject.db, declared) {
                let held = self.held_by_operand(*operand);
                self.store_argument(point, callee, operands, (declared, held));
            }
        }
    }

    /// What an argument holds may stand wherever the others may be changed: a value of a type parameter only where values of
    /// that stand, else it is not known on which level.
    fn store_argument(&mut self, point: Point, callee: Callee, operands: &[Operand], (stored, held): (Ty, Held)) {
        if held.is_empty() {
            return;
        }
        let all = held.clone().all(&mut self.sets);
        let mut anywhere = Held::default();
        for level in 0..self.deepest {
            anywhere.add(&mut self.sets, level, all);
        }
        for (index, operand) in operands.iter().enumerate() {
            let (Operand::Copy(place) | Operand::Move(place)) = *operand else { continue };
            let Some(holder) = self.holders.of(self.form, place) else { continue };
            if !changes(self.subject.db, self.form.place_type(self.subject.db, place), &mut FxHashSet::default()) {
                continue;
            }
            let declared = self.declared(callee, index);
            match declared.and_then(|declared| level_of_parameter(self.subject.db, declared, stored)) {
                Some(level) if level > 0 => {
                    self.store_behind(point, holder, level, &held);
                    self.state.add(&mut self.sets, holder, level, &held);
                }
                _ => {
                    // A last level that stands for deeper ones has borrows behind which they are.
                    let levels = self.holders.depth(holder);
                    let is_endless = levels > 0 && self.holders.is_endless(holder, levels - 1);
                    for level in 1..levels + usize::from(is_endless) {
                        self.store_behind(point, holder, level, &anywhere);
                        self.state.add(&mut self.sets, holder, level.min(levels - 1), &anywhere);
                    }
                }
            }
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

/// Behind how many borrows the values of a type parameter stand in a declared type, if they all stand behind as many. The
/// methods of its traits may store more deeply.
fn level_of_parameter(db: &dyn Db, declared: Ty, parameter: Ty) -> Option<usize> {
    let mut levels = Vec::new();
    let is_bare = parameter.is_parameter() && types::traits_of_parameter(db, parameter).is_empty();
    let is_known = is_bare && add_levels(db, declared, parameter, 0, &mut levels);
    levels.dedup();
    match *levels {
        [level] if is_known => Some(level),
        _ => None,
    }
}

/// Adds the levels on which a type parameter stands; false if it may stand where nobody counts.
fn add_levels(db: &dyn Db, ty: Ty, parameter: Ty, level: usize, levels: &mut Vec<usize>) -> bool {
    if ty == parameter {
        levels.push(level);
        return true;
    }
    if ty.is_fixed() || ty.is_parameter() {
        return true;
    }
    if let Some((target, _)) = ty.as_borrow() {
        return add_levels(db, target, parameter, level + 1, levels);
    }
    let is_counted = match ty.structure() {
        Structure::Tuple(_) | Structure::Array(..) => true,
        Structure::Named(named) => !types::is_view(db, named.item),
        Structure::Whole => ty.as_slice().is_some(),
        Structure::Object(_) => false,
    };
    let mut is_known = true;
    ty.each_child(|child| is_known = is_known && add_levels(db, child, parameter, level, levels));
    is_known && is_counted
}

/// Whether something may be stored through a `mut` in a value of a type, each part of which is looked at once. A raw pointer
/// in a view may be one.
fn changes(db: &dyn Db, ty: Ty, visited: &mut FxHashSet<Ty>) -> bool {
    if ty.is_fixed() || !visited.insert(ty) {
        return false;
    }
    if matches!(ty.as_borrow(), Some((_, true))) {
        return true;
    }
    if let Some(view) = ty.as_named().filter(|named| types::is_view(db, named.item)) {
        let parts = types::type_definition(db, view).parts();
        return parts.iter().any(|part| is_pointer(part.ty) || changes(db, part.ty, visited));
    }
    let mut changes_something = false;
    ty.each_child(|child| changes_something = changes_something || changes(db, child, visited));
    changes_something
}
