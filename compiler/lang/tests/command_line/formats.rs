//! Forms of diagnostics, their order, `--allow` and `--deny`, and what counts as an error.

use serde_json::Value;

use crate::support::Folder;

const WRONG: &str =
    "fn quiet() {\n  let unused = 1\n}\nfn main() {\n  let number: i64 = missing\n  println(number)\n}\n";
const WARNED: &str = "fn main() {\n  let unused = 1\n}\n";

fn lines(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn errors_end_with_1_and_warnings_with_0() {
    let folder = Folder::new(&[("wrong.lang", WRONG), ("warned.lang", WARNED), ("fine.lang", "fn main() {}\n")]);
    folder.lang(&["check", "wrong.lang"]).exit(1).says("1 error, 1 warning\n");
    folder.lang(&["check", "warned.lang"]).exit(0).says("1 warning\n");
    let fine = folder.lang(&["check", "fine.lang"]);
    assert_eq!((fine.stdout.as_str(), fine.stderr.as_str()), ("", ""));
    fine.exit(0);
    assert_eq!(folder.names(), ["fine.lang", "warned.lang", "wrong.lang"]);
}

#[test]
fn every_form_tells_the_same() {
    let folder = Folder::new(&[("wrong.lang", WRONG)]);
    let human = folder.lang(&["check", "wrong.lang"]);
    human.exit(1).says("--> wrong.lang:5:21").says("let number: i64 = missing");
    assert_eq!(human.stdout, "");
    let short = folder.lang(&["check", "--message-format", "short", "wrong.lang"]);
    short.exit(1).says("wrong.lang:5:21: error[E");
    let json = folder.lang(&["check", "--message-format=json", "wrong.lang"]);
    assert_eq!(json.exit(1).stderr, "");
    let found = lines(&json.stdout);
    let starts: Vec<(String, u64, u64)> = found
        .iter()
        .map(|line| {
            let start = &line["range"]["start"];
            let number = |key: &str| start[key].as_u64().expect("a number");
            (line["severity"].to_string(), number("line"), number("column"))
        })
        .collect();
    assert_eq!(starts, [("\"warning\"".to_string(), 2, 7), ("\"error\"".to_string(), 5, 21)]);
    let sarif = folder.lang(&["check", "--message-format=sarif", "wrong.lang"]);
    let sarif: Value = serde_json::from_str(&sarif.exit(1).stdout).expect("it is JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("a list");
    for (result, line) in results.iter().zip(&found) {
        assert_eq!(result["ruleId"], line["code"]);
        let rule =
            &sarif["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("a number") as usize];
        assert_eq!(rule["id"], line["code"]);
    }
    let github = folder.lang(&["check", "--message-format=github", "wrong.lang"]);
    github.exit(1).prints("::error title=").prints("file=wrong.lang,line=5,endLine=5,col=21,endColumn=27::");
}

#[test]
fn warnings_can_be_allowed_and_denied() {
    let folder = Folder::new(&[("warned.lang", WARNED)]);
    let allowed = folder.lang(&["check", "--allow", "warnings", "warned.lang"]);
    assert_eq!(allowed.exit(0).stderr, "");
    folder.lang(&["check", "--deny", "warnings", "warned.lang"]).exit(1).says("error[W");
    folder.lang(&["check", "--deny", "unused-variable", "warned.lang"]).exit(1).says("error[W");
    folder.lang(&["check", "--deny", "warnings", "--allow", "unused-variable", "warned.lang"]).exit(0);
    folder.lang(&["check", "--allow", "warnings", "--deny", "unused_variable", "warned.lang"]).exit(1);
}

#[test]
fn colors_where_they_are_wanted() {
    let folder = Folder::new(&[("wrong.lang", WRONG)]);
    let escape = '\u{1b}';
    assert!(!folder.lang(&["check", "wrong.lang"]).stderr.contains(escape), "standard error is no terminal");
    assert!(folder.lang(&["check", "--color", "always", "wrong.lang"]).stderr.contains(escape));
    assert!(!folder.lang(&["check", "--color=never", "wrong.lang"]).stderr.contains(escape));
}

#[test]
fn standard_input() {
    let folder = Folder::new(&[]);
    folder.lang_with_input(&["check", "-"], "fn main() {}\n").exit(0);
    folder.lang_with_input(&["check", "--message-format=short", "-"], WRONG).exit(1).says("<stdin>:5:21: error[E");
    folder.lang_with_input(&["run", "-"], "fn main() { println(42) }\n").exit(0).prints("42\n");
    assert_eq!(folder.names(), Vec::<String>::new());
    let kept = std::fs::read_dir(folder.cache()).expect("the cache is there").count();
    assert_eq!(kept, 0, "nothing is kept of what has no name");
}

#[test]
fn a_file_that_is_not_utf8_is_an_error_in_the_program() {
    let folder = Folder::new(&[]);
    folder.write("latin.lang", b"# caf\xe9\nfn main() { missing() }\n");
    folder.lang(&["check", "--message-format=short", "latin.lang"]).exit(1).says("latin.lang:1:6: error[E0601]");
    let json = folder.lang(&["check", "--message-format=json", "latin.lang"]);
    assert_eq!(lines(&json.stdout).len(), 1, "what follows from it is not reported");
    folder.lang(&["run", "latin.lang"]).exit(1);
}

#[test]
fn the_order_does_not_depend_on_threads() {
    let folder = Folder::new(&[("lang.toml", "name = \"app\"\nversion = \"0.1.0\"\n")]);
    let mut body = String::new();
    for number in 0..200 {
        body.push_str(&format!(
            "fn wrong{number}() -> i64 {{\n  missing_{number}\n}}\nfn warned{number}() {{\n  let unused = 1\n}}\n"
        ));
    }
    for file in ["main", "b", "a"] {
        folder.write(&format!("{file}.lang"), format!("{body}fn main() {{}}\n").as_bytes());
    }
    let first = folder.lang(&["check", "--threads", "1", "--message-format", "json"]);
    assert_eq!(lines(&first.exit(1).stdout).len(), 1200);
    for threads in ["2", "3", "8"] {
        assert_eq!(first, folder.lang(&["check", "--threads", threads, "--message-format", "json"]));
    }
    let files: Vec<String> = lines(&first.stdout).iter().map(|line| line["file"].to_string()).collect();
    assert!(files.is_sorted());
}

#[test]
fn timings_on_standard_error() {
    let folder = Folder::new(&[("fine.lang", "fn main() {}\n")]);
    folder.lang(&["check", "--timings", "fine.lang"]).exit(0).says("parse").says("analyse");
}
