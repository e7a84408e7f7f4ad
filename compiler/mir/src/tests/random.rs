//! Random modules: types of every kind, symbols, data, metadata. Owns what makes a module well-formed; bodies are
//! made next door.

use fastrand::Rng;

use crate::call::Callee;
use crate::debug::DebugType;
use crate::dispatch::{Candidate, KnownTables, TableCall};
use crate::function::{Attribute, Function, IntegerRange, Linkage, Note, PointerFacts};
use crate::global::{Global, GlobalRelocation};
use crate::ids::{AliasId, Align, CallId, NodeId, SignatureId, SymbolId, TypeId, VariableId};
use crate::instruction::Operation;
use crate::metadata::Operand;
use crate::module::Module;
use crate::scalar::Scalar;
use crate::signature::Signature;
use crate::types::{Field, Record, RecordKind, Type, TypeBody};

use super::random_body::Body;

/// What a random module is made from, and what it has so far.
pub struct Generator {
    pub rng: Rng,
    pub module: Module,
    /// Types with a body.
    pub types: Vec<Type>,
    pub functions: Vec<(SymbolId, SignatureId)>,
    pub data: Vec<SymbolId>,
    pub nodes: Vec<NodeId>,
    pub aliases: Vec<AliasId>,
}

/// A module of a few functions in `system-abi` form, the same for the same seed.
pub fn random_module(seed: u64) -> Module {
    let mut generator = Generator {
        rng: Rng::with_seed(seed),
        module: Module::new(format!("random \"{seed}\"")),
        types: Vec::new(),
        functions: Vec::new(),
        data: Vec::new(),
        nodes: Vec::new(),
        aliases: vec![AliasId::ANY],
    };
    generator.types();
    generator.symbols();
    generator.metadata();
    let defined = generator.rng.usize(1..4);
    for (symbol, signature) in generator.functions.clone().into_iter().take(defined) {
        let mut function = Body::build(&mut generator, symbol, signature);
        function.linkage = generator.linkage();
        for (number, parameter) in generator.module.signatures.get(signature).parameters.iter().enumerate() {
            if *parameter == Type::Scalar(Scalar::Pointer) && generator.rng.bool() {
                function.pointer_facts.push(PointerFacts {
                    parameter: number as u32,
                    non_null: generator.rng.bool(),
                    unique: generator.rng.bool(),
                    read_only: generator.rng.bool(),
                    dereferenceable: generator.rng.u64(0..100),
                    align: Align::new(1 << generator.rng.u32(0..5)),
                });
            }
        }
        generator.add_facts(&mut function);
        for number in 0..generator.rng.usize(..6) {
            let about = generator.rng.usize(..function.variables.len() + 1);
            let variable = about.checked_sub(1).map(VariableId::new);
            function.notes.push(Note { variable, node: generator.note(number) });
        }
        function.notes.sort_by_key(|note| note.variable);
        if !generator.nodes.is_empty() && generator.rng.bool() {
            let key = generator.module.strings.intern("key");
            function.attributes.push(Attribute { key, node: generator.pick_node() });
        }
        generator.module.add_function(function);
    }
    generator.globals();
    generator.module
}

pub fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.usize(..from.len())]
}

impl Generator {
    pub fn scalar(&mut self) -> Scalar {
        pick(&mut self.rng, &Scalar::ALL)
    }

    pub fn ty(&mut self) -> Type {
        if self.types.is_empty() || self.rng.u8(..3) > 0 {
            Type::Scalar(self.scalar())
        } else {
            pick(&mut self.rng, &self.types)
        }
    }

    fn pick_node(&mut self) -> NodeId {
        pick(&mut self.rng, &self.nodes)
    }

    /// The node of a type that debuggers are told of.
    pub fn described(&mut self) -> NodeId {
        let scalar = self.scalar();
        let mut nodes = self.module.debug_nodes();
        let target = nodes.scalar(scalar.name(), scalar);
        match nodes.reference("ref", target) {
            DebugType::Node(node) => node,
            DebugType::Named(key) => nodes.name(key),
        }
    }

