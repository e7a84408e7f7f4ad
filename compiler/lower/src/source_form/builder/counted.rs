//! What is counted is used as its content: the place of that, lent or read. A path through what is counted is one through an
//! object, so it belongs to the variable that holds it. Must not know where types ask for this.

use hir::ExpressionId;
use types::{CONTENT, Ty};

use super::super::place::Projection;
use super::super::statement::{BorrowKind, Operand};
use super::{Builder, Place};

impl Builder<'_> {
    /// The content of what an expression gives: a borrow of it, or its value.
    pub(super) fn content(&mut self, expression: ExpressionId) -> Operand {
        let used = self.inference.becomes(expression);
        let place = self.content_place(expression);
        let ty = self.form.place_type(self.db, place);
        match used.as_borrow() {
            None => self.consume(place, ty, expression),
            Some((target, _)) if target.as_slice().is_some() => {
                let (elements, ty) = self.elements_place(place, ty);
                let whole = self.whole_slice(elements, ty, expression);
                self.borrow(whole, target, BorrowKind::Shared, expression)
            }
            Some(_) => self.borrow(place, ty, BorrowKind::Shared, expression),
        }
    }

    /// The place of the content that an expression is used as.
    pub(super) fn content_place(&mut self, expression: ExpressionId) -> Place {
        let ty = self.inference.expression_type(expression);
        let place = self.plain_place(expression);
        let place = self.through(place, ty);
        let target = self.inference.becomes(expression);
        self.within(place, ty.value_type(), target.value_type())
    }

    /// Follows what is counted to its content, and borrows to what they lead to, as far as the type that is wanted.
    pub(super) fn within(&mut self, place: Place, ty: Ty, wanted: Ty) -> Place {
        let (mut place, mut ty) = (place, ty);
        while ty != wanted
            && let Some(inside) = types::within(self.db, ty)
        {
            place = match ty.as_borrow() {
                Some(_) => self.through(place, ty),
                None => self.form.project(place, Projection::Field(CONTENT)),
            };
            ty = inside;
        }
        place
    }
}
