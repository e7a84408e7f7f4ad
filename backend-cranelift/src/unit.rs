//! A unit to artifacts. Owns the loop over functions, the memory that is kept between them, and what is read out of
//! Cranelift's result. Must not know how an instruction is translated nor what becomes of an artifact.

use std::cell::RefCell;

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::entity::EntityRef;
use cranelift_codegen::ir::{self, ExternalName, LibCall, UserExternalName, UserExternalNameRef};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::settings::OptLevel;
use cranelift_codegen::{CodegenError, CompiledCode, Context, FinalizedMachReloc, FinalizedRelocTarget};
use mir::artifact::{
    CodeArtifact, DataArtifact, LineRecord, Relocation, RelocationKind, SiteRecord, Statistics, VariableLocation,
    VariablePlace,
};
use mir::{Artifacts, BackendError, Function, Global, Module, SiteKind, SymbolId};

use rustc_hash::FxHashMap;

use crate::failure::{self, STAYS, Scattered, Tail, Trap};
use crate::library::Library;
use crate::translate::{self, CheckForm, Plans, SITE_FLAG, Surroundings, Tables, UNREACHABLE, space};
use crate::{Machine, thunk, unwind};

/// What is kept between functions, one per thread, so that its memory is allocated once.
struct Scratch {
    context: Context,
    registers: regalloc2::Ctx,
    tables: Tables,
    plans: Plans,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch {
        context: Context::new(),
        registers: regalloc2::Ctx::default(),
        tables: Tables::default(),
        plans: Plans::default(),
    });
}

/// Compiles all functions and data of a unit, in their order. Of the forms of checks, the first that can be laid out
/// is used for a function.
pub(crate) fn compile(
    unit: &Module,
    machine: Machine,
    isa: &dyn TargetIsa,
    debug_information: bool,
    checks: &[CheckForm],
) -> Result<Artifacts, BackendError> {
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.tables.prepare(unit);
        scratch.plans.prepare(unit);
        let mut artifacts = Artifacts::default();
        let mut thunks = Vec::new();
        let task = Task {
            unit,
            machine,
            isa,
            lines: debug_information,
            checks,
        };
        for function in &unit.functions {
            let compiled = scratch.function(&task, function, &mut thunks)?;
            artifacts.statistics.instructions += function.instructions.len() as u64;
            artifacts.functions.push(compiled);
        }
        thunks.sort_unstable_by_key(|symbol| unit.symbol_name(*symbol));
        thunks.dedup();
        artifacts
            .functions
            .extend(thunks.into_iter().map(|symbol| thunk::make(unit.symbol_name(symbol))));
        artifacts.data = unit.globals.iter().map(|global| data(unit, global)).collect();
        artifacts.statistics = Statistics {
            functions: artifacts.functions.len() as u64,
            instructions: artifacts.statistics.instructions,
            code_bytes: artifacts
                .functions
                .iter()
                .map(|function| function.code.len() as u64)
                .sum(),
        };
        Ok(artifacts)
    })
}

/// CLIF, or Cranelift's disassembly, of all functions of a unit.
pub(crate) fn text(unit: &Module, isa: &dyn TargetIsa, assembly: bool) -> Result<String, BackendError> {
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.tables.prepare(unit);
        scratch.plans.prepare(unit);
        let mut text = String::new();
        for function in &unit.functions {
            let name = unit.symbol_name(function.symbol);
            scratch.translate(unit, function, isa, false, CheckForm::Trap)?;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&format!("; {name}\n"));
            if assembly {
                let compiled = scratch
                    .run(isa, true)
                    .map_err(|message| BackendError::in_symbol(name, message))?;
                text.push_str(compiled.vcode.as_deref().unwrap_or_default());
            } else {
                text.push_str(&names_in_text(unit, &scratch.context.func.display().to_string()));
            }
        }
        Ok(text)
    })
}

/// Says in CLIF which symbol each imported name is.
fn names_in_text(unit: &Module, clif: &str) -> String {
    let mut text = String::with_capacity(clif.len());
    for line in clif.lines() {
        text.push_str(line);
        let named = line.split_whitespace().find_map(|word| {
            let (space, index) = word.trim_end_matches(',').strip_prefix('u')?.split_once(':')?;
            Some((space.parse::<u32>().ok()?, index.parse::<u32>().ok()?))
        });
        if let Some((space, index)) = named {
            let name = symbol_name(unit, "", &UserExternalName::new(space, index));
            text.push_str(&format!(" ; {name}"));
        }
        text.push('\n');
    }
    text
}

