//! Random C signatures. Owns the distribution: small records are common, odd ones (packed, over-aligned,
//! bit-fields, empty, unions, vectors, complex numbers) frequent enough that thousands of cases meet each.

use abi::{Convention, RecordKind, Target, TyId, TypeArena};
use fastrand::Rng;

use crate::model::{CField, CRecord, CSignature, CType};
use crate::targets::{
    DOUBLE, FLOAT, INTEGERS, Named, POINTER, binary128, brain_float, enumerations, gcc_lacks, half, long_double,
    widest_bit_int,
};

pub fn signature(random: &mut Rng, target: &Target) -> CSignature {
    let result = if random.u8(..8) == 0 { CType::Void } else { ty(random, target) };
    let most = if random.u8(..4) == 0 { 15 } else { 5 };
    let count = random.usize(..most);
    let params = (0..count).map(|_| ty(random, target)).collect();
    CSignature { result, params, variadic: None }
}

/// A signature of what gcc and clang both have: no bit-fields, no `_BitInt`, no short vectors of clang's.
pub fn plain_signature(random: &mut Rng, plain: &Plain) -> CSignature {
    let result = if random.u8(..8) == 0 { CType::Void } else { plain.ty(random, 2) };
    // Many values of one class run its registers out, with odd ones at the edge.
    let fillers: [&[Named]; 4] = [&[], &[INTEGERS[7]], &[DOUBLE], &[INTEGERS[7], FLOAT]];
    let filler = fillers[random.usize(..4)];
    let most = if filler.is_empty() { 6 } else { 18 };
    let count = random.usize(..most);
    let param = |index: usize| match filler.get(index % filler.len().max(1)) {
        Some((name, id)) if random.u8(..3) != 0 => CType::Scalar(name, *id),
        _ => plain.ty(random, 2),
    };
    let params = (0..count).map(param).collect();
    CSignature { result, params, variadic: None }
}

/// A call of a variadic function with the types of [`plain_signature`].
pub fn plain_variadic(random: &mut Rng, plain: &Plain) -> CSignature {
    loop {
        let mut signature = plain_signature(random, plain);
        if signature.params.is_empty() {
            continue;
        }
        let fixed = (1 + random.usize(..3)).min(signature.params.len());
        let is_vector = |ty: &CType| matches!(ty, CType::Vector(..));
        if plain.forgets_vectors() && signature.params[fixed..].iter().any(is_vector) {
            continue;
        }
        make_variadic(&mut signature, fixed);
        return signature;
    }
}

/// The types of [`plain_signature`].
pub struct Plain {
    pub target: Target,
    /// Whether it is gcc that must know them.
    pub gcc: bool,
}

impl Plain {
    /// Clang 22 passes an unnamed vector by its address there, but its `va_arg` reads none.
    fn forgets_vectors(&self) -> bool {
        !self.gcc && self.target.convention() == Convention::Windows64
    }

    fn ty(&self, random: &mut Rng, depth: u32) -> CType {
        match random.u8(..20) {
            0..=7 => return self.scalar(random),
            8 => {
                let (name, id) = [FLOAT, DOUBLE][random.usize(..2)];
                return CType::Complex(name, id);
            }
            9 => {
                let [element, bytes] = [random.usize(..4), 8 + 8 * random.usize(..2)];
                let (name, id, size) = [
                    ("int", TyId::I32, 4),
                    ("long long", TyId::I64, 8),
                    ("float", TyId::F32, 4),
                    ("double", TyId::F64, 8),
                ][element];
                return CType::Vector(name, id, (bytes / size) as u32);
            }
            _ if depth == 0 => return self.scalar(random),
            _ => {}
        }
        let kind = if random.u8(..7) == 0 { RecordKind::Union } else { RecordKind::Struct };
        let count = 1 + random.usize(..4);
        let uniform = (random.u8(..3) == 0).then(|| self.scalar(random));
        let fields = (0..count).map(|_| {
            let ty = uniform.clone().unwrap_or_else(|| self.ty(random, depth - 1));
            let dimensions = if random.u8(..5) == 0 { vec![1 + random.u64(..3)] } else { Vec::new() };
            CField { dimensions, ..CField::new(ty) }
        });
        let fields = fields.collect();
        let packed = random.u8(..12) == 0;
        let align = (random.u8(..12) == 0).then_some(16);
        CType::Record(Box::new(CRecord { kind, fields, packed, pack: None, align }))
    }

