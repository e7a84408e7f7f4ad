//! What the switches of instantiation change, seen in the MIR of small programs.

use std::fmt::Write;

use expect_test::expect;
use mir::debug::{DebugType, DebugTypes};
use mir::{DebugInformation, Function, Operation};
use source::Database;

use super::{Instance, Maker, Settings, cost, mir_of, symbol};
use crate::fixture::{item, load, load_for};

const CHECKED: Settings =
    Settings { overflow_checks: true, facts: false, watches: false, coverage: false, debug: DebugInformation::None };

/// The function `name` of a program.
fn built<R>(text: &str, name: &str, settings: Settings, look: impl FnOnce(&Function) -> R) -> R {
    let db = Database::new();
    let file = load(&db, text);
    let module = mir_of(&db, Instance::function(item(&db, file, name)), settings).module;
    mir::verify(&module).expect("the module is right");
    look(&module.functions[0])
}

fn checks(text: &str, settings: Settings) -> (usize, usize) {
    built(text, "f", settings, |function| {
        let count = |wanted: fn(&Operation) -> bool| {
            function.instructions.iter().filter(|instruction| wanted(&instruction.operation)).count()
        };
        (
            count(|operation| matches!(operation, Operation::Checked { .. })),
            count(|operation| matches!(operation, Operation::Check { .. })),
        )
    })
}

#[test]
fn without_overflow_checks_sums_wrap_and_all_else_is_checked() {
    let unchecked = Settings {
        overflow_checks: false,
        facts: false,
        watches: false,
        coverage: false,
        debug: DebugInformation::None,
    };
    let sums = "fn f(a: i64, b: u8) -> i64 { let c = b + 1\n let d = -(a + 1 - 2 * a)\n d + c as i64 }";
    assert_eq!(checks(sums, CHECKED), (6, 0));
    assert_eq!(checks(sums, unchecked), (0, 0));
    let others = "fn f(a: i64, b: [i64; 3]) -> i64 { assert(a > 0)  b[a] / a % a << a }";
    let found = checks(others, CHECKED);
    assert_eq!(found.0, 0);
    assert_eq!(checks(others, unchecked), found);
}

const FACTS: Settings =
    Settings { overflow_checks: true, facts: true, watches: false, coverage: false, debug: DebugInformation::None };

/// The facts about the parameters of function `f`, as MIR shows them.
fn facts(parameters: &str) -> String {
    let text = format!(
        "type User {{ let @name: String  let @age: i64 }}
        type inline Pair {{ let @user: User  let @count: i32 }}
        type copy Vec3 {{ let @x: f64  let @y: f64  let @z: f64 }}
        type copy Nothing {{ }}
        extern {{ type sqlite3 }}
        fn f({parameters}) {{ }}
        extern fn g(v: mut Vec3, w: ref Vec3) {{ }}"
    );
    let name = if parameters.is_empty() { "g" } else { "f" };
    let db = Database::new();
    let file = load(&db, &text);
    let module = mir_of(&db, Instance::function(item(&db, file, name)), FACTS).module;
    mir::verify(&module).expect("the module is right");
    let text = mir::print(&module);
    let facts = text.lines().filter_map(|line| line.trim().strip_prefix("pointer "));
    facts.collect::<Vec<_>>().join("\n")
}

#[test]
fn borrows_are_addresses_of_memory_that_is_there() {
    let mutable = "0 non_null unique dereferenceable 24 align 8";
    assert_eq!(facts("a: mut Vec3"), mutable);
    assert_eq!(
        facts("n: i64, a: ref Vec3, p: Pointer[Vec3]"),
        "1 non_null unique read_only dereferenceable 24 align 8"
    );
    assert_eq!(facts("a: mut [i32; 3]"), "0 non_null unique dereferenceable 12 align 4");
    assert_eq!(facts("a: mut Pair"), "0 non_null unique dereferenceable 16 align 8");
}

#[test]
fn a_borrow_of_a_heap_type_is_the_address_of_the_object() {
    assert_eq!(facts("a: mut User"), "0 non_null unique dereferenceable 16 align 8");
    assert_eq!(facts("a: ref User"), "0 non_null unique read_only dereferenceable 16 align 8");
}

