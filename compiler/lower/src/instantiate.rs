//! Source forms to MIR: what is generic becomes concrete, what is implicit explicit. Owns the choice of layouts, slots,
//! checks and symbols; emits functions in `system-abi` form only. Must not know registers (the ABI pass does) nor
//! anything of backends, and must not decide anything about ownership: moves and drops stand in the source form.
//!
//! A [`Unit`] is one MIR module under construction; [`Instance`] names what it can hold. [`references`] tells which
//! instances an instance needs, without building it, so that the driver can find the reachable ones first.
//!
//! Source positions are byte offsets relative to the item's chunk, so that an item that only moves gives equal MIR.

mod aggregate;
mod alias;
mod arithmetic;
mod assign;
mod body;
mod call;
mod constant;
mod cost;
mod drops;
mod entry;
mod facts;
mod landing;
mod operand;
mod place;
mod references;
mod repeat;
mod settings;
mod shape;
mod sound;
mod symbol;
#[cfg(test)]
mod tests;
mod watch;

pub use cost::body_cost;
pub use references::references;
pub use settings::Settings;
pub use sound::can_be_built;
pub use symbol::{C_ENTRY, chunk_item, symbol};

use hir::ItemId;
use mir::{Declaration, Linkage, Module, Signature, SignatureId, SymbolId, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Db;
use types::Ty;

/// Something that code or data is made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instance {
    /// A function, method or test with a body.
    Function(ItemId),
    /// What ends a value of a type: of a heap type called with the object's pointer, of others with the value's address.
    Drop(Ty),
    /// What counts one owner more for every string in a value of a type; called with the value's address.
    Retain(Ty),
    /// The bytes of a constant that is used as a place.
    Constant(ItemId),
    /// The place of a global.
    Global(ItemId),
    /// C's `main`, which calls the language's.
    Entry(ItemId),
    /// C's `main` of a test executable; the tests are those given to [`Unit::add_test_entry`].
    TestEntry,
}

/// A MIR module under construction.
pub struct Unit<'db> {
    db: &'db dyn Db,
    module: Module,
    settings: Settings,
    type_table: shape::Types,
    kinds: alias::Kinds,
    /// What unions hold, where that matters.
    unions: Option<&'db FxHashSet<Ty>>,
    signatures: FxHashMap<ItemId, Callable>,
    /// Whether instructions name the statement that they come from instead of its place in the text.
    names_statements: bool,
}

/// What a call of an item needs.
#[derive(Clone, Copy)]
struct Callable {
    symbol: SymbolId,
    signature: SignatureId,
    result: Ty,
}

impl<'db> Unit<'db> {
    /// An empty unit; the name only shows in dumps.
    pub fn new(db: &'db dyn Db, name: &str, settings: Settings) -> Unit<'db> {
        Unit {
            db,
            module: Module::new(name),
            settings,
            type_table: shape::Types::default(),
            kinds: alias::Kinds::default(),
            unions: settings.facts.then(|| alias::union_contents(db)),
            signatures: FxHashMap::default(),
            names_statements: false,
        }
    }

    /// The same unit, but as the source of each instruction it says 1 + the position of the statement in
    /// [`crate::source_form::SourceForm::statements`], and 0 for what stands before the first; for readers that explain
    /// the code of one function. No code is made of such a unit.
    pub fn naming_statements(mut self) -> Unit<'db> {
        self.names_statements = true;
        self
    }

    /// Builds an instance into the unit. An instance with errors is left out; the diagnostics have said why.
    pub fn add(&mut self, instance: Instance) {
        match instance {
            Instance::Function(item) => body::add(self, item),
            Instance::Drop(ty) => drops::add_drop(self, ty),
            Instance::Retain(ty) => drops::add_retain(self, ty),
            Instance::Constant(item) => constant::add_constant(self, item),
            Instance::Global(item) => constant::add_global(self, item),
            Instance::Entry(item) => entry::add_main(self, item),
            Instance::TestEntry => entry::add_tests(self, &[]),
        }
    }

    /// Builds the body of an instance that another unit defines, so that calls of it can be inlined here. It defines
    /// nothing: [`Linkage::Available`]. To be called after [`Unit::add`] of all that the unit does define; what it
    /// defines already stays as it is, C's `main` is never called, and a global has one place.
    pub fn add_available(&mut self, instance: Instance) {
        match instance {
            Instance::Function(_) | Instance::Drop(_) | Instance::Retain(_) | Instance::Constant(_) => {}
            Instance::Global(_) | Instance::Entry(_) | Instance::TestEntry => return,
        }
        let known = self.module.find_symbol(&symbol(self.db, instance));
        let known = known.map(|symbol| self.module.symbols.get(symbol).declaration);
        if let Some(Declaration::Function | Declaration::Global) = known {
            return;
        }
        let (functions, globals) = (self.module.functions.len(), self.module.globals.len());
        self.add(instance);
        for function in &mut self.module.functions[functions..] {
            function.linkage = Linkage::Available;
        }
        // The texts that a body names are this object's own copies and stay so.
        for global in &mut self.module.globals[globals..] {
            if global.linkage != Linkage::Local {
                global.linkage = Linkage::Available;
            }
        }
    }

    /// Builds C's `main` of a test executable, which runs the test whose number is its first argument.
    pub fn add_test_entry(&mut self, tests: &[ItemId]) {
        entry::add_tests(self, tests);
    }

    /// The module, in `system-abi` form.
    pub fn finish(self) -> Module {
        self.module
    }

    /// What a call of a function needs; declares the function.
    fn callable(&mut self, item: ItemId) -> Callable {
        if let Some(known) = self.signatures.get(&item) {
            return *known;
        }
        let signature = types::signature(self.db, item);
        let parameters: Vec<Type> = signature.parameters.iter().map(|parameter| self.part(parameter.ty)).collect();
        let result = self.result(signature.result);
        let id = match signature.variadic {
            true => Signature::variadic(parameters.clone(), parameters.len() as u32, result),
            false => Signature::new(parameters, result),
        };
        let id = self.module.signature(id);
        let name = symbol::item_symbol(self.db, item);
        let callable =
            Callable { symbol: self.module.import_function(&name, id), signature: id, result: signature.result };
        self.signatures.insert(item, callable);
        callable
    }

    /// A function of the standard library's module `runtime`.
    fn runtime(&mut self, name: &str) -> Option<Callable> {
        symbol::runtime_item(self.db, name).map(|item| self.callable(item))
    }

    /// A C function that the compiler calls by itself.
    fn c_function(
        &mut self,
        name: &str,
        parameters: &[mir::Scalar],
        result: Option<mir::Scalar>,
    ) -> (SymbolId, SignatureId) {
        let parameters = parameters.iter().map(|scalar| Type::Scalar(*scalar)).collect();
        let signature = self.module.signature(Signature::new(parameters, result.map(Type::Scalar)));
        (self.module.import_function(name, signature), signature)
    }

    /// Adds data of this object's own, without a name that others could use.
    fn local_data(&mut self, name: &str, bytes: Vec<u8>, align: u64) -> SymbolId {
        let symbol = self.module.symbol(name);
        self.module.add_global(mir::Global {
            symbol,
            linkage: Linkage::Local,
            constant: true,
            align: mir::Align::new(align),
            ty: None,
            bytes,
            relocations: Vec::new(),
        });
        symbol
    }
}
