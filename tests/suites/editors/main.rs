//! Real editors, headless, with the files of `editors` and the real server: Neovim and Emacs. They must see what VS Code
//! sees. An editor that is not installed is skipped with the reason; `tests/all` installs both.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tests::{finish, lang, root};

/// A program with a mistake, which the scripts take away, then ask about.
const PROGRAM: &str = "\
# A place in space.
type copy Vec3 {
  let @x: f64
  let @y: f64
  let @z: f64
}

fn length(v: Vec3) -> f64 { v.x * v.x + v.y * v.y + v.z * v.z }

fn main {
  let here = Vec3(x: 1.0, y: 2.0, z: 3.0)
  let wrong: i64 = \"text\"
  println(length(here))
}
";

/// A folder with the program, and the answers of the editor.
struct Run {
    folder: tempfile::TempDir,
}

impl Run {
    fn new() -> Run {
        let folder = tempfile::tempdir().expect("a folder for the program");
        fs::write(folder.path().join("lang.toml"), "name = \"demo\"\nversion = \"0.1.0\"\n")
            .expect("the folder is writable");
        fs::write(folder.path().join("main.lang"), PROGRAM).expect("the folder is writable");
        Run { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs an editor and reads what its script wrote down.
    fn answers(&self, mut command: Command) -> Value {
        let written = self.path().join("answers.json");
        command
            .current_dir(self.path())
            .env("LANG_UNDER_TEST", lang())
            .env("LANG_ANSWERS", &written)
            .env("LANG_CACHE_DIR", self.path().join("cache"))
            .env("HOME", self.path())
            .stdin(Stdio::null());
        let output = finish(command).expect("the editor ends in time");
        let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        let text = fs::read_to_string(&written).unwrap_or_else(|_| panic!("the script wrote nothing down: {said}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}\n{said}"))
    }
}

/// Whether a program is installed; says so if not.
fn is_installed(editor: &str) -> bool {
    let is_there = Command::new(editor)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !is_there {
        println!("skipped: {editor} is not installed");
    }
    is_there
}

fn script(name: &str) -> PathBuf {
    root().join("tests/suites/editors").join(name)
}

fn text<'a>(answers: &'a Value, key: &str) -> &'a str {
    answers[key].as_str().unwrap_or_else(|| panic!("no `{key}` in {answers:#}"))
}

/// What every editor must have shown.
fn check(answers: &Value) {
    let message = text(answers, "diagnostic");
    assert!(message.contains("String") && message.contains("i64"), "{message}");
    assert_eq!(answers["diagnostic_line"], 11, "{answers:#}");
    assert_eq!(answers["diagnostics_after_the_fix"], 0, "{answers:#}");
    let hover = text(answers, "hover");
    assert!(hover.contains("Vec3") && hover.contains("24"), "the size of the type: {hover}");
    assert_eq!(answers["definition_line"], 7, "{answers:#}");
    let renamed = text(answers, "renamed");
    assert!(renamed.contains("fn norm(v: Vec3)") && renamed.contains("println(norm(here))"), "{renamed}");
    assert!(!renamed.contains("length"), "{renamed}");
    let formatted = text(answers, "formatted");
    assert!(formatted.contains("let here = Vec3(x: 1.0, y: 2.0, z: 3.0)"), "{formatted}");
}

#[test]
fn neovim() {
    if !is_installed("nvim") {
        return;
    }
    let run = Run::new();
    let mut command = Command::new("nvim");
    command
        .args(["--headless", "--clean", "-u", "NONE", "-n"])
        .arg("--cmd")
        .arg(format!("set runtimepath+={}", root().join("editors/neovim").display()))
        .arg("-c")
        .arg(format!("luafile {}", script("neovim.lua").display()));
    let answers = run.answers(command);
    check(&answers);
    assert_eq!(text(&answers, "filetype"), "lang");
    let colours = text(&answers, "colours");
    assert_eq!(colours, "langKeyword langTypeName langComment", "words, types and comments are coloured");
}

#[test]
fn emacs() {
    if !is_installed("emacs") {
        return;
    }
    let run = Run::new();
    let mut command = Command::new("emacs");
    command.args(["-Q", "--batch", "-L"]).arg(root().join("editors/emacs")).arg("-l").arg(script("emacs.el"));
    let answers = run.answers(command);
    if let Some(reason) = answers["skipped"].as_str() {
        println!("skipped: {reason}");
        return;
    }
    check(&answers);
    assert_eq!(text(&answers, "mode"), "lang-mode");
    assert_eq!(text(&answers, "colours"), "font-lock-keyword-face font-lock-type-face font-lock-comment-face");
    assert_eq!(text(&answers, "indented"), "fn f {\n  if true {\n    g()\n  }\n}\n");
}

