//! `lang crosscheck` in both directions: everything agrees, and with any one decision of a description flipped it does not.
//!
//! `CROSSCHECK_SIGNATURES`, `CROSSCHECK_AARCH64_SIGNATURES` and `CROSSCHECK_SEED` change how many and which. LLVM takes part
//! where `lang-llvm` is built.

use abi::Target;
use abi::mutation::Mutation;
use serde_json::Value;
use std::process::Output;
use tests::machine::AARCH64;
use tests::{finish, lang, lang_command, root};

const X86_64: &str = "x86_64-linux-gnu";

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn seed() -> String {
    let seed = setting("CROSSCHECK_SEED", 1).to_string();
    println!("seed {seed}");
    seed
}

/// All engines, or those that are there.
fn engines() -> &'static str {
    if lang().with_file_name("lang-llvm").exists() {
        "llvm,cranelift,c,interpreter"
    } else {
        println!("without LLVM: `cargo build --release -p backend-llvm` makes lang-llvm");
        "cranelift,c,interpreter"
    }
}

fn crosscheck(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = lang_command(folder.path());
    command.arg("crosscheck").args(arguments);
    finish(command).expect("the cross-check ends")
}

/// The report as JSON with the exit code.
fn report(arguments: &[&str]) -> (Value, i32) {
    let output = crosscheck(&[arguments, &["--format", "json"]].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{arguments:?}: {error}\n{text}\n{}", String::from_utf8_lossy(&output.stderr));
    });
    (report, output.status.code().unwrap_or(-1))
}

/// Every pair of engines occurs and agrees, as does what was read back; prints how often.
fn assert_agrees(arguments: &[&str]) -> Value {
    let (report, code) = report(arguments);
    assert_eq!((code, &report["agrees"]), (0, &Value::Bool(true)), "{report:#}");
    let target = &report["targets"][0];
    let engines = target["engines"].as_array().expect("a list").len();
    let pairs = target["pairs"].as_array().expect("a list");
    assert_eq!(pairs.len(), engines * engines);
    for pair in pairs {
        assert!(pair["agreed"].as_u64() > Some(0) && pair["differed"] == 0, "{pair}");
        println!("{} calls {}: {} agree", pair["caller"], pair["callee"], pair["agreed"]);
    }
    let read_back = target["read_back"].as_array().expect("a list");
    assert_eq!(read_back.len(), engines - 1, "each code generator's text is read back");
    report
}

#[test]
fn random_signatures_agree_on_x86_64() {
    let count = setting("CROSSCHECK_SIGNATURES", 200).to_string();
    assert_agrees(&["--random", &count, "--seed", &seed(), "--targets", X86_64, "--engines", engines()]);
}

#[test]
fn random_signatures_agree_on_aarch64() {
    if let Some(reason) = AARCH64.missing() {
        println!("skipped: {reason}");
        return;
    }
    let count = setting("CROSSCHECK_AARCH64_SIGNATURES", 60).to_string();
    let target = "aarch64-linux-gnu";
    assert_agrees(&["--random", &count, "--seed", &seed(), "--targets", target, "--engines", engines()]);
}

/// The corpus' programs that pass the most different things, with their own signatures and as wholes.
#[test]
fn programs_agree_with_their_signatures() {
    let programs =
        ["nested_structs", "many_arguments", "packed_and_aligned", "unions", "panic_bounds", "inlined_always"];
    let paths: Vec<String> =
        programs.iter().map(|name| root().join(format!("tests/run/{name}.lang")).display().to_string()).collect();
    let mut arguments: Vec<&str> = paths.iter().map(String::as_str).collect();
    arguments.extend(["--targets", X86_64, "--engines", engines()]);
    let report = assert_agrees(&arguments);
    let runs = report["targets"][0]["programs"].as_array().expect("a list");
    assert_eq!(runs.len(), programs.len());
    for run in runs {
        let engines = run["runs"].as_array().expect("a list");
        assert!(engines.len() >= 3 && engines.iter().all(|run| run["problem"].is_null()), "{run:#}");
    }
}

/// For each kind of decision that a target has: with it flipped in the descriptions that Cranelift gets, something differs,
/// and the report names a signature. The seed is one whose few signatures hold every kind.
fn goes_red_for_every_kind(target: &Target, seed: &str) {
    for mutation in Mutation::ALL {
        if let Some(reason) = mutation.absent_on(target) {
            println!("{target} has no {mutation}: {reason}");
            continue;
        }
        let name = target.to_string();
        let (report, code) = report(&[
            "--random",
            "75",
            "--seed",
            seed,
            "--targets",
            &name,
            "--engines",
            "cranelift,c",
            "--no-shrink",
            "--mutate",
            mutation.name(),
        ]);
        assert_eq!((code, &report["agrees"]), (1, &Value::Bool(false)), "{mutation} on {target}");
        let found = &report["targets"][0];
        let difference = found["differences"][0]["signature"].as_str();
        let mismatch = found["mismatches"][0]["function"].as_str();
        let named = difference.or(mismatch);
        assert!(named.is_some_and(|name| !name.is_empty()), "{mutation}: {found:#}");
        println!("{target}: {mutation} is seen in {}", named.unwrap_or_default());
    }
}

