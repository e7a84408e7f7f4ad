//! A program of C and one of the language that print the same of a bound module: size, alignment and offsets of each record,
//! and the constants. The names are read from the module's text; what they are in C, clang says: a line that it refuses is
//! left out. Must not know how modules are written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// What a module declares.
#[derive(Default)]
pub struct Declared {
    /// With the names of the members.
    pub records: Vec<(String, Vec<String>)>,
    /// With their types.
    pub constants: Vec<(String, String)>,
}

impl Declared {
    pub fn of(module: &str) -> Declared {
        let mut declared = Declared::default();
        let mut is_open = false;
        for line in module.lines() {
            let record = line.strip_prefix("pub type copy ").or_else(|| line.strip_prefix("pub type union "));
            if let Some(rest) = record {
                let name = rest.split(' ').next().unwrap_or_default();
                declared.records.push((name.to_string(), Vec::new()));
                is_open = true;
            } else if line == "}" {
                is_open = false;
            } else if let Some(field) = line.strip_prefix("  pub let @").filter(|_| is_open) {
                let name = field.split(':').next().unwrap_or_default();
                declared.records.last_mut().expect("a record is open").1.push(name.to_string());
            } else if let Some(rest) = line.strip_prefix("pub let ").filter(|rest| !rest.starts_with("mut ")) {
                let (name, ty) = rest.split_once(": ").expect("constants have types");
                let ty = ty.split(" =").next().unwrap_or_default();
                // Pointers that are numbers have no text form, and a text of lines no line.
                if !ty.contains("fn (")
                    && !line.contains("= Option.")
                    && !line.ends_with('=')
                    && (line.contains("= c\"") || !ty.starts_with("Pointer"))
                    && !line.contains("\\n")
                {
                    declared.constants.push((name.to_string(), ty.to_string()));
                }
            }
        }
        declared
    }

    /// What the program of the language prints.
    pub fn program(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for (name, fields) in &self.records {
            lines.push(format!("println(\"{name} ${{size_of[{name}]()}} ${{align_of[{name}]()}}\")"));
            for field in fields {
                lines.push(format!("println(\"{name}.{field} ${{offset_of[{name}](\"{field}\")}}\")"));
            }
        }
        for (name, ty) in &self.constants {
            let value = if ty == "Pointer[u8]" { format!("unsafe {{ String.from_c({name}) }}") } else { name.clone() };
            lines.push(format!("println(\"{name} = ${{{value}}}\")"));
        }
        let mut text = String::new();
        let names = self.records.iter().map(|(name, _)| name).chain(self.constants.iter().map(|(name, _)| name));
        names.for_each(|name| writeln!(text, "import bound ({name})").expect("memory"));
        // The end of a function without anything in it costs more the longer it is.
        for (number, part) in lines.chunks(100).enumerate() {
            writeln!(text, "fn part_{number} {{\n{}\n}}", part.join("\n")).expect("memory");
        }
        text.push_str("fn main {\n");
        (0..lines.len().div_ceil(100)).for_each(|number| writeln!(text, "part_{number}()").expect("memory"));
        text.push_str("}\n");
        text
    }

    /// What clang prints, by the words before the value.
    pub fn in_c(&self, headers: &[&str], options: &[String], folder: &Path) -> BTreeMap<String, String> {
        let mut lines: Vec<String> = Vec::new();
        for (name, fields) in &self.records {
            let tagged = ["struct", "union"].map(|kind| format!("{kind} {name}"));
            let untied = ["struct", "union"]
                .into_iter()
                .filter_map(|kind| Some(format!("{kind} {}", name.strip_prefix(&format!("{kind}_"))?)));
            for ty in std::iter::once(name.clone()).chain(tagged).chain(untied) {
                lines.push(format!("printf(\"{name} %zu %zu\\n\", sizeof({ty}), _Alignof({ty}));"));
                for field in fields {
                    lines.push(format!("printf(\"{name}.{field} %zu\\n\", __builtin_offsetof({ty}, {field}));"));
                }
            }
        }
        lines.extend(self.constants.iter().map(|(name, _)| format!("SHOW(\"{name}\", {name});")));
        let mut begin: String = headers.iter().map(|header| format!("#include \"{header}\"\n")).collect();
        begin.push_str(SHOW);
        let file = folder.join("twin.c");
        loop {
            let text = format!("{begin}int main(void) {{\n{}\nreturn 0; }}\n", lines.join("\n"));
            std::fs::write(&file, &text).expect("a file");
            let mut clang = Command::new("clang-22");
            clang.args(["-w", "-ferror-limit=0", "-fno-caret-diagnostics", "-Werror=int-conversion", "-o"]);
            let output = clang.arg(folder.join("twin")).arg(&file).args(options).output().expect("clang runs");
            if output.status.success() {
                break;
            }
            let errors = String::from_utf8_lossy(&output.stderr);
            let first = begin.lines().count() + 2;
            let place = format!("{}:", file.display());
            let wrong: BTreeSet<usize> = errors
                .lines()
                .filter_map(|line| {
                    line.strip_prefix(&place)?.split(':').next()?.parse::<usize>().ok()?.checked_sub(first)
                })
                .collect();
            assert!(!wrong.is_empty(), "{errors}");
            let kept = lines.into_iter().enumerate().filter(|(number, _)| !wrong.contains(number));
            lines = kept.map(|(_, line)| line).collect();
        }
        let output = Command::new(folder.join("twin")).output().expect("the twin runs");
        assert!(output.status.success());
        let mut values = BTreeMap::new();
        // Of a name that is a typedef and a tag, the typedef comes first.
        for (name, value) in pairs(&String::from_utf8_lossy(&output.stdout)) {
            values.entry(name).or_insert(value);
        }
        values
    }
}

/// Prints a value as the language does.
const SHOW: &str = r#"
int printf(const char *, ...);
static void show_i(const char *n, long long v) { printf("%s = %lld\n", n, v); }
static void show_u(const char *n, unsigned long long v) { printf("%s = %llu\n", n, v); }
static void show_d(const char *n, double v) { printf("%s = %.15g\n", n, v); }
static void show_f(const char *n, float v) { printf("%s = %.6g\n", n, v); }
static void show_s(const char *n, const char *v) { printf("%s = %s\n", n, v); }
#define SHOW(n, v) _Generic((v), unsigned long: show_u, unsigned long long: show_u, double: show_d, \
    float: show_f, char *: show_s, const char *: show_s, default: show_i)(n, v)
"#;

/// The words of each line up to the first blank, and the rest.
pub fn pairs(text: &str) -> Vec<(String, String)> {
    let of = |line: &str| line.split_once(' ').map(|(name, value)| (name.to_string(), value.to_string()));
    text.lines().filter_map(of).collect()
}
