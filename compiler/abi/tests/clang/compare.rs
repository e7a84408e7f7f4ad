//! One run of clang over many signatures, and what it says beside what the library says. Owns the C file, the
//! reading of LLVM's text form and the comparison.

use std::collections::HashMap;
use std::fmt::Write;
use std::process::Command;

use abi::{FnAbi, Signature, Target, Ty, TyId, TypeArena, Unsupported};

use crate::model::{CSignature, CType};
use crate::targets::clang_arguments;

pub struct Comparison {
    pub index: usize,
    pub ours: String,
    pub clangs: String,
    /// The library refuses to describe it.
    pub refused: bool,
}

impl Comparison {
    pub fn agrees(&self) -> bool {
        self.refused || self.ours == self.clangs
    }

    /// Who refuses, and why.
    pub fn refusal(&self) -> &str {
        if self.ours.is_empty() { &self.clangs } else { &self.ours }
    }
}

pub enum Outcome {
    Skipped(String),
    Compared(Vec<Comparison>),
}

/// How clang spells the vectors of [`CType`].
pub const CLANGS_VECTORS: &str = "#define VECTOR(element, count) __attribute__((ext_vector_type(count)))\n";

/// Signatures per run of clang.
const BATCH: usize = 2000;

pub fn compare(target: &Target, signatures: &[CSignature]) -> Outcome {
    let mut comparisons = Vec::with_capacity(signatures.len());
    for (batch, chunk) in signatures.chunks(BATCH).enumerate() {
        if let Err(reason) = compare_from(target, signatures, batch * BATCH, chunk.len(), &mut comparisons) {
            return Outcome::Skipped(reason);
        }
    }
    Outcome::Compared(comparisons)
}

/// Compares `count` signatures from `first` on. Clang 22 itself crashes on a few odd unions: those are found by
/// halving and count as refused by clang.
fn compare_from(
    target: &Target,
    signatures: &[CSignature],
    first: usize,
    count: usize,
    comparisons: &mut Vec<Comparison>,
) -> Result<(), String> {
    let chunk = &signatures[first..first + count];
    let ir = match run_clang(target, chunk)? {
        Ok(ir) => ir,
        Err(errors) if errors.contains("PLEASE submit a bug report") && count == 1 => {
            let [ours, clangs] = ["", "clang crashes"].map(str::to_string);
            comparisons.push(Comparison { index: first, ours, clangs, refused: true });
            return Ok(());
        }
        Err(errors) if errors.contains("PLEASE submit a bug report") => {
            compare_from(target, signatures, first, count / 2, comparisons)?;
            return compare_from(target, signatures, first + count / 2, count - count / 2, comparisons);
        }
        Err(errors) => panic!("clang rejects the file: {errors}"),
    };
    comparisons.extend(chunk.iter().enumerate().map(|(index, signature)| {
        let (ours, refused) = match ours(target, signature) {
            Ok(text) => (text, false),
            Err(unsupported) => (unsupported.to_string(), true),
        };
        let clangs = ir.answers.get(&index).cloned().unwrap_or_default();
        Comparison { index: first + index, ours, clangs, refused }
    }));
    Ok(())
}

