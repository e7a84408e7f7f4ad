//! Phase one: where each type of the moved module goes.

use crate::ids::{StringId, TypeId};
use crate::module::Module;
use crate::types::{Field, Record, Type, TypeBody, TypeKind};

use super::strip::Strip;

/// Maps every type of `source` to one of `destination`. A type's members come before it; named types that are in
/// the way of themselves cannot occur, because nothing contains itself by value.
pub fn map_types(destination: &mut Module, source: &Module, left_out: Strip) -> Vec<TypeId> {
    let mut mapper = Mapper { destination, source, drops_names: left_out.names, known: vec![None; source.types.len()] };
    (0..source.types.len()).map(|index| mapper.aggregate(TypeId::new(index))).collect()
}

struct Mapper<'module> {
    destination: &'module mut Module,
    source: &'module Module,
    drops_names: bool,
    known: Vec<Option<TypeId>>,
}

impl Mapper<'_> {
    fn aggregate(&mut self, id: TypeId) -> TypeId {
        if let Some(known) = self.known[id.index()] {
            return known;
        }
        let source = self.source;
        let data = source.types.get(id);
        let body = data.body.as_ref().map(|body| self.body(body));
        let mapped = match data.kind {
            TypeKind::Anonymous => self.destination.types.anonymous(body.expect("an anonymous type is its body")),
            TypeKind::Unnamed(_) => self.unnamed(body),
            TypeKind::Named(name) => match self.drops_names {
                false => self.named(name, body),
                true => self.unnamed(body),
            },
        };
        self.known[id.index()] = Some(mapped);
        mapped
    }

    fn unnamed(&mut self, body: Option<TypeBody>) -> TypeId {
        let id = self.destination.types.declare_unnamed();
        if let Some(body) = body {
            self.destination.types.set_body(id, body);
        }
        id
    }

    fn named(&mut self, name: StringId, body: Option<TypeBody>) -> TypeId {
        let text = self.source.strings.text(name);
        let there = self.named_there(text);
        if let Some(there) = there {
            match (self.destination.types.body(there), body) {
                (_, None) => return there,
                (Some(known), Some(body)) if *known == body => return there,
                (None, Some(body)) => {
                    self.destination.types.set_body(there, body);
                    return there;
                }
                (Some(_), Some(body)) => {
                    let Module { types, strings, .. } = &mut *self.destination;
                    return types.clashing(strings, text, body);
                }
            }
        }
        let id = self.destination.declare_type(text);
        if let Some(body) = body {
            self.destination.types.set_body(id, body);
        }
        id
    }

    fn named_there(&self, name: &str) -> Option<TypeId> {
        self.destination.types.find_named(&self.destination.strings, name)
    }

    fn body(&mut self, body: &TypeBody) -> TypeBody {
        match body {
            TypeBody::Array { element, count } => TypeBody::Array { element: self.ty(*element), count: *count },
            TypeBody::Record(record) => TypeBody::Record(Record {
                fields: record.fields.iter().map(|field| self.field(field)).collect(),
                ..*record
            }),
        }
    }

    fn field(&mut self, field: &Field) -> Field {
        let name = field.name.filter(|_| !self.drops_names);
        let name = name.map(|name| self.destination.strings.intern(self.source.strings.text(name)));
        Field { name, ty: self.ty(field.ty), offset: field.offset }
    }

    fn ty(&mut self, ty: Type) -> Type {
        match ty {
            Type::Scalar(_) => ty,
            Type::Aggregate(id) => Type::Aggregate(self.aggregate(id)),
        }
    }
}
