//! Declarations beside clang's own: what is said of C's text is what clang 22 emits for it. And what is refused.

use std::io::Write;
use std::process::{Command, Stdio};

use abi::Target;
use expect_test::{Expect, expect};

use super::{Declarations, Text, Unreadable};

/// C files with the functions they declare.
const FILES: &[&str] = &[
    "struct S { long n; double x; }; struct S f(struct S, double);",
    "struct S { long n; double x, y; }; struct S f(int a, struct S s, ...); int g(struct S *s, const char *name);",
    "struct __attribute__((packed)) P { char c; double d; int b : 3, : 0, e : 7; }; struct P f(struct P p); \
     struct Q { char c; int i __attribute__((packed)); } __attribute__((aligned(16))); void g(struct Q, int, struct Q);",
    "typedef struct { float x, y; } V2; typedef struct { V2 from, to; } Line; V2 mid(Line line, float t); \
     union U { double d; long n; }; union U u(union U, unsigned char, signed char, _Bool);",
    "__int128 f(unsigned __int128 a, __int128_t b); double _Complex c(float _Complex, long double); \
     unsigned _BitInt(17) bits(_BitInt(65) wide);",
    "typedef float v4 __attribute__((vector_size(16))); v4 f(v4 a, int i, v4 b); struct W { v4 v[2]; }; struct W g(struct W w);",
    "#include <stdint.h>\n#include <stdbool.h>\n#include <stddef.h>\n// A comment; with struct in it.\nenum Mode { READ, WRITE = 4 };\n\
     bool f(enum Mode mode, int8_t a, uint16_t b, size_t n /* how many */, wchar_t w, char c);",
    "#pragma pack(push, 2)\nstruct P { char c; long n; };\n#pragma pack(pop)\nstruct N { char c; long n; struct P p; };\n\
     struct P f(struct N n, struct P p);",
    "struct A { _Alignas(16) char c; short s[3]; }; struct A f(struct A a); struct E {}; struct E e(struct E, int);",
    "struct F { int n; struct { short a, b; }; union { int i; float f; } u; int tail[]; }; int f(struct F f); \
     void cb(int (*each)(struct F *, void *), int table[4], double grid[2][3]);",
    "typedef unsigned long word; typedef unsigned long word; static inline int twice(int n) { return n->m * 2; } word f(word n);",
    "typedef struct P P; struct P { long n; double d; }; P f(P p); void g(P only); struct Never; struct Never *h(struct Never *);",
    "_Float16 _Complex a(_Complex _Float16, int); int old(); int none(void);",
    "int renamed(short) __asm__(\"another\"); int renamed(short);",
    "int later(); int later(int, double); char *(*deep(void))[3]; static inline int body(int n) { switch (n) { case 0: n++; \
     __attribute__((__fallthrough__)); case 1: n--; } return n; } int h(int);",
    "enum A { X, Y = 3 }; enum B { M = -1, N = 400000 }; enum A f(enum A, enum B); void pointers(_Atomic int *, int *restrict);",
    "_Float16 h(_Float16 a, struct H { _Float16 x, y, z; } b); struct B { unsigned a : 4, b : 20; long long c : 50; }; struct B b(struct B);",
];

/// Words of clang's declarations that do not change how values travel.
const DROPPED: [&str; 9] = [
    "noundef",
    "dead_on_return",
    "dead_on_unwind",
    "writable",
    "noalias",
    "nonnull",
    "dso_local",
    "nocapture",
    "initializes",
];

/// What is read, or the first thing that is refused.
fn read(text: &str, target: Target, names: &[String]) -> Result<Declarations, Unreadable> {
    let read = Text::parse(text)?.declarations(target, names);
    match read.refused.first() {
        Some(refused) => Err(refused.problem.clone()),
        None => Ok(read),
    }
}

fn normal(line: &str) -> String {
    let line = line.split(" #").next().unwrap_or(line);
    let line = line.replace("captures(none) ", "").replace(" captures(none)", "");
    let mut words = String::new();
    for word in line.split(' ') {
        let bare = word.trim_end_matches([',', ')']);
        if DROPPED.contains(&bare) {
            words.push_str(&word[bare.len()..]);
        } else {
            words.push(' ');
            words.push_str(word);
        }
    }
    words.trim().to_string()
}