#[test]
fn the_check_goes_red_for_every_kind() {
    goes_red_for_every_kind(&Target::X86_64_LINUX, "1");
}

#[test]
fn the_check_goes_red_for_every_kind_on_aarch64() {
    match AARCH64.missing() {
        Some(reason) => println!("skipped: {reason}"),
        None => goes_red_for_every_kind(&Target::AARCH64_LINUX, "3"),
    }
}

/// A pair that is split between the last register and the stack needs arguments before it that leave one register.
#[test]
fn the_first_difference_is_made_small() {
    let (report, code) = report(&[
        "--random",
        "200",
        "--seed",
        "1",
        "--targets",
        X86_64,
        "--engines",
        "cranelift,c",
        "--mutate",
        "split-pair",
    ]);
    assert_eq!(code, 1);
    let smallest = &report["targets"][0]["smallest"];
    let signature = smallest["signature"].as_str().expect("a signature");
    println!("{signature}");
    let first = report["targets"][0]["differences"][0]["signature"].as_str().expect("a signature");
    assert!(signature.len() < 120 && signature.len() < first.len(), "{signature}, from {first}");
    let difference = &smallest["difference"];
    assert!(difference["value"].as_str().is_some_and(|value| value.starts_with("parameter")), "{smallest:#}");
    for field in ["registers", "expected", "seen"] {
        assert!(difference[field].as_str().is_some_and(|text| !text.is_empty()), "{smallest:#}");
    }
    assert!(smallest["table"].as_str().is_some_and(|table| table.contains("argument area")));
}

/// Addresses differ from engine to engine, so a program that prints one is the smallest that differs.
const PRINTS_AN_ADDRESS: &str = "fn unused(a: i64) -> i64 {
  a + 1
}

fn used(a: i64) -> i64 {
  a * 2
}

fn main() {
  println(used(21))
  let mut number: i32 = 5
  println((mut number as Pointer[i32]) as u64)
  println(\"end\")
}
";

#[test]
fn a_program_that_differs_is_made_small() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("address.lang");
    std::fs::write(&path, PRINTS_AN_ADDRESS).expect("a writable folder");
    let path = path.display().to_string();
    let (report, code) = report(&[&path, "--targets", X86_64, "--engines", "cranelift,interpreter,c"]);
    let program = &report["targets"][0]["programs"][0];
    assert_eq!((code, &program["agrees"]), (1, &Value::Bool(false)), "{report:#}");
    let smallest = program["smallest"].as_str().expect("a reduced program");
    println!("{smallest}");
    assert!(smallest.contains("as u64") && !smallest.contains("unused") && !smallest.contains("end"), "{smallest}");
}

/// `both` breaks what `mut` promises, which only the interpreter notices. Without `@[align(64)]` the address would differ
/// from engine to engine instead, which is another finding.
const BREAKS_A_PROMISE: &str = "@[align(64)]
type copy Aligned { let @value: i8 }
let mut aligned: Aligned = Aligned(3)
let mut shared: i64 = 1

fn both(x: mut i64) -> i64 { x += 100  unsafe { shared } }

fn main() {
  unsafe {
    println(both(mut shared))
    println(\"${mut aligned as Pointer[()] as u64 % 64}\")
  }
}
";

#[test]
fn a_smaller_program_differs_in_the_same_way() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("promise.lang");
    std::fs::write(&path, BREAKS_A_PROMISE).expect("a writable folder");
    let path = path.display().to_string();
    let (report, code) = report(&[&path, "--targets", X86_64, "--engines", "cranelift,interpreter,c"]);
    assert_eq!(code, 1, "{report:#}");
    let smallest = report["targets"][0]["programs"][0]["smallest"].as_str();
    let smallest = smallest.expect("a reduced program");
    assert!(smallest.contains("both(mut shared)") && !smallest.contains("aligned"), "{smallest}");
}

#[test]
fn what_the_surroundings_decide_is_not_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("surroundings.lang");
    let text = "extern { let mut environ: Pointer[Pointer[u8]] }\n\
                fn main() { unsafe { println(environ == Pointer.null()) } }\n";
    std::fs::write(&path, text).expect("a writable folder");
    let path = path.display().to_string();
    let arguments = [&path, "--targets", X86_64, "--engines", "cranelift,interpreter,c"];
    let output = crosscheck(&arguments);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    for part in [
        "0 of 1 programs and tests print the same and end alike: interpreter (0 of 1)",
        "main: not compared on interpreter: ",
        "environ",
    ] {
        assert!(said.contains(part), "`{part}` is missing:\n{said}");
    }
}

#[test]
fn a_missing_engine_is_wrong_usage() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = lang_command(folder.path());
    command.args(["crosscheck", "--random", "1"]).env("LANG_LLVM", "/no/such/lang-llvm");
    let output = finish(command).expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("/no/such/lang-llvm") && said.contains("--engines cranelift,c"), "{said}");
    for arguments in [["--mutate", "nonsense"], ["--targets", "pdp11"]] {
        assert_eq!(
            crosscheck(&[&["--random", "1", "--engines", "cranelift,c"], &arguments[..]].concat()).status.code(),
            Some(2)
        );
    }
}
