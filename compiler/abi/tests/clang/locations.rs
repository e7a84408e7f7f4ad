//! Proves the described locations at run time, independent of any code generator: values that name their own
//! bytes travel between C, compiled by gcc and clang, and an assembly caller or callee that does what the
//! description says. Owns the tables that drive `locations.c`; the C program does the judging.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use abi::{
    Extend, FnAbi, Location, Memory, Placement, Register, RegisterClass, Signature, Target, Ty, TyId, TypeArena,
    ValueAbi,
};

use crate::model::{CSignature, CType};

/// A compiler and the program that runs what it makes, if it is not the machine itself.
pub struct Toolchain {
    pub target: Target,
    pub compiler: &'static str,
    pub arguments: &'static [&'static str],
    pub runner: Option<[&'static str; 3]>,
}

/// What is done to a description before it is proved; false leaves the signature out.
pub type Change<'a> = &'a dyn Fn(&mut FnAbi) -> bool;

/// Runs all signatures in both directions; the answer is what the C program prints and how it ends, or why it cannot run.
pub fn prove(toolchain: &Toolchain, signatures: &[CSignature], change: Change<'_>) -> Result<String, String> {
    let mut source = String::from(include_str!("locations.c"));
    let mut table = String::new();
    let mut count = 0;
    for (index, signature) in signatures.iter().enumerate() {
        count += usize::from(write_case(
            &toolchain.target,
            index,
            signature,
            change,
            &mut source,
            &mut table,
        ));
    }
    writeln!(
        source,
        "const Case cases[] = {{\n{table}}};\nconst unsigned int case_count = {count};"
    )
    .unwrap();
    let directory = tempfile(toolchain);
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let answer = build_and_run(toolchain, &source, &directory);
    std::fs::remove_dir_all(&directory).map_err(|error| error.to_string())?;
    answer
}

fn tempfile(toolchain: &Toolchain) -> std::path::PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let name = format!(
        "abi-locations-{}-{}-{}-{}",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed),
        toolchain.compiler,
        toolchain.target
    );
    std::env::temp_dir().join(name)
}

fn build_and_run(toolchain: &Toolchain, source: &str, directory: &Path) -> Result<String, String> {
    let (file, program) = (directory.join("cases.c"), directory.join("cases"));
    std::fs::write(&file, source).map_err(|error| error.to_string())?;
    let output = Command::new(toolchain.compiler)
        .args(toolchain.arguments)
        .args([
            "-std=gnu2x",
            "-O1",
            "-w",
            "-Wno-psabi",
            "-fno-strict-aliasing",
            "-no-pie",
            "-fno-pic",
            "-o",
        ])
        .args([&program, &file])
        .output()
        .map_err(|error| format!("skipped: {} cannot be started: {error}", toolchain.compiler))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}: {}",
        toolchain.compiler,
        errors.lines().take(20).collect::<Vec<_>>().join("\n")
    );
    let mut command = match toolchain.runner {
        Some([runner, option, root]) => {
            let mut command = Command::new(runner);
            command.args([option, root]).arg(&program);
            command
        }
        None => Command::new(&program),
    };
    let output = command
        .output()
        .map_err(|error| format!("skipped: the program cannot be started: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(match text.contains(" cases, ") {
        true => text.into_owned(),
        false => format!("the program died ({}): {text}", output.status),
    })
}

