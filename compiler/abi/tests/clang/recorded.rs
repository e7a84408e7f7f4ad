//! Clang's answers on disk, for the tests inside of the library that have no clang: one line `signature => answer` each,
//! in `tests/recorded`. `ABI_RECORD=1` writes the files anew; without it, the answers are asked again and must hold.

use std::path::PathBuf;

use abi::{Architecture, OperatingSystem, Target};

use crate::compare::{Outcome, compare};
use crate::model::CSignature;
use crate::{enumerate, generate, notation};

fn file(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/recorded/{target}.txt"))
}

/// Few and small, of every kind: random ones, variadic calls, and each kind of type behind few and many others.
fn chosen(target: &Target) -> Vec<CSignature> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut chosen: Vec<CSignature> = (0..220).map(|_| generate::signature(&mut random, target)).collect();
    chosen.extend((0..110).map(|_| generate::variadic(&mut random, target)));
    chosen.retain(|signature| signature.params.len() <= 7);
    chosen.extend(enumerate::signatures(target).into_iter().step_by(37));
    chosen.extend(rare(target).iter().map(|text| notation::read(target, text)));
    chosen
}

/// Signatures for rules that few others ask for.
fn rare(target: &Target) -> &'static [&'static str] {
    match target.architecture {
        Architecture::X86_64 if target.operating_system != OperatingSystem::Windows => {
            &["u{x87, i64} <- u{x87, f64}, {x87, i8}, c(x87)", "{x87} <- u{x87, f32}"]
        }
        Architecture::S390x => &[
            "void <- f32, ..., v(f32,2), v(f32,4), v(i8,8)",
            "void <- v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,4), v(f32,2), v(f32,4), {v(f32,2)}",
        ],
        Architecture::Powerpc64le => &["void <- {f32[8]}, {f32[7]}, f32", "void <- {f32[7]}, {f32[7]}, {f32}"],
        Architecture::X86_64
        | Architecture::Aarch64
        | Architecture::Riscv64
        | Architecture::Loongarch64
        | Architecture::Wasm32 => &[],
    }
}

pub fn recorded_answers_hold(target: Target) {
    if std::env::var_os("ABI_RECORD").is_some() {
        return record(&target);
    }
    let text = std::fs::read_to_string(file(&target)).expect("the recorded answers are there");
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(" => ")).collect();
    let signatures: Vec<CSignature> = lines.iter().map(|(text, _)| notation::read(&target, text)).collect();
    match compare(&target, &signatures) {
        Outcome::Skipped(reason) => println!("skipped: {reason}"),
        Outcome::Compared(comparisons) => {
            for (comparison, (text, answer)) in comparisons.iter().zip(&lines) {
                assert_eq!(comparison.clangs, *answer, "{target}: {text}");
            }
            assert!(lines.len() > 150, "{target}: {} answers", lines.len());
            println!("{target}: {} recorded answers hold", lines.len());
        }
    }
}

fn record(target: &Target) {
    let signatures = chosen(target);
    let Outcome::Compared(comparisons) = compare(target, &signatures) else {
        panic!("clang-22 is needed to record its answers");
    };
    let agreed = comparisons.iter().filter(|one| one.agrees() && !one.refused);
    let lines = agreed.filter_map(|one| {
        let text = notation::write(&signatures[one.index])?;
        Some(format!("{text} => {}\n", one.clangs))
    });
    let lines: String = lines.collect();
    let file = file(target);
    std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("the folder can be made");
    std::fs::write(file, lines).expect("the file can be written");
}
