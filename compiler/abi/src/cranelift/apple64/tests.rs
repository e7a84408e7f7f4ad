//! Plays Cranelift's hand-out of registers and stack of its `AppleAarch64` convention over plans and looks that every
//! entry lands where the description says. Owns a model of `compute_arg_locs` of Cranelift 0.135 for AArch64.

use std::collections::HashMap;

use expect_test::expect;

use super::*;
use crate::arena::{RecordKind, Signature, TyId, TypeArena};
use crate::layout::{FieldSpec, layout_record};
use crate::lower;
use crate::notation::Notation;
use crate::target::Target;

const TARGET: Target = Target::AARCH64_DARWIN;

/// Where Cranelift puts each parameter: a register's name or an offset on the stack.
fn landings(plan: &Plan) -> Vec<Result<String, u32>> {
    let mut general = 0..8;
    let mut vector = 0..8;
    let mut end: u32 = 0;
    let land = |entry: &Entry| {
        if *entry == struct_return() {
            return Ok("x8".to_string());
        }
        let (register, size) = match entry.ty {
            ClifType::I8 => (general.next().map(|number| format!("x{number}")), 1),
            ClifType::I16 => (general.next().map(|number| format!("x{number}")), 2),
            ClifType::I32 => (general.next().map(|number| format!("x{number}")), 4),
            ClifType::I64 => (general.next().map(|number| format!("x{number}")), 8),
            ClifType::F32 => (vector.next().map(|number| format!("v{number}")), 4),
            ClifType::F64 => (vector.next().map(|number| format!("v{number}")), 8),
            ClifType::I8X16 => (vector.next().map(|number| format!("v{number}")), 16),
        };
        if let Some(register) = register {
            return Ok(register);
        }
        assert_eq!(entry.extend, Extend::None, "it would be stored in full");
        let offset = end.next_multiple_of(size);
        end = offset + size;
        Err(offset)
    };
    plan.params.iter().map(land).collect()
}

fn place(location: Location) -> Result<String, u32> {
    match location {
        Location::Register(register) => Ok(register.to_string()),
        Location::Stack { offset, .. } => Err(offset),
        Location::Operand(_) => panic!("there are no operands"),
    }
}

fn check_landings(abi: &FnAbi, plan: &Plan) {
    let mut bytes_of: HashMap<u16, u32> = HashMap::new();
    let mut others = 0;
    for (entry, landing) in plan.params.iter().zip(landings(plan)) {
        let wanted = match entry.carries {
            Carries::Dummy => continue,
            Carries::SretPointer => Ok("x8".to_string()),
            Carries::Part { value: ValueIndex::Param(param), part } => {
                place(abi.params[usize::from(param)].parts()[usize::from(part)].location)
            }
            Carries::Pointer { param } => {
                let Placement::Memory(Memory::ByPointer { pointer, .. }) = abi.params[usize::from(param)].placement
                else {
                    panic!("parameter {param} is no pointer")
                };
                place(pointer)
            }
            Carries::Word { param, offset, len } => {
                assert_eq!(len, bytes(entry.ty));
                let done = bytes_of.entry(param).or_default();
                assert_eq!(*done, offset, "the words follow each other");
                *done += len;
                let Placement::Memory(Memory::OnStack { offset: start, .. }) = abi.params[usize::from(param)].placement
                else {
                    panic!("parameter {param} is not on the stack")
                };
                Err(start + offset)
            }
            Carries::Part { value: ValueIndex::Result, .. } | Carries::Block { .. } => panic!("no parameter"),
        };
        others += usize::from(!matches!(entry.carries, Carries::Word { .. }));
        assert_eq!(landing, wanted, "{:?} of {abi:#?}", entry.carries);
    }
    let mut expected = usize::from(matches!(abi.result.placement, Placement::Sret { .. }));
    for (index, param) in abi.params.iter().enumerate() {
        match param.placement {
            Placement::Parts(_) => expected += param.parts().len(),
            Placement::Memory(Memory::ByPointer { .. }) => expected += 1,
            Placement::Memory(Memory::OnStack { .. }) => {
                let words = bytes_of.get(&(index as u16)).copied();
                assert_eq!(words.map(u64::from), Some(param.size), "all bytes are carried");
            }
            Placement::Ignore | Placement::Sret { .. } => {}
        }
    }
    assert_eq!(others, expected, "each thing is carried once");
}

