//! The way through clang's declarations: each becomes data that another process can read. It owns what is asked of clang; it
//! must not know what `abi` makes of it, and decides nothing: what it does not know, it says so of.

use std::collections::{HashMap, HashSet};

use clang_sys::*;

use super::attributes;
use super::library::{Cursor, Type, Unit};
use super::macros::{self, Macros, Plain};
use super::wire::{
    Answer, Attributes, Callback, Enumeration, Field, Float, Function, Global, Kind, Macro, Place, Prototype, Record,
    TypeIndex, Typedef, Value,
};
use crate::harmless;

/// Longer types have no words.
const MOST_WEIGHT: u64 = 1000;

/// What they are called.
const LONG: &str = "a type of thousands of letters";

/// Everything that a unit without errors declares.
pub(super) fn answer(unit: &Unit) -> Answer {
    let mut walker = Walker::default();
    walker.walk(unit);
    walker.answer
}

/// The same with comments and with macros, which [`super::macros`] has evaluated in a unit of its
/// own.
pub(super) fn answer_in_full(unit: &Unit, evaluated: Option<&Unit>, found: Macros) -> Answer {
    let mut walker = Walker { in_full: true, ..Walker::default() };
    walker.walk(unit);
    walker.is_again = true;
    let mut values =
        evaluated.map(|unit| macros::values(unit, &found, &mut |ty| walker.number(ty))).unwrap_or_default();
    let of = |(name, known): (String, Plain)| {
        let value = match known {
            Plain { is_empty: true, .. } => Value::Empty,
            Plain { strange: Some(why), .. } => Value::Strange(why),
            Plain { .. } => values.remove(&name).unwrap_or(Value::None),
        };
        Macro { name, place: known.place, value }
    };
    let macros = found.plain.into_iter().map(of).collect();
    let (macros_with_parameters, files) = (found.with_parameters, found.files);
    Answer { macros, macros_with_parameters, files, ..walker.answer }
}

#[derive(Default)]
struct Walker<'unit> {
    answer: Answer,
    /// Whether everything is wanted.
    in_full: bool,
    /// Pointers whose aim is not known yet. What they lead to is walked one after another, not one inside of the other: chains
    /// may be long.
    pointers: Vec<(TypeIndex, Type<'unit>)>,
    /// By clang's identity of a type, as it is written.
    types: HashMap<usize, TypeIndex>,
    /// How many types stand in the words for a type; by clang's identity of it.
    weights: HashMap<usize, u64>,
    /// By clang's identity of a type without qualifiers and typedefs.
    records: HashMap<usize, u32>,
    /// Whether the same text is read again, as another unit, in which clang knows everything by other identities.
    is_again: bool,
    /// By where they stand and what they are called, for that.
    places: HashMap<(Place, String), u32>,
    /// By name, where it stands in the answer.
    functions: HashMap<String, usize>,
    globals: HashMap<String, usize>,
    typedefs: HashSet<String>,
}

impl<'unit> Walker<'unit> {
    fn walk(&mut self, unit: &'unit Unit) {
        for declaration in unit.declarations() {
            self.declaration(declaration);
            self.follow();
        }
    }

    fn number(&mut self, ty: Type<'unit>) -> TypeIndex {
        let index = self.ty(ty);
        self.follow();
        index
    }

    fn follow(&mut self) {
        while let Some((pointer, aim)) = self.pointers.pop() {
            let aim = self.ty(aim);
            if let Kind::Pointer { pointee, .. } = &mut self.answer.types[pointer as usize].kind {
                *pointee = Some(aim);
            }
        }
    }

    fn comment(&self, cursor: Cursor<'_>) -> Option<String> {
        cursor.comment().filter(|_| self.in_full)
    }

