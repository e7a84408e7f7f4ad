//! Patterns while constants are evaluated: arm after arm, part after part, as they are written. Must not use the decision
//! that compiled code tests by: the two are compared with each other.

use hir::{BinaryOperator, ExpressionId, List, Pattern, PatternId};

use super::value::{Place, Value};
use super::{Evaluated, Interpreter, constant_value, convert};
use crate::definition::{TypeDefinition, type_definition};
use crate::inference::PatternItem;
use crate::ty::Ty;

impl Interpreter<'_> {
    /// The value of the first arm that fits.
    pub(super) fn match_arms(&mut self, scrutinee: ExpressionId, arms: List) -> Evaluated {
        let place = self.matched(scrutinee)?;
        let body = self.frame().body;
        for arm in body.arms(arms) {
            if !self.fits(arm.pattern, &place, scrutinee)? {
                continue;
            }
            let holds = match arm.guard {
                Some(guard) => self.condition(guard)?,
                None => true,
            };
            if holds {
                return self.value(arm.body);
            }
        }
        Err(self.silent())
    }

    /// Whether the value at a place fits; then the names of the pattern have what they stand for.
    pub(super) fn fits(&mut self, pattern: PatternId, place: &Place, at: ExpressionId) -> Evaluated<bool> {
        self.spend(at, 1)?;
        let (body, table) = (self.frame().body, self.frame().table);
        let Some(used) = table.pattern(pattern) else {
            return Err(self.silent());
        };
        let ty = used.ty.value_type();
        let inner = match used.ty.as_borrow() {
            Some(_) => self.read(place, at)?.into_borrow().ok_or_else(|| self.silent())?,
            None => place.clone(),
        };
        match body[pattern] {
            Pattern::Missing => Err(self.silent()),
            Pattern::Wildcard => Ok(true),
            Pattern::Binding(local) => self.name(local, used.ty, place, &inner, at),
            Pattern::As { pattern, local } => {
                self.name(local, used.ty, place, &inner, at)?;
                self.fits(pattern, place, at)
            }
            Pattern::Literal(literal) => {
                let literal = self.value(literal)?;
                self.holds(BinaryOperator::Equal, ty, &inner, literal, at)
            }
            Pattern::Range { start, end, inclusive } => {
                let (start, end) = (self.value(start)?, self.value(end)?);
                let last = if inclusive { BinaryOperator::LessEqual } else { BinaryOperator::Less };
                Ok(self.holds(BinaryOperator::GreaterEqual, ty, &inner, start, at)?
                    && self.holds(last, ty, &inner, end, at)?)
            }
            Pattern::Path { arguments, .. } => match used.path {
                Some(PatternItem::Constant(constant)) => {
                    let known = convert::from_constant(constant_value(self.db, constant), &[]);
                    let known = known.ok_or_else(|| self.silent())?;
                    self.holds(BinaryOperator::Equal, ty, &inner, known, at)
                }
                Some(PatternItem::Case(item, case)) => Ok(self.case_at(&inner, at)? == case
                    && self.fits_fields(type_definition(self.db, item), Some(case), arguments, &inner, at)?),
                Some(PatternItem::Structure(item)) => {
                    self.fits_fields(type_definition(self.db, item), None, arguments, &inner, at)
                }
                None => Err(self.silent()),
            },
            Pattern::Array(parts) => self.fits_elements(parts, (ty, &inner), at),
            Pattern::Rest(_) => Err(self.silent()),
            Pattern::Tuple(parts) => {
                for (number, part) in (0..).zip(body.pattern_list(parts)) {
                    if !self.fits_part(*part, &inner, number, at)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Pattern::Or(alternatives) => {
                for alternative in body.pattern_list(alternatives) {
                    if self.fits(*alternative, place, at)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Whether the elements of an array or slice fit, from the front up to a `..` and from the back.
    fn fits_elements(&mut self, parts: List, (ty, whole): (Ty, &Place), at: ExpressionId) -> Evaluated<bool> {
        let body = self.frame().body;
        let parts = body.pattern_list(parts);
        let (first, count) = match (whole.window, ty.as_array()) {
            (Some(window), _) => window,
            (None, Some((_, length))) => (0, u32::try_from(length).unwrap_or(u32::MAX)),
            (None, None) => return Err(self.silent()),
        };
        let array = Place { window: None, ..whole.clone() };
        let rest = parts.iter().position(|part| matches!(body[*part], Pattern::Rest(_)));
        let named = (parts.len() - usize::from(rest.is_some())) as u32;
        if count < named || rest.is_none() && count != named {
            return Ok(false);
        }
        for (number, part) in parts.iter().enumerate() {
            let from_front = first + number as u32;
            let index = match rest {
                Some(rest) if number > rest => from_front + count - parts.len() as u32,
                _ => from_front,
            };
            if let Pattern::Rest(local) = body[*part] {
                let window = Some((from_front, count - named));
                if let Some(local) = local {
                    let slice = Value::Borrow(Place { window, ..array.clone() });
                    self.frame_mut().slots[local.index()] = Some(slice);
                }
            } else if !self.fits_part(*part, &array, index, at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fits_fields(
        &mut self,
        definition: &TypeDefinition,
        case: Option<u32>,
        arguments: List,
        whole: &Place,
        at: ExpressionId,
    ) -> Evaluated<bool> {
        let body = self.frame().body;
        for (place, argument) in body.pattern_arguments(arguments).iter().enumerate() {
            let field = definition.field_of(case, argument, place).ok_or_else(|| self.silent())?;
            if !self.fits_part(argument.pattern, whole, field, at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fits_part(&mut self, pattern: PatternId, whole: &Place, part: u32, at: ExpressionId) -> Evaluated<bool> {
        let mut place = whole.clone();
        place.path.push(part);
        self.fits(pattern, &place, at)
    }

    /// A name gets the value, or a borrow of where it is.
    fn name(&mut self, local: hir::LocalId, ty: Ty, place: &Place, inner: &Place, at: ExpressionId) -> Evaluated<bool> {
        let is_lent = self.frame().table.local_type(local).as_borrow().is_some();
        let value = match is_lent && ty.as_borrow().is_none() {
            true => Value::Borrow(inner.clone()),
            false => self.read(place, at)?,
        };
        self.frame_mut().slots[local.index()] = Some(value);
        Ok(true)
    }

    fn holds(
        &mut self,
        operator: BinaryOperator,
        ty: Ty,
        place: &Place,
        other: Value,
        at: ExpressionId,
    ) -> Evaluated<bool> {
        let value = self.read(place, at)?;
        Ok(matches!(self.operate(at, operator, ty, value, other)?, Value::Bool(true)))
    }
}
