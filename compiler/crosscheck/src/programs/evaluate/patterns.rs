//! Patterns of the model: arm after arm, alternative after alternative, part after part, as the language says it.

use std::cell::Cell;

use super::super::arithmetic;
use super::super::ast::{
    Adoption, Arm, Block, Comparison, ExprKind, IntType, Literal, Mode, Pattern, PatternKind, Scrutinee, Type,
};
use super::super::value::{Address, Value};
use super::expressions::holds;
use super::{Machine, Step};

/// How far the ends of a range of floats lie apart.
const WIDTH: f64 = 2.0;

/// The variables of a pattern that fits: each with the place of what it stands for, and its type.
type Names = Vec<(usize, Address, Type)>;

impl Machine<'_> {
    /// The body of the arm that is chosen; its names have what they stand for.
    pub(super) fn chosen<'t>(&mut self, scrutinee: &Scrutinee, arms: &'t [Arm]) -> Step<&'t Block> {
        let address = self.scrutinee(scrutinee)?;
        for arm in arms {
            let Some(guard) = &arm.guard else {
                let mut names = Vec::new();
                if self.fits(&arm.pattern, &address, &mut names) {
                    self.bind(&names, scrutinee.mode);
                    return Ok(&arm.body);
                }
                continue;
            };
            // Each alternative that fits asks the guard.
            for names in self.ways(&arm.pattern, &address) {
                for (variable, address, _) in &names {
                    let seen = match scrutinee.mode {
                        Mode::Lent | Mode::Changed => Value::Borrow(address.clone()),
                        Mode::Given => self.load(address),
                    };
                    let slot = self.base + variable;
                    self.slots[slot] = seen;
                }
                if self.truth(guard)? {
                    self.bind(&names, scrutinee.mode);
                    return Ok(&arm.body);
                }
            }
        }
        panic!("no arm fits")
    }

    /// Whether what is matched fits; then the names have what they stand for.
    pub(super) fn is_matched(&mut self, pattern: &Pattern, scrutinee: &Scrutinee) -> Step<bool> {
        let address = self.scrutinee(scrutinee)?;
        let mut names = Vec::new();
        let fits = self.fits(pattern, &address, &mut names);
        if fits {
            self.bind(&names, scrutinee.mode);
        }
        Ok(fits)
    }

    fn scrutinee(&mut self, scrutinee: &Scrutinee) -> Step<Address> {
        self.tick()?;
        if let (Mode::Lent, ExprKind::Use(place, _)) = (scrutinee.mode, &scrutinee.value.kind) {
            return self.place(place);
        }
        let mut value = self.evaluate(&scrutinee.value)?;
        loop {
            let address = match value {
                Value::Borrow(address) => address,
                other => return Ok(self.temporary(other)),
            };
            match self.load(&address) {
                Value::Borrow(further) => value = Value::Borrow(further),
                _ => return Ok(address),
            }
        }
    }

    fn bind(&mut self, names: &Names, mode: Mode) {
        for (variable, address, ty) in names {
            let value = match mode {
                Mode::Lent | Mode::Changed => Value::Borrow(address.clone()),
                Mode::Given if self.tree.is_owner(ty) => self.exchange(address, Value::Missing),
                Mode::Given => self.load(address),
            };
            let slot = self.base + variable;
            self.slots[slot] = value;
        }
    }

    /// The names of each way through the alternatives of a pattern on which it fits, in the order in which they are written.
    fn ways(&self, pattern: &Pattern, address: &Address) -> Vec<Names> {
        match &pattern.kind {
            PatternKind::Or(alternatives) => {
                alternatives.iter().flat_map(|alternative| self.ways(alternative, address)).collect()
            }
            PatternKind::As(inner, variable) => {
                let mut ways = self.ways(inner, address);
                for names in &mut ways {
                    names.push((*variable, address.clone(), pattern.ty.clone()));
                }
                ways
            }
            PatternKind::Parts(parts, _) => {
                let mut ways = vec![Vec::new()];
                for (number, part) in parts {
                    let mut inner = address.clone();
                    inner.path.push(*number);
                    let further = self.ways(part, &inner);
                    let joined = ways.iter().flat_map(|names: &Names| {
                        further.iter().map(move |more| names.iter().chain(more).cloned().collect())
                    });
                    ways = joined.collect();
                }
                ways
            }
            PatternKind::Wildcard
            | PatternKind::Name(_)
            | PatternKind::Literal(..)
            | PatternKind::Range(..)
            | PatternKind::Constant(_) => {
                let mut names = Vec::new();
                if self.fits(pattern, address, &mut names) { vec![names] } else { Vec::new() }
            }
        }
    }

    fn fits(&self, pattern: &Pattern, address: &Address, names: &mut Names) -> bool {
        match &pattern.kind {
            PatternKind::Wildcard => true,
            PatternKind::Name(variable) => {
                names.push((*variable, address.clone(), pattern.ty.clone()));
                true
            }
            PatternKind::As(inner, variable) => {
                names.push((*variable, address.clone(), pattern.ty.clone()));
                self.fits(inner, address, names)
            }
            PatternKind::Literal(literal, adoption) => {
                let value = self.load(address);
                if adoption.replace(Adoption::Never) != Adoption::Never
                    && let Some(adopted) = adopted(&value)
                {
                    literal.replace(adopted);
                }
                holds(Comparison::Equal, &pattern.ty, &value, &valued(&pattern.ty, &literal.borrow()))
            }
            PatternKind::Range(ends, inclusive, adoption) => {
                let value = self.load(address);
                let adopted = adopted_range(&pattern.ty, &value, adoption, &ends.borrow(), *inclusive);
                if let Some(adopted) = adopted {
                    ends.replace(adopted);
                }
                let (first, last) = &*ends.borrow();
                let upper = if *inclusive { Comparison::LessEqual } else { Comparison::Less };
                holds(Comparison::GreaterEqual, &pattern.ty, &value, &valued(&pattern.ty, first))
                    && holds(upper, &pattern.ty, &value, &valued(&pattern.ty, last))
            }
            PatternKind::Constant(constant) => {
                holds(Comparison::Equal, &pattern.ty, &self.load(address), &self.slots[*constant])
            }
            PatternKind::Parts(parts, _) => parts.iter().all(|(number, part)| {
                let mut inner = address.clone();
                inner.path.push(*number);
                self.fits(part, &inner, names)
            }),
            PatternKind::Or(alternatives) => alternatives.iter().any(|alternative| {
                let mark = names.len();
                let fits = self.fits(alternative, address, names);
                if !fits {
                    names.truncate(mark);
                }
                fits
            }),
        }
    }
}

