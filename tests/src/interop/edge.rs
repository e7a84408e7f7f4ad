//! Types whose sizes and fields tempt a compiler to read a whole register where only a part of it is the value's, each
//! with signatures that pass it in registers, on the stack and as a result.

use super::{Calling, Case, Field, Kind, Placing, Record, Scalar, Shape, Suite};

const U8: Scalar = Scalar::integer(1, false);
const U16: Scalar = Scalar::integer(2, false);
const U32: Scalar = Scalar::integer(4, false);
const I64: Scalar = Scalar::integer(8, true);
const I128: Scalar = Scalar::integer(16, true);

/// Sizes of arrays of bytes: each small one, and some that are copied in blocks.
fn sizes() -> impl Iterator<Item = u32> {
    (1..=40).chain([63, 65, 127, 129, 131, 135, 136, 143, 301])
}

/// The suite: its callers keep every value at the end of a page.
pub fn suite() -> Suite {
    let mut suite = Suite { placing: Placing::PageEdge, ..Suite::default() };
    for size in sizes() {
        add(&mut suite, false, &[Shape::Array(U8, size)]);
    }
    for count in 1..=5 {
        add(&mut suite, false, &[Shape::Array(Scalar::F32, count)]);
        add(&mut suite, false, &vec![Shape::Scalar(Scalar::F32); count as usize]);
    }
    for count in 1..=3 {
        add(&mut suite, false, &vec![Shape::Scalar(Scalar::F64); count]);
    }
    for size in [3, 5, 6, 7, 9, 11, 15, 17] {
        add(&mut suite, false, &[Shape::Array(U16, size)]);
    }
    let scalar = Shape::Scalar;
    let mixtures: [&[Shape]; 12] = [
        &[scalar(U8), scalar(U16), scalar(U32)],
        &[scalar(U32), scalar(U8)],
        &[scalar(U16), scalar(U8)],
        &[scalar(Scalar::F64), scalar(U8)],
        &[scalar(U8), scalar(Scalar::F64)],
        &[scalar(Scalar::F32), scalar(U16), scalar(U8)],
        &[scalar(U16), scalar(Scalar::F32), scalar(Scalar::F32)],
        &[scalar(U8), scalar(I64), scalar(U8)],
        &[scalar(I128), scalar(U8)],
        &[scalar(Scalar::Bool), scalar(Scalar::Pointer), Shape::Array(U8, 3)],
        &[Shape::Array(U8, 3), scalar(U32), scalar(Scalar::F32)],
        &[scalar(Scalar::F32), scalar(Scalar::F64), scalar(U16)],
    ];
    for fields in mixtures {
        add(&mut suite, true, fields);
        add(&mut suite, false, fields);
    }
    suite
}

/// Adds a struct and its signatures: alone, twice, after all general registers, after all registers.
fn add(suite: &mut Suite, packed: bool, fields: &[Shape]) {
    let own = Shape::Record(suite.records.len());
    suite.records.push(Record {
        kind: Kind::Struct,
        fields: fields.iter().map(|shape| Field { shape: *shape }).collect(),
        packed,
        align: None,
    });
    let integers = [Shape::Scalar(I64); 7];
    let mut floats = [Shape::Scalar(Scalar::F64); 8];
    suite.cases.push(Case { parameters: vec![own], result: Some(own), calling: Calling::Name });
    suite.cases.push(Case { parameters: [&integers[..5], &[own, own]].concat(), result: None, calling: Calling::Name });
    floats[3] = own;
    suite.cases.push(Case { parameters: [&floats[..], &[own]].concat(), result: None, calling: Calling::Name });
    suite.cases.push(Case {
        parameters: [&integers[..], &[own], &floats[4..]].concat(),
        result: Some(own),
        calling: Calling::Name,
    });
}