/// Writes the data, the C callee, the C caller and the table row of one signature; false if it is not described.
fn write_case(
    target: &Target,
    index: usize,
    signature: &CSignature,
    change: Change<'_>,
    source: &mut String,
    table: &mut String,
) -> bool {
    let (arena, lowered) = signature.build(target);
    let Ok(mut abi) = abi::lower(target, &arena, &lowered) else {
        return false;
    };
    if !change(&mut abi) || abi.call.stack_align > 16 || abi.call.stack_bytes > 8192 {
        return false;
    }
    let values = values(target, &arena, &lowered, index);
    for (number, value) in values.iter().enumerate() {
        value.write(index, number, source);
    }
    write_functions(index, signature, &values, source);
    let mut arguments = Vec::new();
    for (number, param) in abi.params.iter().enumerate() {
        pieces(
            param,
            &values[number + 1],
            &format!("d{index}_{}", number + 1),
            &mut arguments,
        );
        widened(param, &values[number + 1], &mut arguments);
    }
    let mut results = Vec::new();
    pieces(&abi.result, &values[0], &format!("d{index}_0"), &mut results);
    for (name, list) in [("a", &arguments), ("r", &results)] {
        writeln!(source, "static const Piece {name}{index}[] = {{{}}};", list.join(", ")).unwrap();
    }
    write_row(
        index,
        &abi,
        &values[0],
        signature,
        [arguments.len(), results.len()],
        table,
    );
    true
}

fn write_row(
    index: usize,
    abi: &FnAbi,
    result: &Value,
    signature: &CSignature,
    counts: [usize; 2],
    table: &mut String,
) {
    let (sret, returned) = match abi.result.placement {
        Placement::Sret {
            pointer: Location::Register(register),
            returned_in,
        } => (number(register) as i32, returned_in.is_some()),
        Placement::Sret { .. } | Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => (-1, false),
    };
    let x87 = abi
        .result
        .parts()
        .iter()
        .filter(|part| part.carrier == abi::Carrier::X87)
        .count();
    writeln!(
        table,
        "{{ \"{}\", f{index}, c{index}, a{index}, {}, r{index}, {}, {}, {}, {x87}, {sret}, {}, {}, d{index}_0, g{index}_0, {} }},",
        text(signature),
        counts[0],
        counts[1],
        abi.call.stack_bytes,
        abi.call.vector_registers.unwrap_or(0),
        i32::from(returned),
        result.size,
        result.ranges.len(),
    )
    .unwrap();
}

fn text(signature: &CSignature) -> String {
    let mut source = String::new();
    let mut count = 0;
    let result = signature.result.declare("t", &mut count, &mut source);
    let params: Vec<String> = signature
        .params
        .iter()
        .map(|param| param.declare("t", &mut count, &mut source))
        .collect();
    format!("{} {result} f({})", source.replace('\n', " "), params.join(", "))
}

/// The bytes of a value, and the ranges of them that are no padding.
struct Value {
    size: u64,
    bytes: Vec<u8>,
    ranges: Vec<(u64, u64)>,
}

impl Value {
    fn write(&self, index: usize, number: usize, source: &mut String) {
        let bytes: Vec<String> = self.bytes.iter().map(u8::to_string).collect();
        let ranges: Vec<String> = self
            .ranges
            .iter()
            .map(|(offset, len)| format!("{{{offset}, {len}}}"))
            .collect();
        writeln!(
            source,
            "static const unsigned char d{index}_{number}[] = {{{}}};",
            bytes.join(", ")
        )
        .unwrap();
        writeln!(
            source,
            "static const Range g{index}_{number}[] = {{{}}};",
            ranges.join(", ")
        )
        .unwrap();
    }
}

fn values(target: &Target, arena: &TypeArena, signature: &Signature, index: usize) -> Vec<Value> {
    let all = std::iter::once(&signature.result).chain(&signature.params);
    all.enumerate()
        .map(|(number, ty)| {
            let size = arena.layout(target, *ty).size;
            let name = |byte: u64| (byte * 37 + number as u64 * 101 + index as u64 * 11 + 1) as u8;
            let mut value = Value {
                size,
                bytes: (0..size).map(name).collect(),
                ranges: Vec::new(),
            };
            leaves(target, arena, *ty, 0, &mut value);
            value.ranges.sort_unstable();
            value
        })
        .collect()
}

