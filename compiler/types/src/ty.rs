//! Types as values: a 4-byte [`Ty`] with cheap equality, and [`TypeKind`], what it stands for.
//! Must not know items' contents, layouts or bodies: a type is a name or a shape, and what a name means is asked of
//! queries. Which types there are is known to `table`; ids depend on the order in which threads meet types, so nothing
//! may be printed, hashed into a fingerprint or sorted by them.

mod lists;
mod named;
mod table;

use std::fmt;

use hir::ItemId;

use abi::{FloatKind, IntKind};

use crate::bounds::TraitReference;
pub use lists::{Elements, TypeList};
pub use named::{Arguments, NamedType};
use table::Class;

/// A type. Equal types have equal ids. The default is poison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ty(u32);

/// What a [`Ty`] stands for. An alias never appears: it is what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// Poison: a problem has been reported already; agrees with everything in silence.
    Error,
    /// The type of what does not return.
    Never,
    /// `()`: no value.
    Unit,
    /// `bool`.
    Bool,
    /// `i8` … `u128`.
    Int(IntKind),
    /// `f32`, `f64`.
    Float(FloatKind),
    /// `String`.
    String,
    /// A named type: structure, enum, union or opaque C type, with its type arguments.
    Named(NamedType),
    /// The type parameter of an item, by position among its own.
    Parameter(ItemId, u32),
    /// What inference of the body at hand has not found out yet, by number. It stands in no finished table.
    Variable(u32),
    /// `T.Object`: the C struct behind a heap type. It stands behind raw pointers only.
    Object(NamedType),
    /// `Pointer[T]`.
    Pointer(Ty),
    /// `ref T`.
    Ref(Ty),
    /// `mut T`.
    Mut(Ty),
    /// `(A, B)` of one element or more.
    Tuple(TypeList),
    /// `[T; N]`.
    Array(Ty, u64),
    /// `[T]`: elements one after the other, nobody knows how many before the program runs. Values of it stand behind `ref` and
    /// `mut` only, which hold the number.
    Slice(Ty),
    /// `extern fn (A) -> B`: the parameters and the result.
    ExternFunction(TypeList, Ty),
    /// `fn (A) -> B` and its kin: how it is held, the parameters and the result.
    Closure(ClosureKind, TypeList, Ty),
    /// `dyn Trait`, `ref dyn Trait`, `mut dyn Trait`: a value of any type that has the trait.
    Dyn(DynKind, TraitReference),
}

/// How the value of a `dyn` is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DynKind {
    /// `dyn Trait`: owned, on the heap.
    Owned,
    /// `ref dyn Trait`: lent, to be looked at.
    Ref,
    /// `mut dyn Trait`: lent, to be changed.
    Mut,
}

impl DynKind {
    /// The words before the trait.
    pub fn words(self) -> &'static str {
        match self {
            DynKind::Owned => "dyn",
            DynKind::Ref => "ref dyn",
            DynKind::Mut => "mut dyn",
        }
    }
}

/// How a closure is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum ClosureKind {
    /// `fn (A) -> B`: owned, called often; it does not change what it has captured.
    Owned,
    /// `fn move (A) -> B`: owned, called once.
    Once,
    /// `ref fn (A) -> B`: lent, called often; it does not change what it has captured.
    Ref,
    /// `mut fn (A) -> B`: lent, called by one at a time; it may change what it has captured.
    Mut,
}

impl ClosureKind {
    /// Every kind, in the order of their numbers.
    pub(crate) const ALL: [ClosureKind; 4] =
        [ClosureKind::Owned, ClosureKind::Once, ClosureKind::Ref, ClosureKind::Mut];

    /// The words before the parameters.
    pub fn words(self) -> &'static str {
        match self {
            ClosureKind::Owned => "fn",
            ClosureKind::Once => "fn move",
            ClosureKind::Ref => "ref fn",
            ClosureKind::Mut => "mut fn",
        }
    }

    /// Whether its values own what they have captured.
    pub fn is_owned(self) -> bool {
        match self {
            ClosureKind::Owned | ClosureKind::Once => true,
            ClosureKind::Ref | ClosureKind::Mut => false,
        }
    }
}

