//! The work for large matches, in steps: about linear in arms over one column, polynomial for the usual families, and an
//! end for those that are exponential.

use abi::IntKind;

use super::super::{Arm, Constructor, Matching, PatternId, Patterns, TooComplex, compile};
use super::types::{Type, TypeId, Types, arm, guarded};

type Made = (Types, TypeId, Patterns, Vec<Arm>);

fn matching((types, ty, patterns, arms): &Made) -> Result<Matching<TypeId>, TooComplex> {
    compile(types, *ty, patterns, arms)
}

/// How the steps and the nodes grow when the size doubles.
fn growth(make: impl Fn(usize) -> Made, size: usize) -> (f64, f64) {
    let [small, large] = [size, 2 * size].map(|size| matching(&make(size)).expect("not too complex"));
    (large.steps as f64 / small.steps as f64, large.nodes.len() as f64 / small.nodes.len() as f64)
}

fn is_linear(make: impl Fn(usize) -> Made, size: usize) {
    let (steps, nodes) = growth(make, size);
    assert!(steps < 2.3 && nodes < 2.3, "steps grow {steps}, nodes {nodes}");
}

fn one_column(ty: Type, count: usize, pattern: impl Fn(&mut Patterns, usize) -> PatternId) -> Made {
    let mut types = Types::default();
    let ty = types.add(ty);
    let mut patterns = Patterns::default();
    let mut arms: Vec<Arm> = (0..count).map(|number| arm(pattern(&mut patterns, number))).collect();
    arms.push(arm(patterns.wildcard()));
    (types, ty, patterns, arms)
}

const U64: IntKind = IntKind::U64;

/// `0..=5`, `10..=15`, `20..=25`.
fn sparse(all: &mut Patterns, number: usize) -> PatternId {
    all.integers(U64, 10 * number as i128, 10 * number as i128 + 5)
}

fn one(all: &mut Patterns, number: usize) -> PatternId {
    all.integers(U64, number as i128, number as i128)
}

#[test]
fn cases_and_texts_are_linear() {
    let cases = |size| {
        let mut types = Types::default();
        let ty = types.plain_enumeration(size);
        let mut patterns = Patterns::default();
        let arms = (0..size).map(|case| arm(patterns.case(case as u32, &[]))).collect();
        (types, ty, patterns, arms)
    };
    is_linear(cases, 500);
    is_linear(|size| one_column(Type::Text, size, |all, number| all.literal(&format!("text {number}"))), 5_000);
}

#[test]
fn integers_are_linear() {
    is_linear(|size| one_column(Type::Integer(U64), size, one), 5_000);
    is_linear(|size| one_column(Type::Integer(U64), size, sparse), 5_000);
    // Ranges inside each other, the widest first and last.
    let inside = |size: usize| {
        let end = 4 * size as i128;
        one_column(Type::Integer(U64), size, move |all, n| all.integers(U64, n as i128, end - n as i128))
    };
    is_linear(inside, 5_000);
    let around = |size: usize| {
        let (from, to) = (size as i128, 3 * size as i128);
        one_column(Type::Integer(U64), size, move |all, n| all.integers(U64, from - n as i128, to + n as i128))
    };
    is_linear(around, 5_000);
    let alternatives = |size: usize| {
        one_column(Type::Integer(U64), 1, move |all, _| {
            let numbers: Vec<PatternId> = (0..size).map(|number| one(all, number)).collect();
            all.alternatives(&numbers)
        })
    };
    is_linear(alternatives, 5_000);
}

#[test]
fn guards_are_linear() {
    let ranges = |size: usize| {
        let (types, ty, patterns, mut arms) = one_column(Type::Integer(U64), size, sparse);
        arms[..size].iter_mut().for_each(|arm| arm.has_guard = true);
        (types, ty, patterns, arms)
    };
    is_linear(ranges, 5_000);
    let wildcards = |size: usize| {
        let (types, ty, mut patterns, _) = one_column(Type::Integer(U64), 0, sparse);
        let arms = (0..size).map(|_| guarded(patterns.wildcard())).collect();
        (types, ty, patterns, arms)
    };
    is_linear(wildcards, 5_000);
}

#[test]
fn large_matches_are_small_decisions() {
    let dense = one_column(Type::Integer(U64), 10_000, one);
    let dense = matching(&dense).expect("linear");
    assert!(dense.steps < 300_000 && dense.nodes.len() == 10_002, "{} steps", dense.steps);
    let texts = one_column(Type::Text, 10_000, |all, number| all.literal(&format!("text {number}")));
    let texts = matching(&texts).expect("linear");
    assert!(texts.steps < 300_000 && texts.nodes.len() == 10_002, "{} steps", texts.steps);
}

