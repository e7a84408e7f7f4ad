//! The map from the tables of one module to those of another, and phase two: a function through it.

use crate::call::Callee;
use crate::debug::DebugTypes;
use crate::function::Function;
use crate::global::Global;
use crate::ids::{AbiId, AliasId, NodeId, SignatureId, StringId, SymbolId, TypeId};
use crate::metadata::Operand;
use crate::module::Module;
use crate::operands::Named;
use crate::signature::Signature;
use crate::site::SiteKind;
use crate::strings::Strings;
use crate::types::Type;

use super::strip::{self, Strip};
use super::types::map_types;

/// Where each entry of the moved module's tables went.
pub struct Map {
    left_out: Strip,
    /// The key of attributes that are left out.
    dropped: Option<StringId>,
    types: Vec<TypeId>,
    symbols: Vec<SymbolId>,
    signatures: Vec<SignatureId>,
    strings: Vec<Option<StringId>>,
    abis: Vec<AbiId>,
    nodes: Vec<Option<NodeId>>,
    aliases: Vec<AliasId>,
}

impl Map {
    /// Puts the tables of `source` into `destination`.
    pub fn new(destination: &mut Module, source: &Module, left_out: Strip) -> Map {
        let mut map = Map {
            left_out,
            dropped: strip::dropped_attribute(source, left_out),
            types: map_types(destination, source, left_out),
            symbols: map_symbols(destination, source),
            signatures: Vec::with_capacity(source.signatures.len()),
            strings: vec![None; source.strings.len()],
            abis: Vec::with_capacity(source.abis.len()),
            nodes: Vec::new(),
            aliases: vec![AliasId::ANY],
        };
        for (_, signature) in source.signatures.iter() {
            let parameters = signature.parameters.iter().map(|ty| map.ty(*ty)).collect();
            let result = signature.result.map(|ty| map.ty(ty));
            let mapped = Signature { parameters, result, fixed: signature.fixed, variadic: signature.variadic };
            map.signatures.push(destination.signature(mapped));
        }
        for description in &source.abis {
            map.abis.push(AbiId::new(destination.abis.len()));
            destination.abis.push(description.clone());
        }
        for (_, alias) in source.metadata.aliases() {
            let name = map.text(destination, &source.strings, alias.name);
            let parent = map.aliases[alias.parent.index()];
            map.aliases.push(destination.metadata.alias(name, parent));
        }
        map.add_nodes(destination, source);
        map
    }

    fn add_nodes(&mut self, destination: &mut Module, source: &Module) {
        let left_out = self.left_out;
        // Most modules say nothing.
        if source.metadata.nodes().len() == 0 {
            return;
        }
        let kept = strip::kept_nodes(source, left_out);
        let types = left_out.metadata.then(|| DebugTypes::new(&source.strings, &source.metadata));
        for ((_, mut operands), kept) in source.metadata.nodes().zip(kept) {
            if !kept {
                self.nodes.push(None);
                continue;
            }
            if let Some(types) = &types {
                operands = strip::needed_operands(types, operands, left_out);
            }
            let operands: Vec<_> = operands.iter().map(|operand| self.operand(destination, source, *operand)).collect();
            self.nodes.push(Some(destination.metadata.node(&operands)));
        }
    }

    fn node(&self, node: NodeId) -> NodeId {
        self.nodes[node.index()].expect("what something names that is moved is moved first")
    }

    pub fn ty(&self, ty: Type) -> Type {
        match ty {
            Type::Scalar(_) => ty,
            Type::Aggregate(id) => Type::Aggregate(self.types[id.index()]),
        }
    }

    pub fn symbol(&self, symbol: SymbolId) -> SymbolId {
        self.symbols[symbol.index()]
    }

    pub fn signature(&self, signature: SignatureId) -> SignatureId {
        self.signatures[signature.index()]
    }

    pub fn abi(&self, abi: Option<AbiId>) -> Option<AbiId> {
        abi.map(|abi| self.abis[abi.index()])
    }

    /// Changes every id in a function.
    pub fn function(&self, function: &mut Function) {
        function.symbol = self.symbol(function.symbol);
        function.signature = self.signature(function.signature);
        function.abi = self.abi(function.abi);
        for slot in &mut function.slots {
            slot.ty = slot.ty.map(|ty| self.ty(ty));
        }
        for instruction in &mut function.instructions {
            match instruction.operation.named() {
                Named::Symbol(symbol) => *symbol = self.symbol(*symbol),
                Named::Memory(alias) => *alias = self.aliases[alias.index()],
                // Tables of the function itself stay as they are.
                Named::Slot(_) | Named::Site(_) | Named::Call(_) | Named::Nothing => {}
            }
        }
        for call in &mut function.calls {
            match &mut call.callee {
                Callee::Direct(symbol) => *symbol = self.symbol(*symbol),
                Callee::Indirect(_) => {}
            }
            call.signature = self.signature(call.signature);
            call.abi = self.abi(call.abi);
        }
        self.side_tables(function);
    }

