//! What debuggers are told of the types of a body's variables: nodes of the module, each type once. Owns which form a type of
//! the language has there; must not know layouts, which are asked for, nor how anything is spelled in DWARF.
//!
//! What the program declares has a key, its full name, by which bodies name it; it is described once for all of them. What has
//! no name is described by its parts.

use hir::Name;
use mir::debug::{Count, DebugFunction, DebugType};
use mir::{DebugInformation, Module, NodeId, Scalar};
use source::Db;
use types::{
    Arguments, DefinitionKind, EnumForm, Enumeration, NamedType, Substitution, Ty, TypeKind, object_layout,
    type_definition,
};

use super::layouts::Representation;
use super::learned::Learned;
use super::{Settings, Unit};

/// The full name of the object of a string, as no type of a program is called.
const STRING: &str = "String";

/// What the program declares of types, and all that these lead to, as a module of definitions. Bodies only name them: each
/// would describe again what all of them lead to.
pub fn described_types(db: &dyn Db, wanted: impl Iterator<Item = NamedType>, settings: Settings) -> Module {
    let mut unit = Unit::new(db, settings, Learned::default());
    for named in wanted {
        unit.wanted(named);
    }
    unit.describe_wanted();
    unit.module
}

impl Unit<'_> {
    /// The node of a variable's type; none for numbers and `bool`, whose MIR type says as much.
    pub(super) fn source_type(&mut self, ty: Ty) -> Option<NodeId> {
        if ty.is_scalar() || self.settings.debug != DebugInformation::Full {
            return None;
        }
        let described = self.described(ty);
        Some(self.module.debug_nodes().node(described))
    }

    /// What a function of the text is called, with what stands behind the name of its item, and what it gives.
    pub(super) fn source_function(
        &mut self,
        (item, arguments, suffix, literal): (hir::ItemId, Arguments, &str, Option<hir::ExpressionId>),
        given: Ty,
    ) -> Option<NodeId> {
        if self.settings.debug == DebugInformation::None {
            return None;
        }
        let result = match given {
            Ty::UNIT | Ty::NEVER => None,
            _ if self.settings.debug != DebugInformation::Full => None,
            given => Some(self.described(given)),
        };
        let db = self.db;
        let with = Substitution::of_function(db, item, arguments);
        let owner = item.parent_item(db).and_then(|_| types::self_type(db, item)).map(|owner| with.apply(owner));
        let owner = owner.and_then(|owner| match owner {
            // The only type without a declaration that has methods of its own and a word for a name.
            Ty::STRING => Some("String".to_owned()),
            owner => owner.as_named().map(|named| self.learned.path(db, named).to_owned()),
        });
        let own = with.of_item(item).unwrap_or_default();
        let mut name = item.name(db).text().to_string();
        if item.kind(db) == hir::ItemKind::Test {
            // A test is called by a text, of which gdb takes what stands before a space for a type.
            name = name.replace(|letter: char| !letter.is_alphanumeric(), "_");
        }
        if !own.is_empty() {
            let own: Vec<String> = own.iter().map(|ty| self.learned.written(db, *ty).to_owned()).collect();
            name.push_str(&format!("[{}]", own.join(", ")));
        }
        name.push_str(suffix);
        let offset = hir::item_source(db, item).zip(hir::item_node(db, item)).map_or(0, |(source, node)| {
            let parse = source::parse(db, source.chunk);
            let literal = literal.map(|literal| hir::body_source_map(db, item).expression(literal));
            parse.range(literal.unwrap_or(node)).start
        });
        let function = DebugFunction {
            module: &item.module(db).full_path(db),
            owner: owner.as_deref().unwrap_or_default(),
            name: &name,
            offset,
            result,
        };
        Some(self.module.debug_nodes().function(function))
    }

    /// The nodes of what the program notes about an item.
    pub(super) fn item_notes(&mut self, item: hir::ItemId) -> Vec<NodeId> {
        match self.settings.debug {
            DebugInformation::Full => self.notes(hir::item_notes(self.db, item)),
            DebugInformation::None | DebugInformation::Lines => Vec::new(),
        }
    }

    /// The nodes of some notes.
    pub(super) fn notes(&mut self, notes: Vec<(String, u32)>) -> Vec<NodeId> {
        let mut nodes = self.module.debug_nodes();
        notes.into_iter().map(|(text, offset)| nodes.note(&text, offset)).collect()
    }

    /// A type where another names it.
    pub(super) fn described(&mut self, ty: Ty) -> DebugType {
        if let Some(known) = self.tables.described.get(&ty) {
            return *known;
        }
        let described = self.describe(ty);
        self.tables.described.insert(ty, described);
        described
    }

    fn describe(&mut self, ty: Ty) -> DebugType {
        let name = self.learned.written(self.db, ty).to_owned();
        match ty.kind() {
            TypeKind::Error | TypeKind::Never | TypeKind::Unit | TypeKind::Variable(_) | TypeKind::Parameter(..) => {
                self.module.debug_nodes().structure(&name, 0, &[])
            }
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) => match self.layout_of(ty).representation {
                Representation::Scalar(scalar) => self.module.debug_nodes().scalar(&name, scalar),
                Representation::Nothing | Representation::Aggregate(_) => self.module.debug_nodes().opaque(&name),
            },
            TypeKind::Named(named) => self.named(named, ty, &name),
            TypeKind::Object(named) => self.wanted(named),
            TypeKind::Pointer(Ty::UNIT) => self.module.debug_nodes().pointer(&name, None),
            TypeKind::Pointer(target) => {
                let target = self.described(target);
                self.module.debug_nodes().pointer(&name, Some(target))
            }
            TypeKind::String | TypeKind::Ref(_) | TypeKind::Mut(_) => match ty.as_borrow() {
                Some((target, _)) if let Some(element) = target.as_slice() => self.slice(&name, element),
                Some(_) | None => self.reference(&name, ty),
            },
            TypeKind::Slice(element) => {
                let element = self.described(element);
                self.module.debug_nodes().array(&name, element, Count::Open)
            }
            TypeKind::Array(element, length) => {
                let element = self.described(element);
                self.module.debug_nodes().array(&name, element, Count::Known(length))
            }
            TypeKind::ExternFunction(..) => self.module.debug_nodes().code(&name),
            TypeKind::Tuple(_) => {
                let fields = self.fields(ty, |number| format!("_{number}"));
                let size = self.layout_of(ty).size;
                self.module.debug_nodes().structure(&name, size, &fields)
            }
            TypeKind::Closure(..) => self.pair(&name, ["code", "environment"]),
            TypeKind::Dyn(..) => self.pair(&name, ["object", "table"]),
        }
    }

    fn named(&mut self, named: NamedType, ty: Ty, name: &str) -> DebugType {
        let definition = type_definition(self.db, named);
        match definition.kind {
            DefinitionKind::Heap | DefinitionKind::Counted => self.reference(name, ty),
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View => {
                let nullable = definition.enumeration.as_deref().and_then(|enumeration| match enumeration.form {
                    EnumForm::Nullable { empty } => enumeration.payload(1 - empty).first().map(|carried| carried.ty),
                    EnumForm::Integer(_) | EnumForm::Tagged(_) => None,
                });
                match nullable {
                    // A pointer that may be null. It has no key by which it could be named where it leads back to itself: there
                    // nobody is told what it points to.
                    Some(carried) if types::scalar_enum(self.db, ty).is_some() => {
                        let inside = self.module.debug_nodes().pointer(name, None);
                        self.tables.described.insert(ty, inside);
                        let target = self.pointee(carried);
                        self.module.debug_nodes().pointer(name, target)
                    }
                    Some(_) | None => self.wanted(named),
                }
            }
            DefinitionKind::Union | DefinitionKind::Opaque => self.wanted(named),
        }
    }

    /// What is used like what its address leads to.
    fn reference(&mut self, name: &str, ty: Ty) -> DebugType {
        match self.pointee(ty) {
            Some(target) => self.module.debug_nodes().reference(name, target),
            None => self.module.debug_nodes().pointer(name, None),
        }
    }

    /// What the address leads to that a value is; of a borrow of what lives on the heap, which is the pointer that the owner
    /// has, the object.
    fn pointee(&mut self, ty: Ty) -> Option<DebugType> {
        let own = self.object(ty);
        own.or_else(|| {
            let (target, _) = ty.as_borrow()?;
            let object = self.object(target);
            Some(object.unwrap_or_else(|| self.described(target)))
        })
    }

    /// The object that the owner of something on the heap has the address of.
    fn object(&mut self, ty: Ty) -> Option<DebugType> {
        if ty == Ty::STRING {
            return Some(self.string_object());
        }
        let named = ty.as_named().filter(|_| types::is_object_pointer(self.db, ty))?;
        Some(self.wanted(named))
    }

    pub(super) fn string_object(&mut self) -> DebugType {
        let nodes = &mut self.module.debug_nodes();
        let word = nodes.scalar("i64", Scalar::I64);
        let text = nodes.text_bytes("[u8]");
        let fields = [nodes.field("count", word, 0), nodes.field("length", word, 8), nodes.field("text", text, 16)];
        nodes.structure(STRING, 16, &fields)
    }

    /// The elements are no member of a computed length, which DWARF could say: gdb 13 ends with an internal error where such a
    /// structure is part of an array or the result of a call.
    fn slice(&mut self, name: &str, element: Ty) -> DebugType {
        let pointer = self.described(Ty::pointer(element));
        let nodes = &mut self.module.debug_nodes();
        let word = nodes.scalar("i64", Scalar::I64);
        let fields = [nodes.field("data", pointer, 0), nodes.field("length", word, 8)];
        nodes.structure(name, 16, &fields)
    }

    /// Two addresses.
    fn pair(&mut self, name: &str, words: [&str; 2]) -> DebugType {
        let nodes = &mut self.module.debug_nodes();
        let pointer = nodes.pointer("Pointer[()]", None);
        let fields = [nodes.field(words[0], pointer, 0), nodes.field(words[1], pointer, 8)];
        nodes.structure(name, 16, &fields)
    }

    fn fields(&mut self, ty: Ty, name: impl Fn(usize) -> String) -> Vec<NodeId> {
        let parts = self.parts(ty);
        let mut fields = Vec::with_capacity(parts.types.len());
        for (number, (part, offset)) in parts.types.iter().zip(&parts.offsets).enumerate() {
            let part = self.described(*part);
            fields.push(self.module.debug_nodes().field(&name(number), part, *offset));
        }
        fields
    }

    /// The key of a type that will be described.
    fn wanted(&mut self, named: NamedType) -> DebugType {
        let ty = Ty::object(named);
        if let Some(known) = self.tables.described.get(&ty) {
            return *known;
        }
        let key = self.learned.path(self.db, named);
        let key = self.module.debug_nodes().key(key);
        self.tables.described.insert(ty, key);
        self.tables.described_types.push(named);
        key
    }

    fn describe_wanted(&mut self) {
        while let Some(named) = self.tables.described_types.pop() {
            let db = self.db;
            let name = self.learned.written(db, named.ty()).to_owned();
            // A type may lead to others without an end, each larger than the one before.
            let ty = match named.ty().fits() {
                true => self.definition(named, &name),
                false => self.module.debug_nodes().opaque(&name),
            };
            let module = named.item.module(db).full_path(db);
            let notes = self.item_notes(named.item);
            let key = self.learned.path(db, named);
            self.module.debug_nodes().definition(key, &module, ty, &notes);
        }
    }

    /// What a type that the program declares is made of; of one that lives on the heap the object.
    fn definition(&mut self, named: NamedType, name: &str) -> DebugType {
        let db = self.db;
        let definition = type_definition(db, named);
        if definition.kind == DefinitionKind::Opaque {
            return self.module.debug_nodes().opaque(name);
        }
        if let Some(enumeration) = &definition.enumeration {
            return self.enumeration(named, name, enumeration);
        }
        let names: Vec<Name> = definition.fields.iter().map(|field| field.name).collect();
        let fields = self.fields(Ty::object(named), |number| {
            names.get(number).map_or_else(|| format!("_{number}"), |name| name.text().to_string())
        });
        let size = object_layout(db, named).size;
        match definition.kind {
            DefinitionKind::Union => self.module.debug_nodes().union(name, size, &fields),
            DefinitionKind::Heap
            | DefinitionKind::Counted
            | DefinitionKind::Inline
            | DefinitionKind::Copy
            | DefinitionKind::View
            | DefinitionKind::Opaque => self.module.debug_nodes().structure(name, size, &fields),
        }
    }

    fn enumeration(&mut self, named: NamedType, name: &str, enumeration: &Enumeration) -> DebugType {
        let layout = object_layout(self.db, named);
        let number = match enumeration.form {
            EnumForm::Integer(kind) | EnumForm::Tagged(kind) => Scalar::integer(kind),
            // The words of what is carried, of which the first is null for the other case.
            EnumForm::Nullable { empty } => {
                let case = 1 - empty;
                let fields = self.carried(enumeration, case, &layout.offsets);
                let carries = enumeration.cases.get(case as usize).map(|case| case.name.text());
                let nodes = &mut self.module.debug_nodes();
                let variant = nodes.structure(carries.as_deref().unwrap_or_default(), layout.size, &fields);
                let field = nodes.field(carries.as_deref().unwrap_or_default(), variant, 0);
                return nodes.structure(name, layout.size, &[field]);
            }
        };
        let Some(cases) = &layout.cases else {
            let nodes = &mut self.module.debug_nodes();
            let cases = enumeration.cases.iter().map(|case| nodes.case(&case.name.text(), case.tag as i64));
            let cases: Vec<NodeId> = cases.collect();
            return nodes.enumeration(name, number, &cases);
        };
        let nodes = &mut self.module.debug_nodes();
        let tags = enumeration.cases.iter().map(|case| nodes.case(&case.name.text(), case.tag as i64));
        let tags: Vec<NodeId> = tags.collect();
        let tag = nodes.enumeration(&format!("{name}.tag"), number, &tags);
        let mut variants = Vec::with_capacity(enumeration.cases.len());
        for (index, case) in enumeration.cases.iter().enumerate() {
            let Some(Some(laid_out)) = cases.cases.get(index) else {
                continue;
            };
            let fields = self.carried(enumeration, index as u32, &laid_out.offsets);
            let nodes = &mut self.module.debug_nodes();
            variants.push(nodes.variant(&case.name.text(), case.tag as i64, laid_out.size, &fields));
        }
        self.module.debug_nodes().variants(name, layout.size, tag, cases.offset, &variants)
    }

    /// The fields of what a case carries.
    fn carried(&mut self, enumeration: &Enumeration, case: u32, offsets: &[u64]) -> Vec<NodeId> {
        let mut fields = Vec::new();
        for (number, carried) in enumeration.payload(case).iter().enumerate() {
            let ty = self.described(carried.ty);
            let name = match carried.name.is_empty() {
                true => format!("_{number}"),
                false => carried.name.text().to_string(),
            };
            let offset = offsets.get(number).copied().unwrap_or(0);
            fields.push(self.module.debug_nodes().field(&name, ty, offset));
        }
        fields
    }
}
