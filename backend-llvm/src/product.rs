//! What comes out: objects, text, bitcode. Owns the way through LLVM, from a unit to each of them. Must not know how an
//! instruction is translated.

use inkwell::context::Context;
use inkwell::llvm_sys::core::LLVMContextSetDiscardValueNames;
use inkwell::module::Module;
use inkwell::targets::{FileType, TargetMachine};
use mir::artifact::Statistics;
use mir::{Artifacts, BackendError, CopyRecord, Function, ObjectArtifact, Options, SiteTable};
use object::{Object, ObjectSection, ObjectSymbol};
use rustc_hash::FxHashSet;

use crate::copies::Copies;
use crate::function_table;
use crate::machine::{self, Processor};
use crate::{sanitizer, unit, unoptimised};

/// A unit in LLVM's hands, optimised.
struct Built<'ctx> {
    module: Module<'ctx>,
    machine: TargetMachine,
    copies: Option<Copies<'ctx>>,
}

fn build<'ctx>(
    context: &'ctx Context,
    unit: &mir::Module,
    target: &abi::Target,
    options: &Options,
) -> Result<Built<'ctx>, BackendError> {
    let machine = Processor::of(target)?.machine(options)?;
    let module = context.create_module(&unit.name);
    let copies = unit::build(unit, target, &machine, options, context, &module)?;
    let verify = |when: &str| {
        module.verify().map_err(|message| {
            BackendError::new(format!("LLVM does not accept the unit {} {when}: {message}", unit.name))
        })
    };
    if options.verify {
        verify("as it was translated")?;
    }
    machine::optimise(&module, &machine, options)?;
    if let Some(sanitizer) = options.sanitize {
        sanitizer::watch(&module, &machine, sanitizer)?;
    }
    unoptimised::keep_calls(&module);
    if options.verify {
        verify("after its passes")?;
    }
    Ok(Built { module, machine, copies })
}

impl Built<'_> {
    fn emit(&self, form: FileType) -> Result<Vec<u8>, BackendError> {
        let buffer = self.machine.write_to_memory_buffer(&self.module, form);
        let buffer = buffer.map_err(|message| BackendError::new(format!("LLVM made no code: {message}")))?;
        Ok(buffer.as_slice().to_vec())
    }

    fn assembly(&self) -> Result<String, BackendError> {
        let text = self.emit(FileType::Assembly)?;
        // LLVM ends a buffer with a NUL that is not part of it.
        Ok(String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned())
    }

    /// The assembly of a copy of the module, since making code changes a module.
    fn assembly_of_copy(&self) -> Result<String, BackendError> {
        let buffer = self
            .machine
            .write_to_memory_buffer(&self.module.clone(), FileType::Assembly)
            .map_err(|message| BackendError::new(format!("LLVM made no code: {message}")))?;
        Ok(String::from_utf8_lossy(buffer.as_slice()).trim_end_matches('\0').to_owned())
    }
}

/// An object of the unit, with what the linker and the report of copies need to know about it.
pub(crate) fn compile(unit: &mir::Module, target: &abi::Target, options: &Options) -> Result<Artifacts, BackendError> {
    let context = Context::create();
    // SAFETY: the context is alive, and nothing else uses it yet. Names of values are for people only.
    unsafe { LLVMContextSetDiscardValueNames(context.raw(), 1) };
    // What a text says beside each instruction is no position that an object could hold.
    let options = &Options { source_positions: false, ..*options };
    let report_copies = options.report_copies;
    let options = &Options { report_copies: false, ..*options };
    let built = build(&context, unit, target, options)?;
    let copies = match report_copies {
        true => {
            let code = built.assembly_of_copy()?;
            copies(unit, target, options, &code)?
        }
        false => Vec::new(),
    };
    function_table::add(&context, &built.module);
    let bytes = built.emit(FileType::Object)?;
    let (undefined, code_bytes) = inspect(&bytes)?;
    let sites = site_tables(unit, &undefined);
    let tables: FxHashSet<String> = sites.iter().map(|table| mir::site_table_symbol(&table.function)).collect();
    let functions = || unit.functions.iter().filter(|function| is_compiled(function));
    Ok(Artifacts {
        object: Some(ObjectArtifact {
            bytes,
            undefined: undefined.into_iter().filter(|name| !tables.contains(name)).collect(),
            sites,
            copies,
        }),
        statistics: Statistics {
            functions: functions().count() as u64,
            instructions: functions().map(|function| function.instructions.len() as u64).sum(),
            code_bytes,
        },
        ..Artifacts::default()
    })
}

