//! Facts change optimised code: each kind of fact that instantiation states is tried alone against none at all, on a
//! program whose code needs just this fact. Where a fact must not be stated, the code stays as it is.

use driver::worker::Workers;
use lower::{Instance, Settings, mir_of};
use mir::{AliasId, Align, Backend, Module, Operation, Optimisation, Options, PointerFacts, TextForm};
use tests::lang;
use tests::session::Session;

/// A kind of fact.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fact {
    NonNull,
    Unique,
    ReadOnly,
    Dereferenceable,
    Aligned,
    MemoryKinds,
    Ranges,
}

/// The optimised code of function `f` of a program, with only some kinds of facts.
fn optimised(program: &str, facts: &[Fact]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("facts.lang");
    std::fs::write(&path, program).expect("a written file");
    let session = Session::open(&path);
    assert_eq!(session.diagnostics(), "", "{program}");
    let settings = Settings {
        overflow_checks: true,
        facts: true,
        watches: false,
        coverage: false,
        debug: mir::DebugInformation::None,
    };
    let mut linked = mir::Module::new("facts");
    let module = hir::module_of_file(&session.db, session.file).expect("the file is a module");
    for item in hir::module_items(&session.db, module).ids() {
        if item.kind(&session.db) == hir::ItemKind::Function {
            let built = mir_of(&session.db, Instance::function(item), settings);
            mir::link(&mut linked, built.module).expect("functions have different names");
        }
    }
    let mut module = linked;
    keep_only(&mut module, facts);
    mir::verify(&module).expect("the module is right");
    let target = abi::Target::X86_64_LINUX;
    mir::AbiPass::new(target).with_llvm_signatures(true).run(&mut module).expect("the target passes all of it");
    let options = Options { optimisation: Optimisation::Speed, verify: true, ..Options::default() };
    let program = lang().with_file_name("lang-llvm");
    assert!(program.exists(), "{} is missing: run `cargo build --release -p backend-llvm` first", program.display());
    let text = Workers::new(program).text(&module, &target, &options, TextForm::Llvm).expect("LLVM takes all of it");
    let body: Vec<_> = text
        .lines()
        .skip_while(|line| !(line.starts_with("define") && (line.contains("@facts.f(") || line.contains("@f("))))
        .take_while(|line| *line != "}")
        .collect();
    assert!(!body.is_empty(), "no function `f` in:\n{text}");
    body.join("\n")
}

fn keep_only(module: &mut Module, kept: &[Fact]) {
    for function in &mut module.functions {
        for facts in &mut function.pointer_facts {
            let stated = *facts;
            let keeps = |fact| kept.contains(&fact);
            *facts = PointerFacts {
                parameter: stated.parameter,
                non_null: stated.non_null && keeps(Fact::NonNull),
                unique: stated.unique && keeps(Fact::Unique),
                read_only: stated.read_only && keeps(Fact::ReadOnly),
                dereferenceable: if keeps(Fact::Dereferenceable) { stated.dereferenceable } else { 0 },
                align: if keeps(Fact::Aligned) { stated.align } else { Align::ONE },
            };
        }
        if !kept.contains(&Fact::Ranges) {
            function.ranges.clear();
        }
        for instruction in &mut function.instructions {
            if let Operation::Load { alias, .. } | Operation::Store { alias, .. } | Operation::Copy { alias, .. } =
                &mut instruction.operation
                && !kept.contains(&Fact::MemoryKinds)
            {
                *alias = AliasId::ANY;
            }
        }
    }
}

/// How often a word stands in the code of `f`, with one fact and with none.
fn counts(program: &str, fact: Fact, word: &str) -> (usize, usize) {
    (count(program, &[fact], word), count(program, &[], word))
}

fn count(program: &str, facts: &[Fact], word: &str) -> usize {
    let text = optimised(program, facts);
    let found = text.matches(word).count();
    println!("{facts:?}: {found} × {word}\n{text}\n");
    found
}

const LOAD: &str = " = load ";