fn bools(size: usize) -> (Types, TypeId, Patterns) {
    let mut types = Types::default();
    let boolean = types.add(Type::Bool);
    let ty = types.add(Type::Tuple(vec![boolean; size]));
    (types, ty, Patterns::default())
}

/// `(true, _, _)`, `(_, true, _)`, `(_, _, true)`.
fn diagonal(size: usize) -> Made {
    let (types, ty, mut patterns) = bools(size);
    let arms = (0..size)
        .map(|place| {
            let part = patterns.boolean(true);
            arm(patterns.constructor(Constructor::Single, &[(place as u32, part)]))
        })
        .collect();
    (types, ty, patterns, arms)
}

/// `(true | false, true | false, …)`.
fn product(size: usize) -> Made {
    let (types, ty, mut patterns) = bools(size);
    let parts: Vec<PatternId> = (0..size)
        .map(|_| {
            let both = [patterns.boolean(true), patterns.boolean(false)];
            patterns.alternatives(&both)
        })
        .collect();
    let arms = vec![arm(patterns.single(&parts))];
    (types, ty, patterns, arms)
}

/// `(true, true, …)` and a wildcard.
fn whole(size: usize) -> Made {
    let (types, ty, mut patterns) = bools(size);
    let parts: Vec<PatternId> = (0..size).map(|_| patterns.boolean(true)).collect();
    let arms = vec![arm(patterns.single(&parts)), arm(patterns.wildcard())];
    (types, ty, patterns, arms)
}

/// The same case twice, for each case of an enum.
fn pairs(size: usize) -> Made {
    let mut types = Types::default();
    let side = types.plain_enumeration(size);
    let ty = types.add(Type::Tuple(vec![side, side]));
    let mut patterns = Patterns::default();
    let mut arms: Vec<Arm> = (0..size as u32)
        .map(|case| {
            let both = [patterns.case(case, &[]), patterns.case(case, &[])];
            arm(patterns.single(&both))
        })
        .collect();
    arms.push(arm(patterns.wildcard()));
    (types, ty, patterns, arms)
}

#[test]
fn tuples_are_polynomial() {
    for (make, size, most) in [(diagonal as fn(usize) -> Made, 100, 4.5), (product, 50, 8.5), (whole, 200, 4.5)] {
        let (steps, nodes) = growth(make, size);
        assert!(steps < most && nodes < 2.3, "steps grow {steps}, nodes {nodes}");
    }
    is_linear(pairs, 1_000);
    let all = matching(&product(64)).expect("all alternatives are reached soon");
    assert!(all.unreachable.is_empty() && all.missing.is_none() && all.nodes.len() == 1);
}

/// Clauses over variables: whether they cover everything is as hard as any puzzle.
fn puzzle(variables: usize) -> Made {
    let (types, ty, mut patterns) = bools(variables);
    let mut random = fastrand::Rng::with_seed(1);
    let arms = (0..variables * 4)
        .map(|_| {
            let mut parts: Vec<(u32, PatternId)> = Vec::new();
            while parts.len() < 3 {
                let place = random.u32(..variables as u32);
                if parts.iter().all(|(part, _)| *part != place) {
                    parts.push((place, patterns.boolean(random.bool())));
                }
            }
            arm(patterns.constructor(Constructor::Single, &parts))
        })
        .collect();
    (types, ty, patterns, arms)
}

#[test]
fn what_is_exponential_ends() {
    assert_eq!(matching(&puzzle(100)).err(), Some(TooComplex));
    assert!(matching(&puzzle(6)).is_ok());
    // Under a guard, alternatives are written out.
    let (types, ty, patterns, mut arms) = product(40);
    arms[0].has_guard = true;
    assert_eq!(compile(&types, ty, &patterns, &arms).err(), Some(TooComplex));
}

#[test]
fn long_paths_end_before_the_stack() {
    let on_a_small_stack = |make: fn(usize) -> Made, size: usize| {
        let run = move || matching(&make(size)).map(|matching| matching.nodes.len());
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread");
        thread.join().expect("no overflow")
    };
    assert_eq!(on_a_small_stack(whole, 900), Ok(902));
    assert_eq!(on_a_small_stack(whole, 1_100), Err(TooComplex));
    // These end in what is missing: all `false`.
    assert_eq!(on_a_small_stack(diagonal, 800), Ok(1_601));
    assert_eq!(on_a_small_stack(diagonal, 20_000), Err(TooComplex));
}
