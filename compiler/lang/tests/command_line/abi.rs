//! `lang abi`: tables, several targets, JSON after its schema, pictures, and two versions compared.

use std::collections::HashSet;

use serde_json::Value;

use crate::support::{Folder, ended};

const PROGRAM: &str = "\
type copy Vec3 {
  let @x: f64
  let @y: f64
  let @z: f64
  fn dot(other: Vec3) -> f64 { @x * other.x }
}
type copy Pair { let @n: i64  let @x: f64 }
type union Bits { let @i: u64  let @f: f64 }
pub fn pass(v: Vec3, n: i32) -> Vec3 { if n > 0 { v } else { v } }
extern fn mixed(pair: Pair, bits: Bits, flag: bool) -> Pair { pair }
extern { fn printf(format: Pointer[u8], ...) -> i32 }
";

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    let ended = folder.lang(&[&["abi", "--format", "json"], arguments].concat());
    serde_json::from_str(&ended.exit(0).stdout).expect("it is JSON")
}

fn function<'a>(report: &'a Value, name: &str) -> &'a Value {
    let functions = report["functions"].as_array().expect("a list");
    let found = functions.iter().find(|function| function["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {report:#}"))
}

#[test]
fn tables() {
    let folder = Folder::new(&[("a.lang", PROGRAM)]);
    folder
        .lang(&["abi", "a.lang", "--function", "pass"])
        .exit(0)
        .prints("value   type  bytes  where    how                                          copies     clauses")
        .prints("v       Vec3  24     stack+0  copied to the stack                          caller 24  §3.2.3")
        .prints("hidden result pointer, which returns in rax")
        .prints("llvm: declare void @a.pass(ptr sret(%struct.Vec3) align 8, ptr byval(%struct.Vec3) align 8, i32)");
    let report = folder.lang(&["abi", "a.lang", "--function", "pass", "--target", "aarch64-linux-gnu"]);
    report.exit(0).prints("v0[0..8] v1[8..16] v2[16..24]");
    folder
        .lang(&["abi", "a.lang", "--type", "Vec3"])
        .exit(0)
        .prints("copy type a.Vec3: 24 bytes, aligned to 8, 0 of padding");
}

/// A type without an end has no layout: it is an error, as `lang check` says, and never a search without an end.
#[test]
fn types_that_contain_themselves_end() {
    for types in [
        "type inline A { let @a: A }",
        "type copy A { let @b: [B; 2] }\ntype copy B { let @a: (i64, A) }",
        "type inline enum A { case One  case Two(A, i64) }",
    ] {
        let folder = Folder::new(&[("a.lang", &format!("{types}\nfn f(a: A) -> A {{ a }}\nfn main() {{}}\n"))]);
        for arguments in [&["abi", "a.lang"][..], &["abi", "a.lang", "--format", "json"], &["check", "a.lang"]] {
            folder.lang(arguments).exit(1).says("error[E0249]: `A` contains itself");
        }
    }
}

#[test]
fn several_targets_side_by_side() {
    let folder = Folder::new(&[("a.lang", PROGRAM)]);
    let targets = ["--target", "x86_64-linux-gnu", "--target", "aarch64-linux-gnu"];
    let text = folder.lang(&[&["abi", "a.lang", "--function", "mixed"][..], &targets].concat());
    text.exit(0)
        .prints("value   type  x86_64-linux-gnu")
        .prints("pair    Pair  rdi[0..8] xmm0[8..16]")
        .prints("x0[0..8] x1[8..16]");
    let report = json(&folder, &["a.lang", "--target", "x86_64-linux-gnu,aarch64-linux-gnu"]);
    let declared: Vec<&Value> =
        function(&report, "a.mixed")["targets"].as_array().expect("a list").iter().map(|on| &on["llvm"]).collect();
    assert_eq!(
        declared,
        [
            "declare { i64, double } @mixed(i64, double, i64, i1 zeroext)",
            "declare [2 x i64] @mixed([2 x i64], i64, i1)"
        ]
    );
}

