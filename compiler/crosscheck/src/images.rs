//! Where the bytes of each value of a program stand in one table. Owns the offsets, by which MIR and C find them; must
//! not know what the bytes are.

use super::model::Case;
use super::values::{Image, image};

/// A case of one program, with its number, which its values and names follow from.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// The number; no two cases of a program share it.
    pub number: usize,
    /// The signature.
    pub case: Case,
}

/// The table.
#[derive(Default)]
pub struct Images {
    /// Values, those of one case together.
    pub values: Vec<Placed>,
    /// For each case in order, the position of its first value.
    pub firsts: Vec<usize>,
    /// Bytes of the whole table.
    pub size: u64,
    /// Alignment of the whole table.
    pub align: u64,
}

/// A value in the table.
pub struct Placed {
    /// Where it begins.
    pub offset: u64,
    /// Alignment of its type.
    pub align: u64,
    /// Its bytes.
    pub image: Image,
}

impl Images {
    /// The table of some cases.
    pub fn new(cases: &[Numbered]) -> Images {
        let mut images = Images { align: 16, ..Images::default() };
        for Numbered { number, case } in cases {
            images.firsts.push(images.values.len());
            for (value, ty) in case.values().enumerate() {
                let align = ty.layout().align;
                let offset = images.size.next_multiple_of(align);
                let image = image(*number, case, value).expect("the value is one of the case");
                images.size = offset + image.bytes.len() as u64;
                images.align = images.align.max(align);
                images.values.push(Placed { offset, align, image });
            }
        }
        images
    }

    /// Where a value of the case at a position begins.
    pub fn offset(&self, position: usize, value: usize) -> u64 {
        self.values[self.firsts[position] + value].offset
    }
}
