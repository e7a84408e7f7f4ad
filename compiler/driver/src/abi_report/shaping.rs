//! The shapes of the language's types. It owns which form each type has to a caller, and that a type has one shape; layouts
//! are `types`', tables [`crate::tables`]'.

use std::collections::HashMap;

use ::types::{
    ClosureKind, DefinitionKind, DynKind, EnumForm, NamedType, Signature, Substitution, TraitReference, Ty, TypeKind,
};
use source::Database;

use super::shapes::{CaseShape, Held, Part, Shape, ShapeReport, ShapesOfCall};

/// Makes the shapes of types, each once.
pub(super) struct Shapes<'db> {
    db: &'db Database,
    known: HashMap<Key, usize>,
    made: Vec<ShapeReport>,
}

/// What a shape is of.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    /// A value.
    Value(Ty),
    /// What a heap type or `Shared` leads to.
    Object(NamedType),
    /// The same pointer, but that it may be null.
    Nullable(Ty),
    /// The code of a closure.
    Code(Ty),
    /// What a `dyn` of a trait finds its methods in.
    Table(TraitReference),
    /// What nobody sees inside, what a `String` leads to.
    Single(&'static str),
}

impl<'db> Shapes<'db> {
    pub fn new(db: &'db Database) -> Shapes<'db> {
        Shapes { db, known: HashMap::new(), made: Vec::new() }
    }

    pub fn finish(self) -> Vec<ShapeReport> {
        self.made
    }

    /// The shapes of a signature.
    pub fn call(&mut self, signature: &Signature, with: &Substitution) -> ShapesOfCall {
        let params = signature.parameters.iter().map(|parameter| self.of(with.apply(parameter.ty))).collect();
        ShapesOfCall { params, result: self.of(with.apply(signature.result)) }
    }

    /// The shape of a value.
    fn of(&mut self, ty: Ty) -> usize {
        self.made_once(Key::Value(ty), ty, |shapes| shapes.value(ty))
    }

    fn made_once(&mut self, key: Key, ty: Ty, make: impl FnOnce(&mut Self) -> Shape) -> usize {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        // It has its place before what it leads to, which may be itself.
        let place = self.made.len();
        self.made.push(ShapeReport { ty: types::display(self.db, ty), shape: Shape::Closed });
        self.known.insert(key, place);
        let shape = make(self);
        if let Some(report) = self.made.get_mut(place) {
            report.shape = shape;
        }
        place
    }

    fn closed(&mut self) -> usize {
        self.made_once(Key::Single("closed"), Ty::UNIT, |_| Shape::Closed)
    }

    fn value(&mut self, ty: Ty) -> Shape {
        match ty.kind() {
            TypeKind::Error | TypeKind::Never | TypeKind::Variable(_) | TypeKind::Parameter(..) | TypeKind::Unit => {
                Shape::Nothing
            }
            TypeKind::Bool => Shape::Bool,
            TypeKind::Int(kind) => Shape::Integer { bits: u64::from(kind.bits()) },
            TypeKind::Float(_) => Shape::Float { bits: 8 * types::layout(self.db, ty).size },
            TypeKind::Tuple(elements) => {
                let elements = elements.types();
                let fields = elements.iter().enumerate().map(|(number, ty)| (number.to_string(), *ty));
                let (layout, fields) = (types::layout(self.db, ty), fields.collect::<Vec<_>>());
                let offset = |number| types::field_offset(self.db, ty, number);
                let fields = self.fields(fields, offset);
                Shape::Structure { bytes: layout.size, align: u64::from(layout.align), fields }
            }
            TypeKind::Named(named) => self.named(ty, named, false),
            TypeKind::Object(named) => self.object(named),
            TypeKind::String => self.text(false),
            TypeKind::Ref(to) | TypeKind::Mut(to) if ty.is_wide() => self.slice(ty, to, false),
            TypeKind::Ref(to) => self.pointer(to, false, Held::Lent, false),
            TypeKind::Mut(to) => self.pointer(to, true, Held::Lent, false),
            TypeKind::Pointer(to) => self.raw_pointer(to),
            TypeKind::Slice(element) => self.value(element),
            TypeKind::Array(element, length) => Shape::Array { element: self.of(element), length },
            TypeKind::Dyn(kind, of) => self.dynamic(kind, of, false),
            TypeKind::Closure(kind, ..) => self.closure(ty, kind, false),
            TypeKind::ExternFunction(parameters, result) => {
                let code = self.code(ty, &parameters.types(), result);
                Shape::Pointer { to: code, nullable: false, written: false, held: Held::Lent }
            }
        }
    }

    /// The fields that have room.
    fn fields(&mut self, fields: Vec<(String, Ty)>, offset: impl Fn(u32) -> u64) -> Vec<Part> {
        let with_room = (0..).zip(fields).filter(|(_, (_, ty))| types::layout(self.db, *ty).size > 0);
        let with_room: Vec<(u32, (String, Ty))> = with_room.collect();
        let part =
            |(number, (name, ty)): (u32, (String, Ty))| Part { name, offset: offset(number), shape: self.of(ty) };
        with_room.into_iter().map(part).collect()
    }

    /// A borrow; of a heap type it is the object's own pointer.
    fn pointer(&mut self, to: Ty, written: bool, held: Held, nullable: bool) -> Shape {
        let to = match to.kind() {
            TypeKind::Named(named) if types::is_heap(self.db, to) => self.object_of(named),
            // What is lent `mut` is the pointer to the text: another may be put there.
            TypeKind::String if !written => self.text_object(),
            _ => self.of(to),
        };
        Shape::Pointer { to, nullable, written, held }
    }

    /// A raw pointer says nothing of what lies there but its type.
    fn raw_pointer(&mut self, to: Ty) -> Shape {
        let to = if to == Ty::UNIT { self.closed() } else { self.of(to) };
        Shape::Pointer { to, nullable: true, written: true, held: Held::Lent }
    }

    fn text(&mut self, nullable: bool) -> Shape {
        Shape::Pointer { to: self.text_object(), nullable, written: false, held: Held::Counted }
    }

    fn text_object(&mut self) -> usize {
        self.made_once(Key::Single("text"), Ty::STRING, |_| Shape::Text)
    }

    /// Two words beside each other, which lie as those of a tuple.
    fn pair(&mut self, words: Ty, first: (&str, usize), second: (&str, usize)) -> Shape {
        let layout = types::layout(self.db, words);
        let part = |number: u32, (name, shape): (&str, usize)| Part {
            name: name.to_string(),
            offset: types::field_offset(self.db, words, number),
            shape,
        };
        let fields = vec![part(0, first), part(1, second)];
        Shape::Structure { bytes: layout.size, align: u64::from(layout.align), fields }
    }

    fn hidden(&mut self, ty: &str, shape: Shape) -> usize {
        self.made.push(ShapeReport { ty: ty.to_string(), shape });
        self.made.len() - 1
    }

    /// The borrow of a slice.
    fn slice(&mut self, ty: Ty, slice: Ty, nullable: bool) -> Shape {
        let to = self.of(slice.as_slice().unwrap_or(Ty::UNIT));
        let written = matches!(ty.kind(), TypeKind::Mut(_));
        let elements = self.hidden("pointer", Shape::Pointer { to, nullable, written, held: Held::Lent });
        let length = self.of(Ty::I64);
        self.pair(Ty::words_of_wide(), ("elements", elements), ("length", length))
    }

    fn code(&mut self, ty: Ty, parameters: &[Ty], result: Ty) -> usize {
        self.made_once(Key::Code(ty), ty, |shapes| Shape::Function {
            params: parameters.iter().map(|ty| shapes.of(*ty)).collect(),
            result: shapes.of(result),
        })
    }

    fn closure(&mut self, ty: Ty, kind: ClosureKind, nullable: bool) -> Shape {
        let TypeKind::Closure(_, parameters, result) = ty.kind() else { return Shape::Nothing };
        let code = self.code(ty, &parameters.types(), result);
        let code = self.hidden("code", Shape::Pointer { to: code, nullable, written: false, held: Held::Lent });
        let (held, written) = match kind {
            ClosureKind::Owned => (Held::Owned, false),
            ClosureKind::Once => (Held::Once, true),
            ClosureKind::Ref => (Held::Lent, false),
            ClosureKind::Mut => (Held::Lent, true),
        };
        let environment = Shape::Pointer { to: self.closed(), nullable: true, written, held };
        let environment = self.hidden("environment", environment);
        self.pair(types::pair_words(), ("code", code), ("environment", environment))
    }

    fn dynamic(&mut self, kind: DynKind, of: TraitReference, nullable: bool) -> Shape {
        let whole = Ty::object_of_trait(DynKind::Owned, of);
        let table = self.made_once(Key::Table(of), whole, |shapes| {
            let fields = crate::tables::fields(shapes.db, of);
            let word = types::layout(shapes.db, Ty::pointer(Ty::UNIT)).size;
            let fields = (0..).zip(fields);
            let part =
                |(number, (name, ty)): (u64, (String, Ty))| Part { name, offset: number * word, shape: shapes.of(ty) };
            Shape::Table { fields: fields.map(part).collect() }
        });
        let table = Shape::Pointer { to: table, nullable: false, written: false, held: Held::Lent };
        let table = self.hidden("vtable", table);
        let (held, written) = match kind {
            DynKind::Owned => (Held::Owned, true),
            DynKind::Ref => (Held::Lent, false),
            DynKind::Mut => (Held::Lent, true),
        };
        let object = Shape::Pointer { to: self.closed(), nullable, written, held };
        let object = self.hidden("object", object);
        self.pair(types::pair_words(), ("object", object), ("vtable", table))
    }

    fn named(&mut self, ty: Ty, named: NamedType, nullable: bool) -> Shape {
        match types::type_definition(self.db, named).kind {
            DefinitionKind::Heap => {
                Shape::Pointer { to: self.object_of(named), nullable, written: true, held: Held::Owned }
            }
            DefinitionKind::Counted => {
                Shape::Pointer { to: self.object_of(named), nullable, written: false, held: Held::Counted }
            }
            DefinitionKind::Opaque => Shape::Closed,
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View | DefinitionKind::Union => {
                match types::scalar_enum(self.db, ty).map(|enumeration| enumeration.form) {
                    Some(EnumForm::Nullable { .. }) => self.nullable(named),
                    Some(EnumForm::Integer(_) | EnumForm::Tagged(_)) | None => self.object(named),
                }
            }
        }
    }

    fn object_of(&mut self, named: NamedType) -> usize {
        self.made_once(Key::Object(named), named.ty(), |shapes| shapes.object(named))
    }

    /// The pointer, or the pair of words, of an enum whose empty case is null.
    fn nullable(&mut self, named: NamedType) -> Shape {
        let definition = types::type_definition(self.db, named);
        let payload = definition.enumeration.as_ref().and_then(|enumeration| enumeration.payloads.first());
        let Some(ty) = payload.map(|part| part.ty) else { return Shape::Nothing };
        let inner = self.made_once(Key::Nullable(ty), ty, |shapes| match ty.kind() {
            TypeKind::Ref(to) | TypeKind::Mut(to) if ty.is_wide() => shapes.slice(ty, to, true),
            TypeKind::Dyn(kind, of) => shapes.dynamic(kind, of, true),
            TypeKind::Closure(kind, ..) => shapes.closure(ty, kind, true),
            _ => match shapes.value(ty) {
                Shape::Pointer { to, written, held, .. } => Shape::Pointer { to, nullable: true, written, held },
                other => other,
            },
        });
        self.made.get(inner).map_or(Shape::Nothing, |report| report.shape.clone())
    }

    /// What lies where a value of a declared type lies; of a heap type and `Shared` what the pointer leads to.
    fn object(&mut self, named: NamedType) -> Shape {
        let definition = types::type_definition(self.db, named);
        let layout = types::object_layout(self.db, named);
        let (bytes, align) = (layout.size, u64::from(layout.align));
        if definition.kind == DefinitionKind::Heap && !definition.fields.iter().all(|field| field.public) {
            return Shape::Closed;
        }
        if let Some(enumeration) = &definition.enumeration {
            let fields = types::enum_fields(self.db, named);
            let kind = match enumeration.form {
                EnumForm::Nullable { .. } => return self.nullable(named),
                EnumForm::Integer(kind) | EnumForm::Tagged(kind) => kind,
            };
            let tag = Part { name: "tag".to_string(), offset: 0, shape: self.of(Ty::int(kind)) };
            let mut cases = Vec::new();
            for (number, case) in (0..).zip(&enumeration.cases) {
                let parts = enumeration.parts(number);
                let parts = fields.iter().skip(1 + parts.start as usize).take(parts.len());
                let mut carried = Vec::new();
                for part in parts.filter(|part| types::layout(self.db, part.ty).size > 0) {
                    let name = part.name.rsplit('.').next().unwrap_or_default().to_string();
                    carried.push(Part { name, offset: part.offset, shape: self.of(part.ty) });
                }
                let tag = if kind.is_signed() { (case.tag as i128).to_string() } else { case.tag.to_string() };
                cases.push(CaseShape { name: case.name.text().to_string(), tag, fields: carried });
            }
            return Shape::Enum { bytes, align, tag, cases };
        }
        let fields = definition.fields.iter().map(|field| (field.name.text().to_string(), field.ty)).collect();
        let fields = self.fields(fields, |number| layout.offsets.get(number as usize).copied().unwrap_or(0));
        match definition.kind {
            DefinitionKind::Union => Shape::Union { bytes, align, fields },
            DefinitionKind::Opaque => Shape::Closed,
            DefinitionKind::Heap
            | DefinitionKind::Counted
            | DefinitionKind::Inline
            | DefinitionKind::Copy
            | DefinitionKind::View => Shape::Structure { bytes, align, fields },
        }
    }
}
