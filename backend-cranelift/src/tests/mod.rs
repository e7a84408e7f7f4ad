//! Programs in MIR that run: in this process and as linked executables with a C half. Owns the harness; what is
//! tested is next door, by subject.

mod calls;
mod checks;
mod control;
mod flips;
mod floats;
mod integers;
mod memory;
mod objects;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use abi::Target;
use mir::backend::{Position, Positions, TextForm};
use mir::{
    Argument, Artifacts, Backend, BinaryOperator, Callee, FunctionBuilder, JustInTime, Linkage, Module, NoPositions,
    Optimisation, Options, ReturnValue, Scalar, Signature, SymbolId, Type, Value,
};

use crate::Cranelift;

/// Options of all tests: Cranelift checks what it is given.
fn options(debug_information: bool) -> Options {
    Options {
        verify: true,
        debug_information,
        ..Options::default()
    }
}

/// Each offset is a line of one file.
struct OffsetsAsLines;

impl Positions for OffsetsAsLines {
    fn position(&self, _function: &str, offset: u32) -> Option<Position> {
        Some(Position {
            file: 0,
            line: offset,
            column: 7,
        })
    }

    fn file(&self, _file: u32) -> &str {
        "test.lang"
    }

    fn file_count(&self) -> u32 {
        1
    }
}

/// Adds a function that others see: scalar parameters, a scalar result or none.
fn function(
    module: &mut Module,
    name: &str,
    parameters: &[Scalar],
    result: Option<Scalar>,
    build: impl FnOnce(&mut Module, &mut FunctionBuilder, &[Value]),
) -> SymbolId {
    let symbol = module.symbol(name);
    let types = parameters.iter().copied().map(Type::Scalar).collect();
    let signature = module.signature(Signature::new(types, result.map(Type::Scalar)));
    let mut builder = FunctionBuilder::new(symbol, signature);
    builder.function_mut().linkage = Linkage::Export;
    let values: Vec<Value> = parameters
        .iter()
        .map(|scalar| builder.scalar_parameter(*scalar))
        .collect();
    let entry = builder.block();
    builder.switch_to(entry);
    build(module, &mut builder, &values);
    module.add_function(builder.finish());
    symbol
}

/// Calls a function of the C library that takes and gives scalars.
fn call_c(
    module: &mut Module,
    builder: &mut FunctionBuilder,
    name: &str,
    arguments: &[Value],
    result: Scalar,
) -> Value {
    let types = arguments
        .iter()
        .map(|value| Type::Scalar(builder.function().value_type(*value)))
        .collect();
    let signature = module.signature(Signature::new(types, Some(Type::Scalar(result))));
    let symbol = module.import_function(name, signature);
    let arguments: Vec<Argument> = arguments.iter().copied().map(Argument::Scalar).collect();
    builder.call_scalar(Callee::Direct(symbol), signature, &arguments, result)
}

