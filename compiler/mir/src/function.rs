//! Functions. Owns the flat tables that a body is made of; must not know how it was made or what it becomes.
//!
//! A body is one vector of instructions, of which each block owns a range, and a handful of side tables. Nothing
//! is nested, so that building, walking and dropping a function costs a few allocations, not one per node.

use serde::{Deserialize, Serialize};

use crate::call::{Argument, ArgumentList, Call};
use crate::dispatch::TableCall;
use crate::ids::{
    AbiId, Align, Block, CallId, NodeId, SignatureId, SiteId, Slot, StringId, SymbolId, Value, VariableId,
};
use crate::instruction::{Instruction, Operation};
use crate::scalar::Scalar;
use crate::site::Site;
use crate::terminator::{BlockCall, Case, CaseList, Terminator, ValueList};
use crate::types::Type;
use crate::variable::{Scope, Variable};

/// A function with a body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Function {
    /// Its name for the linker.
    pub symbol: SymbolId,
    /// What it takes and gives.
    pub signature: SignatureId,
    /// Before or after the ABI pass.
    pub form: Form,
    /// Who sees the symbol.
    pub linkage: Linkage,
    /// How its parameters and result travel; present in lowered functions.
    pub abi: Option<AbiId>,
    /// `system-abi`: one for each parameter of the signature. Lowered: the address for the result if the caller
    /// gives one, then each parameter's parts, address or memory, in order.
    pub parameters: Vec<Parameter>,
    /// The slot that the result is built in, if there is one: see [`crate::ReturnValue::ReturnSlot`].
    pub return_slot: Option<Slot>,
    /// Memory of one call.
    pub slots: Vec<SlotData>,
    /// The blocks; the first is the entry, has no parameters, and nothing jumps to it.
    pub blocks: Vec<BlockData>,
    /// The instructions of all blocks.
    pub instructions: Vec<Instruction>,
    /// The type of each value.
    pub values: Vec<Scalar>,
    /// Arguments of block calls and parts of returns.
    pub value_lists: Vec<Value>,
    /// Cases of switches.
    pub cases: Vec<Case>,
    /// Calls.
    pub calls: Vec<Call>,
    /// Arguments of calls.
    pub arguments: Vec<Argument>,
    /// Places that may panic.
    pub sites: Vec<Site>,
    /// Lexical scopes; a parent stands before its children.
    pub scopes: Vec<Scope>,
    /// Source variables.
    pub variables: Vec<Variable>,
    /// Metadata by key.
    pub attributes: Vec<Attribute>,
    /// What ownership proves of parameters that are addresses, by rising parameter.
    pub pointer_facts: Vec<PointerFacts>,
    /// What integers that are read from memory can be, by rising value.
    pub ranges: Vec<IntegerRange>,
    /// What is known of calls through tables of functions, by rising call.
    pub table_calls: Vec<TableCall>,
    /// What the program notes about the function, and behind that about its variables, by rising variable.
    pub notes: Vec<Note>,
}

/// What a program notes about something of itself for those who read it with tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Note {
    /// The variable that it is about; none if it is about the function.
    pub variable: Option<VariableId>,
    /// The node with its text and place: `("text", 12)`, bytes relative to the item's chunk.
    pub node: NodeId,
}

/// What the front end proves of a parameter that is an address. Optimisers may rely on it; nothing else changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct PointerFacts {
    /// The number of the parameter in the signature.
    pub parameter: u32,
    /// It is never null.
    pub non_null: bool,
    /// While the function runs, memory that is reached through it, or through addresses made from it, and written by
    /// anyone is reached in no other way. It says nothing of memory behind addresses that are read from there.
    pub unique: bool,
    /// Nothing is written through it, nor through anything derived from it.
    pub read_only: bool,
    /// So many bytes behind it are readable while the function runs.
    pub dereferenceable: u64,
    /// What is known of its alignment.
    pub align: Align,
}

/// What the front end proves of an integer of up to 64 bits that is read from memory, such as the tag of an enum. Optimisers
/// may rely on it; nothing else changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct IntegerRange {
    /// The result of a load.
    pub value: Value,
    /// The smallest that it can be, extended to 64 bits by its sign.
    pub smallest: u64,
    /// The greatest, in the same way.
    pub greatest: u64,
}

/// The two forms of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// Aggregates are passed and returned as plain values.
    SystemAbi,
    /// Only parts and addresses are passed; every copy is an instruction.
    Lowered,
}

/// Who sees a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Linkage {
    /// This object only.
    Local,
    /// The linker, and other shared objects.
    Export,
    /// The linker; not other shared objects.
    Hidden,
    /// The linker, which keeps one of equal definitions.
    Merge,
    /// Nobody: another unit defines the symbol, and the body is here only to be inlined. No code is made of it.
    Available,
}

