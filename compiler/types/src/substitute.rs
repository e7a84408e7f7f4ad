//! Type parameters replaced by what they stand for. Must not know where arguments come from.

use hir::ItemId;
use rustc_hash::FxHashMap;
use source::Db;

use crate::bounds::TraitReference;
use crate::ty::{Arguments, Elements, NamedType, Ty, TypeKind};

/// What the type parameters of an item, and of the one that it stands in, stand for.
#[derive(Clone, Default)]
pub struct Substitution {
    /// The arguments by whose parameters they are for.
    arguments: smallvec::SmallVec<[(ItemId, Elements); 2]>,
}

impl Substitution {
    /// What the parameters of a named type stand for.
    pub fn of_type(named: NamedType) -> Substitution {
        let mut substitution = Substitution::default();
        substitution.add(named.item, named.arguments.types());
        substitution
    }

    /// What the parameters of a function or method stand for: first come those of what it stands in.
    pub fn of_function(db: &dyn Db, function: ItemId, arguments: Arguments) -> Substitution {
        let mut substitution = Substitution::default();
        if arguments.is_empty() {
            return substitution;
        }
        let all = arguments.types();
        let outer = match function.parent_item(db) {
            Some(parent) => {
                let count = crate::generics::parameter_count(db, parent).min(all.len());
                substitution.add(parent, Elements::from(&all[..count]));
                count
            }
            None => 0,
        };
        substitution.add(function, Elements::from(&all[outer..]));
        substitution
    }

    /// Adds what the parameters of an item itself stand for.
    pub(crate) fn add(&mut self, item: ItemId, arguments: Elements) {
        if !arguments.is_empty() {
            self.arguments.push((item, arguments));
        }
    }

    /// What the own parameters of an item stand for.
    pub fn of_item(&self, item: ItemId) -> Option<Elements> {
        self.arguments.iter().find(|(known, _)| *known == item).map(|(_, arguments)| arguments.clone())
    }

    /// Whether it replaces nothing.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// A type with all parameters replaced that are known here.
    pub fn apply(&self, ty: Ty) -> Ty {
        if !ty.is_open() || self.is_empty() {
            return ty;
        }
        self.argument(ty).unwrap_or_else(|| replace(ty, &mut FxHashMap::default(), &mut |ty| self.argument(ty)))
    }

    fn argument(&self, ty: Ty) -> Option<Ty> {
        let TypeKind::Parameter(item, index) = ty.kind() else { return None };
        let (_, arguments) = self.arguments.iter().find(|(known, _)| *known == item)?;
        arguments.get(index as usize).copied()
    }

    /// A list of type arguments with all parameters replaced that are known here.
    pub fn arguments(&self, arguments: Arguments) -> Arguments {
        arguments.map(|ty| self.apply(ty))
    }
}

impl Arguments {
    /// The same list with each type replaced.
    pub(crate) fn map(self, mut replaced: impl FnMut(Ty) -> Ty) -> Arguments {
        if self.is_empty() {
            return self;
        }
        let types: smallvec::SmallVec<[Ty; 8]> = self.types().iter().map(|ty| replaced(*ty)).collect();
        Arguments::new(&types)
    }
}

/// What the own type parameters of an item must be so that a type written with them is another; nothing if none make it so,
/// or if some parameter does not stand in it.
pub(crate) fn bind(item: ItemId, count: usize, pattern: Ty, actual: Ty) -> Option<Elements> {
    let mut bound = vec![None; count];
    bind_into(item, &mut bound, pattern, actual).then_some(())?;
    let bound: Option<Vec<Ty>> = bound.into_iter().collect();
    bound.map(|bound| Elements::from(bound.as_slice()))
}

/// Adds to what parameters must be; says whether they can.
pub(crate) fn bind_into(item: ItemId, bound: &mut [Option<Ty>], pattern: Ty, actual: Ty) -> bool {
    if !pattern.is_open() {
        return pattern == actual;
    }
    let mut all = |left: Elements, right: Elements| {
        left.len() == right.len() && left.iter().zip(&*right).all(|(left, right)| bind_into(item, bound, *left, *right))
    };
    match (pattern.kind(), actual.kind()) {
        (TypeKind::Parameter(owner, index), _) if owner == item => match bound.get_mut(index as usize) {
            Some(Some(known)) => *known == actual,
            Some(unknown) => {
                *unknown = Some(actual);
                true
            }
            None => false,
        },
        (TypeKind::Named(left), TypeKind::Named(right)) | (TypeKind::Object(left), TypeKind::Object(right)) => {
            left.item == right.item && all(left.arguments.types(), right.arguments.types())
        }
        (TypeKind::Pointer(left), TypeKind::Pointer(right))
        | (TypeKind::Ref(left), TypeKind::Ref(right))
        | (TypeKind::Slice(left), TypeKind::Slice(right))
        | (TypeKind::Mut(left), TypeKind::Mut(right)) => bind_into(item, bound, left, right),
        (TypeKind::Tuple(left), TypeKind::Tuple(right)) => all(left.types(), right.types()),
        (TypeKind::Array(left, length), TypeKind::Array(right, other)) => {
            length == other && bind_into(item, bound, left, right)
        }
        (TypeKind::ExternFunction(left, result), TypeKind::ExternFunction(right, other)) => {
            all(left.types(), right.types()) && bind_into(item, bound, result, other)
        }
        (TypeKind::Closure(kind, left, result), TypeKind::Closure(held, right, other)) => {
            kind == held && all(left.types(), right.types()) && bind_into(item, bound, result, other)
        }
        (TypeKind::Dyn(kind, left), TypeKind::Dyn(held, right)) => {
            kind == held && left.item == right.item && all(left.arguments.types(), right.arguments.types())
        }
        _ => pattern == actual,
    }
}

