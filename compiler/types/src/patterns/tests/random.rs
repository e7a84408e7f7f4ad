//! Random matches beside the model: types up to three levels deep, all their values, arms with guards and alternatives.
//! `PATTERN_MATRICES=2000000` tries so many instead of a few, `PATTERN_SEED=7` begins with that seed.

use std::collections::BTreeSet;

use abi::{FloatKind, IntKind};
use fastrand::Rng;

use super::super::{
    Arm, Constructor, Matching, Number, NumberRange, Pattern, PatternId, PatternList, Patterns, Unreachable, compile,
    describe,
};
use super::model::{Event, Oracle, Path, events, questions, walk, ways};
use super::types::{Type, TypeId, Types};
use super::values::{FLOAT_ENDS, TEXTS, Value, integer_ends};

/// Values of a type that is tried.
const MOST_VALUES: usize = 120;

/// Ways through the alternatives of an arm: the model tries all of them.
const MOST_WAYS: usize = 50;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn random_matches_choose_what_the_model_chooses() {
    let (first, count) = (number("PATTERN_SEED").unwrap_or(0), number("PATTERN_MATRICES").unwrap_or(20_000));
    let mut seen = Seen::default();
    for seed in first..first.saturating_add(count) {
        let matrix = Matrix::random(seed);
        let outcome = std::panic::catch_unwind(|| matrix.check());
        let Ok(found) = outcome else { panic!("seed {seed}:\n{}", matrix.text()) };
        seen.add(&found);
    }
    if count >= 1_000 {
        assert!(seen.is_everything(), "{seen:?}");
    }
}

/// What happened in some matrix: a generator that makes only one kind of match tests little.
#[derive(Default, Debug)]
struct Seen {
    exhaustive: u32,
    missing: u32,
    unreachable_arms: u32,
    unreachable_alternatives: u32,
    guards: u32,
    no_values: u32,
    more_examples: u32,
}

impl Seen {
    fn add(&mut self, other: &Seen) {
        self.exhaustive += other.exhaustive;
        self.missing += other.missing;
        self.unreachable_arms += other.unreachable_arms;
        self.unreachable_alternatives += other.unreachable_alternatives;
        self.guards += other.guards;
        self.no_values += other.no_values;
        self.more_examples += other.more_examples;
    }

    fn is_everything(&self) -> bool {
        let Seen { exhaustive, missing, unreachable_arms, unreachable_alternatives, guards, no_values, more_examples } =
            self;
        let all = [exhaustive, missing, unreachable_arms, unreachable_alternatives, guards, no_values, more_examples];
        all.into_iter().all(|count| *count > 0)
    }
}

#[derive(Debug)]
struct Matrix {
    types: Types,
    ty: TypeId,
    patterns: Patterns,
    arms: Vec<Arm>,
}

impl Matrix {
    fn random(seed: u64) -> Matrix {
        let mut random = Rng::with_seed(seed);
        loop {
            let mut types = Types::default();
            let ty = random_type(&mut types, &mut random, 3);
            if types.value_count(ty) > MOST_VALUES {
                continue;
            }
            let mut patterns = Patterns::default();
            let mut arms = Vec::new();
            let count = random.usize(0..7);
            while arms.len() < count {
                let pattern = random_pattern(&types, ty, &mut patterns, &mut random, 4);
                if way_count(&patterns, pattern) <= MOST_WAYS {
                    arms.push(Arm { pattern, has_guard: random.u8(..5) == 0 });
                }
            }
            return Matrix { types, ty, patterns, arms };
        }
    }

    /// For who looks for the cause of a difference.
    fn text(&self) -> String {
        let Matrix { types, ty, patterns, arms } = self;
        let mut text = format!("type {ty} of {:?}\n{patterns:?}\n", types.all);
        for arm in arms {
            text += &format!(
                "case {}{}\n",
                describe(types, patterns, arm.pattern, *ty),
                if arm.has_guard { " if" } else { "" }
            );
        }
        if let Ok(matching) = compile(types, *ty, patterns, arms) {
            for (place, part) in matching.occurrences.all().iter().enumerate() {
                text += &format!("part {place}: {part:?}\n");
            }
            for (place, node) in matching.nodes.iter().enumerate() {
                text += &format!("{place}: {node:?}\n");
            }
        }
        text
    }

    fn check(&self) -> Seen {
        let Matrix { types, ty, patterns, arms } = self;
        let matching = compile(types, *ty, patterns, arms).expect("small enough");
        let (mut reached, mut chosen) = (BTreeSet::new(), BTreeSet::new());
        let mut missed = Vec::new();
        let mut seen = Seen::default();
        let values = types.values(*ty);
        for value in &values {
            for oracle in self.oracles(value) {
                let (expected, alternatives) = events(patterns, arms, value, &oracle);
                assert_eq!(walk(&matching, patterns, value, &oracle), expected, "{value:?} in {:#?}", matching.nodes);
                for event in &expected {
                    match event {
                        Event::Missing => missed.push(value),
                        Event::Arm(arm, _) => _ = reached.insert(*arm),
                        Event::Guard(arm, _) => {
                            seen.guards += 1;
                            reached.insert(*arm);
                        }
                    }
                }
                chosen.extend(alternatives);
            }
        }
        let expected = self.unreachable(&reached, &chosen);
        assert_eq!(matching.unreachable, expected);
        self.check_missing(&matching, &values, &missed);
        seen.unreachable_arms = (0..).zip(arms).filter(|(number, _)| !reached.contains(number)).count() as u32;
        seen.unreachable_alternatives = expected.len() as u32 - seen.unreachable_arms;
        seen.no_values = u32::from(values.is_empty());
        seen.missing = u32::from(!missed.is_empty());
        seen.exhaustive = u32::from(missed.is_empty());
        seen.more_examples = u32::from(matching.missing.is_some_and(|missing| missing.more > 0));
        seen
    }