#[test]
fn owners_of_one_string_count_in_it() {
    assert_eq!(facts("a: ref String"), "0 non_null dereferenceable 17 align 8");
    assert_eq!(facts("a: mut String"), "0 non_null unique dereferenceable 8 align 8");
}

#[test]
fn owned_objects_may_end_inside() {
    assert_eq!(
        facts("a: User, b: String"),
        "0 non_null dereferenceable 0 align 8\n1 non_null dereferenceable 0 align 8"
    );
}

#[test]
fn what_has_no_bytes_has_no_memory() {
    let nothing = "0 non_null dereferenceable 0 align 1";
    assert_eq!(facts("a: mut Nothing"), nothing);
    assert_eq!(facts("a: mut [i64; 0]"), nothing);
    assert_eq!(facts("a: mut sqlite3"), nothing);
}

#[test]
fn c_may_pass_one_address_twice() {
    assert_eq!(facts(""), "0 non_null dereferenceable 24 align 8\n1 non_null read_only dereferenceable 24 align 8");
}

fn cost_of(db: &Database, instance: Instance) -> u32 {
    cost(db, instance, &mir_of(db, instance, CHECKED).module)
}

#[test]
fn what_is_never_built_into_callers_costs_too_much_to_be_available() {
    let text = "@[inline(never)]\nfn f(i: i64) -> i64 { i }\n@[inline(always)]\nfn g(i: i64) -> i64 { i }\nfn h(i: i64) -> i64 { i }";
    let db = Database::new();
    let file = load(&db, text);
    let instance = |name| Instance::function(item(&db, file, name));
    let built = ["f", "g", "h"].map(|name| mir_of(&db, instance(name), CHECKED));
    let costs = ["f", "g", "h"].map(|name| cost_of(&db, instance(name)) == u32::MAX);
    assert_eq!(costs, [true, false, false]);
    let text: String = built.iter().map(|built| mir::print(&built.module)).collect();
    let said: Vec<&str> = text.lines().filter(|line| line.contains("attribute")).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("never") && said[1].contains("always"), "{said:?}");
}

/// `panic_site` and what it calls are code in each program that may fail a check, and in no other.
#[test]
fn who_can_fail_no_check_needs_no_panic() {
    let db = Database::new();
    let file = load(
        &db,
        "type copy Pair { let @a: i64  let @b: i64 }
        type Node { let @a: i64 }
        fn pair(n: i64) -> Pair { Pair(n, n) }
        fn tuple(n: i64) -> (i64, [i64; 2]) { (n, [n, n]) }
        fn not(b: bool, n: i64) -> (bool, i64) { (!b, !n) }
        fn wrap(n: i64) -> i64 { n *% 2 -% 1 }
        fn negate(n: i64) -> i64 { -n }
        fn add(n: i64) -> i64 { n + 1 }
        fn object(n: i64) -> Node { Node(n) }
        fn inner(n: i64) -> (Node, i64) { (Node(n), n) }
        fn element(a: [i64; 4], n: i64) -> i64 { a[n] }",
    );
    let panics = |name: &&str| {
        let built = mir_of(&db, Instance::function(item(&db, file, name)), CHECKED);
        built.needs.iter().any(|needed| symbol(&db, *needed) == mir::PANIC_SYMBOL)
    };
    let names = ["pair", "tuple", "not", "wrap", "negate", "add", "object", "inner", "element"];
    let found: Vec<_> = names.into_iter().filter(panics).collect();
    assert_eq!(found, ["negate", "add", "object", "inner", "element"]);
}

#[test]
fn the_cost_of_a_body_grows_with_what_it_does() {
    let db = Database::new();
    let file = load(
        &db,
        "fn get(v: ref [i64; 4]) -> i64 { v[1] }
        fn sum(v: ref [i64; 4]) -> i64 { v[0] + v[1] + v[2] + v[3] }
        fn wrong() -> i64 { missing() }
        let SMALL = [1, 2]
        let LARGE = [0; 4000]",
    );
    let cost = |name| cost_of(&db, Instance::function(item(&db, file, name)));
    assert!(cost("get") < cost("sum") && cost("sum") < 40, "{} {}", cost("get"), cost("sum"));
    assert_eq!(cost("wrong"), u32::MAX);
    let data = |name| cost_of(&db, Instance::Constant(item(&db, file, name)));
    assert_eq!((data("SMALL"), data("LARGE")), (2, 4000));
    assert_eq!(cost_of(&db, Instance::TestEntry), u32::MAX);
}

