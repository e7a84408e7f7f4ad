//! What a `match` means, value by value and row by row, with nothing shared with the matrix but the patterns; and the
//! walk of a value through a decision, which is compared with it.

use std::collections::BTreeSet;

use super::super::{
    Arm, Bound, Comparison, Constructor, Matching, Node, NodeId, Number, NumberRange, OccurrenceId, Pattern, PatternId,
    Patterns, Step, comparison,
};
use super::types::TypeId;
use super::values::Value;

/// Positions from the matched value: parts and elements, counted from the front.
pub(super) type Path = Vec<u64>;

/// One way in which a pattern fits: what is bound, and the alternatives that were chosen.
#[derive(Clone, Default, Debug)]
pub(super) struct Way {
    bindings: Vec<(u32, Path)>,
    pub(super) chosen: Vec<PatternId>,
}

/// What happens to a value whose guards are all false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    Guard(u32, Vec<(u32, Path)>),
    Arm(u32, Vec<(u32, Path)>),
    Missing,
}

/// Which comparisons with opaque constants are true; all others are false.
pub(super) type Oracle = BTreeSet<(u32, Path)>;

impl Way {
    fn and(&self, other: &Way) -> Way {
        Way {
            bindings: [&self.bindings[..], &other.bindings].concat(),
            chosen: [&self.chosen[..], &other.chosen].concat(),
        }
    }

    fn sorted_bindings(&self) -> Vec<(u32, Path)> {
        let mut bindings = self.bindings.clone();
        bindings.sort();
        bindings
    }
}

/// All ways in which a pattern fits, the first to be tried first.
pub(super) fn ways(patterns: &Patterns, pattern: PatternId, value: &Value, path: &Path, oracle: &Oracle) -> Vec<Way> {
    match patterns.get(pattern) {
        Pattern::Wildcard => vec![Way::default()],
        Pattern::Binding { local, inner } => {
            let own = Way { bindings: vec![(local, path.clone())], chosen: Vec::new() };
            ways(patterns, inner, value, path, oracle).iter().map(|way| own.and(way)).collect()
        }
        Pattern::Alternatives(alternatives) => {
            let mut all = Vec::new();
            for (_, alternative) in patterns.list(alternatives) {
                let own = Way { bindings: Vec::new(), chosen: vec![*alternative] };
                all.extend(ways(patterns, *alternative, value, path, oracle).iter().map(|way| own.and(way)));
            }
            all
        }
        Pattern::Constructor { constructor, parts } => {
            if !is_made_by(patterns, constructor, value, path, oracle) {
                return Vec::new();
            }
            let mut all = vec![Way::default()];
            for (part, pattern) in patterns.list(parts) {
                let (place, value) = part_of(constructor, *part, value);
                let more = ways(patterns, *pattern, value, &[&path[..], &[place]].concat(), oracle);
                all = all.iter().flat_map(|way| more.iter().map(|other| way.and(other))).collect();
            }
            all
        }
    }
}

fn is_made_by(patterns: &Patterns, constructor: Constructor, value: &Value, path: &Path, oracle: &Oracle) -> bool {
    match (constructor, value) {
        (Constructor::Case(case), Value::Parts(made, _)) => case == *made,
        (Constructor::Single, Value::Parts(..)) => true,
        (Constructor::Bool(value), Value::Bool(made)) => value == *made,
        (Constructor::Range(range), Value::Number(number)) => range.first <= *number && *number <= range.last,
        (Constructor::Range(range), Value::Float(value)) => !range.is_empty() && is_between(range, *value),
        (Constructor::Range(_), Value::NaN) => false,
        (Constructor::Text(text), Value::Text(made)) => patterns.text(text) == *made,
        (Constructor::Elements { front, back, has_rest }, Value::Elements(elements)) => {
            let written = (front + back) as usize;
            if has_rest { written <= elements.len() } else { written == elements.len() }
        }
        (Constructor::Opaque(constant), _) => oracle.contains(&(constant, path.clone())),
        other => panic!("{other:?}"),
    }
}

