//! What is known of functions before any is told: what MIR says of each, and which were built into others. Owns the way from
//! symbols to that; must not know how it is told, nor in which unit.

use mir::debug::{DebugFunction, FunctionRecords};
use mir::{Origin, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Object;
use crate::functions::Code;
use crate::names::Names;

/// What MIR says of a function.
#[derive(Clone, Copy)]
pub(crate) struct Known<'object> {
    /// The place of its unit in [`Object::records`].
    pub unit: usize,
    pub records: &'object FunctionRecords,
    /// What it is called; nothing of what nobody wrote.
    pub named: Option<DebugFunction<'object>>,
    /// Where its item begins.
    pub origin: Option<Origin>,
    /// Where it is declared.
    pub declared: Option<Position>,
    /// Whether it is of the standard library, or nobody wrote it.
    pub is_library: bool,
}

impl Known<'_> {
    /// The place in its chunk where it is declared: what comes from there opens the environment of a closure, before its own
    /// code.
    pub(crate) fn begin(&self) -> u32 {
        self.named.map_or(0, |named| named.offset)
    }

    /// Where it is and where its item begins, of what people step through.
    pub(crate) fn stepped(&self) -> Option<(Position, Origin)> {
        self.declared.zip(self.origin).filter(|_| !self.is_library)
    }
}

/// All functions of an object.
pub(crate) struct KnownFunctions<'object> {
    known: FxHashMap<&'object str, Known<'object>>,
    inlined: FxHashSet<&'object str>,
}

impl<'object> KnownFunctions<'object> {
    pub(crate) fn new(object: &Object<'object>, names: &Names<'object>) -> Self {
        let mut known = FxHashMap::default();
        for (number, unit) in object.records.iter().enumerate() {
            for function in &unit.functions {
                known.entry(function.symbol.as_str()).or_insert_with(|| {
                    let named = function.function.and_then(|node| names.said(number).function(node));
                    let origin = object.positions.origin(&function.symbol);
                    let place = named.zip(origin);
                    let declared = place.map(|(named, origin)| object.positions.position_from(origin, named.offset).0);
                    let is_library = declared.is_none_or(|declared| object.positions.is_library(declared.file));
                    Known { unit: number, records: function, named, origin, declared, is_library }
                });
            }
        }
        let mut inlined = FxHashSet::default();
        for function in object.functions {
            if let Code::Read(read, function) = function.code {
                let mut open = vec![&function.body];
                while let Some(body) = open.pop() {
                    inlined.extend(body.inlined.iter().map(|inner| read.symbols[inner.symbol as usize].as_str()));
                    open.extend(body.inlined.iter().map(|inner| &inner.body));
                }
            }
        }
        KnownFunctions { known, inlined }
    }

    /// What MIR says of a function; nothing if it comes from elsewhere.
    pub(crate) fn of(&self, symbol: &str) -> Option<Known<'object>> {
        self.known.get(symbol).copied()
    }

    /// Whether a function was built into another one.
    pub(crate) fn is_inlined(&self, symbol: &str) -> bool {
        self.inlined.contains(symbol)
    }
}
