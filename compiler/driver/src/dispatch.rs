//! Calls through the tables of `dyn`, where the whole program is known: which implementations there are, and what an
//! optimised build makes of each call. It owns the closed set and who may open it; what a call becomes is `mir`'s decision.
//! Only functions for an optimiser are changed: in other builds a new implementation compiles no caller again.
//!
//! The set is that of the tables that the program makes. It is open where tables may come from elsewhere: from C, as
//! [`lower::Outside`] finds it, and from other objects, if the result is one of several.

use std::collections::BTreeMap;
use std::sync::Arc;

use lower::{Instance, Outside, Way};
use mir::{Candidate, Dispatch, KnownTables, Module, Operand, Operation, SymbolId, TableCall};
use rustc_hash::FxHashMap;
use source::Database;
use types::{DynKind, TraitReference, Ty};

use crate::instances::Instances;

/// Why a table of a `dyn` may be another than those that the program makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// It may come from outside.
    Outside(Way),
    /// The program is linked to others.
    Object,
}

/// The function at a place of the tables of a `dyn`.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The `dyn`, as an owned one.
    pub of: Ty,
    /// The place, in words.
    pub number: u32,
    /// What a call of it becomes.
    pub dispatch: Dispatch,
    /// The functions that may be called: of which type (of a `String` that is lent, that of the borrow), and the symbol.
    pub candidates: Vec<(Ty, Arc<str>)>,
    /// Whether there may be others.
    pub opening: Option<Opening>,
}

/// A call through a `dyn`.
#[derive(Clone, Debug)]
pub struct DispatchedCall {
    /// The symbol of the function that calls.
    pub caller: Arc<str>,
    /// The offset of the call in its chunk.
    pub source: u32,
    /// What it calls.
    pub entry: Arc<Entry>,
}

/// A table that the program makes.
struct Table {
    /// The type of the values.
    ty: Ty,
    symbol: Arc<str>,
    /// The functions by their places, in words.
    functions: FxHashMap<u32, Arc<str>>,
}

/// All tables of a `dyn`.
struct Tables {
    of: Ty,
    tables: Vec<Table>,
    opening: Option<Opening>,
    /// What is known of a place, once somebody has asked.
    entries: FxHashMap<u32, Arc<Entry>>,
}

impl Tables {
    fn entry(&mut self, number: u32) -> Arc<Entry> {
        if let Some(known) = self.entries.get(&number) {
            return known.clone();
        }
        // Equal functions have equal numbers.
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        let mut of_function = |symbol| {
            let next = numbers.len();
            SymbolId::new(*numbers.entry(symbol).or_insert(next))
        };
        let candidates = self.tables.iter().enumerate().map(|(index, table)| Candidate {
            table: SymbolId::new(index),
            function: table.functions.get(&number).map(|symbol| of_function(symbol)),
        });
        let known = KnownTables { is_closed: self.opening.is_none(), candidates: candidates.collect() };
        let functions = self.tables.iter().filter_map(|table| Some((table.ty, table.functions.get(&number)?.clone())));
        let entry = Arc::new(Entry {
            of: self.of,
            number,
            dispatch: known.dispatch(),
            candidates: functions.collect(),
            opening: self.opening,
        });
        self.entries.insert(number, entry.clone());
        entry
    }

    /// What a module is told of a call of the function at a place. Where the call stays, only how many there are.
    fn describe(&self, module: &mut Module, entry: &Entry, signature: mir::SignatureId, name: &str) -> mir::NodeId {
        let is_closed = entry.opening.is_none();
        if entry.dispatch == Dispatch::Table {
            return KnownTables::write_count(module, name, is_closed, self.tables.len());
        }
        let candidates = self.tables.iter().map(|table| {
            let function = table.functions.get(&entry.number);
            Candidate {
                table: module.import_global(&table.symbol, None),
                function: function.map(|symbol| module.import_function(symbol, signature)),
            }
        });
        KnownTables { is_closed, candidates: candidates.collect() }.write(module, name)
    }
}

/// What the whole program says of its tables, by what they are called in intermediate code.
pub(crate) struct ClosedSets {
    sets: BTreeMap<String, Tables>,
}

