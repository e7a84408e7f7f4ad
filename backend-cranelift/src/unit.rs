//! A unit to artifacts. Owns the loop over functions and the memory that is kept between them. Must not know how an
//! instruction is translated nor what becomes of an artifact.

use std::cell::RefCell;

use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{self, UserExternalName};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::settings::OptLevel;
use cranelift_codegen::{CodegenError, CompiledCode, Context, Final, MachSrcLoc};
use cranelift_frontend::FunctionBuilderContext;
use mir::artifact::{CodeArtifact, Statistics};
use mir::{Artifacts, BackendError, Function, Module, Told};

use crate::Machine;
use crate::artifact::{Compiled, data, symbol_name};
use crate::assembly::{Assembly, Marks};
use crate::failure::{self, Operands, STAYS, Scattered, Tail, Trap};
use crate::thunk::{DetourId, Detours};
use crate::translate::{self, CheckForm, Plans, SourceBits, Surroundings, Tables, UNREACHABLE};

/// What is kept between functions, one per thread, so that its memory is allocated once.
struct Scratch {
    context: Context,
    builder: FunctionBuilderContext,
    registers: regalloc2::Ctx,
    tables: Tables,
    plans: Plans,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch {
        context: Context::new(),
        builder: FunctionBuilderContext::new(),
        registers: regalloc2::Ctx::default(),
        tables: Tables::default(),
        plans: Plans::default(),
    });
}

/// What is the same for all functions of a unit.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    /// The unit.
    pub unit: &'a Module,
    /// The processor.
    pub machine: Machine,
    /// The instruction set.
    pub isa: &'a dyn TargetIsa,
    /// Whether source offsets and variables are kept.
    pub source_positions: bool,
    /// Forms of checks: of these, the first that can be laid out is used for a function.
    pub checks: &'a [CheckForm],
}

impl<'a> Task<'a> {
    /// What the unit defines.
    fn functions(self) -> impl Iterator<Item = &'a Function> {
        let functions = self.unit.functions.iter();
        functions.filter(|function| function.is_defined())
    }
}

/// Compiles all functions and data of a unit, in their order.
pub(crate) fn compile(task: Task<'_>) -> Result<Artifacts, BackendError> {
    let unit = task.unit;
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.prepare(unit);
        let mut artifacts = Artifacts::default();
        let mut detours = Vec::new();
        for function in task.functions() {
            let compiled =
                scratch.function(task, function, |compiled, code, tail| compiled.artifact(code, tail, &mut detours))?;
            artifacts.statistics.instructions += function.instructions.len() as u64;
            artifacts.functions.push(compiled);
        }
        artifacts.functions.extend(made_thunks(unit, &scratch.tables.detours, detours));
        artifacts.data = unit.globals.iter().map(|global| data(unit, global)).collect();
        artifacts.statistics = Statistics {
            functions: artifacts.functions.len() as u64,
            instructions: artifacts.statistics.instructions,
            code_bytes: artifacts.functions.iter().map(|function| function.code.len() as u64).sum(),
        };
        Ok(artifacts)
    })
}

/// Each thunk once, by the thunks' own symbols, as all that is added to a unit must be.
fn made_thunks(unit: &Module, detours: &Detours, mut used: Vec<DetourId>) -> Vec<CodeArtifact> {
    used.sort_unstable();
    used.dedup();
    let mut thunks: Vec<CodeArtifact> = used.into_iter().map(|used| detours[used].artifact(unit)).collect();
    thunks.sort_unstable_by(|left, right| left.symbol.cmp(&right.symbol));
    thunks
}

/// What [`compile`] makes of a unit, as text. The instruction set tells where blocks begin.
pub(crate) fn assembly(task: Task<'_>) -> Result<String, BackendError> {
    let unit = task.unit;
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.prepare(unit);
        let mut text = Assembly::new(task.machine, &unit.name, task.source_positions);
        let mut detours = Vec::new();
        for function in task.functions() {
            scratch.function(task, function, |compiled, code, tail| {
                let artifact = compiled.artifact(code, tail, &mut detours)?;
                let marks = Marks { blocks: &compiled.result.bb_starts, tail, sources: &compiled.sources() };
                text.function(&artifact, &marks);
                Ok(())
            })?;
        }
        for thunk in made_thunks(unit, &scratch.tables.detours, detours) {
            text.function(&thunk, &Marks::default());
        }
        for global in &unit.globals {
            text.data(&data(unit, global));
        }
        Ok(text.finish())
    })
}

/// CLIF of all functions of a unit; with source offsets if they are kept.
pub(crate) fn clif(task: Task<'_>) -> Result<String, BackendError> {
    let unit = task.unit;
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.prepare(unit);
        let mut text = String::new();
        for function in task.functions() {
            scratch.translate(task, function, CheckForm::Trap)?;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&format!("; {}\n", unit.symbol_name(function.symbol)));
            text.push_str(&names_in_text(unit, &scratch.tables.detours, &scratch.context.func.display().to_string()));
        }
        Ok(text)
    })
}

/// Says in CLIF which symbol each imported name is.
fn names_in_text(unit: &Module, detours: &Detours, clif: &str) -> String {
    let mut text = String::with_capacity(clif.len());
    for line in clif.lines() {
        text.push_str(line);
        let named = line.split_whitespace().find_map(|word| {
            let (space, index) = word.trim_end_matches(',').strip_prefix('u')?.split_once(':')?;
            Some((space.parse::<u32>().ok()?, index.parse::<u32>().ok()?))
        });
        if let Some((space, index)) = named {
            let name = symbol_name(unit, detours, "", &UserExternalName::new(space, index));
            text.push_str(&format!(" ; {name}"));
        }
        text.push('\n');
    }
    text
}

