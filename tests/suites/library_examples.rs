//! The examples in the comments of the standard library: all hold, on both code generators, and how many public items still
//! have none. The latter reads the texts alone, and asks no analysis.

use std::collections::BTreeMap;

use expect_test::expect;
use tests::finish;
use tests::library::{FEWEST_EXAMPLES, passed, test_examples};

fn all_hold(options: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = finish(test_examples(folder.path(), options, "")).expect("it ends");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    let failed = said.split("\nfailures:\n").nth(1).unwrap_or(&said);
    assert!(output.status.success(), "{failed}");
    let passed = passed(&said);
    assert!(passed >= FEWEST_EXAMPLES, "only {passed} examples ran: {said}");
}

#[test]
fn every_example_holds_on_cranelift() {
    all_hold(&["--backend", "cranelift"]);
}

#[test]
fn every_example_holds_on_llvm() {
    all_hold(&["--release"]);
}

/// The public items of a module, and those among them without an example in the comment above them.
fn items(text: &str) -> (usize, usize) {
    let (mut all, mut without) = (0, 0);
    let mut has_example = false;
    for line in text.lines().map(str::trim_start) {
        if let Some(comment) = line.strip_prefix('#') {
            has_example |= comment.trim() == "```";
            continue;
        }
        // An attribute stands between a comment and its item.
        if line.starts_with("@[") {
            continue;
        }
        let mut words = line.split_whitespace().skip_while(|word| matches!(*word, "unsafe" | "extern"));
        if words.next() == Some("pub") {
            let mut words = words.skip_while(|word| matches!(*word, "unsafe" | "extern"));
            let kind = words.next().unwrap_or_default();
            let is_field = words.next().is_some_and(|name| name.starts_with('@') || name == "mut");
            if matches!(kind, "fn" | "type" | "trait") || kind == "let" && !is_field {
                all += 1;
                without += usize::from(!has_example);
            }
        }
        has_example = false;
    }
    (all, without)
}

/// What is left to do. The numbers may only fall.
#[test]
fn public_items_without_an_example() {
    let public = project::standard_library::MODULES.iter().filter(|(module, _)| !module.starts_with("runtime"));
    let mut missing: BTreeMap<&str, String> = BTreeMap::new();
    let (mut all, mut without) = (0, 0);
    for (module, text) in public {
        let (here, lacking) = items(text);
        all += here;
        without += lacking;
        if lacking > 0 {
            missing.insert(module, format!("{lacking} of {here}"));
        }
    }
    let lines: String = missing.iter().map(|(module, count)| format!("{module}: {count}\n")).collect();
    expect![[r#"
        c: 29 of 29
        c.linux: 88 of 88
        c.numbers: 8 of 13
        c.vectors: 17 of 17
        all: 142 of 937
    "#]]
    .assert_eq(&format!("{lines}all: {without} of {all}\n"));
}
