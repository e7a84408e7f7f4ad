//! Types of C in the words of the language, each with the type of `abi` that these words are, so that what is written can be
//! compared. Owns what each kind becomes, and which types have been asked for; records are [`super::records`]'s.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use abi::{OperatingSystem, Signature, TyId, lower};
use c::clang::Answer;
use c::clang::wire::{Callback, Float, Kind, Place, Type, TypeIndex};

use super::names::{Names, tag_of};
use super::selection::Selection;
use super::{Described, is_callable, library, records, result_of, text};

/// Typedefs that are the language's own scalars.
const WIDTHS: &str = "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t size_t ssize_t \
    ptrdiff_t wchar_t";

/// Types may double from one to the next; longer ones nobody reads.
const MOST_LETTERS: usize = 4000;

/// A type in the language.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub text: String,
    /// The same for `abi`.
    pub ty: TyId,
    /// Whether all of it is what C says, and no member stands for something else.
    pub is_exact: bool,
    /// Of the words.
    pub extent: Extent,
    /// Of what lies inside a value, not behind pointers.
    pub inside: Extent,
    /// Why a pointer in it leads to `()` where C says to what.
    pub note: Option<String>,
}

impl Form {
    fn plain(text: impl Into<String>, ty: TyId) -> Form {
        let (extent, inside) = (Extent::SINGLE, Extent::SINGLE);
        Form { text: text.into(), ty, is_exact: true, extent, inside, note: None }
    }
}

/// Levels and parts of a type, which are limited in the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    levels: u32,
    parts: u32,
}

impl Extent {
    pub const SINGLE: Extent = Extent { levels: 1, parts: 1 };

    pub fn around(parts: impl IntoIterator<Item = Extent>) -> Extent {
        parts.into_iter().fold(Extent::SINGLE, |sum, part| Extent {
            levels: sum.levels.max(part.levels.saturating_add(1)),
            parts: sum.parts.saturating_add(part.parts),
        })
    }

    /// The limits that LANGUAGE.md states.
    pub fn fits(self) -> bool {
        self.levels <= 128 && self.parts <= 1 << 16
    }
}

const TOO_DEEP: &str = "its type has more parts or levels than types of the language have";

/// The words of a signature.
pub(super) struct Written {
    pub params: Vec<Form>,
    pub result: Form,
}

pub(super) struct Types<'a> {
    pub answer: &'a Answer,
    pub declarations: Described,
    pub names: Names,
    selection: &'a Selection,
    typedefs: HashMap<&'a str, usize>,
    tags: HashMap<&'a str, usize>,
    refused: HashMap<String, String>,
    known: HashMap<TypeIndex, Result<Form, String>>,
    known_typedefs: HashMap<usize, Result<Form, String>>,
    known_records: HashMap<u32, Result<Form, String>>,
    known_enumerations: BTreeSet<usize>,
    /// Whether records hold arrays without elements.
    without_elements: HashMap<u32, bool>,
    /// Records that something points to.
    pointed: BTreeSet<u32>,
    /// Those of them that are written, and those that wait for it.
    queued: BTreeSet<u32>,
    queue: Vec<u32>,
    /// Whether what is being written is a record of another header: what only it points to stays closed.
    is_elsewhere: bool,
    /// Names of types that are not defined.
    incomplete: BTreeSet<String>,
    /// By where they stand in C.
    items: BTreeMap<(String, u32, u32, String), String>,
    constants: Vec<String>,
    unwritten: Vec<(String, String)>,
}