/// What the caller passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parameter {
    /// A value: a scalar, or in lowered functions a part or an address.
    Scalar(Value),
    /// `system-abi`: an aggregate; the slot holds it from the start.
    Aggregate(Slot),
    /// Lowered: bytes in the caller's argument area; the slot, of storage [`Storage::Incoming`], is that memory
    /// or a copy of it that the backend makes.
    Stack(Slot),
}

/// Memory of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotData {
    /// Bytes.
    pub size: u64,
    /// Alignment of its address.
    pub align: Align,
    /// What it is for.
    pub kind: SlotKind,
    /// Whose memory it is.
    pub storage: Storage,
    /// The type of what it holds, if that is one type.
    pub ty: Option<Type>,
}

/// What a slot is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SlotKind {
    /// A source variable.
    Local,
    /// A source parameter.
    Parameter,
    /// The result while it is built.
    Return,
    /// A value without a name.
    Temporary,
    /// A copy that a callee may change, or a value on its way through the convention's pieces.
    AbiTemporary,
}

/// Whose memory a slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Storage {
    /// The function's own frame.
    Frame,
    /// Lowered: what a parameter of the function points to: an aggregate passed by address, or the caller's
    /// place for the result. Either is memory that is the function's alone as long as it runs: never null, as large and
    /// as aligned as the description says, and reached by nobody else, for callers give their own copy and a place
    /// that nothing reachable leads to. What it holds at the end is the result, or of no interest to anyone.
    Pointer(Value),
    /// Lowered: a [`Parameter::Stack`].
    Incoming,
}

/// A basic block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockData {
    /// Its parameters: consecutive values.
    pub parameters: ValueRange,
    /// Position of its first instruction.
    pub start: u32,
    /// Position after its last instruction.
    pub end: u32,
    /// How it ends.
    pub terminator: Terminator,
    /// Byte offset of the source expression that it ends with, relative to the item's chunk.
    pub source: u32,
}

/// Consecutive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueRange {
    /// The first value.
    pub first: u32,
    /// How many.
    pub count: u32,
}

impl ValueRange {
    /// No values.
    pub const EMPTY: ValueRange = ValueRange { first: 0, count: 0 };

    /// The values in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Value> {
        (self.first..self.first + self.count).map(Value)
    }
}

/// The key of the attribute that says whether a function is built into its callers: its node is one text, `never` or
/// `always`. Optimisers heed it; nothing that runs changes.
pub const INLINE: &str = "inline";

/// The key of the attribute of a function that optimisers leave as it is, if they are given it at all: its node is the
/// text `never`. What is built in every program and runs once is not worth their time.
pub const OPTIMISE: &str = "optimise";

/// Metadata of a function: a key and a node of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    /// What it says.
    pub key: StringId,
    /// What it says about it.
    pub node: NodeId,
}

impl Function {
    /// The entry block.
    pub const ENTRY: Block = Block(0);

    /// Whether its module makes code of it, and does not only know a body that another one defines.
    #[inline]
    pub fn is_defined(&self) -> bool {
        self.linkage != Linkage::Available
    }

