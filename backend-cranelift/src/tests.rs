//! Programs in MIR that run: in this process and as linked executables with a C half. Owns the harness; what is
//! tested is next door, by subject.

mod assembly;
mod calls;
mod checks;
mod common;
mod contents;
mod control;
mod flips;
mod floats;
mod forms;
mod integers;
mod linked_kinds;
mod memory;
mod objects;

use std::ops::Range;
use std::process::Output;

use abi::Target;
use mir::backend::{Origin, Position, Positions, TextForm};
use mir::{
    Artifacts, Backend, DebugInformation, FunctionBuilder, JustInTime, Module, NoPositions, Optimisation, Options,
    ReturnValue, Scalar, Surroundings, Value,
};

use common::{add, assert_silent, at, call_c, call_own, function, runnable_targets};

use crate::Cranelift;

/// Options of all tests: Cranelift checks what it is given.
fn options(source_positions: bool) -> Options {
    Options { verify: true, source_positions, ..Options::default() }
}

/// Each offset is a line of one file.
struct OffsetsAsLines;

impl Positions for OffsetsAsLines {
    fn origin(&self, _symbol: &str) -> Option<Origin> {
        Some(Origin { file: 0, offset: 0, line: 0 })
    }

    fn position_from(&self, origin: Origin, offset: u32) -> (Position, Range<u32>) {
        let position = Position { file: origin.file, line: offset, column: 7 };
        (position, offset..offset.saturating_add(1))
    }

    fn file(&self, _file: u32) -> &str {
        "test.lang"
    }

    fn file_count(&self) -> u32 {
        1
    }
}

/// Lowers and compiles for a target.
fn compile(module: &mut Module, target: Target) -> Artifacts {
    compile_with(&Cranelift::new(), module, target, Optimisation::None)
}

/// Compiles with Cranelift's verification, and gives what comes out without, which takes a shorter way.
fn compile_with(backend: &Cranelift, module: &mut Module, target: Target, optimisation: Optimisation) -> Artifacts {
    mir::lower_module(module, &target).expect("the signatures are described");
    compile_lowered_with(backend, module, target, optimisation)
}

/// Compiles a module that is lowered already.
fn compile_lowered(module: &Module, target: Target) -> Artifacts {
    compile_lowered_with(&Cranelift::new(), module, target, Optimisation::None)
}

fn compile_lowered_with(backend: &Cranelift, module: &Module, target: Target, optimisation: Optimisation) -> Artifacts {
    let compile = |verify| backend.compile(module, &target, &Options { verify, optimisation, ..options(true) });
    match compile(true).and_then(|_| compile(false)) {
        Ok(artifacts) => artifacts,
        Err(error) => {
            let text = backend.text(module, &target, &Options::default(), TextForm::Clif).unwrap_or_default();
            panic!("{error}\n{text}")
        }
    }
}

/// Runs a body in this process over memory that it may read and write.
fn run_over(memory: &mut [u64], build: impl FnOnce(&mut Module, &mut FunctionBuilder, Value)) {
    let mut module = Module::new("test");
    function(&mut module, "main", &[Scalar::I32, Scalar::Pointer], Some(Scalar::I32), |module, builder, values| {
        let text = builder.load(Scalar::Pointer, values[1], 0);
        let end = builder.integer(Scalar::Pointer, 0);
        let base = builder.integer(Scalar::I32, 10);
        let address = call_c(module, builder, "strtoull", &[text, end, base], Scalar::U64);
        let address = builder.convert(address, Scalar::Pointer);
        build(module, builder, address);
        let status = builder.integer(Scalar::I32, 42);
        builder.return_value(ReturnValue::Scalar(status));
    });
    let target = Target::host().expect("tests run on a described target");
    let artifacts = compile(&mut module, target);
    let address = memory.as_mut_ptr().expose_provenance().to_string();
    // Code generators call its functions for `%` on floats.
    let libraries = ["m".to_owned()];
    let surroundings =
        Surroundings { libraries: &libraries, offered: &[], shared: &[], lists_functions: false, shows_callers: false };
    let program =
        Cranelift::new().load(&[(&artifacts, None)], &NoPositions, "main", &surroundings, DebugInformation::None);
    let status = program.map(|program| program.run(&[address]));
    assert_eq!(status, Ok(42));
}

/// Links a module with a C half, whose `main` it is, and runs it: natively, or under qemu.
fn run_with_c(module: &mut Module, target: Target, c: &str) -> Output {
    run_optimised(module, target, Optimisation::None, c)
}

fn link_and_run(artifacts: &Artifacts, target: Target, c: &str) -> Output {
    let object = Cranelift::new()
        .assemble(&[(artifacts, None)], &OffsetsAsLines, &target, &options(true))
        .expect("the artifacts can be assembled");
    common::link_and_run(&[("test.o", &object)], target, c, &[])
}

/// The same at a level of optimisation. The code as text for the assembler does the same.
fn run_optimised(module: &mut Module, target: Target, optimisation: Optimisation, c: &str) -> Output {
    let artifacts = compile_with(&Cranelift::new(), module, target, optimisation);
    let output = link_and_run(&artifacts, target, c);
    let options = Options { optimisation, ..options(true) };
    let assembled = assembly::link_and_run(module, &artifacts, target, &options, c);
    assert_eq!(assembled, output, "assembled from its text, the program does something else");
    output
}
