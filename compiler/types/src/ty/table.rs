//! The table that makes equal types equal ids, one for the process and an epoch (see `source`'s `epoch`): so an
//! expression's type costs four bytes and no look-up in salsa, and types end when nothing can name them. Owns what an id
//! stands for; must not know what types are for.
//!
//! An id is a class and a number. Most questions about a type are answered by its class; what else it is stands in a slot
//! of two words, which is read without a lock. A slot is used again in the next epoch, a number is not.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{LazyLock, PoisonError, RwLock};

use hir::ItemId;
use rustc_hash::FxHashMap;
use salsa::plumbing::{AsId as _, FromId as _};

use super::lists::TypeList;
use super::{Arguments, ClosureKind, DynKind, FIXED, NamedType, Ty, TypeKind};
use crate::bounds::TraitReference;
use crate::extent::Extent;

/// What the highest bits of an id say. Types of fixed id have none of these.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Class {
    Ref = 1,
    Mut,
    Pointer,
    Named,
    Tuple,
    Array,
    /// One of [`Other`].
    Other,
}

/// The rest, which are met less often.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Other {
    Parameter,
    Variable,
    Object,
    Slice,
    ExternFunction,
    Closure,
    Dyn,
    RefDyn,
    MutDyn,
}

const CLASS_SHIFT: u32 = 29;
/// The bit of an id that says whether the type is written with a type parameter, or with what inference has not found out.
const OPEN: u32 = 1 << 28;
/// Of a type with poison in it.
const POISONED: u32 = 1 << 27;
const NUMBER: u32 = POISONED - 1;

/// What compound types stand for, by their place in the epoch. It grows to the largest epoch and not beyond. Slots are
/// written under the lock of [`TABLE`], before anybody has their number.
static SLOTS: boxcar::Vec<[AtomicU64; 2]> = boxcar::Vec::new();

/// The number of the first compound type of this epoch, which is at place 0. Fixed types have the numbers before all.
static FIRST: AtomicU32 = AtomicU32::new(FIXED.len() as u32);

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);

#[derive(Default)]
struct Table {
    epoch: u32,
    ids: FxHashMap<TypeKind, Ty>,
    /// By place.
    extents: Vec<Extent>,
}

/// The types that a thread has met in an epoch.
#[derive(Default)]
struct Known {
    epoch: u32,
    ids: FxHashMap<TypeKind, Ty>,
}

impl Known {
    #[cold]
    #[inline(never)]
    fn begin(&mut self) {
        *self = Known { epoch: source::epoch(), ids: FxHashMap::default() };
    }
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
}

/// Where a compound type of this epoch is; those of others are nowhere.
#[inline]
pub(super) fn place(ty: Ty) -> usize {
    (ty.0.wrapping_sub(FIRST.load(Relaxed)) & NUMBER) as usize
}

#[inline]
fn slot(ty: Ty) -> &'static [AtomicU64; 2] {
    SLOTS.get(place(ty)).expect("a type is kept only where a database of its epoch is")
}

impl Ty {
    #[inline]
    pub(super) fn is_of(self, class: Class) -> bool {
        self.0 >> CLASS_SHIFT == class as u32
    }

    /// Whether it is written with a type parameter, or with what inference has not found out yet: a type that is not is the
    /// same wherever it stands.
    #[inline]
    pub fn is_open(self) -> bool {
        self.0 & OPEN != 0
    }

    /// Whether it is poison, or has some in it: whatever is wrong with it follows from what has been reported.
    #[inline]
    pub fn mentions_error(self) -> bool {
        self.is_error() || self.0 & POISONED != 0
    }

    /// What a `ref`, `mut` or pointer leads to.
    #[inline]
    pub(super) fn target(self) -> Ty {
        Ty(slot(self)[0].load(Relaxed) as u32)
    }

    /// What a named type names.
    #[inline]
    pub(super) fn named_type(self) -> NamedType {
        let slot = slot(self);
        let item = ItemId::from_id(salsa::Id::from_bits(slot[0].load(Relaxed)));
        NamedType { item, arguments: Arguments(Ty(slot[1].load(Relaxed) as u32)) }
    }
}

