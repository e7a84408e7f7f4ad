//! Types of places and operands, found by walking paths through definitions; and how messages name places.
//! Must not know flow.

use source::Db;
use types::{Ty, TypeKind, field_type};

use super::{Operand, Place, PlaceBase, Projection, SourceForm};

impl SourceForm {
    /// The type of a place. Of a path that an error has broken: poison.
    pub fn place_type(&self, db: &dyn Db, place: Place) -> Ty {
        let base = self.base_type(db, place);
        self.projections(place).iter().fold(base, |ty, projection| projected_type(db, ty, *projection))
    }

    /// The type of what a path begins with.
    pub fn base_type(&self, db: &dyn Db, place: Place) -> Ty {
        match self.base(place) {
            PlaceBase::Local(local) => self.local(local).ty,
            PlaceBase::Item(item) => types::constant_type(db, item),
        }
    }

    /// The type of an operand.
    pub fn operand_type(&self, db: &dyn Db, operand: Operand) -> Ty {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.place_type(db, place),
            Operand::Constant(constant) => self.constant(constant).ty,
            Operand::Poison(_) => Ty::ERROR,
        }
    }

    /// The place in a message: quoted as the program would write it, if it begins with something that has a name.
    pub fn quoted(&self, db: &dyn Db, place: Place) -> String {
        match self.base_local(place) {
            Some(local) if self.local(local).name.is_none() => "this value".to_string(),
            Some(_) | None => format!("`{}`", self.describe(db, place)),
        }
    }

    /// The place as the program would write it, as far as it has names: `user.name`, `table[…]`.
    pub fn describe(&self, db: &dyn Db, place: Place) -> String {
        let mut ty = self.base_type(db, place);
        let mut text = match self.base(place) {
            PlaceBase::Local(local) => match self.local(local).name {
                Some(name) => name.text().to_string(),
                None => "the value".to_string(),
            },
            PlaceBase::Item(item) => item.name(db).text().to_string(),
        };
        for projection in self.projections(place) {
            match projection {
                // What is counted is used like its content.
                Projection::Field(types::CONTENT) if types::is_counted(db, ty) => {}
                Projection::Field(index) | Projection::UnionField(index) => {
                    text.push('.');
                    text.push_str(&field_name(db, ty, *index));
                }
                Projection::Payload(index) => {
                    let enumeration = types::enumeration(db, ty);
                    let case = enumeration.map(|all| all.cases[all.case_of(*index) as usize].name.text());
                    text.push_str(&format!(".{}", case.unwrap_or_default()));
                }
                Projection::Index(_) | Projection::PointerElement(_) => text.push_str("[…]"),
                Projection::Slice(_) | Projection::Rest { .. } | Projection::PointerSlice(_) => text.push_str("[..]"),
                Projection::FromEnd { from_end, .. } => text.push_str(&format!("[length - {}]", from_end + 1)),
                Projection::ConstantIndex(index) => text.push_str(&format!("[{index}]")),
                // A borrow is used like its value, and so is what an `Array` owns.
                Projection::Deref { mutable: _ } | Projection::Storage => {}
            }
            ty = projected_type(db, ty, *projection);
        }
        text
    }
}

fn field_name(db: &dyn Db, ty: Ty, index: u32) -> String {
    if let TypeKind::Named(item) | TypeKind::Object(item) = ty.kind()
        && let Some(field) = types::type_definition(db, item).fields.get(index as usize)
    {
        return field.name.text().to_string();
    }
    index.to_string()
}

/// The type that one step of a path leads to.
pub fn projected_type(db: &dyn Db, ty: Ty, projection: Projection) -> Ty {
    match projection {
        Projection::Field(index) | Projection::UnionField(index) => field_type(db, ty, index),
        Projection::Payload(index) => {
            let part = types::enumeration(db, ty).and_then(|enumeration| enumeration.payloads.get(index as usize));
            part.map_or(Ty::ERROR, |part| part.ty)
        }
        Projection::Storage => ty.as_storage().map_or(Ty::ERROR, Ty::slice),
        Projection::Index(_) | Projection::ConstantIndex(_) | Projection::FromEnd { .. } => {
            ty.as_elements().unwrap_or(Ty::ERROR)
        }
        Projection::Slice(_) | Projection::Rest { .. } => ty.as_elements().map_or(Ty::ERROR, Ty::slice),
        Projection::PointerSlice(_) => ty.as_pointer().map_or(Ty::ERROR, Ty::slice),
        Projection::Deref { mutable: _ } => ty.value_type(),
        Projection::PointerElement(_) => {
            if let TypeKind::Pointer(target) = ty.kind() {
                target
            } else {
                Ty::ERROR
            }
        }
    }
}
