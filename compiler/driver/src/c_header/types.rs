//! Types of the language written in C. It owns names and the order of definitions; layouts follow from C's own rules, to
//! which the attributes `packed` and `aligned` are added where the language has them.

use std::collections::{BTreeSet, HashMap, HashSet};

use c::write::{Identifiers, attributes, header_of, identifier, integer, pointer_to};
use hir::ItemId;
use source::Database;
use types::{DefinitionKind, DynKind, FloatKind, NamedType, TraitReference, Ty, TypeKind};

/// The documentation of an item as a comment.
pub(super) fn comment(db: &Database, item: ItemId) -> String {
    hir::documentation(db, item).map_or_else(String::new, |text| c::write::comment(&text, ""))
}

/// The types that a header uses.
pub(super) struct Writer<'db> {
    pub(super) db: &'db Database,
    names: HashMap<Ty, String>,
    /// Names that are given already.
    taken: HashSet<String>,
    /// Headers of the C library.
    includes: BTreeSet<&'static str>,
    /// `typedef struct X X;`, in the order in which they were met.
    forward: Vec<String>,
    /// Definitions, each behind those that it needs.
    pub(super) definitions: Vec<String>,
    defined: HashSet<Ty>,
    /// Types that stand behind pointers only so far.
    behind_pointers: Vec<NamedType>,
}

