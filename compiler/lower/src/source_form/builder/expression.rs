//! Values: what an expression's value is where it stands, with the borrows and reads that types put there.
//! One walk serves both kinds of callers: those that want an operand, and those that have a place for the value.
//! Must not know statements.

use hir::{Expression, ExpressionId};
use types::{Adjustment, Detail, ItemUse, Ty};

use super::super::local::LocalKind;
use super::super::place::Projection;
use super::super::statement::{BorrowKind, Callee, ConstantValue, Operand, Point, Rvalue, Terminator};
use super::{Builder, LocalId, Place};
use crate::diagnostics::kinds::nested_too_deeply;

/// How deep expressions may be nested before the walk gives up: what a thread's stack has room for. Chains of operators are
/// walked without recursion and may be longer.
const DEEPEST: u32 = 500;

impl Builder<'_> {
    /// The type an expression's value has where it stands, after its adjustment.
    pub(super) fn used_type(&self, expression: ExpressionId) -> Ty {
        let ty = self.inference.expression_type(expression);
        match self.inference.adjustment(expression) {
            Adjustment::None | Adjustment::Diverge => ty,
            Adjustment::Read => ty.value_type(),
            Adjustment::Borrow => Ty::lent(ty, false),
            Adjustment::PairPointer => Ty::borrow(ty, false),
            Adjustment::BorrowMutable => Ty::lent(ty, true),
            Adjustment::Reborrow => Ty::lent(ty.value_type(), false),
            Adjustment::ReborrowMutable => Ty::lent(ty.value_type(), true),
            Adjustment::Slice | Adjustment::SliceMutable => {
                let element = types::element_of(self.db, ty.value_type()).unwrap_or(Ty::ERROR);
                Ty::borrow(Ty::slice(element), self.inference.adjustment(expression) == Adjustment::SliceMutable)
            }
            Adjustment::Object
            | Adjustment::ObjectBorrow
            | Adjustment::ObjectReborrow
            | Adjustment::ObjectReborrowMutable
            | Adjustment::Content => self.inference.becomes(expression),
            Adjustment::Collect => {
                let element = ty.as_elements().unwrap_or(Ty::ERROR);
                types::array_of(self.db, element).unwrap_or(Ty::ERROR)
            }
            Adjustment::Address if ty.value_type() == Ty::STRING => Ty::borrow(Ty::STRING, false),
            Adjustment::Address => ty,
        }
    }

    /// A `dyn` of the value that an expression gives, or of what that leads to.
    pub(super) fn object_of(&mut self, operand: Operand, expression: ExpressionId) -> Operand {
        self.value(self.inference.becomes(expression), Rvalue::Object(operand), expression)
    }

    /// The value of an expression where it stands. If it is read from a variable, that is still to be done: see `hold`.
    pub(super) fn operand(&mut self, expression: ExpressionId) -> Operand {
        match self.inference.adjustment(expression) {
            Adjustment::None => self.plain(expression, None),
            Adjustment::Diverge => {
                self.plain(expression, None);
                self.unit_constant()
            }
            Adjustment::Read => {
                let place = self.place(expression);
                let ty = self.inference.expression_type(expression).value_type();
                self.consume(place, ty, expression)
            }
            Adjustment::Borrow => self.lend(expression, BorrowKind::Shared),
            Adjustment::PairPointer => {
                let place = self.plain_place(expression);
                self.value(self.used_type(expression), Rvalue::Borrow(BorrowKind::Shared, place), expression)
            }
            Adjustment::BorrowMutable => self.lend(expression, BorrowKind::MutableArgument),
            Adjustment::Reborrow => self.lend_again(expression, BorrowKind::Shared),
            Adjustment::ReborrowMutable => self.lend_again(expression, BorrowKind::MutableArgument),
            Adjustment::Slice => self.lend_slice(expression, BorrowKind::Shared),
            Adjustment::SliceMutable => self.lend_slice(expression, BorrowKind::MutableArgument),
            Adjustment::Object
            | Adjustment::ObjectBorrow
            | Adjustment::ObjectReborrow
            | Adjustment::ObjectReborrowMutable => self.object(expression, None),
            Adjustment::Collect => self.collected(expression),
            Adjustment::Address => self.for_c(expression),
            Adjustment::Content => self.content(expression),
        }
    }

    /// A `dyn` of what an expression gives.
    fn object(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        let operand = match self.inference.adjustment(expression) {
            Adjustment::ObjectBorrow => self.lend(expression, BorrowKind::Shared),
            Adjustment::ObjectReborrow => self.lend_again(expression, BorrowKind::Shared),
            Adjustment::ObjectReborrowMutable => self.lend_again(expression, BorrowKind::MutableArgument),
            _ => self.plain(expression, None),
        };
        match destination {
            None => self.object_of(operand, expression),
            Some(place) => {
                self.assign(place, Rvalue::Object(operand), expression);
                self.unit_constant()
            }
        }
    }

    /// What C gets as a pointer. It stays a borrow up to the call, so that its loan does: the call makes an address of it.
    fn for_c(&mut self, expression: ExpressionId) -> Operand {
        let ty = self.inference.expression_type(expression);
        let is_written = matches!(self.body[expression], Expression::Borrow { .. });
        match ty.as_borrow() {
            None => self.lend(expression, BorrowKind::Shared),
            Some((Ty::STRING, true)) => self.lend_again(expression, BorrowKind::Shared),
            // A variable that holds a `mut` is lent on, and stays.
            Some((_, true)) if !is_written => self.lend_again(expression, BorrowKind::MutableArgument),
            Some(_) => self.plain(expression, None),
        }
    }

    /// Computes an expression's value where it stands into a place that holds none.
    pub(super) fn into(&mut self, place: Place, expression: ExpressionId) {
        match self.inference.adjustment(expression) {
            Adjustment::None => {
                self.plain(expression, Some(place));
            }
            Adjustment::Diverge => {
                self.plain(expression, None);
            }
            Adjustment::Object
            | Adjustment::ObjectBorrow
            | Adjustment::ObjectReborrow
            | Adjustment::ObjectReborrowMutable => {
                self.object(expression, Some(place));
            }
            Adjustment::Read
            | Adjustment::Borrow
            | Adjustment::PairPointer
            | Adjustment::BorrowMutable
            | Adjustment::Reborrow
            | Adjustment::ReborrowMutable
            | Adjustment::Slice
            | Adjustment::SliceMutable
            | Adjustment::Collect
            | Adjustment::Content
            | Adjustment::Address => {
                let operand = self.operand(expression);
                self.assign(place, Rvalue::Use(operand), expression);
            }
        }
    }

    /// The value of an expression by itself: into the destination if there is one, else as the operand returned.
    pub(super) fn plain(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        if self.depth > DEEPEST {
            if self.form.poison.is_none() {
                let problem = nested_too_deeply::problem(expression);
                self.form.poison = Some(types::report(&mut self.problems, problem));
            }
            return self.poison(expression);
        }
        self.depth += 1;
        let operand = self.plain_within(expression, destination);
        self.depth -= 1;
        operand
    }

    fn plain_within(&mut self, expression: ExpressionId, destination: Option<Place>) -> Operand {
        let detail = self.inference.detail(expression);
        if detail == Detail::Literal {
            let literal = self.literal(expression);
            return self.deliver(literal, expression, destination);
        }
        if let Detail::Item(item) = detail {
            return self.item_value(item, expression, destination);
        }
        let body = self.body;
        if let (Detail::Call(_), Expression::Field { .. } | Expression::Case { .. }) = (detail, body[expression]) {
            return self.call(expression, destination);
        }
        match body[expression] {
            Expression::Bool(value) => {
                let operand = self.bool_constant(value);
                self.deliver(operand, expression, destination)
            }
            Expression::String(text) | Expression::CString(text) => {
                let ty = self.inference.expression_type(expression);
                let operand = self.text(ty, &body[text]);
                self.deliver(operand, expression, destination)
            }
            Expression::Local(_)
            | Expression::Field { .. }
            | Expression::TupleField { .. }
            | Expression::Index { .. } => {
                let place = self.plain_place(expression);
                let ty = self.inference.expression_type(expression);
                let mut operand = self.consume(place, ty, expression);
                if destination == Some(Place::local(LocalId::RETURN))
                    && self.is_owned_by_variable(place)
                    && self.needs_drop(ty)
                    && !self.is_kept_whole(place)
                {
                    // What is returned is used for the last time: it moves, and nothing is counted.
                    operand = Operand::Move(place);
                }
                self.deliver(operand, expression, destination)
            }
            Expression::Interpolation(parts) => {
                let operand = self.interpolation(parts, expression);
                self.deliver(operand, expression, destination)
            }
            Expression::Call { .. } | Expression::MethodCall { .. } | Expression::Range { .. } => {
                self.call(expression, destination)
            }
            Expression::Unary { operator, operand } => self.unary(operator, operand, expression, destination),
            Expression::Binary { .. } => self.binary(expression, destination),
            Expression::Logical { .. } => self.truth_value(expression, destination),
            Expression::Cast { value, .. } => self.cast(value, expression, destination),
            Expression::Borrow { mutable, place } => {
                let kind = if mutable { BorrowKind::Mutable } else { BorrowKind::Shared };
                self.written_borrow(kind, place, expression, destination)
            }
            Expression::Move(value) => {
                let operand = self.operand(value);
                self.deliver(operand, expression, destination)
            }
            Expression::Tuple(elements) | Expression::Array(elements) => {
                self.sequence(body.expression_list(elements), expression, destination)
            }
            Expression::Repeat { value, .. } => {
                let operand = self.operand(value);
                self.compute(Rvalue::Repeat(operand), expression, destination)
            }
            Expression::Unsafe(block) => match destination {
                None => self.operand(block),
                Some(place) => {
                    self.into(place, block);
                    self.unit_constant()
                }
            },
            Expression::Block { .. } | Expression::If { .. } | Expression::Match { .. } => {
                self.joined(expression, destination)
            }
            Expression::Assign { place, operator, value } => {
                self.assignment(expression, place, operator, value);
                self.without_value(destination)
            }
            Expression::While { condition, body } => {
                self.while_loop(expression, condition, body);
                self.come_to(Point::After(expression));
                self.without_value(destination)
            }
            Expression::Loop(body) => {
                self.endless_loop(expression, body);
                self.come_to(Point::After(expression));
                self.without_value(destination)
            }
            Expression::For { pattern, iterable, body } => {
                self.for_loop(expression, pattern, iterable, body);
                self.come_to(Point::After(expression));
                self.without_value(destination)
            }
            Expression::Closure(closure) => self.closure_literal(closure, expression, destination),
            Expression::Break(target) => {
                self.leave_loop(expression, target, false);
                self.unit_constant()
            }
            Expression::Continue(target) => {
                self.leave_loop(expression, target, true);
                self.unit_constant()
            }
            Expression::Return(value) => {
                self.leave_function(expression, value);
                self.unit_constant()
            }
            Expression::Try(tried) => self.try_value(expression, tried, destination),
            Expression::Throw(value) => {
                self.throw_value(expression, value);
                self.unit_constant()
            }
            Expression::Missing
            | Expression::Integer(_)
            | Expression::Float(_)
            | Expression::Item(_)
            | Expression::Case { .. }
            | Expression::BuiltinFunction(_)
            | Expression::BuiltinType(_)
            | Expression::GenericParameter { .. }
            | Expression::SelfType
            | Expression::Instantiate { .. }
            | Expression::LetCondition { .. } => {
                // `types` has reported these, or has failed to type a literal inside something reported.
                let poison = self.poison(expression);
                self.deliver(poison, expression, destination)
            }
        }
    }

    /// Hands on an operand: into the destination if there is one.
    pub(super) fn deliver(
        &mut self,
        operand: Operand,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        match destination {
            None => operand,
            Some(place) => {
                self.assign(place, Rvalue::Use(operand), expression);
                self.unit_constant()
            }
        }
    }

    /// Hands on a computed value: into the destination if there is one, else as a value on its way.
    pub(super) fn compute(&mut self, rvalue: Rvalue, expression: ExpressionId, destination: Option<Place>) -> Operand {
        match destination {
            None => {
                let ty = self.inference.expression_type(expression);
                self.value(ty, rvalue, expression)
            }
            Some(place) => {
                self.assign(place, rvalue, expression);
                self.unit_constant()
            }
        }
    }

    /// What has no value has been lowered; a body that must return one ends here if this is its end.
    pub(super) fn without_value(&mut self, destination: Option<Place>) -> Operand {
        if destination == Some(Place::local(LocalId::RETURN)) && self.open {
            self.misses_return = true;
        }
        self.unit_constant()
    }

    /// The value of a constant, C global or function.
    fn item_value(&mut self, item: ItemUse, expression: ExpressionId, destination: Option<Place>) -> Operand {
        let ty = self.inference.expression_type(expression);
        let operand = match item {
            ItemUse::Constant(_) | ItemUse::Global(_) => {
                let place = self.plain_place(expression);
                self.consume(place, ty, expression)
            }
            ItemUse::Function(item, types) if types.is_empty() && ty.as_closure().is_none() => {
                self.constant(ty, ConstantValue::Function(item))
            }
            ItemUse::Function(item, types) => {
                let type_arguments = self.type_list(types);
                let code = self.callee(Callee::Function { item, type_arguments });
                let captured = self.finish_list(self.pending.len());
                return self.compute(Rvalue::Closure(code, captured), expression, destination);
            }
        };
        self.deliver(operand, expression, destination)
    }

    /// The value of a place: copied, or taken out.
    pub(super) fn consume(&mut self, place: Place, ty: Ty, expression: ExpressionId) -> Operand {
        if place.as_local().is_some_and(|local| self.is_on_its_way(local)) {
            // Nobody else reads what was made for this use.
            return Operand::Move(place);
        }
        if self.is_copy(ty) {
            return Operand::Copy(place);
        }
        if ty.as_slice().is_some() {
            let known = self.inference.reported();
            let reported = known.unwrap_or_else(|| {
                types::report(&mut self.problems, types::slice_value(expression, &types::display(self.db, ty)))
            });
            self.form.poison = Some(reported);
            return Operand::Poison(reported);
        }
        if let Some(reported) = self.moved_by_guard(place, expression) {
            return Operand::Poison(reported);
        }
        self.check_movable(place, ty, expression);
        Operand::Move(place)
    }

    /// Whether a place is a variable or parameter, or a field of one.
    fn is_owned_by_variable(&self, place: Place) -> bool {
        let is_field = |projection: &Projection| matches!(projection, Projection::Field(_));
        self.form.base_local(place).is_some() && self.form.projections(place).iter().all(is_field)
    }

    /// Whether a local was made for one value on its way.
    pub(super) fn is_on_its_way(&self, local: LocalId) -> bool {
        match self.form.local(local).kind {
            LocalKind::Value | LocalKind::Temporary => true,
            LocalKind::Return
            | LocalKind::Parameter
            | LocalKind::Captured
            | LocalKind::Variable
            | LocalKind::DropFlag => false,
        }
    }

    /// `ref place`, `mut place`.
    fn written_borrow(
        &mut self,
        kind: BorrowKind,
        target: ExpressionId,
        expression: ExpressionId,
        destination: Option<Place>,
    ) -> Operand {
        let body = self.body;
        if let (Expression::String(text), BorrowKind::Shared) = (body[target], kind) {
            let operand = self.lent_text(&body[text]);
            return self.deliver(operand, expression, destination);
        }
        let place = self.borrowed_place(target, expression);
        if kind != BorrowKind::Shared {
            self.note_change(place, expression);
        }
        self.compute(Rvalue::Borrow(kind, place), expression, destination)
    }

    /// The place that a written `ref` or `mut` lends.
    pub(super) fn borrowed_place(&mut self, target: ExpressionId, expression: ExpressionId) -> Place {
        let place = self.place(target);
        let ty = self.used_type(target);
        if self.inference.detail(expression) == Detail::Reborrow { self.through(place, ty) } else { place }
    }

    /// A borrow of where the expression's value is; of a temporary if it is nowhere yet.
    pub(super) fn lend(&mut self, expression: ExpressionId, kind: BorrowKind) -> Operand {
        let body = self.body;
        if let (Expression::String(text), BorrowKind::Shared) = (body[expression], kind) {
            return self.lent_text(&body[text]);
        }
        let place = self.plain_place(expression);
        let ty = self.inference.expression_type(expression);
        self.borrow(place, ty, kind, expression)
    }

    /// A borrow of what the expression's value, a borrow, leads to.
    fn lend_again(&mut self, expression: ExpressionId, kind: BorrowKind) -> Operand {
        let place = self.plain_place(expression);
        let ty = self.inference.expression_type(expression);
        let place = self.through(place, ty);
        self.borrow(place, ty.value_type(), kind, expression)
    }

    /// What the place leads to if it holds a borrow, else the place.
    pub(super) fn through(&mut self, place: Place, ty: Ty) -> Place {
        match ty.as_borrow() {
            Some((_, mutable)) => self.form.project(place, Projection::Deref { mutable }),
            None => place,
        }
    }

    /// A borrow of a place as a value.
    pub(super) fn borrow(&mut self, place: Place, ty: Ty, kind: BorrowKind, expression: ExpressionId) -> Operand {
        let mutable = kind != BorrowKind::Shared;
        if mutable {
            self.note_change(place, expression);
        }
        self.value(Ty::lent(ty, mutable), Rvalue::Borrow(kind, place), expression)
    }

    /// The end of a path: a call that does not return has been made.
    pub(super) fn diverge(&mut self) {
        self.terminate(Terminator::Unreachable);
    }
}
