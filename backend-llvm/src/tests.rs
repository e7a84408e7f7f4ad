//! Programs in MIR that run as linked executables with a C half, without optimisation and with. Owns the harness; what
//! is tested is next door, by subject. What every backend must do alike is tested by the same files as Cranelift's.

#[path = "../../backend-cranelift/src/tests/calls.rs"]
mod calls;
#[path = "../../backend-cranelift/src/tests/checks.rs"]
mod checks;
#[path = "../../backend-cranelift/src/tests/common.rs"]
mod common;
#[path = "../../backend-cranelift/src/tests/control.rs"]
mod control;
mod conversation;
mod copies;
mod ends;
mod facts;
#[path = "../../backend-cranelift/src/tests/floats.rs"]
mod floats;
#[path = "../../backend-cranelift/src/tests/integers.rs"]
mod integers;
#[path = "../../backend-cranelift/src/tests/linked_kinds.rs"]
mod linked_kinds;
#[path = "../../backend-cranelift/src/tests/memory.rs"]
mod memory;
mod objects;
mod records;
mod shapes;

use std::fmt::Write;
use std::process::Output;

use abi::Target;
use mir::backend::TextForm;
use mir::{
    Artifacts, Backend, FunctionBuilder, Module, ObjectArtifact, Optimisation, Options, ReturnValue, Scalar, Value,
};

use crate::Llvm;
use common::{add, assert_silent, at, call_c, call_own, function, runnable_targets};

/// Without optimisation, and as releases are built.
const LEVELS: [Optimisation; 2] = [Optimisation::None, Optimisation::Speed];

/// LLVM checks what it is given and what it makes of it.
fn options(optimisation: Optimisation) -> Options {
    Options { optimisation, verify: true, ..Options::default() }
}

/// Compiles a module that is lowered already.
fn compile(module: &Module, target: Target, options: &Options) -> Artifacts {
    match Llvm::new().compile(module, &target, options) {
        Ok(artifacts) => artifacts,
        Err(error) => panic!("{error}\n{}", mir::print(module)),
    }
}

/// The IR of a module that is lowered already.
fn ir(module: &Module, target: Target, options: &Options) -> String {
    let text = Llvm::new().text(module, &target, options, TextForm::Llvm);
    text.unwrap_or_else(|error| panic!("{error}\n{}", mir::print(module)))
}

fn lower(module: &mut Module, target: Target) {
    mir::AbiPass::new(target).with_llvm_signatures(true).run(module).expect("the signatures are described");
}

/// Runs a body in a process of its own over memory that it may read and write: the same at each level.
fn run_over(memory: &mut [u64], build: impl FnOnce(&mut Module, &mut FunctionBuilder, Value)) {
    let mut module = Module::new("test");
    function(&mut module, "body", &[Scalar::Pointer], None, |module, builder, values| {
        build(module, builder, values[0]);
        builder.return_value(ReturnValue::Nothing);
    });
    let c = format!(
        "#include <stdint.h>\n#include <stdio.h>\nvoid body(uint64_t *);\nstatic uint64_t memory[{0}];\nint main(void) {{\n  \
         if (fread(memory, 8, {0}, stdin) != {0}) return 1;\n  body(memory);\n  fwrite(memory, 8, {0}, stdout);\n  return 0;\n}}\n",
        memory.len()
    );
    let input: Vec<u8> = memory.iter().flat_map(|word| word.to_le_bytes()).collect();
    let target = Target::host().expect("tests run on a described target");
    lower(&mut module, target);
    for optimisation in LEVELS {
        let artifacts = compile(&module, target, &options(optimisation));
        let output = link_and_run(&artifacts, target, &c, &input);
        assert!(output.status.success(), "{optimisation:?}: {}", output.status);
        assert_eq!(output.stdout.len(), input.len(), "{optimisation:?}");
        let words = output.stdout.chunks(8);
        for (place, word) in memory.iter_mut().zip(words) {
            let word = u64::from_le_bytes(word.try_into().expect("words of eight bytes"));
            // The second level must leave what the first left, up to where the stack is.
            let is_address = |word: u64| word >> 40 == 0x7f;
            let alike = *place == word || (is_address(*place) && is_address(word));
            assert!(optimisation == Optimisation::None || alike, "{optimisation:?}: {place:x} {word:x}");
            *place = word;
        }
    }
}

/// Links a module with a C half, whose `main` it is, and runs it at each level: natively, or under qemu.
fn run_with_c(module: &mut Module, target: Target, c: &str) -> Output {
    let [plain, optimised] = LEVELS.map(|level| run_optimised(module, target, level, c));
    assert_eq!(plain, optimised);
    optimised
}

fn run_optimised(module: &mut Module, target: Target, optimisation: Optimisation, c: &str) -> Output {
    lower(module, target);
    let artifacts = compile(module, target, &options(optimisation));
    link_and_run(&artifacts, target, c, &[])
}

fn link_and_run(artifacts: &Artifacts, target: Target, c: &str, input: &[u8]) -> Output {
    let object = artifacts.object.as_ref().expect("LLVM makes objects");
    let tables = site_tables(object);
    let files = [("test.o", object.bytes.as_slice()), ("sites.s", tables.as_bytes())];
    common::link_and_run(&files, target, c, input)
}

/// The site tables that an object refers to: each offset is a line of one file.
fn site_tables(object: &ObjectArtifact) -> String {
    let mut text = String::from("\t.section .rodata\nfile:\t.asciz \"test.lang\"\n");
    for (number, table) in object.sites.iter().enumerate() {
        let symbol = mir::site_table_symbol(&table.function);
        let mut lines = format!("\t.balign 4\n\t.globl \"{symbol}\"\n\t.hidden \"{symbol}\"\n\"{symbol}\":\n");
        for (index, site) in table.sites.iter().enumerate() {
            let entry = format!("entry_{number}_{index}");
            writeln!(lines, "{entry}:\t.long file - {entry}, {}, 7, message_{number}_{index} - {entry}", site.offset)
                .expect("a string grows");
        }
        for (index, site) in table.sites.iter().enumerate() {
            writeln!(lines, "message_{number}_{index}:\t.asciz {:?}", site.message).expect("a string grows");
        }
        text += &lines;
    }
    text += "\t.section .note.GNU-stack,\"\",%progbits\n";
    text
}
