//! Kinds of wrong declarations beside C's: what a person errs in behind pointers. Each kind is a type of C with types of the
//! language that are right for it and others that are wrong, and stands at random inside of other types: behind pointers, in
//! structures, in functions that C is given and gives back (`HEADER_KINDS=200 HEADER_KINDS_SEED=7` for more). Every right one
//! must be accepted and every wrong one refused with C's line; the witness of what C says is clang's library. Counted, printed.

use std::collections::BTreeMap;

use abi::Target;
use driver::{AskedHeaders, CReader, HeaderCheck, Program, Settings};
use project::Input;
use tests::{for_each, lang};

/// A type of C, and types of the language for it.
struct Kind {
    what: &'static str,
    c: &'static str,
    right: &'static [&'static str],
    wrong: &'static [&'static str],
    /// Whether they may stand in types whose values are copied.
    is_plain: bool,
}

/// What all headers begin with; the declarations of the language beside it are [`TYPES`].
const C_TYPES: &str = "#include <stdbool.h>\n\
    struct opaque;\n\
    struct point { int x; float y; };\n\
    struct flags { bool on; unsigned char level; };\n\
    enum color { RED, GREEN = 5, BLUE };\n\
    typedef enum { MODE_OFF = 1, MODE_ON = 2 } mode;\n\
    typedef enum color paint;\n\
    union either { float f; int i; void *p; };\n\
    struct span { long sp_sec; long sp_nsec; const char *sp_text; };\n\
    struct pair_of { long first; long second; struct { long third; long fourth; }; };\n\
    struct list { struct list *next; int (*visit)(struct list *, char **); };\n";

const TYPES: &str = "type copy Point { let @x: i32  let @y: f32 }\n\
    type copy Other { let @x: i32  let @y: i32 }\n\
    type copy Flags { let @on: bool  let @level: u8 }\n\
    type copy BoolLevel { let @on: bool  let @level: bool }\n\
    type copy ByteOn { let @on: u8  let @level: u8 }\n\
    type copy enum Color: u32 { case Red = 0  case Green = 5  case Blue = 6 }\n\
    type copy enum WrongColor: u32 { case Red = 0  case Green = 1  case Blue = 2 }\n\
    type copy enum Mode: u32 { case Off = 1  case On = 2 }\n\
    type copy enum WrongMode: u32 { case Off = 0  case On = 1 }\n\
    type union Either { let @i: i32  let @p: Pointer[()]  let @f: f32 }\n\
    type union NoEither { let @i: i32  let @p: i64  let @f: f32 }\n\
    type copy Span { let @sec: i64  let @nsec: i64  let @text: Pointer[u8] }\n\
    type copy SpanAsInC { let @sp_sec: i64  let @sp_nsec: i64  let @sp_text: Pointer[u8] }\n\
    type copy SpanInOwnWords { let @seconds: i64  let @rest: i64  let @word: Pointer[u8] }\n\
    type copy SwappedSpan { let @nsec: i64  let @sec: i64  let @text: Pointer[u8] }\n\
    type copy SwappedSpanAsInC { let @sp_nsec: i64  let @sp_sec: i64  let @sp_text: Pointer[u8] }\n\
    type copy PairOf { let @first: i64  let @second: i64  let @third: i64  let @fourth: i64 }\n\
    type copy SwappedPairOf { let @first: i64  let @second: i64  let @fourth: i64  let @third: i64 }\n\
    type copy List { let @next: Pointer[List]  let @visit: Option[extern fn (Pointer[List], Pointer[Pointer[u8]]) -> i32] }\n\
    type copy WrongList { let @next: Pointer[WrongList]  let @visit: Option[extern fn (Pointer[WrongList], Pointer[u8]) -> i32] }\n\
    extern { type Opaque }\n";

