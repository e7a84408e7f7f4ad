//! Methods for members that the language has no form for. Owns the reading and writing of bit-fields, bit by bit where clang
//! says that they stand, in the bytes that stand for them, and the address of an array without a length. It must not know how
//! a record is laid out.

use c::clang::wire::{Field, Kind};

use super::names::Taken;
use super::types::Types;

/// A bit-field, and the bytes in which it lies.
pub(super) struct BitField<'a> {
    pub field: &'a Field,
    /// In bits.
    pub width: u16,
    /// The member of bytes.
    pub bytes: String,
    /// Where that begins, in bytes.
    pub start: u64,
    /// How many it has.
    pub count: u64,
}

/// Methods to read and write a bit-field; why there are none otherwise.
pub(super) fn of_bits(
    types: &mut Types<'_>,
    bits: &BitField<'_>,
    documented: &str,
    taken: &mut Taken,
    is_union: bool,
) -> Result<String, String> {
    let (Some(name), 1..) = (&bits.field.name, bits.width) else { return Ok(String::new()) };
    let form = types.form(bits.field.ty)?;
    let Some(signed) = sign(types, bits.field.ty) else {
        return Err("bits of such a type have no form".to_string());
    };
    let is_bool = types.kind(bits.field.ty) == &Kind::Bool;
    let Some(place) = Place::of(types, bits) else {
        return Err("its bits lie beside its bytes".to_string());
    };
    let (getter, setter) = taken.accessors(name);
    let (read, mut write) = (place.read(&form.text, signed, is_bool), place.write());
    let read = if is_union { format!("unsafe {{ {read} }}") } else { read };
    if is_union {
        write = format!("unsafe {{\n{write}}}\n");
    }
    let (ty, mask) = (place.ty(), place.mask());
    let shift = if place.shift == 0 { String::new() } else { format!(" << {}", place.shift) };
    let bits = match (place.is_whole(), place.shift) {
        (true, _) => format!("value as {ty}{shift}"),
        (false, 0) => format!("value as {ty} & {mask}"),
        (false, _) => format!("(value as {ty} & {mask}){shift}"),
    };
    Ok(format!(
        "\n{documented}  pub fn {getter} -> {form} {{ {read} }}\n\n  pub fn mut {setter}(value: {form}) {{\n    let bits = {bits}\n{write}  }}\n",
        form = form.text,
    ))
}

/// The function for the first element of an array without a length: what it is given leads to the whole, which is longer than
/// its type.
pub(super) fn of_array(
    types: &mut Types<'_>,
    owner: &str,
    field: &Field,
    documented: &str,
    taken: &mut Taken,
) -> String {
    let Kind::Array { element, .. } = types.kind(field.ty) else { return String::new() };
    let name = taken.accessors(field.name.as_deref().unwrap_or("elements")).0;
    let form = types.behind(*element);
    let offset = field.offset_bits / 8;
    let cast = if form == "u8" { String::new() } else { format!(" as Pointer[{form}]") };
    format!(
        "\n{documented}  pub fn static {name}(of: Pointer[{owner}]) -> Pointer[{form}] {{\n    \
           unsafe {{ (of as Pointer[u8]).offset({offset}){cast} }}\n  }}\n"
    )
}

/// Whether an integer has a sign; nothing for what is no integer.
fn sign(types: &Types<'_>, index: u32) -> Option<bool> {
    match types.kind(index) {
        Kind::Bool => Some(false),
        Kind::Integer { signed } => Some(*signed),
        Kind::Enumeration(integer) => sign(types, *integer),
        Kind::Void
        | Kind::BitInt { .. }
        | Kind::Float(_)
        | Kind::Pointer { .. }
        | Kind::Complex(_)
        | Kind::Vector { .. }
        | Kind::Array { .. }
        | Kind::Record(_)
        | Kind::Atomic(_)
        | Kind::Function
        | Kind::Incomplete
        | Kind::Unknown => None,
    }
}

/// Bits within bytes, as one number of all these bytes.
struct Place<'a> {
    bytes: &'a str,
    /// The first and the last byte, as indices.
    first: u64,
    last: u64,
    /// How far its lowest bit stands to the left in the number.
    shift: u64,
    width: u64,
    is_little_endian: bool,
}

impl<'a> Place<'a> {
    fn of(types: &Types<'_>, bits: &'a BitField<'_>) -> Option<Place<'a>> {
        let (offset, width) = (bits.field.offset_bits, u64::from(bits.width));
        let first = (offset / 8).checked_sub(bits.start)?;
        let last = (offset + width - 1) / 8 - bits.start;
        let is_little_endian = types.declarations.target.is_little_endian();
        // On big-endian targets clang counts from the highest bit of each byte.
        let shift = if is_little_endian { offset % 8 } else { 8 * (last - first + 1) - offset % 8 - width };
        let fits = last < bits.count && 8 * (last - first + 1) <= 128;
        fits.then_some(Place { bytes: &bits.bytes, first, last, shift, width, is_little_endian })
    }

    fn size(&self) -> u64 {
        if 8 * (self.last - self.first + 1) <= 64 { 64 } else { 128 }
    }

    fn ty(&self) -> String {
        format!("u{}", self.size())
    }

    /// As wide as the number.
    fn is_whole(&self) -> bool {
        self.width == self.size()
    }

    fn mask(&self) -> String {
        format!("{:#x}", self.ones())
    }

    fn ones(&self) -> u128 {
        if self.width >= 128 { u128::MAX } else { (1 << self.width) - 1 }
    }

    /// How far a byte stands to the left in the number.
    fn shift_of(&self, byte: u64) -> u64 {
        8 * if self.is_little_endian { byte - self.first } else { self.last - byte }
    }

    fn read(&self, form: &str, signed: bool, is_bool: bool) -> String {
        let (ty, size) = (self.ty(), self.size());
        let parts = (self.first..=self.last).map(|byte| {
            let part = format!("@{}[{byte}] as {ty}", self.bytes);
            match self.shift_of(byte) {
                0 => part,
                shift => format!("{part} << {shift}"),
            }
        });
        let number = parts.collect::<Vec<_>>().join(" | ");
        let number = if self.first == self.last { number } else { format!("({number})") };
        if signed {
            let (left, right) = (size - self.shift - self.width, size - self.width);
            let raised = if left == 0 { number } else { format!("({number} << {left})") };
            let lowered = if right == 0 { String::new() } else { format!(" >> {right}") };
            return format!("({raised} as i{size}{lowered}) as {form}");
        }
        let lowered = if self.shift == 0 { number } else { format!("{number} >> {}", self.shift) };
        match (is_bool, self.is_whole()) {
            (true, _) => format!("{lowered} & {} != 0", self.mask()),
            (false, true) => format!("({lowered}) as {form}"),
            (false, false) => format!("({lowered} & {}) as {form}", self.mask()),
        }
    }

    fn write(&self) -> String {
        let lines = (self.first..=self.last).map(|byte| {
            let shift = self.shift_of(byte);
            // Of its eight bits, those that are others'.
            let keep = !((self.ones() << self.shift) >> shift) & 0xff;
            let part = if shift == 0 { "bits as u8".to_string() } else { format!("(bits >> {shift}) as u8") };
            let place = format!("@{}[{byte}]", self.bytes);
            match keep {
                0 => format!("    {place} = {part}\n"),
                keep => format!("    {place} = {place} & {keep:#04x} | {part}\n"),
            }
        });
        lines.collect()
    }
}