/// The declarations that clang emits for a file, sorted; nothing if there is no clang.
fn of_clang(target: &Target, text: &str, functions: &[String]) -> Option<Vec<String>> {
    let mut source = text.to_string();
    for name in functions {
        source.push_str(&format!("\nvoid *address_of_{name} = (void *){name};"));
    }
    let mut clang = Command::new("clang-22");
    clang.arg(format!("--target={}", target.triple())).args([
        "-std=gnu17",
        "-w",
        "-S",
        "-emit-llvm",
        "-O0",
        "-ffreestanding",
        "-o",
        "-",
        "-x",
        "c",
        "-",
    ]);
    if target.features.vector_facility {
        clang.arg("-march=z13");
    }
    let child = clang.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            println!("clang-22 cannot be started, so nothing is compared: {error}");
            return None;
        }
    };
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(source.as_bytes()).expect("clang reads");
    drop(input);
    let output = child.wait_with_output().expect("clang ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.contains("is not supported on this target") {
        return Some(Vec::new());
    }
    assert!(output.status.success(), "{target}: {errors}{source}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<String> = text.lines().filter(|line| line.starts_with("declare ")).map(normal).collect();
    lines.sort();
    Some(lines)
}

#[test]
fn declarations_are_those_of_clang() {
    let targets = Target::ALL;
    let (mut compared, mut refused) = (0, 0);
    for text in FILES {
        let text = &text.replace("n->m * 2", "n * 2");
        for target in &targets {
            let is_named = text.contains("__asm__") && target.operating_system == abi::OperatingSystem::Darwin;
            let read = match read(text, *target, &[]) {
                Ok(read) => read,
                Err(_) if is_named => continue,
                Err(problem) => panic!("{target}: {problem:#?}"),
            };
            let (mut ours, mut names) = (Vec::new(), Vec::new());
            for function in &read.functions {
                let (arena, signature) = (&read.arena, &function.signature);
                let Ok(lowered) = abi::lower(target, arena, signature) else {
                    refused += 1;
                    continue;
                };
                if function.exported {
                    let tag = |index| function.tag(index);
                    ours.push(abi::llvm::declaration(target, arena, signature, &lowered, &function.symbol, &tag));
                    names.push(function.name.clone());
                }
            }
            ours.sort();
            match of_clang(target, text, &names) {
                None => return,
                Some(clangs) if clangs.is_empty() => {}
                Some(clangs) => {
                    assert_eq!(ours, clangs, "{target}: {text}");
                    compared += ours.len();
                }
            }
        }
    }
    println!("{compared} declarations on {} targets agree with clang, {refused} are refused", targets.len());
    assert!(compared > 40);
}

fn refused(text: &str, expect: Expect) {
    let problem = read(text, Target::X86_64_LINUX, &[]).err().expect("it is refused");
    let words = &text[problem.range.start.min(text.len())..problem.range.end.min(text.len())];
    expect.assert_eq(&format!("{words}: {}\n{}\n", problem.message, problem.help));
}

