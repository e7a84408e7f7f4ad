//! The scalars inside of values, for the comparison of layouts. Owns when two layouts are one and how they are shown; it must
//! not know which value is the program's and which C's beyond their order: ours comes first.

use abi::report::FieldLabel;
use abi::{Form, Target, Ty, TyId, TypeArena};
use rustc_hash::FxHashSet;
use source::printable;

/// Values of more scalars are compared by size and alignment only.
const MOST: usize = 1 << 16;

/// A type with the arena that holds it.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    pub(super) arena: &'a TypeArena,
    pub(super) ty: TyId,
}

impl Of<'_> {
    pub(super) fn get(self) -> Ty {
        self.arena.get(self.ty)
    }

    /// The same without the arrays around it.
    pub(super) fn element(self) -> Self {
        match self.get().form() {
            Form::Array(array) => Of { ty: array.element, ..self }.element(),
            Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) | Form::Record(_) => self,
        }
    }

    /// Whether it may stand for the bytes of anything.
    pub(super) fn is_byte(self) -> bool {
        self.get() != Ty::Bool && matches!(self.get().as_integer(), Some((8, _)))
    }
}

/// What a scalar is to who reads it from memory, where signs do not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    Integer,
    Pointer,
    Other(Ty),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Leaf {
    offset_bits: u64,
    bits: u64,
    class: Class,
    is_bit_field: bool,
}

/// A scalar of the program's, and whether it only makes room: programs call so what they do not look at.
struct Held {
    leaf: Leaf,
    is_room: bool,
}

/// Why two types do not lie in memory alike; nothing if they do.
pub(super) fn difference(target: &Target, ours: Of<'_>, theirs: Of<'_>) -> Option<String> {
    let [our_layout, their_layout] = [ours, theirs].map(|of| of.arena.layout(target, of.ty));
    if our_layout.size != their_layout.size {
        return Some(format!("it has {} here and {} in C", bytes(our_layout.size), bytes(their_layout.size)));
    }
    if our_layout.align != their_layout.align {
        return Some(format!("it is aligned to {} here and to {} in C", our_layout.align, their_layout.align));
    }
    let (Some(ours), Some(theirs)) = (leaves(target, ours), leaves(target, theirs)) else { return None };
    if let Some(wrong) = unknown(&ours, &theirs) {
        return Some(format!("C has no such member at byte {}", wrong.offset_bits / 8));
    }
    let covered = covered(&ours, our_layout.size);
    let is_bare = |held: &&Held| !bytes_of(&held.leaf).any(|byte| covered.get(byte as usize).copied().unwrap_or(true));
    let bare = theirs.iter().find(is_bare)?;
    Some(format!("nothing here stands for the member at byte {} in C", bare.leaf.offset_bits / 8))
}

/// Whether ours is a structure as theirs begins: what C gives out may be looked at in part.
pub(super) fn is_beginning(target: &Target, ours: Of<'_>, theirs: Of<'_>) -> bool {
    if [ours, theirs].iter().any(|of| of.element().get().as_record().is_none()) {
        return false;
    }
    let [here, there] = [ours, theirs].map(|of| of.arena.layout(target, of.ty).size);
    match (leaves(target, ours), leaves(target, theirs)) {
        (Some(ours), Some(theirs)) => here < there && unknown(&ours, &theirs).is_none(),
        (Some(_) | None, _) => false,
    }
}

/// A scalar of ours that C does not have.
fn unknown(ours: &[Held], theirs: &[Held]) -> Option<Leaf> {
    let known: FxHashSet<Leaf> = theirs.iter().map(|held| held.leaf).collect();
    let is_wrong = |held: &&Held| !held.is_room && !known.contains(&held.leaf) && !is_of_bit_fields(&held.leaf, theirs);
    ours.iter().find(is_wrong).map(|held| held.leaf)
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}

/// Whether it holds bit-fields and nothing else.
fn is_of_bit_fields(leaf: &Leaf, theirs: &[Held]) -> bool {
    let end = |leaf: &Leaf| leaf.offset_bits + leaf.bits;
    let others = theirs.iter().map(|held| &held.leaf);
    let mut inside = others.filter(|other| other.offset_bits < end(leaf) && leaf.offset_bits < end(other)).peekable();
    leaf.class == Class::Integer && inside.peek().is_some() && inside.all(|other| other.is_bit_field)
}

