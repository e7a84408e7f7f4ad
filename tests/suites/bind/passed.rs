//! Random structures by value, passed from clang's code to gcc's: what does not arrive has no function in a module. Owns both
//! programs; must not know by which rule a module leaves functions out.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use fastrand::Rng;

/// Those of which it is known that they do not arrive on x86-64, and their values.
const KNOWN: [(&str, &[&str]); 4] = [
    ("float a; int b[0];", &["a"]),
    ("float a, b, c; int d[0];", &["a", "b", "c"]),
    ("struct { float a; int b[0]; } a; float b;", &["a.a", "b"]),
    ("long a; int b[];", &["a"]),
];

const MEMBERS: [&str; 14] = [
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "struct empty",
    "float",
    "double",
    "int:0",
    "zero int",
    "zero long",
    "zero float",
    "nested",
];

/// A header with `count` structures and functions that take them; and what values each has. Padding is nobody's.
pub fn header(random: &mut Rng, count: usize) -> (String, Vec<Vec<String>>) {
    let (mut text, mut all) = (String::from("struct empty {};\n"), Vec::new());
    for number in 0..count {
        let mut values = Vec::new();
        let body = match KNOWN.get(number) {
            Some((known, names)) => {
                values.extend(names.iter().map(ToString::to_string));
                known.to_string()
            }
            None => members(random, 0, "", &mut values),
        };
        all.push(values);
        writeln!(text, "struct s{number} {{ {body} }};").expect("memory");
        writeln!(text, "int take_{number}(double a, struct s{number} s, double b, int c, struct s{number} t, int d);")
            .expect("memory");
    }
    (text, all)
}

fn members(random: &mut Rng, depth: usize, before: &str, values: &mut Vec<String>) -> String {
    let mut text = String::new();
    for member in 0..random.usize(1..4) {
        let written = match MEMBERS[random.usize(..MEMBERS.len())] {
            "int:0" => "int : 0;".to_string(),
            "nested" if depth < 2 => {
                let inner = members(random, depth + 1, &format!("{before}m{member}."), values);
                format!("struct {{ {inner} }} m{member};")
            }
            "nested" => {
                values.extend([0, 1].map(|index| format!("{before}m{member}[{index}]")));
                format!("int m{member}[2];")
            }
            "struct empty" => format!("struct empty m{member};"),
            ty => match ty.strip_prefix("zero ") {
                Some(ty) => format!("{ty} m{member}[0];"),
                None => {
                    values.push(format!("{before}m{member}"));
                    format!("{ty} m{member};")
                }
            },
        };
        text.push_str(&written);
        text.push(' ');
    }
    text
}

/// The numbers of the structures that do not arrive.
pub fn lost(folder: &Path, values: &[Vec<String>]) -> Vec<usize> {
    let mut callee = String::from("#include \"passed.h\"\n");
    let mut caller = String::from(
        "#include \"passed.h\"\n#include <stdlib.h>\nint main(int n, char **of) {\n  switch (atoi(of[1])) {\n",
    );
    for (number, values) in values.iter().enumerate() {
        let ty = format!("struct s{number}");
        let list = |of: &dyn Fn(usize, &String) -> String| -> String {
            values.iter().enumerate().map(|(index, name)| of(index + 10, name)).collect()
        };
        let same = list(&|value, name| format!(" && s.{name} == {value} && t.{name} == {value}"));
        let set = list(&|value, name| format!(" s.{name} = {value};"));
        writeln!(callee, "int take_{number}(double a, {ty} s, double b, int c, {ty} t, int d) {{\n  return a == 1 && b == 2 && c == 3 && d == 4{same};\n}}").expect("memory");
        writeln!(caller, "  case {number}: {{ {ty} s;{set} return !take_{number}(1, s, 2, 3, s, 4); }}")
            .expect("memory");
    }
    caller.push_str("  }\n  return 9;\n}\n");
    let compile = |compiler: &str, name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("a file");
        let mut command = Command::new(compiler);
        let output = command.args(["-w", "-O0", "-c", name]).current_dir(folder).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    compile("gcc", "callee.c", &callee);
    compile("clang-22", "caller.c", &caller);
    let mut link = Command::new("gcc");
    let output = link.args(["caller.o", "callee.o", "-o", "passed"]).current_dir(folder).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let arrives = |number: &usize| {
        let output = Command::new(folder.join("passed")).arg(number.to_string()).output().expect("it runs");
        output.status.success()
    };
    (0..values.len()).filter(|number| !arrives(number)).collect()
}
