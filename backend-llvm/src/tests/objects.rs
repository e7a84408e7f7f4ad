//! What is beside the code: undefined symbols, site tables, determinism, text forms, refusals.

use std::collections::BTreeSet;

use abi::Target;
use mir::backend::TextForm;
use mir::{Backend, Module, NoPositions, Options};
use object::{Object, ObjectSection, ObjectSymbol};

use super::{LEVELS, Optimisation, compile, ir, lower, options};
use crate::Llvm;

const X86: Target = Target::X86_64_LINUX;

const PROGRAM: &str = r#"module "src/objects.lang"
import function @puts : (ptr) -> i32
global constant local @text align 1 = "hello\00"
function system_abi available @small(v0: i64) : (i64) -> i64 {
  site 0 add_overflow at 5
b0:
  v1: i64 = constant 1
  v2: i64 = checked_add v0, v1, site0
  return v2
}
function system_abi hidden @big(v0: i64) : (i64) -> i64 {
  site 0 message "too big" at 11
  site 1 multiply_overflow at 12
b0:
  v1: i64 = call @small(v0) : (i64) -> i64
  v2: i64 = checked_multiply v1, v1, site1
  return v2
}
function system_abi merge @same() : () -> i64 {
b0:
  v0: i64 = constant 3
  return v0
}
function system_abi export @main() : () -> i32 {
b0:
  v0: ptr = symbol_address @text
  v1: i32 = call @puts(v0) : (ptr) -> i32
  v2: i64 = constant 4
  v3: i64 = call @big(v2) : (i64) -> i64
  v4: i64 = call @same() : () -> i64
  v5: i64 = add v3, v4
  v6: i32 = convert v5
  return v6
}
"#;

fn program() -> Module {
    let mut module = mir::read(PROGRAM).expect("the test's text is of the form");
    lower(&mut module, X86);
    module
}

#[test]
fn undefined_symbols_and_site_tables_are_told_apart() {
    let object = compile(&program(), X86, &options(Optimisation::None)).object.expect("an object");
    assert_eq!(object.undefined, ["puts", "small", "std.runtime.panic_site"]);
    let tables: Vec<_> = object.sites.iter().map(|table| table.function.as_str()).collect();
    assert_eq!(tables, ["big"]);
    let messages: Vec<_> = object.sites[0].sites.iter().map(|site| &*site.message).collect();
    assert_eq!(messages, ["too big", "multiplication overflows"]);
    // An inlined body brings the table of its function along.
    let object = compile(&program(), X86, &options(Optimisation::Speed)).object.expect("an object");
    assert_eq!(object.undefined, ["puts", "std.runtime.panic_site"]);
    let tables: Vec<_> = object.sites.iter().map(|table| table.function.as_str()).collect();
    assert_eq!(tables, ["small", "big"]);
}

#[test]
fn symbols_are_seen_by_whom_they_should() {
    let object = compile(&program(), X86, &options(Optimisation::None)).object.expect("an object");
    let file = object::File::parse(object.bytes.as_slice()).expect("an object file");
    let scope = |name: &str| {
        let symbol = file.symbol_by_name(name).expect("a symbol of the file");
        (symbol.is_definition(), symbol.is_weak(), symbol.scope())
    };
    use object::SymbolScope::{Compilation, Dynamic, Linkage, Unknown};
    assert_eq!(scope("main"), (true, false, Dynamic));
    assert_eq!(scope("big"), (true, false, Linkage));
    assert_eq!(scope("same"), (true, true, Linkage));
    assert_eq!(scope("text"), (true, false, Compilation));
    assert_eq!(scope("small"), (false, false, Unknown));
}