/// The kinds of memory that loads (`<`) and stores (`>`) of function `f` may touch, those of its own variables left out.
fn kinds(declarations: &str, function: &str) -> String {
    let db = Database::new();
    let file = load(&db, &format!("{declarations}\n{function}"));
    assert_eq!(crate::fixture::diagnostics_text(&db, file), "");
    let module = mir_of(&db, Instance::function(item(&db, file, "f")), FACTS).module;
    mir::verify(&module).expect("the module is right");
    let function = &module.functions[0];
    let mut of_slots = vec![false; function.values.len()];
    let mut found = Vec::new();
    for instruction in &function.instructions {
        let (sign, address, mut alias) = match instruction.operation {
            Operation::SlotAddress { .. } => {
                of_slots[instruction.result.index()] = true;
                continue;
            }
            Operation::Load { address, alias, .. } => ("<", address, alias),
            Operation::Store { address, alias, .. } => (">", address, alias),
            _ => continue,
        };
        if of_slots[address.index()] {
            continue;
        }
        let mut text = String::from(sign);
        while let Some(data) = module.metadata.alias_data(alias) {
            text.push_str(module.strings.text(data.name));
            text.push(' ');
            alias = data.parent;
        }
        found.push(text.trim_end().to_owned());
    }
    found.join(", ")
}

const SHAPES: &str = "type Node { let @value: i64  let @next: Pointer[Node]  let @inner: Inner }
    type copy Inner { let @data: [[u32; 2]; 3]  let @pair: (f32, i16)  let @bytes: [u8; 4]  let @flag: bool }";

#[test]
fn fields_are_kinds_under_their_scalars() {
    assert_eq!(
        kinds(SHAPES, "fn f(n: mut Node) -> Pointer[Node] { n.value = 1\n n.inner.data[1][0] = 2\n n.next }"),
        ">main.Node.value i64, >main.Inner.data i32, <main.Node.next address"
    );
    assert_eq!(
        kinds(SHAPES, "fn f(n: mut Inner) { n.pair.0 = 1.0\n n.pair.1 = 2\n n.bytes[0] = 3\n n.flag = true }"),
        ">f32, >i16, >main.Inner.bytes, >main.Inner.flag bool"
    );
}

#[test]
fn a_borrow_of_a_scalar_knows_the_scalar() {
    assert_eq!(
        kinds("", "fn f(a: mut i64, b: mut u64, c: mut u8, d: ref [f64; 2]) -> f64 { a = 1\n b = 2\n c = 3\n d[1] }"),
        ">i64, >i64, >, <f64"
    );
}

#[test]
fn raw_pointers_lead_to_anything() {
    assert_eq!(
        kinds(
            SHAPES,
            "unsafe fn f(p: Pointer[Inner], q: Pointer[Node], r: Pointer[i64]) -> i64 { p[0].flag = true\n p[1].data[0][1] = 1\n q[0].value = 2\n r[3] }"
        ),
        ">, >, <, >main.Node.value i64, <"
    );
}

#[test]
fn what_unions_hold_may_be_looked_at_as_anything() {
    let unions = "type union Bits { let @f: f64  let @v: Inside  let @r: [u16; 4] }
        type copy Inside { let @a: i32  let @b: i32 }
        type copy Outside { let @a: i32  let @bits: Bits  let @inside: Inside }";
    assert_eq!(
        kinds(
            unions,
            "fn f(b: mut Bits, f: mut f64, v: mut Inside, r: mut [u16; 4]) { b.f = 1.0\n f = 2.0\n v.a = 3\n r[1] = 4 }"
        ),
        ">, >, >, >"
    );
    assert_eq!(
        kinds(
            unions,
            "fn f(o: mut Outside, a: mut i64, s: mut f32) { o.a = 1\n o.bits.f = 2.0\n o.inside.b = 3\n a = 4\n s = 5.0 }"
        ),
        ">main.Outside.a i32, >, >main.Inside.b i32, >i64, >f32"
    );
}

