//! Reading the blocks of a function. Values keep their numbers; each is defined once.

use crate::function::{BlockData, Function, ValueRange};
use crate::ids::{Block, Value};
use crate::scalar::Scalar;
use crate::terminator::{BlockCall, Case, CaseList, ReturnValue, Terminator, ValueList};

use super::ReadError;
use super::lexer::TokenKind;
use super::read_module::Reader;

/// A function while it is read.
#[derive(Default)]
pub struct Body {
    /// Present after the header.
    pub function: Option<Function>,
    /// The types of values that are defined so far.
    pub values: Vec<Option<Scalar>>,
    /// The source offset in force.
    pub source: u32,
}

impl Body {
    pub fn function(&mut self) -> &mut Function {
        self.function.as_mut().expect("the header was read")
    }
}

impl Reader<'_> {
    /// A function; the word `function` is taken.
    pub fn function(&mut self) -> Result<(), ReadError> {
        let mut body = self.function_header()?;
        self.cursor.expect('{')?;
        self.side_tables(body.function())?;
        while !self.cursor.eat('}') {
            self.block(&mut body)?;
        }
        let mut function = body.function.expect("the header was read");
        for (number, ty) in body.values.iter().enumerate() {
            match ty {
                Some(ty) => function.values.push(*ty),
                None => return self.cursor.error(format!("v{number} is not defined")),
            }
        }
        self.module.add_function(function);
        Ok(())
    }

    /// `v1: i64`, where a value is defined.
    pub fn definition(&mut self, body: &mut Body) -> Result<Value, ReadError> {
        let value = self.cursor.id()?;
        self.definition_of(value, body)
    }

    /// `: i64` behind the value that is defined.
    fn definition_of(&mut self, value: Value, body: &mut Body) -> Result<Value, ReadError> {
        self.cursor.expect(':')?;
        let ty = self.scalar()?;
        if value.index() > 1 << 24 {
            return self.cursor.error(format!("{value} is out of all proportion"));
        }
        if value.index() >= body.values.len() {
            body.values.resize(value.index() + 1, None);
        }
        if body.values[value.index()].replace(ty).is_some() {
            return self.cursor.error(format!("{value} is defined twice"));
        }
        Ok(value)
    }

    /// Definitions of consecutive values, separated by `,`.
    fn definitions(&mut self, body: &mut Body) -> Result<ValueRange, ReadError> {
        let first = self.cursor.id()?;
        self.definitions_from(first, body)
    }

    /// Definitions of consecutive values, of which the first is taken.
    pub fn definitions_from(&mut self, first: Value, body: &mut Body) -> Result<ValueRange, ReadError> {
        self.definition_of(first, body)?;
        let mut count = 1;
        while self.cursor.eat(',') {
            let next = self.definition(body)?;
            if next.0 != first.0 + count {
                return self.cursor.error("values that are defined together have consecutive numbers");
            }
            count += 1;
        }
        Ok(ValueRange { first: first.0, count })
    }

    fn block(&mut self, body: &mut Body) -> Result<(), ReadError> {
        let block: Block = self.cursor.id()?;
        if block.index() != body.function().blocks.len() {
            return self.cursor.error(format!("{block} is out of order"));
        }
        let mut parameters = ValueRange::EMPTY;
        if self.cursor.eat('(') {
            parameters = self.definitions(body)?;
            self.cursor.expect(')')?;
        }
        self.cursor.expect(':')?;
        let start = body.function().instructions.len() as u32;
        let terminator = loop {
            if let Some(terminator) = self.terminator(body.function())? {
                break terminator;
            }
            self.instruction(body)?;
        };
        self.source(body)?;
        let source = body.source;
        let function = body.function();
        let end = function.instructions.len() as u32;
        function.blocks.push(BlockData { parameters, start, end, terminator, source });
        Ok(())
    }

    /// ` at 12`, if the offset changes.
    pub fn source(&mut self, body: &mut Body) -> Result<(), ReadError> {
        if self.cursor.eat_word("at") {
            body.source = self.cursor.number()?;
        }
        Ok(())
    }

    fn terminator(&mut self, function: &mut Function) -> Result<Option<Terminator>, ReadError> {
        let TokenKind::Word(word) = *self.cursor.peek() else {
            return Ok(None);
        };
        Ok(Some(match word {
            "jump" => {
                self.cursor.take();
                Terminator::Jump(self.block_call(function)?)
            }
            "branch" => {
                self.cursor.take();
                let condition = self.cursor.id()?;
                self.cursor.expect(',')?;
                let if_true = self.block_call(function)?;
                self.cursor.expect(',')?;
                Terminator::Branch { condition, if_true, if_false: self.block_call(function)? }
            }
            "switch" => {
                self.cursor.take();
                self.switch(function)?
            }
            "return" => {
                self.cursor.take();
                Terminator::Return(self.return_value(function)?)
            }
            "unreachable" => {
                self.cursor.take();
                Terminator::Unreachable
            }
            "panic" => {
                self.cursor.take();
                Terminator::Panic { site: self.cursor.id()? }
            }
            _ => return Ok(None),
        }))
    }

    fn switch(&mut self, function: &mut Function) -> Result<Terminator, ReadError> {
        let value = self.cursor.id()?;
        self.cursor.expect('[')?;
        let mut cases = Vec::new();
        while !self.cursor.eat(']') {
            if !cases.is_empty() {
                self.cursor.expect(',')?;
            }
            let bits: i64 = self.cursor.number()?;
            self.cursor.expect(':')?;
            cases.push(Case { bits: bits as u64, target: self.block_call(function)? });
        }
        self.cursor.expect(',')?;
        let default = self.block_call(function)?;
        let list = CaseList { start: function.cases.len() as u32, count: cases.len() as u32 };
        function.cases.extend(cases);
        Ok(Terminator::Switch { value, cases: list, default })
    }

    fn return_value(&mut self, function: &mut Function) -> Result<ReturnValue, ReadError> {
        Ok(if self.cursor.eat_word("parts") {
            ReturnValue::Parts(self.values(function)?)
        } else if self.cursor.eat_word("aggregate") {
            ReturnValue::Aggregate(self.cursor.id()?)
        } else if self.cursor.eat_word("slot") {
            ReturnValue::ReturnSlot
        } else if let Some(value) = self.cursor.eat_id() {
            ReturnValue::Scalar(value)
        } else {
            ReturnValue::Nothing
        })
    }

    fn block_call(&mut self, function: &mut Function) -> Result<BlockCall, ReadError> {
        let block = self.cursor.id()?;
        let has_arguments = *self.cursor.peek() == TokenKind::Punctuation('(');
        let arguments = if has_arguments { self.values(function)? } else { ValueList::default() };
        Ok(BlockCall { block, arguments })
    }

    /// `(v1, v2)`
    fn values(&mut self, function: &mut Function) -> Result<ValueList, ReadError> {
        let start = function.value_lists.len() as u32;
        self.cursor.expect('(')?;
        while !self.cursor.eat(')') {
            if function.value_lists.len() as u32 > start {
                self.cursor.expect(',')?;
            }
            function.value_lists.push(self.cursor.id()?);
        }
        Ok(ValueList { start, count: function.value_lists.len() as u32 - start })
    }
}
