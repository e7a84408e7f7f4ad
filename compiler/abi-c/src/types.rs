//! A target and the types that were told of it. Owns that only what C allows gets into the arena, so that nothing behind asks
//! again; rules of layout are [`abi`]'s.

use std::collections::HashMap;
use std::ffi::{CString, c_char};

use abi::{Extent, FieldSpec, Form, RecordKind, RecordSpec, Target, Ty, TyId, TypeArena, Unsupported};

use crate::data::{LangAbiField, LangAbiLayout, LangAbiMember, LangAbiRecord, LangAbiStatus, LangAbiType, size_t};
use crate::rim::{Refusal, ask, invalid, list, text};
use crate::texts::kept;

/// A target and the types that were told of it.
pub struct LangAbiTypes {
    pub(crate) target: Target,
    pub(crate) arena: TypeArena,
    /// By their numbers.
    types: Vec<TyId>,
    /// The tags of records.
    pub(crate) tags: HashMap<TyId, String>,
    /// Why the last call failed.
    pub(crate) error: CString,
}

/// The scalars in the order of their numbers.
const SCALARS: [TyId; 20] = [
    TyId::VOID,
    TyId::BOOL,
    TyId::I8,
    TyId::U8,
    TyId::I16,
    TyId::U16,
    TyId::I32,
    TyId::U32,
    TyId::I64,
    TyId::U64,
    TyId::I128,
    TyId::U128,
    TyId::F16,
    TyId::F32,
    TyId::F64,
    TyId::X87,
    TyId::F128,
    TyId::POINTER,
    TyId::BF16,
    TyId::DOUBLE_DOUBLE,
];

/// No type has more bytes, so that sums of some sizes in bits do not overflow.
const MOST_BYTES: u64 = 1 << 48;

/// No vector has more.
const MOST_ELEMENTS: u32 = 1 << 20;

/// No attribute asks for more, as in clang.
const MOST_ALIGNED: u32 = 1 << 28;

impl LangAbiTypes {
    pub(crate) fn get(&self, ty: LangAbiType) -> Result<TyId, Refusal> {
        match self.types.get(ty as usize) {
            Some(known) => Ok(*known),
            None => invalid(format!("there is no type {ty}")),
        }
    }

    /// A type of which there can be an object.
    fn of_object(&self, ty: LangAbiType) -> Result<TyId, Refusal> {
        let known = self.get(ty)?;
        if self.arena.get(known) == Ty::Void {
            return invalid("there is no object without a type");
        }
        Ok(known)
    }

    /// A type of which there can be an array.
    fn element(&self, ty: LangAbiType) -> Result<TyId, Refusal> {
        let known = self.of_object(ty)?;
        match self.arena.get(known) {
            Ty::Array(array) if array.flexible => invalid("the elements of an array have a size"),
            _ => Ok(known),
        }
    }

    fn add(&mut self, make: impl FnOnce(&mut TypeArena) -> TyId) -> Result<LangAbiType, Refusal> {
        let Ok(number) = LangAbiType::try_from(self.types.len()) else { return invalid("there are too many types") };
        let ty = make(&mut self.arena);
        self.arena.refuse_endless(ty)?;
        self.types.push(ty);
        Ok(number)
    }

    /// The size of so many of a type, if it is of this world.
    fn fits(&self, ty: TyId, count: u64) -> Result<(), Refusal> {
        let bytes = self.arena.layout(&self.target, ty).size.checked_mul(count);
        match bytes.is_some_and(|bytes| bytes <= MOST_BYTES) {
            true => Ok(()),
            false => invalid(format!("no type has more than {MOST_BYTES} bytes")),
        }
    }

    fn field(&self, field: &LangAbiField) -> Result<FieldSpec, Refusal> {
        let ty = self.of_object(field.ty)?;
        let bit_width = field.is_bit_field.then_some(field.bit_width);
        if let Some(width) = bit_width {
            let Some((bits, _)) = self.arena.get(ty).as_integer() else {
                return invalid("a bit-field has an integer type");
            };
            let bits = if ty == TyId::BOOL { 1 } else { bits };
            if width > bits || (width == 0 && !field.unnamed) {
                return invalid(format!("a bit-field of {bits} bits cannot have {width}"));
            }
        } else if field.unnamed {
            return invalid("only bit-fields have no name: a member without one is told with any");
        }
        let align = attribute(field.align)?;
        Ok(FieldSpec { ty, align, packed: field.packed, bit_width, named: !field.unnamed })
    }

