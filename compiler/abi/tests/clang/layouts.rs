//! Layouts of random records beside gcc's, where gcc's rules are not clang's: MinGW's bit-fields. Owns the records and the
//! reading of the sizes; skipped, with a printed reason, where the compiler is not installed. No bit-field
//! alone is packed, and no member of a packed record is aligned: behind a unit that begins unaligned, gcc then places
//! one record in some ten thousand up to a unit earlier, by no rule that anybody wrote down.

use std::fmt::Write;
use std::process::Command;

use abi::{Compatibility, RecordKind, Target, TypeArena};
use fastrand::Rng;

use crate::model::{CField, CRecord, CType};
use crate::targets::{DOUBLE, FLOAT, INTEGERS, POINTER};
use crate::{cases, random};

#[test]
fn mingw_records_are_those_of_gcc() {
    let target = Target::X86_64_WINDOWS_GNU.compatible_with(Compatibility::Gcc);
    let mut random = random("MinGW records");
    let records: Vec<CType> = (0..cases()).map(|_| record(&mut random)).collect();
    let mut source = String::new();
    for (index, ty) in records.iter().enumerate() {
        let name = ty.declare(&format!("t{index}"), &mut 0, &mut source);
        writeln!(
            source,
            "const unsigned long long l{index}[] = {{{}}};",
            measures(ty, &name)
        )
        .unwrap();
    }
    let file = std::env::temp_dir().join(format!("abi-mingw-{}.c", std::process::id()));
    std::fs::write(&file, source).expect("the temporary directory is writable");
    let output = Command::new("x86_64-w64-mingw32-gcc")
        .args(["-w", "-S", "-o", "-"])
        .arg(&file)
        .output();
    std::fs::remove_file(&file).expect("the temporary file can be removed");
    let output = match output {
        Ok(output) => output,
        Err(error) => {
            println!("skipped: x86_64-w64-mingw32-gcc cannot be started: {error}");
            return;
        }
    };
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "gcc rejects the file: {complaints}");
    let answers = quads(&String::from_utf8_lossy(&output.stdout));
    let mut disagreements = Vec::new();
    for (index, ty) in records.iter().enumerate() {
        let ours = ours(&target, ty);
        let gccs = &answers[index];
        if ours != *gccs {
            let mut source = String::new();
            ty.declare("t", &mut 0, &mut source);
            disagreements.push(format!("{}  ours {ours:?}\n  gcc  {gccs:?}", source.trim_end()));
        }
    }
    println!(
        "{} of {} records agree with gcc",
        records.len() - disagreements.len(),
        records.len()
    );
    disagreements.sort_by_key(String::len);
    assert!(
        disagreements.is_empty(),
        "{}",
        disagreements[..disagreements.len().min(5)].join("\n")
    );
}

/// C's words for what [`ours`] computes.
fn measures(ty: &CType, name: &str) -> String {
    let CType::Record(record) = ty else {
        panic!("only records are compared");
    };
    let mut text = format!("sizeof({name}), _Alignof({name})");
    for (number, _) in plain_fields(record) {
        write!(text, ", __builtin_offsetof({name}, f{number})").unwrap();
    }
    text
}

fn plain_fields(record: &CRecord) -> impl Iterator<Item = (usize, &CField)> {
    record
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.bits.is_none())
}

/// Size, alignment, and the offsets of the members that are no bit-fields.
fn ours(target: &Target, ty: &CType) -> Vec<u64> {
    let mut arena = TypeArena::new();
    let id = ty.build(target, &mut arena);
    let (abi::Ty::Record(record), CType::Record(fields)) = (arena.get(id), ty) else {
        panic!("only records are compared");
    };
    let record = arena.record(record);
    let offsets = plain_fields(fields).map(|(number, _)| record.fields[number].offset_bits / 8);
    [record.size, u64::from(record.align)]
        .into_iter()
        .chain(offsets)
        .collect()
}

/// The numbers behind each label `l0`, `l1`, … of an assembly file.
fn quads(assembly: &str) -> Vec<Vec<u64>> {
    let mut answers: Vec<Vec<u64>> = Vec::new();
    for line in assembly.lines().map(str::trim) {
        let label = line.strip_prefix('l').and_then(|rest| rest.strip_suffix(':'));
        if label.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
            answers.push(Vec::new());
        }
        let Some(last) = answers.last_mut() else { continue };
        if let Some(number) = line.strip_prefix(".quad") {
            last.push(number.trim().parse().expect("a number stands behind .quad"));
        } else if let Some(bytes) = line.strip_prefix(".space") {
            let bytes: usize = bytes.trim().parse().expect("a number stands behind .space");
            last.resize(last.len() + bytes / 8, 0);
        }
    }
    answers
}

fn record(random: &mut Rng) -> CType {
    let kind = if random.u8(..5) == 0 {
        RecordKind::Union
    } else {
        RecordKind::Struct
    };
    let some = |random: &mut Rng, one_in: u8, below: u32| (random.u8(..one_in) == 0).then(|| 1 << random.u32(..below));
    let packed = random.u8(..8) == 0;
    let fields = (0..1 + random.usize(..5)).map(|_| field(random, packed)).collect();
    CType::Record(Box::new(CRecord {
        kind,
        fields,
        packed,
        pack: some(random, 6, 5),
        align: some(random, 10, 6),
    }))
}

fn field(random: &mut Rng, in_packed: bool) -> CField {
    let named = |(name, id)| CType::Scalar(name, id);
    let mut field = if random.u8(..5) < 3 {
        let (ty, width) = [(0, 1), (1, 8), (4, 16), (5, 32), (7, 64)][random.usize(..5)];
        let is_named = random.u8(..5) != 0;
        let bits = if !is_named && random.bool() {
            0
        } else {
            1 + random.u16(..width)
        };
        CField {
            bits: Some(bits),
            named: is_named,
            ..CField::new(named(INTEGERS[ty]))
        }
    } else {
        let types = [
            INTEGERS[1],
            INTEGERS[3],
            INTEGERS[5],
            INTEGERS[7],
            INTEGERS[9],
            FLOAT,
            DOUBLE,
            POINTER,
        ];
        let mut plain = CField::new(named(types[random.usize(..types.len())]));
        if random.u8(..6) == 0 {
            plain.dimensions.push(random.u64(..4));
        }
        plain
    };
    field.packed = field.bits.is_none() && random.u8(..8) == 0;
    field.align = (!in_packed && random.u8(..12) == 0).then(|| 1 << random.u32(..6));
    field
}