const KINDS: &[Kind] = &[
    Kind {
        what: "a function pointer",
        c: "int (*NAME)(double)",
        right: &["extern fn (f64) -> i32", "Option[extern fn (f64) -> i32]", "Pointer[()]"],
        wrong: &[
            "extern fn (f32) -> i32",
            "extern fn (f64) -> f64",
            "extern fn (f64, i32) -> i32",
            "extern fn -> i32",
            "Option[extern fn (f64) -> i64]",
            "Pointer[u8]",
            "Pointer[i32]",
            "Pointer[Point]",
            "Pointer[Pointer[()]]",
        ],
        is_plain: true,
    },
    Kind {
        what: "a function that takes a function",
        c: "void (*NAME)(int (*)(const struct point *), void *)",
        right: &["extern fn (extern fn (Pointer[Point]) -> i32, Pointer[()])", "extern fn (Pointer[()], Pointer[u8])"],
        wrong: &[
            "extern fn (extern fn (Pointer[f32]) -> i32, Pointer[()])",
            "extern fn (extern fn (Pointer[Other]) -> i32, Pointer[()])",
            "extern fn (extern fn (Pointer[Point]) -> i64, Pointer[()])",
            "extern fn (Pointer[i32], Pointer[()])",
            "extern fn (extern fn (Pointer[Point]) -> i32, extern fn)",
        ],
        is_plain: true,
    },
    Kind {
        what: "a text",
        c: "char *NAME",
        right: &["Pointer[u8]", "Pointer[i8]", "Pointer[()]"],
        wrong: &[
            "Pointer[Pointer[u8]]",
            "Pointer[Opaque]",
            "Pointer[f32]",
            "Pointer[i32]",
            "Pointer[bool]",
            "extern fn",
            "Option[extern fn]",
        ],
        is_plain: true,
    },
    Kind {
        what: "a text with an owner",
        c: "char *NAME",
        right: &["Pointer[u8]"],
        wrong: &["String", "Shared[i64]", "Option[String]", "Heap"],
        is_plain: false,
    },
    Kind {
        what: "a pointer to a structure",
        c: "struct point *NAME",
        right: &["Pointer[Point]", "Pointer[()]", "Pointer[u8]", "Pointer[Opaque]"],
        wrong: &[
            "Pointer[f32]",
            "Pointer[i32]",
            "Pointer[Other]",
            "Pointer[Pointer[Point]]",
            "Pointer[Pointer[()]]",
            "extern fn",
        ],
        is_plain: true,
    },
    Kind {
        what: "a pointer to what C does not define",
        c: "struct opaque *NAME",
        right: &["Pointer[()]", "Pointer[Opaque]", "Pointer[u8]"],
        wrong: &["Pointer[f32]", "Pointer[i64]", "Pointer[Pointer[()]]", "Pointer[extern fn]", "extern fn"],
        is_plain: true,
    },
    Kind {
        what: "a second level",
        c: "char **NAME",
        right: &["Pointer[Pointer[u8]]", "Pointer[Pointer[()]]", "Pointer[()]", "Pointer[Pointer[i8]]"],
        wrong: &[
            "Pointer[Opaque]",
            "Pointer[Pointer[i32]]",
            "Pointer[u8]",
            "Pointer[Pointer[Pointer[u8]]]",
            "Pointer[i64]",
            "Pointer[Point]",
        ],
        is_plain: true,
    },
    Kind {
        what: "a pointer to anything",
        c: "void *NAME",
        right: &["Pointer[()]", "Pointer[f32]", "Pointer[Point]", "Pointer[Pointer[u8]]", "Pointer[u8]"],
        wrong: &["extern fn", "Option[extern fn (i32) -> i32]"],
        is_plain: true,
    },
    Kind {
        what: "an enumeration",
        c: "enum color NAME",
        right: &["Color", "u32"],
        wrong: &["WrongColor"],
        is_plain: true,
    },
    Kind {
        what: "an enumeration by a typedef",
        c: "paint NAME",
        right: &["Color", "u32"],
        wrong: &["WrongColor"],
        is_plain: true,
    },
    Kind {
        what: "an enumeration without a tag",
        c: "mode NAME",
        right: &["Mode", "u32"],
        wrong: &["WrongMode"],
        is_plain: true,
    },
    Kind {
        what: "a `bool` in a structure",
        c: "struct flags NAME",
        right: &["Flags"],
        wrong: &["BoolLevel", "ByteOn"],
        is_plain: true,
    },
    Kind {
        what: "a union in another order",
        c: "union either NAME",
        right: &["Either"],
        wrong: &["NoEither"],
        is_plain: true,
    },
    Kind {
        what: "members with what C begins their names with, and without",
        c: "struct span NAME",
        right: &["Span", "SpanAsInC", "SpanInOwnWords"],
        wrong: &["SwappedSpan", "SwappedSpanAsInC"],
        is_plain: true,
    },
    Kind {
        what: "members of a structure without a name",
        c: "struct pair_of *NAME",
        right: &["Pointer[PairOf]"],
        wrong: &["Pointer[SwappedPairOf]"],
        is_plain: true,
    },
    Kind {
        what: "a structure that leads to itself",
        c: "struct list *NAME",
        right: &["Pointer[List]"],
        wrong: &["Pointer[WrongList]"],
        is_plain: true,
    },
];

