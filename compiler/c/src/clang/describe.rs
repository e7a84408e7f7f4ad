//! Clang's declarations as types and signatures of `abi`. Owns what each kind of type is there, and the comparison of sizes and
//! alignments; those of structures and unions are [`super::layout`]'s. What has no description is refused by itself, with all
//! that holds it by value; the rest of the file is described.

use abi::report::{FieldLabel, Label};
use abi::{Architecture, OperatingSystem, Signature, Target, TyId};

use super::layout::{self, Member, Problem};
use super::wire::{
    Answer, Attributes, Callback, Field, Float, Function, Kind, Mistake, Place, Prototype, Type, TypeIndex,
};
use crate::declarations::{self, Declarations, Enumeration, Global, LeadsTo, MOST_LEAVES, Record, Refused, Unreadable};

/// A type that is described, or why it is not.
type Known = Result<Described, Problem>;

/// A described type.
#[derive(Clone, Copy)]
struct Described {
    ty: TyId,
    /// Why a value of it travels in a way that `abi` does not know, though its layout is known.
    strange: Option<&'static str>,
}

impl Answer {
    /// What was read, on the target for which it was read; `path` is the file that was asked for. Only functions of the names
    /// are kept, if there are any.
    pub fn describe(&self, target: Target, path: &str, names: &[String]) -> Declarations {
        let mut reading = Reading {
            answer: self,
            path,
            types: Vec::with_capacity(self.types.len()),
            records: vec![None; self.records.len()],
            result: Declarations::new(target),
        };
        for ty in &self.types {
            let known = reading.described(ty);
            reading.types.push(known);
        }
        reading.declare(names);
        let described = reading.types.iter().map(|known| known.as_ref().ok().map(|known| known.ty));
        reading.result.types = described.collect();
        reading.result
    }
}

struct Reading<'a> {
    answer: &'a Answer,
    path: &'a str,
    /// In the order of the answer's.
    types: Vec<Known>,
    /// Those that were laid out.
    records: Vec<Option<Known>>,
    result: Declarations,
}

/// No type is larger, so that nothing that is counted in bits overflows.
const MOST_BYTES: u64 = 1 << 40;

/// No record has more members.
const MOST_MEMBERS: usize = 1 << 16;

/// Clang sends some of them through memory, and widens none.
const ATOMIC: &str = "is or holds an _Atomic value";

/// Clang asks the typedef whether a member is misaligned, `abi` the type.
const MISPLACED: &str = "has a member that its typedef aligns";

fn refused<T>(why: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Refused(why.into()))
}