    /// What is known of the tables of a call.
    fn tables(&mut self) -> NodeId {
        let name = format!("dyn T{}", self.rng.u8(..3));
        let is_closed = self.rng.bool();
        match self.rng.u8(..3) {
            0 => {
                let name = self.module.strings.intern(&name);
                self.module.metadata.node(&[Operand::String(name)])
            }
            1 => KnownTables::write_count(&mut self.module, &name, is_closed, self.rng.usize(..9)),
            _ => {
                let (table, function) = (self.module.symbol("table"), self.module.symbol("entry"));
                let function = self.rng.bool().then_some(function);
                let candidates = vec![Candidate { table, function }; self.rng.usize(..3)];
                KnownTables { is_closed, candidates }.write(&mut self.module, &name)
            }
        }
    }

    fn note(&mut self, number: usize) -> NodeId {
        let offset = self.rng.u32(..);
        self.module.debug_nodes().note(&format!("a \"note\" {number}"), offset)
    }

    fn linkage(&mut self) -> Linkage {
        pick(&mut self.rng, &[Linkage::Local, Linkage::Export, Linkage::Hidden, Linkage::Merge])
    }

    fn types(&mut self) {
        for number in 0..self.rng.usize(1..9) {
            let id = match self.rng.u8(..5) {
                0 => {
                    let body = self.body();
                    self.module.types.anonymous(body)
                }
                1 => self.module.types.declare_unnamed(),
                // Every name of the second kind clashes with the first and gets a suffix.
                2 => self.module.declare_type("Clash"),
                3 => self.module.declare_type(&format!("a b\u{e9}\n{number}")),
                _ => self.module.declare_type(&format!("module.T{number}")),
            };
            if self.module.types.body(id).is_none() {
                if self.rng.u8(..8) == 0 {
                    continue;
                }
                let body = self.body();
                self.set_body(id, body);
            }
            self.types.push(Type::Aggregate(id));
        }
    }

    fn set_body(&mut self, id: TypeId, body: TypeBody) {
        self.module.types.set_body(id, body);
    }

    /// An array or a record laid out as C does it, with the attributes that change layouts.
    fn body(&mut self) -> TypeBody {
        if self.rng.u8(..4) == 0 {
            return TypeBody::Array { element: self.ty(), count: self.rng.u64(..6) };
        }
        if self.rng.u8(..8) == 0 {
            return self.own_type();
        }
        let kind = if self.rng.u8(..4) == 0 { RecordKind::Union } else { RecordKind::Struct };
        let packed = self.rng.u8(..5) == 0;
        let (mut size, mut align, mut fields) = (0u64, Align::ONE, Vec::new());
        for number in 0..self.rng.usize(..6) {
            let ty = self.ty();
            let layout = self.module.types.layout(ty);
            let field_align = if packed { Align::ONE } else { layout.align };
            let offset = if kind.is_in_order() { size.next_multiple_of(field_align.bytes()) } else { 0 };
            size = size.max(offset + layout.size);
            align = align.max(field_align);
            let name = self.rng.bool().then(|| self.module.strings.intern(&format!("field{number}")));
            fields.push(Field { name, ty, offset });
        }
        let unadjusted_align = align;
        if self.rng.u8(..6) == 0 {
            align = align.max(Align::new(1 << self.rng.u32(3..6)));
        }
        size = size.next_multiple_of(align.bytes());
        TypeBody::Record(Record { kind, size, align, unadjusted_align, packed, fields })
    }

    /// What is passed as a type of C's own.
    fn own_type(&mut self) -> TypeBody {
        let plain = |types: &[(Scalar, u64)]| {
            let field = |&(scalar, offset)| Field { name: None, ty: Type::Scalar(scalar), offset };
            types.iter().map(field).collect()
        };
        let (kind, align, fields) = match self.rng.u8(..3) {
            0 => {
                let lanes = self.module.types.array(Type::Scalar(Scalar::F32), 4);
                (RecordKind::Vector, 16, vec![Field { name: None, ty: Type::Aggregate(lanes), offset: 0 }])
            }
            1 => (RecordKind::Complex, 8, plain(&[(Scalar::F64, 0), (Scalar::F64, 8)])),
            _ => (RecordKind::LongDouble, 16, plain(&[(Scalar::U64, 0), (Scalar::U16, 8)])),
        };
        let align = Align::new(align);
        TypeBody::Record(Record { kind, size: 16, align, unadjusted_align: align, packed: false, fields })
    }

