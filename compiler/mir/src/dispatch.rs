//! Calls through tables of functions, and what becomes of them where it is known which tables there are. Owns the form of
//! this knowledge in metadata, the one decision, and the rewriting of a call to comparisons and direct calls; must not know
//! what the tables are for, nor who finds out which there are.
//!
//! Whoever makes a call through a table names it by a node that says only what the tables are called: `("dyn app.Area")`. Who
//! knows the program puts in its place a node that also says whether a table may come from elsewhere, and what there is:
//! `("dyn app.Area", 1, !circle, !square)`, where 1 means that there are no others, and each of the nodes behind it is
//! `(@table, @function)`, with the function at the entry that is called; without one if that entry is null. Of a call that stays
//! it says only how many there are: `("dyn app.Area", 1, 17)`.

use serde::{Deserialize, Serialize};

use crate::call::{Call, CallResult, Callee};
use crate::function::{BlockData, Form, Function, ValueRange};
use crate::ids::{Block, CallId, NodeId, SymbolId, Value};
use crate::instruction::{Comparison, Instruction, Operation};
use crate::metadata::Operand;
use crate::module::Module;
use crate::scalar::Scalar;
use crate::terminator::{BlockCall, Terminator, ValueList};

/// Calls that are told apart by comparisons: up to so many functions.
pub const MOST_COMPARED: usize = 3;

/// A call of the function at an entry of a table. It is no use of the table's address: nothing is kept for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableCall {
    /// The call.
    pub call: CallId,
    /// The address of the table.
    pub table: Value,
    /// The place of the function in the table, in words.
    pub entry: u32,
    /// Which tables there are.
    pub tables: NodeId,
}

/// A table and its function at some entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The table.
    pub table: SymbolId,
    /// The function; none where the entry is null.
    pub function: Option<SymbolId>,
}

/// Which tables there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownTables {
    /// Whether there are no others.
    pub is_closed: bool,
    /// Those of the program.
    pub candidates: Vec<Candidate>,
}

/// What becomes of a call through a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// A call of the one function that it can be.
    Direct,
    /// Comparisons of the table's address and direct calls; the last of them without a comparison, if there are no other
    /// tables, else the call through the table stays behind them.
    Compared,
    /// It stays.
    Table,
}

impl KnownTables {
    /// What a node says; nothing if it says only what the tables are called.
    pub fn read(module: &Module, node: NodeId) -> Option<KnownTables> {
        let [Operand::String(_), Operand::Integer(closed), tables @ ..] = module.metadata.operands(node) else {
            return None;
        };
        let candidate = |operand: &Operand| match operand {
            Operand::Node(node) => match *module.metadata.operands(*node) {
                [Operand::Symbol(table), Operand::Symbol(function)] => {
                    Some(Candidate { table, function: Some(function) })
                }
                [Operand::Symbol(table)] => Some(Candidate { table, function: None }),
                _ => None,
            },
            Operand::String(_) | Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => None,
        };
        let candidates = tables.iter().map(candidate).collect::<Option<Vec<Candidate>>>()?;
        Some(KnownTables { is_closed: *closed != 0, candidates })
    }

    /// The node that says this of tables of a name.
    pub fn write(&self, module: &mut Module, name: &str) -> NodeId {
        let name = Operand::String(module.strings.intern(name));
        let mut operands = vec![name, Operand::Integer(i64::from(self.is_closed))];
        for candidate in &self.candidates {
            let symbols = std::iter::once(candidate.table).chain(candidate.function).map(Operand::Symbol);
            let symbols: Vec<Operand> = symbols.collect();
            operands.push(Operand::Node(module.metadata.node(&symbols)));
        }
        module.metadata.node(&operands)
    }

    /// The node that says only how many tables of a name there are: their calls stay as they are.
    pub fn write_count(module: &mut Module, name: &str, is_closed: bool, count: usize) -> NodeId {
        let name = Operand::String(module.strings.intern(name));
        let numbers = [i64::from(is_closed), count as i64].map(Operand::Integer);
        module.metadata.node(&[name, numbers[0], numbers[1]])
    }

    /// Those that can be called: nobody calls a null entry.
    fn callable(&self) -> impl Iterator<Item = (SymbolId, SymbolId)> {
        self.candidates.iter().filter_map(|candidate| candidate.function.map(|function| (candidate.table, function)))
    }

    /// What becomes of a call.
    pub fn dispatch(&self) -> Dispatch {
        let Some((_, first)) = self.callable().next() else { return Dispatch::Table };
        if self.is_closed && self.callable().all(|(_, function)| function == first) {
            return Dispatch::Direct;
        }
        if self.callable().count() <= MOST_COMPARED { Dispatch::Compared } else { Dispatch::Table }
    }
}

/// Rewrites the calls through tables of which a module knows enough. Functions are in `system-abi` form: the pass that
/// chooses how values travel sees the direct calls.
pub fn devirtualise(module: &mut Module) {
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        if function.form == Form::SystemAbi && !function.table_calls.is_empty() {
            rewrite(module, function);
        }
    }
    module.functions = functions;
}

