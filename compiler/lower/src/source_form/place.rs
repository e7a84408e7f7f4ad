//! Places: what a statement reads, writes or borrows. A place is a base and a list of projections; both are small
//! handles into tables of the body, because a body has hundreds of thousands of them and most are bare locals.
//! Must not know layouts: a projection says 'field 2', never 'byte 16'.

use super::{LocalId, Operand, SourceForm};
use hir::ItemId;

/// A place of a body: a bare local (most of them), or an entry of the body's place table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place(u32);

/// Set in handles that stand for an entry of the place table.
const TABLE: u32 = 1 << 31;

impl Place {
    /// The place of a whole local.
    pub fn local(local: LocalId) -> Place {
        debug_assert!(local.0 & TABLE == 0);
        Place(local.0)
    }

    /// The local, if the place is a whole local.
    pub fn as_local(self) -> Option<LocalId> {
        if self.0 & TABLE == 0 { Some(LocalId(self.0)) } else { None }
    }

    pub(crate) fn entry(index: usize) -> Place {
        Place(index as u32 | TABLE)
    }

    fn index(self) -> Option<usize> {
        if self.0 & TABLE == 0 { None } else { Some((self.0 & !TABLE) as usize) }
    }
}

/// Where the path of a place begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceBase {
    /// A local of this body.
    Local(LocalId),
    /// A constant or a C global: a place for ever, never moved out of.
    Item(ItemId),
}

/// An entry of a body's place table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceData {
    /// Where the path begins.
    pub base: PlaceBase,
    /// First projection in `SourceForm::projections`.
    pub(crate) start: u32,
    /// Number of projections.
    pub(crate) length: u32,
}

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Projection {
    /// Field `n` of a struct or tuple, in declaration order. Of a heap type it goes through the object's pointer
    /// without a step of its own.
    Field(u32),
    /// Field `n` of a union: all fields of one union are the same memory.
    UnionField(u32),
    /// What a case of an enum carries, counted through all cases; the value is known to be of that case. Of a heap type
    /// it goes through the object's pointer without a step of its own.
    Payload(u32),
    /// The elements that an `Array` owns: a place of slice type, which belongs to the `Array` as an object does to its owner.
    Storage,
    /// Element of an array. A `CheckBounds` statement before the use has checked it.
    Index(Operand),
    /// Element of an array at an index known to lie within it.
    ConstantIndex(u32),
    /// Element of a slice, counted from the end: 0 is the last. That there are as many is known.
    FromEnd {
        /// Elements behind it.
        from_end: u32,
        /// How many elements the slice is known to have at least.
        least: u32,
    },
    /// The elements of an array or slice but for so many at its ends: a place of slice type. That there are as many is known.
    Rest {
        /// Elements before them.
        front: u32,
        /// Elements behind them.
        back: u32,
        /// How many elements there are in all, of an array.
        length: Option<u32>,
    },
    /// The elements of an array or slice from one index up to another: a place of slice type. A `CheckRange` statement before
    /// the use has checked it.
    Slice(RangeId),
    /// What a borrow leads to. If that is a heap type, or a `String` behind a `ref`, the borrow is the object's own
    /// pointer, and there is no memory that holds that pointer.
    Deref {
        /// Whether the borrow is a `mut`.
        mutable: bool,
    },
    /// Element of the memory that a raw pointer leads to; nothing is checked, nothing is known about loans.
    PointerElement(Operand),
    /// The same of several elements: a place of slice type. That the end is not below the start has been checked.
    PointerSlice(RangeId),
}

/// An index into `SourceForm::ranges`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RangeId(pub u32);

impl SourceForm {
    /// Where the path begins.
    pub fn base(&self, place: Place) -> PlaceBase {
        match place.index() {
            None => PlaceBase::Local(LocalId(place.0)),
            Some(index) => self.places[index].base,
        }
    }

    /// Every place that is more than a bare local.
    pub fn table_places(&self) -> impl Iterator<Item = Place> + use<> {
        (0..self.places.len()).map(Place::entry)
    }

    /// The local that the path begins with.
    pub fn base_local(&self, place: Place) -> Option<LocalId> {
        match self.base(place) {
            PlaceBase::Local(local) => Some(local),
            PlaceBase::Item(_) => None,
        }
    }

    /// The steps of the path.
    pub fn projections(&self, place: Place) -> &[Projection] {
        match place.index() {
            None => &[],
            Some(index) => {
                let data = &self.places[index];
                &self.projections[data.start as usize..(data.start + data.length) as usize]
            }
        }
    }

    /// Whether the path goes through a borrow or a raw pointer, out of what its base owns.
    pub fn leads_away(&self, place: Place) -> bool {
        self.projections(place).iter().any(|projection| match projection {
            Projection::Deref { mutable: _ } | Projection::PointerElement(_) | Projection::PointerSlice(_) => true,
            Projection::Field(_)
            | Projection::UnionField(_)
            | Projection::Payload(_)
            | Projection::Storage
            | Projection::Slice(_)
            | Projection::FromEnd { .. }
            | Projection::Rest { .. }
            | Projection::Index(_)
            | Projection::ConstantIndex(_) => false,
        })
    }

    /// The place with one step more.
    pub(crate) fn project(&mut self, place: Place, projection: Projection) -> Place {
        let base = self.base(place);
        let (start, length) = match place.index() {
            None => (self.projections.len(), 0),
            Some(index) => (self.places[index].start as usize, self.places[index].length as usize),
        };
        // The steps of the place made last are extended where they stand; others are copied to the end.
        let end = self.projections.len();
        let start = if start + length == end {
            start
        } else {
            self.projections.extend_from_within(start..start + length);
            end
        };
        self.projections.push(projection);
        self.places.push(PlaceData { base, start: start as u32, length: length as u32 + 1 });
        Place::entry(self.places.len() - 1)
    }

    /// The place that the path leads to before its last step.
    pub(crate) fn before_last(&mut self, place: Place) -> Option<Place> {
        let &PlaceData { base, start, length } = &self.places[place.index()?];
        let length = length.checked_sub(1)?;
        if let (0, PlaceBase::Local(local)) = (length, base) {
            return Some(Place::local(local));
        }
        self.places.push(PlaceData { base, start, length });
        Some(Place::entry(self.places.len() - 1))
    }

    /// The place of some elements of an array or slice.
    pub(crate) fn project_slice(&mut self, place: Place, start: Operand, end: Operand) -> Place {
        let range = self.new_range(start, end);
        self.project(place, Projection::Slice(range))
    }

    /// From where to where a slice goes; the end does not belong to it.
    pub(crate) fn new_range(&mut self, start: Operand, end: Operand) -> RangeId {
        self.ranges.push((start, end));
        RangeId(self.ranges.len() as u32 - 1)
    }

    /// The place of a constant or a C global.
    pub(crate) fn item_place(&mut self, item: ItemId) -> Place {
        self.places.push(PlaceData { base: PlaceBase::Item(item), start: 0, length: 0 });
        Place::entry(self.places.len() - 1)
    }
}

impl std::fmt::Debug for Place {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_local() {
            Some(local) => write!(formatter, "{local:?}"),
            None => write!(formatter, "place{}", self.0 & !TABLE),
        }
    }
}
