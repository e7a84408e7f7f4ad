//! Operators: operands have one type, nothing is promoted; which operator means what on which type. Chains of
//! operators are taken apart without recursion, because programs may hold very long ones.

use hir::{BinaryOperator, Expression, ExpressionId, UnaryOperator};

use super::literal::Flexible;
use super::{Expectation, Inferrer};
use crate::bounds::TraitReference;
use crate::classify::looked_through;
use crate::derivable_impls::derivable_impls;
use crate::derivation::Derivable;
use crate::display::display;
use crate::implementations::has_trait;
use crate::inference::{Adjustment, Detail, Operator};
use crate::problem::{Anchor, Edit, Problem};
use crate::problems;
use crate::storage::element_of;
use crate::ty::{Arguments, Structure, Ty, TypeKind};

impl Inferrer<'_> {
    pub(super) fn binary(
        &mut self,
        expression: ExpressionId,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        expectation: Expectation,
    ) -> Ty {
        if operator.is_comparison() {
            self.comparison(expression, operator, left, right)
        } else {
            self.arithmetic(expression, expectation)
        }
    }

    fn comparison(
        &mut self,
        expression: ExpressionId,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Ty {
        let ty = self.pair(Some(operator), left, right);
        if ty.is_error() {
            return Ty::BOOL;
        }
        if ty == Ty::NEVER {
            return Ty::NEVER;
        }
        match self.meaning(operator, ty).or_else(|| self.meaning_by_trait(expression, operator, ty)) {
            Some(meaning) => {
                self.detail(expression, Detail::Operator(meaning));
                self.read_operands(meaning, left, right);
            }
            None => self.no_operator(expression, operator, ty),
        }
        Ty::BOOL
    }

    /// Infers two operands that must have one type, the one of literals only second. Gives the type of their values.
    pub(super) fn pair(&mut self, operator: Option<BinaryOperator>, left: ExpressionId, right: ExpressionId) -> Ty {
        let left_flexible = self.flexible(left);
        let right_flexible = if left_flexible == Flexible::No { Flexible::No } else { self.flexible(right) };
        if left_flexible != Flexible::No && (right_flexible == Flexible::No || right_flexible > left_flexible) {
            let found = self.infer_known(right);
            let hint = looked_through(self.db, found);
            let literal = self.infer(left, Expectation::Value(hint));
            let (literal, ty) = self.look_through_one((left, literal), (right, found));
            if let Some(slice) = self.compared_as_slices(operator, (left, literal), (right, ty)) {
                return slice;
            }
            return self.agree(operator, (left, literal), (right, ty.value_type()));
        }
        let ty = self.infer_known(left);
        let is_literal = self.flexible(right) != Flexible::No;
        let hint = if is_literal { looked_through(self.db, ty) } else { ty.value_type() };
        let found = self.infer(right, Expectation::Value(hint));
        let (ty, found) = self.look_through_one((left, ty), (right, found));
        if let Some(slice) = self.compared_as_slices(operator, (left, ty), (right, found)) {
            return slice;
        }
        self.agree(operator, (right, found), (left, ty.value_type()))
    }

    /// A written array beside an `Array` or a slice: both are compared as slices. Gives their type.
    fn compared_as_slices(
        &mut self,
        operator: Option<BinaryOperator>,
        (left, left_type): (ExpressionId, Ty),
        (right, right_type): (ExpressionId, Ty),
    ) -> Option<Ty> {
        operator.filter(|operator| operator.is_comparison())?;
        let is_written = |this: &Self, operand, ty: Ty| {
            let is_literal = matches!(this.expression(operand), Expression::Array(_) | Expression::Repeat { .. });
            is_literal && ty.as_array().is_some()
        };
        let (left_value, right_value) = (self.resolved(left_type).value_type(), self.resolved(right_type).value_type());
        let other = match (is_written(self, left, left_value), is_written(self, right, right_value)) {
            (true, false) => right_value,
            (false, true) => left_value,
            (true, true) | (false, false) => return None,
        };
        if other.as_array().is_some() {
            return None;
        }
        let element = element_of(self.db, left_value)?;
        let others = element_of(self.db, right_value)?;
        if !self.unify(element, others) {
            return None;
        }
        for (operand, ty) in [(left, left_type), (right, right_type)] {
            if self.resolved(ty).value_type().as_slice().is_none() {
                self.adjust(operand, Adjustment::Slice);
                if ty.as_borrow().is_none() {
                    self.check_lendable(operand, ty);
                }
            }
        }
        Some(Ty::slice(self.resolved(element)))
    }

    /// Whether an operand found to be `found` agrees with the other, of type `ty`; gives the type of both.
    fn agree(
        &mut self,
        operator: Option<BinaryOperator>,
        (operand, found): (ExpressionId, Ty),
        (other, ty): (ExpressionId, Ty),
    ) -> Ty {
        let value = found.value_type();
        if ty.is_error() || ty == Ty::NEVER || self.unify(value, ty) {
            return ty;
        }
        if value == Ty::NEVER || value.is_error() {
            return value;
        }
        let problem = self.operands_differ(operator, (operand, value), (other, ty));
        let lost = if ty == Ty::UNIT { (other, ty) } else { (operand, value) };
        let problem = self.with_function_without_result(problem, lost.0, lost.1);
        self.report(problem);
        Ty::ERROR
    }

    /// An operand of type `found` beside one of type `ty`.
    pub(super) fn operands_differ(
        &self,
        operator: Option<BinaryOperator>,
        (operand, found): (ExpressionId, Ty),
        (beside, ty): (ExpressionId, Ty),
    ) -> Problem {
        let at = self.at(operand);
        let character = [(ty, operand), (found, beside)]
            .into_iter()
            .find(|(text, literal)| *text == Ty::STRING && self.written_character(*literal).is_some());
        if let Some((_, literal)) = character {
            let [other, this] = self.display_both([ty, found]);
            return self.with_text(problems::operands_beside(at, &other, &this), literal);
        }
        let [other, this] = self.display_both([ty, found]);
        let is_pointer = |ty: Ty| matches!(ty.kind(), TypeKind::Pointer(_));
        if !operator.is_some_and(BinaryOperator::is_comparison) || !(is_pointer(ty) || is_pointer(found)) {
            let is_number = |ty: Ty| ty.value_type().is_number() || ty.value_type() == Ty::BOOL;
            return problems::operands_differ(at, &other, &this, is_number(ty) && is_number(found));
        }
        let (pointer, number) = if is_pointer(ty) { (&other, found) } else { (&this, ty) };
        let equality = matches!(operator, Some(BinaryOperator::Equal | BinaryOperator::NotEqual));
        if is_pointer(ty) && self.bare_integer(operand).is_some_and(|(magnitude, _)| magnitude == 0) {
            let problem = problems::operands_compared(at, &other, &this, "C's `NULL` is `Pointer.null()`".into());
            return match equality {
                true => problem.fix("write `Pointer.null()`", at, Edit::Replace("Pointer.null()".into())),
                false => problem,
            };
        }
        let advice = if is_pointer(ty) && is_pointer(found) {
            format!("pointers of one type are compared: `… as {other}` looks at it as that")
        } else if number.is_integer() {
            format!("a number that is an address becomes a pointer by `… as u64 as {pointer}`")
        } else if number == Ty::BOOL {
            "whether there is something is `… != Pointer.null()`".to_string()
        } else {
            "a pointer is compared with a pointer; what it leads to is `p[0]`".to_string()
        };
        problems::operands_compared(at, &other, &this, advice)
    }

    /// A chain of arithmetic, bit and shift operators along left operands, from the innermost outwards.
    fn arithmetic(&mut self, expression: ExpressionId, expectation: Expectation) -> Ty {
        let base = self.chain.len();
        let mut innermost = expression;
        while let Expression::Binary { operator, left, .. } = self.expression(innermost)
            && !operator.is_comparison()
        {
            self.chain.push(innermost);
            innermost = left;
        }
        let mut known_right = None;
        let expectation = match expectation {
            Expectation::Value(_) | Expectation::Hoped(_) => expectation.of_operand(),
            Expectation::Any | Expectation::Discard => self.hint_for_literals(base, innermost, &mut known_right),
        };
        let mut left = innermost;
        let ty = self.infer(innermost, expectation);
        let ty = self.known_type(ty);
        let mut ty = self.look_through(innermost, ty);
        while self.chain.len() > base {
            let Some(node) = self.chain.pop() else { break };
            if let Expression::Binary { operator, right, .. } = self.expression(node) {
                let known = known_right.filter(|(known, _)| *known == right).map(|(_, ty)| ty);
                ty = self.link(node, operator, left, ty, right, known);
            }
            self.set_type(node, ty);
            left = node;
        }
        ty
    }

    /// The chain begins with a literal and nothing is expected: the type of the first operand that has one of its own.
    fn hint_for_literals(
        &mut self,
        base: usize,
        innermost: ExpressionId,
        known_right: &mut Option<(ExpressionId, Ty)>,
    ) -> Expectation {
        let mut flexible = self.flexible(innermost);
        if flexible == Flexible::No {
            return Expectation::Any;
        }
        for index in (base..self.chain.len()).rev() {
            if let Expression::Binary { operator, right, .. } = self.expression(self.chain[index])
                && !operator.is_shift()
            {
                match self.flexible(right) {
                    Flexible::No => {
                        let ty = self.infer_looked_through(right);
                        *known_right = Some((right, ty));
                        return Expectation::Value(ty.value_type());
                    }
                    right @ (Flexible::Integer | Flexible::Float) => flexible = flexible.max(right),
                }
            }
        }
        if flexible == Flexible::Float { Expectation::Value(Ty::F64) } else { Expectation::Any }
    }

    /// One operator of a chain whose left operand is inferred already.
    fn link(
        &mut self,
        node: ExpressionId,
        operator: BinaryOperator,
        left: ExpressionId,
        left_type: Ty,
        right: ExpressionId,
        known: Option<Ty>,
    ) -> Ty {
        let ty = left_type.value_type();
        if let Some(result) = self.binary_by_trait(node, operator, (left, left_type), (right, known)) {
            return result;
        }
        if operator.is_shift() {
            self.shift_amount(right);
        } else {
            let hint = if ty == Ty::NEVER { Expectation::Any } else { Expectation::Value(ty) };
            let found = known.unwrap_or_else(|| self.infer(right, hint));
            let found = if self.is_looked_through(right) { found } else { self.look_through(right, found) };
            let agreed = self.agree(Some(operator), (right, found), (left, ty));
            if agreed != ty {
                return agreed;
            }
        }
        if ty.is_error() || ty == Ty::NEVER {
            return ty;
        }
        match self.meaning(operator, ty) {
            Some(meaning) => {
                self.detail(node, Detail::Operator(meaning));
                let right = if operator.is_shift() { left } else { right };
                self.read_operands(meaning, left, right);
                ty
            }
            None => {
                self.no_operator(node, operator, ty);
                Ty::ERROR
            }
        }
    }

    /// The right side of a shift: any integer.
    pub(super) fn shift_amount(&mut self, amount: ExpressionId) {
        let ty = self.infer_known(amount);
        let value = self.read_value(amount, ty);
        if !value.is_integer() && !value.is_error() && value != Ty::NEVER {
            let problem = problems::not_an_integer(self.at(amount), &display(self.db, value));
            self.report(problem);
        }
    }

    /// Operands of scalar operators are values; those of the others are looked at where they are.
    fn read_operands(&mut self, meaning: Operator, left: ExpressionId, right: ExpressionId) {
        match meaning {
            Operator::Scalar => {
                for operand in [left, right] {
                    if self.is_looked_through(operand) {
                        let value = self.seen_type(operand).value_type();
                        self.become_content(operand, value);
                    } else if self.type_of(operand).as_borrow().is_some() {
                        self.adjust(operand, Adjustment::Read);
                    }
                }
            }
            Operator::StringConcatenation
            | Operator::StringEquality
            | Operator::StringOrder
            | Operator::ContentEquality
            | Operator::ContentOrder => {}
        }
    }

    /// What an operator does on two values of a type, if it does anything.
    pub(super) fn meaning(&self, operator: BinaryOperator, ty: Ty) -> Option<Operator> {
        let scalar = |allowed: bool| allowed.then_some(Operator::Scalar);
        match operator {
            BinaryOperator::Add if ty == Ty::STRING => Some(Operator::StringConcatenation),
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder => scalar(ty.is_number()),
            BinaryOperator::AddWrapping
            | BinaryOperator::SubtractWrapping
            | BinaryOperator::MultiplyWrapping
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => scalar(ty.is_integer()),
            BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => {
                scalar(ty.is_integer() || ty == Ty::BOOL)
            }
            BinaryOperator::Equal | BinaryOperator::NotEqual => {
                content(ty, [Operator::StringEquality, Operator::ContentEquality], true)
            }
            BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => content(ty, [Operator::StringOrder, Operator::ContentOrder], false),
        }
    }

    pub(super) fn no_operator(&mut self, expression: ExpressionId, operator: BinaryOperator, ty: Ty) {
        let problem = problems::no_operator(self.at(expression), operator.symbol(), &display(self.db, ty));
        let problem = if let Some((of, _)) = compared_by(operator) {
            self.with_derivable(problem, of, ty)
        } else if let Some(advice) = super::operator_trait::advice(operator, &display(self.db, ty), ty) {
            problem.help(advice)
        } else if ty.as_pointer().is_some() {
            problem.help("`p.offset(n)` moves a pointer by `n` elements")
        } else if ty.is_float() {
            problem.note("it works on integers only")
        } else {
            problem
        };
        self.report(problem);
    }

    /// A chain of `&&` and `||` along left operands.
    pub(super) fn logical(&mut self, expression: ExpressionId) -> Ty {
        let base = self.chain.len();
        let mut innermost = expression;
        while let Expression::Logical { left, .. } = self.expression(innermost) {
            self.chain.push(innermost);
            innermost = left;
        }
        self.check(innermost, Ty::BOOL);
        while self.chain.len() > base {
            let Some(node) = self.chain.pop() else { break };
            if let Expression::Logical { right, .. } = self.expression(node) {
                self.check(right, Ty::BOOL);
            }
            self.set_type(node, Ty::BOOL);
        }
        Ty::BOOL
    }

    pub(super) fn unary(
        &mut self,
        expression: ExpressionId,
        operator: UnaryOperator,
        operand: ExpressionId,
        expectation: Expectation,
    ) -> Ty {
        let expectation = expectation.of_operand();
        if operator == UnaryOperator::Negate {
            if let Expression::Integer(value) = self.expression(operand) {
                let ty = self.integer_literal(expression, value, true, expectation);
                self.set_type(operand, ty);
                return ty;
            }
            if let Expression::Float(_) = self.expression(operand) {
                let ty = self.infer(operand, expectation);
                self.literal_detail(expression);
                return ty;
            }
        }
        let ty = self.infer(operand, expectation);
        let ty = self.known_type(ty);
        if operator == UnaryOperator::Negate
            && let Some(result) = self.negation_by_trait(expression, operand, ty)
        {
            return result;
        }
        let value = self.read_value(operand, ty);
        if value.is_error() || value == Ty::NEVER {
            return value;
        }
        let (fits, symbol) = match operator {
            UnaryOperator::Negate => (value.is_float() || value.int_kind().is_some_and(|kind| kind.is_signed()), "-"),
            UnaryOperator::Not => (value.is_integer() || value == Ty::BOOL, "!"),
        };
        if !fits {
            let problem = problems::no_operator(self.at(expression), symbol, &display(self.db, value));
            let problem = if value.is_integer() {
                problem.note("an unsigned integer has no negative values; `0 -% x` wraps")
            } else if operator == UnaryOperator::Not && matches!(value.kind(), TypeKind::Pointer(_)) {
                self.not_of_pointer(problem, expression, operand)
            } else {
                problem
            };
            self.report(problem);
            return Ty::ERROR;
        }
        self.detail(expression, Detail::Operator(Operator::Scalar));
        value
    }
}

