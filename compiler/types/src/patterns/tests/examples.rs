//! What is said about matches as people write them: missing examples in words, unreachable arms, the decision.

use abi::IntKind;
use expect_test::{Expect, expect};

use super::super::{Arm, Constructor, Number, NumberRange, Patterns, compile, complete, describe};
use super::types::{Type, TypeId, Types, arm, guarded};

/// The missing examples and the unreachable patterns.
fn said(types: &Types, ty: TypeId, patterns: &Patterns, arms: &[Arm]) -> String {
    let matching = compile(types, ty, patterns, arms).expect("small");
    let mut text = match &matching.missing {
        Some(missing) => format!("missing: {}\n", missing.describe(types, ty)),
        None => "exhaustive\n".to_string(),
    };
    for unreachable in &matching.unreachable {
        // Alternatives of these tests are of the whole type.
        let pattern = describe(types, patterns, unreachable.pattern, ty);
        text += &format!("unreachable in arm {}: {pattern}\n", unreachable.arm);
    }
    text
}

fn check(types: &Types, ty: TypeId, patterns: &Patterns, arms: &[Arm], expected: Expect) {
    expected.assert_eq(&said(types, ty, patterns, arms));
}

#[test]
fn cases() {
    let mut types = Types::default();
    let float = types.add(Type::Float(abi::FloatKind::F64));
    let shape =
        types.enumeration(&[("Circle", &[float]), ("Rect", &[float, float]), ("Line", &[]), ("Poly", &[float; 5])]);
    let mut all = Patterns::default();
    check(&types, shape, &all, &[], expect!["missing: `Circle(_)`, `Rect(_, _)`, `Line` and 1 more\n"]);
    let (circle, line) = (all.case(0, &[]), all.case(2, &[]));
    let both = all.alternatives(&[circle, line]);
    check(&types, shape, &all, &[arm(both)], expect!["missing: `Rect(_, _)` and `Poly(..)`\n"]);
    let rest = all.wildcard();
    let again = all.case(2, &[]);
    check(
        &types,
        shape,
        &all,
        &[arm(both), arm(again), arm(rest)],
        expect![[r#"
        exhaustive
        unreachable in arm 1: Line
    "#]],
    );
    // A guard takes nothing from those below it.
    check(
        &types,
        shape,
        &all,
        &[guarded(both), arm(again), guarded(rest)],
        expect![[r#"
        missing: `Circle(_)`, `Rect(_, _)` and `Poly(..)`
    "#]],
    );
}

#[test]
fn inside_each_other() {
    let mut types = Types::default();
    let number = types.add(Type::Integer(IntKind::I32));
    let option = types.enumeration(&[("None", &[]), ("Some", &[number])]);
    let pair = types.add(Type::Tuple(vec![option, option]));
    let mut all = Patterns::default();
    let some = |all: &mut Patterns| all.case(1, &[]);
    let first = [some(&mut all), all.wildcard()];
    let second = [all.wildcard(), some(&mut all)];
    let arms = [all.single(&first), all.single(&second)].map(arm);
    check(&types, pair, &all, &arms, expect!["missing: `(None, None)`\n"]);
    let three = all.integers(IntKind::I32, 3, 9);
    let numbers = [all.case(1, &[three]), all.wildcard()];
    let arms = [all.single(&numbers), all.single(&second)].map(arm);
    check(&types, pair, &all, &arms, expect!["missing: `(None, None)`, `(Some(2), None)` and `(Some(10), None)`\n"]);
}

#[test]
fn integers() {
    let mut types = Types::default();
    let mut all = Patterns::default();
    let small = types.add(Type::Integer(IntKind::U8));
    let arms = [(0, 0), (4, 9), (12, 200)].map(|(first, last)| arm(all.integers(IntKind::U8, first, last)));
    check(&types, small, &all, &arms, expect!["missing: `1..=3`, `10..=11` and `201..=255`\n"]);
    let large = types.add(Type::Integer(IntKind::I64));
    let arms = [0, 1, 5].map(|number| arm(all.integers(IntKind::I64, number, number)));
    check(&types, large, &all, &arms, expect!["missing: `-1` and below, `2..=4` and `6` and above\n"]);
    let huge = types.add(Type::Integer(IntKind::U128));
    let arms = [arm(all.integers(IntKind::U128, 3, -1))];
    check(&types, huge, &all, &arms, expect!["missing: `0..=2`\n"]);
    let signed = types.add(Type::Integer(IntKind::I128));
    let ends = [(i128::MIN, -1), (0, i128::MAX), (7, 7), (9, 8)];
    let arms = ends.map(|(first, last)| arm(all.integers(IntKind::I128, first, last)));
    check(
        &types,
        signed,
        &all,
        &arms,
        expect![[r#"
        exhaustive
        unreachable in arm 2: 7
        unreachable in arm 3: 9..=8
    "#]],
    );
    let none = all.with(Constructor::Range(NumberRange::exclusive(Number::length(0), Number::length(0))), &[]);
    let wildcard = all.wildcard();
    check(
        &types,
        small,
        &all,
        &[arm(none), arm(wildcard)],
        expect![[r#"
        exhaustive
        unreachable in arm 0: 1..=0
    "#]],
    );
}

#[test]
fn texts_and_floats_are_never_all() {
    let mut types = Types::default();
    let (text, float) = (types.add(Type::Text), types.add(Type::Float(abi::FloatKind::F64)));
    let mut all = Patterns::default();
    let arms = ["a", "b", "a"].map(|text| arm(all.literal(text)));
    check(
        &types,
        text,
        &all,
        &arms,
        expect![[r#"
        missing: `_`
        unreachable in arm 2: "a"
    "#]],
    );
    let range = |first: f64, last: f64| match (Number::f64(first), Number::f64(last)) {
        (Some(first), Some(last)) => Constructor::Range(NumberRange::inclusive(first, last)),
        _ => Constructor::Range(NumberRange::EMPTY),
    };
    let infinite = (f64::NEG_INFINITY, f64::INFINITY);
    let arms =
        [infinite, (-0.0, 0.0), (f64::NAN, f64::NAN)].map(|(first, last)| arm(all.with(range(first, last), &[])));
    let matching = compile(&types, float, &all, &arms).expect("small");
    assert_eq!(matching.unreachable.iter().map(|found| found.arm).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(matching.missing.map(|missing| missing.describe(&types, float)), Some("`_`".to_string()));
}

#[test]
fn elements() {
    let mut types = Types::default();
    let boolean = types.add(Type::Bool);
    let (slice, long) = (types.add(Type::Slice(boolean)), types.add(Type::Array(1 << 40, boolean)));
    let mut all = Patterns::default();
    let [yes, no] = [true, false].map(|value| all.boolean(value));
    let empty = all.elements(&[], None);
    let ends = all.elements(&[yes], Some(&[no]));
    check(
        &types,
        slice,
        &all,
        &[arm(empty), arm(ends)],
        expect![[r#"
            missing: `[_]`, `[true, .., true]` and `[false, _, ..]`
        "#]],
    );
    let longer = all.elements(&[yes], Some(&[]));
    let starts = all.elements(&[no], Some(&[]));
    check(
        &types,
        slice,
        &all,
        &[arm(longer), arm(ends), arm(starts)],
        expect![[r#"
        missing: `[]`
        unreachable in arm 1: [true, .., false]
    "#]],
    );
    // Elements from both ends that are the same, and others that are not, with lengths between that an arm takes.
    let last = all.elements(&[], Some(&[yes]));
    let three = all.elements(&[no, yes, no], None);
    let two = all.elements(&[no], Some(&[no]));
    check(
        &types,
        slice,
        &all,
        &[arm(empty), arm(last), arm(three)],
        expect![[r#"
        missing: `[false]`, `[true, _, false]`, `[false, false, false]` and 1 more
    "#]],
    );
    check(
        &types,
        slice,
        &all,
        &[arm(last), arm(three), arm(two)],
        expect![[r#"
        missing: `[]`, `[false]`, `[true, false]` and 2 more
    "#]],
    );
    check(&types, long, &all, &[arm(ends)], expect!["missing: `[true, .., true]` and `[false, ..]`\n"]);
}

#[test]
fn types_without_values_need_no_arm() {
    let mut types = Types::default();
    let (never, number) = (types.plain_enumeration(0), types.add(Type::Integer(IntKind::I32)));
    let result = types.enumeration(&[("Ok", &[number]), ("Err", &[never])]);
    // A list, and a type that has only endless values, which is left alone.
    let list = types.add(Type::Bool);
    types.all[list] = Type::Enum(vec![("Nil".to_string(), vec![]), ("Cons".to_string(), vec![result, list])]);
    let endless = types.add(Type::Bool);
    types.all[endless] = Type::Enum(vec![("Again".to_string(), vec![endless])]);
    let mut all = Patterns::default();
    check(&types, never, &all, &[], expect!["exhaustive\n"]);
    let (ok, err) = (all.case(0, &[]), all.case(1, &[]));
    check(&types, result, &all, &[arm(ok)], expect!["exhaustive\n"]);
    check(
        &types,
        result,
        &all,
        &[arm(ok), arm(err)],
        expect![[r#"
        exhaustive
        unreachable in arm 1: Err(_)
    "#]],
    );
    check(
        &types,
        result,
        &all,
        &[arm(err)],
        expect![[r#"
        missing: `Ok(_)`
        unreachable in arm 0: Err(_)
    "#]],
    );
    let nil = all.case(0, &[]);
    check(&types, list, &all, &[arm(nil)], expect!["missing: `Cons(_, _)`\n"]);
    check(
        &types,
        endless,
        &all,
        &[],
        expect![[r#"
        missing: `Again(_)`
    "#]],
    );
}

#[test]
fn alternatives() {
    let mut types = Types::default();
    let boolean = types.add(Type::Bool);
    let pair = types.add(Type::Tuple(vec![boolean, boolean]));
    let mut all = Patterns::default();
    let mut tuple = |first, second| {
        let parts = [all.boolean(first), all.boolean(second)];
        all.single(&parts)
    };
    let (one, two, three) = (tuple(true, true), tuple(true, false), tuple(true, true));
    let any = all.alternatives(&[one, two, three]);
    check(
        &types,
        pair,
        &all,
        &[arm(any)],
        expect![[r#"
        missing: `(false, _)`
        unreachable in arm 0: (true, true)
    "#]],
    );
    // Under a guard each is tried.
    check(
        &types,
        pair,
        &all,
        &[guarded(any)],
        expect![[r#"
        missing: `(true, true)`, `(true, false)` and `(false, _)`
    "#]],
    );
}

/// The bindings of alternatives differ, equal rests are shared, and nothing is tested whose outcome does not matter.
#[test]
fn a_decision() {
    let mut types = Types::default();
    let number = types.add(Type::Integer(IntKind::U8));
    let shape = types.enumeration(&[("Left", &[number]), ("Right", &[number]), ("Both", &[number, number])]);
    let mut all = Patterns::default();
    let [left, right] = [0, 1].map(|case| {
        let inner = all.wildcard();
        let part = all.binding(7, inner);
        all.case(case, &[part])
    });
    let one = all.alternatives(&[left, right]);
    let parts = [all.integers(IntKind::U8, 0, 9), all.integers(IntKind::U8, 5, 5)];
    let both = all.case(2, &parts);
    let rest = all.wildcard();
    let matching = compile(&types, shape, &all, &[guarded(one), arm(both), arm(rest)]).expect("small");
    let mut text = String::new();
    for (place, node) in matching.nodes.iter().enumerate().rev() {
        text += &format!("{place}: {node:?}\n");
    }
    expect![[r#"
        6: Cases { occurrence: OccurrenceId(0), branches: [(0, NodeId(1)), (1, NodeId(2)), (2, NodeId(5))], otherwise: None }
        5: Integers { occurrence: OccurrenceId(3), ranges: [(NumberRange { first: Number(0), last: Number(9) }, NodeId(4)), (NumberRange { first: Number(10), last: Number(255) }, NodeId(0))] }
        4: Integers { occurrence: OccurrenceId(4), ranges: [(NumberRange { first: Number(0), last: Number(4) }, NodeId(0)), (NumberRange { first: Number(5), last: Number(5) }, NodeId(3)), (NumberRange { first: Number(6), last: Number(255) }, NodeId(0))] }
        3: Arm { arm: 1, bindings: [] }
        2: Guard { arm: 0, bindings: [Bound { local: 7, occurrence: OccurrenceId(2) }], otherwise: NodeId(0) }
        1: Guard { arm: 0, bindings: [Bound { local: 7, occurrence: OccurrenceId(1) }], otherwise: NodeId(0) }
        0: Arm { arm: 2, bindings: [] }
    "#]].assert_eq(&text);
}

#[test]
fn all_that_are_missing() {
    let mut types = Types::default();
    let number = types.add(Type::Integer(IntKind::I32));
    let boolean = types.add(Type::Bool);
    let names = ["A", "B", "C", "D", "E", "F", "G"];
    let part = [number];
    let many = types.enumeration(&names.map(|name| (name, &part[..])));
    let mut all = Patterns::default();
    let (first, three) = (all.case(0, &[]), all.integers(IntKind::I32, 3, 3));
    let second = all.case(1, &[three]);
    let found = complete(&types, many, &all, &[arm(first), guarded(second)]).expect("few");
    // A message shows three of them.
    assert_eq!(found, ["B(_)", "C(_)", "D(_)", "E(_)", "F(_)", "G(_)"]);
    // Below 3 and above it: nobody writes the ends.
    assert_eq!(complete(&types, number, &all, &[arm(three)]).expect("few"), ["_"]);
    assert_eq!(complete(&types, number, &all, &[]).expect("few"), ["_"]);
    assert_eq!(complete(&types, boolean, &all, &[]).expect("few"), ["true", "false"]);
    let pair = types.add(Type::Tuple(vec![boolean, number]));
    let truth = all.constructor(Constructor::Bool(true), &[]);
    let both = all.single(&[truth, three]);
    assert_eq!(complete(&types, pair, &all, &[arm(both)]).expect("few"), ["(true, _)", "(false, _)"]);
    let covered = all.single(&[truth]);
    assert_eq!(complete(&types, pair, &all, &[arm(covered)]).expect("few"), ["(false, _)"]);
    let byte = types.add(Type::Integer(IntKind::U8));
    let low = all.integers(IntKind::U8, 0, 9);
    assert_eq!(complete(&types, byte, &all, &[arm(low)]).expect("few"), ["10..=255"]);
    let rest = all.wildcard();
    assert!(complete(&types, many, &all, &[arm(rest)]).expect("few").is_empty());
}