#[test]
fn the_same_unit_gives_the_same_bytes() {
    for target in [X86, Target::AARCH64_LINUX] {
        let mut module = mir::read(PROGRAM).expect("the test's text is of the form");
        lower(&mut module, target);
        let mut seen = BTreeSet::new();
        for optimisation in
            [Optimisation::None, Optimisation::Less, Optimisation::Speed, Optimisation::Aggressive, Optimisation::Size]
        {
            let first = compile(&module, target, &options(optimisation));
            // Also in another thread, and where names are kept.
            let second = std::thread::scope(|scope| {
                let other = scope.spawn(|| compile(&module, target, &options(optimisation)));
                other.join().expect("it compiles")
            });
            assert_eq!(first, second);
            let reporting = Options { report_copies: true, ..options(optimisation) };
            assert_eq!(first.object.expect("an object").bytes.len(), {
                compile(&module, target, &reporting).object.expect("an object").bytes.len()
            });
            seen.insert(second.object.expect("an object").bytes);
        }
        assert!(seen.len() > 1, "the level changes nothing");
    }
}

/// The names in the function table of an object.
fn named_functions(bytes: &[u8]) -> Vec<String> {
    let file = object::File::parse(bytes).expect("an object file");
    let section = file.section_by_name(mir::FUNCTION_TABLE_SECTION).expect("objects with code have the table");
    let mut rest = section.data().expect("the section has bytes");
    let mut names = Vec::new();
    while let Some(row) = rest.get(4..) {
        let name: Vec<u8> = row.iter().copied().take_while(|byte| *byte != 0).collect();
        let name = String::from_utf8(name).expect("names are text");
        rest = &rest[mir::function_row(&name).len()..];
        names.push(name);
    }
    // Each row has one relocation, which writes the distance.
    assert_eq!(section.relocations().count(), names.len());
    names
}

#[test]
fn the_function_table_names_what_is_left_after_the_passes_and_keeps_nothing() {
    let text = PROGRAM.replace("hidden @big", "local @big");
    for (target, optimisation, expected) in [
        (X86, Optimisation::None, vec!["big", "same", "main", ""]),
        (X86, Optimisation::Speed, vec!["same", "main", ""]),
        (Target::AARCH64_LINUX, Optimisation::Speed, vec!["same", "main", ""]),
    ] {
        let mut module = mir::read(&text).expect("the test's text is of the form");
        lower(&mut module, target);
        let object = compile(&module, target, &options(optimisation)).object.expect("an object");
        assert_eq!(named_functions(&object.bytes), expected, "{target} {optimisation:?}");
    }
}

#[test]
fn a_large_function_is_optimised_for_size_and_a_small_one_is_not() {
    let attributes = |count: usize| {
        let mut text = String::from("module \"many\"\nfunction system_abi export @f(v0: i64) : (i64) -> i64 {\nb0:\n");
        for value in 1..=count {
            text += &format!("  v{value}: i64 = add v{}, v0\n", value - 1);
        }
        text += &format!("  return v{count}\n}}");
        let mut module = mir::read(&text).expect("the test's text is of the form");
        lower(&mut module, X86);
        super::ir(&module, X86, &options(Optimisation::Speed))
    };
    assert!(!attributes(1999).contains("optsize"));
    assert!(attributes(2001).contains("optsize"));
}

#[test]
fn text_forms_say_where_they_are_from() {
    let text = |form, optimisation| Llvm::new().text(&program(), &X86, &options(optimisation), form);
    let ir = text(TextForm::Llvm, Optimisation::None).expect("supported");
    assert!(ir.starts_with("; ModuleID = 'src/objects.lang'\nsource_filename = \"src/objects.lang\"\n"));
    assert!(ir.contains("target triple = \"x86_64-pc-linux-gnu\""));
    assert!(ir.contains("target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128"));
    assert!(ir.find("define i32 @main").is_some_and(|main| {
        // Declarations come before bodies in the module, but LLVM prints functions in one list.
        ir.find("define hidden i64 @big").is_some_and(|big| big < main)
    }));
    let optimised = text(TextForm::Llvm, Optimisation::Speed).expect("supported");
    assert!(!optimised.contains("call i64 @small"));
    let assembly = text(TextForm::Assembly, Optimisation::Speed).expect("supported");
    assert!(assembly.contains("\t.file\t\"objects.lang\"") && assembly.contains("callq\tputs@PLT"));
    let clif = text(TextForm::Clif, Optimisation::None).expect_err("no such form");
    assert_eq!(clif.to_string(), "the LLVM backend has no Cranelift IR");
    let bitcode = Llvm::new().bitcode(&program(), &X86, &options(Optimisation::None));
    assert!(bitcode.expect("supported").starts_with(b"BC\xc0\xde"));
}