impl Reading<'_> {
    /// The answer's indices lead backwards, so what is asked for here is known.
    fn of(&self, index: TypeIndex) -> Known {
        match self.types.get(index as usize) {
            Some(known) => known.clone(),
            None => refused("it is not known yet"),
        }
    }

    fn described(&mut self, ty: &Type) -> Known {
        let known = self.of_kind(ty)?;
        let (Some(size), Some(align)) = (ty.size, ty.natural_align) else {
            return Ok(known);
        };
        let layout = self.result.arena.layout(&self.result.target, known.ty);
        let is_void = known.ty == TyId::VOID;
        if !is_void && (layout.size, u64::from(layout.align)) != (size, align) {
            return Err(Problem::Different(format!(
                "{} has {} bytes aligned to {} here, {size} bytes aligned to {align} for clang",
                ty.name, layout.size, layout.align
            )));
        }
        Ok(known)
    }

    fn of_kind(&mut self, ty: &Type) -> Known {
        let scalar = |ty| Ok(Described { ty, strange: None });
        match &ty.kind {
            Kind::Void => scalar(TyId::VOID),
            Kind::Bool => scalar(TyId::BOOL),
            Kind::Integer { signed } => match (ty.size, signed) {
                (Some(1), true) => scalar(TyId::I8),
                (Some(1), false) => scalar(TyId::U8),
                (Some(2), true) => scalar(TyId::I16),
                (Some(2), false) => scalar(TyId::U16),
                (Some(4), true) => scalar(TyId::I32),
                (Some(4), false) => scalar(TyId::U32),
                (Some(8), true) => scalar(TyId::I64),
                (Some(8), false) => scalar(TyId::U64),
                (Some(16), true) => scalar(TyId::I128),
                (Some(16), false) => scalar(TyId::U128),
                (_, _) => refused(format!("{} is an integer of a width that is not described", ty.name)),
            },
            Kind::BitInt { bits: 0, .. } => refused("_BitInt(0) is no type"),
            Kind::BitInt { bits, signed } => scalar(self.result.arena.bit_int(*bits, *signed)),
            Kind::Float(float) => scalar(self.float(*float)),
            Kind::Pointer { .. } => match ty.size == Some(self.result.target.pointer_bytes()) {
                true => scalar(TyId::POINTER),
                false => refused(format!("{} is a pointer of another size than this target's", ty.name)),
            },
            Kind::Complex(element) => {
                let element = self.of(*element)?;
                match self.result.arena.get(element.ty).is_float() {
                    true => scalar(self.result.arena.complex(element.ty)),
                    false => refused(format!("{}: complex integers are not described", ty.name)),
                }
            }
            Kind::Vector { element, count } => {
                let element = self.of(*element)?.ty;
                let ty_of = self.result.arena.get(element);
                let is_number = ty_of.is_float() || (ty_of.as_integer().is_some() && element != TyId::BOOL);
                match is_number && *count > 0 && *count < 1 << 20 {
                    true => scalar(self.result.arena.vector(element, *count)),
                    false => refused(format!("{}: such vectors are not described", ty.name)),
                }
            }
            Kind::Array { element, count } => {
                let element = self.of(*element)?;
                let each = self.result.arena.layout(&self.result.target, element.ty).size;
                if each.checked_mul(count.unwrap_or(0)).is_none_or(|bytes| bytes > MOST_BYTES) {
                    return refused(format!("{} is larger than any memory", ty.name));
                }
                let id = match count {
                    Some(count) => self.result.arena.array(element.ty, *count),
                    None => self.result.arena.flexible_array(element.ty),
                };
                Ok(Described { ty: id, ..element })
            }
            Kind::Record(record) => self.record(*record),
            Kind::Enumeration(integer) => {
                let known = self.of(*integer)?;
                let align = u64::from(self.result.arena.layout(&self.result.target, known.ty).align);
                match ty.natural_align.is_none_or(|natural| natural == align) {
                    true => Ok(known),
                    false => refused(format!("{} is aligned by an attribute, which is not described", ty.name)),
                }
            }
            Kind::Atomic(inner) => {
                let plain = self.of(*inner)?;
                let layout = self.result.arena.layout(&self.result.target, plain.ty);
                let is_same = ty.size == Some(layout.size) && ty.natural_align == Some(u64::from(layout.align));
                match self.result.arena.is_aggregate(plain.ty) || !is_same {
                    true => refused(format!("{} is laid out and passed in a way of its own", ty.name)),
                    false => Ok(Described { strange: Some(ATOMIC), ..plain }),
                }
            }
            Kind::Function => refused("a function has no size"),
            Kind::Incomplete => refused(format!("{} is not defined here", ty.name)),
            Kind::Unknown => refused(format!("{} is no type that is described", ty.name)),
        }
    }

    fn float(&self, float: Float) -> TyId {
        match float {
            Float::Half => TyId::F16,
            Float::Brain => TyId::BF16,
            Float::Single => TyId::F32,
            Float::Double => TyId::F64,
            Float::Quad => TyId::F128,
            Float::Long => self.result.target.long_double_type(),
        }
    }

    fn record(&mut self, index: u32) -> Known {
        if let Some(known) = self.records.get(index as usize).cloned().flatten() {
            return known;
        }
        let known = self.laid_out(index);
        let record = &self.answer.records[index as usize];
        match &known {
            Ok(described) => {
                let (tag, ty) = (record.tag.clone(), described.ty);
                let name = tag.is_some().then(|| record.name.clone());
                self.result.records.push(Record { tag, name, ty });
            }
            Err(problem) => self.refuse(Some(record.name.clone()), problem, None),
        }
        self.records[index as usize] = Some(known.clone());
        known
    }

    fn laid_out(&mut self, index: u32) -> Known {
        let record = &self.answer.records[index as usize];
        if let Some(unknown) = unknown_of(&record.attributes, record.fields.iter().map(|field| &field.attributes)) {
            return refused(unknown_attribute(&unknown));
        }
        if record.size > MOST_BYTES || record.fields.len() > MOST_MEMBERS {
            return refused("it is larger than any memory");
        }
        let (mut members, mut strange) = (Vec::with_capacity(record.fields.len()), None);
        for field in &record.fields {
            let known = match self.of(field.ty) {
                Ok(known) => known,
                Err(problem) => return Err(inside(field, problem)),
            };
            let typedef_align = self.typedef_align(field.ty);
            let misplaced = self.is_misplaced(field, typedef_align, known.ty).then_some(MISPLACED);
            strange = strange.or(known.strange).or(misplaced);
            members.push(Member { ty: known.ty, typedef_align });
        }
        let layout = layout::solve(&self.result.target, &self.result.arena, record, &members)?;
        let ty = self.result.arena.add_record(layout);
        match self.result.arena.refuse_endless(ty) {
            Ok(()) => Ok(Described { ty, strange }),
            Err(endless) => refused(endless.to_string()),
        }
    }

    /// What a typedef says of the alignment, if it says something else than the type.
    fn typedef_align(&self, index: TypeIndex) -> Option<u32> {
        let ty = &self.answer.types[index as usize];
        ty.align
            .filter(|_| ty.align != ty.natural_align)
            .and_then(|align| u32::try_from(align).ok())
            .filter(|align| align.is_power_of_two())
    }

    /// Whether a member counts as misaligned by its typedef and not by its type, or the other way round.
    fn is_misplaced(&self, field: &Field, typedef_align: Option<u32>, ty: TyId) -> bool {
        let natural = self.result.arena.layout(&self.result.target, ty).align;
        let is_aligned = |align: u32| field.offset_bits.is_multiple_of(8 * u64::from(align.max(1)));
        field.width.is_none() && typedef_align.is_some_and(|align| is_aligned(align) != is_aligned(natural))
    }

    fn declare(&mut self, names: &[String]) {
        let answer = self.answer;
        for function in &answer.functions {
            if !names.is_empty() && !names.contains(&function.name) {
                continue;
            }
            match self.function(function) {
                Ok(described) => self.result.functions.push(described),
                Err(problem) => {
                    let refused = self.refused(Some(function.name.clone()), &problem, Some(&function.place));
                    self.result.refused.push(Refused { is_internal: !function.exported, ..refused });
                }
            }
        }
        for typedef in &answer.typedefs {
            let Kind::Pointer { callback: Some(callback), pointee: _ } = &answer.types[typedef.ty as usize].kind else {
                continue;
            };
            match self.signature(&typedef.name, callback, &[], None) {
                Ok(described) => self.result.callbacks.push(described),
                Err(problem) => self.refuse(Some(typedef.name.clone()), &problem, None),
            }
        }
        for global in &answer.globals {
            let (name, symbol, exported) = (global.name.clone(), global.symbol.clone(), global.exported);
            let lowered = &answer.types[global.ty as usize];
            match self.of(global.ty) {
                Ok(_) if lowered.align < lowered.natural_align => {
                    let why = format!("{} lowers its alignment, which is not described", lowered.name);
                    self.refuse(Some(name), &Problem::Refused(why), Some(&global.place));
                }
                Ok(known) => {
                    let (label, place) = (self.label(name.clone(), global.ty), Some(global.place.clone()));
                    let is_thread_local = global.is_thread_local;
                    let ty = known.ty;
                    self.result.globals.push(Global { name, symbol, exported, is_thread_local, ty, label, place });
                }
                Err(problem) => self.refuse(Some(name), &problem, Some(&global.place)),
            }
        }
        for enumeration in &answer.enumerations {
            let (tag, enumerators) = (enumeration.tag.clone(), enumeration.enumerators.clone());
            match self.of(enumeration.ty) {
                Ok(known) => self.result.enumerations.push(Enumeration { tag, ty: known.ty, enumerators }),
                Err(problem) => self.refuse(tag, &problem, None),
            }
        }
        for mistake in &answer.errors {
            self.refuse_mistake(mistake);
        }
    }

    fn function(&self, function: &Function) -> Result<declarations::Function, Problem> {
        if let Some(unknown) = &function.unknown {
            return refused(unknown_attribute(unknown));
        }
        if function.is_old_style && function.ty.prototype == Prototype::Missing {
            return refused("its parameters are declared in the old style, which says nothing to callers");
        }
        // There a name begins with `_` for the linker, and one from `__asm__` does not.
        let is_darwin = self.result.target.operating_system == OperatingSystem::Darwin;
        let symbol = match is_darwin {
            false => &function.symbol,
            true if function.symbol.strip_prefix('_') == Some(&function.name) => &function.name,
            true => return refused("its name for the linker is written out, which is not described on this target"),
        };
        let described = self.signature(&function.name, &function.ty, &function.names, Some(symbol))?;
        let values = std::iter::once(function.ty.result).chain(function.ty.params.iter().copied());
        Ok(declarations::Function {
            exported: function.exported,
            leads_to: values.map(|ty| self.leads_to(ty)).collect(),
            place: Some(function.place.clone()),
            ..described
        })
    }

    /// What stands behind a pointer, if it is described.
    fn leads_to(&self, index: TypeIndex) -> Option<LeadsTo> {
        match &self.answer.types[index as usize].kind {
            Kind::Pointer { callback: Some(callback), .. } => {
                let function = self.signature("it", callback, &[], None).ok()?;
                Some(LeadsTo::Function(Box::new(function)))
            }
            Kind::Pointer { callback: None, pointee: Some(pointee) } => {
                let known = self.of(*pointee).ok()?;
                Some(LeadsTo::Value { ty: known.ty, label: self.label("it".to_string(), *pointee) })
            }
            _ => None,
        }
    }

    fn signature(
        &self,
        name: &str,
        callback: &Callback,
        names: &[Option<String>],
        symbol: Option<&String>,
    ) -> Result<declarations::Function, Problem> {
        if !callback.is_called_as_c {
            return refused("it is called by another convention than C's");
        }
        let result = self.passed(callback.result, false)?;
        let params =
            callback.params.iter().map(|param| self.passed(*param, true)).collect::<Result<Vec<TyId>, Problem>>()?;
        let Ok(count) = u16::try_from(params.len()) else {
            return refused("it has too many parameters");
        };
        let signature = match callback.prototype {
            Prototype::Fixed => Signature::new(result, params),
            Prototype::Variadic | Prototype::Missing => Signature::variadic(result, params, count),
        };
        let named = |(number, ty): (usize, &TypeIndex)| {
            let name = names.get(number).cloned().flatten().unwrap_or_else(|| format!("#{number}"));
            self.label(name, *ty)
        };
        let values = std::iter::once(callback.result).chain(callback.params.iter().copied());
        Ok(declarations::Function {
            name: name.to_string(),
            symbol: symbol.map_or_else(|| name.to_string(), String::clone),
            exported: true,
            signature,
            parameters: callback.params.iter().enumerate().map(named).collect(),
            result: self.label("result".to_string(), callback.result),
            tags: values.map(|ty| self.tag(ty)).collect(),
            leads_to: Vec::new(),
            place: None,
        })
    }

    /// What travels for a value of a type.
    fn passed(&self, index: TypeIndex, is_parameter: bool) -> Result<TyId, Problem> {
        let ty = &self.answer.types[index as usize];
        let known = self.of(index)?;
        if self.typedef_align(index).is_some() {
            return refused(format!("{} is aligned by its typedef, and how that is passed is not described", ty.name));
        }
        if let Some(why) = known.strange {
            return refused(format!("{} {why}, and how that is passed is not described", ty.name));
        }
        let Kind::Record(record) = &ty.kind else {
            return Ok(known.ty);
        };
        let record = &self.answer.records[*record as usize];
        match record.fields.first() {
            Some(first) if record.attributes.transparent => self.transparent(known.ty, first.ty, is_parameter),
            Some(_) | None => Ok(known.ty),
        }
    }

    /// A union is passed as its first member is. On x86-64 that is where the union itself travels: clang writes it so, and on
    /// Windows never asks for the member.
    fn transparent(&self, union: TyId, first: TypeIndex, is_parameter: bool) -> Result<TyId, Problem> {
        if matches!(self.answer.types[first as usize].kind, Kind::Record(_)) {
            return refused("how a transparent union of structures is passed is not described");
        }
        match (self.result.target.architecture, is_parameter) {
            (Architecture::X86_64, _) => Ok(union),
            (Architecture::Riscv64 | Architecture::Loongarch64, false) => {
                refused("how a transparent union comes back is not described on this target")
            }
            (
                Architecture::Aarch64
                | Architecture::Riscv64
                | Architecture::S390x
                | Architecture::Loongarch64
                | Architecture::Powerpc64le
                | Architecture::Wasm32,
                true,
            ) => self.passed(first, false),
            (Architecture::Aarch64 | Architecture::S390x | Architecture::Powerpc64le | Architecture::Wasm32, false) => {
                Ok(union)
            }
        }
    }

    fn tag(&self, index: TypeIndex) -> Option<String> {
        let Kind::Record(record) = &self.answer.types[index as usize].kind else { return None };
        self.answer.records[*record as usize].tag.clone()
    }

    fn label(&self, name: String, index: TypeIndex) -> Label {
        let mut leaves = Vec::new();
        if let Kind::Record(record) = &self.answer.types[index as usize].kind {
            self.add_members("", *record, 0, &mut leaves);
        }
        Label::new(name, &self.answer.types[index as usize].name).with_fields(leaves)
    }

    fn add_members(&self, path: &str, record: u32, offset: u64, found: &mut Vec<FieldLabel>) {
        for field in &self.answer.records[record as usize].fields {
            let path = match &field.name {
                Some(name) if path.is_empty() => name.clone(),
                Some(name) => format!("{path}.{name}"),
                None if field.width.is_some() => continue,
                None => path.to_string(),
            };
            let size = self.answer.types[field.ty as usize].size.unwrap_or(0);
            let bits = field.width.map_or(8 * size, u64::from);
            self.add_leaves(&path, field.ty, offset + field.offset_bits, bits, found);
        }
    }

    fn add_leaves(&self, path: &str, index: TypeIndex, offset: u64, bits: u64, found: &mut Vec<FieldLabel>) {
        if found.len() == MOST_LEAVES {
            return;
        }
        let ty = &self.answer.types[index as usize];
        match &ty.kind {
            Kind::Record(record) => self.add_members(path, *record, offset, found),
            Kind::Array { element, count } => {
                let count = count.unwrap_or(0);
                let each = bits / count.max(1);
                for number in 0..count.min(MOST_LEAVES as u64) {
                    self.add_leaves(&format!("{path}[{number}]"), *element, offset + number * each, each, found);
                }
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
            | Kind::Unknown => {
                found.push(FieldLabel { path: path.to_string(), ty: ty.name.clone(), offset_bits: offset, bits });
            }
        }
    }

    fn refuse(&mut self, name: Option<String>, problem: &Problem, place: Option<&Place>) {
        let refused = self.refused(name, problem, place);
        self.result.refused.push(refused);
    }

    fn refused(&self, name: Option<String>, problem: &Problem, place: Option<&Place>) -> Refused {
        let avoid = "use it behind a pointer, or leave it out".to_string();
        let (message, help) = match problem {
            Problem::Refused(why) => (why.clone(), avoid),
            Problem::Inside { member, cause } => (format!("its member {member} has no description: {cause}"), avoid),
            Problem::Different(why) => {
                let message = format!("internal error: this description and clang's differ: {why}");
                (message, "please report it, with the declaration".to_string())
            }
        };
        let (range, elsewhere) = self.position(place);
        Refused { name, problem: Unreadable { range, message, help }, elsewhere, is_internal: false }
    }

    fn refuse_mistake(&mut self, mistake: &Mistake) {
        let (range, elsewhere) = self.position(Some(&mistake.place));
        let help = "declare the types it names first, or include the header that does".to_string();
        let problem = Unreadable { range, message: mistake.message.clone(), help };
        self.result.refused.push(Refused { name: mistake.name.clone(), problem, elsewhere, is_internal: false });
    }

    fn position(&self, place: Option<&Place>) -> (std::ops::Range<usize>, Option<String>) {
        match place {
            Some(place) if place.file == self.path => (place.offset as usize..place.offset as usize + 1, None),
            Some(place) => (0..0, Some(place.to_string())),
            None => (0..0, None),
        }
    }
}

/// What a record says whose member is refused.
fn inside(field: &Field, problem: Problem) -> Problem {
    match problem {
        Problem::Refused(cause) | Problem::Inside { cause, .. } => {
            let member = field.name.clone().unwrap_or_else(|| "without a name".to_owned());
            Problem::Inside { member, cause }
        }
        Problem::Different(why) => Problem::Different(why),
    }
}

fn unknown_of<'a>(own: &'a Attributes, members: impl Iterator<Item = &'a Attributes>) -> Option<String> {
    std::iter::once(own).chain(members).find_map(|attributes| attributes.unknown.clone())
}

fn unknown_attribute(name: &str) -> String {
    format!("the attribute `{name}` may change how values travel, and is not known here")
}