/// Walks to the scalars: notes their ranges and makes their bytes numbers that every processor leaves alone.
fn leaves(target: &Target, arena: &TypeArena, ty: TyId, offset: u64, value: &mut Value) {
    let size = arena.layout(target, ty).size;
    let first = offset as usize;
    let mut whole = size;
    match arena.get(ty) {
        Ty::Void => return,
        Ty::Bool => value.bytes[first] &= 1,
        Ty::Int { .. } | Ty::BitInt { .. } | Ty::Pointer | Ty::Vector(_) => {}
        Ty::F16 | Ty::BF16 | Ty::F32 | Ty::F64 | Ty::F128 | Ty::DoubleDouble => {
            value.bytes[first + size as usize - 1] = 0x3d
        }
        Ty::X87 => {
            value.bytes[first + 7] |= 0x80;
            value.bytes[first + 9] = 0x3f;
            whole = 10;
        }
        Ty::Complex(element) => {
            leaves(target, arena, element, offset, value);
            leaves(target, arena, element, offset + size / 2, value);
            return;
        }
        Ty::Array(array) => {
            let step = arena.layout(target, array.element).size;
            (0..array.count).for_each(|number| leaves(target, arena, array.element, offset + number * step, value));
            return;
        }
        Ty::Record(record) => {
            for field in &arena.record(record).fields {
                assert!(field.bit_width.is_none(), "bit-fields are compared in IR only");
                leaves(target, arena, field.ty, offset + field.offset_bits / 8, value);
            }
            return;
        }
    }
    value.ranges.push((offset, whole));
}

/// Number of a register among those of its kind, in the order of `locations.c`.
fn number(register: Register) -> usize {
    let order = [
        ["rdi", "rsi", "rdx", "rcx", "r8", "r9", "", "", ""],
        ["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8"],
    ];
    let digits = || {
        register
            .name()
            .trim_start_matches(|character: char| !character.is_ascii_digit())
            .parse()
    };
    let found = order
        .iter()
        .find_map(|names| names.iter().position(|name| *name == register.name()));
    found.unwrap_or_else(|| digits().expect("vector registers end in their number"))
}

/// The initialisers of `Piece`s that say where the value's bytes are.
fn pieces(abi: &ValueAbi, value: &Value, data: &str, out: &mut Vec<String>) {
    let mut piece = |place: &str, index: usize, at: u32, offset: u64, bytes: u64, from: u64| {
        if bytes > 0 {
            out.push(format!(
                "{{{place}, {index}, {at}, {offset}, {bytes}, {data} + {from}}}"
            ));
        }
    };
    match &abi.placement {
        Placement::Ignore | Placement::Sret { .. } => {}
        Placement::Parts(parts) => {
            for part in parts {
                let (start, end) = (u64::from(part.offset), u64::from(part.offset + part.len));
                for (offset, len) in &value.ranges {
                    let (from, to) = (start.max(*offset), end.min(offset + len));
                    if from >= to {
                        continue;
                    }
                    match part.location {
                        // Results are numbered from rax and x0.
                        Location::Register(register) => {
                            let (place, index) = match register.class() {
                                RegisterClass::General if register == Register::RAX => ("GENERAL", 0),
                                RegisterClass::General if register == Register::RDX && parts_are_results(data) => {
                                    ("GENERAL", 1)
                                }
                                RegisterClass::General => ("GENERAL", number(register)),
                                RegisterClass::Float | RegisterClass::Vector => ("VECTOR", number(register)),
                                RegisterClass::X87 => ("X87", number(register)),
                            };
                            piece(place, index, 0, from - start, to - from, from);
                        }
                        Location::Stack { offset, .. } => piece("STACK", 0, offset, from - start, to - from, from),
                        Location::Operand(_) => panic!("WebAssembly is compared in IR only"),
                    }
                }
            }
        }
        Placement::Memory(Memory::OnStack { offset: at, .. }) => {
            value
                .ranges
                .iter()
                .for_each(|(offset, len)| piece("STACK", 0, *at, *offset, *len, *offset));
        }
        Placement::Memory(Memory::ByPointer { pointer, .. }) => match pointer {
            Location::Register(register) => piece("POINTED_BY_GENERAL", number(*register), 0, 0, value.size, 0),
            Location::Stack { offset, .. } => piece("POINTED_BY_STACK", 0, *offset, 0, value.size, 0),
            Location::Operand(_) => panic!("WebAssembly is compared in IR only"),
        },
    }
}

