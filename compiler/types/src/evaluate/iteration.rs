//! Loops with `for` while constants are evaluated: over ranges, and over what an iterator gives.

use hir::{Expression, ExpressionId, PatternId};

use super::value::{Place, Value};
use super::{Evaluated, Interpreter};
use crate::inference::Callee;
use crate::outcome::Outcome;

impl Interpreter<'_> {
    pub(super) fn for_loop(
        &mut self,
        expression: ExpressionId,
        pattern: PatternId,
        iterable: ExpressionId,
        body: ExpressionId,
    ) -> Evaluated {
        let (Expression::Range { start: Some(start), end: Some(end), inclusive }, None) =
            (self.frame().body[iterable], self.frame().table.iteration(expression))
        else {
            return self.iteration(expression, pattern, iterable, body);
        };
        let signed = self.frame().table.expression_type(iterable).int_kind().is_some_and(|kind| kind.is_signed());
        let (Value::Int(mut at), Value::Int(end)) = (self.value(start)?, self.value(end)?) else {
            return Err(self.silent());
        };
        let before = |left: u128, right: u128| {
            if signed { (left as i128) < right as i128 } else { left < right }
        };
        while before(at, end) || inclusive && at == end {
            self.bind(pattern, Value::Int(at), iterable)?;
            if self.turn(expression, body)? || at == end {
                break;
            }
            at = at.wrapping_add(1);
        }
        Ok(Value::Unit)
    }

    /// `for` over the elements of an array or slice.
    fn for_elements(
        &mut self,
        expression: ExpressionId,
        pattern: PatternId,
        iterable: ExpressionId,
        body: ExpressionId,
    ) -> Evaluated {
        let (place, first, count) = self.elements(iterable)?;
        for index in first..first + count {
            let mut element = place.clone();
            element.path.push(index);
            if !self.fits(pattern, &element, iterable)? {
                return Err(self.silent());
            }
            if self.turn(expression, body)? {
                break;
            }
        }
        Ok(Value::Unit)
    }

    /// Asks the iterator until it gives nothing.
    fn iteration(
        &mut self,
        expression: ExpressionId,
        pattern: PatternId,
        iterable: ExpressionId,
        body: ExpressionId,
    ) -> Evaluated {
        let table = self.frame().table;
        let Some(iteration) = table.iteration(expression) else {
            return self.for_elements(expression, pattern, iterable, body);
        };
        let iterator = match table.call_of(expression) {
            Some(_) => self.call(expression)?,
            None => self.value(iterable)?,
        };
        let place = match iterator {
            Value::Borrow(place) => place,
            iterator => self.temporary(iterator),
        };
        while let Some(element) = self.next_element(expression, &place, table.call(iteration.next).callee)? {
            self.bind(pattern, element, iterable)?;
            if self.turn(expression, body)? {
                break;
            }
        }
        Ok(Value::Unit)
    }

    fn next_element(&mut self, at: ExpressionId, iterator: &Place, next: Callee) -> Evaluated<Option<Value>> {
        self.spend(at, 1)?;
        match self.callee_of_values(at, next, vec![Value::Borrow(iterator.clone())])? {
            Value::Case(case, mut carried) if case == Outcome::Option.success() => Ok(carried.pop()),
            _ => Ok(None),
        }
    }
}
