//! Fingerprints: the key under which the cache keeps what a backend made of a function. Owns which facts count:
//! the function's lowered body, layouts and descriptions of everything it names, names of symbols, messages,
//! offsets relative to the chunk, target, options and backend. Must not see absolute positions, nor any number
//! that depends on the order in which a module was filled: types, symbols, texts and nodes count by content.

use std::hash::{Hash, Hasher};

mod bytes;
mod contents;

use crate::backend::Options;
use crate::call::{Argument, Call, Callee};
use crate::function::{Function, Parameter};
use crate::global::Global;
use crate::ids::{AliasId, CallId, SymbolId};
use crate::instruction::{Instruction, Operation};
use crate::metadata::MemoryKinds;
use crate::module::Module;
use crate::operands::Named;
use crate::site::{Site, SiteKind};
use crate::terminator::{BlockCall, ReturnValue, Terminator};
use crate::variable::Variable;

use bytes::Bytes;

/// 256 bits that differ when anything differs that a backend sees.
pub type Fingerprint = [u8; 32];

/// Makes fingerprints of one module. Contents of types, symbols and descriptions are hashed once per module.
#[derive(Debug)]
pub struct Fingerprinter<'module> {
    module: &'module Module,
    salt: Fingerprint,
    types: Vec<Option<Fingerprint>>,
    signatures: Vec<Option<Fingerprint>>,
    symbols: Vec<Option<Fingerprint>>,
    abis: Vec<Option<Fingerprint>>,
    nodes: Vec<Option<Fingerprint>>,
    kinds: MemoryKinds,
    /// What counts as the same whatever it is called.
    nameless: Option<SymbolId>,
}

/// What tells a module with one function apart from others but for the name of the function, by which it may call itself; none
/// of other modules. Equal fingerprints are equal code under two names.
pub fn nameless_fingerprint(module: &Module) -> Option<Fingerprint> {
    let [function] = &*module.functions else { return None };
    let mut parts = Fingerprinter::salted(module, Fingerprint::default());
    parts.nameless = Some(function.symbol);
    let mut bytes = Bytes::default();
    bytes.write(&parts.function(function));
    for global in &module.globals {
        bytes.write(&parts.global(global));
    }
    Some(bytes.finish_all())
}