fn bytes_of(leaf: &Leaf) -> std::ops::Range<u64> {
    leaf.offset_bits / 8..(leaf.offset_bits + leaf.bits).div_ceil(8)
}

/// Whether each byte belongs to a scalar.
fn covered(leaves: &[Held], size: u64) -> Vec<bool> {
    let mut covered = vec![false; size as usize];
    for byte in leaves.iter().flat_map(|held| bytes_of(&held.leaf)) {
        if let Some(place) = covered.get_mut(byte as usize) {
            *place = true;
        }
    }
    covered
}

/// The scalars of a value; nothing if there are too many to compare.
fn leaves(target: &Target, of: Of<'_>) -> Option<Vec<Held>> {
    let mut found = Vec::new();
    add(target, of, 0, false, &mut found);
    (found.len() <= MOST && of.arena.layout(target, of.ty).size <= 1 << 24).then_some(found)
}

/// Bytes, and integers in arrays, may stand for anything.
fn add(target: &Target, of: Of<'_>, offset_bits: u64, is_in_array: bool, found: &mut Vec<Held>) {
    if found.len() > MOST {
        return;
    }
    let bits = 8 * of.arena.layout(target, of.ty).size;
    let mut leaf = |class| {
        let is_room = class == Class::Integer && (is_in_array || bits == 8);
        found.push(Held { leaf: Leaf { offset_bits, bits, class, is_bit_field: false }, is_room });
    };
    match of.get().form() {
        Form::Void => {}
        Form::Scalar(Ty::Pointer) => leaf(Class::Pointer),
        Form::Scalar(scalar) if scalar.as_integer().is_some() && scalar != Ty::Bool => leaf(Class::Integer),
        Form::Scalar(scalar) => leaf(Class::Other(scalar)),
        Form::Vector(_) => leaf(Class::Other(of.get())),
        Form::Complex(element) => {
            add(target, Of { ty: element, ..of }, offset_bits, false, found);
            add(target, Of { ty: element, ..of }, offset_bits + bits / 2, false, found);
        }
        Form::Array(array) => {
            let element = Of { ty: array.element, ..of };
            let each = 8 * of.arena.layout(target, array.element).size;
            let count = if each == 0 { 0 } else { array.count.min(MOST as u64 + 1) };
            (0..count).for_each(|number| add(target, element, offset_bits + number * each, true, found));
        }
        Form::Record(record) => {
            for field in &of.arena.record(record).fields {
                let at = offset_bits + field.offset_bits;
                match field.bit_width {
                    Some(width) if field.named && width > 0 => {
                        let (bits, class) = (u64::from(width), Class::Integer);
                        let leaf = Leaf { offset_bits: at, bits, class, is_bit_field: true };
                        found.push(Held { leaf, is_room: false });
                    }
                    Some(_) => {}
                    None => add(target, Of { ty: field.ty, ..of }, at, false, found),
                }
            }
        }
    }
}

/// A member that both call alike and that lies elsewhere: name, our byte, C's byte.
pub(super) fn moved<'a>(ours: &'a [FieldLabel], theirs: &[FieldLabel]) -> Option<(&'a str, u64, u64)> {
    let moved = |field: &'a FieldLabel| {
        let mut others = theirs.iter().filter(|other| other.path == field.path).peekable();
        let first = others.peek()?.offset_bits;
        let is_there = others.any(|other| other.offset_bits == field.offset_bits);
        (!is_there).then_some((field.path.as_str(), field.offset_bits / 8, first / 8))
    };
    ours.iter().find_map(moved)
}

/// What lies where, as a table: offset, bytes, member and type.
pub(super) fn table(fields: &[FieldLabel]) -> String {
    let mut rows = vec![["offset", "bytes", "member", "type"].map(str::to_string)];
    for field in fields {
        let offset = match field.offset_bits % 8 {
            0 => (field.offset_bits / 8).to_string(),
            rest => format!("{}.{rest}", field.offset_bits / 8),
        };
        let size = match field.bits % 8 {
            0 => (field.bits / 8).to_string(),
            _ => format!("{} bits", field.bits),
        };
        rows.push([offset, size, field.path.clone(), field.ty.clone()]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2].map(width);
    let line = |row: &[String; 4]| {
        let cells = (0..3).map(|column| printable::padded(&row[column], widths[column]));
        let text = cells.chain([printable::line(&row[3]).into_owned()]).collect::<Vec<_>>().join("  ");
        text.trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