#[test]
fn every_level_compiles_for_both_targets() {
    for optimisation in LEVELS {
        for target in Llvm::targets() {
            let mut module = mir::read(PROGRAM).expect("the test's text is of the form");
            lower(&mut module, *target);
            let statistics = compile(&module, *target, &options(optimisation)).statistics;
            assert_eq!((statistics.functions, statistics.instructions), (3, 10));
            assert!(statistics.code_bytes > 20);
        }
    }
}

#[test]
fn what_is_not_supported_is_said() {
    let riscv = Target::parse("riscv64-linux-gnu").expect("a known target");
    let error = Llvm::new().supports(&riscv).expect_err("not supported yet");
    assert_eq!(error.to_string(), "the LLVM backend does not support the target riscv64-linux-gnu yet");
    assert!(Llvm::new().version().contains("LLVM 22."));
    let error = Llvm::new().assemble(&[], &NoPositions, &X86, &options(Optimisation::None));
    assert!(error.expect_err("objects are whole").to_string().contains("link those"));
    let huge = "module \"huge\"\nfunction system_abi export @f() : () {\n  slot s0 3000000000 align 1 local frame\nb0:\n  return\n}";
    let mut module = mir::read(huge).expect("the test's text is of the form");
    lower(&mut module, X86);
    let error = Llvm::new().compile(&module, &X86, &options(Optimisation::None));
    assert_eq!(
        error.expect_err("no frame is so large").to_string(),
        "in f: a variable of 3000000000 bytes does not fit in a stack frame"
    );
    let module = mir::read(PROGRAM).expect("the test's text is of the form");
    let error = Llvm::new().compile(&module, &X86, &options(Optimisation::None));
    let error = error.expect_err("it is not lowered").to_string();
    assert!(error.contains("lowered form"), "{error}");
}

/// Passes skip such a function; only its variables are in registers, so that its code is small.
#[test]
fn what_is_not_worth_optimising_stays_as_it_is() {
    let text = r#"module "cold"
function system_abi export @cold(v0: i64) : (i64) -> i64 {
  slot s0 8 align 8 local frame : i64
  attribute "inline" !0
  attribute "optimise" !0
b0:
  v1: ptr = slot_address s0
  store v0, v1 align 8
  v2: i64 = load v1 align 8
  v3: i64 = multiply v2, v2
  v4: i64 = multiply v2, v2
  v5: i64 = add v3, v4
  return v5
}
function system_abi export @warm(v0: i64) : (i64) -> i64 {
b0:
  v1: i64 = call @cold(v0) : (i64) -> i64
  v2: i64 = multiply v1, v1
  v3: i64 = multiply v1, v1
  v4: i64 = add v2, v3
  return v4
}
metadata !0 = {"never"}
"#;
    for target in [X86, Target::AARCH64_LINUX] {
        let mut module = mir::read(text).expect("the test's text is of the form");
        lower(&mut module, target);
        let plain = ir(&module, target, &options(Optimisation::None));
        assert!(!plain.contains("optnone") && plain.contains("alloca"), "{plain}");
        for optimisation in [Optimisation::Less, Optimisation::Speed, Optimisation::Size] {
            let text = ir(&module, target, &options(optimisation));
            let cold = text.split("@warm").next().unwrap_or_default();
            assert!(text.contains("noinline nounwind optnone"), "{text}");
            assert_eq!(cold.matches(" mul ").count(), 2, "{text}");
            assert_eq!(text.matches(" mul ").count(), 3, "{text}");
            assert!(!text.contains("alloca"), "{text}");
            assert!(compile(&module, target, &options(optimisation)).object.is_some());
        }
    }
}
