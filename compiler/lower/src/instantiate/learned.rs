//! What one instance after another is told of the program: the names of items, the fields of types. Owns these answers and
//! the memory that the last function was built in; must not know any module, whose numbers mean nothing in the next one.
//!
//! Nothing here is a query: it is of one state of the program, and whoever has it sees to that.

use std::rc::Rc;
use std::sync::Arc;

use hir::ItemId;
use mir::debug::DebugType;
use mir::{Function, FunctionBuilder, SignatureId, SymbolId};
use rustc_hash::FxHashMap;
use source::Db;
use types::{Arguments, NamedType, Ty};

use super::layouts::{self, Parts};
use super::{Callable, Instance, symbol};

/// Answers that are the same for all instances.
#[derive(Default)]
pub(super) struct Learned {
    symbols: FxHashMap<(ItemId, Arguments), Arc<str>>,
    paths: FxHashMap<NamedType, Box<str>>,
    written: FxHashMap<Ty, Box<str>>,
    parts: FxHashMap<Ty, Rc<Parts>>,
    runtime: FxHashMap<&'static str, Option<ItemId>>,
    /// A function that nobody needs any more: its tables have grown already.
    memory: Option<Function>,
    /// Empty, with the room that the last instance needed.
    tables: Tables,
}

/// What is known of one instance's module by its numbers.
#[derive(Default)]
pub(super) struct Tables {
    /// What calls of items need.
    pub signatures: FxHashMap<(ItemId, Arguments), Callable>,
    /// The instances that have been named.
    pub is_named: FxHashMap<Instance, ()>,
    /// What debuggers are told of types; of those that are declared under their `Object`s.
    pub described: FxHashMap<Ty, DebugType>,
    /// Types that have been named there, each once.
    pub described_types: Vec<NamedType>,
    /// The constants that have been told where they are used, and the same in order.
    pub is_constant_told: FxHashMap<ItemId, ()>,
    pub told_constants: Vec<ItemId>,
    /// How values of each type live.
    pub types: layouts::Types,
}

/// Emptying a table takes time by the room that it has, so one of more than so many entries is not kept for the next.
const MOST_ROOM: usize = 256;

impl Tables {
    fn emptied(self) -> Tables {
        let Tables { signatures, is_named, described, described_types: _, is_constant_told, told_constants: _, types } =
            self;
        Tables {
            signatures: emptied(signatures),
            is_named: emptied(is_named),
            described: emptied(described),
            described_types: Vec::new(),
            is_constant_told: emptied(is_constant_told),
            told_constants: Vec::new(),
            types: types.emptied(),
        }
    }
}

/// The same table without entries, for another instance.
pub(super) fn emptied<K, V>(mut table: FxHashMap<K, V>) -> FxHashMap<K, V> {
    if table.capacity() > MOST_ROOM {
        return FxHashMap::default();
    }
    table.clear();
    table
}

impl Learned {
    /// The linker's name of an item with these type arguments.
    pub fn symbol(&mut self, db: &dyn Db, item: ItemId, arguments: Arguments) -> &Arc<str> {
        self.symbols.entry((item, arguments)).or_insert_with(|| symbol::item_symbol(db, item, arguments).into())
    }

    /// The full name of a type.
    pub fn path(&mut self, db: &dyn Db, named: NamedType) -> &str {
        self.paths.entry(named).or_insert_with(|| symbol::qualified_named(db, named).into())
    }

    /// A type as the language writes it.
    pub fn written(&mut self, db: &dyn Db, ty: Ty) -> &str {
        self.written.entry(ty).or_insert_with(|| types::display(db, ty).into())
    }

    /// The fields of a type, without what is known of their memory.
    pub fn parts(&mut self, db: &dyn Db, ty: Ty) -> &Rc<Parts> {
        self.parts.entry(ty).or_insert_with(|| Rc::new(Parts::find(db, ty)))
    }

    /// A function of the standard library's module `runtime`.
    pub fn runtime_item(&mut self, db: &dyn Db, name: &'static str) -> Option<ItemId> {
        *self.runtime.entry(name).or_insert_with(|| symbol::runtime_item(db, name))
    }

    /// Begins a function in the memory of the last one.
    pub fn begin_function(&mut self, symbol: SymbolId, signature: SignatureId) -> FunctionBuilder {
        match self.memory.take() {
            Some(memory) => FunctionBuilder::in_memory_of(memory, symbol, signature),
            None => FunctionBuilder::new(symbol, signature),
        }
    }

    /// Tables for an instance.
    pub fn take_tables(&mut self) -> Tables {
        std::mem::take(&mut self.tables)
    }

    /// Keeps the room of an instance's tables for the next one.
    pub fn keep_tables(&mut self, tables: Tables) {
        self.tables = tables.emptied();
    }

    /// Copies what is kept, so that it has no room to grow, and takes the memory back for the next function.
    pub fn without_room(&mut self, built: Vec<Function>) -> Vec<Function> {
        let kept = built.clone();
        self.memory = built.into_iter().next();
        kept
    }
}
