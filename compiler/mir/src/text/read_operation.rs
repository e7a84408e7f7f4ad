//! Reading instructions.

use crate::call::{Argument, ArgumentList, Call, CallResult, Callee};
use crate::function::{Function, ValueRange};
use crate::ids::{AliasId, CallId, Value};
use crate::instruction::{
    AtomicOperator, BinaryOperator, CheckKind, CheckedOperator, Comparison, Instruction, Operation, UnaryOperator,
};
use crate::scalar::Scalar;

use super::ReadError;
use super::lexer::TokenKind;
use super::names::Keyword;
use super::read_function::Body;
use super::read_module::Reader;

impl Reader<'_> {
    pub fn instruction(&mut self, body: &mut Body) -> Result<(), ReadError> {
        let mut results = ValueRange::EMPTY;
        let mut ty = Scalar::Bool;
        if self.cursor.peek_id::<Value>().is_some() {
            results = self.definitions(body)?;
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
        if let Some(operation) = self.arithmetic(word)? {
            return Ok(Some(operation));
        }
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
            _ => return Ok(None),
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
        if self.cursor.peek_id::<AliasId>().is_some() { self.cursor.id() } else { Ok(AliasId::ANY) }
    }

    fn call(&mut self, function: &mut Function, results: u32) -> Result<CallId, ReadError> {
        let callee = if *self.cursor.peek() == TokenKind::Punctuation('@') {
            Callee::Direct(self.symbol()?)
        } else {
            Callee::Indirect(self.cursor.id()?)
        };
        let start = function.arguments.len() as u32;
        self.cursor.expect('(')?;
        while !self.cursor.eat(')') {
            if function.arguments.len() as u32 > start {
                self.cursor.expect(',')?;
            }
            let argument = self.argument()?;
            function.arguments.push(argument);
        }
        let arguments = ArgumentList { start, count: function.arguments.len() as u32 - start };
        self.cursor.expect(':')?;
        let signature = self.signature()?;
        let signature = self.module.signature(signature);
        let into = if self.cursor.eat_word("into") {
            let unaliased = self.cursor.eat_word("unaliased");
            Some(CallResult::Aggregate { address: self.cursor.id()?, unaliased })
        } else {
            None
        };
        let abi = self.attached_abi(signature)?;
        let result = match (into, abi, results) {
            (Some(into), _, _) => into,
            (None, Some(_), count) => CallResult::Parts(count),
            (None, None, 0) => CallResult::Nothing,
            (None, None, _) => CallResult::Scalar,
        };
        function.calls.push(Call { callee, signature, arguments, result, abi });
        Ok(CallId::new(function.calls.len() - 1))
    }

    fn argument(&mut self) -> Result<Argument, ReadError> {
        if self.cursor.eat_word("aggregate") {
            return Ok(Argument::Aggregate {
                address: self.cursor.id()?,
                align: self.cursor.align()?,
                owned_temporary: false,
            });
        }
        if self.cursor.eat_word("owned") {
            return Ok(Argument::Aggregate {
                address: self.cursor.id()?,
                align: self.cursor.align()?,
                owned_temporary: true,
            });
        }
        if self.cursor.eat_word("stack") {
            let address = self.cursor.id()?;
            self.cursor.expect(',')?;
            return Ok(Argument::Stack { address, bytes: self.cursor.number()?, align: self.cursor.align()? });
        }
        Ok(Argument::Scalar(self.cursor.id()?))
    }
}

fn wide(bits: u128) -> Operation {
    Operation::WideConstant { low: bits as u64, high: (bits >> 64) as u64 }
}
