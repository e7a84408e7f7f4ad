//! Arguments where C expects a pointer: what becomes one silently. Owns the list of what does; must not know what a borrow
//! forbids, which `lower` does: the borrow itself is passed, so that its loan lasts until the call.

use hir::{Expression, ExpressionId};

use super::{Expectation, Inferrer};
use crate::classify::is_heap;
use crate::display::display;
use crate::inference::Adjustment;
use crate::problems::{self, PointerAdvice};
use crate::storage::{element_of, stored_element};
use crate::ty::{Ty, TypeKind};

/// Why something is no pointer for C, or how it becomes one.
enum Becomes {
    /// The address is passed: of what is lent, or of a string's bytes.
    Address,
    /// The address of the first element is passed, of an `Array` that is lent.
    Elements { mutable: bool },
    /// It is one.
    Pointer,
    /// Nothing of the kind; this may help.
    No(PointerAdvice),
    /// What holds everywhere holds here.
    AsElsewhere,
}

impl Inferrer<'_> {
    /// An argument of a C function, or of a call through an `extern fn` pointer.
    pub(super) fn check_c_argument(&mut self, expression: ExpressionId, expected: Ty) {
        let TypeKind::Pointer(target) = expected.kind() else {
            if expected.as_borrow().is_some() && self.is_null(expression) {
                let wanted = display(self.db, expected);
                self.infer(expression, Expectation::Value(Ty::pointer(expected.value_type())));
                self.report(problems::null_for_borrow(self.at(expression), &wanted));
                return;
            }
            return self.check(expression, expected);
        };
        let expectation = self.c_expectation(expression, expected, target);
        let found = self.infer(expression, expectation);
        match self.becomes_pointer(expression, found, expected, target) {
            Becomes::Address => {
                self.adjust(expression, Adjustment::Address);
                if found == Ty::STRING {
                    self.check_lendable(expression, found);
                }
            }
            Becomes::Elements { mutable } => {
                self.adjust(expression, if mutable { Adjustment::SliceMutable } else { Adjustment::Slice });
            }
            Becomes::Pointer => {}
            Becomes::No(advice) => {
                let (wanted, given) = (display(self.db, expected), display(self.db, found));
                self.report(problems::no_pointer_for_c(self.at(expression), &wanted, &given, advice));
            }
            Becomes::AsElsewhere => self.coerce(expression, found, expected),
        }
    }

    /// Whether what is written is null, as C's callers write it or as ours do.
    fn is_null(&self, expression: ExpressionId) -> bool {
        match self.expression(expression) {
            Expression::Integer(value) => self.body[value] == 0,
            Expression::MethodCall { receiver, name, .. } => {
                self.expression(receiver) == Expression::BuiltinType(hir::BuiltinType::Pointer) && name.text() == "null"
            }
            _ => false,
        }
    }

    /// What is expected of the argument: of a temporary that is lent, the type that C reads.
    fn c_expectation(&self, expression: ExpressionId, expected: Ty, target: Ty) -> Expectation {
        let Expression::Borrow { place, .. } = self.expression(expression) else {
            return Expectation::Value(expected);
        };
        if target == Ty::UNIT {
            return Expectation::Any;
        }
        Expectation::Value(match self.expression(place) {
            Expression::Array(_) | Expression::Repeat { .. } if !matches!(target.kind(), TypeKind::Array(..)) => {
                Ty::array(target, 0)
            }
            _ => target,
        })
    }

    /// Whether `ref` or `mut` is written, perhaps in a block.
    fn is_written_borrow(&self, expression: ExpressionId) -> bool {
        let mut expression = expression;
        loop {
            expression = match self.expression(expression) {
                Expression::Borrow { .. } => return true,
                Expression::Unsafe(inner) | Expression::Block { tail: Some(inner), .. } => inner,
                _ => return false,
            }
        }
    }

    fn becomes_pointer(&self, expression: ExpressionId, found: Ty, expected: Ty, target: Ty) -> Becomes {
        let is_pointer = |ty: Ty| matches!(ty.kind(), TypeKind::Pointer(_));
        let is_written = self.is_written_borrow(expression);
        if found.is_error() || found == Ty::NEVER || target.is_error() {
            return Becomes::AsElsewhere;
        }
        if let Expression::Integer(_) = self.expression(expression) {
            return Becomes::No(PointerAdvice::Number);
        }
        if found.value_type() == Ty::STRING {
            return match (target, found.as_borrow()) {
                (Ty::U8, Some((_, true))) if is_written => Becomes::No(PointerAdvice::StringsDoNotChange),
                (Ty::U8, _) => Becomes::Address,
                (Ty::UNIT, _) => Becomes::No(PointerAdvice::BytesOrObject),
                _ => Becomes::AsElsewhere,
            };
        }
        let Some((lent, mutable)) = found.as_borrow() else {
            let owns = is_heap(self.db, found);
            let lies_there = found == target || element_of(self.db, found) == Some(target) || target == Ty::UNIT;
            return match target {
                Ty::UNIT if is_pointer(found) => Becomes::Pointer,
                _ if found == expected => Becomes::Pointer,
                Ty::UNIT if owns => Becomes::No(PointerAdvice::Owner),
                Ty::UNIT if found == Ty::UNIT => Becomes::AsElsewhere,
                _ if lies_there && !owns => Becomes::No(PointerAdvice::Lend),
                _ => Becomes::AsElsewhere,
            };
        };
        if !is_written && is_pointer(lent) && (lent == expected || target == Ty::UNIT) {
            // A variable that leads to a pointer is used like it; where any pointer will do, that is not plain to see.
            return match lent == expected {
                true => Becomes::AsElsewhere,
                false => Becomes::No(PointerAdvice::AddressOrPointer),
            };
        }
        match stored_element(self.db, lent) {
            Some(element) if element == target => return Becomes::Elements { mutable },
            Some(_) if target == Ty::UNIT => return Becomes::No(PointerAdvice::ElementsOrArray),
            Some(_) | None => {}
        }
        let fits = match target {
            Ty::UNIT => true,
            _ => !is_heap(self.db, lent) && (lent == target || lent.as_elements() == Some(target)),
        };
        match fits {
            true => Becomes::Address,
            false if is_heap(self.db, lent) => Becomes::No(PointerAdvice::ObjectIsOpaque),
            false => Becomes::No(PointerAdvice::Cast),
        }
    }
}
