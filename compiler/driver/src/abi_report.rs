//! What `lang abi` shows: how functions are called, and how types are laid out and passed, on one or more targets. It owns
//! the form of the report, which is also its JSON form (`abi.schema.json` of `lang` documents it); every fact is `abi`'s.

mod compare;
mod instances;
mod leaves;
mod meaning;
mod of_c;
mod of_program;
mod shapes;
mod shaping;

use abi::report::{Label, Report, ValueReport};
use abi::{Target, TypeArena, ValueIndex};
use serde::{Deserialize, Serialize};

pub use compare::{Change, ChangedOn, Comparison, ValueChange, compare};
pub use of_c::{CDeclarations, CText, abi_of_c};
pub use of_program::abi_report;
pub(crate) use of_program::{is_named, label};
pub use shapes::{CaseShape, Held, Part, Shape, ShapeReport, ShapesOfCall, ShapesOnTarget};

/// The version of the report's form. Keys may be added without a new one; none is removed or changes its meaning.
pub const ABI_REPORT_VERSION: u32 = 1;

/// A whole report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbiReport {
    /// [`ABI_REPORT_VERSION`].
    pub version: u32,
    /// The triples of the targets, in the order in which they were asked for.
    pub targets: Vec<String>,
    /// Functions, methods and C functions, in the order of the source; of generic ones the instances that the program uses.
    pub functions: Vec<FunctionReport>,
    /// Types, in the order of the source; of generic ones the instances that the program uses.
    pub types: Vec<TypeReport>,
    /// What values are to the callers of exported functions, for each target; of C's functions nothing.
    #[serde(default)]
    pub shapes: Vec<ShapesOnTarget>,
}

/// How one function is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionReport {
    /// Its full name.
    pub name: String,
    /// Its name for the linker.
    pub symbol: String,
    /// Whether it is C that has the code.
    pub imported: bool,
    /// Whether others may call it: it is an `extern fn`, `pub`, or a C function that is not `static`.
    pub exported: bool,
    /// How it is called on each target that has it.
    pub targets: Vec<FunctionOnTarget>,
}

/// How one function is called on one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionOnTarget {
    /// The target's triple.
    pub target: String,
    /// The line with which clang declares it in LLVM's language.
    pub llvm: Option<String>,
    /// Where each value travels.
    pub abi: Option<Report>,
    /// Why it is not described, if it is not.
    pub unsupported: Option<String>,
    /// What its values are to a caller, of an exported function of a program.
    #[serde(default)]
    pub shapes: Option<ShapesOfCall>,
}

/// How the values of one type are laid out and passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeReport {
    /// Its full name.
    pub name: String,
    /// `heap`, `counted`, `inline`, `copy`, `view`, `union` or `opaque`, of an enum with ` enum` behind.
    pub form: String,
    /// What it is on each target that has it.
    pub targets: Vec<TypeOnTarget>,
}

/// One type on one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeOnTarget {
    /// The target's triple.
    pub target: String,
    /// Size in bytes; of a heap type that of the object.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Bytes that belong to no field.
    pub padding: u64,
    /// The fields in order.
    pub fields: Vec<FieldReport>,
    /// How a value travels as the only argument; of a heap type the pointer.
    pub argument: Option<ValueReport>,
    /// How a value travels as the result.
    pub result: Option<ValueReport>,
    /// Why it is not known how it travels, if it is not.
    pub unsupported: Option<String>,
}

/// Where one field lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldReport {
    /// Its name.
    pub name: String,
    /// Its type, as the programmer writes it.
    #[serde(rename = "type")]
    pub ty: String,
    /// Offset in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
}

/// A name that nothing has; the text is for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReport(pub String);

impl AbiReport {
    /// A report of nothing.
    pub fn new(targets: Vec<String>) -> AbiReport {
        AbiReport { version: ABI_REPORT_VERSION, targets, functions: Vec::new(), types: Vec::new(), shapes: Vec::new() }
    }

    /// Puts a report of the same program on another target beside this one.
    pub fn add(&mut self, other: AbiReport) {
        self.targets.extend(other.targets);
        self.shapes.extend(other.shapes);
        for function in other.functions {
            match self.functions.iter_mut().find(|known| known.symbol == function.symbol) {
                Some(known) => known.targets.extend(function.targets),
                None => self.functions.push(function),
            }
        }
        for ty in other.types {
            match self.types.iter_mut().find(|known| known.name == ty.name) {
                Some(known) => known.targets.extend(ty.targets),
                None => self.types.push(ty),
            }
        }
    }
}

/// One signature, before it is lowered, with what its values are called.
pub(crate) struct Described<'a> {
    pub symbol: &'a str,
    pub arena: &'a TypeArena,
    pub signature: &'a abi::Signature,
    pub params: &'a [Label],
    pub result: &'a Label,
    /// The tag of each value's structure, for LLVM's language.
    pub tag: &'a dyn Fn(ValueIndex) -> Option<String>,
}

impl Described<'_> {
    pub fn on(&self, target: &Target) -> FunctionOnTarget {
        let (arena, signature) = (self.arena, self.signature);
        match abi::lower(target, arena, signature) {
            Ok(described) => FunctionOnTarget {
                target: target.to_string(),
                llvm: Some(abi::llvm::declaration(target, arena, signature, &described, self.symbol, self.tag)),
                abi: Some(abi::report::report(target, &described, self.params, self.result)),
                unsupported: None,
                shapes: None,
            },
            Err(unsupported) => FunctionOnTarget {
                target: target.to_string(),
                llvm: None,
                abi: None,
                unsupported: Some(unsupported.to_string()),
                shapes: None,
            },
        }
    }
}
