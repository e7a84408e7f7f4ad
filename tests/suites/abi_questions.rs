//! Questions about the C ABI on all 13 targets: what the tests of clang and gcc are about, and the edge cases of declarations,
//! as declarations of our own. Both readers of C answer, with the layouts and conventions of `abi`; clang-22 is the witness:
//! each function's line in LLVM's language and each record's layout. A type behind `//?` in `tests/abi_questions` is asked as a
//! result, as a parameter in front of, between and behind others, before `...`, and inside of records.
//!
//! What clang refuses on a target is left out there, and counted. What a reader refuses stands with its reason in
//! `tests/abi_questions/refused.txt` (`UPDATE_EXPECT=1` writes it); a difference is a failure. That it would notice: one target's
//! answer differs from the line of another, and layouts and lines are moved in the suite `c_headers`.

#[path = "c_headers/agreement.rs"]
mod agreement;
#[path = "abi_questions/questions.rs"]
mod questions;
#[path = "c_headers/witness.rs"]
mod witness;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use abi::Target;

use agreement::{Count, Text, reader};
use questions::Questions;
use witness::Witness;

/// Names by target, reason and reader.
type Refusals = BTreeMap<(&'static str, String), BTreeMap<String, BTreeSet<String>>>;

/// What was found on all targets.
#[derive(Default)]
struct Found {
    lines: Vec<String>,
    refusals: Refusals,
    differences: Vec<String>,
}

#[test]
fn questions_are_answered_as_clang_does() {
    let (Some(reader), Some(witness)) = (reader(), Witness::find()) else { return };
    let questions = questions::read();
    let work: Vec<(Target, &Questions)> =
        Target::ALL.into_iter().flat_map(|target| questions.iter().map(move |asked| (target, asked))).collect();
    let found = Mutex::new(Found::default());
    tests::for_each(&work, |(target, asked)| {
        let accepted = asked.accepted(target);
        let text = Text { options: asked.options.clone(), ..Text::new(&asked.name, accepted.text) };
        let path = format!("/nowhere/{}", text.name);
        let answer = reader.read(&path, Some(&text.text), target, &text.options);
        let answer = answer.unwrap_or_else(|reason| panic!("{target}, {}: {reason}", text.name));
        let embedded = c::read::Text::parse(&text.text);
        let of_library = answer.describe(*target, &path, &[]);
        let mut readers = vec![("clang's library", of_library)];
        match embedded {
            // It knows one C.
            Ok(_) if !asked.options.is_empty() => {}
            Ok(embedded) => readers.push(("the embedded parser", embedded.declarations(*target, &[]))),
            Err(problem) => {
                found.lock().expect("no thread panicked").refuse(target, "the embedded parser", problem.message, "all")
            }
        }
        for (name, declarations) in readers {
            let outcome = agreement::of_declarations(&witness, target, &text, &declarations);
            let mut found = found.lock().expect("no thread panicked");
            match outcome {
                Ok(count) => found.count(target, asked, name, count, accepted.left_out),
                Err(what) => found.differences.push(format!("{target}, {}, {name}:\n{what}", text.name)),
            }
        }
    });
    let mut found = found.into_inner().expect("no thread panicked");
    found.lines.sort();
    found.differences.sort();
    println!("{}", found.lines.join("\n"));
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    expect_test::expect_file![tests::root().join("tests/abi_questions/refused.txt")].assert_eq(&found.refused());
}

/// Another description of the same functions differs from clang's.
#[test]
fn another_targets_answer_is_noticed() {
    let (Some(reader), Some(witness)) = (reader(), Witness::find()) else { return };
    let text = Text::new("mutation", "struct S { float a, b; }; struct S f(struct S s, long double d);\n".to_string());
    let answer = reader.read("/nowhere/m", Some(&text.text), &Target::X86_64_LINUX, &[]).expect("it is read");
    let ours = answer.describe(Target::X86_64_LINUX, "/nowhere/m", &[]);
    assert!(agreement::of_declarations(&witness, &Target::X86_64_LINUX, &text, &ours).is_ok());
    assert!(agreement::of_declarations(&witness, &Target::AARCH64_LINUX, &text, &ours).is_err());
}

impl Found {
    /// What is refused, each reason once: with how many declarations on how many targets, and the first of them.
    fn refused(&self) -> String {
        let mut text = String::new();
        for ((reader, reason), names) in &self.refusals {
            let targets: BTreeSet<&String> = names.values().flatten().collect();
            let first: Vec<&str> = names.keys().take(6).map(String::as_str).collect();
            let count = names.len();
            text.push_str(&format!(
                "{reader}: {reason}\n  {count} on {} targets: {}\n",
                targets.len(),
                first.join(", ")
            ));
        }
        text
    }

    fn count(&mut self, target: &Target, asked: &Questions, reader: &'static str, count: Count, left_out: usize) {
        let refused: usize = count.refused.values().map(BTreeSet::len).sum();
        self.lines.push(format!(
            "{target}, {}, {reader}: {} functions, {} callbacks, {} records, {} variables agree; {refused} are refused, {left_out} lines are nothing to clang",
            asked.name, count.functions, count.callbacks, count.records, count.globals
        ));
        for (reason, names) in count.refused {
            for name in names {
                self.refuse(target, reader, general(&reason), &name);
            }
        }
    }

    fn refuse(&mut self, target: &Target, reader: &'static str, reason: String, name: &str) {
        let names = self.refusals.entry((reader, reason)).or_default();
        names.entry(name.to_string()).or_default().insert(target.to_string());
    }
}

/// A reason without the type or member that it is about.
fn general(reason: &str) -> String {
    let cause = reason.rsplit(": ").next().unwrap_or(reason);
    let verb = [" is ", " has ", " lowers "].iter().filter_map(|verb| cause.find(verb)).min();
    verb.map_or(cause, |at| cause[at..].trim()).to_string()
}
