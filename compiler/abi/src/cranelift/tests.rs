//! Plays Cranelift's hand-out of registers and slots over plans and looks that every entry lands where the
//! description says. Owns a model of `compute_arg_locs` of Cranelift 0.135 for each target that plans are made for.

use std::collections::HashMap;

use expect_test::{Expect, expect};

use super::*;
use crate::arena::{Signature, TyId, TypeArena};
use crate::convention::Convention;
use crate::description::{Extend, FnAbi, Location, Memory, Placement, ValueIndex};
use crate::layout::{FieldSpec, layout_record};
use crate::registers::Register;
use crate::target::Target;
use crate::{RecordKind, lower};

/// Cranelift's counters of one list of entries.
struct HandOut {
    convention: Convention,
    general: std::slice::Iter<'static, Register>,
    float: std::slice::Iter<'static, Register>,
    /// IBM z: the number of the next vector register.
    wide: u8,
    stack: u32,
}

impl HandOut {
    /// Where Cranelift puts each parameter: a register's name or `stack+offset`.
    fn params(convention: Convention, plan: &Plan) -> Vec<String> {
        let mut hand_out = HandOut {
            convention,
            general: convention.general_arguments().iter(),
            float: convention.float_arguments().iter(),
            wide: 24,
            stack: convention.shadow_bytes(),
        };
        plan.params.iter().map(|entry| hand_out.land(entry)).collect()
    }

    /// Where Cranelift puts each result, of which it has at most two a class on x86-64 and RISC-V.
    fn results(convention: Convention, plan: &Plan) -> Vec<String> {
        let most = match convention {
            Convention::SystemV64 | Convention::RiscvLp64d => 2,
            Convention::Aapcs64 | Convention::WindowsArm64 => 8,
            Convention::S390x | Convention::Windows64 => 1,
            other => panic!("no plans are made for {other:?}"),
        };
        let mut hand_out = HandOut {
            convention,
            general: convention.general_results().iter(),
            float: convention.float_results()[..most].iter(),
            wide: 24,
            stack: 0,
        };
        plan.results.iter().map(|entry| hand_out.land(entry)).collect()
    }

    fn land(&mut self, entry: &Entry) -> String {
        if let Purpose::StructArgument { bytes } = entry.purpose {
            assert_eq!(self.convention, Convention::SystemV64, "only the x64 backend has StructArgument");
            self.stack += bytes;
            return format!("stack+{}", self.stack - bytes);
        }
        let x8 = matches!(self.convention, Convention::Aapcs64 | Convention::WindowsArm64);
        if entry.purpose == Purpose::StructReturn && x8 {
            return "x8".to_string();
        }
        if entry.ty == ClifType::I8X16 && self.convention == Convention::S390x {
            return self.land_wide();
        }
        let (register, size) = match entry.ty {
            ClifType::I8 | ClifType::I16 | ClifType::I32 | ClifType::I64 => (self.general.next(), 8),
            ClifType::F32 | ClifType::F64 => (self.float.next(), 8),
            ClifType::I8X16 => {
                assert_ne!(self.convention, Convention::RiscvLp64d, "it would travel in a vector register there");
                (self.float.next(), 16)
            }
        };
        if self.convention == Convention::Windows64 {
            // The other register of the position is skipped.
            match entry.ty {
                ClifType::I8 | ClifType::I16 | ClifType::I32 | ClifType::I64 => self.float.next(),
                ClifType::F32 | ClifType::F64 | ClifType::I8X16 => self.general.next(),
            };
        }
        match register {
            Some(register) => register.to_string(),
            None => {
                let offset = self.stack.next_multiple_of(size);
                self.stack = offset + size;
                format!("stack+{}", offset + self.padding(entry.ty))
            }
        }
    }

    /// IBM z: by number, then two slots, which need no alignment of 16.
    fn land_wide(&mut self) -> String {
        if self.wide < 32 {
            self.wide += 1;
            return Register::v(self.wide - 1).to_string();
        }
        self.stack += 16;
        format!("stack+{}", self.stack - 16)
    }

    /// IBM z: bytes of a slot in front of a small value, widened or not.
    fn padding(&self, ty: ClifType) -> u32 {
        match ty {
            ClifType::I8 if self.convention == Convention::S390x => 7,
            ClifType::I16 if self.convention == Convention::S390x => 6,
            ClifType::I32 | ClifType::F32 if self.convention == Convention::S390x => 4,
            ClifType::I8
            | ClifType::I16
            | ClifType::I32
            | ClifType::I64
            | ClifType::F32
            | ClifType::F64
            | ClifType::I8X16 => 0,
        }
    }
}

