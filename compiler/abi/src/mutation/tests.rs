//! Each kind finds its decision on each target that has it, changes the description, and nothing where there is none.

use crate::arena::{Signature, TyId, TypeArena};
use crate::layout::{FieldSpec, layout_record};
use crate::mutation::Mutation;
use crate::target::Target;
use crate::{FnAbi, RecordKind, lower};

/// Signatures that together hold every kind of decision.
fn descriptions(target: &Target) -> Vec<FnAbi> {
    let mut arena = TypeArena::new();
    let mut record = |fields: &[TyId], align| {
        let fields: Vec<FieldSpec> = fields.iter().copied().map(FieldSpec::new).collect();
        let layout = layout_record(target, &arena, RecordKind::Struct, &fields, false, align);
        arena.add_record(layout)
    };
    let pair = record(&[TyId::I64, TyId::I64], None);
    let large = record(&[TyId::I64; 5], None);
    let small = record(&[TyId::I32, TyId::I16], None);
    let aligned = record(&[TyId::I128, TyId::I128], None);
    let more_aligned = record(&[TyId::I64], Some(32));
    let word = TyId::I64;
    let signatures = [
        Signature::new(pair, [word, TyId::I8, TyId::F64, pair, large]),
        Signature::new(large, [word; 4]),
        Signature::new(large, [small]),
        Signature::new(TyId::VOID, [word, word, word, word, word, pair]),
        Signature::new(TyId::VOID, [word, word, word, word, word, word, word, pair]),
        Signature::new(TyId::VOID, [word, word, word, word, word, word, word, word, pair]),
        Signature::new(
            TyId::VOID,
            [word, word, word, word, word, word, word, word, word, aligned, TyId::I128, TyId::I128],
        ),
        Signature::new(TyId::VOID, [word, word, word, word, word, word, word, word, word, TyId::I128]),
        Signature::new(TyId::VOID, [word, more_aligned]),
        Signature::variadic(TyId::I32, [word, TyId::F64], 1),
    ];
    signatures
        .iter()
        .map(|signature| lower(target, &arena, signature).expect("these signatures are described"))
        .collect()
}

#[test]
fn every_kind_changes_a_description_or_says_why_not() {
    for target in [
        Target::X86_64_LINUX,
        Target::AARCH64_LINUX,
        Target::RISCV64_LINUX,
        Target::LOONGARCH64_LINUX,
        Target::S390X_LINUX,
        Target::S390X_LINUX_VECTOR,
        Target::POWERPC64LE_LINUX,
    ] {
        let descriptions = descriptions(&target);
        for mutation in Mutation::ALL {
            let mut changed = 0;
            for description in &descriptions {
                let mut other = description.clone();
                let claims = mutation.apply(&mut other);
                assert_eq!(claims, other != *description, "{mutation} on {target}");
                changed += usize::from(claims);
            }
            assert_eq!(changed == 0, mutation.absent_on(&target).is_some(), "{mutation} on {target}");
        }
    }
}

#[test]
fn names_lead_back_to_their_kind() {
    for mutation in Mutation::ALL {
        assert_eq!(Mutation::from_name(mutation.name()), Some(mutation));
    }
    assert_eq!(Mutation::from_name("nothing"), None);
}
