//! `lang test --coverage`: what is printed and written, which code counts, and that counts outlive every end of a test.

use serde_json::Value;

use crate::support::{Ended, Folder};

const PROGRAM: &str = "\
fn sign(n: i64) -> i64 {
  if n < 0 {
    return -1
  }
  1
}

fn unused() -> i64 {
  2
}

test \"positive\" { assert(sign(3) == 1) }
test \"negative\" { assert(sign(-3) == -1) }
";

/// The counts of lines in an lcov file.
fn lines(folder: &Folder, name: &str) -> String {
    let text = String::from_utf8(folder.read(name)).expect("it is text");
    let lines = text.lines().filter_map(|line| line.strip_prefix("DA:"));
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_table_says_how_much_ran() {
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    let tested = folder.lang(&["test", "p.lang", "--coverage"]);
    tested.exit(0).prints("2 passed").prints(
        "
file    lines  covered      %  functions  branches
p.lang      9        6  66.67        1/2       2/2
all         9        6  66.67        1/2       2/2
",
    );
    folder.lang(&["test", "p.lang", "positive", "--coverage"]).exit(0).prints("p.lang      9        4  44.44");
    assert_eq!(folder.names(), ["p.lang"], "nothing is written that was not asked for");
    let without = folder.lang(&["test", "p.lang"]);
    assert!(!without.exit(0).stdout.contains("covered"));
}

#[test]
fn what_no_test_reaches_is_told_even_without_tests() {
    let folder = Folder::new(&[("p.lang", "fn nobody[T: Copy](value: T) -> T {\n  value\n}\nfn main {\n}\n")]);
    let tested = folder.lang(&["test", "p.lang", "--coverage", "--coverage-lcov", "p.info"]);
    tested.exit(0).prints("p.lang      5        0  0.00        0/2       0/0");
    assert_eq!(lines(&folder, "p.info"), "1,0 2,0 3,0 4,0 5,0");
}

/// A test that ends in this way, and what it must end as.
const ENDS: [(&str, &str); 4] = [
    ("panic(\"on purpose\")", "exit code 101"),
    ("exit(0)", "ok"),
    ("abort()", "killed by signal 6"),
    ("raise(9)", "killed by signal 9"),
];

#[test]
fn counts_outlive_every_end() {
    for (end, verdict) in ENDS {
        let text = format!(
            "extern {{\n  fn exit(code: i32) -> Never\n  fn abort() -> Never\n  fn raise(signal: i32) -> i32\n}}\n\
             fn count(n: i64) {{\n  let mut i = 0\n  while i < n {{\n    i += 1\n  }}\n  unsafe {{ {end} }}\n}}\n\
             test \"ends\" {{ count(7) }}\n"
        );
        let folder = Folder::new(&[("p.lang", &text)]);
        let tested = folder.lang(&["test", "p.lang", "--coverage-lcov", "p.info"]);
        tested.prints(verdict);
        let counts = lines(&folder, "p.info");
        assert!(counts.starts_with("6,1 7,1 8,8 9,7 10,7 11,1"), "{end}: {counts}");
    }
}

fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_slice(&folder.read(name)).expect("it is JSON")
}

