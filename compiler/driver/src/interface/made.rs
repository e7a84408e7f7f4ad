//! Structures that C needs and the language has no name for: tuples, closures, `dyn`s, arrays as values, slices, strings. It
//! owns their fields and what they are called; when they are defined, [`super::types`] knows.

use ::types::{DynKind, TraitReference, Ty, TypeKind};
use c::write::Identifiers;

use super::enums::{field, record};
use super::forms::{Body, Definition, Field, Form, Record, Shape};
use super::types::{Fields, Gatherer};

impl Gatherer<'_> {
    /// The fields of a structure or union, with what is said of each; those without a place are left out.
    pub(super) fn fields(&mut self, fields: &[(String, Ty)], said: Vec<Option<String>>) -> Vec<Field> {
        let mut made = Vec::new();
        let mut identifiers = Identifiers::default();
        let mut said = said.into_iter();
        for (name, ty) in fields {
            let documentation = said.next().flatten();
            let name = self.field(&mut identifiers, name);
            if self.has_place(*ty) {
                made.push(Field { documentation, ..field(name, self.form(*ty, false)) });
            }
        }
        if made.is_empty() {
            // C++ gives what has no fields a byte, but not what has this.
            let nothing = Shape::Array(Box::new(Form::plain(Shape::Char)), Some(0));
            made.push(field("nothing".to_string(), Form::plain(nothing)));
        }
        made
    }

    /// Says what a type is.
    pub(super) fn define(&mut self, documentation: Option<String>, record: Record) {
        let (name, body) = (record.name.clone(), Body::Record(record));
        self.definitions.push(Definition { name, documentation, body, constants: Vec::new(), is_shared: false });
    }

    /// Whether C sees a field of a type: it has bytes, or moves those behind it.
    pub(super) fn has_place(&self, ty: Ty) -> bool {
        let layout = types::layout(self.db, ty);
        layout.size > 0 || layout.align > 1
    }

    pub(super) fn unit(&mut self, ty: Ty) -> String {
        self.made(ty, "lang_unit", &[])
    }

    pub(super) fn tuple(&mut self, ty: Ty, elements: &[Ty]) -> String {
        let words: Vec<String> = elements.iter().map(|element| types::display(self.db, *element)).collect();
        let fields: Fields = elements.iter().enumerate().map(|(index, ty)| (format!("item{index}"), *ty)).collect();
        self.made(ty, &format!("tuple_{}", words.join("_")), &fields)
    }

    /// The code of a closure, which gets the environment first, and the environment.
    pub(super) fn closure(&mut self, ty: Ty, parameters: &[Ty], result: Ty) -> String {
        let environment = Ty::pointer(Ty::UNIT);
        let parameters: Vec<Ty> = std::iter::once(environment).chain(parameters.iter().copied()).collect();
        let code = Ty::extern_function(&parameters, result);
        let wanted = format!("closure_{}", types::display(self.db, ty));
        self.made(ty, &wanted, &[("code".to_string(), code), ("environment".to_string(), environment)])
    }

    /// A `dyn`, whoever holds it: the address of its value and that of its table.
    pub(super) fn object(&mut self, of: TraitReference) -> String {
        // The lent `dyn` is the same structure, so that its type stands for the table.
        let (whole, table) = (Ty::object_of_trait(DynKind::Owned, of), Ty::object_of_trait(DynKind::Ref, of));
        if let Some(name) = self.names.get(&whole) {
            return name.clone();
        }
        let shown = types::display(self.db, whole);
        let name = self.name(whole, &shown, None);
        self.know(&name, false, None);
        let fields = crate::tables::fields(self.db, of);
        let table = self.inside(true, |gatherer| gatherer.made(table, &format!("table_{shown}"), &fields));
        let object = Form::pointer(Form::plain(Shape::Void), false);
        let table = Form::pointer(Form::new(Shape::Named(table), true), false);
        let fields = vec![field("object".to_string(), object), field("table".to_string(), table)];
        self.define(None, record(name.clone(), false, fields));
        name
    }

    /// An array as a value.
    pub(super) fn array(&mut self, ty: Ty, element: Ty, length: u64) -> String {
        let wanted = format!("array_{length}_{}", types::display(self.db, element));
        self.made(ty, &wanted, &[("elements".to_string(), ty)])
    }

    /// The borrow of a slice.
    pub(super) fn slice(&mut self, ty: Ty, slice: Ty) -> String {
        let element = slice.as_slice().unwrap_or(Ty::UNIT);
        let is_read = matches!(ty.kind(), TypeKind::Ref(_));
        // A borrow of what is itself a pointer would be that pointer.
        let is_pointer = element == Ty::STRING || types::is_heap(self.db, element) || element.as_borrow().is_some();
        let elements = if is_read && !is_pointer { Ty::borrow(element, false) } else { Ty::pointer(element) };
        let wanted = format!("{}_{}", if is_read { "slice" } else { "mut_slice" }, types::display(self.db, element));
        self.made(ty, &wanted, &[("elements".to_string(), elements), ("length".to_string(), Ty::I64)])
    }

    /// A structure without a name in the language.
    fn made(&mut self, ty: Ty, wanted: &str, fields: &[(String, Ty)]) -> String {
        let name = match self.names.get(&ty) {
            Some(name) => name.clone(),
            None => {
                let name = self.name(ty, wanted, None);
                self.know(&name, false, None);
                self.unwritten.push((ty, fields.to_vec()));
                name
            }
        };
        if !self.is_behind {
            self.define_made(ty);
        }
        name
    }

    /// Says what a structure without a name in the language is, if that has not begun yet.
    pub(super) fn define_made(&mut self, ty: Ty) {
        let Some(place) = self.unwritten.iter().position(|(waiting, _)| *waiting == ty) else { return };
        let (_, fields) = self.unwritten.swap_remove(place);
        let Some(name) = self.names.get(&ty).cloned() else { return };
        self.open.insert(ty);
        let fields = self.inside(false, |gatherer| gatherer.fields(&fields, Vec::new()));
        self.define(None, record(name.clone(), false, fields));
        self.open.remove(&ty);
        // What stands in a table a trait says, and two of them may have one name.
        if !matches!(ty.kind(), TypeKind::Dyn(..)) {
            self.once(&name);
        }
    }

    pub(super) fn string(&mut self, ty: Ty) -> String {
        if let Some(name) = self.names.get(&ty) {
            return name.clone();
        }
        let name = self.name(ty, "lang_string", None);
        self.know(&name, false, None);
        let number = || Form::plain(Shape::Integer { bits: 64, signed: true });
        let bytes = Shape::Array(Box::new(Form::plain(Shape::Char)), None);
        let fields = vec![
            field("count".to_string(), number()),
            field("length".to_string(), number()),
            field("bytes".to_string(), Form::plain(bytes)),
        ];
        let said = "A counted string; its bytes are UTF-8 and end in NUL.".to_string();
        self.define(Some(said), record(name.clone(), false, fields));
        self.once(&name);
        name
    }

    /// Has the definition that was made last stand once, however many headers have it: those that the language makes and
    /// those of its library, for a file of C includes more than one header. A name with a number may mean another structure
    /// in the next. Types of packages have no such mark: two that differ must not be taken for one.
    pub(super) fn once(&mut self, name: &str) {
        if self.numbered.contains(name) {
            return;
        }
        if let Some(last) = self.definitions.last_mut() {
            last.is_shared = true;
        }
    }
}