    fn declaration(&mut self, cursor: Cursor<'unit>) {
        match cursor.kind() {
            CXCursor_FunctionDecl => self.function(cursor),
            CXCursor_VarDecl => self.global(cursor),
            CXCursor_StructDecl | CXCursor_UnionDecl => {
                self.ty(cursor.ty());
            }
            CXCursor_EnumDecl => self.enumeration(cursor),
            // It may be said again, and is the same.
            CXCursor_TypedefDecl if self.typedefs.insert(cursor.name()) => {
                // Whoever wants everything wants to know what else the type is called.
                let ty = self.ty(if self.in_full { cursor.aliased() } else { cursor.ty() });
                let (place, comment) = (cursor.place(), self.comment(cursor));
                self.answer.typedefs.push(Typedef { name: cursor.name(), ty, place, comment });
            }
            // Assertions, empty declarations and assembly declare nothing.
            _ => {}
        }
    }

    /// A later declaration may add a prototype or an attribute; its type counts, as it does for clang.
    fn function(&mut self, cursor: Cursor<'unit>) {
        let name = cursor.name();
        let parameters = cursor.parameters();
        let own = Attributes::of(cursor);
        let unknown = parameters.iter().map(|each| Attributes::of(*each)).chain([own]).find_map(|each| each.unknown);
        let ty = self.callback(cursor.ty().canonical(), Some(cursor.ty()));
        let never_returns = never_returns(cursor);
        let is_old_style = ty.prototype == Prototype::Missing && !parameters.is_empty();
        let named = |each: &Cursor<'_>| Some(each.name()).filter(|name| !name.is_empty());
        let names: Vec<Option<String>> = parameters.iter().map(named).collect();
        let comment = self.comment(cursor);
        // One declaration that is not so makes a symbol (C23 6.7.5).
        let is_inline_only = cursor.is_inline() && !cursor.is_written_extern();
        match self.functions.get(&name) {
            Some(known) => {
                let known = &mut self.answer.functions[*known];
                known.is_inline_only &= is_inline_only;
                known.symbol = cursor.symbol();
                known.comment = known.comment.take().or(comment);
                known.unknown = known.unknown.take().or(unknown);
                known.is_old_style |= is_old_style;
                known.never_returns |= never_returns;
                if ty.prototype != Prototype::Missing || known.ty.prototype == Prototype::Missing {
                    let has_names = names.iter().any(Option::is_some);
                    if has_names || known.names.len() != names.len() {
                        known.names = names;
                    }
                    known.ty = ty;
                }
            }
            None => {
                self.functions.insert(name.clone(), self.answer.functions.len());
                let (symbol, exported, place) = (cursor.symbol(), cursor.is_exported(), cursor.place());
                self.answer.functions.push(Function {
                    name,
                    symbol,
                    exported,
                    is_inline_only,
                    names,
                    ty,
                    unknown,
                    never_returns,
                    is_old_style,
                    place,
                    comment,
                });
            }
        }
    }

    fn global(&mut self, cursor: Cursor<'unit>) {
        let name = cursor.name();
        let ty = self.ty(cursor.ty());
        match self.globals.get(&name) {
            // `extern int a[]; int a[4];`: the later one may be complete.
            Some(known) => self.answer.globals[*known].ty = ty,
            None => {
                self.globals.insert(name.clone(), self.answer.globals.len());
                let (symbol, exported, place) = (cursor.symbol(), cursor.is_exported(), cursor.place());
                let symbol = if symbol.is_empty() { name.clone() } else { symbol };
                let (is_const, is_thread_local) = (cursor.ty().canonical().holds_const(), cursor.is_thread_local());
                let comment = self.comment(cursor);
                self.answer.globals.push(Global {
                    name,
                    symbol,
                    exported,
                    ty,
                    place,
                    is_const,
                    is_thread_local,
                    comment,
                });
            }
        }
    }

