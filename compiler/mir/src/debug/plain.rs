//! What debuggers are told where the types of the source are those of MIR. Owns this shortest way; front ends whose types say
//! more make nodes by [`DebugNodes`].

use rustc_hash::FxHashMap;

use super::{Count, DEBUG, DebugFunction, DebugNodes, DebugType};
use crate::function::Attribute;
use crate::ids::{NodeId, TypeId};
use crate::module::Module;
use crate::types::{Type, TypeBody, TypeData, TypeKind};

impl Module {
    /// A type as it is: numbers and records by their names in this module, fields by theirs.
    pub fn debug_type(&mut self, ty: Type) -> DebugType {
        self.debug_type_once(ty, &mut FxHashMap::default())
    }

    /// What stands in a type several times is described once: else types that double would take for ever.
    fn debug_type_once(&mut self, ty: Type, known: &mut FxHashMap<TypeId, DebugType>) -> DebugType {
        let id = match ty {
            Type::Scalar(scalar) => return self.debug_nodes().scalar(scalar.name(), scalar),
            Type::Aggregate(id) => id,
        };
        if let Some(described) = known.get(&id) {
            return *described;
        }
        let name = self.type_name(id);
        // Fields come before what they are part of, and a body cannot contain its own type.
        let described = match self.types.body(id).cloned() {
            None => self.debug_nodes().opaque(&name),
            Some(TypeBody::Array { element, count }) => {
                let element = self.debug_type_once(element, known);
                self.debug_nodes().array(&name, element, Count::Known(count))
            }
            Some(TypeBody::Record(record)) => {
                let fields = record.fields.iter().map(|field| {
                    let ty = self.debug_type_once(field.ty, known);
                    let name = field.name.map_or_else(String::new, |name| self.strings.text(name).to_owned());
                    self.debug_nodes().field(&name, ty, field.offset)
                });
                let fields: Vec<NodeId> = fields.collect();
                let mut nodes: DebugNodes<'_> = self.debug_nodes();
                if record.kind.is_in_order() {
                    nodes.structure(&name, record.size, &fields)
                } else {
                    nodes.union(&name, record.size, &fields)
                }
            }
        };
        known.insert(id, described);
        described
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

#[cfg(test)]
mod tests {
    use crate::module::Module;
    use crate::scalar::Scalar;
    use crate::types::{Record, Type, TypeBody};

    #[test]
    fn types_that_double_are_described_once() {
        let mut module = Module::new("m");
        let mut ty = Type::Scalar(Scalar::U8);
        for level in 0..60 {
            let id = module.declare_type(&format!("T{level}"));
            let record = Record::structure(&module.types, [(None, ty), (None, ty)]);
            module.types.set_body(id, TypeBody::Record(record));
            ty = Type::Aggregate(id);
        }
        module.debug_type(ty);
        // Of each level itself and its two fields, and the scalar.
        assert_eq!(module.metadata.nodes().len(), 3 * 60 + 1);
    }
}
