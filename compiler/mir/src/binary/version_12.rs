//! Version 12 of the binary form, in which functions stood among the tables. Owns the step to version 13: the order of what was
//! written then. What the parts are is as it is today, pinned by a module of that version in the tests.

use serde::Deserialize;

use crate::function::Function;
use crate::global::Global;
use crate::metadata::{Alias, Operand};
use crate::module::Symbol;
use crate::passing::Passing;
use crate::signature::Signature;
use crate::types::TypeData;

use super::{BinaryError, Unread};

/// What was read; of version 11 with its functions and data.
#[derive(Deserialize)]
pub struct Read<F = Function, G = Global> {
    pub name: String,
    pub target: Option<abi::Target>,
    pub text: String,
    pub text_ends: Vec<u32>,
    pub types: Vec<TypeData>,
    pub signatures: Vec<Signature>,
    pub symbols: Vec<Symbol>,
    pub functions: Vec<F>,
    pub globals: Vec<G>,
    pub abis: Vec<Passing>,
    pub nodes: Vec<Box<[Operand]>>,
    pub aliases: Vec<Alias>,
}

/// The step to version 13.
pub fn unread(old: Read) -> Result<Unread<'static>, BinaryError> {
    let tables = super::Read {
        name: old.name,
        target: old.target,
        text: old.text,
        text_ends: old.text_ends,
        types: old.types,
        signatures: old.signatures,
        symbols: old.symbols,
        abis: old.abis,
        nodes: old.nodes,
        aliases: old.aliases,
        globals: old.globals,
        functions: Vec::new(),
    };
    let mut module = super::unread(tables, &[])?.module;
    module.functions = old.functions;
    let unread = Unread::of(module);
    super::heads_in_range(&unread)?;
    Ok(unread)
}