#[test]
fn json_is_that_of_llvm_cov() {
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    folder.lang(&["test", "p.lang", "--coverage-json", "p.json"]).exit(0);
    let export = json(&folder, "p.json");
    assert_eq!(export["type"], "llvm.coverage.json.export");
    assert_eq!(export["version"], "2.0.1");
    let data = &export["data"][0];
    let file = &data["files"][0];
    assert_eq!(file["filename"], folder.path("p.lang").canonicalize().expect("it is there").to_string_lossy().as_ref());
    let whole = serde_json::json!([1, 24, 2, true, true, false]);
    assert_eq!(file["segments"][0], whole, "line, column, count, has a count, is an entry, is a gap");
    assert_eq!(file["branches"][0], serde_json::json!([2, 6, 2, 11, 1, 1, 0, 0, 4]));
    assert_eq!(data["totals"]["lines"], serde_json::json!({ "count": 9, "covered": 6, "percent": 600.0 / 9.0 }));
    assert_eq!(data["totals"]["instantiations"]["count"], 2);
    let functions: Vec<(&Value, &Value)> = data["functions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|function| (&function["name"], &function["count"]))
        .collect();
    assert_eq!(functions, [(&"p.sign".into(), &2.into()), (&"p.unused".into(), &0.into())]);
}

#[test]
fn pages_show_each_file_and_are_whole_by_themselves() {
    let strange = "<b>&.lang";
    let folder = Folder::new(&[
        ("lang.toml", "name = \"demo\"\nversion = \"0.1.0\"\n"),
        ("main.lang", "import parts (sign)\nfn main { println(sign(2)) }\ntest \"one\" { assert(sign(1) == 1) }\n"),
        ("parts.lang", "pub fn sign(n: i64) -> i64 { if n < 0 { -1 } else { 1 } } # <script>&amp;\n"),
        (strange, ""),
    ]);
    folder.lang(&["test", "--coverage-html", "pages/of/it"]).exit(0);
    let page = |name: &str| String::from_utf8(folder.read(&format!("pages/of/it/{name}"))).expect("it is text");
    let index = page("index.html");
    assert!(index.contains("<a href=\"parts.lang.html\">parts.lang</a>"), "{index}");
    let parts = page("parts.lang.html");
    assert!(parts.contains("<b>{ -1 }</b> else { 1 } } # &lt;script&gt;&amp;amp;"), "{parts}");
    for text in [index, parts] {
        assert!(!text.contains("http"), "nothing is fetched: {text}");
    }
    // A second time it replaces what it wrote.
    folder.lang(&["test", "--coverage-html", "pages/of/it"]).exit(0);
}

#[test]
fn outputs_never_replace_sources_and_say_why_they_fail() {
    let folder = Folder::new(&[("p.lang", PROGRAM), ("file", "")]);
    let refused = |arguments: &[&str], reason: &str| -> Ended {
        let ended = folder.lang(&[&["test", "p.lang"], arguments].concat());
        ended.exit(1).says(reason).prints("2 passed");
        ended
    };
    refused(&["--coverage-lcov", "p.lang"], "a source is there");
    refused(&["--coverage-json", "nowhere/p.json"], "nowhere/p.json");
    refused(&["--coverage-html", "file"], "file");
    assert_eq!(folder.read("p.lang"), PROGRAM.as_bytes());
}

#[test]
fn only_the_package_s_own_code_counts() {
    let folder = Folder::new(&[
        ("app/lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n[dependencies]\nshapes = { path = \"../shapes\" }\n"),
        ("app/main.lang", "import shapes (side)\nfn main { println(side()) }\ntest \"one\" { main() }\n"),
        ("shapes/lang.toml", "name = \"shapes\"\nversion = \"0.1.0\"\n"),
        ("shapes/lib.lang", "pub fn side() -> i64 { 3 }\n"),
    ]);
    let tested = folder.lang(&["test", "app", "--coverage"]);
    tested.exit(0).prints("1        1  100.00        1/1");
    assert!(!tested.stdout.contains("shapes"), "{}", tested.stdout);
}

#[test]
fn moving_a_function_compiles_nothing_again() {
    let folder = Folder::new(&[("p.lang", PROGRAM)]);
    let compiled = |text: &str| {
        folder.write("p.lang", text.as_bytes());
        let tested = folder.lang(&["test", "p.lang", "--coverage-lcov", "p.info", "--timings"]);
        let note = tested.exit(0).stderr.split_once(" functions, in ").map(|(before, _)| before.to_string());
        let note = note.expect("timings say how many functions were compiled");
        (note.rsplit(' ').nth(2).expect("a number").to_string(), lines(&folder, "p.info"))
    };
    let (all, first) = compiled(PROGRAM);
    assert_ne!(all, "0");
    let (again, moved) = compiled(&format!("fn more() {{\n}}\n{PROGRAM}"));
    assert_eq!(again, "0", "of {all} functions");
    assert_eq!(first, "1,2 2,2 3,1 4,1 5,1 6,1 8,0 9,0 10,0");
    assert_eq!(moved, "1,0 2,0 3,2 4,2 5,1 6,1 7,1 8,1 10,0 11,0 12,0");
}