    fn record(&mut self, record: &LangAbiRecord, fields: &[LangAbiField]) -> Result<LangAbiType, Refusal> {
        let specified: Vec<FieldSpec> = fields.iter().map(|field| self.field(field)).collect::<Result<_, _>>()?;
        let kind = if record.is_union { RecordKind::Union } else { RecordKind::Struct };
        let mut bytes: u64 = 0;
        for (index, field) in specified.iter().enumerate() {
            let is_flexible = matches!(self.arena.get(field.ty), Ty::Array(array) if array.flexible);
            if is_flexible && (index + 1 < specified.len() || record.is_union) {
                return invalid("only the last member of a structure is a flexible array");
            }
            bytes = bytes.saturating_add(self.arena.layout(&self.target, field.ty).size + u64::from(MOST_ALIGNED));
        }
        if bytes > MOST_BYTES {
            return invalid(format!("no type has more than {MOST_BYTES} bytes"));
        }
        if !matches!(record.pack, 0 | 1 | 2 | 4 | 8 | 16) {
            return invalid(format!("#pragma pack({}) is none of 1, 2, 4, 8 and 16", record.pack));
        }
        let pack = Some(record.pack).filter(|pack| *pack > 0);
        let align = attribute(record.align)?;
        let spec = RecordSpec { kind, fields: &specified, packed: record.packed, pack, align };
        let layout = spec.layout(&self.target, &self.arena);
        self.add(|arena| arena.add_record(layout))
    }

    fn member(&self, record: LangAbiType, number: usize) -> Result<LangAbiMember, Refusal> {
        let Some(record) = self.arena.get(self.get(record)?).as_record() else {
            return invalid("only structures and unions have members");
        };
        let fields = &self.arena.record(record).fields;
        let Some(field) = fields.get(number) else {
            return invalid(format!("there is no member {number}: the record has {}", fields.len()));
        };
        let whole = 8 * self.arena.layout(&self.target, field.ty).size;
        let size_bits = field.bit_width.map_or(whole, u64::from);
        Ok(LangAbiMember { offset_bits: field.offset_bits, size_bits })
    }

    /// A type by its name in C.
    fn of_c(&self, name: &str) -> Result<LangAbiType, Refusal> {
        let target = &self.target;
        let long = if target.long_bytes() == 8 { TyId::I64 } else { TyId::I32 };
        let word = if target.pointer_bytes() == 8 { TyId::I64 } else { TyId::I32 };
        let unsigned = |signed| if signed == TyId::I64 { TyId::U64 } else { TyId::U32 };
        let ty = match name {
            "char" if target.char_is_signed() => TyId::I8,
            "char" | "unsigned char" => TyId::U8,
            "signed char" => TyId::I8,
            "short" => TyId::I16,
            "unsigned short" => TyId::U16,
            "int" => TyId::I32,
            "unsigned int" => TyId::U32,
            "long" => long,
            "unsigned long" => unsigned(long),
            "long long" => TyId::I64,
            "unsigned long long" => TyId::U64,
            "size_t" | "uintptr_t" => unsigned(word),
            "ptrdiff_t" | "intptr_t" => word,
            "wchar_t" => target.wchar(),
            "float" => TyId::F32,
            "double" => TyId::F64,
            "long double" => target.long_double_type(),
            _ => return invalid(format!("C has no type '{name}' whose size a target decides")),
        };
        let number = SCALARS.iter().position(|scalar| *scalar == ty).unwrap_or_default();
        Ok(number as LangAbiType)
    }
}

/// Bytes of an `aligned` attribute, of which 0 is none.
fn attribute(align: u32) -> Result<Option<u32>, Refusal> {
    match align {
        0 => Ok(None),
        1..=MOST_ALIGNED if align.is_power_of_two() => Ok(Some(align)),
        _ => invalid(format!("aligned({align}) is no power of two up to {MOST_ALIGNED}")),
    }
}

/// The name of a target by its number, from 0; null behind the last one. Valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn lang_abi_target(number: size_t) -> *const c_char {
    Target::ALL.get(number).map_or(std::ptr::null(), |target| kept(target.name()))
}

/// Types of a target, by its name or triple; null if it is not known. To be freed.
///
/// # Safety
/// `target` is null or a text that ends in a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_types_new(target: *const c_char) -> *mut LangAbiTypes {
    // SAFETY: the caller says so.
    let target = unsafe { text(target) }.ok().flatten().and_then(|name| Target::parse(name).ok());
    let Some(target) = target else { return std::ptr::null_mut() };
    let (arena, types, tags) = (TypeArena::new(), SCALARS.to_vec(), HashMap::new());
    Box::into_raw(Box::new(LangAbiTypes { target, arena, types, tags, error: CString::default() }))
}

/// Frees types; null is nothing.
///
/// # Safety
/// `types` is null or what `lang_abi_types_new` gave, and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_types_free(types: *mut LangAbiTypes) {
    if !types.is_null() {
        // SAFETY: the caller says so.
        drop(unsafe { Box::from_raw(types) });
    }
}

/// Why the last call with these types failed; empty if it did not. Valid until the next one.
///
/// # Safety
/// `types` is null or what `lang_abi_types_new` gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_error(types: *const LangAbiTypes) -> *const c_char {
    // SAFETY: the caller says so.
    unsafe { types.as_ref() }.map_or(kept("the types are a null pointer"), |types| types.error.as_ptr())
}

