//! Layouts of random records beside those of each C compiler: size, alignment, the offset of every member, bit-fields
//! too, read from the data that the compiler makes of a record with ones in one member. Owns the records and the reading
//! of assembly; skipped, with a printed reason, where a compiler is not installed. No bit-field alone is packed, and no
//! member of a packed record is aligned: behind a unit that begins unaligned, gcc for MinGW then places one record in some
//! ten thousand up to a unit earlier, by no rule that anybody wrote down.

mod assembly;

use std::fmt::Write;
use std::process::Command;

use abi::{Compatibility, RecordKind, Target, TypeArena};
use fastrand::Rng;

use crate::locations::toolchains::TOOLCHAINS;
use crate::model::{CField, CRecord, CType};
use crate::targets::{DOUBLE, FLOAT, INTEGERS, POINTER, clang_arguments};
use crate::{cases, random};
use assembly::Data;

#[test]
fn records_are_those_of_clang() {
    for target in Target::ALL {
        let triple = format!("--target={}", target.triple());
        let arguments: Vec<&str> = [triple.as_str()].iter().chain(clang_arguments(&target)).copied().collect();
        check("clang-22", &arguments, target, cases() / 8);
    }
}

#[test]
fn records_are_those_of_gcc() {
    for toolchain in TOOLCHAINS.iter().filter(|toolchain| toolchain.is_gcc()) {
        let target = toolchain.target.compatible_with(Compatibility::Gcc);
        check(toolchain.compiler, toolchain.arguments, target, cases() / 2);
    }
}

/// Compares random records with one compiler.
fn check(compiler: &str, arguments: &[&str], target: Target, count: usize) {
    let mut random = random(&format!("{target} records of {compiler}"));
    let records: Vec<CType> = (0..count).map(|_| record(&mut random)).collect();
    let assembly = match compile(compiler, arguments, &target, &records) {
        Ok(assembly) => assembly,
        Err(reason) => {
            println!("{reason}");
            return;
        }
    };
    let data = Data::read(&target, &assembly);
    let mut disagreements = Vec::new();
    for (index, ty) in records.iter().enumerate() {
        let (ours, theirs) = (ours(&target, ty), theirs(&data, index, ty));
        if ours != theirs {
            let mut source = String::new();
            ty.declare("t", &mut 0, &mut source);
            disagreements.push(format!("{}  ours   {ours:?}\n  theirs {theirs:?}", source.trim_end()));
        }
    }
    let (agreed, disagreed) = (records.len() - disagreements.len(), disagreements.len());
    println!("{target}: {count} records of {compiler}: {agreed} agreed, {disagreed} disagreed");
    disagreements.sort_by_key(String::len);
    let shortest = disagreements[..disagreements.len().min(5)].join("\n");
    assert!(disagreements.is_empty(), "{target} with {compiler}: {disagreed} disagree:\n{shortest}");
}

/// The assembly of the numbers `l…` and, for each bit-field, of a record `b…_…` with ones in it.
fn compile(compiler: &str, arguments: &[&str], target: &Target, records: &[CType]) -> Result<String, String> {
    let mut source = String::new();
    for (index, ty) in records.iter().enumerate() {
        let name = ty.declare(&format!("t{index}"), &mut 0, &mut source);
        let fields = fields(ty);
        write!(source, "const unsigned long long l{index}[] = {{sizeof({name}), _Alignof({name})").unwrap();
        for (number, _) in fields.iter().filter(|(_, field)| field.bits.is_none()) {
            write!(source, ", __builtin_offsetof({name}, f{number})").unwrap();
        }
        source.push_str("};\n");
        for (number, _) in fields.iter().filter(|(_, field)| field.bits.is_some()) {
            writeln!(source, "const {name} b{index}_{number} = {{ .f{number} = -1 }};").unwrap();
        }
    }
    let name = format!("abi-layouts-{}-{compiler}-{target}.c", std::process::id());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, source).map_err(|error| error.to_string())?;
    let output = Command::new(compiler).args(arguments).args(["-std=gnu2x", "-w", "-S", "-o", "-"]).arg(&file).output();
    std::fs::remove_file(&file).map_err(|error| error.to_string())?;
    let output = output.map_err(|error| format!("skipped: {compiler} cannot be started: {error}"))?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler} rejects the file: {complaints}");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The members that have a place: number and member.
fn fields(ty: &CType) -> Vec<(usize, &CField)> {
    let CType::Record(record) = ty else {
        panic!("only records are compared");
    };
    record.fields.iter().enumerate().filter(|(_, field)| field.named).collect()
}

/// Size and alignment in bytes, then the offset of each member in bits.
fn ours(target: &Target, ty: &CType) -> Vec<u64> {
    let mut arena = TypeArena::new();
    let id = ty.build(target, &mut arena);
    let abi::Ty::Record(record) = arena.get(id) else {
        panic!("only records are compared");
    };
    let record = arena.record(record);
    let offsets = fields(ty).into_iter().map(|(number, _)| record.fields[number].offset_bits);
    [record.size, u64::from(record.align)].into_iter().chain(offsets).collect()
}

/// The same from the compiler's data; a bit-field that is not one run of ones has no offset.
fn theirs(data: &Data, index: usize, ty: &CType) -> Vec<u64> {
    let mut numbers = data.numbers(&format!("l{index}")).into_iter();
    let mut answer: Vec<u64> = numbers.by_ref().take(2).collect();
    for (number, field) in fields(ty) {
        answer.push(match field.bits {
            None => numbers.next().map_or(u64::MAX, |bytes| 8 * bytes),
            Some(bits) => data.ones(&format!("b{index}_{number}"), bits.into()).unwrap_or(u64::MAX),
        });
    }
    answer
}

fn record(random: &mut Rng) -> CType {
    let kind = if random.u8(..5) == 0 { RecordKind::Union } else { RecordKind::Struct };
    let some = |random: &mut Rng, one_in: u8, below: u32| (random.u8(..one_in) == 0).then(|| 1 << random.u32(..below));
    let packed = random.u8(..8) == 0;
    let fields = (0..1 + random.usize(..5)).map(|_| field(random, packed)).collect();
    CType::Record(Box::new(CRecord { kind, fields, packed, pack: some(random, 6, 5), align: some(random, 10, 6) }))
}

fn field(random: &mut Rng, in_packed: bool) -> CField {
    let named = |(name, id)| CType::Scalar(name, id);
    let mut field = if random.u8(..5) < 3 {
        let (ty, width) = [(0, 1), (1, 8), (4, 16), (5, 32), (7, 64)][random.usize(..5)];
        let is_named = random.u8(..5) != 0;
        let bits = if !is_named && random.bool() { 0 } else { 1 + random.u16(..width) };
        CField { bits: Some(bits), named: is_named, ..CField::new(named(INTEGERS[ty])) }
    } else {
        let types = [INTEGERS[1], INTEGERS[3], INTEGERS[5], INTEGERS[7], INTEGERS[9], FLOAT, DOUBLE, POINTER];
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
