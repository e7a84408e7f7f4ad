//! Which types and heads a program has. Owns the distribution: values of one, two and a few words are common, heads that run
//! out of registers too.

use fastrand::Rng;

use super::types::{Access, Body, Declared, Facts, Interface, Kind, Number, Place, Signature, Type};
use super::values::{Value, Values, integer};
use super::{Exchange, Function, Program, Returned};

/// So many types a program declares.
const DECLARED: usize = 9;
/// So many traits.
const INTERFACES: usize = 3;

const ANYTHING: Facts = Facts { owners: true, borrows: true, mutable: true, deep: true, code: true };
/// What a `ref` leads to.
const LOOKED_AT: Facts = Facts { mutable: false, ..ANYTHING };
const OWNERS: Facts = Facts { borrows: false, mutable: false, deep: false, ..ANYTHING };
const PLAIN: Facts = Facts { owners: false, ..OWNERS };
const CONSTANT: Facts = Facts { code: false, ..PLAIN };
/// What a function can give that has nothing to lend but constants and globals.
const LENT_FOR_EVER: Facts = Facts { deep: false, ..ANYTHING };

/// The program of a seed.
pub fn program(seed: u64, functions: usize) -> Program {
    let mut random = Rng::with_seed(seed);
    let mut program = Program { declared: Vec::new(), interfaces: Vec::new(), functions: Vec::new() };
    for number in 0..DECLARED.max(INTERFACES) {
        if number < DECLARED {
            let declared = Types { program: &program, random: &mut random }.declared();
            program.declared.push(declared);
        }
        if number < INTERFACES {
            let mut types = Types { program: &program, random: &mut random };
            let methods = (0..types.random.usize(1..4)).map(|_| types.signature(1)).collect();
            program.interfaces.push(Interface { name: format!("Trait{number}"), is_mut: number == 1, methods });
        }
    }
    for _ in 0..functions {
        let (parameters, result, returned) = Types { program: &program, random: &mut random }.head();
        let mut values = Values { program: &program, random: &mut random };
        let inwards = exchange(&mut values, &parameters, result.as_ref(), returned);
        let outwards = exchange(&mut values, &parameters, result.as_ref(), returned);
        program.functions.push(Function { parameters, result, inwards, outwards });
    }
    program
}

fn exchange(values: &mut Values<'_>, parameters: &[Type], result: Option<&Type>, returned: Option<usize>) -> Exchange {
    let arguments: Vec<Value> = parameters.iter().map(|ty| values.value(ty)).collect();
    let afterwards = parameters.iter().zip(&arguments).enumerate().map(|(index, (ty, value))| match (ty, value) {
        _ if returned == Some(index) => None,
        (Type::Borrow(Access::Mut, to), _) => Some(Value::Behind(Box::new(values.value(to)))),
        (Type::Slice(Access::Mut, element), Value::Parts(parts)) => {
            Some(Value::Parts(parts.iter().map(|_| values.value(element)).collect()))
        }
        _ => None,
    });
    let afterwards = afterwards.collect();
    let returned = match (returned, result) {
        (Some(index), _) => Returned::Argument(index),
        (None, Some(ty)) => Returned::Made(values.value(ty)),
        (None, None) => Returned::Nothing,
    };
    Exchange { arguments, afterwards, returned }
}

/// Makes types.
struct Types<'a> {
    program: &'a Program,
    random: &'a mut Rng,
}