/// The IR of the signatures, or clang's complaint; or why clang cannot be started.
fn run_clang(target: &Target, signatures: &[CSignature]) -> Result<Result<Ir, String>, String> {
    let mut source = String::from(CLANGS_VECTORS);
    for (index, signature) in signatures.iter().enumerate() {
        write_signature(index, signature, &mut source);
    }
    let thread = std::thread::current().id();
    let file = std::env::temp_dir().join(format!("abi-clang-{}-{thread:?}.c", std::process::id()));
    std::fs::write(&file, &source).expect("the temporary directory is writable");
    let triple = format!("--target={}", target.triple());
    let arguments = ["-std=gnu2x", "-w", "-S", "-emit-llvm", "-O0", "-fno-crash-diagnostics", "-o", "-"];
    let output = Command::new("clang-22").arg(triple).args(clang_arguments(target)).args(arguments).arg(&file).output();
    std::fs::remove_file(&file).expect("the temporary file can be removed");
    let output = output.map_err(|error| format!("clang-22 cannot be started: {error}"))?;
    if !output.status.success() {
        return Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(Ok(Ir::read(&String::from_utf8_lossy(&output.stdout))))
}

/// Text of one signature in C: its types, a table of their layouts, and a declaration or a call of it.
fn write_signature(index: usize, signature: &CSignature, source: &mut String) {
    let mut count = 0;
    let prefix = format!("t{index}");
    let result = signature.result.declare(&prefix, &mut count, source);
    let params: Vec<String> = signature.params.iter().map(|param| param.declare(&prefix, &mut count, source)).collect();
    write!(source, "const unsigned long long l{index}[] = {{0").unwrap();
    for (ty, name) in std::iter::once(&signature.result).zip([&result]).chain(signature.params.iter().zip(&params)) {
        if *ty == CType::Void {
            continue;
        }
        write!(source, ", sizeof({name}), _Alignof({name})").unwrap();
        if let CType::Record(record) = ty {
            for (number, field) in record.fields.iter().enumerate() {
                if field.named && field.bits.is_none() {
                    write!(source, ", __builtin_offsetof({name}, f{number})").unwrap();
                }
            }
        }
    }
    source.push_str("};\n");
    match signature.variadic {
        None => {
            let list = if params.is_empty() { "void".to_string() } else { params.join(", ") };
            writeln!(source, "{result} f{index}({list}); void *p{index} = f{index};").unwrap();
        }
        Some(fixed) => {
            writeln!(source, "{result} f{index}({}, ...);", params[..fixed].join(", ")).unwrap();
            let pointers: Vec<String> =
                params.iter().enumerate().map(|(number, ty)| format!("{ty} *a{number}")).collect();
            let values: Vec<String> = (0..params.len()).map(|number| format!("*a{number}")).collect();
            writeln!(source, "void c{index}({}) {{ f{index}({}); }}", pointers.join(", "), values.join(", ")).unwrap();
        }
    }
}

/// What the library says, in the form that [`Ir`] gives to clang's answers.
fn ours(target: &Target, signature: &CSignature) -> Result<String, Unsupported> {
    let (arena, signature) = signature.build(target);
    let abi = abi::lower(target, &arena, &signature)?;
    let mut numbers = vec![0];
    for ty in std::iter::once(&signature.result).chain(&signature.params) {
        layout_numbers(target, &arena, *ty, &mut numbers);
    }
    Ok(format!("{} {numbers:?}", ir_text(target, &arena, &signature, &abi)))
}

fn ir_text(target: &Target, arena: &TypeArena, signature: &Signature, abi: &FnAbi) -> String {
    let llvm = abi::llvm::signature_of_clang(target, arena, signature, abi);
    let params: Vec<String> = llvm.params.iter().map(|param| format!("{}{}", param.ty, param.attributes)).collect();
    let result = format!("{} {}", llvm.result.attributes, llvm.result.ty);
    format!("{} ({})", result.trim(), params.join(", "))
}

fn layout_numbers(target: &Target, arena: &TypeArena, ty: TyId, numbers: &mut Vec<u64>) {
    if ty == TyId::VOID {
        return;
    }
    let layout = arena.layout(target, ty);
    numbers.extend([layout.size, u64::from(layout.align)]);
    if let Ty::Record(record) = arena.get(ty) {
        let plain = arena.record(record).fields.iter().filter(|field| field.named && field.bit_width.is_none());
        numbers.extend(plain.map(|field| field.offset_bits / 8));
    }
}

/// Clang's answers by signature number: IR text and layout numbers.
struct Ir {
    answers: HashMap<usize, String>,
}

impl Ir {
    fn read(text: &str) -> Ir {
        let mut types: HashMap<&str, &str> = HashMap::new();
        let mut layouts: HashMap<usize, Vec<u64>> = HashMap::new();
        for line in text.lines() {
            if let Some((name, body)) = line.split_once(" = type ") {
                types.insert(name, body);
            }
            if let Some((number, rest)) = numbered(line, "@l") {
                layouts.insert(number, constants(rest));
            }
        }
        let mut answers = HashMap::new();
        for line in text.lines() {
            let head = line.strip_prefix("declare ").or_else(|| line.split_once("call ").map(|(_, call)| call));
            let Some(head) = head else { continue };
            let Some(at) = head.find("@f") else { continue };
            let Some((number, rest)) = numbered(&head[at..], "@f") else {
                continue;
            };
            let is_call = !line.starts_with("declare ");
            if !is_call && rest.contains("...") {
                continue;
            }
            let result = head[..at].split(" (").next().unwrap_or_default();
            let end = closing(rest);
            let list = expand(&rest[1..end], &types);
            let params: Vec<String> = split(&list)
                .into_iter()
                .map(|param| normal(param, is_call))
                .filter(|param| !param.is_empty())
                .collect();
            let numbers = layouts.get(&number).cloned().unwrap_or_default();
            let result = normal(&expand(result, &types), false);
            answers.insert(number, format!("{result} ({}) {numbers:?}", params.join(", ")));
        }
        Ir { answers }
    }
}

fn numbered<'a>(text: &'a str, prefix: &str) -> Option<(usize, &'a str)> {
    let rest = text.strip_prefix(prefix)?;
    let digits = rest.find(|character: char| !character.is_ascii_digit())?;
    Some((rest[..digits].parse().ok()?, &rest[digits..]))
}

/// The numbers of `… [3 x i64] [i64 0, i64 8, i64 8], align 8` or of a zero initialiser.
fn constants(text: &str) -> Vec<u64> {
    if text.contains("zeroinitializer") {
        return vec![0];
    }
    let list = text.split("] [").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    list.split(", ").filter_map(|word| word.strip_prefix("i64 ")?.parse().ok()).collect()
}

/// Position of the parenthesis that closes the one at the start.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (index, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    text.len()
}

fn expand(text: &str, types: &HashMap<&str, &str>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest
        .find("%struct.")
        .or(rest.find("%union."))
        .map(|_| [rest.find("%struct."), rest.find("%union.")].into_iter().flatten().min().unwrap_or(0))
    {
        out.push_str(&rest[..at]);
        let name_end = rest[at..]
            .find(|character: char| !(character.is_alphanumeric() || "%._".contains(character)))
            .map_or(rest.len(), |end| at + end);
        let body = types.get(&rest[at..name_end]).copied().unwrap_or("?");
        out.push_str(&expand(body, types));
        rest = &rest[name_end..];
    }
    out.push_str(rest);
    out
}

/// Splits a list at its top-level commas.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (index, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

/// Drops attributes that do not change how a value travels, and the value of an argument.
fn normal(text: &str, has_value: bool) -> String {
    const DROPPED: [&str; 8] = [
        "dso_local",
        "noundef",
        "dead_on_unwind",
        "dead_on_return",
        "writable",
        "noalias",
        "...",
        "local_unnamed_addr",
    ];
    let mut words: Vec<&str> = text.split(' ').collect();
    if has_value {
        words.pop();
    }
    words.retain(|word| !DROPPED.contains(word) && !word.is_empty());
    words.join(" ")
}