/// What is the same for all functions of a unit.
struct Task<'a> {
    unit: &'a Module,
    machine: Machine,
    isa: &'a dyn TargetIsa,
    lines: bool,
    checks: &'a [CheckForm],
}

impl Scratch {
    fn translate(
        &mut self,
        unit: &Module,
        function: &Function,
        isa: &dyn TargetIsa,
        lines: bool,
        checks: CheckForm,
    ) -> Result<(), BackendError> {
        self.context.clear();
        let surroundings = Surroundings {
            module: unit,
            isa,
            lines,
            checks,
        };
        translate::translate(
            &surroundings,
            function,
            &mut self.plans,
            &mut self.tables,
            &mut self.context.func,
        )
    }

    /// Compiles what was translated. What Cranelift does before it chooses instructions is left out if it would change
    /// nothing: translation makes no aliases, no unreachable blocks and few constant block parameters.
    fn run(&mut self, isa: &dyn TargetIsa, disassemble: bool) -> Result<CompiledCode, String> {
        let context = &mut self.context;
        let in_words = |error: CodegenError, function: &ir::Function| {
            format!(
                "Cranelift: {}",
                cranelift_codegen::print_errors::pretty_error(function, error)
            )
        };
        if isa.flags().opt_level() != OptLevel::None || isa.flags().enable_verifier() {
            context.set_disasm(disassemble);
            if let Err(error) = context.compile(isa, &mut ControlPlane::default()) {
                return Err(in_words(error.inner, error.func));
            }
            return Ok(context.take_compiled_code().expect("just compiled"));
        }
        context.compute_cfg();
        context.compute_domtree();
        let (registers, plane) = (&mut self.registers, &mut ControlPlane::default());
        match isa.compile_function(&context.func, &context.domtree, registers, disassemble, plane) {
            Ok(stencil) => Ok(stencil.apply_params(&context.func.params)),
            Err(error) => Err(in_words(error, &context.func)),
        }
    }

    fn function(
        &mut self,
        task: &Task<'_>,
        function: &Function,
        thunks: &mut Vec<SymbolId>,
    ) -> Result<CodeArtifact, BackendError> {
        let name = task.unit.symbol_name(function.symbol);
        let failed = |message: String| BackendError::in_symbol(name, message);
        for checks in task.checks {
            self.translate(task.unit, function, task.isa, task.lines, *checks)?;
            let compiled = self.run(task.isa, false).map_err(failed)?;
            let mut code = compiled.code_buffer().to_vec();
            if let Ok(tail) = attach_failures(&compiled, task.machine, &mut code) {
                return self
                    .artifact(task, function, &compiled, (code, tail), thunks)
                    .map_err(failed);
            }
        }
        Err(failed("the checks of this function could not be laid out".into()))
    }

    fn artifact(
        &self,
        task: &Task<'_>,
        function: &Function,
        compiled: &CompiledCode,
        (code, tail): (Vec<u8>, Option<Tail>),
        thunks: &mut Vec<SymbolId>,
    ) -> Result<CodeArtifact, String> {
        let Task { unit, machine, isa, .. } = *task;
        let name = unit.symbol_name(function.symbol);
        let references = self.context.func.params.user_named_funcs();
        let mut names = Names::with_references(references.len());
        let mut relocations = Vec::with_capacity(compiled.buffer.relocs().len() + 3);
        for relocation in compiled.buffer.relocs() {
            let symbol = match &relocation.target {
                FinalizedRelocTarget::ExternalName(ExternalName::User(reference)) => {
                    names.of_reference(*reference, || {
                        let external = &references[*reference];
                        if external.namespace == space::THUNK {
                            thunks.push(SymbolId(external.index));
                        }
                        symbol_name(unit, name, external)
                    })
                }
                FinalizedRelocTarget::ExternalName(other) => {
                    let function = library_function(other)?;
                    names.of_text(function.name())
                }
                FinalizedRelocTarget::Func(_) => {
                    return Err("Cranelift refers to the inside of the function".into());
                }
            };
            relocations.push(self::relocation(relocation, symbol)?);
        }
        if let Some(tail) = tail {
            let sites = names.of_text(&mir::site_table_symbol(name));
            let panic = names.of_text(Library::Panic.name());
            let at = |offset, kind, symbol, addend| Relocation {
                offset,
                kind,
                symbol,
                addend,
            };
            match machine {
                Machine::X86_64 => relocations.extend([
                    at(tail.sites, RelocationKind::X86PcRelative32, sites, -4),
                    at(tail.panic, RelocationKind::X86Call32, panic, -4),
                ]),
                Machine::Aarch64 => relocations.extend([
                    at(tail.sites, RelocationKind::Aarch64Page21, sites, 0),
                    at(tail.sites + 4, RelocationKind::Aarch64AddLow12, sites, 0),
                    at(tail.panic, RelocationKind::Aarch64Call26, panic, 0),
                ]),
            }
        }
        Ok(CodeArtifact {
            symbol: name.to_owned(),
            linkage: function.linkage,
            align: 16,
            symbols: names.texts,
            relocations,
            sites: function.sites.iter().map(|site| site_record(unit, *site)).collect(),
            lines: lines(compiled, function),
            unwind: unwind::rows(machine, isa, &compiled.buffer.unwind_info).map_err(|error| error.to_string())?,
            variables: self.variables(compiled, function, machine, code.len() as u32),
            code,
        })
    }

