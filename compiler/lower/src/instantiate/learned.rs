//! What one instance after another is told of the program: the names of items, the fields of types. Owns these answers and
//! the memory that the last function was built in; must not know any module, whose numbers mean nothing in the next one.
//!
//! Nothing here is a query: it is of one state of the program, and whoever has it sees to that.

use std::rc::Rc;
use std::sync::Arc;

use hir::ItemId;
use mir::{Function, FunctionBuilder, SignatureId, SymbolId};
use rustc_hash::FxHashMap;
use source::Db;
use types::Ty;

use super::layouts::Parts;
use super::symbol;

/// Answers that are the same for all instances.
#[derive(Default)]
pub(super) struct Learned {
    symbols: FxHashMap<ItemId, Arc<str>>,
    paths: FxHashMap<ItemId, Box<str>>,
    written: FxHashMap<Ty, Box<str>>,
    parts: FxHashMap<Ty, Rc<Parts>>,
    /// A function that nobody needs any more: its tables have grown already.
    memory: Option<Function>,
}

impl Learned {
    /// The linker's name of an item.
    pub fn symbol(&mut self, db: &dyn Db, item: ItemId) -> &Arc<str> {
        self.symbols.entry(item).or_insert_with(|| symbol::item_symbol(db, item).into())
    }

    /// The full name of an item.
    pub fn path(&mut self, db: &dyn Db, item: ItemId) -> &str {
        self.paths.entry(item).or_insert_with(|| item.path(db).into())
    }

    /// A type as the language writes it.
    pub fn written(&mut self, db: &dyn Db, ty: Ty) -> &str {
        self.written.entry(ty).or_insert_with(|| types::display(db, ty).into())
    }

    /// The fields of a type, without what is known of their memory.
    pub fn parts(&mut self, db: &dyn Db, ty: Ty) -> &Rc<Parts> {
        self.parts.entry(ty).or_insert_with(|| Rc::new(Parts::find(db, ty)))
    }

    /// Begins a function in the memory of the last one.
    pub fn begin_function(&mut self, symbol: SymbolId, signature: SignatureId) -> FunctionBuilder {
        match self.memory.take() {
            Some(memory) => FunctionBuilder::in_memory_of(memory, symbol, signature),
            None => FunctionBuilder::new(symbol, signature),
        }
    }

    /// Copies what is kept, so that it has no room to grow, and takes the memory back for the next function.
    pub fn without_room(&mut self, built: Vec<Function>) -> Vec<Function> {
        let kept = built.clone();
        self.memory = built.into_iter().next();
        kept
    }
}