impl Inferrer<'_> {
    /// `!p` of a pointer. Of a variable it is known how the comparison reads, in parentheses wherever it stands.
    fn not_of_pointer(&self, problem: Problem, expression: ExpressionId, operand: ExpressionId) -> Problem {
        let problem = problem.help("compare it: `… == Pointer.null()`");
        let Expression::Local(local) = self.expression(operand) else {
            return problem;
        };
        let written = format!("({} == Pointer.null())", self.body[local].name.text());
        problem.fix(format!("write `{written}`"), self.at(expression), Edit::Replace(written))
    }
}

impl Inferrer<'_> {
    /// What a comparison is of values whose type has `Equal` or `Order`.
    fn meaning_by_trait(&mut self, expression: ExpressionId, operator: BinaryOperator, ty: Ty) -> Option<Operator> {
        let (of, meaning) = compared_by(operator)?;
        self.has_derivable(of, ty, expression).then_some(meaning)
    }

    /// Whether a type has a trait that the language itself asks for; what is open of it is looked at later.
    pub(super) fn has_derivable(&mut self, of: Derivable, ty: Ty, expression: ExpressionId) -> bool {
        let Some(item) = of.item(self.db) else { return false };
        let of = TraitReference { item, arguments: Arguments::NONE };
        if self.has_variables(ty) {
            self.need_trait(of, ty, self.at(expression), expression);
            return true;
        }
        has_trait(self.db, of, self.resolved(ty))
    }

    /// Says how a type gets a trait that the language itself asks for.
    pub(super) fn with_derivable(&self, problem: Problem, derivable: Derivable, ty: Ty) -> Problem {
        let (of, shown) = (derivable.name(), display(self.db, ty));
        match ty.kind() {
            TypeKind::Parameter(..) => problem.help(format!("declare the type parameter as `{shown}: {of}`")),
            TypeKind::Named(_) => {
                let problem = problem.help(format!("`impl {of} for {shown}`, without a body, does it part by part"));
                self.with_derivation(problem, derivable, ty)
            }
            _ => problem,
        }
    }

    /// Adds the change that lets the compiler make a trait's methods for a type of this module, if that ends the problem.
    pub(super) fn with_derivation(&self, problem: Problem, of: Derivable, ty: Ty) -> Problem {
        let Some(named) = ty.as_named().filter(|named| named.item.module(self.db) == self.item.module(self.db)) else {
            return problem;
        };
        let arguments = named.arguments.types();
        let Some(item) = of.item(self.db) else { return problem };
        let reference = TraitReference { item, arguments: Arguments::NONE };
        match derivable_impls(self.db, of, named.item) {
            Some(found) if arguments.iter().all(|ty| has_trait(self.db, reference, *ty)) => {
                let edit = Edit::After(format!("\n{}", found.text));
                problem.fix(format!("derive `{}`", of.name()), Anchor::Whole(named.item), edit)
            }
            Some(_) | None => problem,
        }
    }
}

