//! Values that no arm takes, read off the decision: each way to [`Node::Missing`] is an example. Owns the choice of
//! examples and their patterns. Must not know arms.

use rustc_hash::FxHashMap;

use super::decision::{Node, NodeId};
use super::number::{Number, NumberRange};
use super::occurrence::{OccurrenceId, Occurrences, Step};
use super::pattern::{Constructor, PatternId, Patterns, TextId};
use super::shape::{Emptiness, Shape, Shapes};

/// Examples that are shown.
const SHOWN: usize = 3;

/// Arrays and slices that are shown with all their elements.
const SHORT: u64 = 8;

/// Values that no arm takes.
#[derive(Debug)]
pub struct Missing {
    /// The patterns of the examples.
    pub patterns: Patterns,
    /// Each a pattern that only values without an arm fit, but for what no pattern of the language says: all strings but
    /// some, all floats but some.
    pub examples: Vec<PatternId>,
    /// How many more there are.
    pub more: u64,
}

/// What is known of a value on the way to an example.
#[derive(Clone, Copy, Debug)]
enum Known {
    Case(u32),
    Bool(bool),
    Range(NumberRange),
    Length(NumberRange),
    Text(TextId),
}

pub(super) fn missing<S: Shapes>(
    shapes: &S,
    nodes: &[Node],
    root: NodeId,
    occurrences: &Occurrences<S::Type>,
    texts: &Patterns,
) -> Option<Missing> {
    if !nodes.contains(&Node::Missing) {
        return None;
    }
    let (emptiness, ways, patterns) = (Emptiness::new(), Vec::with_capacity(nodes.len()), Patterns::default());
    let (known, examples) = (Vec::new(), Vec::new());
    let mut search = Search { shapes, nodes, occurrences, texts, emptiness, ways, known, patterns, examples };
    for node in nodes {
        let ways = search.ways(node);
        search.ways.push(ways);
    }
    let mut all = search.ways[root.index()];
    match (&nodes[root.index()], shapes.shape(occurrences.get(OccurrenceId::ROOT).ty)) {
        // Nothing is tested: the cases say more than `_`.
        (Node::Missing, Shape::Enum { .. }) => {
            let cases = Node::Cases { occurrence: OccurrenceId::ROOT, branches: Vec::new(), otherwise: Some(root) };
            all = search.ways(&cases);
            search.follow_ways(&cases);
        }
        _ => _ = search.follow(root),
    }
    let more = all - search.examples.len() as u64;
    Some(Missing { patterns: search.patterns, examples: search.examples, more })
}

struct Search<'a, S: Shapes> {
    shapes: &'a S,
    nodes: &'a [Node],
    occurrences: &'a Occurrences<S::Type>,
    texts: &'a Patterns,
    emptiness: Emptiness<S::Type>,
    /// For each node, how many examples it leads to.
    ways: Vec<u64>,
    known: Vec<(OccurrenceId, Known)>,
    patterns: Patterns,
    examples: Vec<PatternId>,
}