    /// All answers to the comparisons with opaque constants that may be made for a value.
    fn oracles(&self, value: &Value) -> Vec<Oracle> {
        let mut all = Oracle::new();
        for arm in &self.arms {
            questions(&self.patterns, arm.pattern, value, &Path::new(), &mut all);
        }
        let with = |set: &Oracle, question: &(u32, Path)| set.iter().chain([question]).cloned().collect();
        all.iter().take(6).fold(vec![Oracle::new()], |sets, question| {
            let more: Vec<Oracle> = sets.iter().map(|set| with(set, question)).collect();
            [sets, more].concat()
        })
    }

    fn unreachable(&self, reached: &BTreeSet<u32>, chosen: &BTreeSet<PatternId>) -> Vec<Unreachable> {
        let mut all = Vec::new();
        for (number, arm) in (0..).zip(&self.arms) {
            match reached.contains(&number) {
                true => self.unreachable_in(number, arm.pattern, chosen, &mut all),
                false => all.push(Unreachable { arm: number, pattern: arm.pattern }),
            }
        }
        all.sort_by_key(|unreachable| (unreachable.arm, unreachable.pattern));
        all
    }

    fn unreachable_in(&self, arm: u32, pattern: PatternId, chosen: &BTreeSet<PatternId>, all: &mut Vec<Unreachable>) {
        match self.patterns.get(pattern) {
            Pattern::Wildcard => {}
            Pattern::Binding { inner, .. } => self.unreachable_in(arm, inner, chosen, all),
            Pattern::Constructor { parts, .. } => {
                self.patterns.list(parts).iter().for_each(|(_, part)| self.unreachable_in(arm, *part, chosen, all));
            }
            Pattern::Alternatives(alternatives) => {
                for (_, alternative) in self.patterns.list(alternatives) {
                    match chosen.contains(alternative) {
                        true => self.unreachable_in(arm, *alternative, chosen, all),
                        false => all.push(Unreachable { arm, pattern: *alternative }),
                    }
                }
            }
        }
    }

    fn check_missing(&self, matching: &Matching<TypeId>, values: &[Value], missed: &[&Value]) {
        let Some(missing) = &matching.missing else {
            assert!(missed.is_empty(), "nothing is said to be missing, but {missed:?} is");
            return;
        };
        let text = missing.describe(&self.types, self.ty);
        assert!(!missed.is_empty(), "{text} are said to be missing, but nothing is");
        let no_oracle = Oracle::new();
        let is_missed = |value: &Value| missed.iter().any(|missed| std::ptr::eq(*missed, value));
        let fits = |example: PatternId, value: &Value| {
            !ways(&missing.patterns, example, value, &Path::new(), &no_oracle).is_empty()
        };
        let has = |is: fn(&Type) -> bool| self.types.all.iter().any(is);
        let is_exact = !has(|ty| matches!(ty, Type::Float(_) | Type::Text));
        for example in &missing.examples {
            let mut fitting = values.iter().filter(|value| fits(*example, value));
            let is_right = match is_exact {
                true => fitting.clone().count() > 0 && fitting.all(is_missed),
                false => fitting.any(is_missed),
            };
            assert!(is_right, "{text}");
        }
        if missing.more == 0 && !has(|ty| matches!(ty, Type::Slice(_))) {
            let is_shown = |value: &&Value| missing.examples.iter().any(|example| fits(*example, value));
            assert!(missed.iter().all(is_shown), "{text} are missing, and also one of {missed:?}");
        }
    }
}

fn way_count(patterns: &Patterns, pattern: PatternId) -> usize {
    match patterns.get(pattern) {
        Pattern::Wildcard => 1,
        Pattern::Binding { inner, .. } => way_count(patterns, inner),
        Pattern::Alternatives(all) => all_ways(patterns, all).fold(0, usize::saturating_add),
        Pattern::Constructor { parts, .. } => all_ways(patterns, parts).fold(1, usize::saturating_mul),
    }
}

fn all_ways(patterns: &Patterns, list: PatternList) -> impl Iterator<Item = usize> {
    patterns.list(list).iter().map(|(_, pattern)| way_count(patterns, *pattern))
}