    /// Variables live in frame slots for the whole function.
    fn variables(
        &self,
        compiled: &CompiledCode,
        function: &Function,
        machine: Machine,
        end: u32,
    ) -> Vec<VariableLocation> {
        let Some(layout) = compiled.buffer.frame_layout() else {
            return Vec::new();
        };
        let located = |(index, variable): (usize, &mir::Variable)| {
            let slot = self.tables.frame_slot(variable.slot)?;
            let from_frame_pointer = i64::from(layout.stackslots[slot].offset) - i64::from(layout.frame_to_fp_offset);
            // Both machines push the frame pointer and the return address: the frame's address is two words up.
            let place = match machine {
                Machine::X86_64 | Machine::Aarch64 => VariablePlace::Frame(from_frame_pointer - 16),
            };
            Some(VariableLocation {
                variable: index as u32,
                start: 0,
                end,
                place,
            })
        };
        function.variables.iter().enumerate().filter_map(located).collect()
    }
}

/// Turns the traps of failed checks into calls.
fn attach_failures(compiled: &CompiledCode, machine: Machine, code: &mut Vec<u8>) -> Result<Option<Tail>, Scattered> {
    let locations = compiled.buffer.get_srclocs_sorted();
    let mut traps = Vec::new();
    let mut any_check = false;
    for trap in compiled.buffer.traps() {
        let position = locations.partition_point(|location| location.end <= trap.offset);
        let location = locations.get(position).filter(|location| location.start <= trap.offset);
        match location
            .map(|location| location.loc.bits())
            .filter(|bits| SourceLocation(*bits).is_site())
        {
            Some(bits) => {
                let site = bits & !SITE_FLAG;
                traps.push(Trap {
                    offset: trap.offset,
                    site,
                });
                any_check = true;
            }
            // On x86-64 the division instruction itself is marked; on AArch64 divisions have traps of their own among
            // those of the checks, which the checks before them keep from being reached.
            None if machine == Machine::Aarch64 && trap.code != UNREACHABLE => {
                traps.push(Trap {
                    offset: trap.offset,
                    site: STAYS,
                });
            }
            None => {}
        }
    }
    if !any_check {
        return Ok(None);
    }
    let frame_bytes = compiled.buffer.frame_layout().ok_or(Scattered)?.frame_to_fp_offset;
    failure::attach(machine, code, &traps, frame_bytes).map(Some)
}

/// The bits of a source location.
#[derive(Clone, Copy)]
struct SourceLocation(u32);

impl SourceLocation {
    /// All bits are set where there is no location.
    fn is_site(self) -> bool {
        self.0 & SITE_FLAG != 0 && self.0 != u32::MAX
    }
}

fn lines(compiled: &CompiledCode, function: &Function) -> Vec<LineRecord> {
    let mut lines: Vec<LineRecord> = Vec::new();
    for location in compiled.buffer.get_srclocs_sorted() {
        let bits = location.loc.bits();
        let source_offset = match SourceLocation(bits) {
            site if site.is_site() => function.sites[(bits & !SITE_FLAG) as usize].offset,
            _ if bits == u32::MAX => continue,
            _ => bits,
        };
        if lines.last().is_none_or(|last| last.source_offset != source_offset) {
            lines.push(LineRecord {
                code_offset: location.start,
                source_offset,
            });
        }
    }
    lines
}

