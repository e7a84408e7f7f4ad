//! clang-22 as the witness: what it emits for a text, with the address of each function taken, and the record layouts that it
//! dumps. Owns the reading of both; must not know how `lang` reads C.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use abi::Target;
use c::declarations::Declarations;

/// Clang, which is there.
pub struct Witness;

/// A record, in bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
    pub offsets: Vec<u64>,
}

/// What clang says of a text.
#[derive(Default)]
pub struct Said {
    /// Lines of functions, by symbol.
    pub functions: BTreeMap<String, String>,
    /// Of what callbacks point to, by the name of the typedef.
    pub callbacks: BTreeMap<String, String>,
    /// By their names in C; several of one are possible.
    pub records: BTreeMap<String, Vec<Layout>>,
    /// Alignments in bytes, by symbol.
    pub globals: BTreeMap<String, u64>,
}

/// Words of clang's declarations that do not change how values travel.
const DROPPED: [&str; 18] = [
    "dllimport",
    "noundef",
    "dead_on_return",
    "dead_on_unwind",
    "writable",
    "noalias",
    "nonnull",
    "dso_local",
    "nocapture",
    "initializes",
    "internal",
    "linkonce_odr",
    "available_externally",
    "weak",
    "weak_odr",
    "hidden",
    "protected",
    "extern_weak",
];

/// Stands in front of the name of a typedef whose function is declared.
const CALLBACK: &str = "lang_callback_";

impl Witness {
    pub fn find() -> Option<Witness> {
        let found = Command::new("clang-22").arg("--version").stdout(Stdio::null()).status();
        match found {
            Ok(status) if status.success() => Some(Witness),
            Ok(_) | Err(_) => {
                println!("skipped: clang-22 cannot be started");
                None
            }
        }
    }

    /// Everything that clang says of a text in which those declarations were read.
    pub fn of(&self, target: &Target, (text, options): (&str, &[String]), read: &Declarations) -> Result<Said, String> {
        let mut said = Said::default();
        let functions = read.functions.iter().map(|function| Asked::Function(&function.name));
        let globals = read.globals.iter().map(|global| Asked::Global(&global.name));
        let callbacks = read.callbacks.iter().map(|callback| Asked::Callback(&callback.name));
        let records = read.records.iter().filter_map(|record| Some(Asked::Record(record.name.as_ref()?)));
        let mut asked: Vec<Asked<'_>> = functions.chain(globals).chain(callbacks).chain(records).collect();
        // What clang refuses the address of is left out, and counted by whoever misses it.
        let (layouts, output) = loop {
            let mut source = format!("{text}\n");
            let first = source.lines().count() + 1;
            for (number, question) in asked.iter().enumerate() {
                source.push_str(&question.in_c(number));
            }
            let errors = match run(target, options, &source)? {
                Ok(said) => break said,
                Err(errors) => errors,
            };
            let is_bad = |number: usize| {
                let place = format!("<stdin>:{}:", first + number);
                errors.lines().any(|line| line.starts_with(&place) && line.contains("error:"))
            };
            let before = asked.len();
            asked = asked
                .iter()
                .enumerate()
                .filter(|(number, _)| !is_bad(*number))
                .map(|(_, question)| *question)
                .collect();
            if asked.len() == before {
                return Err(format!("clang refuses the text: {errors}"));
            }
        };
        for line in output.lines() {
            said.line(line);
        }
        said.read_layouts(&layouts);
        Ok(said)
    }
}