fn random_type(types: &mut Types, random: &mut Rng, depth: u32) -> TypeId {
    let kind = if depth == 0 { random.u8(..9) } else { random.u8(..22) };
    let parts = |types: &mut Types, random: &mut Rng, most: usize| -> Vec<TypeId> {
        (0..random.usize(..=most)).map(|_| random_type(types, random, depth - 1)).collect()
    };
    let ty = match kind {
        0..4 => Type::Bool,
        4 | 5 => {
            let place = random.usize(..IntKind::ALL.len());
            Type::Integer(IntKind::ALL[place])
        }
        6 => Type::Float(if random.bool() { FloatKind::F32 } else { FloatKind::F64 }),
        7 => Type::Text,
        8 if random.bool() => Type::Other,
        8 => Type::Enum(Vec::new()),
        9..14 => {
            let count = random.usize(1..5);
            let case = |case| (format!("C{case}"), parts(types, random, 2));
            Type::Enum((0..count).map(case).collect())
        }
        14..19 => Type::Tuple(parts(types, random, 3)),
        19 => Type::Record("Record".to_string(), parts(types, random, 3)),
        20 => Type::Array(random.u64(..4), random_type(types, random, depth - 1)),
        _ => Type::Slice(random_type(types, random, 0)),
    };
    types.add(ty)
}

fn random_pattern(types: &Types, ty: TypeId, patterns: &mut Patterns, random: &mut Rng, depth: u32) -> PatternId {
    match random.u8(..20) {
        0..4 => patterns.wildcard(),
        4 | 5 => {
            let inner = match random.bool() {
                true => patterns.wildcard(),
                false => random_constructor(types, ty, patterns, random, depth),
            };
            patterns.binding(random.u32(..4), inner)
        }
        6..9 if depth > 0 => {
            let count = random.usize(2..4);
            let alternatives: Vec<PatternId> =
                (0..count).map(|_| random_pattern(types, ty, patterns, random, depth - 1)).collect();
            patterns.alternatives(&alternatives)
        }
        9 if random.u8(..8) == 0 => patterns.with(Constructor::Opaque(random.u32(..2)), &[]),
        _ => random_constructor(types, ty, patterns, random, depth),
    }
}

fn random_constructor(types: &Types, ty: TypeId, patterns: &mut Patterns, random: &mut Rng, depth: u32) -> PatternId {
    let depth = depth.saturating_sub(1);
    let list = |parts: &[TypeId], patterns: &mut Patterns, random: &mut Rng| -> Vec<(u32, PatternId)> {
        let mut listed = Vec::new();
        for (number, part) in (0..).zip(parts) {
            if random.u8(..6) > 0 {
                listed.push((number, random_pattern(types, *part, patterns, random, depth)));
            }
        }
        listed
    };
    match &types.all[ty] {
        Type::Enum(cases) if cases.is_empty() => patterns.wildcard(),
        Type::Enum(cases) => {
            let case = random.usize(..cases.len());
            let parts = list(&cases[case].1, patterns, random);
            patterns.constructor(Constructor::Case(case as u32), &parts)
        }
        Type::Record(_, parts) | Type::Tuple(parts) => {
            let parts = list(parts, patterns, random);
            patterns.constructor(Constructor::Single, &parts)
        }
        Type::Array(length, element) => {
            let has_rest = random.bool();
            let written = if has_rest { random.u64(..=*length) } else { *length } as usize;
            let back = if has_rest { random.usize(..=written) } else { 0 };
            let parts = list(&vec![*element; written], patterns, random);
            let front = (written - back) as u32;
            patterns.constructor(Constructor::Elements { front, back: back as u32, has_rest }, &parts)
        }
        Type::Slice(element) => {
            let has_rest = random.bool();
            let front = random.usize(..if has_rest { 3 } else { 4 });
            let back = if has_rest { random.usize(..3) } else { 0 };
            let parts = list(&vec![*element; front + back], patterns, random);
            let constructor = Constructor::Elements { front: front as u32, back: back as u32, has_rest };
            patterns.constructor(constructor, &parts)
        }
        Type::Bool => patterns.boolean(random.bool()),
        Type::Integer(kind) => {
            let ends = integer_ends(*kind);
            let range = random_range(&ends, random);
            patterns.with(Constructor::Range(range), &[])
        }
        Type::Float(kind) => {
            let number = |value: &f64| match kind {
                FloatKind::F32 => Number::f32(*value as f32),
                FloatKind::F64 => Number::f64(*value),
            };
            let ends: Vec<Number> = FLOAT_ENDS.iter().filter_map(number).collect();
            let range = random_range(&ends, random);
            patterns.with(Constructor::Range(range), &[])
        }
        Type::Text => patterns.literal(TEXTS[random.usize(..TEXTS.len())]),
        Type::Other => patterns.wildcard(),
    }
}

fn random_range(ends: &[Number], random: &mut Rng) -> NumberRange {
    let mut end = || ends[random.usize(..ends.len())];
    let (first, last) = (end(), end());
    match random.u8(..4) {
        0 => NumberRange::one(first),
        1 => NumberRange::exclusive(first, last),
        2 => NumberRange::inclusive(first, last),
        _ => NumberRange::inclusive(first.min(last), first.max(last)),
    }
}