    fn scalar(&self, random: &mut Rng) -> CType {
        let lacks = if self.gcc { gcc_lacks(&self.target) } else { &[] };
        loop {
            let scalar = scalar(random, &self.target);
            match &scalar {
                CType::Scalar(_, id) if lacks.contains(id) => {}
                CType::Enumeration(..) if self.gcc => {}
                other => return other.clone(),
            }
        }
    }
}

/// A call of a variadic function, after the default promotions.
pub fn variadic(random: &mut Rng, target: &Target) -> CSignature {
    let fixed = 1 + random.usize(..3);
    let mut signature = signature(random, target);
    while signature.params.len() < fixed {
        signature.params.push(ty(random, target));
    }
    make_variadic(&mut signature, fixed);
    signature
}

/// Puts `...` behind the first `fixed` parameters and promotes those behind it.
fn make_variadic(signature: &mut CSignature, fixed: usize) {
    let fixed = fixed.min(signature.params.len());
    for param in &mut signature.params[fixed..] {
        *param = match param.clone() {
            CType::Scalar(_, TyId::F32) => CType::Scalar("double", TyId::F64),
            CType::Scalar(_, TyId::BOOL | TyId::I8 | TyId::U8 | TyId::I16 | TyId::U16)
            | CType::Enumeration(_, TyId::I8 | TyId::U8 | TyId::I16 | TyId::U16) => CType::Scalar("int", TyId::I32),
            other => other,
        };
    }
    signature.variadic = Some(fixed);
}

fn ty(random: &mut Rng, target: &Target) -> CType {
    match random.u8(..20) {
        0..=4 => scalar(random, target),
        5 => special(random, target),
        _ => record(random, target, 2),
    }
}

fn scalar(random: &mut Rng, target: &Target) -> CType {
    let (name, id) = match random.u8(..28) {
        0..=11 => INTEGERS[random.usize(..9)],
        12..=19 => [FLOAT, DOUBLE][random.usize(..2)],
        20 => half(target).unwrap_or(FLOAT),
        21 => INTEGERS[9 + random.usize(..2)],
        22 => POINTER,
        23 => brain_float(target).unwrap_or(DOUBLE),
        24 => binary128(target).unwrap_or_else(|| long_double(target)),
        25 => long_double(target),
        _ => {
            let (text, id) = enumerations(target)[random.usize(..6)];
            return CType::Enumeration(text, id);
        }
    };
    CType::Scalar(name, id)
}

fn special(random: &mut Rng, target: &Target) -> CType {
    match random.u8(..4) {
        0 => {
            let (name, id) = match random.u8(..8) {
                0..=1 => FLOAT,
                2..=3 => DOUBLE,
                4 => long_double(target),
                5 => half(target).unwrap_or(FLOAT),
                6 => binary128(target).unwrap_or(DOUBLE),
                _ => INTEGERS[1 + random.usize(..8)],
            };
            CType::Complex(name, id)
        }
        1 => bit_int(random, target),
        _ => {
            let (name, id) = match random.u8(..16) {
                0..=8 => INTEGERS[1 + random.usize(..10)],
                9..=11 => FLOAT,
                12..=13 => DOUBLE,
                14 => half(target).unwrap_or(FLOAT),
                _ => brain_float(target).unwrap_or(DOUBLE),
            };
            let count = match random.u8(..5) {
                0 => 1 + random.u32(..16),
                _ => 1 << random.u32(..5),
            };
            CType::Vector(name, id, count)
        }
    }
}

fn bit_int(random: &mut Rng, target: &Target) -> CType {
    let widest = match random.u8(..4) {
        0 => widest_bit_int(target),
        _ => 128,
    };
    CType::BitInt(1 + random.u16(..widest), random.bool()).sane()
}

