//! The tree of memory kinds as optimisers may read it. Owns what it means that modules which were linked disagree where a
//! kind stands: one name is one kind, wherever it stands, and no two kinds are apart that may be the same memory.
//!
//! A kind that stands under several others is part of each of them. So these overlap, and they, with all that lies between
//! them and the nearest kind that contains the first wherever it stands (the root, if none does), are that kind. The kind
//! itself then stands under it, and what is below stays below. In terms of the graph of names: the parent of a kind is the
//! nearest that is on all ways from the root to it, its immediate dominator; what is on some of these ways only is no kind of
//! its own. Any two kinds that have a part in common then stand on one way, so one contains the other.

use rustc_hash::FxHashMap;

use super::Metadata;
use crate::ids::AliasId;

/// What each memory kind is, and what it is part of.
#[derive(Clone, Debug)]
pub struct MemoryKinds {
    /// By kind; of one of several that are the same, the first.
    kinds: Vec<AliasId>,
    /// By kind, where it is its own.
    parents: Vec<AliasId>,
}

impl MemoryKinds {
    /// The kind that accesses of some kind are of.
    pub fn kind(&self, alias: AliasId) -> AliasId {
        self.kinds[alias.index()]
    }

    /// What such a kind is part of; it comes first. The root is part of itself.
    pub fn parent(&self, kind: AliasId) -> AliasId {
        self.parents[kind.index()]
    }
}

impl Metadata {
    /// The tree of memory kinds as optimisers may read it.
    pub fn memory_kinds(&self) -> MemoryKinds {
        let mut numbers = FxHashMap::default();
        let mut names = vec![0];
        let mut firsts = vec![AliasId::ANY];
        for (id, alias) in self.aliases() {
            names.push(*numbers.entry(alias.name).or_insert(firsts.len()));
            if numbers.len() == firsts.len() {
                firsts.push(id);
            }
        }
        if firsts.len() == names.len() {
            let parents = std::iter::once(AliasId::ANY).chain(self.aliases().map(|(_, alias)| alias.parent));
            return MemoryKinds { kinds: firsts, parents: parents.collect() };
        }
        let mut around = vec![Vec::new(); firsts.len()];
        for (id, alias) in self.aliases() {
            let (inner, outer) = (names[id.index()], names[alias.parent.index()]);
            if inner != outer && !around[inner].contains(&outer) {
                around[inner].push(outer);
            }
        }
        let contained = Contained::new(&around);
        let kind = |name: usize| firsts[contained.kind(name)];
        MemoryKinds {
            kinds: names.iter().map(|name| kind(*name)).collect(),
            parents: names.iter().map(|name| kind(contained.parents[*name])).collect(),
        }
    }
}

/// Dominators of a graph of names, in which 0 is the root, and leads to all others.
struct Contained {
    /// The nearest name on all ways from the root.
    parents: Vec<usize>,
    /// Whether a name is on all ways, or on none, from the root to each of the others.
    is_kind: Vec<bool>,
}

impl Contained {
    /// `around` says of each name what it stands under.
    fn new(around: &[Vec<usize>]) -> Contained {
        let order = order(around);
        let mut ranks = vec![0; around.len()];
        order.iter().enumerate().for_each(|(rank, name)| ranks[*name] = rank);
        let mut parents: Vec<Option<usize>> = vec![None; around.len()];
        parents[0] = Some(0);
        // The nearest name that is on the ways to both.
        let common = |parents: &[Option<usize>], mut one: usize, mut other: usize| {
            while one != other {
                let later = if ranks[one] > ranks[other] { &mut one } else { &mut other };
                *later = parents[*later].unwrap_or(0);
            }
            one
        };
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for name in order.iter().copied().skip(1) {
                let known = around[name].iter().copied().filter(|outer| parents[*outer].is_some());
                let nearest = known.reduce(|one, other| common(&parents, one, other));
                is_changed |= parents[name] != nearest;
                parents[name] = nearest;
            }
        }
        let parents: Vec<usize> = parents.into_iter().map(|parent| parent.unwrap_or(0)).collect();
        let mut is_kind = vec![true; around.len()];
        for (name, outer) in around.iter().enumerate() {
            for mut between in outer.iter().copied() {
                while between != parents[name] {
                    is_kind[between] = false;
                    between = parents[between];
                }
            }
        }
        Contained { parents, is_kind }
    }

    /// The kind that a name stands for.
    fn kind(&self, mut name: usize) -> usize {
        while !self.is_kind[name] {
            name = self.parents[name];
        }
        name
    }
}

