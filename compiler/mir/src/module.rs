//! Modules: the unit that a backend compiles and the linker joins. Owns all tables that functions refer to by
//! id; must not know where it came from. Functions and data refer to each other by symbol only.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::call::Callee;
use crate::function::{Function, Linkage};
use crate::global::Global;
use crate::ids::{AbiId, SignatureId, StringId, SymbolId, TypeId};
use crate::metadata::Metadata;
use crate::operands::Named;
use crate::passing::Passing;
use crate::signature::{Signature, Signatures};
use crate::strings::Strings;
use crate::types::{Type, TypeTable};

/// Types, symbols, functions and data.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// What it is called in dumps; no meaning.
    pub name: String,
    /// The target that the ABI pass lowered it for.
    pub target: Option<abi::Target>,
    /// Texts, each once.
    pub strings: Strings,
    /// Aggregate types.
    pub types: TypeTable,
    /// Signatures, each once.
    pub signatures: Signatures,
    /// Functions and data by name, defined here or elsewhere.
    pub symbols: Symbols,
    /// Functions with bodies.
    pub functions: Vec<Function>,
    /// Data with bytes.
    pub globals: Vec<Global>,
    /// What the ABI pass attaches; one for each signature that occurs.
    pub abis: Vec<Arc<Passing>>,
    /// What the front end says beyond what runs.
    pub metadata: Metadata,
}

/// The symbols of one module.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    list: Vec<Symbol>,
    table: FxHashMap<StringId, SymbolId>,
    /// Up to which suffix names are taken that a local symbol had and another one needed.
    suffixes: FxHashMap<String, u64>,
}

/// A function or datum by its linker name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// The name.
    pub name: StringId,
    /// What it is.
    pub declaration: Declaration,
    /// Whether it is defined here with [`Linkage::Local`]: the name then means nothing to other modules.
    pub local: bool,
    /// How it is called, if it is a function that is defined elsewhere and the ABI pass was asked for LLVM's signatures:
    /// a declaration needs one, even if nothing here calls the function.
    pub abi: Option<AbiId>,
}

/// What a symbol is known to be in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Declaration {
    /// Only named so far.
    Undeclared,
    /// A function with a body here.
    Function,
    /// Data with bytes here.
    Global,
    /// A function defined elsewhere.
    ImportedFunction(SignatureId),
    /// Data defined elsewhere, of a type if one is known.
    ImportedGlobal(Option<Type>),
}

impl Module {
    /// An empty module.
    pub fn new(name: impl Into<String>) -> Module {
        Module { name: name.into(), ..Module::default() }
    }