impl TypeKind {
    /// See [`Ty::each_child`].
    pub(crate) fn each_child(self, mut each: impl FnMut(Ty)) {
        match self {
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String
            | TypeKind::Variable(_)
            | TypeKind::Parameter(..) => {}
            TypeKind::Named(named) | TypeKind::Object(named) => {
                if named.is_generic() {
                    named.arguments.types().iter().copied().for_each(each);
                }
            }
            TypeKind::Dyn(_, of) => of.arguments.types().iter().copied().for_each(each),
            TypeKind::Pointer(of)
            | TypeKind::Ref(of)
            | TypeKind::Mut(of)
            | TypeKind::Array(of, _)
            | TypeKind::Slice(of) => each(of),
            TypeKind::Tuple(parts) => parts.types().iter().copied().for_each(each),
            TypeKind::ExternFunction(parameters, result) | TypeKind::Closure(_, parameters, result) => {
                parameters.types().iter().copied().for_each(&mut each);
                each(result);
            }
        }
    }
}

/// A type by what lies inside of its values: the question of every walk through memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Nothing: a value is one scalar, an address, a closure, a `dyn`, or none at all.
    Whole,
    /// What the definition says: fields, or an address.
    Named(NamedType),
    /// The fields of a heap type.
    Object(NamedType),
    /// One after the other.
    Tuple(Elements),
    /// So many of one type.
    Array(Ty, u64),
}

/// The types without parts, at fixed ids.
const FIXED: [TypeKind; 17] = [
    TypeKind::Error,
    TypeKind::Never,
    TypeKind::Unit,
    TypeKind::Bool,
    TypeKind::Int(IntKind::I8),
    TypeKind::Int(IntKind::I16),
    TypeKind::Int(IntKind::I32),
    TypeKind::Int(IntKind::I64),
    TypeKind::Int(IntKind::I128),
    TypeKind::Int(IntKind::U8),
    TypeKind::Int(IntKind::U16),
    TypeKind::Int(IntKind::U32),
    TypeKind::Int(IntKind::U64),
    TypeKind::Int(IntKind::U128),
    TypeKind::Float(FloatKind::F32),
    TypeKind::Float(FloatKind::F64),
    TypeKind::String,
];

/// The types of fixed id.
impl Ty {
    /// Poison.
    pub const ERROR: Ty = Ty(0);
    /// `Never`.
    pub const NEVER: Ty = Ty(1);
    /// `()`.
    pub const UNIT: Ty = Ty(2);
    /// `bool`.
    pub const BOOL: Ty = Ty(3);
    /// `i8`.
    pub const I8: Ty = Ty(4);
    /// `i16`.
    pub const I16: Ty = Ty(5);
    /// `i32`.
    pub const I32: Ty = Ty(6);
    /// `i64`.
    pub const I64: Ty = Ty(7);
    /// `i128`.
    pub const I128: Ty = Ty(8);
    /// `u8`.
    pub const U8: Ty = Ty(9);
    /// `u16`.
    pub const U16: Ty = Ty(10);
    /// `u32`.
    pub const U32: Ty = Ty(11);
    /// `u64`.
    pub const U64: Ty = Ty(12);
    /// `u128`.
    pub const U128: Ty = Ty(13);
    /// `f32`.
    pub const F32: Ty = Ty(14);
    /// `f64`.
    pub const F64: Ty = Ty(15);
    /// `String`.
    pub const STRING: Ty = Ty(16);
}

impl Ty {
    /// What the type stands for.
    #[inline]
    pub fn kind(self) -> TypeKind {
        match FIXED.get(self.0 as usize) {
            Some(kind) => *kind,
            None if self.is_of(Class::Named) => TypeKind::Named(self.named_type()),
            None => table::kind(self),
        }
    }

    /// Whether it keeps to the limits of types, `type` items in it counted as one part.
    pub fn fits(self) -> bool {
        self.is_fixed() || table::extent(self).fits()
    }

    /// A small number that no other type of this epoch has, most of all for those without parts.
    #[inline]
    pub(crate) fn small_number(self, below: usize) -> Option<usize> {
        let number = if self.is_fixed() { self.0 as usize } else { FIXED.len() + table::place(self) };
        (number < below).then_some(number)
    }

    fn intern(kind: TypeKind) -> Ty {
        table::intern(kind)
    }