/// The value of a literal.
fn valued(ty: &Type, literal: &Literal) -> Value {
    match literal {
        Literal::Int(bits) => Value::Int(*bits),
        Literal::Float(number) if *ty == Type::F32 => Value::F32(*number as f32),
        Literal::Float(number) => Value::F64(*number),
        Literal::Bool(truth) => Value::Bool(*truth),
        Literal::Text(text) => Value::Text(text.as_str().into()),
    }
}

/// The literal of a value, if it has one that is easily read.
fn adopted(value: &Value) -> Option<Literal> {
    match value {
        Value::Int(bits) => Some(Literal::Int(*bits)),
        Value::F32(number) if number.is_finite() => Some(Literal::Float(f64::from(*number))),
        Value::F64(number) if number.is_finite() => Some(Literal::Float(*number)),
        Value::Text(text) if !text.contains('\0') && text.len() < 80 => Some(Literal::Text(text.to_string())),
        _ => None,
    }
}

/// The ends of a range that has the value at one of its ends or right beside.
fn adopted_range(
    ty: &Type,
    value: &Value,
    adoption: &Cell<Adoption>,
    (first, last): &(Literal, Literal),
    inclusive: bool,
) -> Option<(Literal, Literal)> {
    let adoption = adoption.replace(Adoption::Never);
    match (ty, value, first, last) {
        (Type::Int(int), Value::Int(bits), Literal::Int(first), Literal::Int(last)) => {
            // In this order the greatest is the last, whatever the sign.
            let top = arithmetic::mask(*int);
            let (at, width) = (ordered(*int, *bits), ordered(*int, *last).checked_sub(ordered(*int, *first))?);
            let (from, to) = match adoption {
                Adoption::Never => return None,
                Adoption::First => (at, at.saturating_add(width).min(top)),
                Adoption::Last => (at.saturating_sub(width), at),
                Adoption::Above => (at.checked_add(1)?, at.saturating_add(1).saturating_add(width).min(top)),
                Adoption::Below => {
                    let to = if inclusive { at.checked_sub(1)? } else { at };
                    (to.saturating_sub(width), to)
                }
            };
            let is_some = to <= top && if inclusive { from <= to } else { from < to };
            is_some.then(|| (Literal::Int(ordered(*int, from)), Literal::Int(ordered(*int, to))))
        }
        (_, value, Literal::Float(_), Literal::Float(_)) => {
            let Some(Literal::Float(at)) = adopted(value) else {
                return None;
            };
            let (from, to) = match adoption {
                Adoption::Never => return None,
                Adoption::First => (at, at + WIDTH),
                Adoption::Last => (at - WIDTH, at),
                Adoption::Above => (at + WIDTH, at + 2.0 * WIDTH),
                Adoption::Below => (at - 2.0 * WIDTH, at - WIDTH),
            };
            let is_some = if *ty == Type::F32 { (from as f32) < to as f32 } else { from < to };
            (is_some && from.is_finite() && to.is_finite()).then_some((Literal::Float(from), Literal::Float(to)))
        }
        (_, _, _, _) => None,
    }
}

/// Bits of an integer of a type, such that greater numbers have greater bits; and back again.
pub(crate) fn ordered(int: IntType, bits: u128) -> u128 {
    bits ^ arithmetic::minimum(int)
}