/// What is looked at through `mut i64`, `mut f64` and `mut i16` beside such declarations.
fn kinds_beside(declarations: &str) -> String {
    kinds(declarations, "fn f(a: mut i64, b: mut f64, c: mut i16) { a = 1\n b = 2.0\n c = 3 }")
}

#[test]
fn what_generic_enums_hold_may_be_looked_at_as_anything() {
    assert_eq!(kinds_beside("fn g -> Result[i64, f64] { Ok(1) }"), ">, >, >i16");
    let passed = "fn wrapped[T](value: T) -> Result[T, bool] { Ok(value) }";
    assert_eq!(
        kinds_beside(&format!("{passed}\nfn g {{ let _a = wrapped(1)\n let _b = wrapped(2.5) }}")),
        ">, >, >i16"
    );
    let twice = "fn again[U: Copy](value: U) { let _a = wrapped((value, [value, value])) }";
    assert_eq!(kinds_beside(&format!("{passed}\n{twice}\nfn g {{ again(1) }}")), ">, >f64, >i16");
    let by_trait = "trait Kept[A] { fn kept -> Result[A, Self] }
        impl Kept[f64] for i16 { fn kept -> Result[f64, i16] { Ok(1.0) } }
        fn g[K: Kept[f64]](value: ref K) { let _a = value.kept() }
        fn h { g(3 as i16) }";
    assert_eq!(kinds_beside(by_trait), ">i64, >, >");
    let own = "trait Own { fn own[B](_value: B) { } }
        impl Own for bool { fn own[C](value: C) { let _a: Result[C, bool] = Ok(value) } }
        fn g[O: Own](of: ref O) { of.own(2.5) }";
    assert_eq!(kinds_beside(own), ">i64, >, >i16");
    let at_its_end = "type inline Box[T: Copy] { let @value: T }
        impl[V: Copy] Drop for Box[V] { fn mut drop { let _a: Result[V, bool] = Ok(@value) } }
        fn g { let _b = Box(1 as i16) }";
    assert_eq!(kinds_beside(at_its_end), ">i64, >f64, >");
    let of_slices =
        "trait Named { fn name } impl[T] Named for [T] { fn name { let _a: Option[Result[T, bool]] = None } }
        fn g(slice: ref [f64]) { slice.name() }";
    assert_eq!(kinds_beside(of_slices), ">i64, >, >i16");
    // What the library keeps in such enums counts where a program leads there, and only there.
    let needs = "fn g(bytes: ref Array[u8]) -> Result[bool, bool] { Ok(bytes.length() > 2) }";
    assert_eq!(kinds_beside(needs), ">i64, >f64, >i16");

    let by_table =
        "trait Named { fn name } impl[T] Named for (T, bool) { fn name { let _a: Option[Result[T, bool]] = None } }
        fn g(value: (i64, bool)) -> dyn Named { value }";
    assert_eq!(kinds_beside(by_table), ">, >f64, >i16");
    let default = "trait Named { fn name { let _a: Option[Result[Self, bool]] = None } }
        type copy Two { let @a: f64 }
        impl Named for Two
        fn g(value: ref dyn Named) { value.name() }";
    assert_eq!(kinds_beside(default), ">i64, >, >i16");
}

#[test]
fn elements_in_enums_may_be_looked_at_as_anything() {
    let accesses = "fn f(a: mut [i64; 3], b: mut [i64], c: mut [f64], d: mut [[f64; 2]; 2], e: mut [i16]) {
        a[0] = 1\n b[0] = 2\n c[0] = 3.0\n d[1][0] = 4.0\n e[0] = 5 }";
    let written = "type enum E { case A([i64; 2]) case B([[f64; 3]; 5]) }";
    assert_eq!(kinds(written, accesses), ">, >, >, >, >i16");
    let of_parameter = "type enum E[T] { case A([T; 2]) case B(bool) }\nfn g(_x: E[i64], _y: E[[f64; 2]]) { }";
    assert_eq!(kinds(of_parameter, accesses), ">, >, >, >, >i16");
    let of_options = "type enum E[T: ref] { case A([Option[T]; 2]) case B(bool) }\nfn g(_x: E[E[i64]]) { }";
    let accesses = "fn f(a: mut [Option[E[i64]]], b: mut [i64]) { a[0] = None\n b[0] = 1 }";
    assert_eq!(kinds(of_options, accesses), "<, >, >i64");
}