/// By the comparisons of the machine. Each float of the model is one of `f32` too if the range is.
fn is_between(range: NumberRange, value: f64) -> bool {
    let is_f32 = range.last <= NumberRange::of_float(abi::FloatKind::F32).last
        && range.first >= NumberRange::of_float(abi::FloatKind::F32).first;
    let [first, last] =
        [range.first, range.last].map(|number| if is_f32 { f64::from(number.to_f32()) } else { number.to_f64() });
    first <= value && value <= last
}

fn part_of(constructor: Constructor, part: u32, value: &Value) -> (u64, &Value) {
    match (constructor, value) {
        (Constructor::Elements { front, back, .. }, Value::Elements(elements)) => {
            let from_end = if part < front { 0 } else { elements.len() - (front + back) as usize };
            let place = part as usize + from_end;
            (place as u64, &elements[place])
        }
        (_, Value::Parts(_, parts)) => (u64::from(part), &parts[part as usize]),
        other => panic!("{other:?}"),
    }
}

/// What happens to a value, and the alternatives that are chosen.
pub(super) fn events(
    patterns: &Patterns,
    arms: &[Arm],
    value: &Value,
    oracle: &Oracle,
) -> (Vec<Event>, Vec<PatternId>) {
    let (mut events, mut chosen) = (Vec::new(), Vec::new());
    for (number, arm) in (0..).zip(arms) {
        for way in ways(patterns, arm.pattern, value, &Path::new(), oracle) {
            chosen.extend_from_slice(&way.chosen);
            if !arm.has_guard {
                events.push(Event::Arm(number, way.sorted_bindings()));
                return (events, chosen);
            }
            events.push(Event::Guard(number, way.sorted_bindings()));
        }
    }
    events.push(Event::Missing);
    (events, chosen)
}

/// What happens to a value by the decision. Panics if a value or a constant is looked at twice, or where no value gets.
pub(super) fn walk(matching: &Matching<TypeId>, patterns: &Patterns, value: &Value, oracle: &Oracle) -> Vec<Event> {
    let mut tested = BTreeSet::new();
    let mut events = Vec::new();
    let mut at = matching.root;
    loop {
        let mut look = |occurrence: OccurrenceId, constant: Option<u32>| {
            assert!(tested.insert((occurrence, constant)), "{occurrence:?} is tested twice");
            look_up(matching, occurrence, value)
        };
        let bound = |bindings: &[Bound]| {
            let mut bindings: Vec<(u32, Path)> =
                bindings.iter().map(|bound| (bound.local, look_up(matching, bound.occurrence, value).0)).collect();
            bindings.sort();
            bindings
        };
        let next = match &matching.nodes[at.index()] {
            Node::Unreachable => panic!("{value:?} gets where no value gets"),
            Node::Missing => {
                events.push(Event::Missing);
                return events;
            }
            Node::Arm { arm, bindings } => {
                events.push(Event::Arm(*arm, bound(bindings)));
                return events;
            }
            Node::Guard { arm, bindings, otherwise } => {
                events.push(Event::Guard(*arm, bound(bindings)));
                *otherwise
            }
            Node::Cases { occurrence, branches, otherwise } => {
                let (_, Value::Parts(made, _)) = look(*occurrence, None) else { panic!("no case") };
                assert!(
                    branches.iter().all(|(_, target)| Some(*target) != *otherwise),
                    "{branches:?} and {otherwise:?}"
                );
                let named = branches.iter().find(|(case, _)| case == made).map(|(_, target)| *target);
                named.or(*otherwise).expect("every case with values leads somewhere")
            }
            Node::Bool { occurrence, when_true, when_false } => {
                let (_, Value::Bool(made)) = look(*occurrence, None) else { panic!("no bool") };
                if *made { *when_true } else { *when_false }
            }
            Node::Integers { occurrence, ranges } => {
                let (_, Value::Number(number)) = look(*occurrence, None) else { panic!("no integer") };
                found(ranges, *number)
            }
            Node::Lengths { occurrence, ranges } => {
                let (_, Value::Elements(elements)) = look(*occurrence, None) else { panic!("no slice") };
                found(ranges, Number::length(elements.len() as u64))
            }
            Node::Floats { occurrence, ranges, otherwise } => match look(*occurrence, None) {
                (_, Value::Float(value)) => {
                    let range = ranges.iter().find(|(range, _)| is_between(*range, *value));
                    range.map_or(*otherwise, |(_, target)| *target)
                }
                _ => *otherwise,
            },
            Node::Texts { occurrence, branches, otherwise } => {
                let (_, Value::Text(made)) = look(*occurrence, None) else { panic!("no text") };
                let branch = branches.iter().find(|(text, _)| patterns.text(*text) == *made);
                branch.map_or(*otherwise, |(_, target)| *target)
            }
            Node::Equal { occurrence, constant, equal, otherwise } => {
                let (path, _) = look(*occurrence, Some(*constant));
                if oracle.contains(&(*constant, path)) { *equal } else { *otherwise }
            }
        };
        assert!(next < at, "what a node leads to comes before it");
        at = next;
    }
}

