//! Structures in memory: clang's, under the names of MIR, in a text that grows with the types and not with what is in
//! them.

use std::io::Write;
use std::process::{Command, Stdio};

use abi::Target;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;

use super::{LEVELS, Optimisation, ir, lower, options};
use crate::Llvm;

/// Types of MIR, and the same in C.
const TWINS: &[(&str, &str)] = &[
    (
        "type %struct.Plain = struct 24 align 8 { a: i8 @0, b: i64 @8, c: bool @16 }",
        "struct Plain { char a; long b; _Bool c; };",
    ),
    ("type %struct.Inner = struct 12 align 4 { i8 @0, i32 @4, i8 @8 }", "struct Inner { char a; int b; char c; };"),
    (
        "type %struct.Outer = struct 56 align 8 { %struct.Inner @0, [3 x %struct.Inner] @12, ptr @48 }",
        "struct Outer { struct Inner a, b[3]; void *c; };",
    ),
    (
        "type %struct.Wide = struct 48 align 16 { i8 @0, i128 @16, f32 @32 }",
        "struct Wide { char a; __int128 b; float c; };",
    ),
    (
        "type %struct.Packed = struct 13 align 1 packed { i8 @0, i64 @1, i32 @9 }",
        "struct __attribute__((packed)) Packed { char a; long b; int c; };",
    ),
    (
        "type %struct.Over = struct 64 align 64 unadjusted 8 { i64 @0, i64 @8 }",
        "struct __attribute__((aligned(64))) Over { long a, b; };",
    ),
    (
        "type %struct.Apart = struct 48 align 16 { i32 @0, i32 @16, i8 @32 }",
        "struct Apart { int a; _Alignas(16) int b; _Alignas(16) char c; };",
    ),
    (
        "type %struct.Unaligned = struct 24 align 4 { i64 @0, %struct.Packed @8 }",
        "struct __attribute__((packed, aligned(4))) Unaligned { long a; struct Packed b; };",
    ),
    ("type %struct.Nothing = struct 0 align 1 { }", "struct Nothing {};"),
    (
        "type %struct.Around = struct 24 align 8 { i64 @0, %struct.Nothing @8, [2 x %struct.Nothing] @8, [2 x i64] @8 }",
        "struct Around { long a; struct Nothing b, c[2]; long d[2]; };",
    ),
    (
        "type %union.Number = union 8 align 8 { f64 @0, i64 @0, [5 x i8] @0 }",
        "union Number { double a; long b; char c[5]; };",
    ),
    ("type %union.Bytes = union 24 align 8 { [20 x i8] @0, i64 @0 }", "union Bytes { char a[20]; long b; };"),
    ("type %union.Odd = union 12 align 4 { [9 x i8] @0, i32 @0 }", "union Odd { char a[9]; int b; };"),
    (
        "type %struct.Both = struct 40 align 8 { %union.Bytes @0, %union.Odd @24 }",
        "struct Both { union Bytes a; union Odd b; };",
    ),
];

/// What is said of types, without the spaces that only their writers choose.
fn definitions(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().filter(|line| line.contains(" = type ")).map(str::to_owned).collect();
    lines.sort();
    lines
}

fn name_of(declaration: &str) -> &str {
    declaration.split(' ').nth(1).unwrap_or_default()
}

