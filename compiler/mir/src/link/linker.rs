//! Modules of anybody as one. Owns which of several definitions stays, what is said when two modules do not fit, and that a
//! function is read only when something leads to it. How ids are changed, the map knows.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::binary::{BinaryError, Body, Head, Unread, read_tables};
use crate::call::Callee;
use crate::function::{Function, Linkage};
use crate::global::Global;
use crate::ids::{NodeId, SignatureId, SymbolId};
use crate::metadata::Operand;
use crate::module::{Declaration, Module};
use crate::operands::Named;
use crate::site::PANIC_SYMBOLS;

use super::map::Map;
use super::mismatch::{Said, mismatch};
use super::strip::Strip;
use super::{LinkError, Place, Strength, agree_on_target, declare};

/// Joins modules. What they are called is said in errors.
#[derive(Default)]
pub struct Linker<'bytes> {
    whole: Module,
    sources: Vec<Source<'bytes>>,
    /// The definition of each symbol that stays.
    definitions: FxHashMap<SymbolId, Definition>,
    /// What other modules say of functions, each signature once, with the number of a module that says so.
    signatures: FxHashMap<SymbolId, Vec<(SignatureId, usize)>>,
    /// Nodes of which each symbol was met.
    met: FxHashSet<NodeId>,
}

struct Source<'bytes> {
    name: String,
    map: Map,
    /// Its tables.
    module: Module,
    functions: Vec<Option<(Head, Body<'bytes>)>>,
    globals: Vec<Option<Global>>,
}

#[derive(Clone, Copy)]
struct Definition {
    source: usize,
    place: Place,
    strength: Strength,
    /// Of a function.
    signature: Option<SignatureId>,
    /// Where the first one of its symbol stood: in which module, and there.
    order: (usize, usize),
}

