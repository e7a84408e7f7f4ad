//! Enumerated signatures: each kind of type as argument number 0 to 18, behind integers, floating-point numbers
//! and both in turn, with and without a result in memory. Owns the list of kinds.

use abi::{RecordKind, Target, TyId};

use crate::generate::Plain;
use crate::model::{CField, CRecord, CSignature, CType};
use crate::targets::{gcc_lacks, half, long_double};

const INT: CType = CType::Scalar("int", TyId::I32);
const CHAR: CType = CType::Scalar("signed char", TyId::I8);
const SHORT: CType = CType::Scalar("short", TyId::I16);
const LONG: CType = CType::Scalar("long long", TyId::I64);
const WIDE: CType = CType::Scalar("__int128", TyId::I128);
const FLOAT: CType = CType::Scalar("float", TyId::F32);
const DOUBLE: CType = CType::Scalar("double", TyId::F64);
const POINTER: CType = CType::Scalar("void *", TyId::POINTER);

pub fn signatures(target: &Target) -> Vec<CSignature> {
    let mut signatures = Vec::new();
    let fillers: [&[CType]; 3] = [&[LONG], &[DOUBLE], &[LONG, DOUBLE]];
    let large = structure([LONG, LONG, LONG].map(CField::new));
    for kind in kinds(target) {
        signatures.push(CSignature { result: kind.clone(), params: Vec::new(), variadic: None });
        for filler in fillers {
            for place in 0..=18 {
                let mut params: Vec<CType> = filler.iter().cycle().take(place).cloned().collect();
                params.extend([kind.clone(), LONG, DOUBLE, kind.clone(), CHAR]);
                let result = if place % 2 == 0 { CType::Void } else { large.clone() };
                signatures.push(CSignature { result, params, variadic: None });
            }
        }
    }
    signatures
}

/// Every struct of one to four scalars, as a parameter and as the result.
pub fn small_structs() -> Vec<CSignature> {
    let scalars = [CHAR, SHORT, INT, LONG, FLOAT, DOUBLE];
    let mut structs: Vec<Vec<CType>> = vec![Vec::new()];
    let mut signatures = Vec::new();
    for _ in 0..4 {
        let longer = |fields: &Vec<CType>| {
            let fields = fields.clone();
            scalars.iter().map(move |scalar| [fields.clone(), vec![scalar.clone()]].concat())
        };
        structs = structs.iter().flat_map(longer).collect();
        signatures.extend(structs.iter().map(|fields| {
            let ty = structure(fields.iter().cloned().map(CField::new));
            CSignature { result: ty.clone(), params: vec![ty], variadic: None }
        }));
    }
    signatures
}

/// Those that gcc knows too, where registers run out: for runs, which cost more than looking at IR.
pub fn at_the_edge(plain: &Plain) -> Vec<CSignature> {
    let lacks: &[TyId] = if plain.gcc { gcc_lacks(&plain.target) } else { &[] };
    let edges = |signature: &CSignature| (8..=12).contains(&signature.params.len());
    let all_plain = |signature: &CSignature| signature.params.iter().all(|param| is_plain(param, lacks));
    signatures(&plain.target).into_iter().filter(|signature| edges(signature) && all_plain(signature)).collect()
}

fn is_plain(ty: &CType, lacks: &[TyId]) -> bool {
    match ty {
        CType::Void => true,
        CType::Scalar(_, id) => !lacks.contains(id),
        CType::Complex(_, id) => *id != TyId::I32,
        CType::Enumeration(..) | CType::BitInt(..) | CType::Vector(..) => false,
        CType::Record(record) => {
            let plain = |field: &CField| {
                let odd = field.bits.is_some() || field.flexible || field.dimensions.contains(&0);
                !odd && is_plain(&field.ty, lacks)
            };
            !record.fields.is_empty() && record.align.is_none_or(|align| align <= 16) && record.fields.iter().all(plain)
        }
    }
}

fn structure(fields: impl IntoIterator<Item = CField>) -> CType {
    record(RecordKind::Struct, fields, false, None)
}

fn record(kind: RecordKind, fields: impl IntoIterator<Item = CField>, packed: bool, align: Option<u32>) -> CType {
    CType::Record(Box::new(CRecord { kind, fields: fields.into_iter().collect(), packed, pack: None, align }))
}

