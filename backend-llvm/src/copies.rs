//! What becomes of copies. Owns the debug scopes that mark them (`copy N` is a lexical block of its own: passes drop
//! unknown metadata when a copy becomes loads and stores, but keep locations) and the look at the optimised code.
//! Must not know why a program copies; that is in MIR.

use std::collections::BTreeMap;

use inkwell::context::Context;
use inkwell::debug_info::{
    AsDIScope, DICompileUnit, DIFile, DIFlags, DIFlagsConstants, DILocation, DIScope, DISubroutineType,
    DWARFEmissionKind, DWARFSourceLanguage, DebugInfoBuilder,
};
use inkwell::llvm_sys::debuginfo::{LLVMDILocationGetInlinedAt, LLVMDILocationGetScope};
use inkwell::llvm_sys::prelude::LLVMMetadataRef;
use inkwell::module::{FlagBehavior, Module};
use inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use mir::{CopyFate, CopyReason, CopyRecord, Linkage};
use rustc_hash::FxHashMap;

/// The copies of a unit and the scopes that mark them.
pub(crate) struct Copies<'ctx> {
    builder: DebugInfoBuilder<'ctx>,
    unit: DICompileUnit<'ctx>,
    file: DIFile<'ctx>,
    signature: DISubroutineType<'ctx>,
    optimised: bool,
    functions: Vec<Marked>,
    scopes: FxHashMap<LLVMMetadataRef, Place>,
    current: Option<DIScope<'ctx>>,
    /// Whether locations name the source, for people who read the code.
    lines: bool,
}

/// A function and its copies.
struct Marked {
    symbol: String,
    available: bool,
    copies: Vec<Marker>,
}

struct Marker {
    source: u32,
    bytes: u64,
    reason: CopyReason,
}

/// Where code comes from: a function, and one of its copies if it is part of one.
#[derive(Clone, Copy)]
struct Place {
    function: usize,
    copy: Option<usize>,
}

/// A function's code in one place: by its number and the functions it was inlined into.
type Instance = (usize, Vec<usize>);