/// What a type stands for that is neither fixed nor a name.
pub(super) fn kind(ty: Ty) -> TypeKind {
    let slot = slot(ty);
    let (first, second) = (slot[0].load(Relaxed), slot[1].load(Relaxed));
    decode(ty.0 >> CLASS_SHIFT, first, second)
}

fn encode(kind: TypeKind) -> (Class, u64, u64) {
    let other = |which: Other, rest: u32| u64::from(which as u32) | u64::from(rest) << 32;
    match kind {
        TypeKind::Ref(target) => (Class::Ref, u64::from(target.0), 0),
        TypeKind::Mut(target) => (Class::Mut, u64::from(target.0), 0),
        TypeKind::Pointer(target) => (Class::Pointer, u64::from(target.0), 0),
        TypeKind::Named(named) => (Class::Named, named.item.as_id().as_bits(), u64::from(named.arguments.0.0)),
        TypeKind::Tuple(list) => (Class::Tuple, u64::from(list.0), 0),
        TypeKind::Array(element, length) => (Class::Array, u64::from(element.0), length),
        TypeKind::Parameter(item, index) => (Class::Other, item.as_id().as_bits(), other(Other::Parameter, index)),
        TypeKind::Variable(number) => (Class::Other, 0, other(Other::Variable, number)),
        TypeKind::Object(heap) => (Class::Other, heap.item.as_id().as_bits(), other(Other::Object, heap.arguments.0.0)),
        TypeKind::Slice(element) => (Class::Other, u64::from(element.0), other(Other::Slice, 0)),
        TypeKind::ExternFunction(list, result) => {
            (Class::Other, u64::from(list.0), other(Other::ExternFunction, result.0))
        }
        TypeKind::Closure(kind, list, result) => {
            let first = u64::from(list.0) | u64::from(kind as u32) << 32;
            (Class::Other, first, other(Other::Closure, result.0))
        }
        TypeKind::Dyn(kind, of) => {
            let which = match kind {
                DynKind::Owned => Other::Dyn,
                DynKind::Ref => Other::RefDyn,
                DynKind::Mut => Other::MutDyn,
            };
            (Class::Other, of.item.as_id().as_bits(), other(which, of.arguments.0.0))
        }
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String => unreachable!("a type of fixed id has no slot"),
    }
}

#[inline]
fn decode(class: u32, first: u64, second: u64) -> TypeKind {
    let item = || ItemId::from_id(salsa::Id::from_bits(first));
    let (small, rest) = (first as u32, (second >> 32) as u32);
    const REF: u32 = Class::Ref as u32;
    const MUT: u32 = Class::Mut as u32;
    const POINTER: u32 = Class::Pointer as u32;
    const NAMED: u32 = Class::Named as u32;
    const TUPLE: u32 = Class::Tuple as u32;
    const ARRAY: u32 = Class::Array as u32;
    match class {
        NAMED => TypeKind::Named(NamedType { item: item(), arguments: Arguments(Ty(second as u32)) }),
        REF => TypeKind::Ref(Ty(small)),
        MUT => TypeKind::Mut(Ty(small)),
        POINTER => TypeKind::Pointer(Ty(small)),
        TUPLE => TypeKind::Tuple(TypeList(small)),
        ARRAY => TypeKind::Array(Ty(small), second),
        _ => decode_other(second as u32, item, first, rest),
    }
}

