//! The questions: declarations of C from `tests/abi_questions`, one in each line, and what is asked of each type that is named
//! behind `//?`. Owns their text; must not know who answers.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use abi::Target;
use tests::corpus;

/// Declarations that are asked together.
pub struct Questions {
    pub name: String,
    /// What C's readers are told.
    pub options: Vec<String>,
    lines: Vec<String>,
}

/// What clang takes on a target.
pub struct Accepted {
    pub text: String,
    /// So many lines it does not take.
    pub left_out: usize,
}

/// Everything as GNU C of today, and what has no prototype also as C23.
pub fn read() -> Vec<Questions> {
    let mut files = Vec::new();
    corpus::walk(&tests::root().join("tests/abi_questions"), &mut |path| {
        if path.extension().is_some_and(|ending| ending == "c") {
            files.push(path.to_path_buf());
        }
    });
    files.sort();
    let mut lines = Vec::new();
    let (mut without_prototypes, mut pragmas) = (Vec::new(), Vec::new());
    for file in files {
        let text = corpus::read(&file);
        let asked: Vec<String> = text.lines().flat_map(line).collect();
        if file.ends_with("old_style.c") {
            without_prototypes.clone_from(&asked);
        }
        // The embedded parser takes no text with one that it does not know.
        if file.ends_with("pragmas.c") { &mut pragmas } else { &mut lines }.extend(asked);
    }
    let of = |name: &str, options: &[&str], lines| Questions {
        name: name.to_string(),
        options: options.iter().map(|option| option.to_string()).collect(),
        lines,
    };
    vec![
        of("questions", &[], lines),
        of("pragmas", &[], pragmas),
        of("without prototypes, as C23", &["-std=gnu23"], without_prototypes),
    ]
}

/// A line, and what is asked of its type.
fn line(line: &str) -> Vec<String> {
    let Some((declaration, ty)) = line.split_once("//?") else { return vec![line.to_string()] };
    let ty = ty.trim();
    let name: String = ty.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
    let forms = [
        format!("{ty} alone_{name}({ty});"),
        format!("void result_{name}({ty}, char, {ty});"),
        format!("{ty} between_{name}(char, {ty}, float, {ty}, short);"),
        format!("int ints_{name}(int, int, int, int, int, {ty}, int, {ty}, {ty}, int);"),
        format!("int longs_{name}(long long, void *, int, int, int, int, int, {ty}, int, {ty});"),
        format!("float floats_{name}(float, double, float, double, float, double, float, {ty}, double, {ty}, float);"),
        format!("{ty} many_{name}({ty}, {ty}, {ty}, {ty}, {ty}, {ty}, {ty}, {ty}, {ty});"),
        format!("{ty} variadic_{name}(int, {ty}, ...);"),
        format!("struct In_{name} {{ char before; {ty} in; }};"),
        format!("struct Array_{name} {{ {ty} in[2]; }};"),
        format!("struct Behind_{name} {{ float before; {ty} in; float behind; }};"),
        format!("union Union_{name} {{ char before[5]; {ty} in; }};"),
        format!("struct In_{name} held_{name}(int, struct In_{name}, double, struct Array_{name});"),
        format!("struct Array_{name} arrays_{name}(struct Array_{name}, struct Behind_{name}, int);"),
        format!("union Union_{name} unions_{name}(union Union_{name}, float, struct Behind_{name});"),
        format!("extern {ty} variable_{name};"),
    ];
    std::iter::once(declaration.trim_end().to_string()).filter(|line| !line.is_empty()).chain(forms).collect()
}

impl Questions {
    /// The lines that clang takes on a target.
    pub fn accepted(&self, target: &Target) -> Accepted {
        let mut left_out = BTreeSet::new();
        loop {
            let of = |(number, line): (usize, &String)| match left_out.contains(&number) {
                true => "\n".to_string(),
                false => format!("{line}\n"),
            };
            let text: String = self.lines.iter().enumerate().map(of).collect();
            let wrong = self.wrong(target, &text);
            if wrong.is_empty() {
                return Accepted { text, left_out: left_out.len() };
            }
            left_out.extend(wrong);
        }
    }

    /// The lines of a text that clang refuses.
    fn wrong(&self, target: &Target, text: &str) -> BTreeSet<usize> {
        let mut clang = Command::new("clang-22");
        clang.arg(format!("--target={}", target.triple())).args(target.clang_options()).args(&self.options);
        clang.args(["-w", "-fsyntax-only", "-ferror-limit=0", "-fno-caret-diagnostics", "-x", "c", "-"]);
        let child = clang.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("clang was there before");
        let mut input = child.stdin.take().expect("it is a pipe");
        let output = std::thread::scope(|scope| {
            scope.spawn(move || input.write_all(text.as_bytes()).expect("clang reads it"));
            child.wait_with_output().expect("it ends")
        });
        let errors = String::from_utf8_lossy(&output.stderr);
        let number = |line: &str| {
            let (number, rest) = line.strip_prefix("<stdin>:")?.split_once(':')?;
            rest.contains("error:").then(|| number.parse::<usize>().expect("clang counts lines") - 1)
        };
        let wrong: BTreeSet<usize> = errors.lines().filter_map(number).collect();
        assert!(output.status.success() || !wrong.is_empty(), "{target}: {errors}");
        wrong
    }
}
