//! Types of the language as C has them. It owns names and the order of definitions; layouts follow from C's own rules, to
//! which the attributes `packed` and `aligned` are added where the language has them.
//!
//! Behind a pointer and in the head of a function C takes a structure by its name, so it is defined later: a type may lead
//! to itself there. What C must know in full at once, an array behind a pointer or the name of a number or pointer, may
//! not, and is written as what it is to C then: the first element, or an address without a type.

use std::collections::{BTreeSet, HashMap, HashSet};

use c::write::{Identifiers, header_of, identifier};
use hir::ItemId;
use source::Database;
use types::{DefinitionKind, FloatKind, NamedType, Structure, Ty, TypeDefinition, TypeKind};

use super::comments::{documentation, part_documentation};
use super::enums::record;
use super::forms::{Definition, Form, Known, Layout, Record, Shape};
use super::of_headers::{Kept, OfHeaders, TypeInC};

/// The types that a header uses.
pub(super) struct Gatherer<'db> {
    pub(super) db: &'db Database,
    of_headers: &'db OfHeaders<'db>,
    /// Headers that declare types which are used.
    used: BTreeSet<usize>,
    /// Names that headers of others take.
    kept: Kept,
    /// Types that these define, and how they lie.
    of_c: Vec<(String, Layout)>,
    pub(super) names: HashMap<Ty, String>,
    /// Names that are given already.
    taken: HashSet<String>,
    /// Headers of the C library.
    includes: BTreeSet<&'static str>,
    /// Structures and unions, in the order in which they were met.
    known: Vec<Known>,
    /// Definitions, each behind those that it needs.
    pub(super) definitions: Vec<Definition>,
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

/// What is included, the headers of others that are, what these define, the names of all structures, and the definitions.
pub(super) struct Gathered {
    pub includes: Vec<&'static str>,
    pub used: BTreeSet<usize>,
    pub of_c: Vec<(String, Layout)>,
    pub known: Vec<Known>,
    pub definitions: Vec<Definition>,
}

/// The fields of a structure, with their names.
pub(super) type Fields = Vec<(String, Ty)>;