/// A type around another, in C (`INNER`) and in the language.
struct Around {
    c: &'static str,
    c_type: &'static str,
    ours: &'static str,
    our_type: &'static str,
}

/// What stands before `NAME` is declared for it.
const AROUND: &[Around] = &[
    Around { c: "", c_type: "typedef INNER *NAME;", ours: "", our_type: "Pointer[INNER]" },
    Around {
        c: "struct s_NAME { int number; INNER member; };",
        c_type: "typedef struct s_NAME NAME;",
        ours: "type copy NAME { let @number: i32  let @member: INNER }",
        our_type: "NAME",
    },
    Around {
        c: "struct s_NAME { INNER member; double number; };",
        c_type: "typedef struct s_NAME *NAME;",
        ours: "type copy NAME { let @member: INNER  let @number: f64 }",
        our_type: "Pointer[NAME]",
    },
    Around {
        c: "struct s_NAME { INNER members[3]; };",
        c_type: "typedef struct s_NAME *NAME;",
        ours: "type copy NAME { let @members: [INNER; 3] }",
        our_type: "Pointer[NAME]",
    },
    Around { c: "", c_type: "typedef void (*NAME)(int, INNER);", ours: "", our_type: "extern fn (i32, INNER)" },
    Around { c: "", c_type: "typedef INNER (*NAME)(void);", ours: "", our_type: "Option[extern fn -> INNER]" },
];

struct Texts {
    header: String,
    types: String,
    functions: String,
    what: BTreeMap<String, (String, bool)>,
}

impl Texts {
    fn new() -> Texts {
        Texts { header: C_TYPES.to_string(), types: TYPES.to_string(), functions: String::new(), what: BTreeMap::new() }
    }

    /// One declaration, right or wrong.
    fn add(&mut self, number: usize, kind: &Kind, ours: &str, is_right: bool, random: &mut fastrand::Rng) {
        let mut depth = if kind.is_plain { random.usize(..4) } else { 0 };
        let mut c_type = format!("t{number}_0");
        let mut our_type = ours.to_string();
        self.header.push_str(&format!("typedef {};\n", kind.c.replace("NAME", &c_type)));
        let mut level = 0;
        while depth > 0 {
            level += 1;
            depth -= 1;
            let around = random.choice(AROUND).expect("there are some");
            let name = format!("t{number}_{level}");
            let fill = |text: &str, name: &str, inner: &str| text.replace("INNER", inner).replace("NAME", name);
            let our_name = format!("Around{number}x{level}");
            let in_c = [around.c, around.c_type].map(|text| fill(text, &name, &c_type));
            self.header.push_str(&format!("{}\n", in_c.join(" ")));
            self.types.push_str(&format!("{}\n", fill(around.ours, &our_name, &our_type)));
            our_type = fill(around.our_type, &our_name, &our_type);
            c_type = name;
        }
        let name = format!("function{number}");
        let (c, text) = match random.bool() {
            true => (format!("void {name}({c_type} value);\n"), format!("  fn {name}(value: {our_type})\n")),
            false => (format!("{c_type} {name}(void);\n"), format!("  fn {name} -> {our_type}\n")),
        };
        self.header.push_str(&c);
        self.functions.push_str(&text);
        self.what.insert(name, (format!("{}: {ours} as {our_type}", kind.what), is_right));
    }
}

fn reader() -> Option<CReader> {
    match CReader::find(None, lang(), &["c-worker"]) {
        Ok(reader) => Some(reader),
        Err(reason) => {
            println!("skipped: {reason}");
            None
        }
    }
}

/// Checks declarations beside a header of their own.
fn check(reader: &CReader, header: &str, text: &str) -> HeaderCheck {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("own.h"), header).expect("the folder can be written to");
    let path = folder.path().join("own.lang");
    std::fs::write(&path, text).expect("the folder can be written to");
    let input = Input::of_argument(Some(&path)).unwrap_or_else(|_| panic!("it is a program"));
    let settings =
        Settings { target: Target::X86_64_LINUX, threads: Some(1), verify: false, unchecked: false, binder: None };
    let (program, mut run) = Program::open(&input, &settings);
    let asked = AskedHeaders { reader: Ok(reader), all: false, headers: &[], options: &[] };
    driver::check_headers(&program, &mut run, &asked)
}

