//! Joining modules. Owns the two phases: first a map of all tables is made, of types by walking the named ones,
//! then functions and data are moved through the map. Linear in the size of what is moved. Must not know what
//! functions do: only the ids in them change.
//!
//! Types of one name and equal content become one; of one name and different content the moved one gets a suffix;
//! a declared type takes the body of the other. Unnamed types stay themselves. Memory kinds of one name under one
//! parent become one; what trees that two front ends made do not agree on, [`crate::MemoryKinds`] reads off what both say.
//!
//! Of definitions with one name that which says most stays, as object linkers have it: one that stands alone goes before one
//! that may be merged with equal ones, and that before a body that is only there to be inlined. Two that stand alone are an
//! error.
//!
//! [`link`] is for parts of one program, which one front end made. [`Linker`] takes modules of anybody: it says which two do
//! not fit and why, and reads functions only when it needs them. [`strip`] is the same walk into an empty module, with what
//! nothing needs left behind.

mod linker;
mod map;
mod mismatch;
mod strip;
mod types;

use std::fmt;

use rustc_hash::FxHashMap;

use crate::function::Linkage;
use crate::ids::SymbolId;
use crate::module::{Declaration, Module};

use map::Map;

pub use linker::Linker;
pub use strip::{Strip, strip};

/// Moves everything of `source` into `destination`.
///
/// # Errors
/// A symbol that both define and that may not be merged, or two targets. `destination` then holds part of it.
pub fn link(destination: &mut Module, source: Module) -> Result<(), LinkError> {
    agree_on_target(destination, &source)?;
    let mut map = Map::new(destination, &source, Strip::NOTHING);
    move_items(destination, source, &mut map)
}

fn agree_on_target(destination: &mut Module, source: &Module) -> Result<(), LinkError> {
    match (destination.target, source.target) {
        (None, target) => destination.target = target,
        (Some(one), Some(other)) if one != other => {
            return Err(LinkError { message: format!("one module is for {one}, the other for {other}") });
        }
        (Some(_), _) => {}
    }
    Ok(())
}

/// Why modules do not fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    /// In words for the user.
    pub message: String,
}

impl fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for LinkError {}

fn move_items(destination: &mut Module, source: Module, map: &mut Map) -> Result<(), LinkError> {
    declare(destination, &source, map);
    let mut weaker = None;
    for mut function in source.functions {
        map.texts_of(destination, &source.strings, &function);
        map.function(&mut function);
        match meeting(destination, function.symbol, function.linkage, &mut weaker)? {
            Meeting::New => destination.add_function(function),
            Meeting::Stronger(Place::Function(position)) => destination.functions[position] = function,
            Meeting::Stronger(Place::Global(_)) => return Err(two_things(destination, function.symbol)),
            Meeting::Weaker => {}
        }
    }
    for global in source.globals {
        let global = map.global(global);
        match meeting(destination, global.symbol, global.linkage, &mut weaker)? {
            Meeting::New => destination.add_global(global),
            Meeting::Stronger(Place::Global(position)) => destination.globals[position] = global,
            Meeting::Stronger(Place::Function(_)) => return Err(two_things(destination, global.symbol)),
            Meeting::Weaker => {}
        }
    }
    Ok(())
}

/// Says in a module what another one imports.
fn declare(destination: &mut Module, source: &Module, map: &Map) {
    for (id, symbol) in source.symbols.iter() {
        let declaration = match symbol.declaration {
            Declaration::Undeclared | Declaration::Function | Declaration::Global => continue,
            Declaration::ImportedFunction(signature) => Declaration::ImportedFunction(map.signature(signature)),
            Declaration::ImportedGlobal(ty) => Declaration::ImportedGlobal(ty.map(|ty| map.ty(ty))),
        };
        let linked = map.symbol(id);
        destination.declare(linked, declaration);
        if symbol.abi.is_some() {
            destination.symbols.describe(linked, map.abi(symbol.abi));
        }
    }
}

/// How much a definition says of its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// A body to be inlined; another module has the definition.
    Inlined,
    /// One of equal ones.
    Merged,
    /// The only one.
    Alone,
}

impl Strength {
    fn of(linkage: Linkage) -> Strength {
        match linkage {
            Linkage::Available => Strength::Inlined,
            Linkage::Merge => Strength::Merged,
            Linkage::Local | Linkage::Export | Linkage::Hidden => Strength::Alone,
        }
    }
}

/// What a definition that comes is to one that may be there.
enum Meeting {
    /// There is none.
    New,
    /// It takes the place of one that says less.
    Stronger(Place),
    /// It is left out.
    Weaker,
}

/// Where a definition stands.
#[derive(Clone, Copy)]
enum Place {
    Function(usize),
    Global(usize),
}

impl Place {
    fn position(self) -> usize {
        match self {
            Place::Function(position) | Place::Global(position) => position,
        }
    }
}

/// `weaker` has the definitions of the destination that others go before, once somebody has asked.
fn meeting(
    destination: &Module,
    symbol: SymbolId,
    linkage: Linkage,
    weaker: &mut Option<FxHashMap<SymbolId, (Strength, Place)>>,
) -> Result<Meeting, LinkError> {
    match destination.symbols.get(symbol).declaration {
        Declaration::Undeclared | Declaration::ImportedFunction(_) | Declaration::ImportedGlobal(_) => {
            return Ok(Meeting::New);
        }
        Declaration::Function | Declaration::Global => {}
    }
    let strength = Strength::of(linkage);
    if strength == Strength::Inlined {
        return Ok(Meeting::Weaker);
    }
    let weaker = weaker.get_or_insert_with(|| weaker_definitions(destination));
    match weaker.get(&symbol).copied() {
        Some((there, place)) if there < strength => {
            match strength {
                Strength::Alone => weaker.remove(&symbol),
                Strength::Inlined | Strength::Merged => weaker.insert(symbol, (strength, place)),
            };
            Ok(Meeting::Stronger(place))
        }
        Some(_) => Ok(Meeting::Weaker),
        None if strength < Strength::Alone => Ok(Meeting::Weaker),
        None => Err(LinkError { message: format!("{} is defined twice", destination.symbol_name(symbol)) }),
    }
}

fn weaker_definitions(module: &Module) -> FxHashMap<SymbolId, (Strength, Place)> {
    let functions = module.functions.iter().enumerate();
    let functions =
        functions.map(|(position, function)| (function.symbol, function.linkage, Place::Function(position)));
    let globals = module.globals.iter().enumerate();
    let globals = globals.map(|(position, global)| (global.symbol, global.linkage, Place::Global(position)));
    functions
        .chain(globals)
        .map(|(symbol, linkage, place)| (symbol, (Strength::of(linkage), place)))
        .filter(|(_, (strength, _))| *strength < Strength::Alone)
        .collect()
}

fn two_things(module: &Module, symbol: SymbolId) -> LinkError {
    LinkError { message: format!("{} is a function and data", module.symbol_name(symbol)) }
}