/// What the pages of the editors say about debugging holds: a breakpoint, a value, a step.
fn debugs(editor: &str, arguments: &[&str], files: &str, script_name: &str) {
    if !is_installed(editor) || !is_installed("gdb") {
        return;
    }
    let run = Run::new();
    let program =
        PROGRAM.replace("  let wrong: i64 = \"text\"\n", "").replace("(here))\n", "(here))\n  println(here.x)\n");
    fs::write(run.path().join("main.lang"), program).expect("the folder is writable");
    let mut build = tests::lang_command(run.path());
    let output = build.arg("build").current_dir(run.path()).output().expect("lang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut command = Command::new(editor);
    let script = script(script_name).display().to_string();
    let fill = |argument: &&str| argument.replace("FILES", files).replace("SCRIPT", &script);
    command.args(arguments.iter().map(fill));
    let answers = run.answers(command);
    assert_eq!(answers["stopped"], "main.lang:12", "{answers:#}");
    assert!(answers["marked"].is_null() || answers["marked"] == "main.lang:12", "{answers:#}");
    assert_eq!(answers["stepped"], "main.lang:13", "{answers:#}");
    assert_eq!(answers["value"], "2", "{answers:#}");
}

#[test]
fn neovim_debugs() {
    let files = root().join("editors/neovim").display().to_string();
    let arguments =
        ["--headless", "--clean", "-u", "NONE", "-n", "--cmd", "set runtimepath+=FILES", "-c", "luafile SCRIPT"];
    debugs("nvim", &arguments, &files, "neovim_debug.lua");
}

#[test]
fn emacs_debugs() {
    let files = root().join("editors/emacs").display().to_string();
    debugs("emacs", &["-Q", "--batch", "-L", "FILES", "-l", "SCRIPT"], &files, "emacs_debug.el");
}

/// Each editor has a list of words of its own, for what it colours before the server has answered.
#[test]
fn every_editor_colours_all_words_of_the_language() {
    let types = hir::BuiltinType::ALL.iter().map(|builtin| builtin.text());
    let functions = hir::BuiltinFunction::ALL.iter().map(|builtin| builtin.text());
    let words: Vec<&str> = syntax::keywords().chain(types).chain(functions).collect();
    assert!(words.len() > 50, "{words:?}");
    for file in [
        "tree-sitter-lang/queries/highlights.scm",
        "neovim/syntax/lang.vim",
        "emacs/lang-mode.el",
        "vscode/syntaxes/lang.tmLanguage.json",
    ] {
        let text = fs::read_to_string(root().join("editors").join(file)).expect("the file is there");
        // In patterns of JSON, `\\b` stands before words.
        let text = text.replace("\\\\b", " ");
        let known: BTreeSet<&str> = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
        // The grammar for editors has nodes of their own for these.
        let has_node = |word: &str| file.ends_with(".scm") && ["self", "Self", "true", "false"].contains(&word);
        let in_quotes = file.ends_with(".scm") || file.ends_with(".el");
        let is_known =
            |word: &str| if in_quotes { text.contains(&format!("\"{word}\"")) } else { known.contains(word) };
        let missing: Vec<_> = words.iter().filter(|word| !is_known(word) && !has_node(word)).collect();
        assert!(missing.is_empty(), "{file} does not know {missing:?}");
    }
}

#[test]
fn configuration_of_helix_and_zed_is_well_formed() {
    let read = |path: &str| fs::read_to_string(root().join("editors").join(path)).expect("the file is there");
    let parsed = |path: &str| -> toml::Table { read(path).parse().unwrap_or_else(|error| panic!("{path}: {error}")) };
    let helix = parsed("helix/languages.toml");
    assert_eq!(helix["language"][0]["language-servers"][0].as_str(), Some("lang"));
    assert_eq!(helix["language-server"]["lang"]["args"][0].as_str(), Some("lsp"));
    assert_eq!(helix["language"][0]["debugger"]["templates"][0]["args"]["program"].as_str(), Some("{0}"));
    let zed = parsed("zed/extension.toml");
    let language = parsed("zed/languages/lang/config.toml");
    assert_eq!(zed["language_servers"]["lang"]["languages"][0], language["name"]);
    // Editors read the queries from their own folders; they must not drift apart.
    let queries = read("tree-sitter-lang/queries/highlights.scm");
    for copy in ["neovim/queries/lang/highlights.scm", "zed/languages/lang/highlights.scm"] {
        assert!(read(copy) == queries, "copy tree-sitter-lang/queries/highlights.scm to {copy}");
    }
}
