//! What is beside the code: errors, text forms, determinism, frames that debuggers walk, lines and variables.

use std::process::Command;

use expect_test::expect;
use mir::artifact::{LineRecord, VariablePlace};
use mir::backend::TextForm;
use mir::{
    Align, Backend, BackendError, CheckedOperator, DebugInformation, FunctionBuilder, JustInTime, Linkage, LoadError,
    Module, NoPositions, Options, ReturnValue, Scalar, Scope, Signature, SiteKind, SlotData, SlotKind, Surroundings,
    Type, Value, Variable,
};

use super::{OffsetsAsLines, call_c, compile, function, link_and_run, options};
use crate::Cranelift;

const X86_64: abi::Target = abi::Target::X86_64_LINUX;

fn checked_sum(_: &mut Module, builder: &mut FunctionBuilder, values: &[Value]) {
    builder.set_source(5);
    let site = builder.site(SiteKind::AddOverflow);
    let sum = builder.checked(CheckedOperator::Add, values[0], values[1], site);
    builder.set_source(9);
    builder.return_value(ReturnValue::Scalar(sum));
}

fn checked_sum_module() -> Module {
    let mut module = Module::new("sum");
    function(&mut module, "sum", &[Scalar::I64, Scalar::I64], Some(Scalar::I64), checked_sum);
    module
}