    /// The symbol of a name, new or known.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        let name = self.strings.intern(name);
        *self.symbols.table.entry(name).or_insert_with(|| {
            self.symbols.list.push(Symbol { name, declaration: Declaration::Undeclared, local: false, abi: None });
            SymbolId::new(self.symbols.list.len() - 1)
        })
    }

    /// The symbol of a name if it is known.
    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbols.table.get(&self.strings.find(name)?).copied()
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        self.strings.text(self.symbols.list[symbol.index()].name)
    }

    /// Gives a symbol another name that no symbol has; uses of it follow.
    pub(crate) fn rename_symbol(&mut self, symbol: SymbolId, name: &str) {
        let data = &mut self.symbols.list[symbol.index()];
        self.symbols.table.remove(&data.name);
        data.name = self.strings.intern(name);
        self.symbols.table.insert(data.name, symbol);
    }

    /// Says what a symbol is. A definition is not replaced by an import.
    pub fn declare(&mut self, symbol: SymbolId, declaration: Declaration) {
        let known = &mut self.symbols.list[symbol.index()].declaration;
        match known {
            Declaration::Function | Declaration::Global => {}
            Declaration::Undeclared | Declaration::ImportedFunction(_) | Declaration::ImportedGlobal(_) => {
                *known = declaration;
            }
        }
    }

    /// Says that a definition of a symbol will stand here, or none after all.
    pub(crate) fn announce(&mut self, symbol: SymbolId, declaration: Declaration, local: bool) {
        let known = &mut self.symbols.list[symbol.index()];
        (known.declaration, known.local) = (declaration, local);
    }

    /// Declares a function that is defined elsewhere.
    pub fn import_function(&mut self, name: &str, signature: SignatureId) -> SymbolId {
        let symbol = self.symbol(name);
        self.declare(symbol, Declaration::ImportedFunction(signature));
        symbol
    }

    /// Declares data that is defined elsewhere.
    pub fn import_global(&mut self, name: &str, ty: Option<Type>) -> SymbolId {
        let symbol = self.symbol(name);
        self.declare(symbol, Declaration::ImportedGlobal(ty));
        symbol
    }

    /// Adds a function with its body.
    pub fn add_function(&mut self, function: Function) {
        let symbol = &mut self.symbols.list[function.symbol.index()];
        symbol.declaration = Declaration::Function;
        symbol.local = function.linkage == Linkage::Local;
        self.functions.push(function);
    }

    /// Makes hidden definitions local of which it is known that no other module names them: optimisers may then change
    /// how they are called, or leave nothing of them.
    pub fn keep_to_itself(&mut self, is_private: impl Fn(&str) -> bool) {
        let symbols = &mut self.symbols.list;
        let definitions = self
            .functions
            .iter_mut()
            .map(|function| (function.symbol, &mut function.linkage))
            .chain(self.globals.iter_mut().map(|global| (global.symbol, &mut global.linkage)));
        for (symbol, linkage) in definitions {
            let symbol = &mut symbols[symbol.index()];
            if *linkage == Linkage::Hidden && is_private(self.strings.text(symbol.name)) {
                *linkage = Linkage::Local;
                symbol.local = true;
            }
        }
    }

    /// Lets code and data name another symbol in the place of one that is not defined here.
    pub fn redirect(&mut self, name: &str, to: &str) {
        let Some(from) = self.find_symbol(name) else { return };
        let Some(to) = self.find_symbol(to) else {
            self.rename_symbol(from, to);
            return;
        };
        let change = |symbol: &mut SymbolId| {
            if *symbol == from {
                *symbol = to;
            }
        };
        for function in &mut self.functions {
            for instruction in &mut function.instructions {
                if let Named::Symbol(symbol) = instruction.operation.named() {
                    change(symbol);
                }
            }
            for call in &mut function.calls {
                match &mut call.callee {
                    Callee::Direct(symbol) => change(symbol),
                    Callee::Indirect(_) => {}
                }
            }
        }
        let relocations = self.globals.iter_mut().flat_map(|global| &mut global.relocations);
        relocations.for_each(|relocation| change(&mut relocation.symbol));
    }

    /// Declares a function that was taken out of `functions` as one that another module defines.
    pub fn remove_body(&mut self, function: &Function) {
        let symbol = &mut self.symbols.list[function.symbol.index()];
        symbol.declaration = Declaration::ImportedFunction(function.signature);
        symbol.local = false;
        symbol.abi = function.abi;
    }

    /// Adds data with its bytes.
    pub fn add_global(&mut self, global: Global) {
        let symbol = &mut self.symbols.list[global.symbol.index()];
        symbol.declaration = Declaration::Global;
        symbol.local = global.linkage == Linkage::Local;
        self.globals.push(global);
    }

    /// The id of a signature, new or known.
    pub fn signature(&mut self, signature: Signature) -> SignatureId {
        self.signatures.intern(signature)
    }

    /// Declares a named type without a body; see [`TypeTable::declare_named`].
    pub fn declare_type(&mut self, name: &str) -> TypeId {
        self.types.declare_named(&mut self.strings, name)
    }

    /// An attached description.
    pub fn abi(&self, id: AbiId) -> &abi::FnAbi {
        &self.passing(id).abi
    }

    /// The same with what follows from it.
    pub fn passing(&self, id: AbiId) -> &Arc<Passing> {
        &self.abis[id.index()]
    }
}

impl Symbols {
    /// Says how a function that is defined elsewhere is called.
    pub(crate) fn describe(&mut self, id: SymbolId, abi: Option<AbiId>) {
        self.list[id.index()].abi = abi;
    }

    /// Up to which suffix names are known to be taken.
    pub(crate) fn taken_suffix(&self, name: &str) -> u64 {
        self.suffixes.get(name).copied().unwrap_or(0)
    }

    /// Says that all suffixes up to this one are.
    pub(crate) fn take_suffix(&mut self, name: &str, suffix: u64) {
        self.suffixes.insert(name.to_owned(), suffix);
    }

    /// All symbols in the order of their ids.
    pub(crate) fn list(&self) -> &[Symbol] {
        &self.list
    }

    /// The table of such a list; `None` if a name stands there twice.
    pub(crate) fn from_list(list: Vec<Symbol>) -> Option<Symbols> {
        let table: FxHashMap<StringId, SymbolId> =
            list.iter().enumerate().map(|(index, symbol)| (symbol.name, SymbolId::new(index))).collect();
        (table.len() == list.len()).then_some(Symbols { list, table, suffixes: FxHashMap::default() })
    }

    /// One symbol.
    pub fn get(&self, id: SymbolId) -> Symbol {
        self.list[id.index()]
    }

    /// All symbols with their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (SymbolId, Symbol)> {
        self.list.iter().enumerate().map(|(index, symbol)| (SymbolId(index as u32), *symbol))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