impl<'db> Gatherer<'db> {
    pub fn new(db: &'db Database, of_headers: &'db OfHeaders<'db>, kept: Kept) -> Gatherer<'db> {
        Gatherer {
            db,
            of_headers,
            used: BTreeSet::new(),
            kept,
            of_c: Vec::new(),
            names: HashMap::new(),
            taken: HashSet::from([super::c::I128.to_string(), super::c::U128.to_string()]),
            includes: BTreeSet::from(["stdbool.h", "stdint.h"]),
            known: Vec::new(),
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

    /// What was gathered.
    pub fn finish(mut self) -> Gathered {
        while !self.behind_pointers.is_empty() || !self.unwritten.is_empty() {
            if let Some(named) = self.behind_pointers.pop() {
                self.define_named(named);
            }
            if let Some((ty, _)) = self.unwritten.last() {
                self.define_made(*ty);
            }
        }
        let Gatherer { includes, used, of_c, known, definitions, .. } = self;
        Gathered { includes: includes.into_iter().collect(), used, of_c, known, definitions }
    }

    /// A parameter or result: as a field, but that an array stands in a structure.
    pub fn value(&mut self, ty: Ty) -> Form {
        match ty.kind() {
            TypeKind::Array(element, length) => Form::plain(Shape::Named(self.array(ty, element, length))),
            _ => self.form(ty, false),
        }
    }

    /// A result, which is nothing where no value comes back.
    pub fn result(&mut self, ty: Ty) -> Form {
        match ty {
            Ty::UNIT | Ty::NEVER => Form::plain(Shape::Void),
            result => self.value(result),
        }
    }

    /// The type of a place; `is_const` says that it is not written through.
    pub(super) fn form(&mut self, ty: Ty, is_const: bool) -> Form {
        let plain = |shape: Shape| Form::new(shape, is_const);
        let named = |name: String| Form::new(Shape::Named(name), is_const);
        match ty.kind() {
            TypeKind::Error | TypeKind::Never | TypeKind::Variable(_) | TypeKind::Parameter(..) => plain(Shape::Void),
            TypeKind::Unit => named(self.unit(ty)),
            TypeKind::Bool => plain(Shape::Bool),
            TypeKind::Int(kind) => plain(Shape::Integer { bits: kind.bits(), signed: kind.is_signed() }),
            TypeKind::Float(FloatKind::F32) => plain(Shape::Float { bits: 32 }),
            TypeKind::Float(FloatKind::F64) => plain(Shape::Float { bits: 64 }),
            TypeKind::Tuple(elements) => named(self.tuple(ty, &elements.types())),
            TypeKind::Named(of) => {
                let word = self.named(of);
                if types::is_object_pointer(self.db, ty) {
                    return Form::pointer(Form::plain(Shape::Named(word)), is_const);
                }
                let is_name = self.is_name(ty);
                if is_name && self.open.contains(&ty) {
                    return self.without_a_type(ty, is_const);
                }
                if is_name || !self.is_behind {
                    self.define_named(of);
                }
                named(word)
            }
            // Only behind pointers, where it is the structure by its name.
            TypeKind::Object(heap) => named(self.named(heap)),
            TypeKind::String => {
                let string = self.string(ty);
                Form::pointer(Form::new(Shape::Named(string), true), is_const)
            }
            TypeKind::Ref(to) | TypeKind::Mut(to) if ty.is_wide() => named(self.slice(ty, to)),
            TypeKind::Pointer(to) | TypeKind::Ref(to) | TypeKind::Mut(to) => self.pointer(ty, to, is_const),
            // Only behind pointers: to its first element.
            TypeKind::Slice(element) => self.form(element, is_const),
            // Its elements are known in full, also behind a pointer.
            TypeKind::Array(element, length) => self.inside(false, |gatherer| {
                let element = gatherer.form(element, is_const);
                Form::plain(Shape::Array(Box::new(element), Some(length)))
            }),
            TypeKind::Dyn(_, of) => named(self.object(of)),
            TypeKind::Closure(_, parameters, result) => named(self.closure(ty, &parameters.types(), result)),
            TypeKind::ExternFunction(parameters, result) => self.inside(true, |gatherer| {
                let parameters = parameters.types().iter().map(|ty| gatherer.value(*ty)).collect();
                let result = gatherer.result(result);
                Form::pointer(Form::plain(Shape::Function(parameters, Box::new(result))), is_const)
            }),
        }
    }

    /// Whether C has a type as another name of what is no structure.
    fn is_name(&self, ty: Ty) -> bool {
        let is_own = match ty.structure() {
            Structure::Named(named) => types::own_form(self.db, named).is_some(),
            Structure::Whole | Structure::Object(_) | Structure::Tuple(_) | Structure::Array(..) => false,
        };
        is_own || types::scalar_enum(self.db, ty).is_some()
    }

    /// Does something where the name of a structure is enough, or is not.
    pub(super) fn inside<T>(&mut self, is_behind: bool, gather: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.is_behind, is_behind);
        let gathered = gather(self);
        self.is_behind = outside;
        gathered
    }

    /// A pointer or function whose type leads to itself: in its own definition C has no name for it.
    fn without_a_type(&self, ty: Ty, is_const: bool) -> Form {
        let payloads = types::scalar_enum(self.db, ty).map_or(&[][..], |enumeration| &enumeration.payloads);
        let nothing = Form::plain(Shape::Void);
        match payloads.first().map(|part| part.ty.kind()) {
            Some(TypeKind::ExternFunction(..)) => {
                Form::pointer(Form::plain(Shape::Function(Vec::new(), Box::new(nothing))), is_const)
            }
            Some(_) | None => Form::pointer(nothing, is_const),
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
    fn pointer(&mut self, ty: Ty, to: Ty, is_const: bool) -> Form {
        let to_const = matches!(ty.kind(), TypeKind::Ref(_));
        let is_raw = matches!(ty.kind(), TypeKind::Pointer(_));
        let target = match to.kind() {
            TypeKind::Unit | TypeKind::Never | TypeKind::Error => Form::new(Shape::Void, to_const),
            // A raw pointer to a heap type leads to where such a pointer is kept.
            TypeKind::Named(_) if is_raw && types::is_heap(self.db, to) => self.form(to, false),
            // A borrow of what is counted leads to the pointer.
            TypeKind::Named(_) if types::is_counted(self.db, to) => self.form(to, to_const),
            TypeKind::Named(named) => {
                let word = self.named(named);
                let is_name = self.is_name(to);
                if self.open.contains(&to) && is_name {
                    Form::new(Shape::Void, to_const)
                } else {
                    if is_name {
                        // C declares no name of a number before its definition.
                        self.define_named(named);
                    }
                    Form::new(Shape::Named(word), to_const)
                }
            }
            TypeKind::String if to_const => return self.form(to, is_const),
            TypeKind::Array(element, _) if self.holds_open(to) => {
                let mut first = element;
                while let TypeKind::Array(inner, _) = first.kind() {
                    first = inner;
                }
                self.inside(true, |gatherer| gatherer.form(first, to_const))
            }
            TypeKind::Array(..) => self.form(to, to_const),
            _ => self.inside(true, |gatherer| gatherer.form(to, to_const)),
        };
        Form::pointer(target, is_const)
    }

    /// Gives a structure or union its name before it is defined.
    pub(super) fn know(&mut self, name: &str, is_union: bool, header: Option<&'static str>) {
        self.known.push(Known { name: name.to_string(), is_union, header });
    }

    /// Keeps the names of functions for them: what is called so in C cannot be a type too. Those whose symbol is a name
    /// in C have that name; others get one that is free.
    pub fn functions<'a>(&mut self, symbols: impl Iterator<Item = &'a str> + Clone) -> HashMap<&'a str, String> {
        let (plain, others): (Vec<&str>, Vec<&str>) = symbols.partition(|symbol| identifier(symbol) == *symbol);
        let mut names = HashMap::new();
        let mut identifiers = Identifiers::default();
        for symbol in plain.into_iter().chain(others) {
            // What a header declares it declares for us.
            let is_declared = |name: &str| name == symbol && self.kept.symbols.contains(name);
            let is_free = |name: &str| is_declared(name) || !self.is_taken(name);
            let name = identifiers.give(symbol, |name| !is_free(name));
            self.taken.insert(name.clone());
            names.insert(symbol, name);
        }
        names
    }

    /// A name for a constant that nothing else has.
    pub(super) fn constant(&mut self, wanted: &str) -> String {
        let name = identifier(wanted);
        let mut numbered = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}_{number}")));
        let is_free = |free: &String| !self.is_taken(free) && !self.fields.contains(free);
        let free = numbered.find(is_free).unwrap_or(name);
        self.taken.insert(free.clone());
        self.constants.insert(free.clone());
        free
    }

    /// A name for a part of a type, which C writes where it stands and others must name.
    pub(super) fn part(&mut self, wanted: &str) -> String {
        let mut numbered = std::iter::once(wanted.to_string()).chain((2..).map(|number| format!("{wanted}_{number}")));
        let name = numbered.find(|free| !self.is_taken(free)).unwrap_or_else(|| wanted.to_string());
        self.taken.insert(name.clone());
        name
    }

    /// A name for a field or case, which is told apart from those beside it, and from constants.
    pub(super) fn field(&mut self, beside: &mut Identifiers, wanted: &str) -> String {
        let name = beside.give(wanted, |name| self.constants.contains(name) || self.kept.macros.contains(name));
        self.fields.insert(name.clone());
        name
    }

    /// Whether a type or function has a name, or a macro.
    pub fn is_used(&self, name: &str) -> bool {
        self.taken.contains(name) || self.kept.macros.contains(name) || header_of(name).is_some()
    }

    /// Whether a type, function or header has a name.
    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name) || self.is_of_others(name) || header_of(name).is_some()
    }

    /// Whether a header that is included takes a name.
    fn is_of_others(&self, name: &str) -> bool {
        self.kept.macros.contains(name) || self.kept.others.contains(name)
    }

    /// Gives a type a name that nothing else has.
    pub(super) fn name(&mut self, ty: Ty, wanted: &str, longer: Option<&str>) -> String {
        let mut name = identifier(wanted);
        if self.is_taken(&name)
            && let Some(longer) = longer
        {
            name = identifier(longer);
        }
        let mut numbered = (2..).map(|number| format!("{name}_{number}"));
        if self.is_taken(&name)
            && let Some(free) = numbered.find(|free| !self.is_taken(free))
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
        if let Some(TypeInC { headers, word, is_complete }) = self.of_headers.type_in_c(named.item) {
            self.used.insert(headers);
            if is_complete && types::type_definition(self.db, named.item).kind != DefinitionKind::Opaque {
                let layout = types::layout(self.db, ty);
                self.of_c.push((word.clone(), Layout { size: layout.size, align: layout.align }));
            }
            // A parameter of this name would stand before it.
            self.taken.extend(word.rsplit(' ').next().map(str::to_string));
            self.names.insert(ty, word.clone());
            return word;
        }
        let words = named.arguments.types();
        let words: String = words.iter().map(|argument| format!("_{}", types::display(self.db, *argument))).collect();
        let kind = types::type_definition(self.db, named.item).kind;
        let own = format!("{}{words}", named.item.name(self.db).text());
        if let (DefinitionKind::Opaque, Some(header)) = (kind, header_of(&own)) {
            self.includes.insert(header);
            self.know(&own, false, Some(header));
            self.names.insert(ty, own.clone());
            return own;
        }
        let path = format!("{}{words}", named.item.path(self.db));
        let name = self.name(ty, &own, Some(&path));
        if !self.is_name(ty) {
            self.know(&name, is_union(kind), None);
        }
        self.behind_pointers.push(named);
        name
    }

    /// Says what a named type is, behind what it needs itself.
    fn define_named(&mut self, named: NamedType) {
        let (item, ty) = (named.item, named.ty());
        if self.of_headers.type_in_c(item).is_some() {
            return;
        }
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
        self.inside(false, |gatherer| gatherer.gather_definition(item, ty, &name, definition));
        if item.module(self.db).is_standard(self.db) {
            self.once(&name);
        }
        self.open.remove(&ty);
    }

    fn gather_definition(&mut self, item: ItemId, ty: Ty, name: &str, definition: &TypeDefinition) {
        if let Some(enumeration) = &definition.enumeration {
            return self.define_enum(item, ty, name, enumeration);
        }
        if let Some(own) = self.own(ty) {
            return self.define_own(item, name, own);
        }
        let fields: Fields = definition.fields.iter().map(|field| (field.name.text().to_string(), field.ty)).collect();
        let fields = self.fields(&fields, part_documentation(self.db, item));
        let laid = record(name.to_string(), is_union(definition.kind), fields);
        let (packed, align) = (definition.packed, definition.align);
        self.define(documentation(self.db, item), Record { packed, align, ..laid });
    }
}

fn is_union(kind: DefinitionKind) -> bool {
    match kind {
        DefinitionKind::Union => true,
        DefinitionKind::Heap
        | DefinitionKind::Counted
        | DefinitionKind::Inline
        | DefinitionKind::Copy
        | DefinitionKind::View
        | DefinitionKind::Opaque => false,
    }
}
