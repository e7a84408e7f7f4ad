//! Checked patterns: what patterns mean once their names and types are known. Owns the arena in which a `match` keeps
//! its patterns. Must not know HIR, positions or types; a constructor is a number of its type.

use super::number::NumberRange;

/// A pattern of a [`Patterns`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PatternId(u32);

impl PatternId {
    /// The place in its arena: ids count up from 0 in the order in which patterns are made.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A text of a [`Patterns`]; equal texts have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TextId(u32);

/// A pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// `_`.
    Wildcard,
    /// `x`, `inner as x`.
    Binding {
        /// The variable, a number of the caller's.
        local: u32,
        /// What must fit; a wildcard for a name alone.
        inner: PatternId,
    },
    /// `a | b`: the first that fits binds.
    Alternatives(PatternList),
    /// A value made in this way, with parts that fit.
    Constructor {
        /// How the value is made.
        constructor: Constructor,
        /// Patterns of parts; a part that is not listed may be anything.
        parts: PatternList,
    },
}

/// How a value is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constructor {
    /// The n-th case of an enum.
    Case(u32),
    /// The only way: a tuple, a structure.
    Single,
    /// `true`, `false`.
    Bool(bool),
    /// An integer or float among these; a literal is a range of one. A float literal that is NaN is the empty range.
    Range(NumberRange),
    /// A string literal.
    Text(TextId),
    /// The elements of an array or slice: `front` first ones, then any number if there is a `..`, then `back` last ones.
    /// Parts are numbered in the order in which they are written, `..` not counted.
    Elements {
        /// Elements before the `..`, or all.
        front: u32,
        /// Elements after the `..`.
        back: u32,
        /// Whether there is a `..`.
        has_rest: bool,
    },
    /// Equal to a constant, a number of the caller's, of which nothing else is known.
    Opaque(u32),
}

/// Patterns of a [`Patterns`], each with the number of the part that it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternList {
    start: u32,
    end: u32,
}

/// The patterns of one `match`. Every pattern that is written has an id of its own, so that what is said about an id can
/// be shown where it stands.
#[derive(Clone, Default, Debug)]
pub struct Patterns {
    nodes: Vec<Node>,
    lists: Vec<(u32, PatternId)>,
    texts: Vec<Box<str>>,
    text_ids: rustc_hash::FxHashMap<Box<str>, TextId>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    pattern: Pattern,
    has_alternatives: bool,
}

impl Patterns {
    /// `_`.
    pub fn wildcard(&mut self) -> PatternId {
        self.add(Pattern::Wildcard, false)
    }

    /// `inner as x`; `x` with a wildcard inside.
    pub fn binding(&mut self, local: u32, inner: PatternId) -> PatternId {
        self.add(Pattern::Binding { local, inner }, self.has_alternatives(inner))
    }

    /// `a | b`.
    pub fn alternatives(&mut self, alternatives: &[PatternId]) -> PatternId {
        let list = self.add_list(alternatives.iter().map(|alternative| (0, *alternative)));
        self.add(Pattern::Alternatives(list), true)
    }

    /// A constructor with the patterns of some of its parts, in any order.
    pub fn constructor(&mut self, constructor: Constructor, parts: &[(u32, PatternId)]) -> PatternId {
        let list = self.add_list(parts.iter().copied());
        let has_alternatives = parts.iter().any(|(_, part)| self.has_alternatives(*part));
        self.add(Pattern::Constructor { constructor, parts: list }, has_alternatives)
    }

    /// The id of a text, for [`Constructor::Text`].
    pub fn text_id(&mut self, text: &str) -> TextId {
        if let Some(id) = self.text_ids.get(text) {
            return *id;
        }
        let id = TextId(self.texts.len() as u32);
        self.texts.push(text.into());
        self.text_ids.insert(text.into(), id);
        id
    }

    /// The text with an id.
    pub fn text(&self, id: TextId) -> &str {
        &self.texts[id.0 as usize]
    }

    /// What a pattern is.
    pub fn get(&self, pattern: PatternId) -> Pattern {
        self.nodes[pattern.index()].pattern
    }

    /// The patterns of a list, each with the number of its part.
    pub fn list(&self, list: PatternList) -> &[(u32, PatternId)] {
        &self.lists[list.start as usize..list.end as usize]
    }

    /// How many patterns there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether there is a `|` anywhere in it.
    pub(super) fn has_alternatives(&self, pattern: PatternId) -> bool {
        self.nodes[pattern.index()].has_alternatives
    }

    fn add(&mut self, pattern: Pattern, has_alternatives: bool) -> PatternId {
        let id = PatternId(self.nodes.len() as u32);
        self.nodes.push(Node { pattern, has_alternatives });
        id
    }

    fn add_list(&mut self, list: impl Iterator<Item = (u32, PatternId)>) -> PatternList {
        let start = self.lists.len() as u32;
        self.lists.extend(list);
        PatternList { start, end: self.lists.len() as u32 }
    }
}
