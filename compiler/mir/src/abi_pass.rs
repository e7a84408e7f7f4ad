//! The ABI pass: from `system-abi` form to lowered form. Owns the rewriting of parameters, returns and calls into
//! parts, addresses and explicit copies; must not know any convention: every decision is read from the
//! [`abi::FnAbi`] that it asks for and attaches.
//!
//! What it promises: nothing reads or writes past the end of a value, whatever the width of the registers that
//! carry it; every memory copy that a convention forces is a [`crate::Operation::Copy`] with its reason, also where a
//! value is less aligned than its slot of the argument area (bytes in that area are an [`crate::Argument::Stack`], which
//! the backend moves). Widening to a register is left
//! to the description (`extend`), because LLVM's attributes and Cranelift's flags do it; so is echoing the
//! address of a result in a register (`returned_in`), which both code generators do by themselves.
//!
//! A function whose own signature and calls pass scalars only, one register each, is not rewritten: its calls get
//! their description and that is all. This is the common case, and the pass runs over every function of every
//! debug build.

mod callee;
mod caller;
mod convert;
mod parts;
mod rewriter;

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::call::CallResult;
use crate::function::{Form, Function};
use crate::ids::{AbiId, SignatureId, SymbolId};
use crate::module::{Declaration, Module, Symbol};
use crate::passing::Passing;
use crate::signature::{Signature, Signatures};
use crate::terminator::{ReturnValue, Terminator, ValueList};
use crate::types::{Type, TypeTable};

pub use convert::Converter as AbiTypes;
use convert::Converter;
use rewriter::Rewriter;

pub use parts::carrier_scalar;

/// Lowers every `system-abi` function of a module for a target.
///
/// # Errors
/// Names the function, and what of its signature or calls the target's description does not cover.
pub fn lower_module(module: &mut Module, target: &abi::Target) -> Result<(), AbiError> {
    AbiPass::new(*target).run(module)
}

/// What a module cannot be lowered for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbiError {
    /// The function that has or calls the signature.
    pub function: String,
    /// What is not supported, and why.
    pub unsupported: abi::Unsupported,
}

impl fmt::Display for AbiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "in {}: {}", self.function, self.unsupported)
    }
}

impl std::error::Error for AbiError {}

/// The pass, with descriptions of signatures of scalars remembered from module to module. Make one per thread.
#[derive(Debug)]
pub struct AbiPass {
    target: abi::Target,
    mutation: Option<Wrong>,
    llvm_signatures: bool,
    scalar_signatures: FxHashMap<abi::Signature, Arc<Passing>>,
}

impl AbiPass {
    /// A pass for a target.
    pub fn new(target: abi::Target) -> AbiPass {
        AbiPass { target, mutation: None, llvm_signatures: false, scalar_signatures: FxHashMap::default() }
    }

    /// The same, which also writes down each signature as LLVM's IR has it, if that is wanted: see
    /// [`crate::Backend::reads_llvm_signatures`].
    pub fn with_llvm_signatures(self, wanted: bool) -> AbiPass {
        AbiPass { llvm_signatures: wanted, ..self }
    }

    /// A pass that gets one kind of decision wrong in every description but those of the signatures `spared`: a control
    /// of tests.
    pub fn mutated(target: abi::Target, mutation: abi::mutation::Mutation, spared: fn(&Signature) -> bool) -> AbiPass {
        AbiPass { mutation: Some(Wrong { mutation, spared }), ..AbiPass::new(target) }
    }

    /// Lowers every `system-abi` function of a module. Functions that are lowered already stay as they are.
    ///
    /// # Errors
    /// As [`lower_module`]; the module is then good for nothing but being printed.
    pub fn run(&mut self, module: &mut Module) -> Result<(), AbiError> {
        module.target = Some(self.target);
        let imported = if self.llvm_signatures { imported_functions(module) } else { Vec::new() };
        let mut described = Described::new(self, &module.signatures, &module.types, &mut module.abis);
        let mut plain = module.functions.iter_mut().filter(|function| function.form == Form::SystemAbi);
        let lowered = plain.try_for_each(|function| {
            lower_function(function, &mut described).map_err(|unsupported| (function.symbol, unsupported))
        });
        let symbols = &mut module.symbols;
        let declared = lowered.and_then(|()| {
            imported.into_iter().try_for_each(|(symbol, signature)| {
                let known = described.get(signature).map_err(|unsupported| (symbol, unsupported))?;
                symbols.describe(symbol, Some(known.id));
                Ok(())
            })
        });
        declared
            .map_err(|(symbol, unsupported)| AbiError { function: module.symbol_name(symbol).to_owned(), unsupported })
    }

    /// Describes the signatures of a module that is lowered already once more: it may have been made without what LLVM's
    /// signatures are, or by somebody else.
    ///
    /// # Errors
    /// Names a function whose description, or that of a call in it, is not what the target's says of the signature.
    pub fn describe_again(&mut self, module: &mut Module) -> Result<(), String> {
        let old = std::mem::take(&mut module.abis);
        let imported = if self.llvm_signatures { imported_functions(module) } else { Vec::new() };
        let mut described = Described::new(self, &module.signatures, &module.types, &mut module.abis);
        let mut again = |signature: SignatureId, abi: &mut Option<AbiId>| {
            let known = described.get(signature).map_err(|unsupported| unsupported.to_string())?;
            if abi.is_some_and(|abi| old[abi.index()].abi != *described.abi(known)) {
                return Err("a description is not what the target says of the signature".to_owned());
            }
            *abi = Some(known.id);
            Ok(())
        };
        for function in &mut module.functions {
            let name = || module.strings.text(module.symbols.get(function.symbol).name);
            let calls = function.calls.iter_mut().map(|call| (call.signature, &mut call.abi));
            let mut all = [(function.signature, &mut function.abi)].into_iter().chain(calls);
            all.try_for_each(|(signature, abi)| again(signature, abi))
                .map_err(|reason| format!("in {}: {reason}", name()))?;
        }
        for (symbol, signature) in imported {
            let mut abi = None;
            again(signature, &mut abi)?;
            module.symbols.describe(symbol, abi);
        }
        Ok(())
    }