impl<'db> Writer<'db> {
    pub fn new(db: &'db Database) -> Writer<'db> {
        Writer {
            db,
            names: HashMap::new(),
            taken: HashSet::new(),
            includes: BTreeSet::from(["stdbool.h", "stdint.h"]),
            forward: Vec::new(),
            definitions: Vec::new(),
            defined: HashSet::new(),
            behind_pointers: Vec::new(),
        }
    }

    /// What is included, the names of all types, and their definitions.
    pub fn finish(mut self) -> [String; 3] {
        while let Some(named) = self.behind_pointers.pop() {
            self.define_named(named);
        }
        let includes = self.includes.iter().map(|header| format!("#include <{header}>\n"));
        [includes.collect(), self.forward.concat(), self.definitions.join("\n")]
    }

    /// A parameter or result: as a field, but that an array stands in a structure.
    pub fn value(&mut self, ty: Ty, name: &str) -> String {
        match ty.kind() {
            TypeKind::Array(element, length) => format!("{} {name}", self.array(ty, element, length)),
            _ => self.declare(ty, name, false),
        }
    }

    /// A variable: as a field, arrays included.
    pub fn variable(&mut self, ty: Ty, name: &str) -> String {
        self.declare(ty, name, false)
    }

    /// `name` declared with a type; `is_const` says that it is not written through.
    pub(super) fn declare(&mut self, ty: Ty, name: &str, is_const: bool) -> String {
        let plain = |word: &str| format!("{}{word} {name}", if is_const { "const " } else { "" });
        match ty.kind() {
            TypeKind::Error | TypeKind::Never | TypeKind::Variable(_) | TypeKind::Parameter(..) => plain("void"),
            TypeKind::Unit => {
                let unit = self.unit(ty);
                plain(&unit)
            }
            TypeKind::Bool => plain("bool"),
            TypeKind::Int(kind) => plain(integer(kind.bits(), kind.is_signed())),
            TypeKind::Float(FloatKind::F32) => plain("float"),
            TypeKind::Float(FloatKind::F64) => plain("double"),
            TypeKind::Tuple(elements) => {
                let tuple = self.tuple(ty, &elements.types());
                plain(&tuple)
            }
            TypeKind::Named(named) => {
                let word = self.named(named);
                if types::is_object_pointer(self.db, ty) {
                    return pointer_to(&word, name, is_const);
                }
                self.define_named(named);
                plain(&word)
            }
            // Only behind pointers, where it is the structure by its name.
            TypeKind::Object(heap) => {
                let word = self.named(heap);
                plain(&word)
            }
            TypeKind::String => {
                let string = self.string(ty);
                pointer_to(&format!("const {string}"), name, is_const)
            }
            TypeKind::Ref(to) | TypeKind::Mut(to) if ty.is_wide() => {
                let slice = self.slice(ty, to);
                plain(&slice)
            }
            TypeKind::Pointer(to) | TypeKind::Ref(to) | TypeKind::Mut(to) => self.pointer(ty, to, name, is_const),
            // Only behind pointers: to its first element.
            TypeKind::Slice(element) => self.declare(element, name, is_const),
            TypeKind::Array(element, length) => self.declare(element, &format!("{name}[{length}]"), is_const),
            TypeKind::Dyn(_, of) => {
                let object = self.object(of);
                plain(&object)
            }
            TypeKind::Closure(_, parameters, result) => {
                let closure = self.closure(ty, &parameters.types(), result);
                plain(&closure)
            }
            TypeKind::ExternFunction(parameters, result) => {
                let parameters: Vec<String> =
                    parameters.types().iter().map(|ty| self.value(*ty, "").trim_end().to_string()).collect();
                let list = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
                let inner = format!("(*{}{name})({list})", if is_const { "const " } else { "" });
                match result {
                    Ty::UNIT | Ty::NEVER => format!("void {inner}"),
                    result => self.value(result, &inner),
                }
            }
        }
    }

    /// A pointer; one to a heap type or a string is the object's own, unless it is a raw pointer to where one is kept.
    fn pointer(&mut self, ty: Ty, to: Ty, name: &str, is_const: bool) -> String {
        let to_const = matches!(ty.kind(), TypeKind::Ref(_));
        let is_raw = matches!(ty.kind(), TypeKind::Pointer(_));
        let star = if is_const { "*const " } else { "*" };
        match to.kind() {
            TypeKind::Unit | TypeKind::Never | TypeKind::Error => {
                format!("{}void {star}{name}", if to_const { "const " } else { "" })
            }
            // A raw pointer to a heap type leads to where such a pointer is kept.
            TypeKind::Named(_) if is_raw && types::is_heap(self.db, to) => {
                self.declare(to, &format!("{star}{name}"), false)
            }
            // A borrow of what is counted leads to the pointer.
            TypeKind::Named(_) if types::is_counted(self.db, to) => {
                self.declare(to, &format!("{star}{name}"), to_const)
            }
            TypeKind::Named(named) => {
                let word = self.named(named);
                if types::scalar_enum(self.db, to).is_some() {
                    // C declares no name of a number before its definition.
                    self.define_named(named);
                }
                format!("{}{word} {star}{name}", if to_const { "const " } else { "" })
            }
            TypeKind::String if to_const => self.declare(to, name, is_const),
            TypeKind::Array(..) => self.declare(to, &format!("({star}{name})"), to_const),
            _ => self.declare(to, &format!("{star}{name}"), to_const),
        }
    }

    /// Keeps the names of functions for them: what is called so in C cannot be a type too. Those whose symbol is a name
    /// in C have that name; others get one that is free.
    pub fn functions<'a>(&mut self, symbols: impl Iterator<Item = &'a str> + Clone) -> HashMap<&'a str, String> {
        let (plain, others): (Vec<&str>, Vec<&str>) = symbols.partition(|symbol| identifier(symbol) == *symbol);
        let mut names = HashMap::new();
        let mut identifiers = Identifiers::default();
        for symbol in plain.into_iter().chain(others) {
            let name = identifiers.give(symbol, |_| false);
            self.taken.insert(name.clone());
            names.insert(symbol, name);
        }
        names
    }

    /// A name for a constant that nothing else has.
    pub(super) fn constant(&mut self, wanted: &str) -> String {
        let name = identifier(wanted);
        let mut numbered = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}_{number}")));
        let free = numbered.find(|free| !self.taken.contains(free)).unwrap_or(name);
        self.taken.insert(free.clone());
        free
    }

    /// Whether a type or function has a name.
    pub fn is_used(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Gives a type a name that nothing else has.
    fn name(&mut self, ty: Ty, wanted: &str, longer: Option<&str>) -> String {
        let mut name = identifier(wanted);
        if self.taken.contains(&name)
            && let Some(longer) = longer
        {
            name = identifier(longer);
        }
        let mut numbered = (2..).map(|number| format!("{name}_{number}"));
        if self.taken.contains(&name)
            && let Some(free) = numbered.find(|free| !self.taken.contains(free))
        {
            name = free;
        }
        self.taken.insert(name.clone());
        self.names.insert(ty, name.clone());
        name
    }

    fn named(&mut self, named: NamedType) -> String {
        let ty = named.ty();
        if let Some(name) = self.names.get(&ty) {
            return name.clone();
        }
        let words = named.arguments.types();
        let words: String = words.iter().map(|argument| format!("_{}", types::display(self.db, *argument))).collect();
        let path = format!("{}{words}", named.item.path(self.db));
        let name = self.name(ty, &format!("{}{words}", named.item.name(self.db).text()), Some(&path));
        let kind = types::type_definition(self.db, named.item).kind;
        if let (DefinitionKind::Opaque, Some(header)) = (kind, header_of(&name)) {
            self.includes.insert(header);
            return name;
        }
        if types::scalar_enum(self.db, ty).is_none() {
            let word = keyword(kind);
            self.forward.push(format!("typedef {word} {name} {name};\n"));
        }
        self.behind_pointers.push(named);
        name
    }

    /// Writes what a named type is, behind what it needs itself.
    fn define_named(&mut self, named: NamedType) {
        let (item, ty) = (named.item, named.ty());
        let definition = types::type_definition(self.db, named);
        let is_visible = match definition.kind {
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View | DefinitionKind::Union => true,
            // Whoever may see all fields of an object may see its layout; other objects stay closed.
            DefinitionKind::Heap => definition.fields.iter().all(|field| field.public),
            // The count and what it is used as: the language says how they lie.
            DefinitionKind::Counted => true,
            DefinitionKind::Opaque => false,
        };
        if !is_visible || !self.defined.insert(ty) {
            return;
        }
        let name = self.named(named);
        if let Some(enumeration) = &definition.enumeration {
            return self.define_enum(item, ty, &name, enumeration);
        }
        let word = keyword(definition.kind);
        let attributes = attributes(definition.packed, definition.align.map(u64::from));
        let fields: Vec<(String, Ty)> =
            definition.fields.iter().map(|field| (field.name.text().to_string(), field.ty)).collect();
        let head = format!("{}{word} {name}", comment(self.db, item));
        self.define(&head, &fields, &attributes);
    }

    fn define(&mut self, head: &str, fields: &[(String, Ty)], attributes: &str) {
        let mut body = String::new();
        let mut identifiers = Identifiers::default();
        for (name, ty) in fields {
            let name = identifiers.give(name, |_| false);
            // What takes no room in the language would not in GNU C either, but C has no name for it.
            if types::layout(self.db, *ty).size > 0 {
                body.push_str(&format!("    {};\n", self.declare(*ty, &name, false)));
            }
        }
        self.definitions.push(format!("{head} {{\n{body}}}{attributes};\n"));
    }

    fn unit(&mut self, ty: Ty) -> String {
        self.made(ty, "lang_unit", &[])
    }

    fn tuple(&mut self, ty: Ty, elements: &[Ty]) -> String {
        let words: Vec<String> = elements.iter().map(|element| types::display(self.db, *element)).collect();
        let fields: Vec<(String, Ty)> =
            elements.iter().enumerate().map(|(index, ty)| (format!("item{index}"), *ty)).collect();
        self.made(ty, &format!("tuple_{}", words.join("_")), &fields)
    }

    /// The code of a closure, which gets the environment first, and the environment.
    fn closure(&mut self, ty: Ty, parameters: &[Ty], result: Ty) -> String {
        let environment = Ty::pointer(Ty::UNIT);
        let parameters: Vec<Ty> = std::iter::once(environment).chain(parameters.iter().copied()).collect();
        let code = Ty::extern_function(&parameters, result);
        let wanted = format!("closure_{}", types::display(self.db, ty));
        self.made(ty, &wanted, &[("code".to_string(), code), ("environment".to_string(), environment)])
    }

    /// A `dyn`, whoever holds it: the address of its value and that of its table.
    fn object(&mut self, of: TraitReference) -> String {
        // The lent `dyn` is the same structure, so that its type stands for the table.
        let (whole, table) = (Ty::object_of_trait(DynKind::Owned, of), Ty::object_of_trait(DynKind::Ref, of));
        if let Some(name) = self.names.get(&whole) {
            return name.clone();
        }
        let shown = types::display(self.db, whole);
        let name = self.name(whole, &shown, None);
        self.forward.push(format!("typedef struct {name} {name};\n"));
        let address = Ty::pointer(Ty::UNIT);
        let mut fields = vec![
            ("drop".to_string(), Ty::extern_function(&[address], Ty::UNIT)),
            ("size".to_string(), Ty::I64),
            ("align".to_string(), Ty::I64),
        ];
        for slot in types::slots(self.db, of) {
            let name = slot.method.name(self.db).text().to_string();
            let is_taken = fields.iter().any(|(known, _)| *known == name);
            let name = if is_taken { format!("{}_{name}", slot.of.item.name(self.db).text()) } else { name };
            fields.push((name, self.code_in_table(slot, whole, address)));
        }
        let table = self.made(table, &format!("table_{shown}"), &fields);
        self.definitions.push(format!("struct {name} {{\n    void *object;\n    const {table} *table;\n}};\n"));
        name
    }

    /// A method in a table, as C calls it.
    fn code_in_table(&self, slot: types::Slot, own: Ty, address: Ty) -> Ty {
        let signature = types::signature(self.db, slot.method);
        let arguments = [&*slot.of.arguments.types(), &[own]].concat();
        let with = types::Substitution::of_function(self.db, slot.method, types::Arguments::new(&arguments));
        let others = signature.parameters.iter().skip(1).map(|parameter| with.apply(parameter.ty));
        let parameters: Vec<Ty> = std::iter::once(address).chain(others).collect();
        Ty::extern_function(&parameters, with.apply(signature.result))
    }

    /// An array as a value.
    fn array(&mut self, ty: Ty, element: Ty, length: u64) -> String {
        let wanted = format!("array_{length}_{}", types::display(self.db, element));
        self.made(ty, &wanted, &[("elements".to_string(), ty)])
    }

    /// The borrow of a slice.
    fn slice(&mut self, ty: Ty, slice: Ty) -> String {
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
        if let Some(name) = self.names.get(&ty) {
            return name.clone();
        }
        let name = self.name(ty, wanted, None);
        self.forward.push(format!("typedef struct {name} {name};\n"));
        self.define(&format!("struct {name}"), fields, "");
        name
    }

    fn string(&mut self, ty: Ty) -> String {
        if let Some(name) = self.names.get(&ty) {
            return name.clone();
        }
        let name = self.name(ty, "lang_string", None);
        self.forward.push(format!("typedef struct {name} {name};\n"));
        self.definitions.push(format!(
            "/* A counted string; its bytes are UTF-8 and end in NUL. */\nstruct {name} {{\n    int64_t count;\n    int64_t length;\n    char bytes[];\n}};\n"
        ));
        name
    }
}

fn keyword(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Union => "union",
        DefinitionKind::Heap
        | DefinitionKind::Counted
        | DefinitionKind::Inline
        | DefinitionKind::Copy
        | DefinitionKind::View
        | DefinitionKind::Opaque => "struct",
    }
}