impl<'bytes> Linker<'bytes> {
    /// Joins nothing yet; the result has the name and the target of the first module.
    pub fn new() -> Linker<'bytes> {
        Linker::default()
    }

    /// A module in its binary form. No function of it is read now.
    ///
    /// # Errors
    /// It is no module, or does not fit to those before.
    pub fn add_bytes(&mut self, name: &str, bytes: &'bytes [u8]) -> Result<(), LinkError> {
        let unread = read_tables(bytes).map_err(|error| unreadable(name, &error))?;
        self.add(name, unread)
    }

    /// A module. Nothing is asked of it but that its ids lead somewhere, as those of a module that was read.
    ///
    /// # Errors
    /// It does not fit to those before.
    pub fn add_module(&mut self, name: &str, module: Module) -> Result<(), LinkError> {
        self.add(name, Unread::of(module))
    }

    fn add(&mut self, name: &str, unread: Unread<'bytes>) -> Result<(), LinkError> {
        let Unread { mut module, functions } = unread;
        // The map relies on tables that lead only to what stands before.
        if let Err(problems) = crate::verify(&module) {
            let problem = problems.first().map(ToString::to_string).unwrap_or_default();
            return Err(LinkError { message: format!("{name} is not well-formed: {problem}") });
        }
        if self.sources.is_empty() {
            self.whole.name.clone_from(&module.name);
        }
        agree_on_target(&mut self.whole, &module)
            .map_err(|error| LinkError { message: format!("{name} does not fit to those before: {error}") })?;
        let map = Map::new(&mut self.whole, &module, Strip::NOTHING);
        declare(&mut self.whole, &module, &map);
        let number = self.sources.len();
        for (id, symbol) in module.symbols.iter() {
            if let Declaration::ImportedFunction(signature) = symbol.declaration {
                self.is_said(map.symbol(id), map.signature(signature), number);
            }
        }
        let globals = std::mem::take(&mut module.globals);
        let functions: Vec<_> = functions.into_iter().map(Some).collect();
        let globals: Vec<_> = globals.into_iter().map(Some).collect();
        self.sources.push(Source { name: name.to_owned(), map, module, functions, globals });
        let source = &self.sources[number];
        let of_functions = source.functions.iter().flatten().enumerate().map(|(position, (head, _))| {
            let signature = Some(source.map.signature(head.signature));
            (source.map.symbol(head.symbol), head.linkage, Place::Function(position), signature)
        });
        let of_globals = source.globals.iter().flatten().enumerate().map(|(position, global)| {
            (source.map.symbol(global.symbol), global.linkage, Place::Global(position), None)
        });
        let all: Vec<_> = of_functions.chain(of_globals).collect();
        all.into_iter().try_for_each(|(symbol, linkage, place, signature)| {
            let strength = Strength::of(linkage);
            let order = (number, place.position());
            self.define(symbol, linkage, Definition { source: number, place, strength, signature, order })
        })
    }

    fn is_said(&mut self, symbol: SymbolId, signature: SignatureId, number: usize) {
        let said = self.signatures.entry(symbol).or_default();
        if said.iter().all(|(known, _)| *known != signature) {
            said.push((signature, number));
        }
    }

    fn define(&mut self, symbol: SymbolId, linkage: Linkage, new: Definition) -> Result<(), LinkError> {
        let declaration = match new.place {
            Place::Function(_) => Declaration::Function,
            Place::Global(_) => Declaration::Global,
        };
        let Some(old) = self.definitions.get(&symbol).copied() else {
            self.whole.announce(symbol, declaration, linkage == Linkage::Local);
            self.definitions.insert(symbol, new);
            return Ok(());
        };
        let name = self.whole.symbol_name(symbol);
        let (one, other) = (&self.sources[old.source].name, &self.sources[new.source].name);
        if old.signature.is_some() != new.signature.is_some() {
            return Err(LinkError {
                message: format!("{name} is a function in one of {one} and {other}, and data in the other"),
            });
        }
        if old.strength == Strength::Alone && new.strength == Strength::Alone {
            let message = match one == other {
                true => format!("{name} is defined twice, in two modules that are both {one}: name it once"),
                false => format!("{name} is defined twice: in {one} and in {other}; leave one of them out"),
            };
            return Err(LinkError { message });
        }
        let (stays, goes) = if new.strength > old.strength { (new, old) } else { (old, new) };
        self.definitions.insert(symbol, Definition { order: old.order, ..stays });
        if let Some(signature) = goes.signature {
            self.is_said(symbol, signature, goes.source);
        }
        Ok(())
    }

    /// Whether some module has a definition of a symbol that others can name.
    pub fn defines(&self, symbol: &str) -> bool {
        self.whole.find_symbol(symbol).is_some_and(|symbol| self.definitions.contains_key(&symbol))
    }

    /// All of them as one module.
    ///
    /// # Errors
    /// A function is not what others say it is, or cannot be read.
    pub fn all(mut self) -> Result<Module, LinkError> {
        self.check_signatures()?;
        let mut order: Vec<Definition> = self.definitions.values().copied().collect();
        order.sort_unstable_by_key(|definition| definition.order);
        for definition in order {
            let item = self.take(definition)?;
            self.put(item);
        }
        Ok(self.whole)
    }

    /// What some symbols lead to, themselves included, as one module; the rest is not read.
    ///
    /// # Errors
    /// Nothing defines one of them; a function is not what others say it is, or cannot be read.
    pub fn reachable_from(mut self, roots: &[&str]) -> Result<Module, LinkError> {
        self.check_signatures()?;
        let mut pending = Vec::with_capacity(roots.len());
        for root in roots {
            let symbol = self.whole.find_symbol(root).filter(|symbol| self.definitions.contains_key(symbol));
            pending.push(symbol.ok_or_else(|| LinkError { message: format!("no module defines {root}") })?);
        }
        let mut is_known = vec![false; self.whole.symbols.len()];
        pending.iter().for_each(|root| is_known[root.index()] = true);
        let mut taken = Vec::new();
        while let Some(symbol) = pending.pop() {
            let Some(definition) = self.definitions.get(&symbol).copied() else { continue };
            let found = self.take(definition)?;
            if found.may_panic() {
                // What code generators call where a check fails.
                let panics = PANIC_SYMBOLS.iter().filter_map(|name| self.whole.find_symbol(name));
                pending.extend(panics.filter(|symbol| !std::mem::replace(&mut is_known[symbol.index()], true)));
            }
            found.each_symbol((&self.whole, &mut self.met), |named| {
                if !std::mem::replace(&mut is_known[named.index()], true) {
                    pending.push(named);
                }
            });
            taken.push((definition.order, found));
        }
        for symbol in self.definitions.keys().filter(|symbol| !is_known[symbol.index()]) {
            self.whole.announce(*symbol, Declaration::Undeclared, false);
        }
        // In the order of the modules, and in that which they had there.
        taken.sort_by_key(|(order, _)| *order);
        taken.into_iter().for_each(|(_, item)| self.put(item));
        Ok(self.whole)
    }

    /// A function or datum on its way into the whole.
    fn take(&mut self, Definition { source, place, .. }: Definition) -> Result<Item, LinkError> {
        let source = &mut self.sources[source];
        match place {
            Place::Function(position) => {
                let (head, body) = source.functions[position].take().expect("each definition is taken once");
                let mut function = body.read(head, &source.module).map_err(|error| unreadable(&source.name, &error))?;
                source.map.texts_of(&mut self.whole, &source.module.strings, &function);
                source.map.function(&mut function);
                Ok(Item::Function(Box::new(function)))
            }
            Place::Global(position) => {
                let global = source.globals[position].take().expect("each definition is taken once");
                Ok(Item::Global(source.map.global(global)))
            }
        }
    }

    fn put(&mut self, item: Item) {
        match item {
            Item::Function(function) => self.whole.add_function(*function),
            Item::Global(global) => self.whole.add_global(global),
        }
    }

    fn check_signatures(&self) -> Result<(), LinkError> {
        let mut wrong: Vec<(SymbolId, String)> = Vec::new();
        for (symbol, said) in &self.signatures {
            let (signature, number) = match (self.definitions.get(symbol), said.first()) {
                (Some(Definition { signature: Some(signature), source, .. }), _) => (*signature, *source),
                // It is defined by nobody here: all have to mean the same function elsewhere.
                (None, Some(first)) => *first,
                (Some(Definition { signature: None, .. }) | None, _) => continue,
            };
            let defined = Said { module: &self.sources[number].name, signature };
            let name = self.whole.symbol_name(*symbol);
            let found = said.iter().find_map(|(signature, number)| {
                let other = Said { module: &self.sources[*number].name, signature: *signature };
                mismatch(&self.whole, name, &defined, &other)
            });
            wrong.extend(found.map(|message| (*symbol, message)));
        }
        match wrong.into_iter().min_by_key(|(symbol, _)| *symbol) {
            Some((_, message)) => Err(LinkError { message }),
            None => Ok(()),
        }
    }
}

