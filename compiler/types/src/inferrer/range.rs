//! Ranges: counted in the head of `for`, cut out of what has elements, and as values, which are structures of the standard
//! library. Must not know what is done with such a value.

use hir::{Expression, ExpressionId, ItemId, LangItem};

use super::{Expectation, Inferrer};
use crate::display::display;
use crate::inference::Callee;
use crate::problems;
use crate::ty::{Ty, TypeKind};

impl Inferrer<'_> {
    /// A range in the head of a slice: both ends are of one integer type, which is also the range's own type here.
    fn counted_range(&mut self, range: ExpressionId, start: ExpressionId, end: ExpressionId) -> Ty {
        let ty = self.pair(None, start, end);
        self.counted_by(range, (start, end), ty)
    }

    /// A range in the head of `for`, of which integers are counted. `Err` with the range's own type where the ends are of another
    /// named type, or of a type parameter: those are asked for what comes next.
    pub(super) fn range_of_loop(
        &mut self,
        range: ExpressionId,
        start: ExpressionId,
        end: ExpressionId,
    ) -> Result<Ty, Ty> {
        let ty = self.pair(None, start, end);
        match ty.value_type().kind() {
            TypeKind::Named(_) | TypeKind::Parameter(..) => {
                Err(self.walked_range(range, (start, end), ty.value_type()))
            }
            _ => Ok(self.counted_by(range, (start, end), ty)),
        }
    }

    fn counted_by(&mut self, range: ExpressionId, (start, end): (ExpressionId, ExpressionId), ty: Ty) -> Ty {
        for bound in [start, end] {
            let found = self.type_of(bound);
            self.read_value(bound, found);
        }
        if ty.is_integer() || ty.is_error() || ty == Ty::NEVER {
            self.set_type(range, ty);
            return ty;
        }
        self.not_counted(start, ty);
        Ty::ERROR
    }

    fn not_counted(&mut self, bound: ExpressionId, ty: Ty) {
        let problem = problems::not_an_integer(self.at(bound), &display(self.db, ty));
        self.report(problem.note("ranges count integers"));
    }

    /// What says which elements of an array are meant: a range that is written, whose ends may be missing, or the value of one.
    /// Gives whether the end is known; of what is no range the type.
    pub(super) fn cutting_range(&mut self, index: ExpressionId) -> Result<bool, Ty> {
        let Expression::Range { start, end, .. } = self.expression(index) else {
            let found = self.infer_known(index);
            let ty = found.value_type();
            let Some(bound) = self.bound_of_range(ty) else { return Err(found) };
            self.read_value(index, found);
            if !bound.is_integer() && !bound.is_error() {
                self.not_counted(index, bound);
            }
            return Ok(true);
        };
        match (start, end) {
            (Some(start), Some(end)) => {
                self.counted_range(index, start, end);
            }
            (Some(bound), None) | (None, Some(bound)) => {
                let found = self.infer_known(bound);
                let found = self.read_value(bound, found);
                if !found.is_integer() && !found.is_error() && found != Ty::NEVER {
                    self.not_counted(bound, found);
                }
                self.set_type(index, found);
            }
            (None, None) => self.set_type(index, Ty::I64),
        }
        Ok(end.is_some())
    }

    /// What the ends of a range are, if a type is one.
    fn bound_of_range(&self, ty: Ty) -> Option<Ty> {
        let ty = self.resolved(ty);
        let named = ty.as_named()?;
        let is_range = [LangItem::Range, LangItem::RangeInclusive]
            .into_iter()
            .any(|each| hir::lang_item(self.db, each) == Some(named.item));
        is_range.then(|| named.arguments.types().first().copied().unwrap_or(Ty::ERROR))
    }

    /// A range that is a value of its own: a structure made of its ends.
    pub(super) fn range_value(
        &mut self,
        expression: ExpressionId,
        ends: (Option<ExpressionId>, Option<ExpressionId>),
        inclusive: bool,
        expectation: Expectation,
    ) -> Ty {
        let (Some(start), Some(end)) = ends else {
            for bound in [ends.0, ends.1].into_iter().flatten() {
                self.infer(bound, Expectation::Any);
            }
            self.report(problems::open_range(self.at(expression)));
            return Ty::ERROR;
        };
        let lang_item = if inclusive { LangItem::RangeInclusive } else { LangItem::Range };
        let Some(item) = hir::lang_item(self.db, lang_item) else {
            let (module, name) = lang_item.path();
            return self.not_in_library(expression, &format!("std.{module}.{name}"));
        };
        let expected = expectation.ty().map(|ty| self.resolved(ty.value_type()));
        let expected = expected.and_then(Ty::as_named).filter(|named| named.item == item);
        let expected = expected.and_then(|named| named.arguments.types().first().copied());
        let bound = match expected.filter(|bound| !self.has_variables(*bound)) {
            Some(bound) => {
                self.check(start, bound);
                self.check(end, bound);
                bound
            }
            None => {
                let bound = match self.pair(None, start, end) {
                    // One end leaves: the other has the type, if it has one.
                    Ty::NEVER => {
                        [start, end].map(|end| self.type_of(end).value_type()).into_iter().find(|ty| *ty != Ty::NEVER)
                    }
                    bound => Some(bound),
                };
                let bound = bound.unwrap_or(Ty::I64);
                for end in [start, end] {
                    let found = self.type_of(end);
                    self.coerce(end, found, bound);
                }
                bound
            }
        };
        if bound.is_error() {
            return bound;
        }
        let made = self.unwritten(item, expression).ty();
        if !self.unify(made, Ty::instance(item, &[bound])) {
            return Ty::ERROR;
        }
        self.made_of_ends(expression, item, (start, end));
        made
    }

    fn made_of_ends(&mut self, range: ExpressionId, item: ItemId, (start, end): (ExpressionId, ExpressionId)) {
        let first = self.table.arguments.len();
        self.add_argument(start, 0);
        self.add_argument(end, 1);
        self.add_call(range, Callee::Structure(item), first, 2);
    }

    /// The value that a range in the head of `for` is where its ends, whose types are known, are no integers.
    fn walked_range(&mut self, range: ExpressionId, ends: (ExpressionId, ExpressionId), bound: Ty) -> Ty {
        let inclusive = matches!(self.expression(range), Expression::Range { inclusive: true, .. });
        let lang_item = if inclusive { LangItem::RangeInclusive } else { LangItem::Range };
        let Some(item) = hir::lang_item(self.db, lang_item) else {
            let (module, name) = lang_item.path();
            return self.not_in_library(range, &format!("std.{module}.{name}"));
        };
        for end in [ends.0, ends.1] {
            let found = self.type_of(end);
            self.coerce(end, found, bound);
        }
        let made = Ty::instance(item, &[bound]);
        self.made_of_ends(range, item, ends);
        self.set_type(range, made);
        made
    }
}
