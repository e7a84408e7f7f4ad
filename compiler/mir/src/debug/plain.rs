//! What debuggers are told where the types of the source are those of MIR. Owns this shortest way; front ends whose types say
//! more make nodes by [`DebugNodes`].

use super::{Count, DEBUG, DebugFunction, DebugNodes, DebugType};
use crate::function::Attribute;
use crate::ids::{NodeId, TypeId};
use crate::module::Module;
use crate::types::{RecordKind, Type, TypeBody, TypeData, TypeKind};

impl Module {
    /// A type as it is: numbers and records by their names in this module, fields by theirs.
    pub fn debug_type(&mut self, ty: Type) -> DebugType {
        let id = match ty {
            Type::Scalar(scalar) => return self.debug_nodes().scalar(scalar.name(), scalar),
            Type::Aggregate(id) => id,
        };
        let name = self.type_name(id);
        // Fields come before what they are part of, and a body cannot contain its own type.
        match self.types.body(id).cloned() {
            None => self.debug_nodes().opaque(&name),
            Some(TypeBody::Array { element, count }) => {
                let element = self.debug_type(element);
                self.debug_nodes().array(&name, element, Count::Known(count))
            }
            Some(TypeBody::Record(record)) => {
                let fields = record.fields.iter().map(|field| {
                    let ty = self.debug_type(field.ty);
                    let name = field.name.map_or_else(String::new, |name| self.strings.text(name).to_owned());
                    self.debug_nodes().field(&name, ty, field.offset)
                });
                let fields: Vec<NodeId> = fields.collect();
                let mut nodes: DebugNodes<'_> = self.debug_nodes();
                match record.kind {
                    RecordKind::Struct => nodes.structure(&name, record.size, &fields),
                    RecordKind::Union => nodes.union(&name, record.size, &fields),
                }
            }
        }
    }

    fn type_name(&self, id: TypeId) -> String {
        let TypeData { kind, .. } = self.types.get(id);
        match kind {
            TypeKind::Named(name) => self.strings.text(*name).to_owned(),
            TypeKind::Unnamed(_) | TypeKind::Anonymous => String::new(),
        }
    }

    /// What a function is called, as the attribute by which debuggers are told: see [`crate::Function::attributes`].
    pub fn debug_attribute(&mut self, function: DebugFunction<'_>) -> Attribute {
        let node = self.debug_nodes().function(function);
        Attribute { key: self.strings.intern(DEBUG), node }
    }
}