impl<S: Shapes> Search<'_, S> {
    /// How many examples a node leads to; those behind it are known.
    fn ways(&mut self, node: &Node) -> u64 {
        if matches!(node, Node::Missing) {
            return 1;
        }
        let mut ways: u64 = 0;
        self.each_way(node, |search, _, target| {
            ways = ways.saturating_add(search.ways[target.index()]);
            true
        });
        ways
    }

    /// Goes to the examples that a node leads to until enough are found.
    fn follow(&mut self, mut id: NodeId) -> bool {
        // Guards may be as many as arms.
        while let Node::Guard { otherwise, .. } = &self.nodes[id.index()] {
            id = *otherwise;
        }
        if self.ways[id.index()] == 0 {
            return true;
        }
        let node = &self.nodes[id.index()];
        if matches!(node, Node::Missing) {
            let example = self.example();
            self.examples.push(example);
            return self.examples.len() < SHOWN;
        }
        self.follow_ways(node)
    }

    fn follow_ways(&mut self, node: &Node) -> bool {
        self.each_way(node, |search, known, target| {
            let length = search.known.len();
            search.known.extend(known);
            let goes_on = search.follow(target);
            search.known.truncate(length);
            goes_on
        })
    }

    /// The ways on from a node, each with what is known on it, until one does not go on.
    fn each_way(
        &mut self,
        node: &Node,
        mut each: impl FnMut(&mut Self, Option<(OccurrenceId, Known)>, NodeId) -> bool,
    ) -> bool {
        match node {
            Node::Unreachable | Node::Missing | Node::Arm { .. } => true,
            Node::Guard { otherwise, .. } => each(self, None, *otherwise),
            Node::Cases { occurrence, branches, otherwise } => {
                let ty = self.occurrences.get(*occurrence).ty;
                let Shape::Enum { cases } = self.shapes.shape(ty) else { return true };
                let mut named = branches.iter().peekable();
                (0..cases).all(|case| {
                    let target = match named.next_if(|(named, _)| *named == case) {
                        Some((_, target)) => Some(*target),
                        None => otherwise.filter(|_| !self.emptiness.is_case_empty(self.shapes, ty, case)),
                    };
                    target.is_none_or(|target| each(self, Some((*occurrence, Known::Case(case))), target))
                })
            }
            Node::Bool { occurrence, when_true, when_false } => {
                each(self, Some((*occurrence, Known::Bool(true))), *when_true)
                    && each(self, Some((*occurrence, Known::Bool(false))), *when_false)
            }
            Node::Integers { occurrence, ranges } => {
                ranges.iter().all(|(range, target)| each(self, Some((*occurrence, Known::Range(*range))), *target))
            }
            Node::Lengths { occurrence, ranges } => {
                ranges.iter().all(|(range, target)| each(self, Some((*occurrence, Known::Length(*range))), *target))
            }
            Node::Floats { occurrence, ranges, otherwise } => {
                ranges.iter().all(|(range, target)| each(self, Some((*occurrence, Known::Range(*range))), *target))
                    && each(self, None, *otherwise)
            }
            Node::Texts { occurrence, branches, otherwise } => {
                branches.iter().all(|(text, target)| each(self, Some((*occurrence, Known::Text(*text))), *target))
                    && each(self, None, *otherwise)
            }
            Node::Equal { equal, otherwise, .. } => each(self, None, *equal) && each(self, None, *otherwise),
        }
    }

    /// The pattern of what is known.
    fn example(&mut self) -> PatternId {
        let mut tree = Tree::default();
        for place in 0..self.known.len() {
            let (mut at, known) = self.known[place];
            tree.known.insert(at, known);
            while let Some((from, step)) = self.occurrences.get(at).from {
                let parts = tree.parts.entry(from).or_default();
                if parts.iter().any(|(_, part)| *part == at) {
                    break;
                }
                parts.push((step, at));
                at = from;
            }
        }
        self.pattern(&tree, OccurrenceId::ROOT)
    }

    fn pattern(&mut self, tree: &Tree, at: OccurrenceId) -> PatternId {
        let parts = tree.parts.get(&at).map_or(&[][..], Vec::as_slice);
        let shape = self.shapes.shape(self.occurrences.get(at).ty);
        let constructor = match (tree.known.get(&at), shape, parts.first()) {
            (Some(Known::Case(case)), _, _) => Constructor::Case(*case),
            (Some(Known::Bool(value)), _, _) => Constructor::Bool(*value),
            (Some(Known::Range(range)), _, _) => Constructor::Range(*range),
            (Some(Known::Text(text)), _, _) => Constructor::Text(self.patterns.text_id(self.texts.text(*text))),
            (Some(Known::Length(range)), _, _) if range.last == Number::length(u64::MAX) => {
                open_elements(range.first.to_length(), parts)
            }
            (Some(Known::Length(range)), _, _) => elements(range.first.to_length(), parts),
            (None, _, None) => return self.patterns.wildcard(),
            (None, Shape::Array { length }, Some(_)) => elements(length, parts),
            (None, Shape::Slice, Some(_)) => open_elements(0, parts),
            (None, _, Some((Step::Case { case, .. }, _))) => Constructor::Case(*case),
            (None, _, Some(_)) => Constructor::Single,
        };
        let mut listed = Vec::with_capacity(parts.len());
        for (step, part) in parts {
            let number = match (*step, constructor) {
                (Step::Case { part, .. } | Step::Part(part), _) => part,
                (Step::Element(element), Constructor::Elements { front, .. }) if element < u64::from(front) => {
                    element as u32
                }
                (Step::Element(element), Constructor::Elements { front, back, .. }) => {
                    let length = self.length(tree, at, shape);
                    (u64::from(front) + u64::from(back)).saturating_sub(length.saturating_sub(element)) as u32
                }
                (Step::FromEnd(element), Constructor::Elements { front, back, .. }) => {
                    (u64::from(front) + u64::from(back)).saturating_sub(element + 1) as u32
                }
                (Step::Element(_) | Step::FromEnd(_), _) => continue,
            };
            listed.push((number, self.pattern(tree, *part)));
        }
        listed.sort_by_key(|(number, _)| *number);
        self.patterns.constructor(constructor, &listed)
    }

    fn length(&self, tree: &Tree, at: OccurrenceId, shape: Shape) -> u64 {
        match (tree.known.get(&at), shape) {
            (Some(Known::Length(range)), _) => range.first.to_length(),
            (_, Shape::Array { length }) => length,
            _ => 0,
        }
    }
}

/// What is known, by occurrence, and which parts something is known of.
#[derive(Default)]
struct Tree {
    known: FxHashMap<OccurrenceId, Known>,
    parts: FxHashMap<OccurrenceId, Vec<(Step, OccurrenceId)>>,
}

/// So many elements, of which some are known.
fn elements(length: u64, parts: &[(Step, OccurrenceId)]) -> Constructor {
    let known = parts.iter().filter_map(|(step, _)| match step {
        Step::Element(element) => Some(*element),
        Step::FromEnd(element) => Some(length.saturating_sub(element + 1)),
        Step::Case { .. } | Step::Part(_) => None,
    });
    let front = known.clone().filter(|element| *element < length / 2).map(|element| element + 1).max().unwrap_or(0);
    let back = known.filter(|element| *element >= length / 2).map(|element| length - element).max().unwrap_or(0);
    if length <= SHORT || front + back >= length {
        return Constructor::Elements { front: length as u32, back: 0, has_rest: false };
    }
    Constructor::Elements { front: front as u32, back: back as u32, has_rest: true }
}

/// So many elements or more, of which some are known.
fn open_elements(least: u64, parts: &[(Step, OccurrenceId)]) -> Constructor {
    let (mut front, mut back) = (0, 0);
    for (step, _) in parts {
        match step {
            Step::Element(element) => front = front.max(element + 1),
            Step::FromEnd(element) => back = back.max(element + 1),
            Step::Case { .. } | Step::Part(_) => {}
        }
    }
    front = front.max(least.saturating_sub(back));
    Constructor::Elements { front: front as u32, back: back as u32, has_rest: true }
}
