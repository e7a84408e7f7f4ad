//! `lang header`: what it writes is C that gcc and clang take without a warning, and C that includes it links with the
//! program's object and sees the same values.

use std::process::Command;

use crate::support::{Folder, ended};

const LIBRARY: &str = "\
# A point in space. */ not the end
type copy Vec3 { pub let @x: f64  pub let @y: f64  pub let @z: f64 }
@[packed]
type copy Header { let @kind: u8  let @length: u32  let @int: i16 }
@[align(32)]
type copy Lane { let @values: [f32; 4]  let @tail: Tail }
type copy Tail { let @flag: bool  let @next: Pointer[Lane] }
type union Bits { let @bits: u64  let @float: f64 }
# Nobody sees inside.
type Secret { let @count: i64 }
type Open { pub let @count: i64  pub let @at: Vec3 }
extern { type FILE }

# Doubles every coordinate.
extern fn scaled(at: Vec3, by: f64) -> Vec3 { Vec3(x: at.x * by, y: at.y * by, z: at.z * by) }
extern fn header_length(header: Header) -> u32 { header.length }
extern fn lane_sum(lane: ref Lane) -> f32 { lane.values[0] + lane.values[3] }
extern fn bits_of(register: Bits) -> u64 { unsafe { register.bits } }
extern fn secret_new(count: i64) -> Secret { Secret(count: count) }
extern fn secret_count(secret: ref Secret) -> i64 { secret.count }
extern fn secret_add(secret: mut Secret, by: i64) { secret.count += by }
extern fn open_sum(open: ref Open) -> f64 { open.at.x + open.count as f64 }
extern fn apply(f: extern fn (Vec3, i32) -> f64, at: Vec3) -> f64 { unsafe { f(at, 7) } }
extern fn wide(a: i128, b: bool, _c: Pointer[()], _d: Pointer[FILE]) -> i128 { if b { a } else { 0 as i128 } }
extern fn nothing { }
# The last one.
@[name(\"library_last\")]
let mut last: Vec3 = Vec3(x: 0.5, y: 0.0, z: 0.0)
@[name(\"library_table\")]
let mut table: [i32; 3] = [1, 2, 3]
@[name(\"library_hook\")]
let mut hook: extern fn (Vec3, i32) -> f64 = size_of_vector
extern fn size_of_vector(at: Vec3, n: i32) -> f64 { at.x + n as f64 }
extern fn use_globals -> f64 { unsafe { last.y + table[1] as f64 + hook(last, 1) } }
let mut own: i64 = 0
extern fn own_next -> i64 { unsafe { own += 1  own } }
";

const CALLER: &str = "\
#include \"library.h\"
#include <stdio.h>
static double last(Vec3 at, int32_t n) { return at.z + n; }
int main(void) {
    Vec3 v = scaled((Vec3){1, 2, 3}, 2);
    Header h = {1, 70000, 2};
    Lane lane = {{1, 0, 0, 4}, {true, 0}};
    Bits bits = {.bits = 42};
    Secret *secret = secret_new(5);
    secret_add(secret, 6);
    Open open = {3, v};
    nothing();
    double before = use_globals();
    library_last.y = 8;
    library_table[1] = 40;
    library_hook = last;
    if (before != 0.5 + 2 + 1 || use_globals() != 8 + 40 + 1 || own_next() != 1 || own_next() != 2) return 2;
    printf(\"%g %g %u %g %d %d %g %g %d\\n\", v.x, v.z, header_length(h), (double)lane_sum(&lane), (int)bits_of(bits),
           (int)secret_count(secret), open_sum(&open), apply(last, v), (int)wide(9, true, 0, 0));
    return sizeof(Header) == 7 && _Alignof(Lane) == 32 ? 0 : 1;
}
";

#[test]
fn c_programs_use_the_library() {
    let folder = Folder::new(&[("library.lang", LIBRARY), ("caller.c", CALLER)]);
    folder.lang(&["header", "library.lang", "-o", "library.h"]).exit(0);
    folder.lang(&["build", "library.lang", "--emit", "obj", "-o", "library.o"]).exit(0);
    let text = String::from_utf8(folder.read("library.h")).expect("it is text");
    assert_eq!(folder.lang(&["header", "library.lang"]).exit(0).stdout, text);
    for part in [
        "#ifndef LIBRARY_H",
        "#include <stdio.h>",
        "/* A point in space. * / not the end */\nstruct Vec3 {\n    double x;",
        "typedef struct Secret Secret;",
        "const Secret *secret",
        "uint64_t bits_of(Bits register_);",
        "double apply(double (*f)(Vec3, int32_t), Vec3 at);",
        "/* The last one. */\nextern Vec3 library_last;",
        "extern int32_t library_table[3];",
        "extern double (*library_hook)(Vec3, int32_t);",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(!text.contains("struct Secret {"), "{text}");
    // What has no name for C is not C's.
    assert!(!text.contains(" own;"), "{text}");
    for compiler in ["gcc", "clang-22"] {
        let flags = ["-Wall", "-Wextra", "-Werror", "-std=c11", "caller.c", "library.o", "-lm", "-o", "caller"];
        let mut command = Command::new(compiler);
        command.current_dir(folder.path(".")).args(flags);
        match command.output() {
            Ok(output) => {
                assert!(output.status.success(), "{compiler}: {}\n{text}", String::from_utf8_lossy(&output.stderr))
            }
            Err(error) => {
                println!("{compiler} cannot be started, so it is left out: {error}");
                continue;
            }
        }
        let run = ended(Command::new(folder.path("caller")).output().expect("it starts"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), "2 6 70000 5 42 11 5 13 9\n"), "{compiler}");
    }
}

const ENUMS: &str = "\
# What is done next.
type copy enum Step { case Forward(u16)  case Turn(left: bool, by: f32)  case Stop  case Nothing(()) }
type copy enum Mode: i32 { case Read = -2  case Write = 4  case Both }
type copy enum Huge: u64 { case Small = 1  case Large = 18446744073709551615 }
type copy enum Light { case Red  case Green }
type enum Shape { case Circle(f64)  case Empty }
type Box { pub let @value: i64  pub let @mode: Pointer[Mode] }
type inline enum MaybeBox { case None  case Some(Box) }
type enum Kept { case None  case Some(Box) }
type copy enum Callback { case Some(extern fn (Step) -> i32)  case None }
extern fn flip(step: Step, mode: Mode, light: Light) -> Step {
  match (step, mode, light) { case (Forward(n), Write, Green) -> Step.Turn(n > 3, n as f32)  case _ -> Step.Stop }
}
extern fn largest -> Huge { Huge.Large }
extern fn shape_new(r: f64) -> Shape { if r > 0.0 { Shape.Circle(r) } else { Shape.Empty } }
extern fn shape_end(_shape: Shape) { }
extern fn box_new(value: i64) -> MaybeBox { if value > 0 { MaybeBox.Some(Box(value, Pointer.null())) } else { MaybeBox.None } }
extern fn box_end(box: MaybeBox) -> i64 { match box { case Some(inner) -> inner.value  case None -> -1 } }
extern fn kept(value: i64) -> Kept { if value > 0 { Kept.Some(Box(value, Pointer.null())) } else { Kept.None } }
extern fn kept_end(_kept: Kept) { }
extern fn call(callback: Callback) -> i32 { match callback { case Some(f) -> unsafe { f(Step.Forward(6)) }  case None -> -1 } }
";

const ENUM_CALLER: &str = "\
#include \"library.h\"
#include <stdio.h>
static int32_t length(Step step) { return step.tag == Step_Forward ? step.as.Forward.item0 : 0; }
int main(void) {
    Step step;
    step.tag = Step_Forward;
    step.as.Forward.item0 = 9;
    step = flip(step, Mode_Write, Light_Green);
    if (step.tag != Step_Turn || !step.as.Turn.left || step.as.Turn.by != 9) return 1;
    if (flip(step, Mode_Both, Light_Red).tag != Step_Stop || largest() != Huge_Large || Mode_Read != -2) return 2;
    Shape *shape = shape_new(2.5), *empty = shape_new(0);
    if (shape->tag != Shape_Circle || shape->as.Circle.item0 != 2.5 || empty->tag != Shape_Empty) return 3;
    shape_end(shape);
    shape_end(empty);
    MaybeBox box = box_new(7);
    if (box->value != 7 || box_end(box) != 7 || box_new(0) || box_end(0) != -1) return 4;
    Kept *some = kept(8), *none = kept(0);
    if (some->item0->value != 8 || none->item0) return 5;
    kept_end(some);
    kept_end(none);
    if (call(length) != 6 || call(0) != -1) return 6;
    return sizeof(Step) == 12 && sizeof(Light) == 1 ? 0 : 7;
}
";

/// The header says in C what the language laid out: C that only knows the header sees the same values.
#[test]
fn c_programs_use_enums() {
    let folder = Folder::new(&[("library.lang", ENUMS), ("caller.c", ENUM_CALLER)]);
    folder.lang(&["header", "library.lang", "-o", "library.h"]).exit(0);
    folder.lang(&["build", "library.lang", "--emit", "obj", "-o", "library.o"]).exit(0);
    let text = String::from_utf8(folder.read("library.h")).expect("it is text");
    for (compiler, flags) in
        [("gcc", &["-std=c11", "-xc"][..]), ("clang-22", &["-std=c11", "-xc"]), ("g++", &["-std=c++17", "-xc++"])]
    {
        let mut command = Command::new(compiler);
        command.current_dir(folder.path(".")).args(flags);
        command.args(["-Wall", "-Wextra", "-Werror", "caller.c", "-xnone", "library.o", "-lm", "-o", "caller"]);
        match command.output() {
            Ok(output) => {
                assert!(output.status.success(), "{compiler}: {}\n{text}", String::from_utf8_lossy(&output.stderr))
            }
            Err(error) => {
                println!("{compiler} cannot be started, so it is left out: {error}");
                continue;
            }
        }
        let run = ended(Command::new(folder.path("caller")).output().expect("it starts"));
        assert_eq!(run.code, Some(0), "{compiler}: {text}");
    }
}

/// What the language and its library make stands in each header, and once in a file that includes two.
#[test]
fn two_headers_stand_in_one_file() {
    let text = |prefix: &str| {
        format!(
            "extern fn {prefix}_text(s: String, bytes: ref [u8]) -> i64 {{ s.length() + bytes.length() }}\n\
             extern fn {prefix}_pair(p: (i64, f64), o: Option[i64]) -> f64 {{ p.1 }}\n"
        )
    };
    let caller = "#include \"a.h\"\n#include \"b.h\"\nint main(void) { return 0; }\n";
    let folder = Folder::new(&[("a.lang", &text("a")), ("b.lang", &text("b")), ("caller.c", caller)]);
    folder.lang(&["header", "a.lang", "-o", "a.h"]).exit(0);
    folder.lang(&["header", "b.lang", "-o", "b.h"]).exit(0);
    for (compiler, flags) in [("gcc", ["-std=c11", "-xc"]), ("g++", ["-std=c++17", "-xc++"])] {
        let mut command = Command::new(compiler);
        command.current_dir(folder.path(".")).args(flags).args(["-Wall", "-Wextra", "-Werror", "-c", "caller.c"]);
        let output = command.output().expect("it starts");
        assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_header_needs_a_program_without_errors() {
    let folder = Folder::new(&[("a.lang", "extern fn f(x: Missing) { }\n"), ("b.lang", "fn f { }\n")]);
    folder.lang(&["header", "a.lang"]).exit(1).says("Missing");
    let empty = folder.lang(&["header", "b.lang"]);
    empty.exit(0).prints("#ifndef B_H");
}

/// Names that C has for something else, or that are one name to C: the header is C all the same.
#[test]
fn names_that_c_has_taken() {
    let library = "\
type copy point { pub let @ä: i64  pub let @ö: i64  pub let @class: i32 }
type copy int32_t { pub let @x: i64 }
type copy _Complex { pub let @x: f64 }
type copy INT32_MAX { pub let @x: i64 }
@[name(\"int\")] extern fn whole(ä: i64, ö: i64, int: i64) -> i64 { ä + ö + int }
@[name(\"int_\")] extern fn other(x: i64) -> i64 { x }
@[name(\"point\")] extern fn make(at: point, l_point: i64, more: point) -> point { point(at.ä + l_point, more.ö, 3) }
@[name(\"a.b\")] extern fn dotted() -> i64 { 1 }
@[name(\"a$b\")] extern fn paid() -> i64 { 2 }
extern fn uint8_t(of: int32_t, z: _Complex, most: INT32_MAX) -> i64 { of.x + most.x + z.x as i64 }
";
    let caller = "\
#include \"l.h\"
#include <stdio.h>
int main(void) {
    l_point p = point((l_point){1, 2, 3}, 10, (l_point){4, 5, 6});
    printf(\"%d %d %d %d %d %d %d %d\\n\", (int)int__2(1, 2, 3), (int)int_(4), (int)p._, (int)p.__2, p.class_, (int)a_b(),
           (int)a_b_2(), (int)uint8_t_((int32_t_){1}, (_Complex_){2}, (INT32_MAX_){3}));
    return 0;
}
";
    let folder = Folder::new(&[("l.lang", library), ("caller.c", caller)]);
    folder.lang(&["header", "l.lang", "-o", "l.h"]).exit(0);
    folder.lang(&["build", "l.lang", "--emit", "obj", "-o", "l.o"]).exit(0);
    let text = String::from_utf8(folder.read("l.h")).expect("it is text");
    let mut command = Command::new("cc");
    command.current_dir(folder.path(".")).args([
        "-Wall",
        "-Wextra",
        "-Werror",
        "-std=gnu11",
        "caller.c",
        "l.o",
        "-o",
        "caller",
    ]);
    let compiled = ended(command.output().expect("a C compiler"));
    assert_eq!(compiled.code, Some(0), "{}\n{text}", compiled.stderr);
    let run = ended(Command::new(folder.path("caller")).output().expect("it starts"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "6 4 11 5 3 1 2 6\n"), "{text}");
}

/// The name of a file stands in the header's first line and in its guard.
#[test]
fn names_of_files_do_not_become_c() {
    let folder = Folder::new(&[("1\nint evil;.lang", "extern fn f() -> i64 { 1 }\n")]);
    let header = folder.lang(&["header", "1\nint evil;.lang"]);
    header.exit(1).says("E0613");
    assert!(!header.stdout.contains("int evil"), "{}", header.stdout);
}