#[test]
fn type_arguments_that_no_such_enum_holds_are_known() {
    let arguments = "type inline Box[T] { let @value: T }
        fn same[T](value: T) -> T { value }
        fn g { let _c = same(1)\n let _d = 1.compare(2)\n let _a = Some(2.5)\n let _b = Box(3 as i16) }";
    assert_eq!(kinds_beside(arguments), ">i64, >f64, >i16");
    let behind = "type Held[T] { let @value: T }
        fn g(_a: Result[Held[i64], ref f64], _b: Result[Pointer[i16], String]) { }";
    assert_eq!(kinds_beside(&format!("type view V {{ let @r: Result[ref f64, bool] }}\n{behind}")), ">i64, >f64, >i16");
}

#[test]
fn c_globals_have_the_types_that_c_gives_them() {
    assert_eq!(kinds("extern { let mut optind: i32 }", "unsafe fn f { optind = 1 }"), ">");
}

#[test]
fn debug_builds_say_nothing() {
    let text = "type copy Vec3 { let @x: f64 }\nfn f(v: mut Vec3) { v.x = 1.0 }";
    built(text, "f", CHECKED, |function| {
        assert!(function.pointer_facts.is_empty());
        for instruction in &function.instructions {
            if let Operation::Load { alias, .. } | Operation::Store { alias, .. } = instruction.operation {
                assert_eq!(alias, mir::AliasId::ANY);
            }
        }
    });
}

#[test]
fn returns_share_the_drops_that_they_end_in() {
    let steps: String =
        (0..40).map(|number| format!("let a{number} = make()\n if a{number}.v == 1 {{ return {number} }}\n")).collect();
    let text = format!("type Node {{ let @v: i64 }}\n fn make -> Node {{ Node(v: 1) }}\n fn f -> i64 {{ {steps} 0 }}");
    let calls = built(&text, "f", CHECKED, |function| function.calls.len());
    // One that makes each object, one that ends it where the returns meet and one at the end of the body; the first seven
    // returns have too few drops to share them, which makes 28.
    assert_eq!(calls, 3 * 40 + 28);
}

/// The bytes of a constant or global and of the texts that it leads to, on a target.
fn data_of(text: &str, name: &str, target: abi::Target) -> Vec<Vec<u8>> {
    let db = Database::new();
    let file = load_for(&db, text, target);
    assert_eq!(crate::fixture::diagnostics_text(&db, file), "");
    let built = mir_of(&db, Instance::Constant(item(&db, file, name)), FACTS);
    built.module.globals.iter().map(|global| global.bytes.clone()).collect()
}

#[test]
fn numbers_in_data_have_the_order_of_bytes_of_the_target() {
    let text = "type copy Mixed { let @a: u16  let @b: bool  let @c: i32  let @d: f64  let @e: f32 }
        let MIXED: Mixed = Mixed(a: 0x0102, b: true, c: -2, d: 1.0, e: 2.0)
        let WIDE: u128 = 0x0102
        let WORDS: [u16; 2] = [1, 0x0203]
        let TEXT: (String, u8) = (\"ab\", 7 as u8)";
    let [little, big] = [abi::Target::X86_64_LINUX, abi::Target::S390X_LINUX]
        .map(|target| move |name: &str| data_of(text, name, target));
    assert_eq!(
        little("MIXED"),
        [[&[2, 1, 1, 0, 0xfe, 0xff, 0xff, 0xff][..], &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f], &[0, 0, 0, 0x40, 0, 0, 0, 0]]
            .concat()]
    );
    assert_eq!(
        big("MIXED"),
        [[&[1, 2, 1, 0, 0xff, 0xff, 0xff, 0xfe][..], &[0x3f, 0xf0, 0, 0, 0, 0, 0, 0], &[0x40, 0, 0, 0, 0, 0, 0, 0]]
            .concat()]
    );
    assert_eq!(little("WIDE"), [[&[2, 1][..], &[0; 14]].concat()]);
    assert_eq!(big("WIDE"), [[&[0; 14][..], &[1, 2]].concat()]);
    assert_eq!(little("WORDS"), [[1, 0, 3, 2]]);
    assert_eq!(big("WORDS"), [[0, 1, 2, 3]]);
    let object = |length: [u8; 8]| [&[0xff; 8][..], &length, b"ab\0"].concat();
    assert!(little("TEXT").contains(&object([2, 0, 0, 0, 0, 0, 0, 0])));
    assert!(big("TEXT").contains(&object([0, 0, 0, 0, 0, 0, 0, 2])));
}

