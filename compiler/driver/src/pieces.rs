//! Units of which only some functions are new: those that an earlier build made are taken from the store, the others are
//! compiled, and the sum is what compiling all would have given, byte by byte. It owns this sum; it must not know what a
//! fingerprint covers. Only for code generators that make functions one by one: an optimiser looks at several at once.

use mir::artifact::{CodeArtifact, Statistics};
use mir::{Artifacts, Backend, BackendError, Fingerprint, Fingerprinter, Linkage, Module, Options};

use crate::store::{KnownFunction, Store};

/// The fingerprints of a unit.
pub(crate) struct UnitFingerprint {
    /// Of all.
    pub whole: Fingerprint,
    /// Of each function that it defines, in order.
    functions: Vec<Fingerprint>,
}

/// What compiling a unit gave.
pub(crate) struct CompiledUnit {
    /// Everything.
    pub artifacts: Artifacts,
    /// The fingerprints of the functions that the artifacts begin with, if they were made one by one.
    pub functions: Vec<Fingerprint>,
    /// How many functions were compiled.
    pub compiled: usize,
}

impl UnitFingerprint {
    /// A unit is known by its name and all that is in it, in its order.
    pub(crate) fn new(
        module: &Module,
        target: &abi::Target,
        backend: &dyn Backend,
        options: &Options,
    ) -> UnitFingerprint {
        let backend = format!("{} {}", backend.name(), backend.version());
        let mut parts = Fingerprinter::new(module, target, options, &backend);
        let mut whole = blake3::Hasher::new();
        whole.update(module.name.as_bytes());
        let mut functions = Vec::with_capacity(module.functions.len());
        for function in &module.functions {
            let fingerprint = parts.function(function);
            whole.update(&fingerprint);
            if function.is_defined() {
                functions.push(fingerprint);
            }
        }
        for global in &module.globals {
            whole.update(&parts.global(global));
        }
        UnitFingerprint { whole: *whole.finalize().as_bytes(), functions }
    }

    /// How many functions the unit defines.
    pub(crate) fn defined(&self) -> usize {
        self.functions.len()
    }
}

/// Compiles what the store does not know of a unit, which is what it was afterwards.
///
/// # Errors
/// What the code generator says.
pub(crate) fn compile(
    module: &mut Module,
    UnitFingerprint { functions, .. }: UnitFingerprint,
    store: &Store,
    backend: &dyn Backend,
    (target, options): (&abi::Target, &Options),
) -> Result<CompiledUnit, BackendError> {
    let together = |artifacts| CompiledUnit { artifacts, compiled: functions.len(), functions: Vec::new() };
    if backend.optimises(options) {
        return backend.compile(module, target, options).map(together);
    }
    let known: Vec<Option<KnownFunction<'_>>> =
        functions.iter().map(|fingerprint| store.function(fingerprint)).collect();
    let defined = module.functions.iter().filter(|function| function.is_defined());
    let instructions = defined.map(|function| function.instructions.len() as u64).sum();
    let linkages: Vec<Linkage> = module.functions.iter().map(|function| function.linkage).collect();
    for (function, known) in module.functions.iter_mut().filter(|function| function.is_defined()).zip(&known) {
        if known.is_some() {
            // To the others it is what it was: defined near them, by somebody else.
            function.linkage = Linkage::Available;
        }
    }
    let new = backend.compile(module, target, options);
    for (function, linkage) in module.functions.iter_mut().zip(linkages) {
        function.linkage = linkage;
    }
    let new = new?;
    if new.object.is_some() {
        return Ok(together(new));
    }
    let compiled = known.iter().filter(|known| known.is_none()).count();
    Ok(CompiledUnit { artifacts: sum(new, instructions, compiled, &known), functions, compiled })
}

/// The artifacts of all functions in their order, of which `compiled` ones are new.
fn sum(mut new: Artifacts, instructions: u64, compiled: usize, known: &[Option<KnownFunction<'_>>]) -> Artifacts {
    let mut added = new.functions.split_off(compiled.min(new.functions.len()));
    let mut made = new.functions.into_iter();
    let mut functions: Vec<CodeArtifact> = Vec::with_capacity(known.len() + added.len());
    for known in known {
        match known {
            None => functions.extend(made.next()),
            Some(known) => {
                let is_named = |more: &&CodeArtifact| known.code.symbols.contains(&more.symbol);
                added.extend(known.added.iter().filter(is_named).cloned());
                functions.push(known.code.clone());
            }
        }
    }
    added.sort_unstable_by(|left, right| left.symbol.cmp(&right.symbol));
    added.dedup_by(|left, right| left.symbol == right.symbol);
    functions.extend(added);
    let code_bytes = functions.iter().map(|function| function.code.len() as u64).sum();
    let statistics = Statistics { functions: functions.len() as u64, instructions, code_bytes };
    Artifacts { functions, statistics, ..new }
}
