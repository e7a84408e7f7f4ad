//! The binary form: how a module travels to another process and back. Owns the magic, the version and what is
//! written of each table; must not know pipes or files.
//!
//! Tables are written as their lists; what only speeds up look-ups is made again on reading, and so is every id
//! checked there that leads from one table of the module into another: bytes that were not made by [`write()`] give
//! an error or a module, never a panic, and a module that [`crate::verify()`] may be asked about.
//!
//! Functions stand behind all tables, each with its length, so that who links modules reads only those that are needed
//! ([`Unread`]).
//!
//! The form follows from the fields of what is written, so an older version cannot be told by reading a field more or less:
//! who changes it keeps what is changed, as it was, in a file of its own (`version_11`), with the step to the next version,
//! and a module that was written before among the tests. A variant behind the others of an enum leaves older bytes as they are,
//! so its version needs no step. Versions whose form
//! nobody kept, or whose step is not worth its lines any more, are refused by their number.

pub(crate) mod bytes;
mod ids;
mod version_11;
mod version_12;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::function::{Function, Linkage};
use crate::global::Global;
use crate::ids::{SignatureId, SymbolId};
use crate::metadata::{Alias, Metadata, Operand};
use crate::module::{Module, Symbol, Symbols};
use crate::passing::Passing;
use crate::signature::{Signature, Signatures};
use crate::strings::Strings;
use crate::types::{TypeData, TypeTable};

/// What the form starts with.
pub const MAGIC: [u8; 4] = *b"LMIR";

/// The version of the form. Anything that changes what is written raises it; a test pins the bytes.
pub const VERSION: u32 = 14;

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

/// The tables that are written, borrowed from a module.
#[derive(Serialize)]
struct Written<'module> {
    name: &'module str,
    target: Option<abi::Target>,
    text: &'module str,
    text_ends: &'module [u32],
    types: &'module [TypeData],
    signatures: &'module [Signature],
    symbols: &'module [Symbol],
    abis: Vec<&'module Passing>,
    nodes: &'module [Box<[Operand]>],
    aliases: &'module [Alias],
    globals: &'module [Global],
    functions: &'module [Head],
}

/// The same, read.
#[derive(Deserialize)]
struct Read {
    name: String,
    target: Option<abi::Target>,
    text: String,
    text_ends: Vec<u32>,
    types: Vec<TypeData>,
    signatures: Vec<Signature>,
    symbols: Vec<Symbol>,
    abis: Vec<Passing>,
    nodes: Vec<Box<[Operand]>>,
    aliases: Vec<Alias>,
    globals: Vec<Global>,
    functions: Vec<Head>,
}

/// What is known of a function before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub symbol: SymbolId,
    pub signature: SignatureId,
    pub linkage: Linkage,
    /// Bytes that it has behind the tables.
    length: u64,
}

/// A module of which the tables are read, and no function yet.
#[derive(Debug)]
pub struct Unread<'bytes> {
    pub(crate) module: Module,
    pub(crate) functions: Vec<(Head, Body<'bytes>)>,
}

/// A function that waits to be read.
#[derive(Debug)]
pub(crate) enum Body<'bytes> {
    Bytes(&'bytes [u8]),
    /// Of a form that does not tell functions apart before they are read.
    Read(Box<Function>),
}

/// The binary form of a module; the same bytes for the same module.
pub fn write(module: &Module) -> Vec<u8> {
    let (text, text_ends) = module.strings.parts();
    let (nodes, aliases) = module.metadata.lists();
    let mut bodies = Vec::new();
    let mut functions = Vec::with_capacity(module.functions.len());
    for function in &module.functions {
        let before = bodies.len();
        bodies = postcard::to_extend(function, bodies).expect(ALWAYS_WRITTEN);
        let Function { symbol, signature, linkage, .. } = *function;
        functions.push(Head { symbol, signature, linkage, length: (bodies.len() - before) as u64 });
    }
    let written = Written {
        name: &module.name,
        target: module.target,
        text,
        text_ends,
        types: module.types.list(),
        signatures: module.signatures.list(),
        symbols: module.symbols.list(),
        abis: module.abis.iter().map(Arc::as_ref).collect(),
        nodes,
        aliases,
        globals: &module.globals,
        functions: &functions,
    };
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    let mut bytes = postcard::to_extend(&written, bytes).expect(ALWAYS_WRITTEN);
    bytes.extend_from_slice(&bodies);
    bytes
}

const ALWAYS_WRITTEN: &str = "a vector takes all bytes, and every list knows its length";

/// Reads what [`write()`] wrote. Ids inside of functions are left to [`crate::verify()`].
///
/// # Errors
/// Bytes that no module has, with what to do about it.
pub fn read(bytes: &[u8]) -> Result<Module, BinaryError> {
    let Unread { mut module, functions } = read_tables(bytes)?;
    let mut read = Vec::with_capacity(functions.len());
    for (head, body) in functions {
        read.push(body.read(head, &module)?);
    }
    module.functions = read;
    Ok(module)
}