/// The data of results is number 0 of its signature.
fn parts_are_results(data: &str) -> bool {
    data.ends_with("_0")
}

/// The bytes that widening adds, as a piece of its own.
fn widened(abi: &ValueAbi, value: &Value, out: &mut Vec<String>) {
    let Some(part) = abi.parts().first() else { return };
    let negative = value
        .bytes
        .get(part.len as usize - 1)
        .is_some_and(|byte| byte & 0x80 != 0);
    let fill = match part.extend {
        Extend::None => return,
        Extend::Sign if negative => 255,
        Extend::Sign | Extend::Zero => 0,
    };
    let data = format!("(const unsigned char[4]){{{fill}, {fill}, {fill}, {fill}}}");
    let bytes = 4 - part.len;
    out.push(match part.location {
        Location::Register(register) => {
            format!("{{GENERAL, {}, 0, {}, {bytes}, {data}}}", number(register), part.len)
        }
        Location::Stack { offset, .. } => format!("{{STACK, 0, {offset}, {}, {bytes}, {data}}}", part.len),
        Location::Operand(_) => panic!("WebAssembly is compared in IR only"),
    });
}

/// The C callee checks its arguments, spoils them and returns; the C caller passes them and checks the result.
fn write_functions(index: usize, signature: &CSignature, values: &[Value], source: &mut String) {
    let mut count = 0;
    let prefix = format!("t{index}");
    let result = signature.result.declare(&prefix, &mut count, source);
    let params: Vec<String> = signature
        .params
        .iter()
        .map(|param| param.declare(&prefix, &mut count, source))
        .collect();
    let list: Vec<String> = params
        .iter()
        .enumerate()
        .map(|(number, ty)| format!("{ty} a{number}"))
        .collect();
    let names: Vec<String> = (0..params.len()).map(|number| format!("a{number}")).collect();
    let mut callee = String::new();
    let mut caller = String::new();
    for (number, ty) in params.iter().enumerate() {
        let data = number + 1;
        let ranges = values[data].ranges.len();
        write!(
            callee,
            " check(&a{number}, d{index}_{data}, g{index}_{data}, {ranges}, {number});"
        )
        .unwrap();
        write!(
            callee,
            " memset(&a{number}, 0x5a, sizeof a{number}); __asm__ volatile(\"\" : : \"r\"(&a{number}) : \"memory\");"
        )
        .unwrap();
        write!(
            caller,
            " {ty} a{number}; memcpy(&a{number}, d{index}_{data}, sizeof a{number});"
        )
        .unwrap();
    }
    let list = if list.is_empty() {
        "void".to_string()
    } else {
        list.join(", ")
    };
    let types = if params.is_empty() {
        "void".to_string()
    } else {
        params.join(", ")
    };
    let call = format!("(({result} (*)({types}))record)({})", names.join(", "));
    if signature.result == CType::Void {
        writeln!(source, "static void f{index}({list}) {{{callee} }}").unwrap();
        writeln!(source, "static void c{index}(void) {{{caller} {call}; }}").unwrap();
    } else {
        let ranges = values[0].ranges.len();
        writeln!(
            source,
            "static {result} f{index}({list}) {{{callee} {result} r; memcpy(&r, d{index}_0, sizeof r); return r; }}"
        )
        .unwrap();
        writeln!(source, "static void c{index}(void) {{{caller} {result} r = {call}; check(&r, d{index}_0, g{index}_0, {ranges}, 999); }}")
            .unwrap();
    }
}
