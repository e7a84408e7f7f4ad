//! What is counted is used as its content, and a borrow of a borrow as what that leads to: fields, methods, elements, patterns and
//! operators look through it. Owns that step;
//! must not know where it is asked for, nor how it is lowered.

use hir::{Expression, ExpressionId, Name};

use super::Inferrer;
use crate::classify::{is_counted, within};
use crate::display::display;
use crate::inference::Adjustment;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::storage::stored_element;
use crate::ty::Ty;

impl Inferrer<'_> {
    /// Infers what stands before a point, an index or a pattern: of what is counted the content, lent.
    pub(super) fn infer_looked_through(&mut self, expression: ExpressionId) -> Ty {
        let found = self.infer_known(expression);
        self.look_through(expression, found)
    }

    /// Lends the content of an expression that is counted, or a borrow of what is, or what a borrow of a borrow leads to. Gives the type that is used.
    pub(super) fn look_through(&mut self, expression: ExpressionId, found: Ty) -> Ty {
        match self.innermost_content(found) {
            Some(content) => {
                let lent = Ty::lent(content, false);
                self.become_content(expression, lent);
                self.known_type(lent)
            }
            None => found,
        }
    }

    /// The expression is used as content of what it gives: lent if the type is a borrow, else itself.
    pub(super) fn become_content(&mut self, expression: ExpressionId, used: Ty) {
        let known = match self.is_looked_through(expression) {
            true => self.table.becomes.iter_mut().rev().find(|(known, _)| *known == expression),
            false => None,
        };
        match known {
            Some((_, before)) => *before = used,
            None => self.table.becomes.push((expression, used)),
        }
        self.adjust(expression, Adjustment::Content);
    }

    /// What lies in what is counted, and in that, if it is counted too.
    #[inline]
    pub(super) fn innermost_content(&self, found: Ty) -> Option<Ty> {
        if found.is_fixed() { None } else { self.innermost_content_of_compound(found) }
    }

    fn innermost_content_of_compound(&self, found: Ty) -> Option<Ty> {
        let mut inside = within(self.db, self.resolved(self.resolved(found).value_type()))?;
        while let Some(further) = within(self.db, self.resolved(inside)) {
            inside = further;
        }
        Some(self.resolved(inside))
    }

    /// The content of one of the counted types inside each other that fits where a type is expected.
    pub(super) fn content_that_fits(&mut self, found: Ty, expected: Ty) -> Option<Ty> {
        let mut inside = within(self.db, self.resolved(self.resolved(found).value_type()))?;
        loop {
            inside = self.resolved(inside);
            if self.unify(inside, expected) {
                return Some(inside);
            }
            let element = inside.as_array().map(|(element, _)| element).or_else(|| stored_element(self.db, inside));
            if let (Some(element), Some(wanted)) = (element, expected.as_slice()) {
                return self.unify(wanted, element).then_some(expected);
            }
            inside = within(self.db, inside)?;
        }
    }

    /// What an expression is looked through to is changed.
    pub(super) fn changed_within(&self, at: Anchor, expression: ExpressionId, how: &str) -> Problem {
        let outer = self.type_of(expression).value_type();
        match outer.as_borrow() {
            Some(_) => problems::changed_through_ref(at, how),
            None => problems::changed_in_shared(at, &display(self.db, outer), how),
        }
    }

    /// Whether an expression is looked through.
    pub(super) fn is_looked_through(&self, expression: ExpressionId) -> bool {
        self.table.adjustments[expression.index()] == Adjustment::Content
    }

    /// The type of a place as what is a part of it sees it: of what is looked through the borrow of its content.
    pub(super) fn seen_type(&self, expression: ExpressionId) -> Ty {
        if !self.is_looked_through(expression) {
            return self.type_of(expression);
        }
        let found = self.table.becomes.iter().rev().find(|(known, _)| *known == expression);
        found.map_or(Ty::ERROR, |(_, used)| *used)
    }

    /// Whether a method of a name is that of a counted type itself and not its content's.
    pub(super) fn is_of_counted(&mut self, ty: Ty, name: Name) -> bool {
        self.method(ty, name).is_some() || name.text() == "into_raw" || !self.traits_with(ty, name).is_empty()
    }

    /// Of two operands of which one is counted, that is looked through: two that are counted are compared as such, by what
    /// they hold too. Gives the types of the values.
    pub(super) fn look_through_one(&mut self, left: (ExpressionId, Ty), right: (ExpressionId, Ty)) -> (Ty, Ty) {
        let left = (left.0, self.look_through_borrows(left.0, left.1));
        let right = (right.0, self.look_through_borrows(right.0, right.1));
        let is_counted = |this: &Self, ty: Ty| is_counted(this.db, this.resolved(ty).value_type());
        match (is_counted(self, left.1), is_counted(self, right.1)) {
            (true, false) => (self.look_through(left.0, left.1), right.1),
            (false, true) => (left.1, self.look_through(right.0, right.1)),
            (true, true) | (false, false) => (left.1, right.1),
        }
    }

    /// Lends what a borrow of a borrow leads to. Gives the type that is used.
    fn look_through_borrows(&mut self, expression: ExpressionId, found: Ty) -> Ty {
        let inside = self.resolved(self.resolved(found).value_type());
        if inside.as_borrow().is_some() { self.look_through(expression, found) } else { found }
    }

    /// What stands before the point of a field. The module of a counted type sees its fields.
    pub(super) fn look_through_owner(&mut self, receiver: ExpressionId, found: Ty) -> Ty {
        let own = found.value_type().as_named().is_some_and(|named| self.is_own(named.item));
        match own && !matches!(self.expression(receiver), Expression::Missing) {
            true => found,
            false => self.look_through(receiver, found),
        }
    }
}