/// The one range that a number lies in, found by looking at all of them and by the plan of comparisons.
fn found(ranges: &[(NumberRange, NodeId)], number: Number) -> NodeId {
    let fitting: Vec<NodeId> =
        ranges.iter().filter(|(range, _)| range.contains(number)).map(|(_, target)| *target).collect();
    assert_eq!(fitting.len(), 1, "{number:?} in {ranges:?}");
    assert!(ranges.windows(2).all(|pair| pair[0].1 != pair[1].1 && pair[0].0.last < pair[1].0.first), "{ranges:?}");
    assert_eq!(followed(&comparison(ranges), number), fitting[0], "{number:?} in {ranges:?}");
    fitting[0]
}

fn followed(plan: &Comparison, number: Number) -> NodeId {
    match plan {
        Comparison::Target(target) => *target,
        Comparison::Switch { numbers, otherwise } => {
            let own = numbers.iter().find(|(own, _)| *own == number);
            own.map_or_else(|| followed(otherwise, number), |(_, target)| *target)
        }
        Comparison::Less { than, below, above } => followed(if number < *than { below } else { above }, number),
    }
}

fn look_up<'a>(matching: &Matching<TypeId>, at: OccurrenceId, value: &'a Value) -> (Path, &'a Value) {
    let Some((from, step)) = matching.occurrences.get(at).from else { return (Path::new(), value) };
    let (mut path, value) = look_up(matching, from, value);
    let (place, part) = match (step, value) {
        (Step::Case { case, part }, Value::Parts(made, parts)) => {
            assert_eq!(case, *made, "a part of a case that the value is not");
            (u64::from(part), &parts[part as usize])
        }
        (Step::Part(part), Value::Parts(_, parts)) => (u64::from(part), &parts[part as usize]),
        (Step::Element(element), Value::Elements(elements)) => (element, &elements[element as usize]),
        (Step::FromEnd(element), Value::Elements(elements)) => {
            let place = elements.len() as u64 - 1 - element;
            (place, &elements[place as usize])
        }
        other => panic!("{other:?}"),
    };
    path.push(place);
    (path, part)
}

/// The comparisons with opaque constants that may be made for a value.
pub(super) fn questions(patterns: &Patterns, pattern: PatternId, value: &Value, path: &Path, into: &mut Oracle) {
    match patterns.get(pattern) {
        Pattern::Wildcard => {}
        Pattern::Binding { inner, .. } => questions(patterns, inner, value, path, into),
        Pattern::Alternatives(alternatives) => {
            let alternatives = patterns.list(alternatives);
            alternatives.iter().for_each(|(_, alternative)| questions(patterns, *alternative, value, path, into));
        }
        Pattern::Constructor { constructor: Constructor::Opaque(constant), .. } => {
            into.insert((constant, path.clone()));
        }
        Pattern::Constructor { constructor, parts } => {
            if is_made_by(patterns, constructor, value, path, &Oracle::new()) {
                for (part, pattern) in patterns.list(parts) {
                    let (place, value) = part_of(constructor, *part, value);
                    questions(patterns, *pattern, value, &[&path[..], &[place]].concat(), into);
                }
            }
        }
    }
}