#[test]
fn a_unique_address_keeps_what_was_stored_through_it() {
    let program = "fn f(a: mut i64, b: mut i64) -> i64 { a = 1  b = 2  a }";
    assert_eq!(counts(program, Fact::Unique, LOAD), (0, 1));
}

#[test]
fn what_is_lent_is_not_written_by_stores_elsewhere() {
    let program = "fn f(a: mut i64, b: ref i64) -> i64 { let before: i64 = b  a = 2  before ^ b }";
    assert_eq!(counts(program, Fact::Unique, LOAD), (0, 2));
}

#[test]
fn c_may_pass_one_address_twice() {
    let program = "extern fn f(a: mut i64, b: mut i64) -> i64 { a = 1  b = 2  a }";
    assert_eq!(counts(program, Fact::Unique, LOAD), (1, 1));
}

#[test]
fn what_is_only_read_stays_as_it_was() {
    let looks = "look(v)\n".repeat(12);
    let program = format!(
        "extern {{ fn look(v: ref i64) }}
        fn g(v: ref i64) {{ unsafe {{ {looks} }} }}
        fn f -> i64 {{ let mut a = 1\n a += 4\n g(a)\n a }}"
    );
    assert_eq!(counts(&program, Fact::ReadOnly, LOAD), (0, 1));
}

#[test]
fn what_can_be_read_is_read_without_a_branch() {
    let program = "fn f(c: bool, p: ref i64) -> i64 { if c { p } else { 0 } }";
    let address = [Fact::NonNull, Fact::Aligned];
    let memory = [Fact::NonNull, Fact::Aligned, Fact::Dereferenceable];
    assert_eq!((count(program, &memory, " br "), count(program, &address, " br ")), (0, 2));
}

#[test]
fn no_borrow_is_null() {
    let program = "fn f(p: mut i64) -> bool { (mut p as Pointer[i64]) == Pointer.null() }";
    assert_eq!(counts(program, Fact::NonNull, "icmp"), (0, 1));
}

#[test]
fn borrows_are_aligned() {
    let program = "fn f(p: mut i64) -> u64 { (mut p as Pointer[i64]) as u64 & 7 }";
    assert_eq!(counts(program, Fact::Aligned, " and "), (0, 1));
}

#[test]
fn fields_and_scalars_of_different_kinds_do_not_overlap() {
    let types = "type copy Point { let @x: i64  let @y: i64 }
        type copy Other { let @x: i64 }
        type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }
        type Node { let @next: Pointer[()]  let @weight: f64  let @count: i64 }";
    for function in [
        "fn f(a: mut Point, b: mut Other) -> i64 { a.x = 1  b.x = 2  a.x }",
        "fn f(a: mut i64, b: mut f64) -> i64 { a = 1  b = 2.0  a }",
        "fn f(a: mut Node, b: mut f64) -> i64 { a.count = 1  b = 2.0  a.count }",
        "fn f(a: mut Node, b: mut bool) -> i64 { a.count = 1  b = true  a.count }",
        "fn f(a: mut [i32; 4], b: mut [f32; 4]) -> i32 { a[1] = 1  b[1] = 2.0  a[1] }",
        "fn f(a: mut i64, b: mut [Vec3; 9], i: i64, j: i64) -> i64 { a = 1  b[i] = b[j]  a }",
    ] {
        assert_eq!(counts(&format!("{types}\n{function}"), Fact::MemoryKinds, LOAD), (0, 1));
    }
}