#[test]
fn json_is_as_its_schema_says() {
    let schema: Value = serde_json::from_str(include_str!("../../abi.schema.json")).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let folder = Folder::new(&[("a.lang", PROGRAM)]);
    let valid = |report: &Value| {
        let errors: Vec<String> = validator.iter_errors(report).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}\n{report:#}");
    };
    let report = json(&folder, &["a.lang", "--target", "x86_64-linux-gnu,aarch64-linux-gnu"]);
    valid(&report);
    assert_eq!(report["version"], 1);
    let mixed = &function(&report, "a.mixed")["targets"][0]["abi"];
    assert_eq!(mixed["params"][0]["fields"][1]["path"], "x");
    assert_eq!(mixed["params"][0]["fields"][1]["offset_bits"], 64);
    assert_eq!(mixed["params"][0]["places"][1]["location"], "xmm0");
    let pass = &function(&report, "a.pass")["targets"][0]["abi"];
    assert_eq!(pass["params"][0]["copies"][0]["bytes"], 24);
    assert_eq!(pass["result"]["travels"], "hidden-result-pointer");
    assert_eq!(report["types"][0]["targets"][0]["fields"][2]["offset"], 16);
    folder.write("forms.lang", include_bytes!("../../../../tests/headers/forms.lang"));
    let forms = json(&folder, &["forms.lang", "--target", "x86_64-linux-gnu"]);
    valid(&forms);
    let kinds: HashSet<&str> =
        forms["types"].as_array().expect("a list").iter().filter_map(|ty| ty["form"].as_str()).collect();
    assert!(["view", "view enum", "inline enum", "heap enum"].iter().all(|form| kinds.contains(form)), "{kinds:?}");
    // The schema notices what is not so.
    let mut wrong = report.clone();
    wrong["functions"][0]["targets"][0]["abi"]["result"]["travels"] = "by magic".into();
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn pictures() {
    let folder = Folder::new(&[("a.lang", PROGRAM)]);
    let targets = "x86_64-linux-gnu,aarch64-linux-gnu";
    let svg = folder.lang(&["abi", "a.lang", "--function", "mixed", "--format", "svg", "--target", targets]);
    svg.exit(0)
        .prints("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        .prints("prefers-color-scheme: dark")
        .prints(">pair: Pair</text>")
        .prints(">xmm0 (f64)</text>")
        .prints(">x1 (i64)</text>");
    let nothing = Folder::new(&[("a.lang", "let LIMIT = 4\n")]);
    let svg = nothing.lang(&["abi", "a.lang", "--format", "svg"]);
    svg.exit(2).says("no function or type to draw");
}

#[test]
fn two_versions() {
    let folder = Folder::new(&[
        ("old.lang", PROGRAM),
        ("new.lang", &PROGRAM.replace("  let @z: f64\n", "").replace("flag: bool", "flag: bool, more: i32")),
        ("same.lang", &PROGRAM.replace("Vec3", "Vector").replace("@x * other.x", "0.0")),
        ("broken.lang", "fn f( {\n"),
    ]);
    // Mangled names have the module's name in them, C names do not.
    folder
        .lang(&["abi", "diff", "old.lang", "new.lang"])
        .exit(1)
        .prints(
            "  changed new.mixed\n    more\n      was: not there\n      is:  4 bytes aligned to 4, in a register: rcx",
        )
        .prints("  removed old.pass");
    folder.lang(&["abi", "diff", "old.lang", "old.lang"]).exit(0).prints("as before");
    let report = folder.lang(&["abi", "old.lang", "--format", "json", "--target", "aarch64-linux-gnu"]);
    folder.write("old.json", report.exit(0).stdout.as_bytes());
    let both = ["abi", "diff", "old.json", "old.lang"];
    folder.lang(&[&both[..], &["--target", "aarch64-linux-gnu"]].concat()).exit(0);
    folder.lang(&both).exit(2).says("nothing to compare");
    folder.lang(&["abi", "diff", "old.lang", "broken.lang"]).exit(2).says("it has errors");
    folder.lang(&["abi", "diff", "old.lang", "nowhere.lang"]).exit(2);
    let answer = folder.lang(&["abi", "diff", "old.lang", "same.lang", "--format", "json"]);
    let answer: Value = serde_json::from_str(&answer.exit(1).stdout).expect("it is JSON");
    assert_eq!(answer["breaking"], true);
    let schema: Value = serde_json::from_str(include_str!("../../abi-diff.schema.json")).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    assert!(validator.is_valid(&answer), "{answer:#}");
    assert_eq!(answer["unchanged"], 1, "{answer:#}");
}

#[test]
fn declarations_of_c() {
    let folder = Folder::new(&[("s.h", "#pragma pack(1)\nstruct P { char c; double d; };\nint g(struct P p);\n")]);
    let text = "struct S { long n; double x; }; struct S f(struct S, double);";
    folder
        .lang(&["abi", "--c", text])
        .exit(0)
        .prints("C function f, on x86_64-linux-gnu")
        .prints("#0      struct S  16     rdi[0..8] xmm0[8..16]")
        .prints("llvm: declare { i64, double } @f(i64, double, double)");
    folder
        .lang(&["abi", "--c", text, "--target", "x86_64-linux-gnu,aarch64-linux-gnu"])
        .exit(0)
        .prints("llvm on x86_64-linux-gnu: declare { i64, double } @f(i64, double, double)\n")
        .prints("llvm on aarch64-linux-gnu: declare [2 x i64] @f([2 x i64], double)\n");
    let report = json(&folder, &["--c", text, "--target", "x86_64-linux-gnu,aarch64-linux-gnu"]);
    assert_eq!(report["functions"][0]["targets"][1]["llvm"], "declare [2 x i64] @f([2 x i64], double)");
    folder.lang(&["abi", "--c-file", "s.h", "--format", "svg"]).exit(0).prints(">d: double</text>");
    folder
        .lang(&["abi", "--c", "int f(missing x);"])
        .exit(1)
        .says("error[E0626]")
        .says("declare the types it names first");
    folder.lang(&["abi", "--c-file", "nowhere.h"]).exit(2).says("nowhere.h");
    folder.write("t.h", b"struct P { char c; double d; };\nint g(struct P p);\n");
    folder.lang(&["abi", "diff", "s.h", "t.h"]).exit(1).prints("  changed g");
}

/// Without clang's library there is the embedded parser, which says so where it refuses.
#[test]
fn declarations_of_c_without_clang() {
    let folder = Folder::new(&[]);
    let text = "struct S { long n; double x; }; struct S f(struct S, double);";
    let embedded = ["abi", "--libclang", "none", "--c"];
    folder
        .lang(&[&embedded[..], &[text]].concat())
        .exit(0)
        .prints("llvm: declare { i64, double } @f(i64, double, double)");
    folder
        .lang(&[&embedded[..], &["int f(missing x);"]].concat())
        .exit(1)
        .says("error[E0626]")
        .says("the embedded parser has read this");
    folder.lang(&["abi", "--libclang", "nowhere.so", "--c", text]).exit(2).says("--libclang names nowhere.so");
}

/// With it, headers are read whole, each wrong declaration is refused by itself, and a process that fails is an error.
#[test]
fn types_of_c_that_double_or_go_deep_are_refused() {
    let header = |levels: usize, members: &str| {
        let mut text = String::from("struct s0 { char a; };\n");
        for level in 1..=levels {
            text += &format!("struct s{level} {{ struct s{} {members}; }};\n", level - 1);
        }
        text + &format!("int f(struct s{levels} x);\nint g(int x);\n")
    };
    let folder = Folder::new(&[("wide.h", header(22, "a, b").as_str()), ("deep.h", header(3000, "a").as_str())]);
    for file in ["wide.h", "deep.h"] {
        for library in [&[][..], &["--libclang", "none"]] {
            folder
                .lang(&[&["abi", "--c-file", file][..], library].concat())
                .exit(1)
                .says("a type with more than 65536 members at all depths, or deeper than 256")
                .prints("llvm: declare i32 @g(i32)");
        }
    }
}

#[test]
fn declarations_of_c_by_clang() {
    let folder = Folder::new(&[
        ("include/size.h", "#define MANY 3\ntypedef struct Big Big;\n"),
        ("s.h", "#include <size.h>\nstruct Big { int n[MANY]; };\nBig f(Big b);\nint g(missing m);\nint h(int);\n"),
    ]);
    let read = ["abi", "--c-file", "s.h", "--", "-Iinclude"];
    let answer = folder.lang(&read);
    if answer.stderr.contains("the embedded parser") {
        return;
    }
    answer.exit(1).prints("C function f").prints("C function h").says("g: unknown type name 'missing'").says("s.h:4:7");
    folder.lang(&["abi", "--c-file", "s.h"]).exit(1).says("error[E0635]").says("'size.h' file not found");
    // What no other text can call is told of, and is no error, unless it is asked for.
    let internal = "static int __attribute__((ms_abi)) here(int n) { return n; }\nint f(int n);\n";
    folder
        .lang(&["abi", "--c", internal])
        .exit(0)
        .prints("C function f")
        .says("warning")
        .says("1 `static` functions, as here");
    folder.lang(&["abi", "--c", internal, "--function", "here"]).exit(1).says("error[E0626]: here: ");
    for (fault, words) in
        [("crash", "died"), ("exit", "died"), ("cut", "cannot be read"), ("nonsense", "cannot be read")]
    {
        let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
        command.args(["abi", "--c", "int f(int);"]).env("LANG_C_FAULT", fault);
        ended(command.output().expect("lang starts")).exit(1).says("error[E0635]").says(words);
    }
}

/// Clang is the witness: what it says of the types of C, on every target.
#[test]
fn std_c_has_the_types_of_each_target() {
    const TYPES: [(&str, &str); 17] = [
        ("Char", "char"),
        ("SChar", "signed char"),
        ("UChar", "unsigned char"),
        ("Short", "short"),
        ("UShort", "unsigned short"),
        ("Int", "int"),
        ("UInt", "unsigned"),
        ("Long", "long"),
        ("ULong", "unsigned long"),
        ("LongLong", "long long"),
        ("ULongLong", "unsigned long long"),
        ("Size", "__SIZE_TYPE__"),
        ("SignedSize", "__PTRDIFF_TYPE__"),
        ("PointerDifference", "__PTRDIFF_TYPE__"),
        ("WChar", "__WCHAR_TYPE__"),
        ("Float", "float"),
        ("Double", "double"),
    ];
    let (mut ours, mut records, mut c) = (String::new(), String::new(), String::new());
    for (name, in_c) in TYPES {
        records += &format!("type copy {name} {{ let @values: [c.{name}; 3] }}\n");
        ours += &format!("  fn take_{name}(value: c.{name})\n  fn lead_{name}(value: {name}) -> c.{name}\n");
        c += &format!("struct {name} {{ {in_c} values[3]; }};\n");
        c += &format!("void take_{name}({in_c} value);\n{in_c} lead_{name}(struct {name} value);\n");
    }
    let ours = format!("import std.c\n{records}extern {{\n{ours}}}\n");
    let folder = Folder::new(&[("a.lang", &ours), ("c.h", &c)]);
    for target in abi::Target::ALL {
        let target = target.to_string();
        let read = ["abi", "--c-file", "c.h", "--target", &target];
        if folder.lang(&read).exit(0).stderr.contains("the embedded parser") {
            return;
        }
        let declared = |report: &Value| -> Vec<Value> {
            let functions = report["functions"].as_array().expect("a list");
            functions.iter().map(|function| function["targets"][0]["llvm"].clone()).collect()
        };
        let [ours, c] = [json(&folder, &["a.lang", "--target", &target]), json(&folder, &read[1..])];
        let (ours, c) = (declared(&ours), declared(&c));
        assert_eq!(c.len(), 2 * TYPES.len());
        for (ours, c) in ours.iter().zip(&c) {
            assert_eq!(ours, c, "{target}");
        }
        assert_eq!(ours.len(), c.len());
    }
}

#[test]
fn promises_are_checked_for_each_target() {
    let program = "@[abi(registers)] type copy V { let @x: f64  let @y: f64  let @z: f64 }\nfn main { }\n";
    let folder = Folder::new(&[("a.lang", program)]);
    folder.lang(&["check", "a.lang", "--target", "aarch64-linux-gnu"]).exit(0);
    let both = folder.lang(&["check", "a.lang", "--target", "aarch64-linux-gnu", "--target", "x86_64-linux-gnu"]);
    both.exit(1).says("error[E0510]").says("on x86_64-linux-gnu: copied to the stack");
}

const GENERIC: &str = "\
trait Area { fn area -> i64  fn twice -> i64 { self.area() * 2 } }
type inline Pair[A, B] {
  let @first: A
  let @second: B
  fn move flipped -> Pair[B, A] { Pair(@second, @first) }
}
type enum Tree[T] { case Leaf  case Node(Tree[T], T) }
impl Area for i64 { fn area -> i64 { self } }
impl[T: Area] Area for Tree[T] { fn area -> i64 { match self { case Leaf -> 0  case Node(left, value) -> left.area() + value.area() } } }
pub fn keep[T](value: T) -> T { value }
fn unused[T](value: T) -> T { value }
fn call(by: ref fn (i64) -> i64, shown: ref dyn Area) -> i64 { by(shown.area()) }
fn main {
  let pair = keep(Pair(1 as i8, 2.5)).flipped()
  println(pair.first + keep(1.5))
  let tree: Tree[i64] = Tree.Node(Tree.Leaf, 3)
  println(call(fn (x) { x + 1 }, tree) + tree.twice())
}
";

/// Instances are those that the program uses, each by its own name; what is generic itself is called by nobody.
#[test]
fn instances_of_generic_items() {
    let folder = Folder::new(&[("a.lang", GENERIC)]);
    let report = json(&folder, &["a.lang", "--target", "x86_64-linux-gnu"]);
    let names = |kind: &str| {
        let list = report[kind].as_array().expect("a list").iter();
        list.map(|each| each["name"].as_str().unwrap_or_default().to_owned()).collect::<Vec<String>>()
    };
    assert_eq!(
        names("functions"),
        [
            "a.Tree[i64]:a.Area.twice",
            "a.Pair[i8, f64].flipped",
            "a.i64:Area.area",
            "a.Tree[i64]:a.Area.area",
            "a.keep[a.Pair[i8, f64]]",
            "a.keep[f64]",
            "a.call",
            "a.main",
        ]
    );
    assert_eq!(names("types"), ["a.Pair[f64, i8]", "a.Pair[i8, f64]", "a.Tree[i64]"]);
    let flipped = function(&report, "a.Pair[i8, f64].flipped");
    assert_eq!(flipped["symbol"], "a.Pair$5bi8$2c$20f64$5d.flipped");
    assert_eq!(flipped["exported"], false);
    let only = json(&folder, &["a.lang", "--function", "keep", "--target", "x86_64-linux-gnu"]);
    assert_eq!(only["functions"].as_array().map(Vec::len), Some(2));
    assert_eq!(only["types"].as_array().map(Vec::len), Some(0));
    let one = json(&folder, &["a.lang", "--type", "Tree[i64]", "--target", "x86_64-linux-gnu"]);
    assert_eq!(one["types"][0]["targets"][0]["size"], 24);
    folder.lang(&["abi", "a.lang", "--function", "absent"]).exit(2);
}

/// The two words of a closure and of a `dyn` have names.
#[test]
fn words_of_closures_and_objects() {
    let folder = Folder::new(&[("a.lang", GENERIC)]);
    let report = json(&folder, &["a.lang", "--function", "call", "--target", "x86_64-linux-gnu"]);
    let values = report["functions"][0]["targets"][0]["abi"]["params"].as_array().expect("a list");
    let fields = |value: &Value| {
        let fields = value["fields"].as_array().expect("a list").iter();
        fields.map(|field| field["path"].as_str().unwrap_or_default().to_owned()).collect::<Vec<String>>()
    };
    assert_eq!(fields(&values[0]), ["code", "environment"]);
    assert_eq!(fields(&values[1]), ["object", "vtable"]);
}