    fn side_tables(&self, function: &mut Function) {
        for site in &mut function.sites {
            if let SiteKind::Message(text) = &mut site.kind {
                *text = self.known_text(*text);
            }
        }
        function.attributes.retain(|attribute| Some(attribute.key) != self.dropped);
        for attribute in &mut function.attributes {
            attribute.key = self.known_text(attribute.key);
            attribute.node = self.node(attribute.node);
        }
        for call in &mut function.table_calls {
            call.tables = self.node(call.tables);
        }
        if self.left_out.debug {
            function.variables.clear();
            function.scopes.clear();
            function.notes.retain(|note| note.variable.is_none());
        }
        for variable in &mut function.variables {
            variable.name = self.known_text(variable.name);
            variable.ty = self.ty(variable.ty);
            variable.source_type = variable.source_type.map(|node| self.node(node));
        }
        if self.left_out.metadata {
            function.notes.clear();
        }
        for note in &mut function.notes {
            note.node = self.node(note.node);
        }
    }

    /// The same of data.
    pub fn global(&self, global: Global) -> Global {
        let Global { symbol, linkage, constant, align, ty, bytes, mut relocations, notes } = global;
        for relocation in &mut relocations {
            relocation.symbol = self.symbol(relocation.symbol);
        }
        let (symbol, ty) = (self.symbol(symbol), ty.map(|ty| self.ty(ty)));
        let notes = match self.left_out.metadata {
            true => Vec::new(),
            false => notes.into_iter().map(|note| self.node(note)).collect(),
        };
        Global { symbol, linkage, constant, align, ty, bytes, relocations, notes }
    }

    /// Texts that a function refers to, so that moving it needs the map only.
    pub fn texts_of(&mut self, destination: &mut Module, texts: &Strings, function: &Function) {
        for site in &function.sites {
            if let SiteKind::Message(text) = site.kind {
                self.text(destination, texts, text);
            }
        }
        for attribute in &function.attributes {
            if Some(attribute.key) != self.dropped {
                self.text(destination, texts, attribute.key);
            }
        }
        if !self.left_out.debug {
            for variable in &function.variables {
                self.text(destination, texts, variable.name);
            }
        }
    }

    fn text(&mut self, destination: &mut Module, texts: &Strings, text: StringId) -> StringId {
        *self.strings[text.index()].get_or_insert_with(|| destination.strings.intern(texts.text(text)))
    }

    fn known_text(&self, text: StringId) -> StringId {
        self.strings[text.index()].expect("the texts of a function are mapped before it")
    }

    fn operand(&mut self, destination: &mut Module, source: &Module, operand: Operand) -> Operand {
        match operand {
            Operand::String(text) => Operand::String(self.text(destination, &source.strings, text)),
            Operand::Integer(number) => Operand::Integer(number),
            Operand::Node(node) => Operand::Node(self.node(node)),
            Operand::Symbol(symbol) => Operand::Symbol(self.symbol(symbol)),
            Operand::Type(ty) => Operand::Type(self.ty(ty)),
        }
    }
}

/// Symbols go by their names. A name that is local to either module means another thing in the other one, so the
/// local symbol gets a suffix.
fn map_symbols(destination: &mut Module, source: &Module) -> Vec<SymbolId> {
    let mut map = Vec::with_capacity(source.symbols.len());
    for (_, symbol) in source.symbols.iter() {
        let name = source.strings.text(symbol.name);
        let there = destination.find_symbol(name);
        if symbol.local && there.is_some() {
            let free = free_name(destination, source, name);
            map.push(destination.symbol(&free));
            continue;
        }
        if let Some(there) = there
            && destination.symbols.get(there).local
        {
            let free = free_name(destination, source, name);
            destination.rename_symbol(there, &free);
        }
        map.push(destination.symbol(name));
    }
    map
}

fn free_name(destination: &mut Module, source: &Module, name: &str) -> String {
    let mut suffix = destination.symbols.taken_suffix(name);
    loop {
        suffix += 1;
        let free = format!("{name}.{suffix}");
        if destination.find_symbol(&free).is_none() && source.find_symbol(&free).is_none() {
            destination.symbols.take_suffix(name, suffix);
            return free;
        }
    }
}