impl CType {
    /// A signed `_BitInt` has at least two bits.
    fn sane(self) -> CType {
        match self {
            CType::BitInt(1, true) => CType::BitInt(2, true),
            other => other,
        }
    }
}

fn record(random: &mut Rng, target: &Target, depth: u32) -> CType {
    let kind = if random.u8(..6) == 0 { RecordKind::Union } else { RecordKind::Struct };
    let count = match random.u8(..16) {
        0 => 0,
        1..=11 => 1 + random.usize(..3),
        _ => 1 + random.usize(..6),
    };
    let uniform = (random.u8(..4) == 0).then(|| scalar(random, target));
    let mut fields: Vec<CField> = (0..count).map(|_| field(random, target, depth, uniform.as_ref())).collect();
    if let [_, .., last] = fields.as_mut_slice()
        && kind == RecordKind::Struct
        && last.bits.is_none()
    {
        last.flexible = random.u8(..20) == 0 && can_be_element(&last.ty, target);
    }
    let packed = random.u8(..14) == 0;
    let pack = (random.u8(..20) == 0).then(|| 1 << random.u32(..4));
    let align = (random.u8(..14) == 0).then(|| 1 << random.u32(..6));
    CType::Record(Box::new(CRecord { kind, fields, packed, pack, align }))
}

fn field(random: &mut Rng, target: &Target, depth: u32, uniform: Option<&CType>) -> CField {
    let ty = match uniform {
        Some(ty) => ty.clone(),
        None => match random.u8(..16) {
            0..=10 => scalar(random, target),
            11 => special(random, target),
            _ if depth > 0 => record(random, target, depth - 1),
            _ => scalar(random, target),
        },
    };
    let mut field = CField::new(ty);
    if uniform.is_none() && random.u8(..8) == 0 {
        field = bit_field(random, target);
    }
    let is_bits = field.bits.is_some();
    if !is_bits && random.u8(..6) == 0 && can_be_element(&field.ty, target) {
        field.dimensions.push(if random.u8(..12) == 0 { 0 } else { 1 + random.u64(..4) });
        if random.u8(..6) == 0 {
            field.dimensions.push(1 + random.u64(..3));
        }
    }
    if random.u8(..20) == 0 {
        field.align = Some(1 << random.u32(..6));
    }
    field.packed = random.u8(..30) == 0;
    field
}

/// C wants the size of an element to be a multiple of its alignment; Microsoft's empty records are not always.
fn can_be_element(ty: &CType, target: &Target) -> bool {
    let mut arena = TypeArena::new();
    let id = ty.build(target, &mut arena);
    let layout = arena.layout(target, id);
    layout.size.is_multiple_of(u64::from(layout.align))
}

fn bit_field(random: &mut Rng, target: &Target) -> CField {
    let (ty, width) = match random.u8(..11) {
        0..=1 => (scalar_of(INTEGERS[1]), 8),
        2 => (scalar_of(INTEGERS[4]), 16),
        3..=4 => (scalar_of(INTEGERS[5]), 32),
        5..=6 => (scalar_of(INTEGERS[7]), 64),
        7 => (scalar_of(INTEGERS[0]), 1),
        8 => (scalar_of(INTEGERS[9 + random.usize(..2)]), 128),
        9 => {
            let (text, id) = enumerations(target)[random.usize(..6)];
            let width = match id {
                TyId::I8 | TyId::U8 => 8,
                TyId::U16 => 16,
                TyId::U64 => 64,
                _ => 32,
            };
            (CType::Enumeration(text, id), width)
        }
        _ => {
            let width = 2 + random.u16(..127);
            (CType::BitInt(width, random.bool()), width)
        }
    };
    let named = random.u8(..5) != 0;
    let bits = if !named && random.bool() { 0 } else { 1 + random.u16(..width) };
    CField { bits: Some(bits), named, ..CField::new(ty) }
}

fn scalar_of((name, id): Named) -> CType {
    CType::Scalar(name, id)
}