    /// Facts about what is read and called in a body.
    fn add_facts(&mut self, function: &mut Function) {
        for (index, call) in function.calls.iter().enumerate() {
            if let Callee::Indirect(table) = call.callee
                && !self.nodes.is_empty()
                && self.rng.bool()
            {
                let (call, entry) = (CallId::new(index), self.rng.u32(..));
                let tables = self.tables();
                function.table_calls.push(TableCall { call, table, entry, tables });
            }
        }
        for instruction in &function.instructions {
            let is_read = matches!(instruction.operation, Operation::Load { .. });
            if is_read && function.value_type(instruction.result).is_integer() && self.rng.bool() {
                let (smallest, greatest) = (self.rng.u64(..), self.rng.u64(..));
                function.ranges.push(IntegerRange { value: instruction.result, smallest, greatest });
            }
        }
        let values = &function.values;
        function.ranges.retain(|range| !values[range.value.index()].is_wide());
        function.ranges.sort_by_key(|range| range.value.index());
    }

    pub fn random_signature(&mut self) -> Signature {
        let parameters: Vec<Type> = (0..self.rng.usize(..9)).map(|_| self.ty()).collect();
        let result = self.rng.bool().then(|| self.ty());
        Signature::new(parameters, result)
    }

    fn symbols(&mut self) {
        for number in 0..self.rng.usize(3..8) {
            let signature = self.random_signature();
            let signature = self.module.signature(signature);
            let name = if number == 3 { "needs quotes $$".to_owned() } else { format!("module.f{number}") };
            let symbol = self.module.import_function(&name, signature);
            self.functions.push((symbol, signature));
        }
        for number in 0..self.rng.usize(1..4) {
            let ty = self.rng.bool().then(|| self.ty());
            self.data.push(self.module.import_global(&format!("data{number}"), ty));
        }
    }

    fn metadata(&mut self) {
        for number in 0..self.rng.usize(..4) {
            let name = self.module.strings.intern(&format!("memory {number}"));
            let parent = pick(&mut self.rng, &self.aliases);
            self.aliases.push(self.module.metadata.alias(name, parent));
        }
        for number in 0..self.rng.usize(..4) {
            let text = self.module.strings.intern(&format!("node\t{number}"));
            let mut operands = vec![Operand::String(text), Operand::Integer(-5), Operand::Type(self.ty())];
            if !self.nodes.is_empty() {
                operands.push(Operand::Node(self.pick_node()));
            }
            operands.push(Operand::Symbol(self.data[0]));
            self.rng.shuffle(&mut operands);
            self.nodes.push(self.module.metadata.node(&operands));
        }
    }

    fn globals(&mut self) {
        for number in 0..self.rng.usize(..3) {
            let symbol = self.module.symbol(&format!("table {number}"));
            let count = self.rng.usize(..40);
            let mut bytes: Vec<u8> = (0..count).map(|_| self.rng.u8(..)).collect();
            let mut relocations = Vec::new();
            if count >= 16 {
                bytes[8..16].fill(0);
                let symbol = pick(&mut self.rng, &self.data);
                relocations.push(GlobalRelocation { offset: 8, symbol, addend: self.rng.i64(-9..9) });
            }
            let linkage = self.linkage();
            let constant = self.rng.bool();
            let notes = (0..self.rng.usize(..3)).map(|number| self.note(number)).collect();
            self.module.add_global(Global {
                symbol,
                linkage,
                constant,
                align: Align::new(16),
                ty: None,
                bytes,
                relocations,
                notes,
            });
        }
    }
}