/// The codes of what is said of each name.
fn codes(found: &HeaderCheck) -> BTreeMap<String, Vec<String>> {
    let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for report in &found.reports {
        let name = report.message.split('`').nth(1).unwrap_or_default().to_string();
        said.entry(name).or_default().push(format!("{} {}", report.kind.code, report.message));
    }
    said
}

#[test]
fn every_kind_is_told_at_any_depth() {
    let Some(reader) = reader() else { return };
    let rounds: u64 = std::env::var("HEADER_KINDS").ok().and_then(|count| count.parse().ok()).unwrap_or(6);
    let seed = tests::seed("HEADER_KINDS_SEED");
    println!("HEADER_KINDS_SEED={seed}");
    let counts = std::sync::Mutex::new(BTreeMap::<&'static str, (usize, usize)>::new());
    let all: Vec<u64> = (0..rounds).collect();
    for_each(&all, |round| {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_add(*round));
        let mut texts = Texts::new();
        let mut number = 0;
        for kind in KINDS {
            let right = kind.right.iter().map(|ty| (ty, true));
            for (ours, is_right) in right.chain(kind.wrong.iter().map(|ty| (ty, false))) {
                number += 1;
                texts.add(number, kind, ours, is_right, &mut random);
                let mut counts = counts.lock().expect("no thread panicked");
                let (right, wrong) = counts.entry(kind.what).or_default();
                *(if is_right { right } else { wrong }) += 1;
            }
        }
        let text = format!(
            "{}type Heap {{ let @x: i64 }}\n@[header(\"own.h\")]\nextern {{\n{}}}\nfn main {{ }}\n",
            texts.types, texts.functions
        );
        let found = check(&reader, &texts.header, &text);
        let said = codes(&found);
        let compared = found.compared.len();
        assert_eq!(
            compared, number,
            "round {round}: not all are compared: {:?}\n{}\n{text}",
            found.unchecked, texts.header
        );
        let mut wrong = Vec::new();
        for (name, (what, is_right)) in &texts.what {
            let known = said.get(name).map_or(&[][..], |said| &said[..]);
            let is_refused = known.len() == 1 && known[0].starts_with("E0640");
            if is_refused == *is_right || (*is_right && !known.is_empty()) {
                wrong.push(format!("{name}: {what}: {known:?}"));
            }
        }
        assert!(wrong.is_empty(), "round {round}:\n{}\n{}\n{text}", wrong.join("\n"), texts.header);
    });
    for (what, (right, wrong)) in counts.into_inner().expect("no thread panicked") {
        println!("{what}: {right} accepted, {wrong} refused");
    }
}

