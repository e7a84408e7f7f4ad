//! What was emitted, read back: the signatures in a backend's own text are compared with those that the description
//! derives for it, and the registers that the code generator hands out for them with the description itself. Owns the
//! walk over a module's functions and calls; must not know how a code generator assigns registers, which one file each
//! says a second time, from the code generators' rules and not from the description.

mod clif;
mod llvm;
mod llvm_places;
mod place;
#[cfg(test)]
mod tests;

use abi::{FnAbi, Target};
use mir::{Backend, Callee, Module, Operation, Options, SignatureId, TextForm};
use serde::Serialize;

/// A signature as it was emitted, that is not what the description says.
#[derive(Clone, Debug, Serialize)]
pub struct Mismatch {
    /// The code generator.
    pub engine: &'static str,
    /// The function's symbol.
    pub function: String,
    /// What was compared: a signature, or the place of a value.
    pub what: String,
    /// What the description says.
    pub expected: String,
    /// What was emitted, or what the code generator makes of it.
    pub seen: String,
}

/// A function that a module defines or calls, with its description.
struct Wanted<'module> {
    /// The symbol.
    name: &'module str,
    /// The description.
    abi: &'module FnAbi,
    /// The signature.
    signature: SignatureId,
    /// Whether the module has its body.
    defined: bool,
}

/// What came of one module.
pub struct ReadBack {
    /// How many functions and callees were compared.
    pub compared: usize,
    /// What is not as described, at most one for each function.
    pub mismatches: Vec<Mismatch>,
}

/// Reads back what a backend emits for a module in lowered form; nothing for a backend whose text has no known form.
///
/// # Errors
/// What the backend cannot show.
pub fn read_back(backend: &dyn Backend, module: &Module, target: &Target) -> Result<Option<ReadBack>, String> {
    let options = Options::default();
    let module = &without_inlining(module);
    let show =
        |form| backend.text(module, target, &options, form).map_err(|error| format!("{}: {error}", backend.name()));
    let wanted = wanted(module);
    let found = match backend.name() {
        "cranelift" => clif::compare(&show(TextForm::Clif)?, &wanted, target),
        "llvm" => llvm::compare(&show(TextForm::Llvm)?, &wanted, module, target),
        _ => return Ok(None),
    };
    let mut mismatches: Vec<Mismatch> = Vec::new();
    for (function, difference) in found {
        if mismatches.iter().all(|known| known.function != function) {
            mismatches.push(Mismatch {
                engine: backend.name(),
                function,
                what: difference.what,
                expected: difference.expected,
                seen: difference.seen,
            });
        }
    }
    Ok(Some(ReadBack { compared: wanted.len(), mismatches }))
}

/// The same with nothing said about inlining: what is always inlined has no code of its own that could be read.
fn without_inlining(module: &Module) -> Module {
    let mut module = module.clone();
    if let Some(key) = module.strings.find(mir::INLINE) {
        for function in &mut module.functions {
            function.attributes.retain(|attribute| attribute.key != key);
        }
    }
    module
}

/// One thing that is not as described.
struct Difference {
    what: String,
    expected: String,
    seen: String,
}

impl Difference {
    fn new(what: impl Into<String>, expected: impl Into<String>, seen: impl Into<String>) -> Difference {
        Difference { what: what.into(), expected: expected.into(), seen: seen.into() }
    }
}

/// Every function with a body, and every function that is called by its name, each with each description once.
fn wanted(module: &Module) -> Vec<Wanted<'_>> {
    let mut wanted: Vec<Wanted<'_>> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    for function in module.functions.iter().filter(|function| function.is_defined()) {
        if let Some(abi) = function.abi
            && seen.insert((function.symbol, abi, true))
        {
            wanted.push(Wanted {
                name: module.symbol_name(function.symbol),
                abi: module.abi(abi),
                signature: function.signature,
                defined: true,
            });
        }
        for instruction in &function.instructions {
            let Operation::Call { call } = instruction.operation else {
                continue;
            };
            let call = function.call(call);
            if let (Callee::Direct(symbol), Some(abi)) = (call.callee, call.abi)
                && seen.insert((symbol, abi, false))
            {
                wanted.push(Wanted {
                    name: module.symbol_name(symbol),
                    abi: module.abi(abi),
                    signature: call.signature,
                    defined: false,
                });
            }
        }
    }
    wanted
}
