//! Structures that C needs and the language has no name for: tuples, closures, `dyn`s, arrays as values, slices, strings. It
//! owns their fields and what they are called; when they are defined, [`super::types`] knows.

use ::types::{DynKind, TraitReference, Ty, TypeKind};
use c::write::Identifiers;

use super::types::{Fields, Writer};

impl Writer<'_> {
    /// Writes a structure or union with these fields, above each the comment in its place.
    pub(super) fn define(&mut self, head: &str, fields: &[(String, Ty)], comments: &[String], attributes: &str) {
        let mut body = String::new();
        let mut identifiers = Identifiers::default();
        for (place, (name, ty)) in fields.iter().enumerate() {
            let name = self.field(&mut identifiers, name);
            if self.has_place(*ty) {
                body.push_str(comments.get(place).map_or("", String::as_str));
                body.push_str(&format!("    {};\n", self.declare(*ty, &name, false)));
            }
        }
        if body.is_empty() {
            // C++ gives what has no fields a byte, but not what has this.
            body.push_str("    char nothing[0];\n");
        }
        self.definitions.push(format!("{head} {{\n{body}}}{attributes};\n"));
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
        self.forward.push(format!("typedef struct {name} {name};\n"));
        let fields = crate::tables::fields(self.db, of);
        let table = self.inside(true, |writer| writer.made(table, &format!("table_{shown}"), &fields));
        self.definitions.push(format!("struct {name} {{\n    void *object;\n    const {table} *table;\n}};\n"));
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
                self.forward.push(format!("typedef struct {name} {name};\n"));
                self.unwritten.push((ty, fields.to_vec()));
                name
            }
        };
        if !self.is_behind {
            self.define_made(ty);
        }
        name
    }

    /// Writes what a structure without a name in the language is, if that has not begun yet.
    pub(super) fn define_made(&mut self, ty: Ty) {
        let Some(place) = self.unwritten.iter().position(|(waiting, _)| *waiting == ty) else { return };
        let (_, fields) = self.unwritten.swap_remove(place);
        let Some(name) = self.names.get(&ty).cloned() else { return };
        self.open.insert(ty);
        self.inside(false, |writer| writer.define(&format!("struct {name}"), &fields, &[], ""));
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
        self.forward.push(format!("typedef struct {name} {name};\n"));
        self.definitions.push(format!(
            "/* A counted string; its bytes are UTF-8 and end in NUL. */\nstruct {name} {{\n    int64_t count;\n    int64_t length;\n    char bytes[];\n}};\n"
        ));
        self.once(&name);
        name
    }
}