impl<'a> Types<'a> {
    pub fn new(answer: &'a Answer, declarations: Described, names: Names, selection: &'a Selection) -> Types<'a> {
        let mut typedefs = HashMap::new();
        for (index, typedef) in answer.typedefs.iter().enumerate() {
            typedefs.entry(typedef.name.as_str()).or_insert(index);
        }
        let tags = answer.enumerations.iter().enumerate();
        let refused = declarations.refused.iter();
        Types {
            answer,
            names,
            selection,
            typedefs,
            tags: tags.filter_map(|(index, each)| Some((each.tag.as_deref()?, index))).collect(),
            refused: refused.filter_map(|each| Some((each.name.clone()?, each.problem.message.clone()))).collect(),
            declarations,
            known: HashMap::new(),
            known_typedefs: HashMap::new(),
            known_records: HashMap::new(),
            known_enumerations: BTreeSet::new(),
            without_elements: HashMap::new(),
            pointed: BTreeSet::new(),
            queued: BTreeSet::new(),
            queue: Vec::new(),
            is_elsewhere: false,
            incomplete: BTreeSet::new(),
            items: BTreeMap::new(),
            constants: Vec::new(),
            unwritten: Vec::new(),
        }
    }

    pub fn kind(&self, index: TypeIndex) -> &'a Kind {
        &self.answer.types[index as usize].kind
    }

    /// Why something has no description, in the words of who refused it.
    pub fn why_refused(&self, name: &str) -> String {
        self.refused.get(name).cloned().unwrap_or_else(|| "it is not described".to_string())
    }

    pub fn is_refused(&self, name: &str) -> bool {
        self.refused.contains_key(name)
    }

    /// The name for the linker, as the language has it.
    pub fn symbol<'s>(&self, symbol: &'s str) -> &'s str {
        match self.declarations.target.operating_system {
            OperatingSystem::Darwin => symbol.strip_prefix('_').unwrap_or(symbol),
            _ => symbol,
        }
    }

    /// The words for a value of a type.
    pub fn form(&mut self, index: TypeIndex) -> Result<Form, String> {
        let ty = &self.answer.types[index as usize];
        let name = tag_of(&ty.name);
        if let Some(scalar) = scalar(&name, ty) {
            return Ok(scalar);
        }
        // Records remember by themselves, and are asked again behind themselves.
        if matches!(ty.kind, Kind::Record(_)) {
            return self.new_form(&name, ty);
        }
        if let Some(known) = self.known.get(&index) {
            return known.clone();
        }
        self.known.insert(index, Err("a type that leads to itself".to_string()));
        let found = self.new_form(&name, ty).and_then(|form| match form.extent.fits() && form.inside.fits() {
            true => Ok(form),
            false => Err(TOO_DEEP.to_string()),
        });
        self.known.insert(index, found.clone());
        found
    }

    fn new_form(&mut self, name: &str, ty: &'a Type) -> Result<Form, String> {
        match self.typedefs.get(name) {
            Some(typedef) if WIDTHS.split(' ').all(|width| width != name) => self.typedef(*typedef),
            Some(_) | None => self.of_kind(ty),
        }
    }

    /// A name for a type; the type itself where it is called so.
    pub fn typedef(&mut self, index: usize) -> Result<Form, String> {
        if let Some(known) = self.known_typedefs.get(&index) {
            return known.clone();
        }
        self.known_typedefs.insert(index, Err("a name that leads to itself".to_string()));
        let found = self.new_typedef(index);
        self.known_typedefs.insert(index, found.clone());
        found
    }

    fn new_typedef(&mut self, index: usize) -> Result<Form, String> {
        let typedef = &self.answer.typedefs[index];
        match self.kind(typedef.ty) {
            Kind::Function => return Err("a type of functions, which has values only behind pointers".to_string()),
            Kind::Incomplete => {
                // It is there for pointers.
                self.aim(typedef.ty);
                self.alias(index);
                return Err("a type that is not defined".to_string());
            }
            Kind::Void => return Ok(Form::plain("()", TyId::VOID)),
            _ => {}
        }
        let form = self.form(typedef.ty)?;
        let name = self.names.of(&typedef.name);
        if form.text != name && !self.names.is_of_tag(&name) {
            let note = form.note.iter().map(|why| format!("# It leads to `()` here: {}\n", text::line(why)));
            let alias = format!("{}pub type {name} = {}\n", note.collect::<String>(), form.text);
            self.add(&typedef.place, &name, typedef.comment.as_deref(), &alias);
        }
        Ok(Form { text: name, note: None, ..form })
    }

    /// The name of a record behind a pointer, or of a type that is not defined; nothing is asked of its members.
    fn aim(&mut self, index: TypeIndex) -> Option<String> {
        let ty = &self.answer.types[index as usize];
        let name = match &ty.kind {
            Kind::Record(record) => {
                self.pointed.insert(*record);
                if !self.is_elsewhere && self.queued.insert(*record) {
                    self.queue.push(*record);
                }
                self.names.record(*record).to_string()
            }
            Kind::Incomplete => match self.names.incomplete(&self.tag_behind(ty)) {
                Some(name) => {
                    let name = name.to_string();
                    self.incomplete.insert(name.clone());
                    name
                }
                None => return None,
            },
            _ => return None,
        };
        match self.typedefs.get(tag_of(&ty.name).as_str()) {
            Some(typedef) => Some(self.alias(*typedef)),
            None => Some(name),
        }
    }

    /// What a typedef leads to through others, as C writes it.
    fn tag_behind(&self, ty: &Type) -> String {
        let mut name = tag_of(&ty.name);
        // Each leads to one before it, so there are no more steps than typedefs.
        for _ in 0..self.answer.typedefs.len() {
            let Some(typedef) = self.typedefs.get(name.as_str()) else { break };
            let next = tag_of(&self.answer.types[self.answer.typedefs[*typedef].ty as usize].name);
            if next == name {
                break;
            }
            name = next;
        }
        name
    }

    /// The name of a typedef of a record or of what is not defined.
    fn alias(&mut self, index: usize) -> String {
        let typedef = &self.answer.typedefs[index];
        let name = self.names.of(&typedef.name);
        let ty = &self.answer.types[typedef.ty as usize];
        let behind = match &ty.kind {
            Kind::Record(record) => self.names.record(*record).to_string(),
            _ => self.names.incomplete(&self.tag_behind(ty)).unwrap_or(&name).to_string(),
        };
        if behind != name {
            let alias = format!("pub type {name} = {behind}\n");
            self.add(&typedef.place, &name, typedef.comment.as_deref(), &alias);
        }
        name
    }

    fn add(&mut self, place: &Place, name: &str, comment: Option<&str>, item: &str) {
        let key = (place.file.clone(), place.line, place.column, name.to_string());
        let documented = text::documentation(comment, &self.selection.shown(place));
        self.items.entry(key).or_insert_with(|| format!("{documented}{item}"));
    }

    fn of_kind(&mut self, ty: &'a Type) -> Result<Form, String> {
        let plain = |text: &str, ty| Ok(Form::plain(text, ty));
        match &ty.kind {
            Kind::Void => plain("()", TyId::VOID),
            Kind::Bool => plain("bool", TyId::BOOL),
            Kind::Integer { signed } => match (ty.size, signed) {
                (Some(1), true) => plain("i8", TyId::I8),
                (Some(1), false) => plain("u8", TyId::U8),
                (Some(2), true) => plain("i16", TyId::I16),
                (Some(2), false) => plain("u16", TyId::U16),
                (Some(4), true) => plain("i32", TyId::I32),
                (Some(4), false) => plain("u32", TyId::U32),
                (Some(8), true) => plain("i64", TyId::I64),
                (Some(8), false) => plain("u64", TyId::U64),
                (Some(16), true) => plain("i128", TyId::I128),
                (Some(16), false) => plain("u128", TyId::U128),
                (_, _) => Err(no_form(ty)),
            },
            Kind::Float(Float::Single) => plain("f32", TyId::F32),
            Kind::Float(Float::Double) => plain("f64", TyId::F64),
            Kind::Float(Float::Long) if ty.size == Some(8) => plain("f64", TyId::F64),
            Kind::Float(Float::Long) if library::has_long_double(&self.declarations.target) => {
                plain(library::LONG_DOUBLE, self.declarations.target.long_double_type())
            }
            Kind::Complex(part) => {
                let part = self.of_kind(&self.answer.types[*part as usize])?;
                let name = library::complex(&part.text).ok_or_else(|| no_form(ty))?;
                Ok(Form::plain(name, self.declarations.arena.complex(part.ty)))
            }
            Kind::Vector { element, count } => {
                let lane = self.of_kind(&self.answer.types[*element as usize])?;
                let vector = self.declarations.arena.common_vector(lane.ty, u64::from(*count));
                Ok(Form::plain(library::vector(&lane.text, *count), vector.ok_or_else(|| no_form(ty))?))
            }
            Kind::Float(Float::Half | Float::Brain | Float::Quad | Float::Long)
            | Kind::BitInt { .. }
            | Kind::Atomic(_)
            | Kind::Unknown => Err(no_form(ty)),
            Kind::Pointer { callback, pointee } => Ok(self.pointer(callback.as_ref(), *pointee)),
            Kind::Array { element, count: Some(count) } => {
                let each = self.element(*element)?;
                let ty = self.declarations.arena.array(each.ty, *count);
                let (extent, inside) = (Extent::around([each.extent]), Extent::around([each.inside]));
                Ok(Form { text: format!("[{}; {count}]", each.text), ty, extent, inside, ..each })
            }
            Kind::Array { count: None, .. } => Err("there is no form for an array without a length".to_string()),
            Kind::Record(record) => self.record(*record),
            Kind::Enumeration(integer) => {
                let name = tag_of(&ty.name);
                match self.tags.get(name.strip_prefix("enum ").unwrap_or(&name)).copied() {
                    Some(index) => {
                        let form = self.form(*integer)?;
                        self.enumeration(index);
                        let name = self.names.enumeration(index).unwrap_or(&form.text).to_string();
                        Ok(Form { text: name, ..form })
                    }
                    None => self.form(*integer),
                }
            }
            Kind::Function => Err("a function is no value".to_string()),
            Kind::Incomplete => Err(format!("`{}` is not defined", tag_of(&ty.name))),
        }
    }

    /// Of an array or behind a pointer: there `char` is a byte, as in all texts of the language.
    fn element(&mut self, index: TypeIndex) -> Result<Form, String> {
        match self.tag_behind(&self.answer.types[index as usize]) == "char" {
            true => Ok(Form::plain("u8", TyId::U8)),
            false => self.form(index),
        }
    }

    /// The words for what a pointer leads to; `()` where there are none.
    pub fn behind(&mut self, index: TypeIndex) -> String {
        self.aimed(index).map_or_else(|_| "()".to_string(), |form| form.text)
    }

    fn aimed(&mut self, index: TypeIndex) -> Result<Form, String> {
        match self.aim(index) {
            Some(name) => Ok(Form::plain(name, TyId::VOID)),
            None => self.element(index),
        }
    }

    fn pointer(&mut self, callback: Option<&Callback>, to: Option<TypeIndex>) -> Form {
        let found = match (callback, to) {
            (Some(callback), _) => self.optional_function(callback).map(|form| ("Option", form)),
            (None, Some(to)) => self.aimed(to).map(|form| ("Pointer", form)),
            (None, None) => Err("what it leads to is not known".to_string()),
        };
        let found = found.and_then(|(word, form)| {
            let extent = Extent::around([form.extent]);
            if extent.fits() { Ok((word, extent, form)) } else { Err(TOO_DEEP.to_string()) }
        });
        match found {
            Ok((word, extent, form)) => {
                Form { extent, note: form.note, ..Form::plain(format!("{word}[{}]", form.text), TyId::POINTER) }
            }
            Err(why) => {
                let extent = Extent::around([Extent::SINGLE]);
                Form { extent, note: Some(why), ..Form::plain("Pointer[()]", TyId::POINTER) }
            }
        }
    }

    /// What a function pointer is that is not null, if an `Option` of it has a form.
    pub fn optional_function(&mut self, callback: &Callback) -> Result<Form, String> {
        let form = self.function_pointer(callback)?;
        if Extent::around([form.extent]).fits() { Ok(form) } else { Err(TOO_DEEP.to_string()) }
    }

    fn function_pointer(&mut self, callback: &Callback) -> Result<Form, String> {
        if !is_callable(callback) {
            return Err("there is no form for pointers to such functions".to_string());
        }
        let written = self.signature(callback, false)?;
        let params: Vec<String> = written.params.iter().map(|form| form.text.clone()).collect();
        let length = params.iter().map(String::len).sum::<usize>() + written.result.text.len();
        if length > MOST_LETTERS {
            return Err("its type takes thousands of letters".to_string());
        }
        let extent = Extent::around(written.params.iter().chain([&written.result]).map(|form| form.extent));
        let text = format!("extern fn ({}){}", params.join(", "), result_of(&written.result));
        // A pointer to a function is a value; what is not said of those in it, their own names say.
        let note = written.params.into_iter().chain([written.result]).find_map(|form| form.note);
        Ok(Form { extent, note, ..Form::plain(text, TyId::POINTER) })
    }

    /// The words of a signature. Where nobody compares how it is called, every value is exactly C's.
    pub fn signature(&mut self, callback: &Callback, is_compared: bool) -> Result<Written, String> {
        let result = self.passed(callback.result, is_compared, false)?;
        let params = callback.params.iter().map(|param| self.passed(*param, is_compared, true));
        Ok(Written { params: params.collect::<Result<_, _>>()?, result })
    }

    fn passed(&mut self, index: TypeIndex, is_compared: bool, is_parameter: bool) -> Result<Form, String> {
        let ty = &self.answer.types[index as usize];
        if let Kind::Record(record) = &ty.kind {
            let record = &self.answer.records[*record as usize];
            if let Some(first) = record.fields.first().filter(|_| record.attributes.transparent && is_parameter) {
                return self.form(first.ty);
            }
        }
        if ty.align != ty.natural_align {
            return Err(format!("`{}` is aligned by its typedef", ty.name));
        }
        if self.has_array_without_elements(index) {
            return Err(format!(
                "`{}` has an array without elements: by value gcc and clang pass it in different ways",
                tag_of(&ty.name)
            ));
        }
        let form = self.form(index)?;
        match form.is_exact || is_compared {
            true => Ok(form),
            false => Err(format!("`{}` has members without a form", ty.name)),
        }
    }

    /// Measured: on x86-64 gcc lets `int a[0]` decide how the bytes that it shares with a `float` travel, clang does not; and
    /// gcc passes what ends with `int a[]` in registers, clang in memory. Empty structures travel alike.
    fn has_array_without_elements(&mut self, index: TypeIndex) -> bool {
        match self.kind(index) {
            Kind::Array { count: None | Some(0), .. } => true,
            Kind::Array { element, .. } => self.has_array_without_elements(*element),
            Kind::Record(record) => {
                if let Some(known) = self.without_elements.get(record) {
                    return *known;
                }
                let fields = &self.answer.records[*record as usize].fields;
                let found = fields.iter().any(|field| self.has_array_without_elements(field.ty));
                self.without_elements.insert(*record, found);
                found
            }
            Kind::Void
            | Kind::Bool
            | Kind::Integer { .. }
            | Kind::BitInt { .. }
            | Kind::Float(_)
            | Kind::Pointer { .. }
            | Kind::Complex(_)
            | Kind::Vector { .. }
            | Kind::Enumeration(_)
            | Kind::Atomic(_)
            | Kind::Function
            | Kind::Incomplete
            | Kind::Unknown => false,
        }
    }

    /// What is written must be called as what C says.
    pub fn compare(&self, written: &Signature, described: &Signature) -> Result<(), String> {
        let (target, arena) = (&self.declarations.target, &self.declarations.arena);
        let ours = lower(target, arena, written).map_err(|refused| refused.to_string())?;
        let theirs = lower(target, arena, described).map_err(|refused| refused.to_string())?;
        let is_same = ours.params.len() == theirs.params.len()
            && ours.call == theirs.call
            && ours.result.placement == theirs.result.placement
            && ours.params.iter().zip(&theirs.params).all(|(our, their)| our.placement == their.placement);
        match is_same {
            true => Ok(()),
            false => Err("a value of it has members without a form and travels in another way than these".to_string()),
        }
    }

    /// A structure or union by value.
    pub fn record(&mut self, index: u32) -> Result<Form, String> {
        if let Some(known) = self.known_records.get(&index) {
            return known.clone();
        }
        self.known_records.insert(index, Err("it holds itself".to_string()));
        let name = self.names.record(index).to_string();
        let record = &self.answer.records[index as usize];
        let was_elsewhere = self.is_elsewhere;
        self.is_elsewhere |= !self.selection.has_file(&record.place);
        let written = records::written(self, index);
        self.is_elsewhere = was_elsewhere;
        let found = match written {
            Ok(records::Written { item, ty, is_exact, inside }) => {
                self.add(&record.place, &name, record.comment.as_deref(), &item);
                Ok(Form { is_exact, inside, ..Form::plain(name, ty) })
            }
            Err(why) => {
                self.unwritten.push((why.clone(), format!("{name} ({})", self.selection.shown(&record.place))));
                self.pointed.insert(index);
                Err(why)
            }
        };
        self.known_records.insert(index, found.clone());
        found
    }

    /// An enumeration with its constants.
    pub fn enumeration(&mut self, index: usize) {
        if !self.known_enumerations.insert(index) {
            return;
        }
        let enumeration = &self.answer.enumerations[index];
        let Ok(integer) = self.form(enumeration.ty) else { return };
        let ty = match self.names.enumeration(index) {
            Some(name) => {
                let name = name.to_string();
                let alias = format!("pub type {name} = {}\n", integer.text);
                self.add(&enumeration.place, &name, enumeration.comment.as_deref(), &alias);
                name
            }
            None => integer.text,
        };
        let place = self.selection.shown(&enumeration.place);
        for ((name, value), comment) in enumeration.enumerators.iter().zip(&enumeration.comments) {
            let name = self.names.of(name);
            let documented = text::documentation(comment.as_deref(), &place);
            self.constants.push(format!("{documented}pub let {name}: {ty} = {value}\n"));
        }
    }

    /// Writes what pointers lead to; what only records of other headers point to stays closed.
    pub fn finish(&mut self) {
        while let Some(index) = self.queue.pop() {
            // Without a form it stays closed, which says why by itself.
            let _ = self.record(index);
        }
    }

    /// Types that are only pointed to.
    pub fn opaque(&mut self) -> Vec<String> {
        let mut names = self.incomplete.clone();
        for index in &self.pointed {
            if !matches!(self.known_records.get(index), Some(Ok(_))) {
                names.insert(self.names.record(*index).to_string());
            }
        }
        names.into_iter().map(|name| format!("pub type {name}\n")).collect()
    }

    /// The types, then the constants of enumerations.
    pub fn items(&mut self) -> (Vec<String>, Vec<String>) {
        (std::mem::take(&mut self.items).into_values().collect(), std::mem::take(&mut self.constants))
    }

    pub fn unwritten(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.unwritten)
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.constants.is_empty() && self.pointed.is_empty() && self.incomplete.is_empty()
    }
}

/// The words for an integer under C's name, if it is here what the language's is.
fn scalar(name: &str, ty: &Type) -> Option<Form> {
    let (_, text, size, is_signed) = *library::SCALARS.iter().find(|(known, ..)| *known == name)?;
    let Kind::Integer { signed } = ty.kind else { return None };
    if (ty.size, signed) != (Some(size), is_signed) {
        return None;
    }
    let ty = match (size, is_signed) {
        (1, true) => TyId::I8,
        (1, false) => TyId::U8,
        (2, true) => TyId::I16,
        (2, false) => TyId::U16,
        (4, true) => TyId::I32,
        (4, false) => TyId::U32,
        (_, true) => TyId::I64,
        (_, false) => TyId::U64,
    };
    Some(Form::plain(text, ty))
}

fn no_form(ty: &Type) -> String {
    format!("there is no form for `{}`", tag_of(&ty.name))
}