/// What became of each copy of a unit. They are followed in a second module that is marked; what that shows is what
/// happened if its code is that of the unit, instruction by instruction, and else nothing is known.
fn copies(
    unit: &mir::Module,
    target: &abi::Target,
    options: &Options,
    code: &str,
) -> Result<Vec<CopyRecord>, BackendError> {
    let context = Context::create();
    // SAFETY: as in `compile`.
    unsafe { LLVMContextSetDiscardValueNames(context.raw(), 1) };
    let options = &Options { report_copies: true, ..*options };
    let built = build(&context, unit, target, options)?;
    let Some(copies) = &built.copies else {
        return Ok(Vec::new());
    };
    let fates = copies.fates(&context, &built.module);
    let marked = built.assembly()?;
    if instructions(code).eq(instructions(&marked)) {
        Ok(fates.records(copies, target, &marked))
    } else {
        Ok(fates.unknown(copies))
    }
}

/// The lines of an assembly that are machine code.
fn instructions(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['.', '#']) && !line.ends_with(':'))
}

/// IR at the requested level of optimisation.
pub(crate) fn ir(unit: &mir::Module, target: &abi::Target, options: &Options) -> Result<String, BackendError> {
    let context = Context::create();
    let built = build(&context, unit, target, options)?;
    Ok(built.module.print_to_string().to_string())
}

/// Assembly.
pub(crate) fn assembly(unit: &mir::Module, target: &abi::Target, options: &Options) -> Result<String, BackendError> {
    let context = Context::create();
    build(&context, unit, target, options)?.assembly()
}

/// Bitcode at the requested level of optimisation.
pub(crate) fn bitcode(unit: &mir::Module, target: &abi::Target, options: &Options) -> Result<Vec<u8>, BackendError> {
    let context = Context::create();
    let built = build(&context, unit, target, options)?;
    Ok(built.module.write_bitcode_to_memory().as_slice().to_vec())
}

fn is_compiled(function: &Function) -> bool {
    match function.linkage {
        mir::Linkage::Available => false,
        mir::Linkage::Local | mir::Linkage::Export | mir::Linkage::Hidden | mir::Linkage::Merge => true,
    }
}

/// The names that an object uses and does not define, sorted, and how much code is in it.
fn inspect(bytes: &[u8]) -> Result<(Vec<String>, u64), BackendError> {
    let object = object::File::parse(bytes)
        .map_err(|error| BackendError::new(format!("LLVM made an object that cannot be read: {error}")))?;
    let mut undefined: Vec<String> = object
        .symbols()
        .filter(|symbol| symbol.is_undefined())
        .filter_map(|symbol| symbol.name().ok())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    undefined.sort_unstable();
    let code = object
        .sections()
        .filter(|section| section.kind() == object::SectionKind::Text)
        .map(|section| section.size())
        .sum();
    Ok((undefined, code))
}

/// The tables that an object refers to, those of inlined bodies included.
fn site_tables(unit: &mir::Module, undefined: &[String]) -> Vec<SiteTable> {
    let mut tables = Vec::new();
    for function in &unit.functions {
        let name = unit.symbol_name(function.symbol);
        let symbol = mir::site_table_symbol(name);
        if !function.sites.is_empty() && undefined.binary_search(&symbol).is_ok() {
            tables.push(SiteTable {
                function: name.to_owned(),
                sites: function.sites.iter().map(|site| site.record(&unit.strings)).collect(),
            });
        }
    }
    tables
}