    fn enumeration(&mut self, cursor: Cursor<'unit>) {
        let constants: Vec<_> =
            cursor.children().into_iter().filter(|child| child.kind() == CXCursor_EnumConstantDecl).collect();
        if constants.is_empty() {
            return;
        }
        let integer = cursor.enumeration_type();
        let ty = self.ty(integer);
        let is_signed = matches!(self.answer.types[ty as usize].kind, Kind::Integer { signed: true });
        let value = |constant: Cursor<'_>| match (is_signed, constant.enumerator()) {
            (true, (value, _)) => i128::from(value),
            (false, (_, value)) => i128::from(value),
        };
        let comments = constants.iter().map(|constant| self.comment(*constant)).collect();
        let enumerators = constants.into_iter().map(|constant| (constant.name(), value(constant))).collect();
        let tag = Some(cursor.name()).filter(|_| !cursor.is_unnamed());
        let (place, comment) = (cursor.place(), self.comment(cursor));
        self.answer.enumerations.push(Enumeration { tag, ty, enumerators, comments, place, comment });
    }

    /// A function's type. The names of its types are taken from `written`, where typedefs still stand.
    fn callback(&mut self, canonical: Type<'unit>, written: Option<Type<'unit>>) -> Callback {
        let prototype = match canonical.kind() {
            CXType_FunctionNoProto => Prototype::Missing,
            _ if canonical.is_variadic() => Prototype::Variadic,
            _ => Prototype::Fixed,
        };
        let (mut result, mut params) = (canonical.result(), canonical.parameters());
        if let Some(written) = written {
            let (others, other) = (written.parameters(), written.result());
            if others.len() == params.len() && other.kind() != CXType_Invalid {
                // Of an array clang still knows how it was written; a pointer is what is passed.
                let passed = |(written, passed): (Type<'unit>, Type<'unit>)| {
                    if written.canonical().kind() == passed.canonical().kind() { written } else { passed }
                };
                (result, params) = (other, others.into_iter().zip(params).map(passed).collect());
            }
        }
        Callback {
            result: self.ty(result),
            params: params.into_iter().map(|param| self.ty(param)).collect(),
            prototype,
            is_called_as_c: canonical.is_called_as_c(),
        }
    }

    fn ty(&mut self, ty: Type<'unit>) -> TypeIndex {
        if let Some(known) = self.types.get(&ty.identity()) {
            return *known;
        }
        let kind = self.kind(ty.canonical());
        // A pointer to a function that takes such a pointer has come back here meanwhile.
        if let Some(known) = self.types.get(&ty.identity()) {
            return *known;
        }
        let index = self.answer.types.len() as TypeIndex;
        self.types.insert(ty.identity(), index);
        let (size, align, natural_align) = (ty.size(), ty.align(), ty.canonical().align());
        let (is_const, enumeration) = (ty.canonical().holds_const(), ty.canonical().tag_of_enumeration());
        // Without names of typedefs, each parameter of a function may be twice as long as the one before.
        let name = if self.weight(ty) > MOST_WEIGHT { LONG.to_string() } else { ty.name() };
        self.answer.types.push(super::wire::Type { name, kind, size, align, natural_align, is_const, enumeration });
        // What a function takes may lead back to the pointer, which is known from here on.
        let pointee = ty.canonical().pointee().canonical();
        let is_function = matches!(pointee.kind(), CXType_FunctionProto | CXType_FunctionNoProto);
        if is_function && ty.canonical().kind() == CXType_Pointer {
            // As it is written: without its typedefs a name may be twice as long as those of its parameters.
            let written = ty.without_names().filter(|ty| ty.kind() == CXType_Pointer).map(Type::pointee);
            let callback = Some(self.callback(pointee, written));
            self.answer.types[index as usize].kind = Kind::Pointer { callback, pointee: None };
        } else if matches!(ty.canonical().kind(), CXType_Pointer | CXType_BlockPointer) {
            // As it is written, where it is no typedef: there the names still stand.
            let aim = if ty.kind() == CXType_Pointer { ty.pointee() } else { ty.canonical().pointee() };
            self.pointers.push((index, aim));
        }
        index
    }

    fn weight(&mut self, ty: Type<'unit>) -> u64 {
        if let Some(known) = self.weights.get(&ty.identity()) {
            return *known;
        }
        let weight = match ty.kind() {
            CXType_Pointer | CXType_BlockPointer => self.weight(ty.pointee()).saturating_add(1),
            CXType_ConstantArray | CXType_IncompleteArray | CXType_Vector | CXType_Complex => {
                self.weight(ty.element()).saturating_add(1)
            }
            CXType_FunctionProto | CXType_FunctionNoProto => {
                let result = self.weight(ty.result());
                ty.parameters().into_iter().fold(result, |sum, each| sum.saturating_add(self.weight(each)))
            }
            // Parentheses and attributes stand around a type that clang's library does not show.
            CXType_Unexposed | CXType_Attributed if ty.canonical().kind() != CXType_Unexposed => {
                self.weight(ty.canonical())
            }
            _ => 1,
        };
        self.weights.insert(ty.identity(), weight);
        weight
    }

    fn kind(&mut self, ty: Type<'unit>) -> Kind {
        let is_pointer = matches!(ty.kind(), CXType_Pointer | CXType_BlockPointer);
        if ty.address_space() != 0 || is_pointer && ty.pointee().address_space() != 0 {
            return Kind::Unknown;
        }
        match ty.kind() {
            CXType_Void => Kind::Void,
            CXType_Bool => Kind::Bool,
            CXType_Char_S | CXType_SChar | CXType_Short | CXType_Int | CXType_Long | CXType_LongLong
            | CXType_Int128 => Kind::Integer { signed: true },
            CXType_Char_U | CXType_UChar | CXType_Char16 | CXType_Char32 | CXType_UShort | CXType_UInt
            | CXType_ULong | CXType_ULongLong | CXType_UInt128 => Kind::Integer { signed: false },
            CXType_Float => Kind::Float(Float::Single),
            CXType_Double => Kind::Float(Float::Double),
            CXType_LongDouble => Kind::Float(Float::Long),
            CXType_Float128 => Kind::Float(Float::Quad),
            CXType_Float16 => Kind::Float(Float::Half),
            CXType_BFloat16 => Kind::Float(Float::Brain),
            CXType_Pointer | CXType_BlockPointer => Kind::Pointer { callback: None, pointee: None },
            CXType_Complex => Kind::Complex(self.ty(ty.element())),
            CXType_Vector | CXType_ExtVector => match ty.count().and_then(|count| u32::try_from(count).ok()) {
                Some(count) => Kind::Vector { element: self.ty(ty.element()), count },
                None => Kind::Unknown,
            },
            CXType_ConstantArray => Kind::Array { element: self.ty(ty.element()), count: ty.count() },
            CXType_IncompleteArray => Kind::Array { element: self.ty(ty.element()), count: None },
            CXType_Record => self.record(ty),
            CXType_Enum if ty.size().is_none() => Kind::Incomplete,
            CXType_Enum => Kind::Enumeration(self.ty(ty.declaration().enumeration_type())),
            CXType_Atomic => Kind::Atomic(self.ty(ty.value())),
            CXType_FunctionProto | CXType_FunctionNoProto => Kind::Function,
            _ => of_name(&ty.name()),
        }
    }

    fn record(&mut self, ty: Type<'unit>) -> Kind {
        let declaration = ty.declaration();
        let (Some(size), Some(align)) = (ty.size(), ty.align()) else {
            return Kind::Incomplete;
        };
        let key = declaration.ty().canonical().identity();
        if let Some(known) = self.records.get(&key) {
            return Kind::Record(*known);
        }
        let (place, name) = (declaration.place(), declaration.ty().canonical().name());
        // What has no name has clang's words for it, which two of one macro may share.
        if self.is_again
            && !name.contains('(')
            && let Some(known) = self.places.get(&(place.clone(), name.clone()))
        {
            self.records.insert(key, *known);
            return Kind::Record(*known);
        }
        let fields = ty.fields();
        let mut found = Vec::with_capacity(fields.len());
        for field in fields {
            let Some(offset_bits) = field.offset() else {
                return Kind::Unknown;
            };
            let name = field.name();
            found.push(Field {
                // Clang gives an anonymous structure a description in the place of a name.
                name: Some(name).filter(|name| !name.is_empty() && !name.contains('(')),
                ty: self.ty(field.ty()),
                offset_bits,
                width: field.width(),
                attributes: Attributes::of(field),
                comment: self.comment(field),
            });
        }
        // What is declared in a record is declared for the whole file.
        if !self.is_again {
            for each in declaration.children().into_iter().filter(|child| child.kind() == CXCursor_EnumDecl) {
                self.enumeration(each);
            }
        }
        // A member that points to a function which takes the record has come by here meanwhile.
        if let Some(known) = self.records.get(&key) {
            return Kind::Record(*known);
        }
        let index = self.answer.records.len() as u32;
        self.records.insert(key, index);
        self.places.insert((place.clone(), name.clone()), index);
        self.answer.records.push(Record {
            tag: Some(declaration.name()).filter(|_| !declaration.is_unnamed()),
            name,
            is_union: declaration.kind() == CXCursor_UnionDecl,
            size,
            align,
            attributes: Attributes::of(declaration),
            fields: found,
            place,
            comment: self.comment(declaration),
        });
        Kind::Record(index)
    }
}