    /// How the values of one signature travel.
    ///
    /// # Errors
    /// What the target's description does not cover.
    pub fn describe(&mut self, signature: &Signature, types: &TypeTable) -> Result<Arc<Passing>, abi::Unsupported> {
        self.describe_with(signature, &mut Converter::new(types, self.target))
    }

    fn describe_with(
        &mut self,
        signature: &Signature,
        converter: &mut Converter<'_>,
    ) -> Result<Arc<Passing>, abi::Unsupported> {
        let converted = converter.signature(signature)?;
        let scalar = |ty: &Type| matches!(ty, Type::Scalar(_));
        let is_remembered = self.mutation.is_none() && signature.parameters.iter().chain(&signature.result).all(scalar);
        if is_remembered && let Some(known) = self.scalar_signatures.get(&converted) {
            return Ok(known.clone());
        }
        let mut description = abi::lower(&self.target, &converter.arena, &converted)?;
        if let Some(wrong) = &self.mutation
            && !(wrong.spared)(signature)
        {
            wrong.mutation.apply(&mut description);
        }
        let llvm = || abi::llvm::signature(&self.target, &converter.arena, &converted, &description);
        let llvm = self.llvm_signatures.then(llvm);
        let passing = Arc::new(Passing::new(description, llvm));
        if is_remembered {
            self.scalar_signatures.insert(converted, passing.clone());
        }
        Ok(passing)
    }
}

/// The functions that are defined elsewhere, with their signatures.
fn imported_functions(module: &Module) -> Vec<(SymbolId, SignatureId)> {
    let imported = |(symbol, data): (SymbolId, Symbol)| match data.declaration {
        Declaration::ImportedFunction(signature) => Some((symbol, signature)),
        Declaration::Undeclared | Declaration::Function | Declaration::Global | Declaration::ImportedGlobal(_) => None,
    };
    module.symbols.iter().filter_map(imported).collect()
}

/// What a pass gets wrong.
#[derive(Debug)]
struct Wrong {
    mutation: abi::mutation::Mutation,
    spared: fn(&Signature) -> bool,
}

/// The descriptions of one module's signatures, made when first asked for.
struct Described<'module> {
    pass: &'module mut AbiPass,
    signatures: &'module Signatures,
    converter: Converter<'module>,
    abis: &'module mut Vec<Arc<Passing>>,
    known: Vec<Option<Known>>,
}

#[derive(Clone, Copy)]
struct Known {
    id: AbiId,
    /// Whether each value is a scalar that travels as itself, so that lowering it changes nothing.
    simple: bool,
}

impl<'module> Described<'module> {
    fn new(
        pass: &'module mut AbiPass,
        signatures: &'module Signatures,
        types: &'module TypeTable,
        abis: &'module mut Vec<Arc<Passing>>,
    ) -> Described<'module> {
        let converter = Converter::new(types, pass.target);
        Described { pass, signatures, converter, abis, known: vec![None; signatures.len()] }
    }

    fn get(&mut self, signature: SignatureId) -> Result<Known, abi::Unsupported> {
        if let Some(known) = self.known[signature.index()] {
            return Ok(known);
        }
        let source = self.signatures.get(signature);
        let passing = self.pass.describe_with(source, &mut self.converter)?;
        let simple = parts::travels_as_itself(source, &passing.abi);
        let known = Known { id: AbiId::new(self.abis.len()), simple };
        self.abis.push(passing);
        self.known[signature.index()] = Some(known);
        Ok(known)
    }

    /// What [`Described::get`] has made before.
    fn known(&self, signature: SignatureId) -> Known {
        self.known[signature.index()].expect("the signatures of a function are described before it is rewritten")
    }

    fn abi(&self, known: Known) -> &abi::FnAbi {
        &self.abis[known.id.index()].abi
    }
}

fn lower_function(function: &mut Function, described: &mut Described<'_>) -> Result<(), abi::Unsupported> {
    let own = described.get(function.signature)?;
    function.abi = Some(own.id);
    let mut simple = own.simple;
    for call in &mut function.calls {
        let known = described.get(call.signature)?;
        call.abi = Some(known.id);
        simple &= known.simple;
    }
    if simple {
        lower_simple(function);
    } else {
        Rewriter::new(function).run(described)?;
    }
    function.form = Form::Lowered;
    Ok(())
}

/// Every value travels as itself: only the marks of the form change.
fn lower_simple(function: &mut Function) {
    for call in &mut function.calls {
        call.result = match call.result {
            CallResult::Scalar => CallResult::Parts(1),
            CallResult::Nothing | CallResult::Aggregate { .. } | CallResult::Parts(_) => CallResult::Parts(0),
        };
    }
    for block in &mut function.blocks {
        if let Terminator::Return(value) = block.terminator {
            let start = function.value_lists.len() as u32;
            let count = match value {
                ReturnValue::Scalar(value) => {
                    function.value_lists.push(value);
                    1
                }
                ReturnValue::Nothing | ReturnValue::Aggregate(_) | ReturnValue::ReturnSlot | ReturnValue::Parts(_) => 0,
            };
            block.terminator = Terminator::Return(ReturnValue::Parts(ValueList { start, count }));
        }
    }
}
