//! Version 11 of the binary form, which knew nothing of what is noted. Owns the step to version 12: what differed there, as it
//! was. What it shares with the present is pinned by a module of that version in the tests.

use serde::Deserialize;

use crate::call::{Argument, Call};
use crate::dispatch::TableCall;
use crate::function::{Attribute, BlockData, Form, IntegerRange, Linkage, Parameter, PointerFacts, SlotData};
use crate::global::GlobalRelocation;
use crate::ids::{AbiId, Align, SignatureId, Slot, SymbolId, Value};
use crate::instruction::Instruction;
use crate::scalar::Scalar;
use crate::site::Site;
use crate::terminator::Case;
use crate::types::Type;
use crate::variable::{Scope, Variable};

use super::version_12::Read;

#[derive(Deserialize)]
pub struct Function {
    symbol: SymbolId,
    signature: SignatureId,
    form: Form,
    linkage: Linkage,
    abi: Option<AbiId>,
    parameters: Vec<Parameter>,
    return_slot: Option<Slot>,
    slots: Vec<SlotData>,
    blocks: Vec<BlockData>,
    instructions: Vec<Instruction>,
    values: Vec<Scalar>,
    value_lists: Vec<Value>,
    cases: Vec<Case>,
    calls: Vec<Call>,
    arguments: Vec<Argument>,
    sites: Vec<Site>,
    scopes: Vec<Scope>,
    variables: Vec<Variable>,
    attributes: Vec<Attribute>,
    pointer_facts: Vec<PointerFacts>,
    ranges: Vec<IntegerRange>,
    table_calls: Vec<TableCall>,
}

#[derive(Deserialize)]
pub struct Global {
    symbol: SymbolId,
    linkage: Linkage,
    constant: bool,
    align: Align,
    ty: Option<Type>,
    #[serde(with = "super::bytes")]
    bytes: Vec<u8>,
    relocations: Vec<GlobalRelocation>,
}

/// The step to version 12: nothing is noted.
pub fn upgraded(read: Read<Function, Global>) -> Read {
    Read {
        name: read.name,
        target: read.target,
        text: read.text,
        text_ends: read.text_ends,
        types: read.types,
        signatures: read.signatures,
        symbols: read.symbols,
        functions: read.functions.into_iter().map(function).collect(),
        globals: read.globals.into_iter().map(global).collect(),
        abis: read.abis,
        nodes: read.nodes,
        aliases: read.aliases,
    }
}

fn function(old: Function) -> crate::Function {
    crate::Function {
        symbol: old.symbol,
        signature: old.signature,
        form: old.form,
        linkage: old.linkage,
        abi: old.abi,
        parameters: old.parameters,
        return_slot: old.return_slot,
        slots: old.slots,
        blocks: old.blocks,
        instructions: old.instructions,
        values: old.values,
        value_lists: old.value_lists,
        cases: old.cases,
        calls: old.calls,
        arguments: old.arguments,
        sites: old.sites,
        scopes: old.scopes,
        variables: old.variables,
        attributes: old.attributes,
        pointer_facts: old.pointer_facts,
        ranges: old.ranges,
        table_calls: old.table_calls,
        notes: Vec::new(),
    }
}

fn global(old: Global) -> crate::Global {
    let Global { symbol, linkage, constant, align, ty, bytes, relocations } = old;
    crate::Global { symbol, linkage, constant, align, ty, bytes, relocations, notes: Vec::new() }
}
