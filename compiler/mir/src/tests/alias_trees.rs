//! All small trees of memory kinds, linked with all others. Owns an oracle that shares nothing with [`crate::MemoryKinds`]:
//! what each input says by itself, and which names have a part in common in what all of them say.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::AliasId;
use crate::module::Module;

/// The paths of its kinds, a letter for each name: `ab` is `b` in `a`. With a path it has those that the path begins with.
type Tree = BTreeSet<String>;

/// All trees in which each of so many names stands at most once.
fn trees(names: usize) -> Vec<Tree> {
    // Of each name: absent, under the root, or in another.
    let choices = names + 2;
    let mut all = Vec::new();
    for number in 0..choices.pow(names as u32) {
        let chosen: Vec<usize> = (0..names).map(|name| number / choices.pow(name as u32) % choices).collect();
        let path = |mut name: usize| {
            let mut path = String::new();
            while path.len() <= names {
                path.insert(0, letter(name));
                match chosen[name] {
                    0 => return None,
                    1 => return Some(path),
                    inside => name = inside - 2,
                }
            }
            None
        };
        let present: Vec<usize> = (0..names).filter(|name| chosen[*name] != 0).collect();
        let paths: Option<Tree> = present.into_iter().map(path).collect();
        all.extend(paths);
    }
    all
}

/// All trees of at most so many kinds whose names may stand in several places.
fn trees_with_names_again(names: usize, most: usize) -> Vec<Tree> {
    let mut all = BTreeSet::from([Tree::new()]);
    for _ in 0..most {
        let grown = all.iter().flat_map(|tree| {
            let places = std::iter::once("").chain(tree.iter().map(String::as_str));
            let paths = places.flat_map(|place| (0..names).map(move |name| format!("{place}{}", letter(name))));
            paths.map(|path| tree.iter().cloned().chain([path]).collect::<Tree>()).collect::<Vec<_>>()
        });
        let grown: Vec<Tree> = grown.collect();
        all.extend(grown);
    }
    all.into_iter().collect()
}

fn letter(name: usize) -> char {
    char::from(b'a' + name as u8)
}

fn module(tree: &Tree) -> Module {
    let mut module = Module::new("m");
    let mut ids: BTreeMap<&str, AliasId> = BTreeMap::new();
    for path in tree {
        let (outer, name) = path.split_at(path.len() - 1);
        let parent = ids.get(outer).copied().unwrap_or(AliasId::ANY);
        let name = module.strings.intern(name);
        ids.insert(path, module.metadata.alias(name, parent));
    }
    module
}

/// Which accesses may be of the same memory, by the paths of their kinds.
type Overlaps = BTreeMap<(String, String), bool>;

/// What is said of linked trees.
fn linked(trees: &[&Tree]) -> Overlaps {
    let mut all = Module::new("all");
    for tree in trees {
        crate::link(&mut all, module(tree)).expect("trees fit");
    }
    let metadata = &all.metadata;
    let kinds = metadata.memory_kinds();
    let mut paths: BTreeMap<AliasId, String> = BTreeMap::from([(AliasId::ANY, String::new())]);
    for (id, alias) in metadata.aliases() {
        let path = format!("{}{}", paths[&alias.parent], all.strings.text(alias.name));
        paths.insert(id, path);
    }
    let contains = |outer: AliasId, inner: AliasId| {
        let mut ways =
            std::iter::successors(Some(kinds.kind(inner)), |kind| (*kind != AliasId::ANY).then(|| kinds.parent(*kind)));
        ways.any(|kind| kind == kinds.kind(outer))
    };
    let mut overlaps = Overlaps::new();
    for (one, first) in &paths {
        for (other, second) in &paths {
            let may = contains(*one, *other) || contains(*other, *one);
            overlaps.insert((first.clone(), second.clone()), may);
        }
    }
    overlaps
}

/// What a tree by itself says.
fn may(one: &str, other: &str) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// The names at or below each, in what all trees say.
fn parts(trees: &[&Tree]) -> [u8; 8] {
    let mut parts: [u8; 8] = std::array::from_fn(|name| 1 << name);
    let number = |letter: u8| usize::from(letter - b'a');
    // As often as a path may be long.
    for _ in 0..8 {
        for path in trees.iter().flat_map(|tree| tree.iter()) {
            for pair in path.as_bytes().windows(2) {
                parts[number(pair[0])] |= parts[number(pair[1])];
            }
        }
    }
    parts
}