fn kinds(target: &Target) -> Vec<CType> {
    let plain = |types: &[CType]| structure(types.iter().cloned().map(CField::new));
    let union = |types: &[CType]| record(RecordKind::Union, types.iter().cloned().map(CField::new), false, None);
    let array = |ty: CType, count| structure([CField { dimensions: vec![count], ..CField::new(ty) }]);
    let aligned =
        |types: &[CType], align| record(RecordKind::Struct, types.iter().cloned().map(CField::new), false, Some(align));
    let packed = |types: &[CType]| record(RecordKind::Struct, types.iter().cloned().map(CField::new), true, None);
    let bits = |ty: CType, width| CField { bits: Some(width), ..CField::new(ty) };
    let named = |(name, id)| CType::Scalar(name, id);
    let long_double = named(long_double(target));
    let half = half(target).map_or(FLOAT, named);
    let vector = |name, id, count| CType::Vector(name, id, count);
    let v4f = vector("float", TyId::F32, 4);
    vec![
        CType::Scalar("_Bool", TyId::BOOL),
        CHAR,
        CType::Scalar("unsigned short", TyId::U16),
        INT,
        LONG,
        WIDE,
        FLOAT,
        DOUBLE,
        POINTER,
        long_double.clone(),
        half.clone(),
        CType::BitInt(7, true),
        CType::BitInt(65, true),
        CType::BitInt(128, false),
        CType::Complex("float", TyId::F32),
        CType::Complex("double", TyId::F64),
        CType::Complex("int", TyId::I32),
        vector("float", TyId::F32, 2),
        v4f.clone(),
        vector("float", TyId::F32, 8),
        vector("signed char", TyId::I8, 4),
        plain(&[]),
        array(CHAR, 3),
        plain(&[INT]),
        plain(&[LONG, LONG]),
        plain(&[LONG, CHAR]),
        plain(&[LONG, LONG, LONG]),
        plain(&[POINTER, POINTER]),
        plain(&[FLOAT]),
        plain(&[FLOAT, FLOAT]),
        plain(&[FLOAT, FLOAT, FLOAT]),
        array(FLOAT, 4),
        array(FLOAT, 5),
        plain(&[DOUBLE]),
        plain(&[DOUBLE, DOUBLE]),
        array(DOUBLE, 4),
        plain(&[FLOAT, DOUBLE]),
        plain(&[FLOAT, INT]),
        plain(&[DOUBLE, INT]),
        plain(&[INT, DOUBLE]),
        plain(&[CHAR, FLOAT]),
        plain(&[SHORT, FLOAT, FLOAT]),
        plain(&[CHAR, CHAR, CHAR, INT, CHAR]),
        plain(&[INT, FLOAT, FLOAT, INT]),
        aligned(&[FLOAT], 8),
        aligned(&[FLOAT], 16),
        aligned(&[INT], 16),
        aligned(&[LONG, LONG], 16),
        structure([CField { align: Some(16), ..CField::new(LONG) }]),
        aligned(&[LONG, LONG], 32),
        packed(&[CHAR, DOUBLE]),
        packed(&[INT, FLOAT]),
        structure([bits(INT, 3), bits(INT, 20)]),
        structure([bits(INT, 20), CField::new(FLOAT)]),
        structure([CField { named: false, ..bits(INT, 0) }, CField::new(FLOAT), CField::new(FLOAT)]),
        structure([CField { named: false, ..bits(LONG, 64) }, CField::new(INT)]),
        union(&[FLOAT, INT]),
        union(&[DOUBLE, plain(&[DOUBLE, DOUBLE])]),
        union(&[array(FLOAT, 4), DOUBLE]),
        union(&[WIDE, CHAR]),
        plain(&[plain(&[]), FLOAT]),
        plain(&[plain(&[FLOAT, FLOAT]), FLOAT]),
        structure([CField { dimensions: vec![0], ..CField::new(FLOAT) }, CField::new(FLOAT)]),
        plain(&[CType::Complex("float", TyId::F32)]),
        plain(&[long_double]),
        plain(&[WIDE]),
        plain(std::slice::from_ref(&v4f)),
        plain(&[v4f.clone(), v4f]),
        array(half, 3),
        array(CHAR, 9),
        array(CHAR, 15),
        array(CHAR, 17),
        array(INT, 16),
    ]
}
