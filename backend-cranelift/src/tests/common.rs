//! Programs in MIR, made and run the same way by every backend's tests, which include this file: functions of
//! scalars, and executables with a C half. Must not know a backend.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use abi::Target;
use mir::{
    Argument, BinaryOperator, Callee, FunctionBuilder, Linkage, Module, Scalar, Signature, SymbolId, Type, Value,
};

/// Adds a function that others see: scalar parameters, a scalar result or none.
pub(crate) fn function(
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
    let values: Vec<Value> = parameters.iter().map(|scalar| builder.scalar_parameter(*scalar)).collect();
    let entry = builder.block();
    builder.switch_to(entry);
    build(module, &mut builder, &values);
    module.add_function(builder.finish());
    symbol
}

/// Calls a function of the C library that takes and gives scalars.
pub(crate) fn call_c(
    module: &mut Module,
    builder: &mut FunctionBuilder,
    name: &str,
    arguments: &[Value],
    result: Scalar,
) -> Value {
    let types = arguments.iter().map(|value| Type::Scalar(builder.function().value_type(*value))).collect();
    let signature = module.signature(Signature::new(types, Some(Type::Scalar(result))));
    let symbol = module.import_function(name, signature);
    let arguments: Vec<Argument> = arguments.iter().copied().map(Argument::Scalar).collect();
    builder.call_scalar(Callee::Direct(symbol), signature, &arguments, result)
}

/// Calls a function of the module that takes and gives scalars.
pub(crate) fn call_own(
    module: &mut Module,
    builder: &mut FunctionBuilder,
    symbol: SymbolId,
    arguments: &[Value],
    result: Option<Scalar>,
) -> Option<Value> {
    let types = arguments.iter().map(|value| Type::Scalar(builder.function().value_type(*value))).collect();
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

/// Links files (name and content) and a C half, whose `main` starts the program, and runs it over an input: natively,
/// or under qemu.
pub(crate) fn link_and_run(files: &[(&str, &[u8])], target: Target, c: &str, input: &[u8]) -> Output {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("test.c"), c).expect("the folder is writable");
    let (compiler, runner) = tools(target);
    let mut command = Command::new(compiler);
    command.args(["-O1", "-Wall", "-Werror", "-Wl,--fatal-warnings", "-o"]).args([path("test"), path("test.c")]);
    for (name, content) in files {
        fs::write(path(name), content).expect("the folder is writable");
        command.arg(path(name));
    }
    let compiled = command.arg("-lm").output().expect("the C compiler starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut command = match runner {
        None => Command::new(path("test")),
        Some([runner, arguments @ ..]) => {
            let mut command = Command::new(runner);
            command.args(arguments).arg(path("test"));
            command
        }
        Some([]) => unreachable!("a runner is a program"),
    };
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("the pipe was asked for");
    // A program that does not read its input may be gone already.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// The C compiler of a target and what runs its programs here.
pub(crate) fn tools(target: Target) -> (&'static str, Option<&'static [&'static str]>) {
    if Some(target) == Target::host() {
        ("cc", None)
    } else {
        ("aarch64-linux-gnu-gcc", Some(&["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]))
    }
}

/// The targets whose programs can run on this machine.
pub(crate) fn runnable_targets() -> Vec<Target> {
    let mut targets = vec![Target::host().expect("tests run on a described target")];
    let installed = |program: &str| Path::new("/usr/bin").join(program).exists();
    if installed("qemu-aarch64") && installed("aarch64-linux-gnu-gcc") && !targets.contains(&Target::AARCH64_LINUX) {
        targets.push(Target::AARCH64_LINUX);
    }
    targets
}

/// Asserts that a program printed nothing and ended with 0.
pub(crate) fn assert_silent(output: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), String::new()));
    assert!(output.status.success(), "{}", output.status);
}

/// `base + bytes`
pub(crate) fn at(builder: &mut FunctionBuilder, base: Value, bytes: i128) -> Value {
    let index = builder.integer(Scalar::I64, bytes);
    builder.offset(base, index, 1)
}

/// A scalar of two operands.
pub(crate) fn add(builder: &mut FunctionBuilder, left: Value, right: Value) -> Value {
    builder.binary(BinaryOperator::Add, left, right)
}