/// How many linked trees there were, and in how many of them the paths alone would have told too much apart.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    linked: usize,
    by_paths_alone_wrong: usize,
    nothing_lost: usize,
}

fn check(trees: &[&Tree], seen: &mut Seen) {
    let found = linked(trees);
    seen.linked += 1;
    // Nothing that may be the same memory in one of them is told apart.
    for tree in trees {
        for (one, other) in tree.iter().flat_map(|one| tree.iter().map(move |other| (one, other))) {
            let may_be = found[&(one.clone(), other.clone())];
            assert!(may_be || !may(one, other), "{one} and {other} are told apart of {trees:?}");
        }
    }
    // Nor what has a part in common by what they say together: a name is one kind, wherever it stands.
    let parts = parts(trees);
    let inside = |path: &str| path.bytes().last().map_or(u8::MAX, |name| parts[usize::from(name - b'a')]);
    let mut is_wrong = false;
    for ((one, other), may_be) in &found {
        let overlaps = inside(one) & inside(other) != 0;
        assert!(*may_be || !overlaps, "{one} and {other} are told apart of {trees:?}");
        is_wrong |= overlaps && !may(one, other);
    }
    seen.by_paths_alone_wrong += usize::from(is_wrong);
    // Where each name stands in one place, nothing is lost.
    let paths: BTreeSet<&String> = trees.iter().flat_map(|tree| tree.iter()).collect();
    let names: BTreeSet<u8> = paths.iter().filter_map(|path| path.bytes().last()).collect();
    if names.len() == paths.len() {
        seen.nothing_lost += 1;
        for ((one, other), may_be) in &found {
            assert_eq!(*may_be, may(one, other), "{one} and {other} of {trees:?}");
        }
    }
}

#[test]
fn all_pairs_of_small_trees() {
    let trees = trees(4);
    // By Cayley's formula, of 0 to 4 of the names.
    assert_eq!(trees.len(), 1 + 4 + 6 * 3 + 4 * 16 + 125);
    let mut seen = Seen::default();
    for (number, one) in trees.iter().enumerate() {
        for other in &trees[number..] {
            check(&[one, other], &mut seen);
            check(&[other, one], &mut seen);
            assert_eq!(linked(&[one, other]), linked(&[other, one]), "{one:?} {other:?}");
        }
    }
    println!("pairs of {} trees, in both orders: {seen:?}", trees.len());
    assert_eq!(seen.linked, trees.len() * (trees.len() + 1));
    assert!(seen.by_paths_alone_wrong > 10_000 && seen.nothing_lost > 1_000, "{seen:?}");
}

#[test]
fn all_triples_of_smaller_trees() {
    let trees = trees(3);
    assert_eq!(trees.len(), 1 + 3 + 3 * 3 + 16);
    let mut seen = Seen::default();
    for (first, one) in trees.iter().enumerate() {
        for (second, other) in trees.iter().enumerate().skip(first) {
            for third in &trees[second..] {
                check(&[one, other, third], &mut seen);
                let as_first = linked(&[one, other, third]);
                for order in [[one, third, other], [other, one, third], [third, one, other], [third, other, one]] {
                    assert_eq!(linked(&order), as_first, "{order:?}");
                }
            }
        }
    }
    println!("triples of {} trees: {seen:?}", trees.len());
    assert!(seen.by_paths_alone_wrong > 1_000 && seen.nothing_lost > 100, "{seen:?}");
}

#[test]
fn all_pairs_of_trees_in_which_a_name_stands_again() {
    let trees = trees_with_names_again(3, 3);
    let mut seen = Seen::default();
    for one in &trees {
        for other in &trees {
            check(&[one, other], &mut seen);
        }
    }
    println!("pairs of {} trees with names again, in both orders: {seen:?}", trees.len());
    assert!(seen.by_paths_alone_wrong > 1_000 && seen.nothing_lost > 100, "{seen:?}");
}
