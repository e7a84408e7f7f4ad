//! Source forms to MIR: what is generic becomes concrete, what is implicit explicit. Owns the choice of layouts, slots,
//! checks and symbols; emits functions in `system-abi` form only. Must not know registers (the ABI pass does) nor
//! anything of backends, and must not decide anything about ownership: moves and drops stand in the source form.
//!
//! [`mir_of`] makes one [`Instance`]: its code or data, and the instances that these name. Nothing else says what is
//! reachable: whoever wants a program pulls with a work list, from one [`Maker`] for each thread, and links what was made.
//!
//! Source positions are byte offsets relative to the item's chunk, so that an item that only moves gives equal MIR.

mod aggregate;
mod alias;
mod arithmetic;
mod assign;
mod body;
mod bounds;
mod built;
mod call;
mod closure;
mod constant;
mod counters;
mod debug_data;
mod debug_types;
mod drops;
mod entry;
mod enumeration;
mod facts;
mod landing;
mod layouts;
mod learned;
mod object;
mod operand;
mod outside;
mod place;
mod records;
mod repeat;
mod settings;
mod sound;
mod substituted;
mod symbol;
#[cfg(test)]
mod tests;
mod watch;

pub use body::{is_always_inlined, is_unoptimised};
pub use built::{Built, Maker, cost, mir_naming_statements, mir_of};
pub use debug_types::described_types;
pub use object::BEFORE_METHODS as ENTRIES_BEFORE_METHODS;
pub use outside::{Outside, Way};
pub use settings::Settings;
pub use sound::can_be_built;
pub use symbol::{C_ENTRY, chunk_item, function_name, symbol, type_name};

use hir::{ClosureId, ItemId};
use mir::{Module, Signature, SignatureId, SymbolId, Type};
use rustc_hash::FxHashSet;
use source::Db;
use types::{Arguments, Linkage, Substitution, Ty};

/// Something that code or data is made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instance {
    /// A function, method or test with a body, with what its type parameters are.
    Function(ItemId, Arguments),
    /// A closure literal of such a body.
    Closure(ItemId, ClosureId, Arguments),
    /// A function as the code of a closure without captures: it has no use for the environment.
    Forwarder(ItemId, Arguments),
    /// What ends the environment of an owned closure: this tuple, on the heap.
    Environment(Ty),
    /// What ends a value of a type: of a heap type called with the object's pointer, of others with the value's address.
    Drop(Ty),
    /// What ends a value that lies on the heap by itself and frees its memory; called with its address.
    Boxed(Ty),
    /// A method as the table of a `dyn` has it, where the method itself would not get what it takes: called with the address
    /// of the value.
    Slot(ItemId, Arguments),
    /// The table that a `dyn` of the first type leads to if its value is of the second.
    Table(Ty, Ty),
    /// What counts one owner more for every string in a value of a type; called with the value's address.
    Retain(Ty),
    /// The bytes of a constant that is used as a place.
    Constant(ItemId),
    /// The place of a global.
    Global(ItemId),
    /// C's `main`, which calls the language's.
    Entry(ItemId),
    /// C's `main` of a test executable, which [`test_entry`] makes.
    TestEntry,
}

impl Instance {
    /// A function, method or test without type parameters.
    pub fn function(item: ItemId) -> Instance {
        Instance::Function(item, Arguments::NONE)
    }

    /// The function, method or test that code is made of.
    pub fn as_function(self) -> Option<ItemId> {
        if let Instance::Function(item, _) = self { Some(item) } else { None }
    }
}

/// The MIR module of an instance under construction.
struct Unit<'db> {
    db: &'db dyn Db,
    learned: learned::Learned,
    module: Module,
    settings: Settings,
    tables: learned::Tables,
    kinds: alias::Kinds,
    /// What unions hold, where that matters.
    unions: Option<&'db FxHashSet<Ty>>,
    /// The instances that have been named, each once, in the order in which they came.
    named: Vec<Instance>,
    /// Whether instructions name the statement that they come from instead of its place in the text.
    names_statements: bool,
    /// Whether the instance has a type that is larger than types may be.
    is_too_large: bool,
    /// The counters of the body that is being made, if its points are counted.
    counters: Option<counters::Counters>,
}

/// What a call of an item needs.
#[derive(Clone, Copy)]
struct Callable {
    symbol: SymbolId,
    signature: SignatureId,
    result: Ty,
}

impl<'db> Unit<'db> {
    fn new(db: &'db dyn Db, settings: Settings, mut learned: learned::Learned) -> Unit<'db> {
        Unit {
            db,
            tables: learned.take_tables(),
            learned,
            module: Module::default(),
            settings,
            kinds: alias::Kinds::default(),
            unions: settings.facts.then(|| alias::union_contents(db)),
            named: Vec::new(),
            names_statements: false,
            is_too_large: false,
            counters: None,
        }
    }

    /// Says that code or data of the module names an instance. Whoever brings a symbol of an instance into the module
    /// calls this, so that what is named and what is needed cannot differ.
    fn name(&mut self, instance: Instance) {
        if self.tables.is_named.insert(instance, ()).is_none() {
            self.named.push(instance);
        }
    }

    /// What a call of a function needs that has no type parameters; declares the function.
    fn callable(&mut self, item: ItemId) -> Callable {
        self.callable_with(item, Arguments::NONE)
    }

    /// What a call of a function with these type arguments needs; declares the function. A method of a trait is that of the
    /// type's `impl`.
    fn callable_with(&mut self, called: ItemId, given: Arguments) -> Callable {
        if let Some(known) = self.tables.signatures.get(&(called, given)) {
            return *known;
        }
        // What has no such method is not built.
        let (item, arguments) = types::resolve_instance(self.db, called, given).unwrap_or((called, given));
        let signature = types::signature(self.db, item);
        let with = Substitution::of_function(self.db, item, arguments);
        let parameters: Vec<Type> =
            signature.parameters.iter().map(|parameter| self.part(with.apply(parameter.ty))).collect();
        let returned = with.apply(signature.result);
        let result = self.result(returned);
        let id = match signature.variadic {
            true => {
                let fixed = parameters.len() as u32;
                Signature::variadic(parameters, fixed, result)
            }
            false => Signature::new(parameters, result),
        };
        let id = self.module.signature(id);
        match signature.linkage {
            Linkage::Mangled | Linkage::Exported(_) => self.name(Instance::Function(item, arguments)),
            Linkage::Imported(_) | Linkage::Intrinsic(_) => {}
        }
        let symbol = self.module.import_function(self.learned.symbol(self.db, item, arguments), id);
        let callable = Callable { symbol, signature: id, result: returned };
        self.tables.signatures.insert((called, given), callable);
        callable
    }

    /// A function of the standard library's module `runtime`.
    fn runtime(&mut self, name: &'static str) -> Option<Callable> {
        self.learned.runtime_item(self.db, name).map(|item| self.callable(item))
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
            linkage: mir::Linkage::Local,
            constant: true,
            align: mir::Align::new(align),
            ty: None,
            bytes,
            relocations: Vec::new(),
            notes: Vec::new(),
        });
        symbol
    }
}