impl Scratch {
    fn prepare(&mut self, unit: &Module) {
        self.tables.prepare(unit);
        self.plans.prepare(unit);
    }

    fn translate(&mut self, task: Task<'_>, function: &Function, checks: CheckForm) -> Result<(), BackendError> {
        self.context.clear();
        let surroundings = Surroundings { module: task.unit, isa: task.isa, lines: task.source_positions, checks };
        translate::translate(
            &surroundings,
            function,
            &mut self.plans,
            &mut self.tables,
            &mut self.builder,
            &mut self.context.func,
        )
    }

    /// Compiles what was translated. What Cranelift does before it chooses instructions is left out if it would change
    /// nothing: translation makes no aliases, no unreachable blocks and few constant block parameters.
    fn run(&mut self, isa: &dyn TargetIsa) -> Result<CompiledCode, String> {
        let context = &mut self.context;
        let in_words = |error: CodegenError, function: &ir::Function| match error {
            CodegenError::ImplLimitExceeded | CodegenError::CodeTooLarge => TOO_LARGE.to_owned(),
            error => format!("Cranelift: {}", cranelift_codegen::print_errors::pretty_error(function, error)),
        };
        if isa.flags().opt_level() != OptLevel::None || isa.flags().enable_verifier() {
            if let Err(error) = context.compile(isa, &mut ControlPlane::default()) {
                return Err(in_words(error.inner, error.func));
            }
            return Ok(context.take_compiled_code().expect("just compiled"));
        }
        context.compute_cfg();
        context.compute_domtree();
        let (registers, plane) = (&mut self.registers, &mut ControlPlane::default());
        match isa.compile_function(&context.func, &context.domtree, registers, false, plane) {
            Ok(stencil) => Ok(stencil.apply_params(&context.func.params)),
            Err(error) => Err(in_words(error, &context.func)),
        }
    }

    /// Compiles a function and reads the result, with its finished code.
    fn function<R>(
        &mut self,
        task: Task<'_>,
        function: &Function,
        read: impl FnOnce(&Compiled<'_>, Vec<u8>, Option<Tail>) -> Result<R, String>,
    ) -> Result<R, BackendError> {
        let name = task.unit.symbol_name(function.symbol);
        let failed = |message: String| BackendError::in_symbol(name, message);
        for checks in task.checks {
            self.translate(task, function, *checks)?;
            let compiled = self.run(task.isa).map_err(failed)?;
            let mut code = compiled.code_buffer().to_vec();
            if let Ok(tail) = attach_failures(&compiled, function, task.machine, &mut code) {
                let compiled = Compiled {
                    unit: task.unit,
                    function,
                    clif: &self.context.func,
                    tables: &self.tables,
                    result: &compiled,
                    machine: task.machine,
                    isa: task.isa,
                    source_positions: task.source_positions,
                };
                return read(&compiled, code, tail).map_err(failed);
            }
        }
        Err(failed("the checks of this function could not be laid out".into()))
    }
}

/// What Cranelift says in a word or two, and no more.
const TOO_LARGE: &str = "the values of this function take more of the stack than code can reach, or its code is too \
    large; keep large arrays in an object of a type, or cut the function into several";

/// Where the checks of indexes trap, by rising offsets, and what they compared.
fn told_operands(
    locations: &[MachSrcLoc<Final>],
    function: &Function,
    (machine, frame_bytes): (Machine, u32),
    code: &[u8],
) -> Vec<(u32, (Told, Operands))> {
    let told = locations.iter().filter_map(|location| {
        let site = SourceBits(location.loc.bits()).site()?;
        let told = function.sites[site as usize].kind.told()?;
        let (trap, operands) = failure::compared(machine, code, location.start..location.end, frame_bytes)?;
        Some((trap, (told, operands)))
    });
    let mut told: Vec<(u32, (Told, Operands))> = told.collect();
    told.sort_unstable_by_key(|(trap, _)| *trap);
    told
}

/// Whether an instruction does nothing but trap.
fn is_trap(machine: Machine, code: &[u8], offset: u32) -> bool {
    match machine {
        Machine::X86_64 => code[offset as usize..].starts_with(&[0x0f, 0x0b]),
        Machine::Aarch64 => true,
    }
}

/// Turns the traps of failed checks into calls.
fn attach_failures(
    compiled: &CompiledCode,
    function: &Function,
    machine: Machine,
    code: &mut Vec<u8>,
) -> Result<Option<Tail>, Scattered> {
    let locations = compiled.buffer.get_srclocs_sorted();
    let frame_bytes = compiled.buffer.frame_layout().ok_or(Scattered)?.frame_to_fp_offset;
    let told = told_operands(locations, function, (machine, frame_bytes), code);
    let mut traps = Vec::new();
    let mut any_check = false;
    for trap in compiled.buffer.traps().iter().filter(|trap| trap.code != UNREACHABLE) {
        let position = locations.partition_point(|location| location.end <= trap.offset);
        let location = locations.get(position).filter(|location| location.start <= trap.offset);
        match location.and_then(|location| SourceBits(location.loc.bits()).site()) {
            Some(site) => {
                let found = told.binary_search_by_key(&trap.offset, |(offset, _)| *offset);
                traps.push(Trap { offset: trap.offset, site, telling: found.ok().map(|found| told[found].1) });
                any_check = true;
            }
            // Divisions have traps of their own among those of the checks, which the checks before them keep from being
            // reached; on x86-64 the division instruction itself is marked, too.
            None if is_trap(machine, code, trap.offset) => {
                traps.push(Trap { offset: trap.offset, site: STAYS, telling: None });
            }
            None => {}
        }
    }
    if !any_check {
        return Ok(None);
    }
    failure::attach(machine, code, &traps, frame_bytes).map(Some)
}