fn random_type(random: &mut fastrand::Rng, arena: &mut TypeArena) -> TyId {
    const SCALARS: [TyId; 10] = [
        TyId::BOOL,
        TyId::I8,
        TyId::U16,
        TyId::I32,
        TyId::I64,
        TyId::F16,
        TyId::F32,
        TyId::F64,
        TyId::I128,
        TyId::POINTER,
    ];
    let scalar = |random: &mut fastrand::Rng| SCALARS[random.usize(..SCALARS.len())];
    if random.u8(..9) == 0 {
        return arena.vector(TyId::F32, 4);
    }
    if random.bool() {
        return scalar(random);
    }
    let same = random.bool().then(|| scalar(random));
    let count = 1 + random.usize(..4);
    let fields: Vec<FieldSpec> = (0..count).map(|_| FieldSpec::new(same.unwrap_or_else(|| scalar(random)))).collect();
    let (packed, align) = (random.u8(..9) == 0, (random.u8(..9) == 0).then_some(16));
    let record = layout_record(&TARGET, arena, RecordKind::Struct, &fields, packed, align);
    arena.add_record(record)
}

#[test]
fn every_entry_lands_where_the_description_says() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut planned = 0;
    for _ in 0..20_000 {
        let mut arena = TypeArena::new();
        let result = random_type(&mut random, &mut arena);
        let count = random.usize(..20);
        let params: Vec<TyId> = (0..count).map(|_| random_type(&mut random, &mut arena)).collect();
        let signature = match random.u8(..4) {
            0 => Signature::variadic(result, params, random.u16(..=count as u16)),
            _ => Signature::new(result, params),
        };
        // Unnamed small floating-point numbers are not described.
        let Ok(abi) = lower(&TARGET, &arena, &signature) else {
            assert!(signature.variadic);
            continue;
        };
        match plan(&abi) {
            Ok(plan) => check_landings(&abi, &plan),
            Err(refusal) => {
                assert!(signature.variadic, "{refusal}");
                continue;
            }
        }
        planned += 1;
    }
    assert!(planned > 15_000, "few signatures have a plan: {planned}");
}

#[test]
fn padding_of_the_packed_stack_is_filled() {
    let mut notation = Notation::new(TARGET, "i64, i64, i64, i64, i64, i64, i64, i64, i8, {i8[3]}, i8, f32");
    let params = notation.list();
    let signature = Signature::new(TyId::VOID, params);
    let abi = lower(&TARGET, &notation.arena, &signature).expect("the signature is described");
    let plan = plan(&abi).expect("the signature has a plan");
    let area: Vec<String> =
        plan.params[8..].iter().map(|entry| format!("{:?} {:?}\n", entry.ty, entry.carries)).collect();
    expect![[r#"
        F32 Part { value: Param(11), part: 0 }
        I8 Part { value: Param(8), part: 0 }
        I8 Dummy
        I16 Dummy
        I32 Dummy
        I16 Word { param: 9, offset: 0, len: 2 }
        I8 Word { param: 9, offset: 2, len: 1 }
        I8 Dummy
        I32 Dummy
        I8 Part { value: Param(10), part: 0 }
    "#]]
    .assert_eq(&area.concat());
}

#[test]
fn what_is_widened_on_the_stack_is_refused() {
    let mut notation = Notation::new(TARGET, "i64, i64, i64, i64, i64, i64, i64, i64, b7");
    let params = notation.list();
    let abi = lower(&TARGET, &notation.arena, &Signature::new(TyId::VOID, params)).expect("it is described");
    plan(&abi).expect_err("it would be stored in full");
}
