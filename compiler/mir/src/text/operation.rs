//! Instructions, printed and read: what is written of each operation stands here once for both directions. Must not
//! know the words of operators, nor calls, which have lists.

use std::fmt::{self, Write};

use crate::function::{Function, ValueRange};
use crate::ids::{AliasId, Align, Value};
use crate::instruction::{
    AtomicOperator, BinaryOperator, CheckKind, CheckedOperator, Comparison, Instruction, Operation, UnaryOperator,
};
use crate::scalar::Scalar;

use super::ReadError;
use super::names::Keyword;
use super::piece::put;
use super::print_module::Printer;
use super::read_function::Body;
use super::read_module::Reader;

impl Printer<'_> {
    pub fn instruction(&mut self, function: &Function, instruction: &Instruction) -> fmt::Result {
        let count = function.result_count(instruction);
        if count > 0 {
            self.definitions(function, ValueRange { first: instruction.result.0, count })?;
            self.out.push_str(" = ");
        }
        self.operation(function, instruction)
    }

    fn operation(&mut self, function: &Function, instruction: &Instruction) -> fmt::Result {
        let out = &mut self.out;
        match instruction.operation {
            Operation::Constant { bits } => {
                out.push_str("constant ");
                constant(out, function.value_type(instruction.result), bits)
            }
            Operation::WideConstant { low, high } => {
                let bits = u128::from(high) << 64 | u128::from(low);
                if function.value_type(instruction.result).is_signed() {
                    write!(out, "constant {}", bits as i128)
                } else {
                    write!(out, "constant {bits}")
                }
            }
            Operation::SlotAddress { slot, offset } => {
                put!(out, "slot_address ", slot)?;
                offset_suffix(out, i64::from(offset))
            }
            Operation::SymbolAddress { symbol, offset } => {
                out.push_str("symbol_address ");
                self.symbol(symbol);
                offset_suffix(&mut self.out, offset)
            }
            Operation::SiteAddress { site } => put!(out, "site_address ", site),
            Operation::Load { address, offset, align, alias } => {
                put!(out, "load ", address)?;
                access(out, offset, align, alias)
            }
            Operation::Store { value, address, offset, align, alias } => {
                put!(out, "store ", value, ", ", address)?;
                access(out, offset, align, alias)
            }
            Operation::Copy { destination, source, bytes, align, reason, alias } => {
                let reason = reason.word();
                put!(out, "copy ", destination, ", ", source, ", ", bytes, " align ", align, " reason ", reason)?;
                alias_suffix(out, alias)
            }
            Operation::Zero { destination, bytes, align } => {
                put!(out, "zero ", destination, ", ", bytes, " align ", align)
            }
            Operation::Unary { operator, value } => put!(out, operator.word(), " ", value),
            Operation::Binary { operator, left, right } => put!(out, operator.word(), " ", left, ", ", right),
            Operation::Checked { operator, left, right, site } => {
                put!(out, operator.word(), " ", left, ", ", right, ", ", site)
            }
            Operation::Check { kind, left, right, site } => put!(out, kind.word(), " ", left, ", ", right, ", ", site),
            Operation::Compare { operator, left, right } => put!(out, operator.word(), " ", left, ", ", right),
            Operation::Convert { value } => put!(out, "convert ", value),
            Operation::Reinterpret { value } => put!(out, "reinterpret ", value),
            Operation::Half { value, high: false } => put!(out, "low_half ", value),
            Operation::Half { value, high: true } => put!(out, "high_half ", value),
            Operation::Concatenate { low, high } => put!(out, "concatenate ", low, ", ", high),
            Operation::Offset { base, index, scale } => put!(out, "offset ", base, ", ", index, " * ", scale),
            Operation::Select { condition, if_true, if_false } => {
                put!(out, "select ", condition, ", ", if_true, ", ", if_false)
            }
            Operation::Atomic { operator, address, value } => put!(out, operator.word(), " ", address, ", ", value),
            Operation::AtomicLoad { address } => put!(out, "atomic_load ", address),
            Operation::CompareExchange { address, expected, replacement } => {
                put!(out, "compare_exchange ", address, ", ", expected, ", ", replacement)
            }
            Operation::Call { call } => self.call(function, call),
        }
    }
}