/// The trait by which values that are no scalars are compared, and what the comparison is then.
fn compared_by(operator: BinaryOperator) -> Option<(Derivable, Operator)> {
    match operator {
        BinaryOperator::Equal | BinaryOperator::NotEqual => Some((Derivable::Equal, Operator::ContentEquality)),
        BinaryOperator::Less | BinaryOperator::LessEqual | BinaryOperator::Greater | BinaryOperator::GreaterEqual => {
            Some((Derivable::Order, Operator::ContentOrder))
        }
        _ => None,
    }
}

/// Comparison of a type: the machine's, that of strings, or part by part. `equality` also admits function pointers.
fn content(ty: Ty, [string, parts]: [Operator; 2], equality: bool) -> Option<Operator> {
    let all = |elements: &[Ty]| {
        let comparable = elements.iter().all(|&element| content(element, [string, parts], equality).is_some());
        comparable.then_some(parts)
    };
    match ty.structure() {
        Structure::Tuple(elements) => all(&elements),
        Structure::Array(element, _) => all(&[element]),
        Structure::Named(_) | Structure::Object(_) => None,
        Structure::Whole if ty == Ty::STRING => Some(string),
        Structure::Whole => {
            let is_address = ty.as_pointer().is_some() || equality && matches!(ty.kind(), TypeKind::ExternFunction(..));
            (ty.is_scalar() || is_address).then_some(Operator::Scalar)
        }
    }
}