/// The variables of `fn f`, whose text ends where `fn late_use` begins: where each is declared and visible, and whether it
/// has memory.
fn recorded(text: &str) -> String {
    let db = Database::new();
    let file = load(&db, text);
    let settings = Settings { debug: DebugInformation::Full, ..CHECKED };
    let module = mir_of(&db, Instance::function(item(&db, file, "f")), settings).module;
    mir::verify(&module).expect("the module is right");
    let types = DebugTypes::new(&module.strings, &module.metadata);
    let function = &module.functions[0];
    let chunk = &text[text.find("fn f").unwrap()..text.find("fn late_use").unwrap()];
    let mut shown = String::new();
    for variable in &function.variables {
        let scope = function.scopes[variable.scope.index()];
        let declared = chunk[variable.offset as usize..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        let ty = variable.source_type.map(|node| match types.of_node(node) {
            DebugType::Named(key) => types.key(key).to_owned(),
            DebugType::Node(node) => types.describe(node).expect("a type").name.to_owned(),
        });
        let begin = chunk[..scope.start as usize].lines().last().unwrap_or("").trim();
        let end = chunk[..scope.end as usize].lines().last().unwrap_or("").trim();
        let name = module.strings.text(variable.name);
        let nowhere = if variable.slot.is_none() { ", nowhere" } else { "" };
        writeln!(shown, "{name} at `{declared}`, {}: `{begin}` to `{end}`{nowhere}", ty.unwrap_or_default()).unwrap();
    }
    shown
}

#[test]
fn a_variable_is_recorded_from_behind_its_let_to_the_end_of_its_block() {
    let text = "type Pair { let @a: i64, let @b: u8 }
fn f(pair: ref Pair, n: u32) -> i64 {
    let x = pair.a
    let late: String
    for i in 0..3 {
        let x = (x + i, true)
        late_use(x.0)
    }
    late = \"text\"
    let x = if n > 3 { let inner = x * 2  inner } else { 1 }
    late.length() + x
}
fn late_use(n: i64) { }";
    expect![[r#"
        pair at `pair`, ref Pair: `` to `}`
        n at `n`, : `` to `}`
        x at `x`, : `let x = pair.a` to `}`
        late at `late`, String: `let late: String` to `}`
        i at `i`, : `for i in 0..3` to `}`
        x at `x`, (i64, bool): `let x = (x + i, true)` to `}`
        inner at `inner`, : `let x = if n > 3 { let inner = x * 2` to `let x = if n > 3 { let inner = x * 2  inner }`
        x at `x`, : `let x = if n > 3 { let inner = x * 2  inner } else { 1 }` to `}`
    "#]]
    .assert_eq(&recorded(text));
}

#[test]
fn what_has_no_memory_is_recorded_too_and_what_a_guard_declares_once() {
    let text = "fn f(pair: (i64, i64), unit: ()) -> i64 {
    let unit = 1
    if unit == 2 { let unit = () late_use(2) }
    match pair {
        case (1, n) | (n, 1) if let (2, k) = (n, 3) && { let twice = n + k  twice > 4 } -> n + k
        case (n, k) if k > 1 -> n
        case (k, _) -> k
        case (k, n) -> { let unit = k  n + unit }
    }
}
fn late_use(n: i64) { }";
    expect![[r#"
        pair at `pair`, (i64, i64): `` to `}`
        unit at `unit`, (): `` to `}`
        unit at `unit`, : `let unit = 1` to `}`
        unit at `unit`, (): `if unit == 2 { let unit = ()` to `if unit == 2 { let unit = () late_use(2) }`, nowhere
        n at `n`, ref i64: `case (1, n) | (n, 1) if` to `case (1, n) | (n, 1) if let (2, k) = (n, 3) && { let twice = n + k  twice > 4 } -> n + k`
        k at `k`, : `case (1, n) | (n, 1) if let (2, k) = (n, 3)` to `case (1, n) | (n, 1) if let (2, k) = (n, 3) && { let twice = n + k  twice > 4 } -> n + k`
        twice at `twice`, : `case (1, n) | (n, 1) if let (2, k) = (n, 3) && { let twice = n + k` to `case (1, n) | (n, 1) if let (2, k) = (n, 3) && { let twice = n + k  twice > 4 }`
        n at `n`, ref i64: `case (n, k) if` to `case (n, k) if k > 1 -> n`
        k at `k`, ref i64: `case (n, k) if` to `case (n, k) if k > 1 -> n`
        k at `k`, ref i64: `case (k, _) ->` to `case (k, _) -> k`
        k at `k`, ref i64: `case (k, n) ->` to `case (k, n) -> { let unit = k  n + unit }`, nowhere
        n at `n`, ref i64: `case (k, n) ->` to `case (k, n) -> { let unit = k  n + unit }`, nowhere
        unit at `unit`, ref i64: `case (k, n) -> { let unit = k` to `case (k, n) -> { let unit = k  n + unit }`, nowhere
    "#]].assert_eq(&recorded(text));
}

/// Whatever a maker has made before, and with what settings: no number, table or field of it comes into the next module.
#[test]
fn a_maker_makes_of_an_instance_what_a_new_one_would() {
    let db = Database::new();
    let file = load(
        &db,
        "type Node { let @name: String  let @age: i64 }
        type copy Pair { let @a: i64  let @b: f32 }
        type inline Both { let @left: Node  let @pair: Pair }
        let LIMIT = [1, 2, 3]
        fn long(n: i64) -> i64 { let a = n + 1  let b = a * LIMIT[n]  let c = b / 3  c % 7 }
        fn pair(a: i64) -> Pair { let p = Pair(a, 2.0)  p }
        fn node(name: String) -> Node { let n = Node(name, 1)  n }
        fn both(p: Pair) -> Both { let b = Both(node(\"x\"), p)  b }
        fn read(b: Both) -> i64 { long(b.pair.a) + b.left.age }
        fn short() { }",
    );
    assert_eq!(crate::fixture::diagnostics_text(&db, file), "");
    let mut instances: Vec<Instance> = ["long", "pair", "node", "both", "read", "short"]
        .map(|name| Instance::function(item(&db, file, name)))
        .into_iter()
        .collect();
    let needed: Vec<Instance> = instances.iter().flat_map(|known| mir_of(&db, *known, CHECKED).needs).collect();
    assert!(needed.iter().any(|needed| matches!(needed, Instance::Drop(_))));
    instances.extend(needed);
    let mut maker = Maker::default();
    for order in 0..2 {
        for (number, instance) in instances.iter().enumerate() {
            let settings = if (number + order) % 2 == 0 { CHECKED } else { FACTS };
            let (made, new) = (maker.mir_of(&db, *instance, settings), mir_of(&db, *instance, settings));
            assert_eq!(mir::print(&made.module), mir::print(&new.module));
            assert_eq!(made.needs, new.needs);
            assert_eq!(*maker.symbol(&db, *instance), *symbol(&db, *instance));
        }
        instances.reverse();
    }
}

#[test]
fn a_variable_that_is_written_behind_its_declaration_may_change() {
    let text = "type copy Pair { let @a: i64  let @b: i64 }
fn f(kept: i64, passed: mut Pair) -> i64 {
    let pair = Pair(kept, 2)
    let mut parts = Pair(1, 2)
    let mut counted = 0
    let lent = 3
    let late: i64
    let mut unchanged = pair.b
    for i in 0..3 { parts.a += i counted += 1 }
    if counted > 2 { late = 1 } else { late = 2 }
    take(mut counted)
    passed.a + late + lent + unchanged
}
fn take(n: mut i64) { n += 1 }";
    let db = Database::new();
    let file = load(&db, text);
    let settings = Settings { debug: DebugInformation::Full, ..CHECKED };
    let module = mir_of(&db, Instance::function(item(&db, file, "f")), settings).module;
    let function = &module.functions[0];
    let changing = function.variables.iter().zip(function.changing_variables()).filter(|(_, changes)| *changes);
    let names: Vec<&str> = changing.map(|(variable, _)| module.strings.text(variable.name)).collect();
    assert_eq!(names, ["parts", "counted", "late"]);
}
