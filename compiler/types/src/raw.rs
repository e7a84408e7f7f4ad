//! The methods that the compiler gives raw pointers, slices and heap types: names and signatures, for inference and editors
//! alike. A method that the program declares under such a name hides it. Must not know what they do.

use source::Db;

use crate::classify::is_object_pointer;
use crate::inference::Builtin;
use crate::ty::{Ty, TypeKind};

/// The names of all of them that stand behind a value.
pub const BUILTIN_METHODS: &[&str] = &["offset", "read", "write", "drop_in_place", "into_raw", "length"];

/// The method of the compiler that a value of a type has under a name.
pub fn builtin_method(db: &dyn Db, ty: Ty, name: &str) -> Option<Builtin> {
    if let TypeKind::Pointer(target) = ty.kind() {
        return Some(match name {
            "offset" => Builtin::PointerOffset(target),
            "read" => Builtin::PointerRead(target),
            "write" => Builtin::PointerWrite(target),
            "drop_in_place" => Builtin::PointerDrop(target),
            _ => return None,
        });
    }
    if name == "length" && ty.as_elements().is_some() {
        return Some(Builtin::Length);
    }
    (name == "into_raw" && is_object_pointer(db, ty)).then_some(Builtin::IntoRaw(ty))
}

/// The function of the compiler that a type itself has under a name.
pub fn builtin_function_of_type(db: &dyn Db, ty: Ty, name: &str) -> Option<Builtin> {
    (name == "from_raw" && is_object_pointer(db, ty)).then_some(Builtin::FromRaw(ty))
}

/// The parameters of such a method, without what stands before the point, and its result. The distance of `offset` may
/// be of any integer type.
pub fn builtin_method_types(builtin: Builtin) -> Option<(Vec<(&'static str, Ty)>, Ty)> {
    Some(match builtin {
        Builtin::PointerOffset(target) => (vec![("count", Ty::I64)], Ty::pointer(target)),
        Builtin::PointerWrite(target) => (vec![("value", target)], Ty::UNIT),
        Builtin::PointerRead(target) => (Vec::new(), target),
        Builtin::PointerDrop(_) => (Vec::new(), Ty::UNIT),
        Builtin::Length => (Vec::new(), Ty::I64),
        Builtin::IntoRaw(heap) => (Vec::new(), object_pointer(heap)?),
        Builtin::FromRaw(heap) => (vec![("object", object_pointer(heap)?)], heap),
        // The others stand behind no value.
        _ => return None,
    })
}

/// What stands before the point of such a method in a signature, and its name.
pub fn builtin_method_name(builtin: Builtin) -> Option<(&'static str, &'static str)> {
    Some(match builtin {
        Builtin::PointerOffset(_) => ("Pointer", "offset"),
        Builtin::PointerWrite(_) => ("Pointer", "write"),
        Builtin::PointerRead(_) => ("Pointer", "read"),
        Builtin::PointerDrop(_) => ("Pointer", "drop_in_place"),
        Builtin::Length => ("[T]", "length"),
        Builtin::IntoRaw(_) => ("self", "into_raw"),
        Builtin::FromRaw(_) => ("Self", "from_raw"),
        _ => return None,
    })
}

/// `Pointer[T.Object]` of a heap type.
pub(crate) fn object_pointer(heap: Ty) -> Option<Ty> {
    Some(Ty::pointer(Ty::object(heap.as_named()?)))
}