impl Reader<'_> {
    pub fn instruction(&mut self, body: &mut Body) -> Result<(), ReadError> {
        let mut results = ValueRange::EMPTY;
        let mut ty = Scalar::Bool;
        if let Some(first) = self.cursor.eat_id() {
            results = self.definitions_from(first, body)?;
            ty = body.values[results.first as usize].expect("it was just defined");
            self.cursor.expect('=')?;
        }
        let result = if results.count == 0 { Value::NONE } else { Value(results.first) };
        let word = self.cursor.word()?;
        let operation = match word {
            "constant" => self.constant(ty)?,
            "call" => Operation::Call { call: self.call(body.function(), results.count)? },
            other => match self.operation(other)? {
                Some(operation) => operation,
                None => return self.cursor.error(format!("there is no instruction '{other}'")),
            },
        };
        self.source(body)?;
        let source = body.source;
        body.function().instructions.push(Instruction { operation, result, source });
        Ok(())
    }

    fn constant(&mut self, ty: Scalar) -> Result<Operation, ReadError> {
        if self.cursor.eat_word("bits") {
            return Ok(Operation::Constant { bits: self.cursor.number()? });
        }
        let bits = match ty {
            Scalar::Bool => {
                let value = self.cursor.eat_word("true");
                if !value {
                    self.cursor.expect_word("false")?;
                }
                u64::from(value)
            }
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => self.cursor.number::<i64>()? as u64,
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Pointer => self.cursor.number()?,
            Scalar::I128 => return Ok(wide(self.cursor.number::<i128>()? as u128)),
            Scalar::U128 => return Ok(wide(self.cursor.number()?)),
            Scalar::F32 => u64::from(self.cursor.number::<f32>()?.to_bits()),
            Scalar::F64 => self.cursor.number::<f64>()?.to_bits(),
        };
        Ok(Operation::Constant { bits })
    }

    fn operation(&mut self, word: &str) -> Result<Option<Operation>, ReadError> {
        Ok(Some(match word {
            "slot_address" => Operation::SlotAddress { slot: self.cursor.id()?, offset: self.offset(0)? },
            "symbol_address" => Operation::SymbolAddress { symbol: self.symbol()?, offset: self.offset(0)? },
            "site_address" => Operation::SiteAddress { site: self.cursor.id()? },
            "load" => {
                let address = self.cursor.id()?;
                let offset = self.offset(0)?;
                Operation::Load { address, offset, align: self.cursor.align()?, alias: self.alias_suffix()? }
            }
            "store" => {
                let (value, address) = self.pair()?;
                let offset = self.offset(0)?;
                Operation::Store { value, address, offset, align: self.cursor.align()?, alias: self.alias_suffix()? }
            }
            "copy" => {
                let (destination, source) = self.pair()?;
                self.cursor.expect(',')?;
                let bytes = self.cursor.number()?;
                let align = self.cursor.align()?;
                self.cursor.expect_word("reason")?;
                Operation::Copy {
                    destination,
                    source,
                    bytes,
                    align,
                    reason: self.cursor.keyword()?,
                    alias: self.alias_suffix()?,
                }
            }
            "zero" => {
                let destination = self.cursor.id()?;
                self.cursor.expect(',')?;
                Operation::Zero { destination, bytes: self.cursor.number()?, align: self.cursor.align()? }
            }
            "convert" => Operation::Convert { value: self.cursor.id()? },
            "reinterpret" => Operation::Reinterpret { value: self.cursor.id()? },
            "low_half" => Operation::Half { value: self.cursor.id()?, high: false },
            "high_half" => Operation::Half { value: self.cursor.id()?, high: true },
            "concatenate" => {
                let (low, high) = self.pair()?;
                Operation::Concatenate { low, high }
            }
            "offset" => {
                let (base, index) = self.pair()?;
                self.cursor.expect('*')?;
                Operation::Offset { base, index, scale: self.cursor.number()? }
            }
            "select" => {
                let condition = self.cursor.id()?;
                self.cursor.expect(',')?;
                let (if_true, if_false) = self.pair()?;
                Operation::Select { condition, if_true, if_false }
            }
            "atomic_load" => Operation::AtomicLoad { address: self.cursor.id()? },
            "compare_exchange" => {
                let address = self.cursor.id()?;
                self.cursor.expect(',')?;
                let (expected, replacement) = self.pair()?;
                Operation::CompareExchange { address, expected, replacement }
            }
            _ => return self.arithmetic(word),
        }))
    }

    /// The operations whose words are operators.
    fn arithmetic(&mut self, word: &str) -> Result<Option<Operation>, ReadError> {
        if let Some(operator) = UnaryOperator::from_word(word) {
            return Ok(Some(Operation::Unary { operator, value: self.cursor.id()? }));
        }
        if let Some(operator) = BinaryOperator::from_word(word) {
            let (left, right) = self.pair()?;
            return Ok(Some(Operation::Binary { operator, left, right }));
        }
        if let Some(operator) = Comparison::from_word(word) {
            let (left, right) = self.pair()?;
            return Ok(Some(Operation::Compare { operator, left, right }));
        }
        if let Some(operator) = CheckedOperator::from_word(word) {
            let (left, right) = self.pair()?;
            self.cursor.expect(',')?;
            return Ok(Some(Operation::Checked { operator, left, right, site: self.cursor.id()? }));
        }
        if let Some(kind) = CheckKind::from_word(word) {
            let (left, right) = self.pair()?;
            self.cursor.expect(',')?;
            return Ok(Some(Operation::Check { kind, left, right, site: self.cursor.id()? }));
        }
        if let Some(operator) = AtomicOperator::from_word(word) {
            let (address, value) = self.pair()?;
            return Ok(Some(Operation::Atomic { operator, address, value }));
        }
        Ok(None)
    }

    fn pair(&mut self) -> Result<(Value, Value), ReadError> {
        let first = self.cursor.id()?;
        self.cursor.expect(',')?;
        Ok((first, self.cursor.id()?))
    }

    fn offset<N: std::str::FromStr>(&mut self, none: N) -> Result<N, ReadError> {
        if self.cursor.eat('+') { self.cursor.number() } else { Ok(none) }
    }

    fn alias_suffix(&mut self) -> Result<AliasId, ReadError> {
        Ok(self.cursor.eat_id().unwrap_or(AliasId::ANY))
    }
}