fn name(location: Location) -> String {
    match location {
        Location::Register(register) => register.to_string(),
        Location::Stack { offset, .. } => format!("stack+{offset}"),
        Location::Operand(number) => format!("operand {number}"),
    }
}

/// Where the description wants each thing that an entry may carry.
fn wanted(abi: &FnAbi) -> HashMap<Carries, String> {
    let mut wanted = HashMap::new();
    if let Placement::Sret { pointer, .. } = abi.result.placement {
        wanted.insert(Carries::SretPointer, name(pointer));
    }
    for (index, param) in abi.params.iter().enumerate() {
        let param_index = index as u16;
        for (number, part) in param.parts().iter().enumerate() {
            if param.parts()[number + 1..].iter().any(|other| other.offset == part.offset) {
                // The same bytes travel once more.
                continue;
            }
            let value = ValueIndex::Param(param_index);
            wanted.insert(Carries::Part { value, part: number as u8 }, name(part.location));
        }
        match param.placement {
            Placement::Memory(Memory::ByPointer { pointer, .. }) => {
                wanted.insert(Carries::Pointer { param: param_index }, name(pointer));
            }
            Placement::Memory(Memory::OnStack { offset, .. }) => {
                let size = param.size as u32;
                let mut done = 0;
                if size > 128 {
                    wanted.insert(Carries::Block { param: param_index }, format!("stack+{offset}"));
                    done = size / 8 * 8;
                }
                while done < size {
                    let len = (size - done).min(8);
                    let word = Carries::Word { param: param_index, offset: done, len };
                    wanted.insert(word, format!("stack+{}", offset + done));
                    done += 8;
                }
            }
            Placement::Ignore | Placement::Parts(_) | Placement::Sret { .. } => {}
        }
    }
    wanted
}

fn check_landings(abi: &FnAbi, plan: &Plan) {
    let landings = HandOut::params(abi.convention, plan);
    let mut wanted = wanted(abi);
    for (entry, landing) in plan.params.iter().zip(&landings) {
        if entry.carries != Carries::Dummy {
            let place = wanted.remove(&entry.carries);
            assert_eq!(place.as_ref(), Some(landing), "{:?} of {abi:#?}", entry.carries);
        }
    }
    assert!(wanted.is_empty(), "no entry carries {wanted:?}");
    let described: Vec<String> = abi.result.parts().iter().map(|part| name(part.location)).collect();
    assert_eq!(HandOut::results(abi.convention, plan), described, "{abi:#?}");
}

/// A random scalar or record, small enough to meet registers often.
fn random_type(random: &mut fastrand::Rng, target: &Target, arena: &mut TypeArena) -> TyId {
    let scalars = [TyId::I8, TyId::U16, TyId::I32, TyId::I64, TyId::POINTER, TyId::F32, TyId::F64, TyId::I128];
    let scalar = |random: &mut fastrand::Rng| scalars[random.usize(..scalars.len())];
    if target.features.vector_facility && random.u8(..3) == 0 {
        let vector = arena.vector(TyId::F32, 4);
        if random.bool() {
            return vector;
        }
        return structure(*target, arena, &[vector]);
    }
    if random.bool() {
        return scalar(random);
    }
    let same = random.bool().then(|| scalar(random));
    let mut fields = Vec::new();
    for _ in 0..1 + random.usize(..4) {
        let mut ty = same.unwrap_or_else(|| scalar(random));
        if random.u8(..5) == 0 {
            let most = if random.u8(..9) == 0 { 99 } else { 3 };
            let count = 1 + random.u64(..most);
            ty = arena.array(ty, count);
        }
        fields.push(FieldSpec::new(ty));
    }
    let packed = random.u8(..9) == 0;
    let align = (random.u8(..9) == 0).then_some(16);
    let record = layout_record(target, arena, RecordKind::Struct, &fields, packed, align);
    arena.add_record(record)
}

