//! Random values of the types that cross to C. A value is what both sides must see, not how one of them makes it.

use fastrand::Rng;

use super::Program;
use super::types::{Body, Number, Signature, Type};

/// A value; its type tells what the parts mean.
#[derive(Debug)]
pub enum Value {
    /// Of floats four times the number, of `bool` 0 or 1, of `u128` its bits.
    Number(i128),
    /// A case and what it carries.
    Case(usize, Vec<Value>),
    /// Fields or elements.
    Parts(Vec<Value>),
    /// What a borrow leads to.
    Behind(Box<Value>),
    Text(String),
    Function(Box<Call>),
    /// What a `dyn` holds, and what its methods see and give.
    Object {
        held: i64,
        methods: Vec<Call>,
    },
}

/// What a closure or method sees and gives.
#[derive(Debug)]
pub struct Call {
    /// What a closure has captured.
    pub captured: i64,
    pub arguments: Vec<Value>,
    pub result: Option<Value>,
}

/// Makes values.
pub struct Values<'a> {
    pub program: &'a Program,
    pub random: &'a mut Rng,
}

impl Values<'_> {
    pub fn value(&mut self, ty: &Type) -> Value {
        if let Some(cases) = self.program.cases(ty) {
            let case = self.random.usize(..cases.payloads.len().min(6));
            let case = if self.random.u8(..8) == 0 { cases.payloads.len() - 1 } else { case };
            return Value::Case(case, cases.payloads[case].iter().map(|ty| self.value(ty)).collect());
        }
        match ty {
            Type::Number(number) => Value::Number(self.number(*number)),
            Type::Named(number) => match &self.program.declared[*number].body {
                Body::Structure(fields) => Value::Parts(fields.iter().map(|ty| self.value(ty)).collect()),
                Body::Enum { .. } | Body::Integers(..) => unreachable!("enums have cases"),
            },
            Type::Option(_) | Type::Result(..) => unreachable!("these have cases"),
            Type::Tuple(elements) => Value::Parts(elements.iter().map(|ty| self.value(ty)).collect()),
            Type::Array(element, length) => Value::Parts((0..*length).map(|_| self.value(element)).collect()),
            Type::Slice(_, element) => Value::Parts((0..self.random.usize(..4)).map(|_| self.value(element)).collect()),
            Type::Borrow(_, to) => Value::Behind(Box::new(self.value(to))),
            Type::Text => Value::Text("crossing é".chars().take(self.random.usize(..11)).collect()),
            Type::Function(_, signature) => Value::Function(Box::new(self.call(signature))),
            Type::Object(_, interface) => {
                let methods = &self.program.interfaces[*interface].methods;
                let methods = methods.iter().map(|method| self.call(method)).collect();
                Value::Object { held: self.random.i64(..), methods }
            }
        }
    }

    fn call(&mut self, signature: &Signature) -> Call {
        let arguments = signature.parameters.iter().map(|ty| self.value(ty)).collect();
        let result = signature.result.as_ref().map(|ty| self.value(ty));
        let captured = self.random.i64(1..1000);
        Call { captured, arguments, result }
    }

    fn number(&mut self, number: Number) -> i128 {
        match number {
            Number::Bool => i128::from(self.random.bool()),
            Number::Float { .. } => i128::from(self.random.i16(..)),
            Number::Integer { bits, is_signed } => integer(self.random, bits, is_signed),
        }
    }
}

/// An integer of so many bits: any, a small one, or one at the end of what there is.
pub fn integer(random: &mut Rng, bits: u32, is_signed: bool) -> i128 {
    let any = random.i128(..);
    let wanted = match random.u8(..6) {
        0 => i128::MIN >> (128 - bits),
        1 => i128::MAX >> (128 - bits),
        2 => any & 0x7f,
        _ => any,
    };
    let unused = 128 - bits;
    if is_signed { wanted << unused >> unused } else { ((wanted as u128) << unused >> unused) as i128 }
}
