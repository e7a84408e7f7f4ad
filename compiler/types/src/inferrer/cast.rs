//! `as`: which conversions there are and what each does. A bare integer literal takes the target type at once, wrapped.

use hir::{Expression, ExpressionId, TypeReferenceId};

use super::{Expectation, Inferrer};
use crate::classify::is_heap;
use crate::display::display;
use crate::inference::{Cast, Detail};
use crate::problems;
use crate::ty::{Ty, TypeKind};

impl Inferrer<'_> {
    pub(super) fn cast(&mut self, expression: ExpressionId, value: ExpressionId, target: TypeReferenceId) -> Ty {
        let target = self.resolve_written(target);
        if self.bare_integer(value).is_some() && target.is_number() {
            self.set_literal(value, target);
            self.detail(expression, Detail::Cast(Cast::Same));
            return target;
        }
        let expectation = if let TypeKind::ExternFunction(..) = target.kind() {
            Expectation::Value(target)
        } else if target.as_pointer().is_some() && self.names_function(value) {
            Expectation::Value(Ty::extern_function(&[], Ty::UNIT))
        } else {
            Expectation::Any
        };
        let found = self.infer(value, expectation);
        let found = self.known_type(found);
        if found.is_error() || found == Ty::NEVER || target.is_error() {
            return target;
        }
        // A borrow becomes the address, never what the value says: an integer or pointer that is lent is no address here.
        let lent = target.as_pointer().zip(found.as_borrow());
        let address = lent.map(|(to, (lent, _))| self.borrow_cast(lent, to));
        let reads = address.is_none();
        let cast = address.unwrap_or_else(|| match target.is_integer() && self.is_payload_free(found.value_type()) {
            true => Some(Cast::EnumToInt),
            false => conversion(found.value_type(), target),
        });
        match cast {
            Some(Cast::EnumToInt) => self.detail(expression, Detail::Cast(Cast::EnumToInt)),
            Some(cast) => {
                if reads {
                    self.read_value(value, found);
                }
                self.detail(expression, Detail::Cast(cast));
            }
            None => self.invalid_cast(expression, value, found, target),
        }
        target
    }

    /// Gives a bare integer literal, perhaps negated, a type; its value is wrapped to it.
    fn set_literal(&mut self, literal: ExpressionId, ty: Ty) {
        self.set_type(literal, ty);
        self.literal_detail(literal);
        if let Expression::Unary { operand, .. } = self.expression(literal) {
            self.set_type(operand, ty);
        }
    }

    fn names_function(&self, expression: ExpressionId) -> bool {
        matches!(self.expression(expression), Expression::Item(item)
            if matches!(item.kind(self.db), hir::ItemKind::Function | hir::ItemKind::ExternFunction))
    }

    /// The address of what is lent: a pointer to its type, to an array's elements, to bytes, or to anything.
    fn borrow_cast(&self, lent: Ty, to: Ty) -> Option<Cast> {
        let by_object = lent == Ty::STRING || is_heap(self.db, lent);
        let element = lent.as_elements();
        let is_byte = to == Ty::U8 || to == Ty::I8;
        let fits = to == Ty::UNIT || !by_object && (is_byte || to == lent || element == Some(to));
        fits.then_some(Cast::BorrowToPointer)
    }

    fn invalid_cast(&mut self, expression: ExpressionId, written: ExpressionId, found: Ty, target: Ty) {
        let value = found.value_type();
        let mut problem =
            problems::invalid_cast(self.at(expression), &display(self.db, found), &display(self.db, target));
        if target == Ty::BOOL && value.is_number() {
            problem = problem.help("compare it: `… != 0`");
        } else if target == Ty::BOOL && matches!(value.kind(), TypeKind::Pointer(_)) {
            problem = problem.help("compare it: `… != Pointer.null()`");
        } else if found == Ty::STRING
            && let TypeKind::Pointer(to) = target.kind()
        {
            problem = problem.help(match (self.expression(written), to) {
                (Expression::String(_), Ty::U8) => "write it `c\"…\"`",
                (_, Ty::U8) => "`.c_string()` gives the text to C",
                _ => "`.c_string()` gives the text to C, `ref … as Pointer[()]` the counted object",
            });
        } else if target == Ty::STRING && value == Ty::pointer(Ty::U8) {
            problem = problem.help(match self.expression(written) {
                Expression::CString(_) => "write it without the `c`",
                _ => "`String.from_c(…)` copies the text, in `unsafe`",
            });
        } else if value == Ty::STRING && target.is_number() {
            let target = display(self.db, target);
            problem = problem.help(format!("`….parse[{target}]()` reads a number from text and gives a `Result`"));
        } else if let TypeKind::Pointer(_) = target.kind()
            && is_heap(self.db, found)
        {
            problem = problem.help("`.into_raw()` gives its object away, `ref … as Pointer[()]` lends it");
        } else if target == Ty::STRING && value.is_scalar() {
            problem = self.with_text(problem, written);
        } else if let TypeKind::Pointer(_) = target.kind()
            && found.as_borrow().is_some()
        {
            problem =
                problem.note("a borrow of `T` becomes its address, a `Pointer[T]`, `Pointer[()]` or `Pointer[u8]`; of a heap type `Pointer[()]`");
        } else if let TypeKind::Pointer(_) = target.kind()
            && value.is_integer()
        {
            problem = problem.note("only 64-bit integers become pointers");
        }
        self.report(problem);
    }
}

/// The conversion from one type of value to another, if there is one.
fn conversion(from: Ty, to: Ty) -> Option<Cast> {
    let is_address =
        |ty: Ty| matches!(ty.kind(), TypeKind::Pointer(_) | TypeKind::Object(_) | TypeKind::ExternFunction(..));
    let is_wide = |ty: Ty| ty == Ty::I64 || ty == Ty::U64;
    if from == to {
        Some(Cast::Same)
    } else if (from.is_integer() || from == Ty::BOOL) && to.is_integer() {
        Some(Cast::IntToInt)
    } else if from.is_integer() && to.is_float() {
        Some(Cast::IntToFloat)
    } else if from.is_float() && to.is_integer() {
        Some(Cast::FloatToInt)
    } else if from.is_float() && to.is_float() {
        Some(Cast::FloatToFloat)
    } else if is_address(from) && is_address(to) {
        Some(Cast::PointerToPointer)
    } else if is_address(from) && is_wide(to) {
        Some(Cast::PointerToInt)
    } else if is_wide(from) && is_address(to) {
        Some(Cast::IntToPointer)
    } else {
        None
    }
}