fn decode_other(which: u32, item: impl Fn() -> ItemId, first: u64, rest: u32) -> TypeKind {
    const PARAMETER: u32 = Other::Parameter as u32;
    const VARIABLE: u32 = Other::Variable as u32;
    const OBJECT: u32 = Other::Object as u32;
    const CLOSURE: u32 = Other::Closure as u32;
    const DYN: u32 = Other::Dyn as u32;
    const REF_DYN: u32 = Other::RefDyn as u32;
    const MUT_DYN: u32 = Other::MutDyn as u32;
    let object = |kind| TypeKind::Dyn(kind, TraitReference { item: item(), arguments: Arguments(Ty(rest)) });
    let small = first as u32;
    const SLICE: u32 = Other::Slice as u32;
    match which {
        PARAMETER => TypeKind::Parameter(item(), rest),
        VARIABLE => TypeKind::Variable(rest),
        SLICE => TypeKind::Slice(Ty(small)),
        OBJECT => TypeKind::Object(NamedType { item: item(), arguments: Arguments(Ty(rest)) }),
        CLOSURE => TypeKind::Closure(ClosureKind::ALL[(first >> 32) as usize], TypeList(small), Ty(rest)),
        DYN => object(DynKind::Owned),
        REF_DYN => object(DynKind::Ref),
        MUT_DYN => object(DynKind::Mut),
        _ => TypeKind::ExternFunction(TypeList(small), Ty(rest)),
    }
}

/// The id of a type.
pub(super) fn intern(kind: TypeKind) -> Ty {
    KNOWN.with_borrow_mut(|known| {
        if known.epoch != source::epoch() {
            known.begin();
        }
        *known.ids.entry(kind).or_insert_with(|| intern_shared(kind))
    })
}

/// The slow path of interning: a type this thread has not met.
fn intern_shared(kind: TypeKind) -> Ty {
    if let Some(ty) = TABLE.read().unwrap_or_else(PoisonError::into_inner).find(kind) {
        return ty;
    }
    let parts = extent_of(kind);
    TABLE.write().unwrap_or_else(PoisonError::into_inner).add(kind, parts)
}

impl Table {
    fn find(&self, kind: TypeKind) -> Option<Ty> {
        if self.epoch == source::epoch() { self.ids.get(&kind).copied() } else { None }
    }

    fn add(&mut self, kind: TypeKind, extent: Extent) -> Ty {
        if self.epoch != source::epoch() {
            // Old numbers are below the first of the new ones: whoever asks about one is refused.
            FIRST.store((FIRST.load(Relaxed) + self.extents.len() as u32) & NUMBER, Relaxed);
            *self = Table { epoch: source::epoch(), ..Table::default() };
        }
        if let Some(known) = self.find(kind) {
            return known;
        }
        let place = self.extents.len();
        let (class, first, second) = encode(kind);
        if let Some(slot) = SLOTS.get(place) {
            slot[0].store(first, Relaxed);
            slot[1].store(second, Relaxed);
        } else {
            SLOTS.push([AtomicU64::new(first), AtomicU64::new(second)]);
        }
        source::note_entry();
        self.extents.push(extent);
        let number = FIRST.load(Relaxed).wrapping_add(place as u32) & NUMBER;
        let open = if is_open(kind) { OPEN } else { 0 };
        let poisoned = if is_poisoned(kind) { POISONED } else { 0 };
        let ty = Ty((class as u32) << CLASS_SHIFT | open | poisoned | number);
        self.ids.insert(kind, ty);
        ty
    }
}

fn is_open(kind: TypeKind) -> bool {
    let mut is_open = matches!(kind, TypeKind::Parameter(..) | TypeKind::Variable(_));
    kind.each_child(|child| is_open |= child.is_open());
    is_open
}

fn is_poisoned(kind: TypeKind) -> bool {
    let mut is_poisoned = kind == TypeKind::Error;
    kind.each_child(|child| is_poisoned |= child.mentions_error());
    is_poisoned
}

/// How large a type is.
pub(super) fn extent(ty: Ty) -> Extent {
    if ty.is_fixed() {
        return Extent::SINGLE;
    }
    let extent = TABLE.read().unwrap_or_else(PoisonError::into_inner).extents.get(place(ty)).copied();
    extent.expect("a type is kept only where a database of its epoch is")
}

/// The extent of what is written in a type, what is behind its pointers included.
fn extent_of(kind: TypeKind) -> Extent {
    let mut whole = Extent::SINGLE;
    kind.each_child(|part| whole = whole.with(extent(part)));
    whole
}