#[test]
fn what_cannot_be_read_is_told_where_it_stands() {
    refused(
        "int f(missing x);",
        expect![[r#"
        x: this is no C declaration that can be read
        declare the types it names first; `lang explain unreadable-c` lists the extensions that are known
    "#]],
    );
    refused(
        "struct S f(struct S s);",
        expect![[r#"
        f(struct S s): struct S is not defined here
        write its members, or use it behind a pointer only
    "#]],
    );
    refused(
        "int f(int __attribute__((regparm(3))) x);",
        expect![[r#"
        regparm(3): the attribute `regparm` may change how values travel, and is not known here
        remove it if it does not concern calls
    "#]],
    );
    refused(
        "#define N 3\nint f(int x);",
        expect![[r#"
        #define N 3: the preprocessor is not run
        give the output of `cc -E FILE`; <stdint.h>, <stddef.h>, <stdbool.h> and <stdarg.h> may be included
    "#]],
    );
    refused(
        "/* no end",
        expect![[r#"
        /*: this comment has no end
        write */ behind it
    "#]],
    );
    refused(
        "struct S { int x : 33; };",
        expect![[r#"
        33: 33 bits do not fit
        write 0 to 32
    "#]],
    );
    refused(
        "struct S { int x[-1]; };",
        expect![[r#"
        [-1]: -1 is no length
        write 0 or more elements
    "#]],
    );
    refused(
        "typedef struct S { int x; } S __attribute__((aligned(32))); int f(S s);",
        expect![[r#"
            f(S s): S is aligned by its typedef, and how that is passed is not described
            write the attribute behind the brace of the structure itself
        "#]],
    );
    refused(
        "int f(__attribute__((aligned(3))) int x);",
        expect![[r#"
        aligned(3): 3 is no alignment
        write a power of two, in bytes
    "#]],
    );
    for (text, words) in [
        ("struct S { int x; }; int f(_Atomic struct S s);", "_Atomic"),
        ("_Atomic(long) f(void);", "_Atomic"),
        ("int *_Atomic f(int);", "_Atomic"),
        ("typedef _Bool V __attribute__((vector_size(8))); V f(V v);", "no vector type"),
        ("int * __attribute__((aligned(16))) f(int);", "not told apart"),
        ("int (__attribute__((packed)) *g(int))(long);", "not told apart"),
        ("int f(a, b) int a; double b; { return a; }", "no C declaration"),
        ("typedef int T __attribute__((aligned(16))); struct S { char c; T t; };", "typedef aligns"),
        ("typedef long T __attribute__((aligned(2))); struct S { char c; T t : 3; };", "typedef aligns"),
        ("typedef long T __attribute__((aligned(2))); int f(T t);", "aligned by its typedef"),
        ("typedef int T; unsigned T f(int);", ""),
        ("void f(struct Undefined x);", "is not defined here"),
        ("typedef struct Q Q; void f(Q x);", "is not defined here"),
        ("struct S { char c[2147483647 + 1]; };", "has no value"),
        ("struct S { char c[1 << 31]; };", "has no value"),
    ] {
        let problem = read(text, Target::X86_64_LINUX, &[]).err();
        let message = problem.map(|problem| problem.message).unwrap_or_default();
        assert!(!message.is_empty() && message.contains(words), "{text}: {message:?}");
    }
    // In C's types: -1 is the largest number beside an unsigned one, and so on.
    for (length, bytes) in
        [("-1 < 0u ? 3 : 5", 5), ("~0u >> 31", 1), ("(unsigned char)-1", 255), ("2147483648 > 0 ? 7 : 8", 7)]
    {
        let text = format!("struct S {{ char c[{length}]; }}; struct S f(void);");
        let read = read(&text, Target::X86_64_LINUX, &[]).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        assert_eq!(read.arena.layout(&read.target, read.functions[0].signature.result).size, bytes, "{text}");
    }
    let large = "enum E { A = 0xFFFFFFFF };";
    assert!(read(large, Target::X86_64_WINDOWS_MSVC, &[]).is_err() && read(large, Target::X86_64_LINUX, &[]).is_ok());
    // What stands beside it is read.
    let text = "int before(int); int wrong(missing x); typedef missing Other; Other also(int); int behind(int);";
    let read_all =
        Text::parse(text).unwrap_or_else(|problem| panic!("{problem:?}")).declarations(Target::X86_64_LINUX, &[]);
    let names: Vec<&str> = read_all.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!((names, read_all.refused.len()), (vec!["before", "behind"], 3));
    refused(
        "int f(_Decimal64 x);",
        expect![[r#"
        _Decimal64: this floating-point type is not described
        write another type
    "#]],
    );
}

#[test]
fn names_of_types_and_members() {
    let text = "struct P { int x : 3; struct { float a[2]; }; }; int f(struct P p, const char *s, int (*g)(long), int m[2][3], unsigned long);";
    let read = read(text, Target::X86_64_LINUX, &["f".to_string()]).unwrap_or_else(|problem| panic!("{problem:#?}"));
    assert_eq!(read.functions.len(), 1, "the others are not asked for");
    let function = &read.functions[0];
    let lowered = abi::lower(&read.target, &read.arena, &function.signature).expect("it is described");
    let abi = abi::report::report(&read.target, &lowered, &function.parameters, &function.result);
    let types: Vec<String> = abi.params.iter().map(|value| format!("{}: {}", value.name, value.ty)).collect();
    expect![[r#"
        p: struct P
        s: const char *
        g: int (*)(long)
        m: int (*)[3]
        #4: unsigned long"#]]
    .assert_eq(&types.join("\n"));
    let fields: Vec<String> = abi.params[0]
        .fields
        .iter()
        .map(|field| format!("{} {} {}+{}", field.path, field.ty, field.offset_bits, field.bits))
        .collect();
    expect![[r#"
        x int 0+3
        a[0] float 32+32
        a[1] float 64+32"#]]
    .assert_eq(&fields.join("\n"));
}