/// What is asked of clang in a line of C.
#[derive(Clone, Copy)]
enum Asked<'a> {
    Function(&'a str),
    Global(&'a str),
    Callback(&'a str),
    Record(&'a str),
}

impl Asked<'_> {
    fn in_c(self, number: usize) -> String {
        match self {
            Asked::Function(name) => format!("void *lang_address_{number} = (void *)({name});\n"),
            Asked::Global(name) => format!("const volatile void *lang_global_{number}(void) {{ return &{name}; }}\n"),
            Asked::Callback(name) => format!(
                "__typeof__(*({name})0) {CALLBACK}{name}; void *lang_address_{number} = (void *){CALLBACK}{name};\n"
            ),
            Asked::Record(name) => format!("enum {{ lang_size_{number} = sizeof({name}) }};\n"),
        }
    }
}

/// The layouts that clang dumps and what it writes in LLVM's language; or its errors.
fn run(target: &Target, options: &[String], source: &str) -> Result<Result<(String, String), String>, String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let mut clang = Command::new("clang-22");
    clang.arg(format!("--target={}", target.triple())).args(target.clang_options());
    let headers = format!("/usr/{}/include", target.triple());
    if Some(*target) != Target::host() && std::path::Path::new(&headers).is_dir() {
        clang.args(["-isystem", &headers]);
    }
    clang.args(options);
    // Not the layouts of `-fdump-record-layouts-complete`: it lays records out before it has read the attributes behind them.
    clang.args(["-w", "-S", "-emit-llvm", "-O0", "-ferror-limit=0", "-Xclang", "-fdump-record-layouts-simple"]);
    clang.arg("-o").arg(file.path()).args(["-x", "c", "-"]);
    let mut child = clang
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut input = child.stdin.take().ok_or("no pipe")?;
    let text = source.to_string();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    writer.join().map_err(|_| "the writing thread panicked")?.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let written = std::fs::read_to_string(file.path()).map_err(|error| error.to_string())?;
    Ok(Ok((String::from_utf8_lossy(&output.stdout).into_owned(), written)))
}

/// A line of a function without names of parameters and without what does not change how values travel.
pub fn normal(line: &str) -> String {
    let line = line.split(" #").next().unwrap_or(line).trim_end_matches(" {");
    let line = line.replacen("define ", "declare ", 1);
    let line = line.replace("captures(none) ", "").replace(" captures(none)", "");
    let mut words = String::new();
    for word in line.split(' ') {
        let bare = word.trim_end_matches([',', ')']);
        let is_name =
            bare.strip_prefix('%').is_some_and(|name| !name.starts_with("struct.") && !name.starts_with("union."));
        if DROPPED.contains(&bare) || is_name && !words.ends_with('(') {
            words.push_str(&word[bare.len()..]);
        } else {
            words.push(' ');
            words.push_str(word);
        }
    }
    without_numbers(words.trim())
}

/// Clang numbers structures of one name: `%struct.anon.3` is `%struct.anon`.
fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("%struct.").or_else(|| rest.find("%union.")) {
        let end = rest[at..].find([',', ')', ' ']).map_or(rest.len(), |end| at + end);
        let name = &rest[at..end];
        let bare = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        text.push_str(&rest[..at]);
        text.push_str(if bare.len() < name.len() { bare.strip_suffix('.').unwrap_or(name) } else { name });
        rest = &rest[end..];
    }
    text.push_str(rest);
    text
}

impl Said {
    fn line(&mut self, line: &str) {
        if line.starts_with("declare ") || line.starts_with("define ") {
            let Some(at) = line.find('@') else { return };
            let symbol = line[at + 1..].split('(').next().unwrap_or_default().trim_matches('"');
            if let Some(name) = symbol.strip_prefix(CALLBACK) {
                let normal = normal(line).replacen(CALLBACK, "", 1);
                self.callbacks.insert(name.to_string(), normal);
            } else {
                self.functions.insert(symbol.to_string(), normal(line));
            }
        } else if let Some(rest) = line.strip_prefix('@') {
            let symbol = rest.split(' ').next().unwrap_or_default().trim_matches('"');
            let align = rest.rsplit(", align ").next().and_then(|text| text.split([',', ' ']).next()?.parse().ok());
            if let Some(align) = align {
                self.globals.insert(symbol.to_string(), align);
            }
        }
    }

    /// Blocks of `-fdump-record-layouts-simple`.
    fn read_layouts(&mut self, text: &str) {
        for block in text.split("*** Dumping AST Record Layout").skip(1) {
            let field = |name: &str| -> Option<u64> {
                let rest = block.split(name).nth(1)?;
                rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
            };
            let name = block.lines().find_map(|line| line.strip_prefix("Type: ")).unwrap_or_default();
            let offsets = block.split("FieldOffsets: [").nth(1).and_then(|rest| rest.split(']').next());
            let offsets = offsets.unwrap_or_default().split(", ").filter_map(|number| number.parse().ok()).collect();
            if let (Some(size), Some(align)) = (field("\n  Size:"), field("\n  Alignment:")) {
                self.records.entry(name.to_string()).or_default().push(Layout { size, align, offsets });
            }
        }
    }
}
