//! Tests of the generator itself: that equal seeds give equal programs, and that nothing of the language is left out.

use std::collections::BTreeSet;

use super::{Construct, Size, program};

#[test]
fn a_seed_always_gives_the_same_program() {
    for seed in 0..20 {
        assert_eq!(program(seed, Size::MEDIUM), program(seed, Size::MEDIUM), "seed {seed}");
    }
}

#[test]
fn every_construct_occurs() {
    let found: BTreeSet<Construct> = (0..500).flat_map(|seed| program(seed, Size::MEDIUM).constructs).collect();
    let missing: Vec<&Construct> = Construct::ALL.iter().filter(|construct| !found.contains(construct)).collect();
    assert!(missing.is_empty(), "no program has {missing:?}");
}