/// The same without the functions.
///
/// # Errors
/// Bytes that no module has, as far as they are read.
pub fn read_tables(bytes: &[u8]) -> Result<Unread<'_>, BinaryError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(BinaryError::NotAModule)?;
    let (version, rest) = rest.split_first_chunk().ok_or_else(|| damaged("it ends after its first bytes"))?;
    match u32::from_le_bytes(*version) {
        11 => version_12::unread(version_11::upgraded(whole(rest)?)),
        12 => version_12::unread(whole(rest)?),
        // Kinds of records behind those of 13.
        13 | VERSION => {
            let (read, bodies): (Read, _) = postcard::take_from_bytes(rest).map_err(not_read)?;
            unread(read, bodies)
        }
        found => Err(BinaryError::Version { found }),
    }
}

fn unread<'bytes>(read: Read, mut bodies: &'bytes [u8]) -> Result<Unread<'bytes>, BinaryError> {
    let mut functions = Vec::with_capacity(read.functions.len());
    for head in &read.functions {
        let length = usize::try_from(head.length).ok().filter(|length| *length <= bodies.len());
        let length = length.ok_or_else(|| damaged("a function ends behind its end"))?;
        let (own, rest) = bodies.split_at(length);
        functions.push((*head, Body::Bytes(own)));
        bodies = rest;
    }
    if !bodies.is_empty() {
        return Err(damaged(format!("{} bytes stand behind its end", bodies.len())));
    }
    let module = Module {
        name: read.name,
        target: read.target,
        strings: Strings::from_parts(read.text, read.text_ends).ok_or_else(|| damaged("its texts"))?,
        types: TypeTable::from_list(read.types).ok_or_else(|| damaged("its types"))?,
        signatures: Signatures::from_list(read.signatures).ok_or_else(|| damaged("its signatures"))?,
        symbols: Symbols::from_list(read.symbols).ok_or_else(|| damaged("its symbols"))?,
        functions: Vec::new(),
        globals: read.globals,
        abis: read.abis.into_iter().map(Arc::new).collect(),
        metadata: Metadata::from_lists(read.nodes, read.aliases).ok_or_else(|| damaged("its metadata"))?,
    };
    if let Some(what) = ids::first_out_of_range(&module) {
        return Err(damaged(format!("{what} is out of range")));
    }
    let unread = Unread { module, functions };
    heads_in_range(&unread)?;
    Ok(unread)
}

fn heads_in_range(unread: &Unread<'_>) -> Result<(), BinaryError> {
    let (symbols, signatures) = (unread.module.symbols.len(), unread.module.signatures.len());
    let is_in_range = |head: &Head| head.symbol.index() < symbols && head.signature.index() < signatures;
    match unread.functions.iter().all(|(head, _)| is_in_range(head)) {
        true => Ok(()),
        false => Err(damaged("a function's symbol or signature is out of range")),
    }
}

impl Unread<'_> {
    /// A module of which everything is read, as if it were not.
    pub fn of(mut module: Module) -> Unread<'static> {
        let functions = std::mem::take(&mut module.functions).into_iter().map(|function| {
            let Function { symbol, signature, linkage, .. } = function;
            (Head { symbol, signature, linkage, length: 0 }, Body::Read(Box::new(function)))
        });
        Unread { functions: functions.collect(), module }
    }
}

impl Body<'_> {
    /// The function, which belongs to a module.
    pub(crate) fn read(self, head: Head, module: &Module) -> Result<Function, BinaryError> {
        let function = match self {
            Body::Read(function) => *function,
            Body::Bytes(bytes) => whole::<Function>(bytes)?,
        };
        let Function { symbol, signature, linkage, .. } = function;
        if (symbol, signature, linkage) != (head.symbol, head.signature, head.linkage) {
            return Err(damaged("a function is another one than its head says"));
        }
        match ids::first_out_of_range_in(module, &function) {
            None => Ok(function),
            Some(what) => Err(damaged(format!("{what} is out of range"))),
        }
    }
}

/// All bytes as one value.
fn whole<'bytes, T: Deserialize<'bytes>>(bytes: &'bytes [u8]) -> Result<T, BinaryError> {
    let (read, behind) = postcard::take_from_bytes(bytes).map_err(not_read)?;
    if !behind.is_empty() {
        return Err(damaged(format!("{} bytes stand behind its end", behind.len())));
    }
    Ok(read)
}

/// Why bytes are not what they are to be, without the words of the encoding.
fn not_read(error: postcard::Error) -> BinaryError {
    damaged(match error {
        postcard::Error::DeserializeUnexpectedEnd => "it ends too early",
        _ => "its bytes are those of nothing that a module has",
    })
}

fn damaged(what: impl Into<String>) -> BinaryError {
    BinaryError::Damaged { what: what.into() }
}