/// Whether a type parameter stands in a type.
pub(crate) fn stands_in(parameter: Ty, ty: Ty) -> bool {
    let mut stands = false;
    replace(ty, &mut FxHashMap::default(), &mut |part| {
        stands |= part == parameter;
        None
    });
    stands
}

/// Whether two types written with parameters of different items may be one, whatever stands for the parameters. Says so
/// more often than it is: that one parameter would stand for two types is not seen.
pub(crate) fn overlap(left: Ty, right: Ty) -> bool {
    agree(left, right, &Ty::is_parameter)
}

/// Whether two types may be one, where some parts may be anything. Says so more often than it is: that one part would be two
/// types is not seen.
pub(crate) fn agree(left: Ty, right: Ty, is_anything: &impl Fn(Ty) -> bool) -> bool {
    if left == right {
        return true;
    }
    if !left.is_open() && !right.is_open() {
        return false;
    }
    if is_anything(left) || is_anything(right) {
        return true;
    }
    let agree = |left: Ty, right: Ty| agree(left, right, is_anything);
    let all = |left: Elements, right: Elements| {
        left.len() == right.len() && left.iter().zip(&*right).all(|(left, right)| agree(*left, *right))
    };
    match (left.kind(), right.kind()) {
        (TypeKind::Named(left), TypeKind::Named(right)) | (TypeKind::Object(left), TypeKind::Object(right)) => {
            left.item == right.item && all(left.arguments.types(), right.arguments.types())
        }
        (TypeKind::Pointer(left), TypeKind::Pointer(right))
        | (TypeKind::Ref(left), TypeKind::Ref(right))
        | (TypeKind::Slice(left), TypeKind::Slice(right))
        | (TypeKind::Mut(left), TypeKind::Mut(right)) => agree(left, right),
        (TypeKind::Tuple(left), TypeKind::Tuple(right)) => all(left.types(), right.types()),
        (TypeKind::Array(left, length), TypeKind::Array(right, other)) => length == other && agree(left, right),
        (TypeKind::ExternFunction(left, result), TypeKind::ExternFunction(right, other)) => {
            all(left.types(), right.types()) && agree(result, other)
        }
        (TypeKind::Closure(kind, left, result), TypeKind::Closure(held, right, other)) => {
            kind == held && all(left.types(), right.types()) && agree(result, other)
        }
        (TypeKind::Dyn(kind, left), TypeKind::Dyn(held, right)) => {
            kind == held && left.item == right.item && all(left.arguments.types(), right.arguments.types())
        }
        _ => false,
    }
}

/// A type in which everything open is replaced that `replacement` knows. Each part is visited once, however often it
/// stands there.
pub(crate) fn replace(ty: Ty, known: &mut FxHashMap<Ty, Ty>, replacement: &mut impl FnMut(Ty) -> Option<Ty>) -> Ty {
    if !ty.is_open() {
        return ty;
    }
    if let Some(replaced) = replacement(ty) {
        return replaced;
    }
    if let Some(replaced) = known.get(&ty) {
        return *replaced;
    }
    let mut each = |ty: Ty| replace(ty, known, replacement);
    let replaced = match ty.kind() {
        TypeKind::Named(named) => NamedType { item: named.item, arguments: named.arguments.map(&mut each) }.ty(),
        TypeKind::Object(heap) => Ty::object(NamedType { item: heap.item, arguments: heap.arguments.map(&mut each) }),
        TypeKind::Pointer(target) => Ty::pointer(each(target)),
        TypeKind::Ref(target) => Ty::borrow(each(target), false),
        TypeKind::Mut(target) => Ty::borrow(each(target), true),
        TypeKind::Tuple(elements) => {
            let elements: Vec<Ty> = elements.types().iter().map(|element| each(*element)).collect();
            Ty::tuple(&elements)
        }
        TypeKind::Array(element, length) => Ty::array(each(element), length),
        TypeKind::Slice(element) => Ty::slice(each(element)),
        TypeKind::ExternFunction(parameters, result) => {
            let parameters: Vec<Ty> = parameters.types().iter().map(|parameter| each(*parameter)).collect();
            Ty::extern_function(&parameters, each(result))
        }
        TypeKind::Closure(kind, parameters, result) => {
            let parameters: Vec<Ty> = parameters.types().iter().map(|parameter| each(*parameter)).collect();
            Ty::closure(kind, &parameters, each(result))
        }
        TypeKind::Dyn(kind, of) => {
            Ty::object_of_trait(kind, TraitReference { item: of.item, arguments: of.arguments.map(&mut each) })
        }
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Parameter(..)
        | TypeKind::Variable(_) => ty,
    };
    known.insert(ty, replaced);
    replaced
}