#[test]
fn every_entry_lands_where_the_description_says() {
    let mut random = fastrand::Rng::with_seed(3);
    let targets = [
        Target::X86_64_LINUX,
        Target::AARCH64_LINUX,
        Target::RISCV64_LINUX,
        Target::S390X_LINUX,
        Target::S390X_LINUX_VECTOR,
        Target::X86_64_WINDOWS_GNU,
        Target::X86_64_WINDOWS_MSVC,
        Target::AARCH64_WINDOWS,
    ];
    for target in targets {
        for _ in 0..20_000 {
            let mut arena = TypeArena::new();
            let result = random_type(&mut random, &target, &mut arena);
            let count = random.usize(..16);
            let params: Vec<TyId> = (0..count).map(|_| random_type(&mut random, &target, &mut arena)).collect();
            let signature = match random.u8(..4) {
                0 => Signature::variadic(result, params, random.u16(..=count as u16)),
                _ => Signature::new(result, params),
            };
            let abi = match lower(&target, &arena, &signature) {
                Ok(abi) => abi,
                // A pair for which one register is left.
                Err(_) if target == Target::AARCH64_WINDOWS && signature.variadic => continue,
                Err(refused) => panic!("these types are described: {refused}"),
            };
            let plan = plan(&abi).expect("these types have a plan");
            check_landings(&abi, &plan);
        }
    }
}

/// `al` is a bound on every variadic call: without one it would hold whatever the last call has left there.
#[test]
fn variadic_calls_say_how_many_vector_registers_they_use() {
    let count = |target: Target, signature: Signature| {
        let abi = lower(&target, &TypeArena::new(), &signature).expect("these types are described");
        plan(&abi).expect("these types have a plan").thunk.and_then(|thunk| thunk.vector_count)
    };
    let variadic = |last: TyId| Signature::variadic(TyId::I32, [TyId::POINTER, last], 1);
    assert_eq!(count(Target::X86_64_LINUX, variadic(TyId::I64)), Some(0));
    assert_eq!(count(Target::X86_64_LINUX, variadic(TyId::F64)), Some(1));
    assert_eq!(count(Target::X86_64_LINUX, Signature::new(TyId::I32, [TyId::POINTER, TyId::F64])), None);
    assert_eq!(count(Target::AARCH64_LINUX, variadic(TyId::F64)), None);
}