    /// A named type without type arguments.
    pub fn named(item: ItemId) -> Ty {
        Ty::intern(TypeKind::Named(NamedType::plain(item)))
    }

    /// A named type with type arguments.
    pub fn instance(item: ItemId, arguments: &[Ty]) -> Ty {
        Ty::intern(TypeKind::Named(NamedType { item, arguments: Arguments::new(arguments) }))
    }

    /// What inference has not found out yet.
    pub(crate) fn variable(number: u32) -> Ty {
        Ty::intern(TypeKind::Variable(number))
    }

    /// The type parameter of an item at a position.
    pub fn parameter(item: ItemId, index: u32) -> Ty {
        Ty::intern(TypeKind::Parameter(item, index))
    }

    /// `T.Object` of a heap type.
    pub fn object(heap: NamedType) -> Ty {
        Ty::intern(TypeKind::Object(heap))
    }

    /// `Pointer[T]`
    pub fn pointer(target: Ty) -> Ty {
        Ty::intern(TypeKind::Pointer(target))
    }

    /// `ref T`, or `mut T` where `mutable` says so.
    pub fn borrow(target: Ty, mutable: bool) -> Ty {
        Ty::intern(if mutable { TypeKind::Mut(target) } else { TypeKind::Ref(target) })
    }

    /// What lending a value gives: of an owned closure or `dyn` a lent one, of others a borrow.
    pub fn lent(target: Ty, mutable: bool) -> Ty {
        match target.kind() {
            TypeKind::Closure(ClosureKind::Owned, ..) if mutable => target.with_closure_kind(ClosureKind::Mut),
            TypeKind::Closure(ClosureKind::Owned, ..) => target.with_closure_kind(ClosureKind::Ref),
            TypeKind::Dyn(DynKind::Owned, of) => {
                Ty::object_of_trait(if mutable { DynKind::Mut } else { DynKind::Ref }, of)
            }
            _ => Ty::borrow(target, mutable),
        }
    }

    /// `(A, B)`; of no elements `()`.
    pub fn tuple(elements: &[Ty]) -> Ty {
        if elements.is_empty() { Ty::UNIT } else { Ty::intern(TypeKind::Tuple(TypeList::new(elements))) }
    }

    /// `[T; N]`
    pub fn array(element: Ty, length: u64) -> Ty {
        Ty::intern(TypeKind::Array(element, length))
    }

    /// `[T]`
    pub fn slice(element: Ty) -> Ty {
        Ty::intern(TypeKind::Slice(element))
    }

    /// `extern fn (A) -> B`
    pub fn extern_function(parameters: &[Ty], result: Ty) -> Ty {
        Ty::intern(TypeKind::ExternFunction(TypeList::new(parameters), result))
    }

    /// `fn (A) -> B` and its kin.
    pub fn closure(kind: ClosureKind, parameters: &[Ty], result: Ty) -> Ty {
        Ty::intern(TypeKind::Closure(kind, TypeList::new(parameters), result))
    }

    /// The same closure held in another way.
    pub fn with_closure_kind(self, kind: ClosureKind) -> Ty {
        match self.kind() {
            TypeKind::Closure(_, parameters, result) => Ty::intern(TypeKind::Closure(kind, parameters, result)),
            _ => self,
        }
    }

    /// `dyn Trait` and its kin.
    pub fn object_of_trait(kind: DynKind, of: TraitReference) -> Ty {
        Ty::intern(TypeKind::Dyn(kind, of))
    }

    /// How the value of a `dyn` is held, and the trait that it has.
    pub fn as_dyn(self) -> Option<(DynKind, TraitReference)> {
        if let TypeKind::Dyn(kind, of) = self.kind() { Some((kind, of)) } else { None }
    }

    /// Whether its values are two addresses that belong together: a closure's code and environment, a `dyn`'s object and table
    /// of methods.
    pub fn is_pair(self) -> bool {
        self.is_of(Class::Other) && matches!(self.kind(), TypeKind::Closure(..) | TypeKind::Dyn(..))
    }

    /// Whether it is a pointer to an owned closure or `dyn`: what `ref T` and `mut T` are where `T` stands for one.
    pub fn is_pair_pointer(self) -> bool {
        matches!(self.kind(), TypeKind::Ref(target) | TypeKind::Mut(target) if target.is_pair())
    }

