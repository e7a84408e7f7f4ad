//! One expression: the exhaustive dispatch to the rules of each construct, and the constructs without rules of their
//! own. Must not hold any rule that has a file.

use hir::{Expression, ExpressionId, InterpolationPart, List, NumberForm, TextFormat};

use super::{Expectation, Inferrer};
use crate::derivation::Derivable;
use crate::display::display;
use crate::inference::Detail;
use crate::problems;
use crate::storage::element_of;
use crate::ty::{Ty, TypeKind};

impl Inferrer<'_> {
    /// Gives an expression its own type, before any adjustment, and returns it.
    #[inline]
    pub(super) fn infer(&mut self, expression: ExpressionId, expectation: Expectation) -> Ty {
        let written = self.expression(expression);
        let expectation = match expectation {
            Expectation::Value(ty) => Expectation::Value(self.resolved(ty)),
            Expectation::Hoped(ty) => Expectation::Hoped(self.resolved(ty)),
            Expectation::Any | Expectation::Discard => expectation,
        };
        let ty = if let Expression::Local(local) = written {
            self.table.local_types[local.index()]
        } else if let Expression::Integer(value) = written {
            self.integer_literal(expression, value, false, expectation)
        } else {
            self.infer_whole(expression, expectation)
        };
        let ty = self.resolved(ty);
        self.set_type(expression, ty);
        ty
    }

    /// An expression with parts. Apart from [`Inferrer::infer`], because most expressions have none.
    #[inline(never)]
    fn infer_whole(&mut self, expression: ExpressionId, expectation: Expectation) -> Ty {
        match self.expression(expression) {
            Expression::Missing => {
                self.table.poisoned = true;
                Ty::ERROR
            }
            Expression::Bool(_) => Ty::BOOL,
            Expression::Integer(value) => self.integer_literal(expression, value, false, expectation),
            Expression::Float(value) => self.float_literal(expression, value, expectation),
            Expression::String(_) => Ty::STRING,
            Expression::CString(_) => Ty::pointer(Ty::U8),
            Expression::Interpolation(parts) => self.interpolation(parts),
            Expression::Local(local) => self.table.local_types[local.index()],
            Expression::Item(item) => self.item_value(expression, item, expectation),
            Expression::Case { item, index } => self.prelude_case(expression, item, index, None, expectation),
            Expression::BuiltinFunction(function) => self.builtin_as_value(expression, function.text()),
            Expression::BuiltinType(ty) => self.type_as_value(expression, ty.text()),
            Expression::GenericParameter { item, index } => {
                let name = display(self.db, Ty::parameter(item, index));
                self.type_as_value(expression, &name)
            }
            Expression::SelfType => self.type_as_value(expression, "Self"),
            Expression::Instantiate { base, arguments } => {
                self.instantiation_as_value(expression, base, arguments, expectation)
            }
            Expression::Index { base, index } => self.index(expression, base, index),
            Expression::Field { receiver, name } => self.field(expression, receiver, name, expectation),
            Expression::TupleField { receiver, index } => self.tuple_field(expression, receiver, index),
            Expression::Call { callee, arguments } => self.call(expression, callee, arguments, expectation),
            Expression::MethodCall { receiver, name, arguments } => {
                self.method_call(expression, receiver, name, arguments, expectation)
            }
            Expression::Unary { operator, operand } => self.unary(expression, operator, operand, expectation),
            Expression::Binary { operator, left, right } => self.binary(expression, operator, left, right, expectation),
            Expression::Logical { .. } => self.logical(expression),
            Expression::Assign { place, operator, value } => self.assign(expression, place, operator, value),
            Expression::Cast { value, target } => self.cast(expression, value, target),
            Expression::Borrow { mutable, place } => self.borrow(expression, mutable, place, expectation),
            Expression::Move(value) => self.infer(value, expectation),
            Expression::Try(tried) => self.try_value(expression, tried, expectation),
            Expression::Throw(value) => self.throw_value(expression, value),
            Expression::Block { statements, tail } => self.block(statements, tail, expectation),
            Expression::Unsafe(block) => {
                self.unsafe_depth += 1;
                let ty = self.infer(block, expectation);
                self.unsafe_depth -= 1;
                ty
            }
            Expression::If { .. } => self.if_chain(expression, expectation),
            Expression::LetCondition { pattern, value } => {
                let matched = self.scrutinee(value);
                self.pattern(pattern, matched);
                Ty::BOOL
            }
            Expression::While { condition, body } => self.while_loop(expression, condition, body),
            Expression::Loop(body) => self.endless_loop(expression, body),
            Expression::For { pattern, iterable, body } => self.for_loop(expression, pattern, iterable, body),
            Expression::Range { start, end, inclusive } => {
                self.range_value(expression, (start, end), inclusive, expectation)
            }
            Expression::Match { scrutinee, arms } => self.match_expression(expression, scrutinee, arms, expectation),
            Expression::Closure(closure) => self.closure(expression, closure, expectation),
            Expression::Tuple(elements) => {
                let ty = self.tuple(elements, expectation);
                self.within_limits(expression, ty)
            }
            Expression::Array(elements) => {
                let ty = self.array(expression, elements, expectation);
                self.within_limits(expression, ty)
            }
            Expression::Repeat { value, count } => {
                let ty = self.repeat(value, count, expectation);
                self.within_limits(expression, ty)
            }
            Expression::Break(target) => {
                self.left_loops.insert(target);
                Ty::NEVER
            }
            Expression::Continue(_) => Ty::NEVER,
            Expression::Return(value) => self.return_value(expression, value),
        }
    }

    /// Reports that the standard library lacks what an expression is made of.
    pub(super) fn not_in_library(&mut self, expression: ExpressionId, name: &str) -> Ty {
        self.report(problems::incomplete_library(self.at(expression), name));
        Ty::ERROR
    }

    fn interpolation(&mut self, parts: List) -> Ty {
        let body = self.body;
        for part in body.parts(parts) {
            match *part {
                InterpolationPart::Text(_) => {}
                InterpolationPart::Value(value, format) => {
                    let has_text = self.printable(value);
                    if let Some(format) = format.filter(|_| has_text) {
                        self.fits_format(value, format);
                    }
                }
            }
        }
        Ty::STRING
    }

    /// A value that is turned into text: a scalar, which is read, or a `String`, which is looked at where it is.
    /// Whether it has one.
    pub(super) fn printable(&mut self, value: ExpressionId) -> bool {
        let ty = self.infer_known(value);
        let shown = ty.value_type();
        if shown.is_scalar() {
            self.read_value(value, ty);
        } else if shown != Ty::STRING && shown != Ty::NEVER && !shown.is_error() {
            if shown != Ty::UNIT && self.has_derivable(Derivable::Show, shown, value) {
                return true;
            }
            if shown.mentions_error() {
                self.table.poisoned = true;
                return false;
            }
            let mut problem = problems::no_text_form(self.at(value), &display(self.db, shown));
            problem = self.with_derivable(problem, Derivable::Show, shown);
            problem = self.with_function_without_result(problem, value, shown);
            self.report(problem);
            return false;
        }
        true
    }

    /// Whether a format says something of a value only that its text has.
    fn fits_format(&mut self, value: ExpressionId, format: TextFormat) {
        let shown = self.resolved(self.type_of(value)).value_type();
        if shown.mentions_error() || shown == Ty::NEVER {
            return;
        }
        if let Some((what, wanted)) = unfitting(format, shown) {
            self.report(problems::unfitting_format(self.at(value), &what, wanted, &display(self.db, shown)));
        }
    }

    /// The type of a value that consists of others, if it keeps to the limits of types.
    pub(super) fn within_limits(&mut self, expression: ExpressionId, ty: Ty) -> Ty {
        if ty.fits() {
            return ty;
        }
        let problem = problems::type_too_complex(self.at(expression), "this value");
        self.report(problem);
        Ty::ERROR
    }

    fn tuple(&mut self, elements: List, expectation: Expectation) -> Ty {
        let body = self.body;
        let elements = body.expression_list(elements);
        let expected = match expectation.ty().map(|ty| ty.value_type().kind()) {
            Some(TypeKind::Tuple(types)) if types.types().len() == elements.len() => Some(types.types()),
            Some(_) | None => None,
        };
        if let Some(types) = expected {
            for (&element, &ty) in elements.iter().zip(types.iter()) {
                self.check(element, ty);
            }
            return Ty::tuple(&types);
        }
        let types: smallvec::SmallVec<[Ty; 8]> =
            elements.iter().map(|&element| self.owned_part(element, expectation)).collect();
        if types.contains(&Ty::ERROR) { Ty::ERROR } else { Ty::tuple(&types) }
    }

    /// The type of a part of a value that is built, of which only is expected what is of the whole.
    fn owned_part(&mut self, part: ExpressionId, whole: Expectation) -> Ty {
        match self.expected_part(whole, part) {
            Some(expected) => {
                self.check(part, expected);
                self.resolved(expected)
            }
            None => self.infer(part, Expectation::Any),
        }
    }

    fn array(&mut self, expression: ExpressionId, elements: List, expectation: Expectation) -> Ty {
        let body = self.body;
        let elements = body.expression_list(elements);
        let mut element_type = self.expected_element(expectation);
        for &element in elements {
            match element_type {
                Some(ty) => self.check(element, ty),
                None => {
                    let ty = self.owned_part(element, expectation);
                    element_type = (ty != Ty::NEVER).then_some(ty);
                }
            }
        }
        match element_type {
            Some(Ty::ERROR) => Ty::ERROR,
            Some(ty) => Ty::array(ty, elements.len() as u64),
            None => {
                let advice = "give the variable a type, as of an array that grows: `let x: Array[i64] = []`";
                self.unknown_type(expression, expectation, "the type of the elements", advice)
            }
        }
    }

    fn repeat(&mut self, value: ExpressionId, count: ExpressionId, expectation: Expectation) -> Ty {
        let ty = match self.expected_element(expectation) {
            Some(expected) => {
                self.check(value, expected);
                expected
            }
            None => {
                let ty = self.owned_part(value, expectation);
                self.known_type(ty)
            }
        };
        let length = self.constant_length(count);
        if !ty.is_error() && !crate::classify::is_copy(self.db, ty) {
            let problem = problems::repeated_owner(self.at(value), &display(self.db, ty));
            self.report(problem);
        }
        match length {
            Some(length) if !ty.is_error() => Ty::array(ty, length),
            Some(_) | None => Ty::ERROR,
        }
    }

    /// The element type of an array or slice that is expected.
    fn expected_element(&self, expectation: Expectation) -> Option<Ty> {
        element_of(self.db, expectation.ty()?.value_type())
    }

    /// Marks a literal.
    pub(super) fn literal_detail(&mut self, expression: ExpressionId) {
        self.detail(expression, Detail::Literal);
    }
}

/// What of a format a type does not have, and what has it.
fn unfitting(format: TextFormat, of: Ty) -> Option<(String, &'static str)> {
    let (is_integer, is_float) = (of.is_integer(), of.is_float());
    if let Some(form) = format.form {
        let (fits, wanted) = match form {
            NumberForm::Binary | NumberForm::Octal | NumberForm::Hexadecimal | NumberForm::UpperHexadecimal => {
                (is_integer, "integers")
            }
            NumberForm::Exponent => (is_float, "floats"),
        };
        if !fits {
            return Some((format!("`{}`", form.letter()), wanted));
        }
    }
    if format.has_plus && !is_integer && !is_float {
        return Some(("`+`".to_owned(), "numbers"));
    }
    if format.has_zeros && !is_integer && !is_float {
        return Some(("`0` before the width".to_owned(), "numbers"));
    }
    match format.digits {
        Some(digits) if is_integer => Some((format!("`.{digits}`"), "floats and texts")),
        Some(_) | None => None,
    }
}
