//! Types of the language written in C. It owns names and the order of definitions; layouts follow from C's own rules, to
//! which the attributes `packed` and `aligned` are added where the language has them.
//!
//! Behind a pointer and in the head of a function C takes a structure by its name, so it is defined later: a type may lead
//! to itself there. What C must know in full at once, an array behind a pointer or the name of a number or pointer, may
//! not, and is written as what it is to C then: the first element, or an address without a type.

use std::collections::{BTreeSet, HashMap, HashSet};

use c::write::{Identifiers, attributes, header_of, identifier, integer, pointer_to};
use hir::ItemId;
use source::Database;
use types::{DefinitionKind, FloatKind, NamedType, Structure, Ty, TypeDefinition, TypeKind};

use super::comments::{comment, part_comments};

/// The types that a header uses.
pub(super) struct Writer<'db> {
    pub(super) db: &'db Database,
    pub(super) names: HashMap<Ty, String>,
    /// Names that are given already.
    taken: HashSet<String>,
    /// Headers of the C library.
    includes: BTreeSet<&'static str>,
    /// `typedef struct X X;`, in the order in which they were met.
    pub(super) forward: Vec<String>,
    /// Definitions, each behind those that it needs.
    pub(super) definitions: Vec<String>,
    defined: HashSet<Ty>,
    /// Types whose definition has begun and is not written yet.
    pub(super) open: HashSet<Ty>,
    /// Types that have a name and perhaps no definition yet.
    behind_pointers: Vec<NamedType>,
    /// Structures without a name in the language that have no definition yet.
    pub(super) unwritten: Vec<(Ty, Fields)>,
    /// Those with a number behind them that tells them from others.
    pub(super) numbered: HashSet<String>,
    /// Whether the name of a structure is enough where the next type is written.
    pub(super) is_behind: bool,
    /// What macros are called.
    constants: HashSet<String>,
    /// What fields are called: a macro of such a name would stand in its place.
    fields: HashSet<String>,
}