impl<'ctx> Copies<'ctx> {
    pub(crate) fn new(module: &Module<'ctx>, name: &str, optimised: bool, lines: bool) -> Copies<'ctx> {
        let version = u64::from(inkwell::debug_info::debug_metadata_version());
        let number = module.get_context().i32_type().const_int(version, false);
        module.add_basic_value_flag("Debug Info Version", FlagBehavior::Warning, number);
        let (builder, unit) = module.create_debug_info_builder(
            true,
            DWARFSourceLanguage::C,
            name,
            ".",
            "lang",
            optimised,
            "",
            0,
            "",
            // Scopes for the passes, of which nothing reaches the object; or the lines of a text.
            match lines {
                false => DWARFEmissionKind::None,
                true => DWARFEmissionKind::LineTablesOnly,
            },
            0,
            false,
            false,
            "",
            "",
        );
        let file = unit.get_file();
        let signature = builder.create_subroutine_type(file, None, &[], DIFlags::PUBLIC);
        Copies {
            builder,
            unit,
            file,
            signature,
            optimised,
            functions: Vec::new(),
            scopes: FxHashMap::default(),
            current: None,
            lines,
        }
    }

    /// Begins a body.
    pub(crate) fn begin(&mut self, symbol: &str, linkage: Linkage, llvm: FunctionValue<'ctx>) {
        let scope = self.builder.create_function(
            self.unit.as_debug_info_scope(),
            symbol,
            None,
            self.file,
            0,
            self.signature,
            linkage == Linkage::Local,
            true,
            0,
            DIFlags::PUBLIC,
            self.optimised,
        );
        llvm.set_subprogram(scope);
        let scope = scope.as_debug_info_scope();
        self.current = Some(scope);
        let function = self.functions.len();
        self.scopes.insert(scope.as_mut_ptr(), Place { function, copy: None });
        self.functions.push(Marked {
            symbol: symbol.to_owned(),
            available: linkage == Linkage::Available,
            copies: Vec::new(),
        });
    }

    /// Whether each instruction has a location of its own.
    pub(crate) fn has_lines(&self) -> bool {
        self.lines
    }

    /// The location of an instruction that is no copy. Lines count from 1, byte offsets from 0.
    pub(crate) fn plain(&self, context: &'ctx Context, source: u32) -> DILocation<'ctx> {
        let line = if self.lines { source.saturating_add(1) } else { 0 };
        self.builder.create_debug_location(context, line, 0, self.scope(), None)
    }

    /// The location of the next copy of the body.
    pub(crate) fn next(
        &mut self,
        context: &'ctx Context,
        source: u32,
        bytes: u64,
        reason: CopyReason,
    ) -> DILocation<'ctx> {
        let function = self.functions.len() - 1;
        let copies = &mut self.functions[function].copies;
        let copy = copies.len();
        copies.push(Marker { source, bytes, reason });
        // The line is the number: unequal blocks stay apart.
        let block = self
            .builder
            .create_lexical_block(self.scope(), self.file, copy as u32 + 1, 0);
        let scope = block.as_debug_info_scope();
        self.scopes.insert(
            scope.as_mut_ptr(),
            Place {
                function,
                copy: Some(copy),
            },
        );
        let line = if self.lines {
            source.saturating_add(1)
        } else {
            copy as u32 + 1
        };
        self.builder.create_debug_location(context, line, 0, scope, None)
    }

    /// Ends the module: everything is marked.
    pub(crate) fn finish(&self) {
        self.builder.finalize();
    }

    /// Looks at the optimised module.
    pub(crate) fn records(&self, module: &Module<'ctx>) -> Vec<CopyRecord> {
        let mut instances: BTreeMap<Instance, Vec<CopyFate>> = BTreeMap::new();
        let gone = |function: usize| vec![CopyFate::Gone; self.functions[function].copies.len()];
        for llvm in module.get_functions().filter(|llvm| llvm.count_basic_blocks() > 0) {
            let own = self.function_of(llvm);
            if let Some(own) = own.filter(|own| !self.functions[*own].available) {
                instances.entry((own, Vec::new())).or_insert_with(|| gone(own));
            }
            if own.is_some_and(|own| self.functions[own].available) {
                continue;
            }
            for instruction in llvm.get_basic_block_iter().flat_map(|block| block.get_instructions()) {
                let Some((place, chain)) = self.place(instruction) else {
                    continue;
                };
                let fates = instances
                    .entry((place.function, chain))
                    .or_insert_with(|| gone(place.function));
                if let Some((copy, fate)) = place.copy.zip(fate(instruction)) {
                    fates[copy] = stronger(fates[copy], fate);
                }
            }
        }
        let records = instances.into_iter().flat_map(|((function, chain), fates)| {
            let marked = &self.functions[function];
            let inlined_into: Vec<String> = chain
                .iter()
                .map(|caller| self.functions[*caller].symbol.clone())
                .collect();
            let numbered = marked.copies.iter().zip(fates).enumerate();
            numbered.map(move |(number, (copy, fate))| CopyRecord {
                function: marked.symbol.clone(),
                number: number as u32,
                inlined_into: inlined_into.clone(),
                source: copy.source,
                bytes: copy.bytes,
                reason: copy.reason,
                fate,
            })
        });
        let mut records: Vec<CopyRecord> = records.collect();
        records.sort();
        records
    }

    fn scope(&self) -> DIScope<'ctx> {
        self.current.expect("a body is begun before its locations are made")
    }

    fn function_of(&self, llvm: FunctionValue<'ctx>) -> Option<usize> {
        let scope = llvm.get_subprogram()?.as_debug_info_scope();
        Some(self.scopes.get(&scope.as_mut_ptr())?.function)
    }

    /// Whose code an instruction is, and the functions it was inlined into, innermost first.
    fn place(&self, instruction: InstructionValue<'ctx>) -> Option<(Place, Vec<usize>)> {
        let mut location = instruction.get_debug_location()?.as_mut_ptr();
        let place = *self.scopes.get(&scope_of(location))?;
        let mut chain = Vec::new();
        loop {
            // SAFETY: `location` is a location of the module's context, which outlives this call.
            location = unsafe { LLVMDILocationGetInlinedAt(location) };
            if location.is_null() {
                return Some((place, chain));
            }
            chain.push(self.scopes.get(&scope_of(location))?.function);
        }
    }
}

fn scope_of(location: LLVMMetadataRef) -> LLVMMetadataRef {
    // SAFETY: callers pass locations of a living context, and each location has a scope.
    unsafe { LLVMDILocationGetScope(location) }
}

/// What an instruction that is part of a copy says about it. Addresses alone move nothing.
fn fate(instruction: InstructionValue<'_>) -> Option<CopyFate> {
    match instruction.get_opcode() {
        InstructionOpcode::Call => Some(CopyFate::Kept),
        InstructionOpcode::GetElementPtr | InstructionOpcode::Alloca => None,
        _ => Some(CopyFate::Moves),
    }
}

fn stronger(left: CopyFate, right: CopyFate) -> CopyFate {
    left.min(right)
}