/// All names, each before those that only it leads to.
fn order(around: &[Vec<usize>]) -> Vec<usize> {
    let mut inside = vec![Vec::new(); around.len()];
    for (name, outer) in around.iter().enumerate() {
        outer.iter().for_each(|outer| inside[*outer].push(name));
    }
    let mut order = Vec::with_capacity(around.len());
    let mut is_met = vec![false; around.len()];
    let mut open = vec![(0, 0)];
    is_met[0] = true;
    while let Some((name, next)) = open.last_mut() {
        let Some(inner) = inside[*name].get(*next).copied() else {
            order.push(*name);
            open.pop();
            continue;
        };
        *next += 1;
        if !std::mem::replace(&mut is_met[inner], true) {
            open.push((inner, 0));
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Module;

    /// A tree of names: each of one letter, under the letter before the colon.
    fn module(tree: &str) -> Module {
        let mut module = Module::new("m");
        let mut places: Vec<(String, AliasId)> = Vec::new();
        for entry in tree.split_whitespace() {
            let (parent, name) = entry.rsplit_once('.').unwrap_or(("", entry));
            let found = places.iter().find(|(path, _)| path == parent).map_or(AliasId::ANY, |(_, id)| *id);
            let text = module.strings.intern(name);
            places.push((entry.to_owned(), module.metadata.alias(text, found)));
        }
        module
    }

    /// The kinds of some linked trees: each with what it is part of, and what is no kind of its own with the one that it is.
    fn linked(trees: &[&str]) -> String {
        let mut all = module("");
        for tree in trees {
            crate::link(&mut all, module(tree)).expect("trees fit");
        }
        let kinds = all.metadata.memory_kinds();
        let name = |id: AliasId| all.metadata.alias_data(id).map_or("root", |alias| all.strings.text(alias.name));
        let mut told: Vec<String> = Vec::new();
        for (id, alias) in all.metadata.aliases() {
            let (own, kind) = (all.strings.text(alias.name), kinds.kind(id));
            let line = match name(kind) == own {
                true => format!("{own} in {}", name(kinds.parent(kind))),
                false => format!("{own} is {}", name(kind)),
            };
            if !told.contains(&line) {
                told.push(line);
            }
        }
        told.join(", ")
    }

    #[test]
    fn trees_that_agree() {
        assert_eq!(linked(&["i i.x", "i i.y f"]), "i in root, x in i, y in i, f in root");
        assert_eq!(linked(&["i i.x i.x.p", "i i.x i.x.q"]), "i in root, x in i, p in x, q in x");
        assert_eq!(linked(&["i i.x", "i i.x"]), "i in root, x in i");
    }

    #[test]
    fn one_name_under_two_parents() {
        assert_eq!(linked(&["i i.x i.y", "f f.x f.z"]), "i is root, x in root, y in root, f is root, z in root");
        // Their nearest common kind.
        assert_eq!(linked(&["n n.i n.i.x", "n n.f n.f.x o"]), "n in root, i is n, x in n, f is n, o in root");
        // One is above the other.
        assert_eq!(linked(&["n n.i n.i.x", "n n.x"]), "n in root, i is n, x in n");
        // What stands below goes along.
        assert_eq!(linked(&["i i.x i.x.p", "f f.x f.x.q"]), "i is root, x in root, p in x, f is root, q in x");
        // What is between is no kind either.
        assert_eq!(linked(&["n n.i n.i.j n.i.j.x", "n n.x"]), "n in root, i is n, j is n, x in n");
    }

    #[test]
    fn trees_with_different_roots() {
        assert_eq!(linked(&["c c.i c.i.x", "i i.x i.y"]), "c is root, i in root, x in i, y in i");
        assert_eq!(linked(&["c c.i", "d d.i"]), "c is root, i in root, d is root");
        assert_eq!(linked(&["a a.b", "b b.a"]), "a is root, b is root");
    }

    #[test]
    fn a_third_module_finds_what_two_others_disagree_on() {
        assert_eq!(linked(&["i i.x", "f f.x", "i i.y"]), "i is root, x in root, f is root, y in root");
        assert_eq!(linked(&["i i.x", "f f.x", "x x.z"]), "i is root, x in root, f is root, z in x");
    }

    /// All names below or at a name, in what all trees say together.
    fn parts(all: &Metadata, name: crate::StringId) -> Vec<crate::StringId> {
        let mut parts = vec![name];
        let mut next = 0;
        while next < parts.len() {
            for (_, alias) in all.aliases() {
                let is_inside = all.alias_data(alias.parent).is_some_and(|parent| parent.name == parts[next]);
                if is_inside && !parts.contains(&alias.name) {
                    parts.push(alias.name);
                }
            }
            next += 1;
        }
        parts
    }

    #[test]
    fn kinds_with_a_part_in_common_contain_each_other() {
        let mut apart = 0;
        for seed in 0..3_000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut all = module("");
            for _ in 0..random.usize(1..4) {
                let mut paths = vec![String::new()];
                for _ in 0..random.usize(1..6) {
                    let name = random.choice(["a", "b", "c", "d", "e", "f", "g"]).expect("one of them");
                    let parent = paths[random.usize(..paths.len())].clone();
                    paths.push(if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") });
                }
                crate::link(&mut all, module(&paths[1..].join(" "))).expect("trees fit");
            }
            let metadata = &all.metadata;
            let kinds = metadata.memory_kinds();
            let above = |kind: AliasId| {
                let ways =
                    std::iter::successors(Some(kind), |kind| (*kind != AliasId::ANY).then(|| kinds.parent(*kind)));
                ways.collect::<Vec<_>>()
            };
            for (one, first) in metadata.aliases() {
                for (other, second) in metadata.aliases() {
                    let (one, other) = (kinds.kind(one), kinds.kind(other));
                    let is_one_way = above(one).contains(&other) || above(other).contains(&one);
                    let inside = parts(metadata, second.name);
                    let overlaps = parts(metadata, first.name).iter().any(|part| inside.contains(part));
                    assert!(is_one_way || !overlaps, "seed {seed}: {}", crate::print(&all));
                    apart += usize::from(!is_one_way);
                }
            }
        }
        assert!(apart > 1_000, "{apart}");
    }
}