/// A module that has an object of each type in its frame.
fn objects(types: &[String], used: &[&str]) -> mir::Module {
    let mut text = String::from("module \"records\"\n");
    for ty in types {
        text += &format!("{ty}\n");
    }
    text += "function system_abi export @use() : () {\n";
    for (number, name) in used.iter().enumerate() {
        let module = mir::read(&format!("module \"one\"\n{}\n", types.join("\n"))).expect("the types are of the form");
        let id = module.types.find_named(&module.strings, &name[1..]).expect("it is declared");
        let layout = module.types.layout(mir::Type::Aggregate(id));
        text += &format!("  slot s{number} {} align {} local frame : {name}\n", layout.size, layout.align.bytes());
    }
    text += "b0:\n  return\n}\n";
    mir::read(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

#[test]
fn structures_are_those_of_clang() {
    let types: Vec<String> = TWINS.iter().map(|(ours, _)| (*ours).to_owned()).collect();
    let names: Vec<&str> = TWINS.iter().map(|(ours, _)| name_of(ours)).collect();
    for target in Llvm::targets() {
        let mut module = objects(&types, &names);
        lower(&mut module, *target);
        let ours = definitions(&ir(&module, *target, &options(Optimisation::None)));
        assert_eq!(ours.len(), TWINS.len());
        let Some(theirs) = of_clang(*target) else {
            return;
        };
        assert_eq!(ours, definitions(&theirs), "{target}");
    }
}

/// The IR of clang with an object of each type; nothing if there is no clang.
fn of_clang(target: Target) -> Option<String> {
    let mut source = String::new();
    for (number, (ours, theirs)) in TWINS.iter().enumerate() {
        source += &format!("{theirs}\n{} object{number};\n", name_of(ours)[1..].replace('.', " "));
        source += &format!(
            "void take(void *);\nvoid use{number}(void) {{ {} local; take(&local); }}\n",
            name_of(ours)[1..].replace('.', " ")
        );
    }
    let child = Command::new("clang-22")
        .arg(format!("--target={}", target.triple()))
        .args(["-w", "-S", "-emit-llvm", "-O0", "-ffreestanding", "-o", "-", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            println!("clang-22 cannot be started, so nothing is compared: {error}");
            return None;
        }
    };
    child.stdin.take().expect("a pipe").write_all(source.as_bytes()).expect("clang reads");
    let output = child.wait_with_output().expect("clang ends");
    assert!(output.status.success());
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Types that are each two of the one before, named or written out, which a function takes and gives.
fn doubling(levels: usize, named: bool) -> mir::Module {
    let mut text = String::from("module \"doubling\"\n");
    let mut ty = "i64".to_owned();
    let mut size = 8;
    for level in 0..levels {
        let body = format!("struct {} align 8 {{ {ty} @0, {ty} @{size} }}", 2 * size);
        size *= 2;
        ty = body;
        if named {
            text += &format!("type %T{level} = {ty}\n");
            ty = format!("%T{level}");
        }
    }
    text += &format!(
        "import function @f : ({ty}) -> {ty}\nfunction system_abi export @use(v0: ptr) : (ptr) {{\n  \
         slot s0 {size} align 8 local frame : {ty}\nb0:\n  \
         call @f(aggregate v0 align 8) : ({ty}) -> {ty} into v0\n  return\n}}\n"
    );
    mir::read(&text).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn the_text_grows_with_the_types_and_is_read_back() {
    for named in [true, false] {
        for level in LEVELS {
            let text = |levels| {
                let mut module = doubling(levels, named);
                lower(&mut module, Target::X86_64_LINUX);
                ir(&module, Target::X86_64_LINUX, &options(level))
            };
            let texts = [4, 7, 13].map(text);
            let [small, middle, large] = [0, 1, 2].map(|index| texts[index].len());
            assert!(large - middle < 3 * (middle - small), "{small} {middle} {large}");
            let context = Context::create();
            let buffer = MemoryBuffer::create_from_memory_range_copy(texts[2].as_bytes(), "text");
            let module = context.create_module_from_ir(buffer).expect("LLVM reads what it wrote");
            module.verify().expect("LLVM accepts what it wrote");
        }
    }
}

#[test]
fn types_of_the_same_name_stay_apart() {
    let types = ["type %T = struct 8 align 8 { i64 @0 }", "type %T.1 = struct 16 align 8 { %T @0, i64 @8 }"];
    let mut module = objects(&types.map(str::to_owned), &["%T", "%T.1"]);
    lower(&mut module, Target::X86_64_LINUX);
    let found = definitions(&ir(&module, Target::X86_64_LINUX, &options(Optimisation::None)));
    assert_eq!(found, ["%T = type { i64 }", "%T.1 = type { %T, i64 }"]);
}