impl Attributes {
    fn of(cursor: Cursor<'_>) -> Attributes {
        let mut found = Attributes::default();
        let mut is_written = false;
        for child in cursor.children() {
            match child.kind() {
                CXCursor_PackedAttr => found.packed = true,
                CXCursor_AlignedAttr => found.aligned = true,
                kind if (CXCursor_UnexposedAttr..CXCursor_PreprocessingDirective).contains(&kind) => is_written = true,
                _ => {}
            }
        }
        if is_written || found.packed || found.aligned {
            let names = attributes::names(&cursor.text());
            found.transparent = names.iter().any(|name| name == "transparent_union");
            let is_known = |name: &&String| {
                matches!(name.as_str(), "packed" | "aligned" | "transparent_union") || harmless::is_harmless(name)
            };
            // Beside what is written stand those of pragmas.
            found.implicit = is_written;
            found.unknown = names.iter().find(|name| !is_known(name)).cloned();
        }
        found
    }
}

/// Clang's library has no question for it: it is a part of the function's type, or an attribute or word before the function.
fn never_returns(cursor: Cursor<'_>) -> bool {
    let is_attribute = |kind: CXCursorKind| (CXCursor_UnexposedAttr..CXCursor_PreprocessingDirective).contains(&kind);
    cursor.ty().name().ends_with("__attribute__((noreturn))")
        || cursor.children().iter().any(|child| is_attribute(child.kind())) && {
            let text = cursor.text();
            text.split_whitespace().any(|word| word == "_Noreturn")
                || attributes::names(&text).iter().any(|name| name.eq_ignore_ascii_case("noreturn"))
        }
}

/// Clang's library tells of `_BitInt`, and on some targets of `__bf16`, by the spelling only.
fn of_name(name: &str) -> Kind {
    let mut words = name.split(' ').filter(|word| !matches!(*word, "const" | "volatile"));
    if words.clone().eq(["__bf16"]) {
        return Kind::Float(Float::Brain);
    }
    let (signed, word) = match words.next() {
        Some("unsigned") => (false, words.next()),
        first => (true, first),
    };
    let bits = word.and_then(|word| word.strip_prefix("_BitInt(")?.strip_suffix(')')?.parse().ok());
    match bits {
        Some(bits) if words.next().is_none() => Kind::BitInt { bits, signed },
        Some(_) | None => Kind::Unknown,
    }
}