/// What a call becomes that is not left as it is.
struct Comparisons {
    /// The call.
    call: CallId,
    /// The address that is compared.
    table: Value,
    /// What it is compared with, and what is called then.
    cases: Vec<(SymbolId, SymbolId)>,
}

fn rewrite(module: &Module, function: &mut Function) {
    let mut compared: Vec<Comparisons> = Vec::new();
    for index in 0..function.table_calls.len() {
        let TableCall { call, table, tables, .. } = function.table_calls[index];
        let data = &mut function.calls[call.index()];
        let (Callee::Indirect(_), Some(known)) = (data.callee, KnownTables::read(module, tables)) else { continue };
        let mut cases: Vec<(SymbolId, SymbolId)> = known.callable().collect();
        match known.dispatch() {
            Dispatch::Table => {}
            Dispatch::Direct => {
                if let Some((_, only)) = cases.first() {
                    data.callee = Callee::Direct(*only);
                }
            }
            Dispatch::Compared => {
                if known.is_closed
                    && let Some((_, last)) = cases.pop()
                {
                    data.callee = Callee::Direct(last);
                }
                compared.push(Comparisons { call, table, cases });
            }
        }
    }
    if !compared.is_empty() {
        compared.sort_by_key(|comparisons| comparisons.call.index());
        Splitter { function, instructions: Vec::new() }.run(&compared);
    }
}

/// Splits blocks at calls.
struct Splitter<'function> {
    function: &'function mut Function,
    instructions: Vec<Instruction>,
}

impl Splitter<'_> {
    fn run(mut self, compared: &[Comparisons]) {
        let old = std::mem::take(&mut self.function.instructions);
        for index in 0..self.function.blocks.len() {
            let BlockData { start, end, terminator, source, .. } = self.function.blocks[index];
            let mut current = Block::new(index);
            let mut begin = self.here();
            for instruction in &old[start as usize..end as usize] {
                if let Operation::Call { call } = instruction.operation
                    && let Ok(found) = compared.binary_search_by_key(&call.index(), |compared| compared.call.index())
                {
                    current = self.split((current, begin), *instruction, &compared[found]);
                    begin = self.here();
                } else {
                    self.instructions.push(*instruction);
                }
            }
            self.end(current, begin, terminator, source);
        }
        self.function.instructions = self.instructions;
    }

    fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    fn end(&mut self, block: Block, start: u32, terminator: Terminator, source: u32) {
        let end = self.here();
        let data = &mut self.function.blocks[block.index()];
        (data.start, data.end, data.terminator, data.source) = (start, end, terminator, source);
    }

    fn new_block(&mut self, parameters: ValueRange) -> Block {
        let here = self.here();
        self.function.blocks.push(BlockData {
            parameters,
            start: here,
            end: here,
            terminator: Terminator::Unreachable,
            source: 0,
        });
        Block::new(self.function.blocks.len() - 1)
    }

    fn define(&mut self, ty: Scalar, operation: Operation, source: u32) -> Value {
        let result = self.function.new_value(ty);
        self.instructions.push(Instruction { operation, result, source });
        result
    }

    /// The block that goes on behind the call; its parameter is the call's result.
    fn split(&mut self, (mut block, mut begin): (Block, u32), old: Instruction, how: &Comparisons) -> Block {
        let Instruction { result, source, .. } = old;
        let parameters = match result.is_some() {
            true => ValueRange { first: result.0, count: 1 },
            false => ValueRange::EMPTY,
        };
        let data = *self.function.call(how.call);
        let join = self.new_block(parameters);
        for (table, function) in &how.cases {
            let operation = Operation::SymbolAddress { symbol: *table, offset: 0 };
            let right = self.define(Scalar::Pointer, operation, source);
            let operation = Operation::Compare { operator: Comparison::Equal, left: how.table, right };
            let condition = self.define(Scalar::Bool, operation, source);
            let (found, others) = (self.new_block(ValueRange::EMPTY), self.new_block(ValueRange::EMPTY));
            let go_to = |block| BlockCall { block, arguments: ValueList::default() };
            let branch = Terminator::Branch { condition, if_true: go_to(found), if_false: go_to(others) };
            self.end(block, begin, branch, source);
            let call = CallId::new(self.function.calls.len());
            self.function.calls.push(Call { callee: Callee::Direct(*function), ..data });
            self.called((found, join), call, old);
            (block, begin) = (others, self.here());
        }
        self.called((block, join), how.call, old);
        join
    }

    /// Fills a block with a call and goes on.
    fn called(&mut self, (block, join): (Block, Block), call: CallId, old: Instruction) {
        let Instruction { result, source, .. } = old;
        let begin = self.here();
        let start = self.function.value_lists.len() as u32;
        let given = match result.is_some() {
            true => {
                let ty = self.function.value_type(result);
                let given = self.define(ty, Operation::Call { call }, source);
                self.function.value_lists.push(given);
                1
            }
            false => {
                self.instructions.push(Instruction { operation: Operation::Call { call }, result, source });
                0
            }
        };
        debug_assert!(!matches!(self.function.call(call).result, CallResult::Parts(_)), "calls are not lowered yet");
        let jump = BlockCall { block: join, arguments: ValueList { start, count: given } };
        self.end(block, begin, Terminator::Jump(jump), source);
    }
}