fn site_record(unit: &Module, site: mir::Site) -> SiteRecord {
    let message = match site.kind {
        SiteKind::Message(text) => unit.strings.text(text),
        kind => kind
            .fixed_message()
            .expect("only messages of the program are not fixed"),
    };
    SiteRecord {
        message: message.to_owned(),
        offset: site.offset,
    }
}

fn data(unit: &Module, global: &Global) -> DataArtifact {
    let mut symbols = Vec::new();
    let mut known = FxHashMap::default();
    let relocations = global.relocations.iter().map(|relocation| Relocation {
        offset: relocation.offset as u32,
        kind: RelocationKind::Absolute64,
        symbol: *known.entry(relocation.symbol).or_insert_with(|| {
            symbols.push(unit.symbol_name(relocation.symbol).to_owned());
            symbols.len() as u32 - 1
        }),
        addend: relocation.addend,
    });
    DataArtifact {
        symbol: unit.symbol_name(global.symbol).to_owned(),
        linkage: global.linkage,
        constant: global.constant,
        align: global.align.bytes(),
        bytes: global.bytes.clone(),
        relocations: relocations.collect(),
        symbols,
    }
}

/// The names that a function's relocations use, each once.
struct Names {
    /// Positions of names by Cranelift's references, which are dense.
    by_reference: Vec<Option<u32>>,
    texts: Vec<String>,
}

impl Names {
    fn with_references(count: usize) -> Names {
        Names {
            by_reference: vec![None; count],
            texts: Vec::with_capacity(count),
        }
    }

    fn of_reference(&mut self, reference: UserExternalNameRef, text: impl FnOnce() -> String) -> u32 {
        *self.by_reference[reference.index()].get_or_insert_with(|| {
            self.texts.push(text());
            self.texts.len() as u32 - 1
        })
    }

    /// A name that may be there already; asked for a few times per function.
    fn of_text(&mut self, text: &str) -> u32 {
        let known = self.texts.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        }) as u32
    }
}

fn symbol_name(unit: &Module, function: &str, external: &UserExternalName) -> String {
    match external.namespace {
        space::SITES => mir::site_table_symbol(function),
        space::THUNK => thunk::name(unit.symbol_name(SymbolId(external.index))),
        space::LIBRARY => Library::ALL[external.index as usize].name().to_owned(),
        _ => unit.symbol_name(SymbolId(external.index)).to_owned(),
    }
}

/// The functions that Cranelift calls of its own accord: it copies large arguments.
fn library_function(name: &ExternalName) -> Result<Library, String> {
    match name {
        ExternalName::LibCall(LibCall::Memcpy) => Ok(Library::Memcpy),
        ExternalName::LibCall(LibCall::Memset) => Ok(Library::Memset),
        ExternalName::LibCall(other) => Err(format!("Cranelift wants the library function {other}")),
        ExternalName::KnownSymbol(_) | ExternalName::TestCase(_) | ExternalName::User(_) => {
            Err("Cranelift refers to a symbol of an unknown kind".into())
        }
    }
}

fn relocation(relocation: &FinalizedMachReloc, symbol: u32) -> Result<Relocation, String> {
    let kind = match relocation.kind {
        Reloc::Abs8 => RelocationKind::Absolute64,
        Reloc::X86PCRel4 => RelocationKind::X86PcRelative32,
        Reloc::X86CallPCRel4 | Reloc::X86CallPLTRel4 => RelocationKind::X86Call32,
        Reloc::X86GOTPCRel4 => RelocationKind::X86GotPcRelative32,
        Reloc::Arm64Call => RelocationKind::Aarch64Call26,
        Reloc::Aarch64AdrPrelPgHi21 => RelocationKind::Aarch64Page21,
        Reloc::Aarch64AddAbsLo12Nc => RelocationKind::Aarch64AddLow12,
        Reloc::Aarch64AdrGotPage21 => RelocationKind::Aarch64GotPage21,
        Reloc::Aarch64Ld64GotLo12Nc => RelocationKind::Aarch64GotLow12,
        other => {
            return Err(format!(
                "Cranelift uses the relocation {other:?}, which is not supported"
            ));
        }
    };
    Ok(Relocation {
        offset: relocation.offset,
        kind,
        symbol,
        addend: relocation.addend,
    })
}