    /// How a closure is held, its parameters and its result.
    pub fn as_closure(self) -> Option<(ClosureKind, Elements, Ty)> {
        match self.kind() {
            TypeKind::Closure(kind, parameters, result) => Some((kind, parameters.types(), result)),
            _ => None,
        }
    }

    /// The integer type of a kind.
    pub fn int(kind: IntKind) -> Ty {
        Ty(Ty::I8.0 + kind as u32)
    }

    /// The floating-point type of a kind.
    pub fn float(kind: FloatKind) -> Ty {
        Ty(Ty::F32.0 + kind as u32)
    }

    /// Whether it is a type parameter.
    #[inline]
    pub fn is_parameter(self) -> bool {
        matches!(self.kind(), TypeKind::Parameter(..))
    }

    /// Whether inference has not found it out yet.
    #[inline]
    pub(crate) fn is_variable(self) -> bool {
        self.is_open() && matches!(self.kind(), TypeKind::Variable(_))
    }

    /// Whether it is poison.
    #[inline]
    pub fn is_error(self) -> bool {
        self == Ty::ERROR
    }

    /// Whether it is `i8` … `u128`.
    #[inline]
    pub fn is_integer(self) -> bool {
        (Ty::I8.0..=Ty::U128.0).contains(&self.0)
    }

    /// Whether it is `f32` or `f64`.
    #[inline]
    pub fn is_float(self) -> bool {
        self == Ty::F32 || self == Ty::F64
    }

    /// Whether it is an integer or floating-point type.
    #[inline]
    pub fn is_number(self) -> bool {
        (Ty::I8.0..=Ty::F64.0).contains(&self.0)
    }

    /// Whether it is a number or `bool`.
    #[inline]
    pub fn is_scalar(self) -> bool {
        (Ty::BOOL.0..=Ty::F64.0).contains(&self.0)
    }

    /// Whether it is one of the types of fixed id, which have no parts.
    #[inline]
    pub fn is_fixed(self) -> bool {
        (self.0 as usize) < FIXED.len()
    }

    /// The integer kind of an integer type.
    #[inline]
    pub fn int_kind(self) -> Option<IntKind> {
        if self.is_integer() { Some(IntKind::ALL[(self.0 - Ty::I8.0) as usize]) } else { None }
    }

    /// The target of a `ref T` or `mut T`, and whether it is `mut`. A lent closure or `dyn` leads to an owned one.
    #[inline]
    pub fn as_borrow(self) -> Option<(Ty, bool)> {
        if self.is_fixed() { None } else { self.as_compound_borrow() }
    }

    fn as_compound_borrow(self) -> Option<(Ty, bool)> {
        if self.is_of(Class::Ref) {
            Some((self.target(), false))
        } else if self.is_of(Class::Mut) {
            Some((self.target(), true))
        } else if self.is_of(Class::Other) {
            self.as_lent_pair()
        } else {
            None
        }
    }

    #[cold]
    fn as_lent_pair(self) -> Option<(Ty, bool)> {
        match self.kind() {
            TypeKind::Closure(ClosureKind::Ref, ..) => Some((self.with_closure_kind(ClosureKind::Owned), false)),
            TypeKind::Closure(ClosureKind::Mut, ..) => Some((self.with_closure_kind(ClosureKind::Owned), true)),
            TypeKind::Dyn(DynKind::Ref, of) => Some((Ty::object_of_trait(DynKind::Owned, of), false)),
            TypeKind::Dyn(DynKind::Mut, of) => Some((Ty::object_of_trait(DynKind::Owned, of), true)),
            _ => None,
        }
    }

    /// The named type that it is.
    #[inline]
    pub fn as_named(self) -> Option<NamedType> {
        self.is_of(Class::Named).then(|| self.named_type())
    }

    /// The item that declares it: of a named type, with type arguments or without, and of an object.
    pub fn as_item(self) -> Option<ItemId> {
        if let TypeKind::Named(named) | TypeKind::Object(named) = self.kind() { Some(named.item) } else { None }
    }