/// The scalar that a name of C stands for on the target: `char`, `unsigned long`, `size_t`, `wchar_t`, `long double` and the like.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `name` a text that ends in a zero byte, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_c_type(
    types: *mut LangAbiTypes,
    name: *const c_char,
    answer: *mut LangAbiType,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe {
        ask(types, answer, |types| match text(name)? {
            Some(name) => types.of_c(name),
            None => invalid("the name is a null pointer"),
        })
    }
}

/// C23's `_BitInt(bits)`.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_bit_int(
    types: *mut LangAbiTypes,
    bits: u16,
    is_signed: bool,
    answer: *mut LangAbiType,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe {
        ask(types, answer, |types| {
            if bits < 1 + u16::from(is_signed) {
                return invalid("_BitInt has at least one bit, and two if it has a sign");
            }
            types.add(|arena| arena.bit_int(bits, is_signed))
        })
    }
}

/// `_Complex` of a floating-point number.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_complex(
    types: *mut LangAbiTypes,
    element: LangAbiType,
    answer: *mut LangAbiType,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe {
        ask(types, answer, |types| {
            let element = types.number(element)?;
            if !types.arena.get(element).is_float() {
                let what = "_Complex of an integer".to_owned();
                return Err(Refusal::Unsupported(Unsupported { what, why: "it is not described".to_owned() }));
            }
            types.add(|arena| arena.complex(element))
        })
    }
}

/// A short vector, as of `__attribute__((vector_size))`.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_vector(
    types: *mut LangAbiTypes,
    element: LangAbiType,
    count: u32,
    answer: *mut LangAbiType,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe {
        ask(types, answer, |types| {
            let element = types.number(element)?;
            if count == 0 || count > MOST_ELEMENTS {
                return invalid(format!("a vector has 1 to {MOST_ELEMENTS} elements"));
            }
            types.add(|arena| arena.vector(element, count))
        })
    }
}

/// An array of so many elements.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_array(
    types: *mut LangAbiTypes,
    element: LangAbiType,
    count: u64,
    answer: *mut LangAbiType,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe {
        ask(types, answer, |types| {
            let element = types.element(element)?;
            types.fits(element, count)?;
            types.add(|arena| arena.array(element, count))
        })
    }
}

/// C's `[]` at the end of a structure.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_flexible_array(
    types: *mut LangAbiTypes,
    element: LangAbiType,
    answer: *mut LangAbiType,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe {
        ask(types, answer, |types| {
            let element = types.element(element)?;
            types.add(|arena| arena.flexible_array(element))
        })
    }
}

/// A structure or union, laid out as the target's C compiler does.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `record` can be read, `fields` so many times, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_record(
    types: *mut LangAbiTypes,
    record: *const LangAbiRecord,
    fields: *const LangAbiField,
    count: size_t,
    answer: *mut LangAbiType,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe {
        ask(types, answer, |types| {
            let Some(record) = record.as_ref() else { return invalid("the record is a null pointer") };
            if count > Extent::GREATEST.leaves as usize {
                return invalid(format!("no record has more than {} members", Extent::GREATEST.leaves));
            }
            let made = types.record(record, list(fields, count)?)?;
            if let Some(tag) = text(record.name)? {
                let tag = tag.to_owned();
                let id = types.get(made)?;
                types.tags.insert(id, tag);
            }
            Ok(made)
        })
    }
}

/// Size and alignment of a type.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_layout(
    types: *mut LangAbiTypes,
    ty: LangAbiType,
    answer: *mut LangAbiLayout,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe {
        ask(types, answer, |types| {
            let layout = types.arena.layout(&types.target, types.of_object(ty)?);
            Ok(LangAbiLayout { size: layout.size, align: layout.align })
        })
    }
}

/// Where a member of a structure or union lies; members are counted from 0, unnamed ones included.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_member(
    types: *mut LangAbiTypes,
    record: LangAbiType,
    number: size_t,
    answer: *mut LangAbiMember,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    unsafe { ask(types, answer, |types| types.member(record, number)) }
}

impl LangAbiTypes {
    /// A type of numbers, which vectors and complex numbers are made of.
    fn number(&self, ty: LangAbiType) -> Result<TyId, Refusal> {
        let known = self.get(ty)?;
        match self.arena.get(known).form() {
            Form::Scalar(scalar) if scalar != Ty::Pointer && scalar != Ty::Bool => Ok(known),
            Form::Scalar(_) | Form::Void | Form::Complex(_) | Form::Vector(_) | Form::Array(_) | Form::Record(_) => {
                invalid("the elements are integers or floating-point numbers")
            }
        }
    }

    /// A type that is passed by value.
    pub(crate) fn passed(&self, ty: LangAbiType, what: &str) -> Result<TyId, Refusal> {
        let known = self.of_object(ty)?;
        match self.arena.get(known).form() {
            Form::Array(_) => invalid(format!("{what} is no array: C passes its address, a pointer")),
            Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) | Form::Record(_) => Ok(known),
        }
    }
}
