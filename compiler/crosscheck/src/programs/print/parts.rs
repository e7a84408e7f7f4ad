//! What expressions are made of: literals, names, the types along a place, and the constructs that operators are.

use super::super::arithmetic;
use super::super::ast::{FunctionKind, IntType, Operator, Place, Radix, Receiver, Root, Step, Type};
use super::super::constructs::Construct;
use super::super::evaluate::field_type;
use super::Printer;
use super::expressions::escaped;

impl Printer<'_> {
    pub(super) fn integer(&mut self, ty: &Type, bits: u128, radix: Radix, clear: bool) {
        let Type::Int(int) = ty else {
            panic!("{ty:?} is no integer type");
        };
        let negative = int.signed && bits >> (int.bits - 1) & 1 == 1;
        let text = if negative {
            self.note(Construct::DecimalLiteral);
            arithmetic::integer_text(*int, bits)
        } else {
            self.digits(bits, radix)
        };
        self.write(&text);
        self.note_integer(*int);
        if !clear && *int != IntType::I64 {
            self.note(Construct::SuffixedLiteral);
            self.write(" as ");
            self.ty(ty);
        }
    }

    pub(super) fn digits(&mut self, bits: u128, radix: Radix) -> String {
        let (construct, text) = match radix {
            Radix::Decimal => (Construct::DecimalLiteral, bits.to_string()),
            Radix::Grouped => (Construct::GroupedLiteral, grouped(bits)),
            Radix::Hexadecimal => (Construct::HexadecimalLiteral, format!("0x{bits:x}")),
            Radix::Octal => (Construct::OctalLiteral, format!("0o{bits:o}")),
            Radix::Binary => (Construct::BinaryLiteral, format!("0b{bits:b}")),
            Radix::Character => match u8::try_from(bits) {
                Ok(byte) if byte.is_ascii_alphanumeric() => {
                    (Construct::CharacterLiteral, format!("'{}'", char::from(byte)))
                }
                Ok(b'\n') => (Construct::CharacterLiteral, "'\\n'".to_string()),
                _ => (Construct::DecimalLiteral, bits.to_string()),
            },
        };
        self.note(construct);
        text
    }

    pub(super) fn float(&mut self, ty: &Type, number: f64, clear: bool) {
        self.note(Construct::FloatLiteral);
        let text = if *ty == Type::F32 { format!("{:?}", number as f32) } else { format!("{number:?}") };
        self.write(&text);
        if *ty == Type::F32 && !clear {
            self.note(Construct::SuffixedLiteral);
            self.write(" as f32");
        }
    }

    pub(super) fn raw_text(&mut self, lines: &[String]) {
        self.note(Construct::RawTextLiteral);
        self.write("\"\"\"");
        self.indent += 1;
        for line in lines {
            self.newline();
            self.write(&escaped(line));
        }
        self.newline();
        self.write("\"\"\"");
        self.indent -= 1;
    }

    pub(super) fn variable(&mut self, variable: usize) {
        let function = self.function.expect("a variable stands in a function");
        self.write(&function.variables[variable].name);
    }

    /// Whether the running function has a `self`.
    pub(super) fn has_self(&self) -> bool {
        self.function.is_some_and(|function| match function.kind {
            FunctionKind::Method(_, receiver) => receiver != Receiver::Static,
            FunctionKind::Plain | FunctionKind::Extern | FunctionKind::Unsafe => false,
        })
    }

    pub(super) fn field_name(&self, ty: &Type, field: usize) -> String {
        match ty.target() {
            Type::Struct(index) => self.tree.structs[*index].fields[field].0.clone(),
            Type::Union(index) => self.tree.unions[*index].fields[field].0.clone(),
            _ => field.to_string(),
        }
    }

    /// The type that a place has after its first `count` steps.
    pub(super) fn type_after(&self, place: &Place, count: usize) -> Type {
        place.steps[..count].iter().fold(place.root_type.target().clone(), |ty, step| match (step, ty) {
            (Step::Field(field), ty) => field_type(self.tree, &ty, *field),
            (Step::Index(..), Type::Array(element, _)) => *element,
            (Step::Index(..), ty) => panic!("{ty:?} is indexed"),
        })
    }

    pub(super) fn place_type(&self, place: &Place) -> Type {
        self.type_after(place, place.steps.len())
    }

    pub(super) fn through_union(&self, place: &Place) -> bool {
        (0..place.steps.len()).any(|count| matches!(self.type_after(place, count), Type::Union(_)))
    }

    pub(super) fn is_unsafe_place(&self, place: &Place) -> bool {
        match &place.root {
            Root::Pointed(..) => true,
            Root::Value(value) => self.is_unsafe(value) || self.through_union(place),
            Root::Constant(constant) if self.tree.constants[*constant].mutable => true,
            Root::Variable(_) | Root::Constant(_) => self.through_union(place),
        }
    }

    pub(super) fn note_operator(&mut self, operator: Operator, ty: &Type) {
        if matches!(ty, Type::F32 | Type::F64) {
            self.note(match operator {
                Operator::Remainder => Construct::FloatRemainder,
                _ => Construct::FloatArithmetic,
            });
        }
        self.note(match operator {
            Operator::Add => Construct::Add,
            Operator::Subtract => Construct::Subtract,
            Operator::Multiply => Construct::Multiply,
            Operator::Divide => Construct::Divide,
            Operator::Remainder => Construct::Remainder,
            Operator::AddWrapping => Construct::AddWrapping,
            Operator::SubtractWrapping => Construct::SubtractWrapping,
            Operator::MultiplyWrapping => Construct::MultiplyWrapping,
            Operator::And => Construct::BitAnd,
            Operator::Or => Construct::BitOr,
            Operator::Xor => Construct::BitXor,
            Operator::ShiftLeft => Construct::ShiftLeft,
            Operator::ShiftRight => Construct::ShiftRight,
        });
    }

    pub(super) fn note_cast(&mut self, from: &Type, to: &Type) {
        let float = |ty: &Type| matches!(ty, Type::F32 | Type::F64);
        self.note(match (float(from), float(to)) {
            (true, true) => Construct::CastBetweenFloats,
            (true, false) => Construct::CastFromFloat,
            (false, true) => Construct::CastToFloat,
            (false, false) if *from == Type::Bool => Construct::CastFromBool,
            (false, false) => Construct::CastBetweenIntegers,
        });
    }
}

/// Digits in groups of three.
fn grouped(bits: u128) -> String {
    let digits = bits.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('_');
        }
        out.push(digit);
    }
    out
}