    /// Every type that it is written with, at the first level: targets, elements, type arguments, parameters, results.
    pub fn each_child(self, each: impl FnMut(Ty)) {
        self.kind().each_child(each);
    }

    /// The target of `Pointer[T]`.
    #[inline]
    pub fn as_pointer(self) -> Option<Ty> {
        self.is_of(Class::Pointer).then(|| self.target())
    }

    /// The elements of a tuple.
    pub fn as_tuple(self) -> Option<Elements> {
        if let TypeKind::Tuple(elements) = self.kind() { Some(elements.types()) } else { None }
    }

    /// The element type of an array and its length.
    pub fn as_array(self) -> Option<(Ty, u64)> {
        if let TypeKind::Array(element, length) = self.kind() { Some((element, length)) } else { None }
    }

    /// The element type of a slice.
    pub fn as_slice(self) -> Option<Ty> {
        if let TypeKind::Slice(element) = self.kind() { Some(element) } else { None }
    }

    /// The element type of what is indexed from 0: an array or slice.
    pub fn as_elements(self) -> Option<Ty> {
        if let TypeKind::Array(element, _) | TypeKind::Slice(element) = self.kind() { Some(element) } else { None }
    }

    /// The element type of what owns elements, if it does: of an `Array` its only type argument.
    pub fn as_storage(self) -> Option<Ty> {
        let TypeKind::Named(named) = self.kind() else { return None };
        named.arguments.types().first().copied()
    }

    /// Whether its values are an address and what belongs to that, and not one scalar: a borrow of a slice, which holds the
    /// number of elements.
    pub fn is_wide(self) -> bool {
        self.as_borrow().is_some_and(|(target, _)| target.as_slice().is_some())
    }

    /// What the values of a wide type are in memory: an address and the number of elements.
    pub fn words_of_wide() -> Ty {
        Ty::tuple(&[Ty::pointer(Ty::UNIT), Ty::I64])
    }

    /// What lies inside of its values, not behind pointers.
    pub fn structure(self) -> Structure {
        match self.kind() {
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String
            | TypeKind::Parameter(..)
            | TypeKind::Variable(_)
            | TypeKind::Pointer(_)
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::Slice(_)
            | TypeKind::ExternFunction(..)
            | TypeKind::Closure(..)
            | TypeKind::Dyn(..) => Structure::Whole,
            TypeKind::Named(named) => Structure::Named(named),
            TypeKind::Object(heap) => Structure::Object(heap),
            TypeKind::Tuple(elements) => Structure::Tuple(elements.types()),
            TypeKind::Array(element, length) => Structure::Array(element, length),
        }
    }

    /// The type behind a `ref` or `mut`, or the type itself: a borrow is used like its value.
    #[inline]
    pub fn value_type(self) -> Ty {
        match self.as_borrow() {
            Some((target, _)) => target,
            None => self,
        }
    }
}

impl fmt::Debug for Ty {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_types_have_equal_ids_on_all_threads() {
        let here = Ty::tuple(&[Ty::pointer(Ty::I32), Ty::array(Ty::F64, 3)]);
        let there = std::thread::spawn(|| Ty::tuple(&[Ty::pointer(Ty::I32), Ty::array(Ty::F64, 3)])).join();
        assert_eq!(Some(here), there.ok());
        assert_ne!(here, Ty::tuple(&[Ty::pointer(Ty::I32), Ty::array(Ty::F64, 4)]));
    }

    #[test]
    fn fixed_ids_stand_for_their_kinds() {
        for kind in IntKind::ALL {
            assert_eq!(Ty::int(kind).kind(), TypeKind::Int(kind));
            assert_eq!(Ty::int(kind).int_kind(), Some(kind));
        }
        assert_eq!(Ty::float(FloatKind::F64), Ty::F64);
        assert_eq!(Ty::STRING.kind(), TypeKind::String);
        assert_eq!(Ty::tuple(&[]), Ty::UNIT);
    }

    #[test]
    fn a_borrow_is_used_like_its_value() {
        assert_eq!(Ty::borrow(Ty::STRING, true).as_borrow(), Some((Ty::STRING, true)));
        assert_eq!(Ty::borrow(Ty::I32, false).value_type(), Ty::I32);
        assert_eq!(Ty::I32.value_type(), Ty::I32);
    }
}