/// A definition that the whole gets.
enum Item {
    Function(Box<Function>),
    Global(Global),
}

impl Item {
    /// Whether it has checks that may fail.
    fn may_panic(&self) -> bool {
        match self {
            Item::Function(function) => !function.sites.is_empty(),
            Item::Global(_) => false,
        }
    }

    /// What it names, as often as it does; by way of nodes only what was not met before.
    fn each_symbol(&self, (whole, met): (&Module, &mut FxHashSet<NodeId>), mut visit: impl FnMut(SymbolId)) {
        let function = match self {
            Item::Global(global) => return global.relocations.iter().for_each(|relocation| visit(relocation.symbol)),
            Item::Function(function) => function,
        };
        for instruction in &function.instructions {
            let mut operation = instruction.operation;
            match operation.named() {
                Named::Symbol(symbol) => visit(*symbol),
                Named::Memory(_) | Named::Slot(_) | Named::Site(_) | Named::Call(_) | Named::Nothing => {}
            }
        }
        for call in &function.calls {
            match call.callee {
                Callee::Direct(symbol) => visit(symbol),
                Callee::Indirect(_) => {}
            }
        }
        for call in &function.table_calls {
            symbols_of_node(whole, call.tables, met, &mut visit);
        }
    }
}

/// Functions that a call through a table may become a call of.
fn symbols_of_node(whole: &Module, node: NodeId, met: &mut FxHashSet<NodeId>, visit: &mut impl FnMut(SymbolId)) {
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        if !met.insert(node) {
            continue;
        }
        for operand in whole.metadata.operands(node) {
            match *operand {
                Operand::Symbol(symbol) => visit(symbol),
                Operand::Node(inner) => pending.push(inner),
                Operand::String(_) | Operand::Integer(_) | Operand::Type(_) => {}
            }
        }
    }
}

fn unreadable(name: &str, error: &BinaryError) -> LinkError {
    LinkError { message: format!("{name}: {error}") }
}
