//! WebAssembly's operands: the types of each function as clang's assembly declares them, against the description's. Owns
//! this comparison; the IR says the same only if LLVM splits values as the description does.

use std::process::Command;

use abi::{Carrier, FnAbi, Location, Memory, Part, Placement, Target};

use crate::compare::CLANGS_VECTORS;
use crate::model::CSignature;
use crate::{cases, enumerate, generate, random};

#[test]
fn operands_are_those_of_clangs_functions() {
    let target = Target::WASM32;
    let mut random = random(&format!("{target}, operands"));
    let mut signatures: Vec<CSignature> = (0..cases() / 5).map(|_| generate::signature(&mut random, &target)).collect();
    signatures.extend((0..cases() / 20).map(|_| generate::variadic(&mut random, &target)));
    signatures.extend(enumerate::signatures(&target));
    let mut agreed = 0;
    for round in signatures.chunks(2000) {
        match compare(round) {
            Err(reason) => return println!("skipped: {reason}"),
            Ok((round, disagreements)) => {
                agreed += round;
                assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
            }
        }
    }
    println!("{target}: operands of {agreed} of {} functions are clang's", signatures.len());
    assert!(10 * agreed > 9 * signatures.len(), "few functions are described");
}

/// Disagreements of the signatures, as text, and how many agreed; or why clang cannot be asked.
fn compare(signatures: &[CSignature]) -> Result<(usize, Vec<String>), String> {
    let target = Target::WASM32;
    let mut source = String::from(CLANGS_VECTORS);
    for (index, signature) in signatures.iter().enumerate() {
        let mut count = 0;
        let prefix = format!("t{index}");
        let result = signature.result.declare(&prefix, &mut count, &mut source);
        let params = signature.params.iter();
        let mut params: Vec<String> = params.map(|param| param.declare(&prefix, &mut count, &mut source)).collect();
        if let Some(fixed) = signature.variadic {
            params.truncate(fixed);
            params.push("...".to_string());
        }
        let params = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        source.push_str(&format!("{result} f{index}({params}); void *p{index} = f{index};\n"));
    }
    let file = std::env::temp_dir().join(format!("abi-operands-{}.c", std::process::id()));
    std::fs::write(&file, &source).map_err(|error| error.to_string())?;
    let output = Command::new("clang-22")
        .args(["--target=wasm32-unknown-unknown", "-std=gnu2x", "-w", "-O0", "-S", "-o", "-"])
        .arg(&file)
        .output();
    std::fs::remove_file(&file).map_err(|error| error.to_string())?;
    let output = output.map_err(|error| format!("clang-22 cannot be started: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "clang rejects the file: {errors}");
    let assembly = String::from_utf8_lossy(&output.stdout);
    let mut agreed = 0;
    let mut disagreements = Vec::new();
    for line in assembly.lines() {
        let Some(text) = line.trim().strip_prefix(".functype\tf") else {
            continue;
        };
        let Some((number, clangs)) = text.split_once(' ') else {
            continue;
        };
        let signature = &signatures[number.parse::<usize>().map_err(|error| error.to_string())?];
        let (arena, lowered) = signature.build(&target);
        let Ok(abi) = abi::lower(&target, &arena, &lowered) else {
            continue;
        };
        let ours = function_type(&abi);
        if ours == clangs {
            agreed += 1;
        } else {
            disagreements.push(format!("f{number}: ours {ours}, clang's {clangs}"));
        }
    }
    Ok((agreed, disagreements))
}

/// The operands that the description names, in their order, and the results.
fn function_type(abi: &FnAbi) -> String {
    let mut operands: Vec<(u16, &str)> = Vec::new();
    let mut results = Vec::new();
    let mut operand = |location: Location, ty| {
        if let Location::Operand(number) = location {
            operands.push((number, ty));
        }
    };
    match &abi.result.placement {
        Placement::Sret { pointer, .. } => operand(*pointer, "i32"),
        Placement::Parts(parts) => results.extend(parts.iter().map(machine_type)),
        Placement::Ignore | Placement::Memory(_) => {}
    }
    for param in &abi.params {
        match &param.placement {
            Placement::Parts(parts) => parts.iter().for_each(|part| operand(part.location, machine_type(part))),
            Placement::Memory(Memory::ByPointer { pointer, .. }) => operand(*pointer, "i32"),
            Placement::Memory(Memory::OnStack { .. }) | Placement::Ignore | Placement::Sret { .. } => {}
        }
    }
    if let Some(variadic) = abi.call.variadic {
        operand(Location::Operand(u16::from(variadic.named_general)), "i32");
    }
    operands.sort_by_key(|(number, _)| *number);
    let numbers: Vec<u16> = operands.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (0..numbers.len() as u16).collect::<Vec<_>>(), "each operand has one value");
    let types: Vec<&str> = operands.iter().map(|(_, ty)| *ty).collect();
    format!("({}) -> ({})", types.join(", "), results.join(", "))
}

fn machine_type(part: &Part) -> &'static str {
    match part.carrier {
        Carrier::I8 | Carrier::I16 | Carrier::I32 => "i32",
        Carrier::I64 => "i64",
        Carrier::F32 => "f32",
        Carrier::F64 => "f64",
        Carrier::F16 | Carrier::BF16 | Carrier::X87 | Carrier::F128 | Carrier::V128 | Carrier::Lanes { .. } => {
            "no machine type"
        }
    }
}