#[test]
fn on_windows_the_list_is_that_of_the_arguments() {
    let target = Target::X86_64_WINDOWS_MSVC;
    let build = |arena: &mut TypeArena| {
        let pair = structure(target, arena, &[TyId::I64, TyId::I64]);
        let single = structure(target, arena, &[TyId::F32]);
        Signature::new(pair, [TyId::F64, TyId::I32, TyId::F32, TyId::I128, single, TyId::F64])
    };
    check(
        target,
        build,
        expect![[r#"
        I64 StructReturn: SretPointer
        F64: Part { value: Param(0), part: 0 }
        I32: Part { value: Param(1), part: 0 }
        F32: Part { value: Param(2), part: 0 }
        I64: Pointer { param: 3 }
        I32: Part { value: Param(4), part: 0 }
        F64: Part { value: Param(5), part: 0 }
        -> "#]],
    );
    // Unnamed floating-point numbers as integers, the result of 128 bits in xmm0.
    let build =
        |_: &mut TypeArena| Signature::variadic(TyId::I128, [TyId::F64, TyId::F64, TyId::I8, TyId::F64, TyId::F64], 1);
    check(
        target,
        build,
        expect![[r#"
        F64: Part { value: Param(0), part: 0 }
        I64: Part { value: Param(1), part: 1 }
        I8: Part { value: Param(2), part: 0 }
        I64: Part { value: Param(3), part: 1 }
        F64: Part { value: Param(4), part: 0 }
        -> I8X16: Part { value: Result, part: 0 }
    "#]],
    );
}

fn text(plan: &Plan) -> String {
    let line = |entry: &Entry| {
        let extend = match entry.extend {
            Extend::None => "",
            Extend::Zero => " uext",
            Extend::Sign => " sext",
        };
        let purpose = match entry.purpose {
            Purpose::Normal => String::new(),
            other => format!(" {other:?}"),
        };
        format!("{:?}{extend}{purpose}: {:?}\n", entry.ty, entry.carries)
    };
    let params: String = plan.params.iter().map(line).collect();
    let results: String = plan.results.iter().map(line).collect();
    format!("{params}-> {results}")
}

fn check(target: Target, build: impl FnOnce(&mut TypeArena) -> Signature, expect: Expect) {
    let mut arena = TypeArena::new();
    let signature = build(&mut arena);
    let abi = lower(&target, &arena, &signature).expect("the signature is described");
    let plan = plan(&abi).expect("the signature has a plan");
    check_landings(&abi, &plan);
    expect.assert_eq(&text(&plan));
}

fn structure(target: Target, arena: &mut TypeArena, types: &[TyId]) -> TyId {
    let fields: Vec<FieldSpec> = types.iter().map(|ty| FieldSpec::new(*ty)).collect();
    let record = layout_record(&target, arena, RecordKind::Struct, &fields, false, None);
    arena.add_record(record)
}

#[test]
fn a_pair_on_the_stack_leaves_its_register_to_a_later_scalar() {
    let target = Target::X86_64_LINUX;
    let build = |arena: &mut TypeArena| {
        let pair = structure(target, arena, &[TyId::I64, TyId::I64]);
        let [long, void] = [TyId::I64, TyId::VOID];
        Signature::new(void, [long, long, long, long, long, pair, long])
    };
    check(
        target,
        build,
        expect![[r#"
        I64: Part { value: Param(0), part: 0 }
        I64: Part { value: Param(1), part: 0 }
        I64: Part { value: Param(2), part: 0 }
        I64: Part { value: Param(3), part: 0 }
        I64: Part { value: Param(4), part: 0 }
        I64: Part { value: Param(6), part: 0 }
        I64: Word { param: 5, offset: 0, len: 8 }
        I64: Word { param: 5, offset: 8, len: 8 }
        -> "#]],
    );
}

#[test]
fn a_tail_word_holds_no_more_than_the_value() {
    let target = Target::X86_64_LINUX;
    let build = |arena: &mut TypeArena| {
        let bytes = arena.array(TyId::U8, 19);
        let large = structure(target, arena, &[bytes]);
        Signature::new(large, [large])
    };
    check(
        target,
        build,
        expect![[r#"
        I64 StructReturn: SretPointer
        I64: Dummy
        I64: Dummy
        I64: Dummy
        I64: Dummy
        I64: Dummy
        I64: Word { param: 0, offset: 0, len: 8 }
        I64: Word { param: 0, offset: 8, len: 8 }
        I64: Word { param: 0, offset: 16, len: 3 }
        -> "#]],
    );
}

/// The ninth float is given as an integer, or Cranelift would put it on the stack; nothing of 16 bytes is given whole; the
/// variadic pair leaves a7 alone.
#[test]
fn on_risc_v_floats_and_pairs_follow_the_integers() {
    let target = Target::RISCV64_LINUX;
    let build = |arena: &mut TypeArena| {
        let pair = structure(target, arena, &[TyId::I64, TyId::I8]);
        let [long, double] = [TyId::I64, TyId::F64];
        Signature::new(pair, [&[double; 8][..], &[TyId::F32], &[long; 6], &[pair, TyId::I128]].concat())
    };
    check(
        target,
        build,
        expect![[r#"
        I32: Part { value: Param(8), part: 0 }
        I64: Part { value: Param(9), part: 0 }
        I64: Part { value: Param(10), part: 0 }
        I64: Part { value: Param(11), part: 0 }
        I64: Part { value: Param(12), part: 0 }
        I64: Part { value: Param(13), part: 0 }
        I64: Part { value: Param(14), part: 0 }
        I64: Part { value: Param(15), part: 0 }
        F64: Part { value: Param(0), part: 0 }
        F64: Part { value: Param(1), part: 0 }
        F64: Part { value: Param(2), part: 0 }
        F64: Part { value: Param(3), part: 0 }
        F64: Part { value: Param(4), part: 0 }
        F64: Part { value: Param(5), part: 0 }
        F64: Part { value: Param(6), part: 0 }
        F64: Part { value: Param(7), part: 0 }
        I64: Part { value: Param(15), part: 1 }
        I64: Dummy
        I64: Part { value: Param(16), part: 0 }
        I64: Part { value: Param(16), part: 1 }
        -> I64: Part { value: Result, part: 0 }
        I64: Part { value: Result, part: 1 }
    "#]],
    );
    let build = |_: &mut TypeArena| {
        let params = [&[TyId::I64; 7][..], &[TyId::F128, TyId::F64]].concat();
        Signature::variadic(TyId::VOID, params, 1)
    };
    check(
        target,
        build,
        expect![[r#"
        I64: Part { value: Param(0), part: 0 }
        I64: Part { value: Param(1), part: 0 }
        I64: Part { value: Param(2), part: 0 }
        I64: Part { value: Param(3), part: 0 }
        I64: Part { value: Param(4), part: 0 }
        I64: Part { value: Param(5), part: 0 }
        I64: Part { value: Param(6), part: 0 }
        I64: Dummy
        I64: Part { value: Param(7), part: 0 }
        I64: Part { value: Param(7), part: 1 }
        I64: Part { value: Param(8), part: 0 }
        -> "#]],
    );
}

/// Cranelift's order of vector registers is not the ABI's; vectors on the stack find all of theirs taken.
#[test]
fn on_ibm_z_vectors_have_a_list_of_their_own() {
    let target = Target::S390X_LINUX_VECTOR;
    let build = |arena: &mut TypeArena| {
        let vector = arena.vector(TyId::F32, 4);
        Signature::new(vector, [vector, vector, TyId::F32, TyId::I32])
    };
    check(
        target,
        build,
        expect![[r#"
        I32 sext: Part { value: Param(3), part: 0 }
        F32: Part { value: Param(2), part: 0 }
        I8X16: Part { value: Param(0), part: 0 }
        I8X16: Dummy
        I8X16: Part { value: Param(1), part: 0 }
        -> I8X16: Part { value: Result, part: 0 }
    "#]],
    );
    let build = |arena: &mut TypeArena| {
        let vector = arena.vector(TyId::F32, 4);
        Signature::variadic(TyId::I128, [TyId::I32, vector, TyId::F64], 1)
    };
    check(
        target,
        build,
        expect![[r#"
        I64 StructReturn: SretPointer
        I32 sext: Part { value: Param(0), part: 0 }
        F64: Part { value: Param(2), part: 0 }
        I8X16: Dummy
        I8X16: Dummy
        I8X16: Dummy
        I8X16: Dummy
        I8X16: Dummy
        I8X16: Dummy
        I8X16: Dummy
        I8X16: Dummy
        I8X16: Part { value: Param(1), part: 0 }
        -> "#]],
    );
}

/// What would stand at the wrong end of its register.
#[test]
fn on_ibm_z_narrow_vectors_and_half_floats_are_refused() {
    let target = Target::S390X_LINUX_VECTOR;
    let mut arena = TypeArena::new();
    let narrow = arena.vector(TyId::F32, 2);
    for ty in [TyId::F16, narrow] {
        for signature in [Signature::new(TyId::VOID, [ty]), Signature::new(ty, [])] {
            let abi = lower(&target, &arena, &signature).expect("the signature is described");
            plan(&abi).expect_err("it would stand at the wrong end");
        }
    }
}

#[test]
fn results_in_x87_registers_are_counted_and_no_entries() {
    let target = Target::X86_64_LINUX;
    let mut arena = TypeArena::new();
    let complex = arena.complex(TyId::X87);
    for (ty, registers) in [(TyId::X87, &[Register::ST0][..]), (complex, &[Register::ST0, Register::ST1])] {
        let abi = lower(&target, &arena, &Signature::new(ty, [])).expect("x87 results are described");
        let locations: Vec<Location> = abi.result.parts().iter().map(|part| part.location).collect();
        assert_eq!(locations, registers.iter().map(|register| Location::Register(*register)).collect::<Vec<_>>());
        let plan = plan(&abi).expect("a backend fetches them");
        assert_eq!((usize::from(plan.x87_results), plan.results.len()), (registers.len(), 0));
    }
}

/// Every byte of every value is in the content of one entry, and a register's dummy has none.
#[test]
fn contents_cover_each_value_once() {
    let target = Target::X86_64_LINUX;
    let mut arena = TypeArena::new();
    let fields = [FieldSpec::new(TyId::I64), FieldSpec::new(TyId::I32), FieldSpec::new(TyId::I8)];
    let record = layout_record(&target, &arena, RecordKind::Struct, &fields[..], false, None);
    let small = arena.add_record(record);
    let large = arena.array(TyId::I8, 27);
    let record = layout_record(&target, &arena, RecordKind::Struct, &[FieldSpec::new(large)], false, None);
    let large = arena.add_record(record);
    let signature = Signature::new(large, [TyId::F64, small, large]);
    let abi = lower(&target, &arena, &signature).expect("the signature is described");
    let plan = plan(&abi).expect("there is a plan");
    let mut lines = String::new();
    for entry in &plan.params {
        match entry.content(&abi) {
            Content::Bytes { value, pieces } => {
                let pieces = pieces.iter().map(|piece| (piece.offset, piece.bytes, piece.shift_bits));
                lines += &format!("{value:?} {:?}\n", pieces.collect::<Vec<_>>());
            }
            Content::Address(value) => lines += &format!("address of {value:?}\n"),
            Content::Nothing => lines += "nothing\n",
        }
    }
    expect![[r#"
        address of Result
        Param(1) [(0, 8, 0)]
        Param(1) [(8, 8, 0)]
        nothing
        nothing
        nothing
        Param(0) [(0, 8, 0)]
        Param(2) [(0, 8, 0)]
        Param(2) [(8, 8, 0)]
        Param(2) [(16, 8, 0)]
        Param(2) [(24, 2, 0), (26, 1, 16)]
    "#]]
    .assert_eq(&lines);
}