impl<'module> Fingerprinter<'module> {
    /// For a target, options, and the name and version of a backend.
    pub fn new(
        module: &'module Module,
        target: &abi::Target,
        options: &Options,
        backend: &str,
    ) -> Fingerprinter<'module> {
        let mut bytes = Bytes::default();
        bytes.text(concat!("lang mir ", env!("CARGO_PKG_VERSION")));
        bytes.text(&target.to_string());
        bytes.text(backend);
        options.hash(&mut bytes);
        Fingerprinter::salted(module, bytes.finish_all())
    }

    fn salted(module: &'module Module, salt: Fingerprint) -> Fingerprinter<'module> {
        Fingerprinter {
            module,
            salt,
            types: vec![None; module.types.len()],
            signatures: vec![None; module.signatures.len()],
            symbols: vec![None; module.symbols.len()],
            abis: vec![None; module.abis.len()],
            nodes: vec![None; module.metadata.nodes().len()],
            kinds: module.metadata.memory_kinds(),
            nameless: None,
        }
    }

    /// The fingerprint of a function.
    pub fn function(&mut self, function: &Function) -> Fingerprint {
        let mut bytes = Bytes(Vec::with_capacity(function.instructions.len() * 40 + 512));
        bytes.write(&self.salt);
        self.header(&mut bytes, function);
        for site in &function.sites {
            self.site(&mut bytes, *site);
        }
        bytes.write_u32(function.scopes.len() as u32);
        function.scopes.hash(&mut bytes);
        bytes.write_u32(function.variables.len() as u32);
        for variable in &function.variables {
            self.variable(&mut bytes, variable);
        }
        bytes.write_u32(function.attributes.len() as u32);
        for attribute in &function.attributes {
            bytes.text(self.module.strings.text(attribute.key));
            self.node(&mut bytes, attribute.node);
        }
        bytes.write_u32(function.pointer_facts.len() as u32);
        function.pointer_facts.hash(&mut bytes);
        bytes.write_u32(function.ranges.len() as u32);
        function.ranges.hash(&mut bytes);
        function.values.hash(&mut bytes);
        let mut next = Expected { result: 0, source: 0 };
        for block in &function.blocks {
            block.parameters.hash(&mut bytes);
            bytes.write_u32(block.end - block.start);
            for instruction in function.instructions_of(block) {
                self.instruction(&mut bytes, function, instruction, &mut next);
            }
            bytes.write_u32(block.source);
            self.terminator(&mut bytes, function, block.terminator);
        }
        bytes.finish_all()
    }

    /// The fingerprint of a datum.
    pub fn global(&mut self, global: &Global) -> Fingerprint {
        let mut bytes = Bytes::default();
        bytes.write(&self.salt);
        self.symbol(&mut bytes, global.symbol);
        global.linkage.hash(&mut bytes);
        global.constant.hash(&mut bytes);
        global.align.hash(&mut bytes);
        self.optional_type(&mut bytes, global.ty);
        global.bytes.hash(&mut bytes);
        for relocation in &global.relocations {
            bytes.write_u64(relocation.offset);
            bytes.write_u64(relocation.addend as u64);
            self.symbol(&mut bytes, relocation.symbol);
        }
        bytes.finish_all()
    }

    fn header(&mut self, bytes: &mut Bytes, function: &Function) {
        self.symbol(bytes, function.symbol);
        self.signature(bytes, function.signature);
        self.abi(bytes, function.abi);
        function.form.hash(bytes);
        function.linkage.hash(bytes);
        bytes.write_u32(function.parameters.len() as u32);
        for parameter in &function.parameters {
            match parameter {
                Parameter::Scalar(value) => (0u8, value.0).hash(bytes),
                Parameter::Aggregate(slot) => (1u8, slot.0).hash(bytes),
                Parameter::Stack(slot) => (2u8, slot.0).hash(bytes),
            }
        }
        function.return_slot.hash(bytes);
        bytes.write_u32(function.slots.len() as u32);
        for slot in &function.slots {
            (slot.size, slot.align, slot.kind, slot.storage).hash(bytes);
            self.optional_type(bytes, slot.ty);
        }
        bytes.write_u32(function.sites.len() as u32);
    }

    fn site(&mut self, bytes: &mut Bytes, site: Site) {
        bytes.write_u32(site.offset);
        // The number of a text says nothing in another module.
        if let SiteKind::Message(text) = site.kind {
            bytes.text(self.module.strings.text(text));
        } else {
            bytes.write_u32(u32::MAX);
            site.kind.hash(bytes);
        }
    }

    fn variable(&mut self, bytes: &mut Bytes, variable: &Variable) {
        let Variable { name, ty, slot, scope, offset, parameter, source_type } = variable;
        bytes.text(self.module.strings.text(*name));
        self.ty(bytes, *ty);
        (slot, scope, offset, parameter).hash(bytes);
        match source_type {
            None => bytes.write_u8(0),
            Some(node) => {
                bytes.write_u8(1);
                self.node(bytes, *node);
            }
        }
    }

    /// Results and source offsets are mostly the ones that are expected, and then cost one byte together.
    fn instruction(
        &mut self,
        bytes: &mut Bytes,
        function: &Function,
        instruction: &Instruction,
        expected: &mut Expected,
    ) {
        let Instruction { operation, result, source } = *instruction;
        let has_result = result.is_some();
        let new_result = has_result && result.0 != expected.result;
        let new_source = source != expected.source;
        bytes.write_u8(u8::from(has_result) | u8::from(new_result) << 1 | u8::from(new_source) << 2);
        if new_result {
            bytes.write_u32(result.0);
        }
        if new_source {
            bytes.write_u32(source);
        }
        *expected = Expected { result: if has_result { result.0 + 1 } else { expected.result }, source };
        self.operation(bytes, function, operation);
    }

    /// What the operation names in a table of the module counts by what stands there, not by its number.
    fn operation(&mut self, bytes: &mut Bytes, function: &Function, mut operation: Operation) {
        match operation.named() {
            Named::Symbol(symbol) => {
                let symbol = std::mem::replace(symbol, SymbolId::new(0));
                operation.hash(bytes);
                self.symbol(bytes, symbol);
            }
            Named::Memory(alias) => {
                let alias = std::mem::replace(alias, AliasId::ANY);
                operation.hash(bytes);
                self.alias(bytes, alias);
            }
            Named::Call(call) => {
                let call = std::mem::replace(call, CallId::new(0));
                operation.hash(bytes);
                self.call(bytes, function, function.call(call));
            }
            Named::Slot(_) | Named::Site(_) | Named::Nothing => operation.hash(bytes),
        }
    }

    fn call(&mut self, bytes: &mut Bytes, function: &Function, call: &Call) {
        match call.callee {
            Callee::Direct(symbol) => {
                bytes.write_u8(0);
                self.symbol(bytes, symbol);
            }
            Callee::Indirect(value) => (1u8, value).hash(bytes),
        }
        self.signature(bytes, call.signature);
        self.abi(bytes, call.abi);
        call.result.hash(bytes);
        let arguments: &[Argument] = function.argument_list(call.arguments);
        arguments.hash(bytes);
    }

    fn terminator(&mut self, bytes: &mut Bytes, function: &Function, terminator: Terminator) {
        match terminator {
            Terminator::Jump(target) => {
                bytes.write_u8(0);
                block_call(bytes, function, target);
            }
            Terminator::Branch { condition, if_true, if_false } => {
                (1u8, condition).hash(bytes);
                block_call(bytes, function, if_true);
                block_call(bytes, function, if_false);
            }
            Terminator::Switch { value, cases, default } => {
                (2u8, value, cases.count).hash(bytes);
                for case in function.case_list(cases) {
                    bytes.write_u64(case.bits);
                    block_call(bytes, function, case.target);
                }
                block_call(bytes, function, default);
            }
            Terminator::Return(ReturnValue::Nothing) => bytes.write_u8(3),
            Terminator::Return(ReturnValue::Scalar(value)) => (4u8, value).hash(bytes),
            Terminator::Return(ReturnValue::Aggregate(value)) => (5u8, value).hash(bytes),
            Terminator::Return(ReturnValue::ReturnSlot) => bytes.write_u8(6),
            Terminator::Return(ReturnValue::Parts(parts)) => (7u8, function.list(parts)).hash(bytes),
            Terminator::Unreachable => bytes.write_u8(8),
            Terminator::Panic { site } => (9u8, site).hash(bytes),
        }
    }
}

fn block_call(bytes: &mut Bytes, function: &Function, target: BlockCall) {
    (target.block, function.list(target.arguments)).hash(bytes);
}

/// The result and source offset that the next instruction most likely has.
struct Expected {
    result: u32,
    source: u32,
}
