//! Joining modules. Owns the two phases: first a map of all tables is made, of types by walking the named ones,
//! then functions and data are moved through the map. Linear in the size of what is moved. Must not know what
//! functions do: only the ids in them change.
//!
//! Types of one name and equal content become one; of one name and different content the moved one gets a suffix;
//! a declared type takes the body of the other. Unnamed types stay themselves. Memory kinds of one name under one
//! parent become one; what trees that two front ends made do not agree on, [`crate::MemoryKinds`] reads off what both say.
//!
//! A body that is [`Linkage::Available`] gives way to a definition, whichever comes first.
//!
//! [`strip`] is the same walk into an empty module, with what nothing needs left behind.

mod map;
mod strip;
mod types;

use std::fmt;

use rustc_hash::FxHashMap;

use crate::function::Linkage;
use crate::global::Global;
use crate::ids::SymbolId;
use crate::module::{Declaration, Module};

use map::Map;

pub use strip::{Strip, strip};

/// Moves everything of `source` into `destination`.
///
/// # Errors
/// A symbol that both define and that may not be merged, or two targets. `destination` then holds part of it.
pub fn link(destination: &mut Module, source: Module) -> Result<(), LinkError> {
    match (destination.target, source.target) {
        (None, target) => destination.target = target,
        (Some(one), Some(other)) if one != other => {
            return Err(LinkError { message: format!("one module is for {one}, the other for {other}") });
        }
        (Some(_), _) => {}
    }
    let map = Map::new(destination, &source, Strip::NOTHING);
    move_items(destination, source, &map)
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

fn move_items(destination: &mut Module, source: Module, map: &Map) -> Result<(), LinkError> {
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
    let mut available = None;
    for mut function in source.functions {
        map.function(&mut function);
        let (symbol, linkage) = (function.symbol, function.linkage);
        if destination.symbols.get(symbol).declaration == Declaration::Function && linkage != Linkage::Available {
            let available = available.get_or_insert_with(|| available_bodies(destination));
            if let Some(position) = available.remove(&symbol) {
                destination.functions[position] = function;
                continue;
            }
        }
        if is_free(destination, symbol, linkage)? {
            destination.add_function(function);
        }
    }
    for global in source.globals {
        let Global { symbol, linkage, constant, align, ty, bytes, mut relocations, notes } = global;
        for relocation in &mut relocations {
            relocation.symbol = map.symbol(relocation.symbol);
        }
        let (symbol, ty, notes) = (map.symbol(symbol), ty.map(|ty| map.ty(ty)), map.notes(notes));
        if is_free(destination, symbol, linkage)? {
            destination.add_global(Global { symbol, linkage, constant, align, ty, bytes, relocations, notes });
        }
    }
    Ok(())
}

/// Where the bodies stand that a definition replaces.
fn available_bodies(module: &Module) -> FxHashMap<SymbolId, usize> {
    let bodies = module.functions.iter().enumerate();
    bodies
        .filter(|(_, function)| function.linkage == Linkage::Available)
        .map(|(position, function)| (function.symbol, position))
        .collect()
}

/// Whether a definition is added, or left out because an equal one is there.
fn is_free(destination: &Module, symbol: SymbolId, linkage: Linkage) -> Result<bool, LinkError> {
    match destination.symbols.get(symbol).declaration {
        Declaration::Undeclared | Declaration::ImportedFunction(_) | Declaration::ImportedGlobal(_) => Ok(true),
        Declaration::Function | Declaration::Global => match linkage {
            Linkage::Merge | Linkage::Available => Ok(false),
            Linkage::Local | Linkage::Export | Linkage::Hidden => {
                Err(LinkError { message: format!("{} is defined twice", destination.symbol_name(symbol)) })
            }
        },
    }
}
