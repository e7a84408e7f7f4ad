//! Clang's recorded answers against the library, in process, and each rule switched off against both: a rule that
//! nothing notices is no rule. Owns this control; the answers are recorded by the comparison with clang.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::arena::{Signature, Ty, TyId, TypeArena};
use crate::notation::Notation;
use crate::rules::switch::{ASKED, without};
use crate::target::Target;
use crate::{FnAbi, Placement, llvm, lower};

/// The recorded lines of a target: signature and answer.
fn recorded(target: Target) -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/recorded/{target}.txt"));
    let text = std::fs::read_to_string(file).expect("the recorded answers are there");
    let line = |line: &str| {
        let (signature, answer) = line.split_once(" => ").expect("a line has an answer");
        (signature.to_string(), answer.to_string())
    };
    text.lines().map(line).collect()
}

/// What the library says of a recorded signature.
struct Ours {
    /// As the answer is recorded.
    clang: String,
    /// Where everything travels, and what the call needs.
    locations: String,
}

fn ours(target: Target, text: &str) -> Ours {
    let (result, params) = text.split_once(" <- ").expect("a signature has an arrow");
    let (named, unnamed) = params.split_once("...").unwrap_or((params, ""));
    let mut notation = Notation::new(target, result);
    let result = notation.list().remove(0);
    let mut params = notation.more(named);
    let fixed = params.len() as u16;
    let is_variadic = text.contains("...");
    params.extend(notation.more(unnamed.trim_start_matches(", ")));
    let signature = match is_variadic {
        true => Signature::variadic(result, params, fixed),
        false => Signature::new(result, params),
    };
    let arena = &notation.arena;
    match lower(&target, arena, &signature) {
        Ok(abi) => Ours {
            clang: format!("{} {:?}", ir(&target, arena, &signature, &abi), numbers(&target, arena, &signature)),
            locations: locations(&abi),
        },
        Err(refusal) => Ours { clang: refusal.to_string(), locations: refusal.to_string() },
    }
}

/// Without the reasons, which no code generator reads.
fn locations(abi: &FnAbi) -> String {
    let placements: Vec<&Placement> = abi.params.iter().map(|param| &param.placement).collect();
    format!("{placements:?} {:?} {:?}", abi.result.placement, abi.call)
}

fn ir(target: &Target, arena: &TypeArena, signature: &Signature, abi: &FnAbi) -> String {
    let llvm = llvm::signature_of_clang(target, arena, signature, abi);
    let param = |param: &llvm::LlvmValue| format!("{}{}", param.ty, param.attributes);
    let params: Vec<String> = llvm.params.iter().map(param).collect();
    let result = format!("{} {}", llvm.result.attributes, llvm.result.ty);
    format!("{} ({})", result.trim(), params.join(", "))
}

/// Sizes, alignments and offsets, as the comparison asks clang for them.
fn numbers(target: &Target, arena: &TypeArena, signature: &Signature) -> Vec<u64> {
    let mut numbers = vec![0];
    for ty in std::iter::once(&signature.result).chain(&signature.params) {
        if *ty == TyId::VOID {
            continue;
        }
        let layout = arena.layout(target, *ty);
        numbers.extend([layout.size, u64::from(layout.align)]);
        if let Ty::Record(record) = arena.get(*ty) {
            let fields = arena.record(record).fields.iter();
            let plain = fields.filter(|field| field.named && field.bit_width.is_none());
            numbers.extend(plain.map(|field| field.offset_bits / 8));
        }
    }
    numbers
}

#[test]
fn recorded_answers_of_clang_are_ours() {
    for target in Target::ALL {
        for (signature, answer) in recorded(target) {
            assert_eq!(ours(target, &signature).clang, answer, "{target}: {signature}");
        }
    }
}

/// How many signatures notice that a rule is off, and by what.
#[derive(Default)]
struct Caught {
    by_clang: usize,
    by_locations: usize,
}

#[test]
fn each_rule_switched_off_changes_a_recorded_answer_or_a_location() {
    let mut noticed = BTreeSet::new();
    let mut unnoticed = Vec::new();
    for target in Target::ALL {
        let lines = recorded(target);
        ASKED.take();
        let described: Vec<Ours> = lines.iter().map(|(text, _)| ours(target, text)).collect();
        for (name, rule) in ASKED.take() {
            let mut caught = Caught::default();
            for ((text, _), described) in lines.iter().zip(&described) {
                // A rule may be what keeps the code from asking for a register that is not there.
                let other = catch_unwind(AssertUnwindSafe(|| without(rule, || ours(target, text))));
                let changed =
                    |part: fn(&Ours) -> &str| other.as_ref().map_or(true, |other| part(other) != part(described));
                caught.by_clang += usize::from(changed(|ours| &ours.clang));
                caught.by_locations += usize::from(changed(|ours| &ours.locations));
            }
            let (clang, locations) = (caught.by_clang, caught.by_locations);
            println!("{target}: {name}: off, {clang} answers of clang and {locations} descriptions differ");
            if locations > 0 {
                noticed.insert(name);
            } else {
                unnoticed.push(format!("{target}: {name}"));
            }
        }
    }
    unnoticed.retain(|line| !noticed.iter().any(|name| line.ends_with(&format!(": {name}"))));
    assert!(unnoticed.is_empty(), "nothing notices: {unnoticed:#?}");
    let unasked: Vec<String> = used_in_source().into_iter().filter(|name| !noticed.contains(name)).collect();
    assert!(unasked.is_empty(), "no recorded answer asks: {unasked:#?}");
    println!("{} rules, each noticed", noticed.len());
}

/// The names of the rules that decide in the source text: `rule(Why::NAME`. Those of the two conventions that share
/// their code are asked under each one's own name.
fn used_in_source() -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("tests.rs") && !path.ends_with("recorded.rs") {
                let text = std::fs::read_to_string(&path).expect("the source can be read");
                let dense: String = text.split_whitespace().collect();
                let name =
                    |rest: &str| rest.split(|character: char| !character.is_alphanumeric()).next().map(str::to_string);
                used.extend(dense.split("rule(Why::").skip(1).map(|rest| {
                    let end = rest.find([',', ')']).unwrap_or(rest.len());
                    match rest[..end].split_once('(') {
                        // `Document(Document::Rule` is shown as `Document(Rule)`.
                        Some((document, rule)) => format!("{document}({})", rule.rsplit("::").next().unwrap_or(rule)),
                        None => rest[..end].to_string(),
                    }
                }));
                for rule in dense.split("rule(Lp64dRule::").skip(1).filter_map(name) {
                    used.insert(format!("Riscv({rule})"));
                }
            }
        }
    }
    used
}