    /// A function without a body, in `system-abi` form.
    pub fn new(symbol: SymbolId, signature: SignatureId) -> Function {
        Function {
            symbol,
            signature,
            form: Form::SystemAbi,
            linkage: Linkage::Hidden,
            abi: None,
            parameters: Vec::new(),
            return_slot: None,
            slots: Vec::new(),
            blocks: Vec::new(),
            instructions: Vec::new(),
            values: Vec::new(),
            value_lists: Vec::new(),
            cases: Vec::new(),
            calls: Vec::new(),
            arguments: Vec::new(),
            sites: Vec::new(),
            scopes: Vec::new(),
            variables: Vec::new(),
            attributes: Vec::new(),
            pointer_facts: Vec::new(),
            ranges: Vec::new(),
            table_calls: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Makes it a function without a body again, which is built in the memory that this one had.
    pub(crate) fn begin_anew(&mut self, symbol: SymbolId, signature: SignatureId) {
        let Function {
            symbol: _,
            signature: _,
            form: _,
            linkage: _,
            abi: _,
            parameters,
            return_slot: _,
            slots,
            blocks,
            instructions,
            values,
            value_lists,
            cases,
            calls,
            arguments,
            sites,
            scopes,
            variables,
            attributes,
            pointer_facts,
            ranges,
            table_calls,
            notes,
        } = std::mem::replace(self, Function::new(symbol, signature));
        self.parameters = cleared(parameters);
        self.slots = cleared(slots);
        self.blocks = cleared(blocks);
        self.instructions = cleared(instructions);
        self.values = cleared(values);
        self.value_lists = cleared(value_lists);
        self.cases = cleared(cases);
        self.calls = cleared(calls);
        self.arguments = cleared(arguments);
        self.sites = cleared(sites);
        self.scopes = cleared(scopes);
        self.variables = cleared(variables);
        self.attributes = cleared(attributes);
        self.pointer_facts = cleared(pointer_facts);
        self.ranges = cleared(ranges);
        self.table_calls = cleared(table_calls);
        self.notes = cleared(notes);
    }

    /// The type of a value.
    #[inline]
    pub fn value_type(&self, value: Value) -> Scalar {
        self.values[value.index()]
    }

    /// One block.
    #[inline]
    pub fn block(&self, block: Block) -> &BlockData {
        &self.blocks[block.index()]
    }

    /// The blocks with their ids.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = (Block, &BlockData)> {
        self.blocks.iter().enumerate().map(|(index, data)| (Block(index as u32), data))
    }

    /// The reachable blocks, each before those that only it leads to: the order in which optimising backends read a
    /// function and in which its copies are numbered.
    pub fn reverse_postorder(&self) -> Vec<Block> {
        let mut order = Vec::with_capacity(self.blocks.len());
        let mut visited = vec![false; self.blocks.len()];
        let mut pending = vec![(Function::ENTRY, false)];
        visited[Function::ENTRY.index()] = true;
        while let Some((block, finished)) = pending.pop() {
            if finished {
                order.push(block);
                continue;
            }
            pending.push((block, true));
            let mut visit = |call: &BlockCall| {
                if !std::mem::replace(&mut visited[call.block.index()], true) {
                    pending.push((call.block, false));
                }
            };
            match &self.block(block).terminator {
                Terminator::Jump(call) => visit(call),
                Terminator::Branch { if_true, if_false, .. } => {
                    visit(if_true);
                    visit(if_false);
                }
                Terminator::Switch { cases, default, .. } => {
                    let cases = self.case_list(*cases);
                    cases.iter().for_each(|case| visit(&case.target));
                    visit(default);
                }
                Terminator::Return(_) | Terminator::Unreachable | Terminator::Panic { .. } => {}
            }
        }
        order.reverse();
        order
    }

    /// The instructions of a block.
    #[inline]
    pub fn instructions_of(&self, block: &BlockData) -> &[Instruction] {
        &self.instructions[block.start as usize..block.end as usize]
    }

    /// The values of a list.
    #[inline]
    pub fn list(&self, list: ValueList) -> &[Value] {
        &self.value_lists[list.start as usize..(list.start + list.count) as usize]
    }

    /// The cases of a switch.
    #[inline]
    pub fn case_list(&self, list: CaseList) -> &[Case] {
        &self.cases[list.start as usize..(list.start + list.count) as usize]
    }

    /// One call.
    #[inline]
    pub fn call(&self, call: CallId) -> &Call {
        &self.calls[call.index()]
    }

    /// The arguments of a call.
    #[inline]
    pub fn argument_list(&self, list: ArgumentList) -> &[Argument] {
        &self.arguments[list.start as usize..(list.start + list.count) as usize]
    }

    /// One slot.
    #[inline]
    pub fn slot(&self, slot: Slot) -> &SlotData {
        &self.slots[slot.index()]
    }

    /// One site.
    #[inline]
    pub fn site(&self, site: SiteId) -> Site {
        self.sites[site.index()]
    }

    /// How many values an instruction defines.
    #[inline]
    pub fn result_count(&self, instruction: &Instruction) -> u32 {
        let Operation::Call { call } = instruction.operation else {
            return u32::from(instruction.result.is_some());
        };
        match self.calls[call.index()].result {
            crate::call::CallResult::Parts(count) => count,
            crate::call::CallResult::Scalar => 1,
            crate::call::CallResult::Nothing | crate::call::CallResult::Aggregate { .. } => 0,
        }
    }

    /// A new value of a type; whoever asks must define it.
    #[inline]
    pub fn new_value(&mut self, ty: Scalar) -> Value {
        let value = Value(self.values.len() as u32);
        self.values.push(ty);
        value
    }

    /// A new slot.
    #[inline]
    pub fn new_slot(&mut self, data: SlotData) -> Slot {
        self.slots.push(data);
        Slot::new(self.slots.len() - 1)
    }
}

fn cleared<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    list
}

impl SlotData {
    /// A slot in the function's frame.
    pub fn frame(size: u64, align: Align, kind: SlotKind, ty: Option<Type>) -> SlotData {
        SlotData { size, align, kind, storage: Storage::Frame, ty }
    }
}