impl ClosedSets {
    /// Of a program of which these are all instances.
    pub(crate) fn of(db: &Database, instances: &Instances, is_object: bool) -> ClosedSets {
        let mut sets: BTreeMap<String, Tables> = BTreeMap::new();
        for member in instances.members() {
            let Instance::Table(of, ty) = member.instance else { continue };
            let functions = member.with_module(table_functions);
            let table = Table { ty, symbol: member.symbol.clone(), functions };
            let set = sets.entry(lower::type_name(db, of)).or_insert_with(|| Tables {
                of,
                tables: Vec::new(),
                opening: is_object.then_some(Opening::Object),
                entries: FxHashMap::default(),
            });
            set.tables.push(table);
        }
        if sets.values().any(|set| set.opening.is_none()) {
            let mut outside = Outside::new(db);
            instances.members().iter().for_each(|member| outside.add(member.instance));
            for set in sets.values_mut() {
                set.opening = set.opening.or(outside.way(set.of).map(Opening::Outside));
            }
        }
        ClosedSets { sets }
    }

    /// What becomes of a call of the function at a place of a table.
    pub(crate) fn entry(&mut self, db: &Database, of: TraitReference, number: u32) -> Option<Arc<Entry>> {
        let of = Ty::object_of_trait(DynKind::Owned, of);
        self.sets.get_mut(&lower::type_name(db, of)).map(|set| set.entry(number))
    }
}

/// The functions that a table leads to.
fn table_functions(module: &Module) -> FxHashMap<u32, Arc<str>> {
    let word = mir::Scalar::Pointer.bytes();
    let relocations = module.globals.iter().flat_map(|global| &global.relocations);
    relocations
        .map(|relocation| ((relocation.offset / word) as u32, Arc::from(module.symbol_name(relocation.symbol))))
        .collect()
}

/// Says of each call through a table which tables there are, and rewrites it accordingly. What it needs now is needed by the
/// member that calls. Only of members that an optimiser gets.
pub(crate) fn devirtualise(
    db: &Database,
    instances: &mut Instances,
    is_object: bool,
    optimises: impl Fn(Instance) -> bool,
) -> Vec<DispatchedCall> {
    let calls = |module: &Module| module.functions.iter().any(|function| !function.table_calls.is_empty());
    let calling: Vec<usize> = (0..instances.members().len())
        .filter(|place| {
            let member = &instances.members()[*place];
            optimises(member.instance) && member.with_module(calls)
        })
        .collect();
    let mut done = Vec::new();
    if calling.is_empty() {
        return done;
    }
    let mut sets = ClosedSets::of(db, instances, is_object);
    for place in calling {
        let member = &instances.members()[place];
        let (caller, mut module) = (member.symbol.clone(), member.take());
        let mut needed = Vec::new();
        for number in 0..module.functions.len() {
            let sources = call_sources(&module.functions[number]);
            for index in 0..module.functions[number].table_calls.len() {
                let TableCall { call, entry, tables, .. } = module.functions[number].table_calls[index];
                let &[Operand::String(name)] = module.metadata.operands(tables) else { continue };
                let name = module.strings.text(name).to_owned();
                let Some(set) = sets.sets.get_mut(&name) else { continue };
                let entry = set.entry(entry);
                let signature = module.functions[number].call(call).signature;
                module.functions[number].table_calls[index].tables =
                    set.describe(&mut module, &entry, signature, &name);
                match entry.dispatch {
                    Dispatch::Direct => needed.extend(entry.candidates.iter().map(|(_, symbol)| symbol.clone())),
                    Dispatch::Compared => {
                        needed.extend(entry.candidates.iter().map(|(_, symbol)| symbol.clone()));
                        needed.extend(set.tables.iter().map(|table| table.symbol.clone()));
                    }
                    Dispatch::Table => {}
                }
                let source = sources.get(&call).copied().unwrap_or_default();
                done.push(DispatchedCall { caller: caller.clone(), source, entry });
            }
        }
        mir::devirtualise(&mut module);
        instances.replace(place, module, &needed);
    }
    done
}

fn call_sources(function: &mir::Function) -> FxHashMap<mir::CallId, u32> {
    if function.table_calls.is_empty() {
        return FxHashMap::default();
    }
    let calls = function.instructions.iter().filter_map(|instruction| {
        let Operation::Call { call } = instruction.operation else { return None };
        Some((call, instruction.source))
    });
    calls.collect()
}
