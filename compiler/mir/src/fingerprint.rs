//! Fingerprints: the key under which the cache keeps what a backend made of a function. Owns which facts count:
//! the function's lowered body, layouts and descriptions of everything it names, names of symbols, messages,
//! offsets relative to the chunk, target, options and backend. Must not see absolute positions, nor any number
//! that depends on the order in which a module was filled: types, symbols, texts and nodes count by content.

use std::hash::{Hash, Hasher};

use crate::backend::Options;
use crate::call::{Argument, Call, Callee};
use crate::function::{Function, Parameter};
use crate::global::Global;
use crate::ids::{AbiId, AliasId, NodeId, SignatureId, StringId, SymbolId, TypeId};
use crate::instruction::{Instruction, Operation};
use crate::metadata::Operand;
use crate::module::{Declaration, Module};
use crate::site::{Site, SiteKind};
use crate::terminator::{BlockCall, ReturnValue, Terminator};
use crate::types::{Type, TypeBody, TypeKind};
use crate::variable::Variable;

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
        Fingerprinter {
            module,
            salt: bytes.finish_all(),
            types: vec![None; module.types.len()],
            signatures: vec![None; module.signatures.len()],
            symbols: vec![None; module.symbols.len()],
            abis: vec![None; module.abis.len()],
            nodes: vec![None; module.metadata.nodes().len()],
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
        match site.kind {
            SiteKind::Message(text) => bytes.text(self.module.strings.text(text)),
            SiteKind::AddOverflow
            | SiteKind::SubtractOverflow
            | SiteKind::MultiplyOverflow
            | SiteKind::NegateOverflow
            | SiteKind::DivideOverflow
            | SiteKind::DivideByZero
            | SiteKind::RemainderByZero
            | SiteKind::ShiftOutOfRange
            | SiteKind::IndexOutOfBounds
            | SiteKind::Place => {
                bytes.write_u32(u32::MAX);
                site.kind.hash(bytes);
            }
        }
    }

    fn variable(&mut self, bytes: &mut Bytes, variable: &Variable) {
        let Variable {
            name,
            ty,
            slot,
            scope,
            offset,
            parameter,
            source_type,
        } = variable;
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
        let Instruction {
            operation,
            result,
            source,
        } = *instruction;
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
        *expected = Expected {
            result: if has_result { result.0 + 1 } else { expected.result },
            source,
        };
        self.operation(bytes, function, operation);
    }

    fn operation(&mut self, bytes: &mut Bytes, function: &Function, operation: Operation) {
        match operation {
            Operation::SymbolAddress { symbol, offset } => {
                bytes.write_u8(0xf0);
                self.symbol(bytes, symbol);
                bytes.write_u64(offset as u64);
            }
            Operation::Load {
                address,
                offset,
                align,
                alias,
            } => {
                Operation::Load {
                    address,
                    offset,
                    align,
                    alias: AliasId::ANY,
                }
                .hash(bytes);
                self.alias(bytes, alias);
            }
            Operation::Store {
                value,
                address,
                offset,
                align,
                alias,
            } => {
                Operation::Store {
                    value,
                    address,
                    offset,
                    align,
                    alias: AliasId::ANY,
                }
                .hash(bytes);
                self.alias(bytes, alias);
            }
            Operation::Call { call } => {
                bytes.write_u8(0xf1);
                self.call(bytes, function, function.call(call));
            }
            Operation::Constant { .. }
            | Operation::WideConstant { .. }
            | Operation::SlotAddress { .. }
            | Operation::SiteAddress { .. }
            | Operation::Copy { .. }
            | Operation::Zero { .. }
            | Operation::Unary { .. }
            | Operation::Binary { .. }
            | Operation::Checked { .. }
            | Operation::Check { .. }
            | Operation::Compare { .. }
            | Operation::Convert { .. }
            | Operation::Reinterpret { .. }
            | Operation::Half { .. }
            | Operation::Concatenate { .. }
            | Operation::Offset { .. }
            | Operation::Select { .. }
            | Operation::Atomic { .. } => operation.hash(bytes),
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
            Terminator::Branch {
                condition,
                if_true,
                if_false,
            } => {
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

    /// A symbol counts by its name and by what it is known to be, because code for a function of this unit may
    /// differ from code for an imported one.
    fn symbol(&mut self, bytes: &mut Bytes, symbol: SymbolId) {
        let known = self.symbols[symbol.index()].unwrap_or_else(|| {
            let data = self.module.symbols.get(symbol);
            let mut inner = Bytes::default();
            inner.text(self.module.strings.text(data.name));
            inner.write_u8(match data.declaration {
                Declaration::Undeclared => 0,
                Declaration::Function => 1,
                Declaration::Global => 2,
                Declaration::ImportedFunction(_) => 3,
                Declaration::ImportedGlobal(_) => 4,
            });
            inner.finish_all()
        });
        self.symbols[symbol.index()] = Some(known);
        bytes.write(&known);
    }

    fn signature(&mut self, bytes: &mut Bytes, signature: SignatureId) {
        let known = self.signatures[signature.index()].unwrap_or_else(|| {
            let module = self.module;
            let data = module.signatures.get(signature);
            let mut inner = Bytes::default();
            (data.fixed, data.variadic, data.parameters.len() as u32).hash(&mut inner);
            for ty in &data.parameters {
                self.ty(&mut inner, *ty);
            }
            self.optional_type(&mut inner, data.result);
            inner.finish_all()
        });
        self.signatures[signature.index()] = Some(known);
        bytes.write(&known);
    }

    fn abi(&mut self, bytes: &mut Bytes, abi: Option<AbiId>) {
        let Some(abi) = abi else { return bytes.write_u8(0) };
        let known = self.abis[abi.index()].unwrap_or_else(|| {
            let mut inner = Bytes::default();
            self.module.abi(abi).hash(&mut inner);
            inner.finish_all()
        });
        self.abis[abi.index()] = Some(known);
        bytes.write(&known);
    }

    fn optional_type(&mut self, bytes: &mut Bytes, ty: Option<Type>) {
        match ty {
            None => bytes.write_u8(0xff),
            Some(ty) => self.ty(bytes, ty),
        }
    }

    fn ty(&mut self, bytes: &mut Bytes, ty: Type) {
        match ty {
            Type::Scalar(scalar) => (0u8, scalar).hash(bytes),
            Type::Aggregate(id) => {
                bytes.write_u8(1);
                let known = self.types[id.index()].unwrap_or_else(|| self.aggregate(id));
                self.types[id.index()] = Some(known);
                bytes.write(&known);
            }
        }
    }

    fn aggregate(&mut self, id: TypeId) -> Fingerprint {
        let module = self.module;
        let data = module.types.get(id);
        let mut bytes = Bytes::default();
        match data.kind {
            TypeKind::Named(name) => bytes.text(module.strings.text(name)),
            TypeKind::Unnamed(_) => bytes.write_u8(0xfe),
            TypeKind::Anonymous => bytes.write_u8(0xff),
        }
        match &data.body {
            None => bytes.write_u8(0),
            Some(TypeBody::Array { element, count }) => {
                (1u8, count).hash(&mut bytes);
                self.ty(&mut bytes, *element);
            }
            Some(TypeBody::Record(record)) => {
                let layout = (record.size, record.align, record.unadjusted_align, record.packed);
                (2u8, record.kind, layout, record.fields.len() as u32).hash(&mut bytes);
                for field in &record.fields {
                    self.optional_text(&mut bytes, field.name);
                    bytes.write_u64(field.offset);
                    self.ty(&mut bytes, field.ty);
                }
            }
        }
        bytes.finish_all()
    }

    fn alias(&mut self, bytes: &mut Bytes, alias: AliasId) {
        let mut current = self.module.metadata.alias_data(alias);
        while let Some(data) = current {
            bytes.text(self.module.strings.text(data.name));
            current = self.module.metadata.alias_data(data.parent);
        }
        bytes.write_u8(0xff);
    }

    fn node(&mut self, bytes: &mut Bytes, node: NodeId) {
        let known = self.nodes[node.index()].unwrap_or_else(|| {
            let module = self.module;
            let mut inner = Bytes::default();
            for operand in module.metadata.operands(node) {
                match operand {
                    Operand::String(text) => {
                        inner.write_u8(0);
                        inner.text(module.strings.text(*text));
                    }
                    Operand::Integer(number) => (1u8, number).hash(&mut inner),
                    Operand::Node(node) => {
                        inner.write_u8(2);
                        self.node(&mut inner, *node);
                    }
                    Operand::Symbol(symbol) => {
                        inner.write_u8(3);
                        self.symbol(&mut inner, *symbol);
                    }
                    Operand::Type(ty) => {
                        inner.write_u8(4);
                        self.ty(&mut inner, *ty);
                    }
                }
            }
            inner.finish_all()
        });
        self.nodes[node.index()] = Some(known);
        bytes.write(&known);
    }

    fn optional_text(&mut self, bytes: &mut Bytes, text: Option<StringId>) {
        match text {
            None => bytes.write_u32(u32::MAX),
            Some(text) => bytes.text(self.module.strings.text(text)),
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

/// Collects what is hashed, so that BLAKE3 sees one long piece. Numbers are written with seven bits per byte, low
/// ones first: most are small, and the encoding is the same on every host.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn text(&mut self, text: &str) {
        self.write_u32(text.len() as u32);
        self.write(text.as_bytes());
    }

    fn finish_all(&self) -> Fingerprint {
        *blake3::hash(&self.0).as_bytes()
    }
}

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn write_u8(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_i32(&mut self, number: i32) {
        self.write_u32(number as u32);
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number as u64);
    }

    /// The number of an enum's variant.
    fn write_isize(&mut self, variant: isize) {
        self.0.push(variant as u8);
    }

    fn finish(&self) -> u64 {
        unreachable!("fingerprints have 256 bits")
    }
}