/// Promises that a borrow makes, functions that do not come back, variables: where the direction counts.
#[test]
fn promises_that_c_does_not_keep_are_refused() {
    let Some(reader) = reader() else { return };
    let header = "struct point { int x; float y; };\n\
        void reads(const struct point *p); void writes(struct point *p); void fills(void *p, int n);\n\
        void looks(const void *p, int n); void each(void (*f)(struct point *p)); void all(void (*f)(const struct point *p));\n\
        struct opaque; void handle(struct opaque *o); void counter(int *n);\n\
        const struct point *origin(void); struct point *place(const struct point *p);\n\
        enum mode { MODE_OFF, MODE_ON, MODE_AUTO }; void sets(enum mode m); enum mode gets(void); struct flags { int n; };\n\
        typedef union { const struct point *a; struct flags *b; } any __attribute__((transparent_union)); void takes(any a);\n\
        void ends(int); void gone(int) __attribute__((noreturn)); _Noreturn void left(int);\n\
        extern int level; extern const int most; extern const char names[]; extern char *texts[4];\n\
        int old(); static inline int hidden(int n) { return n; } static inline int told(int n) { return n; }\n";
    let types = "type copy Point { let @x: i32  let @y: f32 }\nextern { type Opaque }\n\
        type copy enum Some: u32 { case Off = 0  case On = 1 }\n\
        type copy enum All: u32 { case Off = 0  case On = 1  case Auto = 2 }\n";
    let cases: &[(&str, &str)] = &[
        ("fn reads(p: ref Point)", ""),
        ("fn reads(p: mut Point)", ""),
        ("fn reads(p: Pointer[Point])", ""),
        ("fn writes(p: mut Point)", ""),
        ("fn writes(p: ref Point)", "E0640"),
        ("fn writes(p: Option[ref Point])", "E0640"),
        ("fn fills(p: mut i64, n: i32)", ""),
        ("fn fills(p: ref i64, n: i32)", "E0640"),
        ("fn looks(p: ref i64, n: i32)", ""),
        ("fn counter(n: ref i32)", "E0640"),
        ("fn counter(n: mut i32)", ""),
        ("fn handle(o: ref Opaque)", ""),
        ("fn each(f: extern fn (mut Point))", ""),
        ("fn each(f: extern fn (ref Point))", ""),
        ("fn all(f: extern fn (ref Point))", ""),
        ("fn all(f: extern fn (mut Point))", "E0640"),
        ("fn ends(n: i32) -> Never", "E0640"),
        ("fn ends(n: i32)", ""),
        ("fn gone(n: i32) -> Never", ""),
        ("fn gone(n: i32)", ""),
        ("fn left(n: i32) -> Never", ""),
        ("fn sets(m: Some)", ""),
        ("fn gets() -> Some", "E0640"),
        ("fn gets() -> All", ""),
        ("fn takes(a: ref Point)", ""),
        ("fn takes(a: Pointer[()])", ""),
        ("fn takes(a: Pointer[u8])", ""),
        ("fn takes(a: Pointer[f32])", "E0640"),
        ("fn takes(a: Pointer[Pointer[Point]])", "E0640"),
        ("fn takes(a: extern fn)", "E0640"),
        ("let level: i32", "E0640"),
        ("let mut level: i32", ""),
        ("let most: i32", ""),
        ("let mut most: i32", "E0640"),
        ("let names: u8", ""),
        ("let mut texts: [Pointer[u8]; 4]", ""),
        ("let mut texts: [Pointer[i32]; 4]", "E0640"),
        ("fn old() -> i32", "W0643"),
        ("fn old(n: i32) -> i32", "W0643"),
        ("fn old() -> f32", "E0640"),
        ("fn hidden(n: i32) -> i32", "W0643"),
        ("fn told(n: f64) -> i32", "E0640"),
    ];
    for (declaration, wanted) in cases {
        let text = format!("{types}@[header(\"own.h\")]\nextern {{ {declaration} }}\nfn main {{ }}\n");
        let found = check(&reader, header, &text);
        let codes: Vec<&str> = found.reports.iter().map(|report| report.kind.code).collect();
        let said: Vec<&str> = found.reports.iter().map(|report| report.message.as_str()).collect();
        assert_eq!(codes.join(" "), *wanted, "{declaration}: {said:?}");
        assert_eq!(found.compared.len() + found.unchecked.len(), 1, "{declaration}");
    }
    println!("{} declarations", cases.len());
}

/// Types without an end, and long ones.
#[test]
fn long_and_endless_types_end() {
    let Some(reader) = reader() else { return };
    // Each type leads to a larger one, while C's leads to itself.
    let header = "struct list { struct list *next; };\nvoid walk(struct list *l);\n";
    let text = "type copy Grows[T] { let @next: Pointer[Grows[(T, T)]] }\n@[header(\"own.h\")]\n\
        extern { fn walk(l: Pointer[Grows[i8]]) }\nfn main { }\n";
    let found = check(&reader, header, text);
    assert!(found.reports.iter().all(|report| report.kind.code != "E0641"));
    // A chain of two thousand structures, the last of which is wrong.
    let (mut header, mut text) = (String::new(), String::new());
    let length = 2000;
    for number in (0..=length).rev() {
        let (last_in_c, last) = if number == length { ("float *", "Pointer[i32]") } else { ("", "") };
        let (next_in_c, next) = (format!("struct s{} *", number + 1), format!("Pointer[S{}]", number + 1));
        let (in_c, ours) = if number == length { (last_in_c, last) } else { (next_in_c.as_str(), next.as_str()) };
        header.push_str(&format!("struct s{number} {{ {in_c}next; }};\n"));
        text.push_str(&format!("type copy S{number} {{ let @next: {ours} }}\n"));
    }
    header.push_str("void walk(struct s0 *l);\n");
    text.push_str("@[header(\"own.h\")]\nextern { fn walk(l: Pointer[S0]) }\nfn main { }\n");
    let found = check(&reader, &header, &text);
    let codes: Vec<&str> = found.reports.iter().map(|report| report.kind.code).collect();
    assert_eq!(codes, ["E0640"]);
}