/// The fields of a structure, with their names.
pub(super) type Fields = Vec<(String, Ty)>;

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
            open: HashSet::new(),
            behind_pointers: Vec::new(),
            unwritten: Vec::new(),
            numbered: HashSet::new(),
            is_behind: false,
            constants: HashSet::new(),
            fields: HashSet::new(),
        }
    }

    /// What is included, the names of all types, and their definitions.
    pub fn finish(mut self) -> [String; 3] {
        while !self.behind_pointers.is_empty() || !self.unwritten.is_empty() {
            if let Some(named) = self.behind_pointers.pop() {
                self.define_named(named);
            }
            if let Some((ty, _)) = self.unwritten.last() {
                self.define_made(*ty);
            }
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
                let is_name_of_scalar = types::scalar_enum(self.db, ty).is_some();
                if is_name_of_scalar && self.open.contains(&ty) {
                    return self.without_a_type(ty, name, is_const);
                }
                if is_name_of_scalar || !self.is_behind {
                    self.define_named(named);
                }
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
            // Its elements are known in full, also behind a pointer.
            TypeKind::Array(element, length) => {
                self.inside(false, |writer| writer.declare(element, &format!("{name}[{length}]"), is_const))
            }
            TypeKind::Dyn(_, of) => {
                let object = self.object(of);
                plain(&object)
            }
            TypeKind::Closure(_, parameters, result) => {
                let closure = self.closure(ty, &parameters.types(), result);
                plain(&closure)
            }
            TypeKind::ExternFunction(parameters, result) => self.inside(true, |writer| {
                let parameters: Vec<String> =
                    parameters.types().iter().map(|ty| writer.value(*ty, "").trim_end().to_string()).collect();
                let list = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
                let inner = format!("(*{}{name})({list})", if is_const { "const " } else { "" });
                match result {
                    Ty::UNIT | Ty::NEVER => format!("void {inner}"),
                    result => writer.value(result, &inner),
                }
            }),
        }
    }

    /// Writes something where the name of a structure is enough, or is not.
    pub(super) fn inside<T>(&mut self, is_behind: bool, write: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.is_behind, is_behind);
        let written = write(self);
        self.is_behind = outside;
        written
    }

    /// A pointer or function whose type leads to itself: in its own definition C has no name for it.
    fn without_a_type(&self, ty: Ty, name: &str, is_const: bool) -> String {
        let name = if is_const { format!("const {name}") } else { name.to_string() };
        let payloads = types::scalar_enum(self.db, ty).map_or(&[][..], |enumeration| &enumeration.payloads);
        match payloads.first().map(|part| part.ty.kind()) {
            Some(TypeKind::ExternFunction(..)) => format!("void (*{name})(void)"),
            Some(_) | None => format!("void *{name}"),
        }
    }

    /// Whether a value of a type has one in it whose definition is not written yet.
    fn holds_open(&self, ty: Ty) -> bool {
        let mut seen = HashSet::new();
        let mut waiting = vec![ty];
        while let Some(ty) = waiting.pop() {
            if types::is_object_pointer(self.db, ty) || !seen.insert(ty) {
                continue;
            }
            if self.open.contains(&ty) {
                return true;
            }
            match ty.structure() {
                Structure::Named(named) => {
                    waiting.extend(types::type_definition(self.db, named).parts().iter().map(|part| part.ty))
                }
                Structure::Tuple(elements) => waiting.extend(elements.iter()),
                Structure::Array(element, _) => waiting.push(element),
                Structure::Whole | Structure::Object(_) => {}
            }
        }
        false
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
                let mut word = self.named(named);
                if self.open.contains(&to) && types::scalar_enum(self.db, to).is_some() {
                    word = "void".to_string();
                } else if types::scalar_enum(self.db, to).is_some() {
                    // C declares no name of a number before its definition.
                    self.define_named(named);
                }
                format!("{}{word} {star}{name}", if to_const { "const " } else { "" })
            }
            TypeKind::String if to_const => self.declare(to, name, is_const),
            TypeKind::Array(element, _) if self.holds_open(to) => {
                let mut first = element;
                while let TypeKind::Array(inner, _) = first.kind() {
                    first = inner;
                }
                self.inside(true, |writer| writer.declare(first, &format!("{star}{name}"), to_const))
            }
            TypeKind::Array(..) => self.declare(to, &format!("({star}{name})"), to_const),
            _ => self.inside(true, |writer| writer.declare(to, &format!("{star}{name}"), to_const)),
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
        let is_free = |free: &String| !self.taken.contains(free) && !self.fields.contains(free);
        let free = numbered.find(is_free).unwrap_or(name);
        self.taken.insert(free.clone());
        self.constants.insert(free.clone());
        free
    }

    /// A name for a field or case, which is told apart from those beside it, and from constants.
    pub(super) fn field(&mut self, beside: &mut Identifiers, wanted: &str) -> String {
        let name = beside.give(wanted, |name| self.constants.contains(name));
        self.fields.insert(name.clone());
        name
    }

    /// Whether a type or function has a name.
    pub fn is_used(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Gives a type a name that nothing else has.
    pub(super) fn name(&mut self, ty: Ty, wanted: &str, longer: Option<&str>) -> String {
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
            self.numbered.insert(name.clone());
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
        self.open.insert(ty);
        self.inside(false, |writer| writer.write_definition(item, ty, &name, definition));
        if item.module(self.db).is_standard(self.db) {
            self.once(&name);
        }
        self.open.remove(&ty);
    }

    fn write_definition(&mut self, item: ItemId, ty: Ty, name: &str, definition: &TypeDefinition) {
        if let Some(enumeration) = &definition.enumeration {
            return self.define_enum(item, ty, name, enumeration);
        }
        let word = keyword(definition.kind);
        let attributes = attributes(definition.packed, definition.align.map(u64::from));
        let fields: Fields = definition.fields.iter().map(|field| (field.name.text().to_string(), field.ty)).collect();
        let head = format!("{}{word} {name}", comment(self.db, item));
        let comments = part_comments(self.db, item, "    ");
        self.define(&head, &fields, &comments, &attributes);
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