/// Calls a function of the module that takes and gives scalars.
fn call_own(
    module: &mut Module,
    builder: &mut FunctionBuilder,
    symbol: SymbolId,
    arguments: &[Value],
    result: Option<Scalar>,
) -> Option<Value> {
    let types = arguments
        .iter()
        .map(|value| Type::Scalar(builder.function().value_type(*value)))
        .collect();
    let signature = module.signature(Signature::new(types, result.map(Type::Scalar)));
    let arguments: Vec<Argument> = arguments.iter().copied().map(Argument::Scalar).collect();
    match result {
        Some(result) => Some(builder.call_scalar(Callee::Direct(symbol), signature, &arguments, result)),
        None => {
            builder.call(Callee::Direct(symbol), signature, &arguments);
            None
        }
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
    let compile = |verify| {
        backend.compile(
            module,
            &target,
            &Options {
                verify,
                optimisation,
                ..options(true)
            },
        )
    };
    match compile(true).and_then(|_| compile(false)) {
        Ok(artifacts) => artifacts,
        Err(error) => {
            let text = backend
                .text(module, &target, &Options::default(), TextForm::Clif)
                .unwrap_or_default();
            panic!("{error}\n{text}")
        }
    }
}

/// Runs a body in this process over memory that it may read and write.
fn run_over(memory: &mut [u64], build: impl FnOnce(&mut Module, &mut FunctionBuilder, Value)) {
    let mut module = Module::new("test");
    function(
        &mut module,
        "main",
        &[Scalar::I32, Scalar::Pointer],
        Some(Scalar::I32),
        |module, builder, values| {
            let text = builder.load(Scalar::Pointer, values[1], 0);
            let end = builder.integer(Scalar::Pointer, 0);
            let base = builder.integer(Scalar::I32, 10);
            let address = call_c(module, builder, "strtoull", &[text, end, base], Scalar::U64);
            let address = builder.convert(address, Scalar::Pointer);
            build(module, builder, address);
            let status = builder.integer(Scalar::I32, 42);
            builder.return_value(ReturnValue::Scalar(status));
        },
    );
    let target = Target::host().expect("tests run on a described target");
    let artifacts = compile(&mut module, target);
    let address = memory.as_mut_ptr().expose_provenance().to_string();
    let status = Cranelift::new().run(&[&artifacts], &NoPositions, "main", &[address], &[]);
    assert_eq!(status, Ok(42));
}

/// Links a module with a C half, whose `main` it is, and runs it: natively, or under qemu.
fn run_with_c(module: &mut Module, target: Target, c: &str) -> Output {
    link_and_run(&compile(module, target), target, c)
}

fn link_and_run(artifacts: &Artifacts, target: Target, c: &str) -> Output {
    let object = Cranelift::new()
        .assemble(&[artifacts], &OffsetsAsLines, &target, &options(true))
        .expect("the artifacts can be assembled");
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("test.o"), object).expect("the folder is writable");
    fs::write(path("test.c"), c).expect("the folder is writable");
    let (compiler, runner) = tools(target);
    let compiled = Command::new(compiler)
        .args(["-O1", "-Wall", "-Werror", "-Wl,--fatal-warnings", "-o"])
        .args([path("test"), path("test.c"), path("test.o")])
        .arg("-lm")
        .output()
        .expect("the C compiler starts");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    match runner {
        None => Command::new(path("test")).output(),
        Some(runner) => Command::new(runner[0]).args(&runner[1..]).arg(path("test")).output(),
    }
    .expect("the program starts")
}

/// The C compiler of a target and what runs its programs here.
fn tools(target: Target) -> (&'static str, Option<&'static [&'static str]>) {
    if Some(target) == Target::host() {
        ("cc", None)
    } else {
        (
            "aarch64-linux-gnu-gcc",
            Some(&["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
        )
    }
}

/// The targets whose programs can run on this machine.
fn runnable_targets() -> Vec<Target> {
    let mut targets = vec![Target::host().expect("tests run on a described target")];
    let installed = |program: &str| Path::new("/usr/bin").join(program).exists();
    if installed("qemu-aarch64") && installed("aarch64-linux-gnu-gcc") && !targets.contains(&Target::AARCH64_LINUX) {
        targets.push(Target::AARCH64_LINUX);
    }
    targets
}

/// Asserts that a program printed nothing and ended with 0.
fn assert_silent(output: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(
        (text(&output.stdout), text(&output.stderr)),
        (String::new(), String::new())
    );
    assert!(output.status.success(), "{}", output.status);
}

/// `base + bytes`
fn at(builder: &mut FunctionBuilder, base: Value, bytes: i128) -> Value {
    let index = builder.integer(Scalar::I64, bytes);
    builder.offset(base, index, 1)
}

/// A scalar of two operands.
fn add(builder: &mut FunctionBuilder, left: Value, right: Value) -> Value {
    builder.binary(BinaryOperator::Add, left, right)
}
