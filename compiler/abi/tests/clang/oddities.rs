//! Records with members that carry no data (empty records, arrays of nothing, unnamed bit-fields), in which gcc and clang
//! disagree on RISC-V: how many registers of each kind gcc's code takes for one, and how many the description says. Owns
//! this experiment, which needs nothing but gcc's assembly text: a callee returns the argument behind the record, and so
//! names its register.

use std::collections::HashMap;
use std::fmt::Write;
use std::process::Command;

use abi::{Compatibility, Location, Memory, Placement, RecordKind, RegisterClass, Signature, Target, TyId, TypeArena};

use crate::model::{CField, CRecord, CType};
use crate::{cases, random};

const TARGET: Target = Target::RISCV64_LINUX.compatible_with(Compatibility::Gcc);
const COMPILER: &str = "riscv64-linux-gnu-gcc";

fn record(kind: RecordKind, fields: Vec<CField>) -> CRecord {
    CRecord { kind, fields, packed: false, pack: None, align: None }
}

fn random_record(random: &mut fastrand::Rng, depth: u32) -> CType {
    let kind = if depth < 2 && random.u8(..8) == 0 { RecordKind::Union } else { RecordKind::Struct };
    let fields = (0..random.usize(..5)).map(|_| field(random, depth)).collect();
    CType::Record(Box::new(CRecord {
        packed: random.u8(..12) == 0,
        align: (random.u8(..12) == 0).then_some(16),
        ..record(kind, fields)
    }))
}

fn field(random: &mut fastrand::Rng, depth: u32) -> CField {
    let empty = || CType::Record(Box::new(record(RecordKind::Struct, Vec::new())));
    let [int, float] = [CType::Scalar("int", TyId::I32), CType::Scalar("float", TyId::F32)];
    let bits = |width, named| CField { bits: Some(width), named, ..CField::new(CType::Scalar("int", TyId::I32)) };
    let array = |count, ty| CField { dimensions: vec![count], ..CField::new(ty) };
    match random.u8(..20) {
        0 => bits(0, false),
        1 => bits(5, false),
        2 => bits(9, true),
        3 => array(0, int),
        4 => array(0, float),
        5 => array(2, empty()),
        6 => CField::new(CType::Complex("int", TyId::I32)),
        7 => CField::new(CType::Complex("float", TyId::F32)),
        8 => array(1, float),
        9 | 10 => CField::new(int),
        11 => CField::new(CType::Scalar("double", TyId::F64)),
        12 => CField::new(CType::Scalar("void *", TyId::POINTER)),
        13 => CField::new(empty()),
        14..=16 if depth > 0 => CField::new(random_record(random, depth - 1)),
        14.. => CField::new(float),
    }
}

/// The numbers of the general and the floating-point register behind those of the record.
fn described(ty: &CType) -> [usize; 2] {
    let mut arena = TypeArena::new();
    let id = ty.build(&TARGET, &mut arena);
    let abi = abi::lower(&TARGET, &arena, &Signature::new(TyId::VOID, [id])).expect("gcc has these types");
    let mut next = [0, 0];
    let mut take = |location| {
        if let Location::Register(register) = location {
            next[usize::from(register.class() == RegisterClass::Float)] += 1;
        }
    };
    match &abi.params[0].placement {
        Placement::Memory(Memory::ByPointer { pointer, .. }) => take(*pointer),
        Placement::Parts(parts) => parts.iter().for_each(|part| take(part.location)),
        Placement::Ignore | Placement::Memory(Memory::OnStack { .. }) | Placement::Sret { .. } => {}
    }
    next
}

/// The register that each function of gcc's assembly text moves into its result; without such a move it is the first.
fn moves(assembly: &str) -> HashMap<&str, usize> {
    let mut moves = HashMap::new();
    let mut function = "";
    for line in assembly.lines() {
        let source = ["fmv.d\tfa0,fa", "mv\ta0,a"].iter().find_map(|head| line.trim().strip_prefix(head));
        if let Some(label) = line.strip_suffix(':') {
            function = label;
            moves.insert(function, 0);
        } else if let Some(number) = source.and_then(|text| text.parse().ok()) {
            moves.insert(function, number);
        }
    }
    moves
}

#[test]
fn gcc_takes_as_many_registers_as_described_on_riscv64() {
    let mut random = random("records with members without data");
    let types: Vec<CType> = (0..cases() / 10).map(|_| random_record(&mut random, 2)).collect();
    let mut source = String::new();
    for (index, ty) in types.iter().enumerate() {
        let name = ty.declare(&format!("t{index}"), &mut 0, &mut source);
        writeln!(source, "long l{index}({name} x, long l, double d) {{ return l; }}").unwrap();
        writeln!(source, "double d{index}({name} x, long l, double d) {{ return d; }}").unwrap();
    }
    let file = std::env::temp_dir().join(format!("abi-oddities-{}.c", std::process::id()));
    std::fs::write(&file, &source).expect("the temporary directory is writable");
    let output = Command::new(COMPILER).args(["-w", "-O1", "-S", "-o", "-"]).arg(&file).output();
    std::fs::remove_file(&file).expect("the temporary file can be removed");
    let output = match output {
        Ok(output) => output,
        Err(error) => {
            println!("skipped: {COMPILER} cannot be started: {error}");
            return;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let assembly = String::from_utf8_lossy(&output.stdout);
    let moves = moves(&assembly);
    let mut disagreeing: Vec<String> = Vec::new();
    for (index, ty) in types.iter().enumerate() {
        let taken = ["l", "d"].map(|kind| moves[format!("{kind}{index}").as_str()]);
        let described = described(ty);
        if taken != described {
            let mut text = String::new();
            ty.declare("t", &mut 0, &mut text);
            disagreeing.push(format!("{text}gcc takes {taken:?}, described are {described:?}"));
        }
    }
    println!("{TARGET} with {COMPILER}: {} records: {} disagreed", types.len(), disagreeing.len());
    let shortest = disagreeing.into_iter().min_by_key(String::len);
    assert_eq!(shortest, None);
}
