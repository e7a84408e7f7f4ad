//! Calls, printed and read.

use std::fmt;

use crate::call::{Argument, ArgumentList, Call, CallResult, Callee};
use crate::dispatch::TableCall;
use crate::function::Function;
use crate::ids::CallId;
use crate::instruction::Operation;

use super::ReadError;
use super::abi_summary::summary;
use super::lexer::TokenKind;
use super::piece::put;
use super::print_module::Printer;
use super::read_module::Reader;

/// What is known of the tables that a call goes through.
fn tables_of(function: &Function, call: CallId) -> Option<TableCall> {
    let place = function.table_calls.binary_search_by_key(&call, |known| known.call).ok()?;
    function.table_calls.get(place).copied()
}

impl Printer<'_> {
    /// The comment behind an instruction with the names of the nodes that it refers to.
    pub fn instruction_comment(&mut self, function: &Function, operation: Operation) -> fmt::Result {
        let Operation::Call { call } = operation else { return Ok(()) };
        self.node_comment(tables_of(function, call).map(|known| known.tables).into_iter())
    }

    pub fn call(&mut self, function: &Function, id: CallId) -> fmt::Result {
        let call = function.call(id);
        self.out.push_str("call ");
        match call.callee {
            Callee::Direct(symbol) => self.symbol(symbol),
            Callee::Indirect(value) => put!(&mut self.out, value)?,
        }
        self.out.push('(');
        let out = &mut self.out;
        for (index, argument) in function.argument_list(call.arguments).iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            match argument {
                Argument::Scalar(value) => put!(out, *value)?,
                Argument::Aggregate { address, align, owned_temporary } => {
                    let word = if *owned_temporary { "owned " } else { "aggregate " };
                    put!(out, word, *address, " align ", *align)?;
                }
                Argument::Stack { address, bytes, align } => {
                    put!(out, "stack ", *address, ", ", *bytes, " align ", *align)?;
                }
            }
        }
        self.out.push_str(") : ");
        self.signature(self.module.signatures.get(call.signature))?;
        match call.result {
            CallResult::Nothing | CallResult::Scalar | CallResult::Parts(_) => {}
            CallResult::Aggregate { address, unaliased } => {
                put!(&mut self.out, if unaliased { " into unaliased " } else { " into " }, address)?;
            }
        }
        if let Some(abi) = call.abi {
            put!(&mut self.out, " abi \"", &*summary(self.module.abi(abi)), "\"")?;
        }
        if let Some(TableCall { table, entry, tables, .. }) = tables_of(function, id) {
            put!(&mut self.out, " through ", table, "[", entry, "] ", tables)?;
        }
        Ok(())
    }
}

impl Reader<'_> {
    pub fn call(&mut self, function: &mut Function, results: u32) -> Result<CallId, ReadError> {
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
        let call = CallId::new(function.calls.len() - 1);
        if self.cursor.eat_word("through") {
            let table = self.cursor.id()?;
            self.cursor.expect('[')?;
            let entry = self.cursor.number()?;
            self.cursor.expect(']')?;
            let tables = self.cursor.node()?;
            function.table_calls.push(TableCall { call, table, entry, tables });
        }
        Ok(call)
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