#[test]
fn a_check_does_not_end_its_block() {
    let mut module = checked_sum_module();
    mir::lower_module(&mut module, &X86_64).expect("described");
    let clif = Cranelift::new().text(&module, &X86_64, &Options::default(), TextForm::Clif);
    expect![[r#"
        ; sum
        function u0:0(i64, i64) -> i64 system_v {
                                        block0(v0: i64, v1: i64):
                                            v2, v3 = sadd_overflow v0, v1
        @80000000                           trapnz v3, user1
                                            return v2
        }
    "#]]
    .assert_eq(&clif.expect("supported"));
}

#[test]
fn lines_and_variables_are_recorded() {
    let mut module = Module::new("lines");
    let name = module.strings.intern("total");
    function(&mut module, "sum", &[Scalar::I64, Scalar::I64], Some(Scalar::I64), |module, builder, values| {
        let slot = builder.slot(SlotData::frame(8, Align::new(8), SlotKind::Local, None));
        let scope = builder.scope(Scope { parent: None, start: 0, end: 20 });
        let ty = Type::Scalar(Scalar::I64);
        builder.variable(Variable { name, ty, slot: Some(slot), scope, offset: 3, parameter: None, source_type: None });
        let place = builder.slot_address(slot, 0);
        builder.store(values[0], place, 0);
        checked_sum(module, builder, values);
    });
    let artifacts = compile(&mut module, X86_64);
    let function = &artifacts.functions[0];
    let sources: Vec<u32> = function.lines.iter().map(|line: &LineRecord| line.source_offset).collect();
    assert_eq!(sources, [0, 5, 9, 5]);
    assert_eq!(function.variables.len(), 1);
    assert!(matches!(function.variables[0].place, VariablePlace::Frame(offset) if offset < -16));
    assert_eq!(function.sites.len(), 1);
    assert_eq!(artifacts.statistics.functions, 1);
}

#[test]
fn the_same_unit_gives_the_same_bytes() {
    let object = || {
        let artifacts = compile(&mut checked_sum_module(), X86_64);
        Cranelift::new().assemble(&[(&artifacts, None)], &OffsetsAsLines, &X86_64, &options(false)).expect("assembled")
    };
    assert_eq!(object(), object());
}

#[test]
fn equal_definitions_are_merged_and_others_refused() {
    let unit = |linkage| {
        let mut module = checked_sum_module();
        module.functions[0].linkage = linkage;
        compile(&mut module, X86_64)
    };
    let backend = Cranelift::new();
    let assemble = |linkage| {
        backend.assemble(&[(&unit(linkage), None), (&unit(linkage), None)], &NoPositions, &X86_64, &options(false))
    };
    assert!(assemble(Linkage::Merge).is_ok());
    let error = assemble(Linkage::Hidden).expect_err("two definitions");
    expect!["in sum: the symbol is defined twice"].assert_eq(&error.to_string());
}

#[test]
fn what_is_missing_is_named() {
    let mut module = Module::new("missing");
    function(&mut module, "main", &[Scalar::I32, Scalar::Pointer], Some(Scalar::I32), |module, builder, values| {
        let result = call_c(module, builder, "no_such_function", &[values[0]], Scalar::I32);
        builder.return_value(ReturnValue::Scalar(result));
    });
    let artifacts = compile(&mut module, abi::Target::host().expect("described"));
    let backend = Cranelift::new();
    let run = |entry: &str, libraries: &[String]| {
        let surroundings =
            Surroundings { libraries, offered: &[], shared: &[], lists_functions: false, shows_callers: false };
        let loaded = backend.load(&[(&artifacts, None)], &NoPositions, entry, &surroundings, DebugInformation::None);
        loaded.err().expect("something is missing")
    };
    assert_eq!(run("main", &[]), LoadError::UndefinedSymbols(vec!["no_such_function".into()]));
    let no_start = BackendError::new("the program has no function `start`");
    assert_eq!(run("start", &[]), LoadError::Other(no_start));
    let LoadError::MissingLibrary { name, reason } = run("main", &["no-such".into()]) else {
        panic!("there is no such library");
    };
    assert_eq!(name, "no-such");
    expect!["libno-such.so: cannot open shared object file: No such file or directory"].assert_eq(&reason);
    let riscv = abi::Target::parse("riscv64-linux-gnu").expect("known");
    let refused = backend.supports(&riscv).expect_err("not finished by hand");
    expect!["the Cranelift backend does not support the target riscv64-linux-gnu yet"].assert_eq(&refused.to_string());
}

#[test]
fn unlowered_functions_are_refused() {
    let mut module = Module::new("early");
    let symbol = module.symbol("early");
    let signature = module.signature(Signature::new(Vec::new(), None));
    let mut builder = FunctionBuilder::new(symbol, signature);
    let entry = builder.block();
    builder.switch_to(entry);
    builder.return_value(ReturnValue::Nothing);
    module.add_function(builder.finish());
    let error = Cranelift::new().compile(&module, &X86_64, &options(false)).expect_err("not lowered");
    expect!["in early: the function is not in lowered form"].assert_eq(&error.to_string());
}

#[test]
fn debuggers_walk_the_stack() {
    if Command::new("gdb").arg("--version").output().is_err() || abi::Target::host() != Some(X86_64) {
        return;
    }
    let mut module = Module::new("walk");
    for (name, callee) in [("outer", "inner"), ("inner", "stop")] {
        function(&mut module, name, &[Scalar::I64], Some(Scalar::I64), |module, builder, values| {
            let result = call_c(module, builder, callee, &[values[0]], Scalar::I64);
            builder.return_value(ReturnValue::Scalar(result));
        });
    }
    let c = r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <unistd.h>
        long outer(long value);
        long stop(long value);
        long stop(long value) {
            char command[200];
            snprintf(command, sizeof command, "gdb -batch -nx -p %d -ex bt 2>/dev/null | grep -o 'in [a-z]* ('", getpid());
            fflush(stdout);
            return value + system(command);
        }
        int main(void) { return (int)outer(0); }
    "#;
    let output = link_and_run(&compile(&mut module, X86_64), X86_64, c);
    let frames = String::from_utf8_lossy(&output.stdout);
    let walked: Vec<&str> =
        frames.lines().filter(|line| ["in stop (", "in inner (", "in outer (", "in main ("].contains(line)).collect();
    assert_eq!(walked, ["in stop (", "in inner (", "in outer (", "in main ("], "{frames}");
}