fn access(out: &mut String, offset: i32, align: Align, alias: AliasId) -> fmt::Result {
    offset_suffix(out, i64::from(offset))?;
    put!(out, " align ", align)?;
    alias_suffix(out, alias)
}

fn alias_suffix(out: &mut String, alias: AliasId) -> fmt::Result {
    if alias != AliasId::ANY {
        put!(out, " ", alias)?;
    }
    Ok(())
}

fn offset_suffix(out: &mut String, offset: i64) -> fmt::Result {
    if offset == 0 { Ok(()) } else { put!(out, " + ", offset) }
}

/// Finite floats as the shortest decimal that reads back, all others as their bits.
fn constant(out: &mut String, ty: Scalar, bits: u64) -> fmt::Result {
    match ty {
        Scalar::Bool => out.write_str(if bits == 0 { "false" } else { "true" }),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128 => put!(out, bits as i64),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::U128 | Scalar::Pointer => {
            put!(out, bits)
        }
        Scalar::F32 => match f32::from_bits(bits as u32) {
            finite if finite.is_finite() => write!(out, "{finite:?}"),
            _ => write!(out, "bits {bits}"),
        },
        Scalar::F64 => match f64::from_bits(bits) {
            finite if finite.is_finite() => write!(out, "{finite:?}"),
            _ => write!(out, "bits {bits}"),
        },
    }
}

fn wide(bits: u128) -> Operation {
    Operation::WideConstant { low: bits as u64, high: (bits >> 64) as u64 }
}