#[test]
fn what_may_overlap_is_read_again() {
    let types = "type union Bits { let @i: i64  let @f: f64  let @p: Part }
        type copy Part { let @a: i32  let @b: i32 }
        type copy Vec3 { let @x: f32  let @y: f32  let @z: f32 }
        type copy Record { let @x: f64  let @n: i64  let @z: f64 }
        type copy Point { let @x: i16  let @y: i16 }";
    for function in [
        "fn f(a: mut i64, b: mut f64) -> i64 { a = 1  b = 2.0  a }",
        "fn f(a: mut Part, b: mut f64) -> i32 { a.a = 1  b = 2.0  a.a }",
        "fn f(a: mut i16, b: mut [Record; 9], i: i64) -> i16 { a = 1  b[i] = b[0]  a }",
        "fn f(a: mut i16, b: Pointer[Vec3], i: i64) -> i16 { unsafe { a = 1  b[i] = b[0]  a } }",
        "fn f(a: mut Point, b: mut i16) -> i16 { a.y = 1  b = 2  a.y }",
        "fn f(a: mut u16, b: mut i16) -> u16 { a = 1  b = 2  a }",
        "fn f(a: mut u16, b: mut u8) -> u16 { a = 1  b = 2  a }",
        "fn f(a: mut u16, b: Pointer[f32]) -> u16 { unsafe { a = 1  b[0] = 2.0  a } }",
    ] {
        assert_eq!(counts(&format!("{types}\n{function}"), Fact::MemoryKinds, LOAD), (1, 1));
    }
}

#[test]
fn a_loaded_truth_value_is_0_or_1() {
    let text = optimised("fn f(p: ref bool) -> i64 { p as i64 }", &[]);
    assert!(text.contains("zext nneg i8"), "the byte is the number:\n{text}");
    assert!(!text.contains(" and ") && !text.contains("icmp") && !text.contains("trunc"), "{text}");
    let unknown = optimised("fn f(p: ref u8) -> i64 { (p & 1) as i64 }", &[]);
    assert!(unknown.contains(" and "), "any byte needs a mask:\n{unknown}");
}

#[test]
fn a_loaded_tag_is_that_of_a_case() {
    let types = "type copy enum Mode: i32 { case Read = -1  case Write  case Both = 3 }
        type enum Shape { case Circle(f64)  case Rect(f64, f64)  case Nothing }
        type copy enum Kind { case A  case B  case C }
        type copy Pair { let @kind: Kind  let @other: i64 }";
    let compared = "icmp";
    for function in [
        "fn f(m: ref Mode) -> bool { (m as i64) < 4 }",
        "fn f(m: ref Mode) -> bool { (m as i64) >= -1 }",
        "fn f(p: ref Pair) -> bool { (p.kind as u8) < 3 }",
    ] {
        assert_eq!(counts(&format!("{types}\n{function}"), Fact::Ranges, compared), (0, 1), "{function}");
    }
    // A tag is an index of what has an element for each case.
    let program = format!("{types}\nfn f(k: ref [Kind; 4], a: ref [i64; 3]) -> i64 {{ a[k[1] as i64] }}");
    let (with, without) = counts(&program, Fact::Ranges, "index.out.of.bounds");
    assert!(with == 0 && without > 0, "{with} {without}");
    // One below the greatest, and the smallest: these are asked.
    for function in ["fn f(m: ref Mode) -> bool { (m as i64) < 3 }", "fn f(m: ref Mode) -> bool { (m as i64) > -1 }"] {
        assert_eq!(counts(&format!("{types}\n{function}"), Fact::Ranges, compared), (1, 1), "{function}");
    }
    // All 256 numbers are tags.
    let cases: String = (0..256).map(|number| format!("case C{number}\n")).collect();
    let program = format!("type copy enum All {{ {cases} }}\nfn f(a: ref All) -> bool {{ (a as u8) < 255 }}");
    assert_eq!(counts(&program, Fact::Ranges, compared), (1, 1));
    // What no case's number stands in is no tag.
    let program = "fn f(p: ref u8) -> bool { p < 3 }";
    assert_eq!(counts(program, Fact::Ranges, compared), (1, 1));
}

#[test]
fn what_is_never_inlined_is_called() {
    let program =
        |attribute: &str| format!("{attribute}\nfn g(x: i64) -> i64 {{ x * 3 }}\nfn f(x: i64) -> i64 {{ g(g(x)) }}");
    assert!(optimised(&program("@[inline(never)]"), &[]).contains("call"));
    assert!(!optimised(&program("@[inline(always)]"), &[]).contains("call i64"));
}
