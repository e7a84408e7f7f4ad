//! The binary form: how a module travels to another process and back. Owns the magic, the version and what is
//! written of each table; must not know pipes or files.
//!
//! Tables are written as their lists; what only speeds up look-ups is made again on reading, and so is every id
//! checked there that leads from one table of the module into another: bytes that were not made by [`write`] give
//! an error or a module, never a panic, and a module that [`crate::verify`] may be asked about.
//!
//! The form follows from the fields of what is written, so an older version cannot be told by reading a field more or less:
//! who changes it keeps what is changed, as it was, in a file of its own (`version_11`), with the step to the next version,
//! and a module that was written before among the tests. A variant behind the others of an enum leaves older bytes as they are,
//! so its version needs no step. Versions whose form
//! nobody kept, or whose step is not worth its lines any more, are refused by their number.

pub(crate) mod bytes;
mod ids;
mod version_11;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::function::Function;
use crate::global::Global;
use crate::metadata::{Alias, Metadata, Operand};
use crate::module::{Module, Symbol, Symbols};
use crate::passing::Passing;
use crate::signature::{Signature, Signatures};
use crate::strings::Strings;
use crate::types::{TypeData, TypeTable};

/// What the form starts with.
pub const MAGIC: [u8; 4] = *b"LMIR";

/// The version of the form. Anything that changes what is written raises it; a test pins the bytes.
pub const VERSION: u32 = 12;

/// The oldest version that is read.
pub const OLDEST: u32 = 11;

/// Why bytes are not a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinaryError {
    /// They do not start as a module does.
    NotAModule,
    /// They are of a version of the form that is not read here.
    Version {
        /// The version that wrote them.
        found: u32,
    },
    /// They start as a module and go on as something else.
    Damaged {
        /// What was found.
        what: String,
    },
}

impl fmt::Display for BinaryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BinaryError::NotAModule => formatter.write_str(
                "this is not a module of the intermediate form; give a file that `lang` or `mir::binary::write` made",
            ),
            BinaryError::Version { found } => {
                let age = if *found > VERSION { "a newer" } else { "an older" };
                write!(
                    formatter,
                    "the module has version {found} of the binary form, this program reads versions {OLDEST} to \
                     {VERSION}: it was made by {age} lang; build again, with programs of one version"
                )
            }
            BinaryError::Damaged { what } => {
                write!(formatter, "the module is damaged ({what}); build again")
            }
        }
    }
}

impl std::error::Error for BinaryError {}

/// What is written, borrowed from a module.
#[derive(Serialize)]
struct Written<'module> {
    name: &'module str,
    target: Option<abi::Target>,
    text: &'module str,
    text_ends: &'module [u32],
    types: &'module [TypeData],
    signatures: &'module [Signature],
    symbols: &'module [Symbol],
    functions: &'module [Function],
    globals: &'module [Global],
    abis: Vec<&'module Passing>,
    nodes: &'module [Box<[Operand]>],
    aliases: &'module [Alias],
}

/// The same, read; of older versions with their functions and data.
#[derive(Deserialize)]
struct Read<F = Function, G = Global> {
    name: String,
    target: Option<abi::Target>,
    text: String,
    text_ends: Vec<u32>,
    types: Vec<TypeData>,
    signatures: Vec<Signature>,
    symbols: Vec<Symbol>,
    functions: Vec<F>,
    globals: Vec<G>,
    abis: Vec<Passing>,
    nodes: Vec<Box<[Operand]>>,
    aliases: Vec<Alias>,
}

/// The binary form of a module; the same bytes for the same module.
pub fn write(module: &Module) -> Vec<u8> {
    let (text, text_ends) = module.strings.parts();
    let (nodes, aliases) = module.metadata.lists();
    let written = Written {
        name: &module.name,
        target: module.target,
        text,
        text_ends,
        types: module.types.list(),
        signatures: module.signatures.list(),
        symbols: module.symbols.list(),
        functions: &module.functions,
        globals: &module.globals,
        abis: module.abis.iter().map(Arc::as_ref).collect(),
        nodes,
        aliases,
    };
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    postcard::to_extend(&written, bytes).expect("a vector takes all bytes, and every list knows its length")
}

/// Reads what [`write`] wrote. Ids inside of functions are left to [`crate::verify`].
///
/// # Errors
/// Bytes that no module has, with what to do about it.
pub fn read(bytes: &[u8]) -> Result<Module, BinaryError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(BinaryError::NotAModule)?;
    let (version, rest) = rest.split_first_chunk().ok_or_else(|| damaged("it ends after its first bytes"))?;
    let found = u32::from_le_bytes(*version);
    let read: Read = match found {
        11 => version_11::upgraded(whole(rest)?),
        VERSION => whole(rest)?,
        found => return Err(BinaryError::Version { found }),
    };
    let module = Module {
        name: read.name,
        target: read.target,
        strings: Strings::from_parts(read.text, read.text_ends).ok_or_else(|| damaged("its texts"))?,
        types: TypeTable::from_list(read.types).ok_or_else(|| damaged("its types"))?,
        signatures: Signatures::from_list(read.signatures).ok_or_else(|| damaged("its signatures"))?,
        symbols: Symbols::from_list(read.symbols).ok_or_else(|| damaged("its symbols"))?,
        functions: read.functions,
        globals: read.globals,
        abis: read.abis.into_iter().map(Arc::new).collect(),
        metadata: Metadata::from_lists(read.nodes, read.aliases).ok_or_else(|| damaged("its metadata"))?,
    };
    match ids::first_out_of_range(&module) {
        None => Ok(module),
        Some(what) => Err(damaged(format!("{what} is out of range"))),
    }
}

/// All bytes as one value.
fn whole<'bytes, T: Deserialize<'bytes>>(bytes: &'bytes [u8]) -> Result<T, BinaryError> {
    let (read, behind) = postcard::take_from_bytes(bytes).map_err(|error| damaged(error.to_string()))?;
    if !behind.is_empty() {
        return Err(damaged(format!("{} bytes stand behind its end", behind.len())));
    }
    Ok(read)
}

fn damaged(what: impl Into<String>) -> BinaryError {
    BinaryError::Damaged { what: what.into() }
}
