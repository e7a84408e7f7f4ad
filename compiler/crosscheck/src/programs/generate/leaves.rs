//! Literals, and values made of nothing but literals.

use super::super::arithmetic;
use super::super::ast::{Expr, ExprKind, FunctionKind, IntType, Radix, Type};
use super::Generator;

/// Floats that are exact in both widths.
const FLOATS: [f64; 16] =
    [0.0, 1.0, -1.0, 0.5, 2.25, -3.75, 100.0, 1024.0, -0.0, 16_777_216.0, 0.125, 7.0, -255.5, 65536.0, 3.0, 1e10];
const WORDS: [&str; 10] = ["", "a", "left", "right ", "tab\t", "quote\"", "\\", "$", "naïve", "a longer text of words"];

impl Generator {
    /// A literal of a scalar type; `clear` if the type is expected where it stands.
    pub(super) fn literal(&mut self, ty: &Type, clear: bool) -> Expr {
        let kind = match ty {
            Type::Int(int) => {
                let bits = self.integer_bits(*int);
                let radix = [
                    Radix::Decimal,
                    Radix::Decimal,
                    Radix::Decimal,
                    Radix::Grouped,
                    Radix::Hexadecimal,
                    Radix::Octal,
                    Radix::Binary,
                    Radix::Character,
                ][self.below(8)];
                ExprKind::Int(bits, radix, clear)
            }
            Type::F32 | Type::F64 => ExprKind::Float(FLOATS[self.below(FLOATS.len())], clear),
            Type::Bool => ExprKind::Bool(self.rng.bool()),
            other => return self.simple_other(other, clear),
        };
        self.make(ty.clone(), kind)
    }

    /// Bits of an integer: small, at the edges, or any.
    pub(super) fn integer_bits(&mut self, int: IntType) -> u128 {
        let mask = arithmetic::mask(int);
        match self.below(12) {
            0 => mask,
            1 => arithmetic::minimum(int),
            2 => mask >> 1,
            3 => self.rng.u128(..) & mask,
            4 => u128::from(self.rng.u8(..)) & (mask >> 1),
            5 if int.signed => (-i128::from(self.rng.u8(1..100))) as u128 & mask,
            6 => 1_u128 << self.rng.u32(0..int.bits - 1),
            _ => u128::from(self.rng.u8(0..12)),
        }
    }

    /// A float that is exact in both widths.
    pub(super) fn float(&mut self) -> f64 {
        FLOATS[self.below(FLOATS.len())]
    }

    pub(super) fn word(&mut self) -> String {
        WORDS[self.below(WORDS.len())].to_string()
    }

    /// A value made of literals.
    pub(super) fn simple(&mut self, ty: &Type, clear: bool) -> Expr {
        self.literal(ty, clear)
    }

    fn simple_other(&mut self, ty: &Type, clear: bool) -> Expr {
        let kind = match ty {
            Type::Text => return self.text_literal(),
            Type::Struct(index) => {
                let types: Vec<Type> = self.tree.structs[*index].fields.iter().map(|field| field.1.clone()).collect();
                let fields: Vec<Expr> = types.iter().map(|field| self.simple(field, true)).collect();
                ExprKind::Struct(*index, fields, None)
            }
            Type::Union(index) => {
                let field = self.below(self.tree.unions[*index].fields.len());
                let field_type = self.tree.unions[*index].fields[field].1.clone();
                let value = self.simple(&field_type, true);
                ExprKind::Union(*index, field, Box::new(value))
            }
            Type::Tuple(parts) => ExprKind::Tuple(parts.iter().map(|part| self.simple(part, clear)).collect()),
            Type::Array(element, count) => {
                if *count > 1 && !self.tree.is_owner(element) && self.rng.bool() {
                    let value = self.simple(element, clear);
                    ExprKind::Repeat(Box::new(value), *count)
                } else {
                    ExprKind::Array((0..*count).map(|_part| self.simple(element, clear)).collect())
                }
            }
            Type::Pointer(_) => ExprKind::Null,
            Type::Function(..) => {
                let fitting: Vec<usize> = (0..self.tree.functions.len())
                    .filter(|index| self.pointer_type(*index).as_ref() == Some(ty))
                    .collect();
                let function = self.choose(&fitting).expect("function types are made from functions");
                ExprKind::FunctionName(function)
            }
            other => panic!("{other:?} has no literals"),
        };
        self.make(ty.clone(), kind)
    }

    /// The type of a pointer to a function, if it may be called through one.
    pub(super) fn pointer_type(&self, index: usize) -> Option<Type> {
        let function = &self.tree.functions[index];
        if !self.signatures[index].plain {
            return None;
        }
        match function.kind {
            FunctionKind::Plain | FunctionKind::Extern => Some(Type::Function(
                self.parameters(index).iter().map(|parameter| parameter.ty.clone()).collect(),
                Box::new(function.result.clone()),
            )),
            FunctionKind::Unsafe | FunctionKind::Method(..) => None,
        }
    }

    fn text_literal(&mut self) -> Expr {
        let kind = if self.scope.flat == 0 && self.chance(8) {
            let count = 1 + self.below(3);
            ExprKind::RawText((0..count).map(|_line| WORDS[1 + self.below(3)].trim_end().to_string()).collect())
        } else {
            ExprKind::Text(WORDS[self.below(WORDS.len())].to_string())
        };
        self.make(Type::Text, kind)
    }
}