impl Types<'_> {
    /// Parameters, a result, and which parameter it is, if it is one.
    fn head(&mut self) -> (Vec<Type>, Option<Type>, Option<usize>) {
        let fillers: [&[Number]; 4] = [&[], &[], &[I64], &[F64, I64]];
        let filler = fillers[self.random.usize(..fillers.len())];
        let most = if filler.is_empty() { 6 } else { 11 };
        let mut parameters = Vec::new();
        for index in 0..self.random.usize(..most) {
            let ty = match filler.get(index % filler.len().max(1)) {
                Some(number) if self.random.u8(..3) != 0 => Type::Number(*number),
                Some(_) | None => self.ty(2, ANYTHING),
            };
            parameters.push(ty);
        }
        if !parameters.is_empty() && self.random.u8(..4) == 0 {
            let index = self.random.usize(..parameters.len());
            return (parameters.clone(), Some(parameters[index].clone()), Some(index));
        }
        let result = (self.random.u8(..8) != 0).then(|| self.ty(2, LENT_FOR_EVER));
        (parameters, result, None)
    }

    fn signature(&mut self, depth: u32) -> Signature {
        let parameters = (0..self.random.usize(..4)).map(|_| self.ty(depth, LOOKED_AT)).collect();
        let result = (self.random.u8(..5) != 0).then(|| self.ty(depth, OWNERS));
        Signature { parameters, result }
    }

    fn number(&mut self) -> Number {
        match self.random.u8(..12) {
            0 => Number::Bool,
            1 | 2 => Number::Float { bits: 32 },
            3 | 4 => F64,
            _ => Number::Integer { bits: 8 << self.random.u32(..5), is_signed: self.random.bool() },
        }
    }

    fn ty(&mut self, depth: u32, allowed: Facts) -> Type {
        for _ in 0..12 {
            let ty = self.any(depth, allowed);
            if self.program.facts(&ty).are_in(allowed) {
                return ty;
            }
        }
        Type::Number(self.number())
    }

    fn any(&mut self, depth: u32, allowed: Facts) -> Type {
        if depth == 0 {
            return Type::Number(self.number());
        }
        let below = depth - 1;
        let access = if self.random.u8(..3) == 0 { Access::Mut } else { Access::Ref };
        let behind = match access {
            Access::Ref if allowed.deep => LOOKED_AT,
            Access::Mut if allowed.deep => PLAIN,
            Access::Ref | Access::Mut => CONSTANT,
        };
        match self.random.u8(..24) {
            0 | 1 => Type::Number(self.number()),
            2..=6 if !self.program.declared.is_empty() => Type::Named(self.random.usize(..self.program.declared.len())),
            // What may be null is more than half of what is asked of these.
            2..=8 => Type::Option(Box::new(self.ty(depth, allowed))),
            9 | 10 => Type::Result(Box::new(self.ty(below, allowed)), Box::new(self.ty(below, allowed))),
            11 | 12 => {
                let elements = (0..self.random.usize(2..5)).map(|_| self.ty(below, allowed)).collect();
                Type::Tuple(elements)
            }
            13 => Type::Array(Box::new(self.ty(below, allowed)), self.random.usize(1..4)),
            14 | 15 => {
                let to = self.ty(depth, behind);
                // A borrow is written with one `ref` or `mut`, and `ref fn` is a type of its own.
                if to.is_lent() { to } else { Type::Borrow(access, Box::new(to)) }
            }
            16..=18 => Type::Slice(access, Box::new(self.ty(below, behind))),
            19 => Type::Text,
            20..=22 => {
                let kinds = [Kind::Ref, Kind::Mut, Kind::Owned, Kind::Extern];
                let kind = kinds[self.random.usize(..kinds.len())];
                Type::Function(kind, Box::new(self.signature(below)))
            }
            _ if self.program.interfaces.is_empty() => Type::Number(self.number()),
            _ => {
                let interface = self.random.usize(..self.program.interfaces.len());
                let held = [Kind::Ref, Kind::Mut, Kind::Owned][self.random.usize(..3)];
                // Only a `mut` reaches methods that change what they are called on.
                let held = if self.program.interfaces[interface].is_mut { Kind::Mut } else { held };
                Type::Object(held, interface)
            }
        }
    }

    fn declared(&mut self) -> Declared {
        let number = self.program.declared.len();
        let places = [Place::Copy, Place::Copy, Place::Inline, Place::View, Place::Heap];
        let place = places[self.random.usize(..places.len())];
        let allowed = match place {
            Place::Copy => PLAIN,
            Place::Inline | Place::Heap => OWNERS,
            Place::View => ANYTHING,
        };
        let (name, place, attribute, body) = match self.random.u8(..10) {
            0 => ("Mode", Place::Copy, None, self.integers()),
            1 => {
                let few = (0..self.random.usize(1..5)).map(|_| Type::Number(self.number())).collect();
                ("Packed", Place::Copy, Some("packed"), Body::Structure(few))
            }
            2..=4 => {
                let fields = (0..self.random.usize(1..5)).map(|_| self.ty(1, allowed)).collect();
                let is_aligned = place != Place::Heap && self.random.u8(..5) == 0;
                ("Record", place, is_aligned.then_some("align(16)"), Body::Structure(fields))
            }
            _ => {
                let has_names = self.random.bool();
                let mut cases: Vec<Vec<Type>> = Vec::new();
                for _ in 0..self.random.usize(1..5) {
                    let count = [0, 0, 1, 1, 1, 2, 3][self.random.usize(..7)];
                    cases.push((0..count).map(|_| self.ty(1, allowed)).collect());
                }
                if self.random.u8(..20) == 0 {
                    // As many as need a tag of two bytes.
                    cases.resize_with(260, Vec::new);
                }
                ("Choice", place, None, Body::Enum { cases, has_names })
            }
        };
        Declared { name: format!("{name}{number}"), place, attribute, body }
    }

    fn integers(&mut self) -> Body {
        let (bits, is_signed) = (8 << self.random.u32(..4), self.random.bool());
        let mut tags: Vec<i128> = Vec::new();
        for _ in 0..self.random.usize(1..5) {
            let tag = integer(self.random, bits, is_signed);
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        Body::Integers(Number::Integer { bits, is_signed }, tags)
    }
}

const I64: Number = Number::Integer { bits: 64, is_signed: true };
const F64: Number = Number::Float { bits: 64 };
