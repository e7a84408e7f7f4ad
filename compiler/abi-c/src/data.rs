//! What goes over the rim: plain structures and enumerations. Owns their form in C; what they mean is [`abi`]'s. Enumerations
//! go outwards only: what comes in are numbers, whatever they are.

use std::ffi::c_char;

/// A type of one `LangAbiTypes`: a scalar by its fixed number, or what a function here gave out.
pub type LangAbiType = u32;

/// No value; only as a result.
pub const LANG_ABI_VOID: LangAbiType = 0;
/// `_Bool`.
pub const LANG_ABI_BOOL: LangAbiType = 1;
/// A signed integer of 8 bits.
pub const LANG_ABI_I8: LangAbiType = 2;
/// An unsigned integer of 8 bits.
pub const LANG_ABI_U8: LangAbiType = 3;
/// A signed integer of 16 bits.
pub const LANG_ABI_I16: LangAbiType = 4;
/// An unsigned integer of 16 bits.
pub const LANG_ABI_U16: LangAbiType = 5;
/// A signed integer of 32 bits.
pub const LANG_ABI_I32: LangAbiType = 6;
/// An unsigned integer of 32 bits.
pub const LANG_ABI_U32: LangAbiType = 7;
/// A signed integer of 64 bits.
pub const LANG_ABI_I64: LangAbiType = 8;
/// An unsigned integer of 64 bits.
pub const LANG_ABI_U64: LangAbiType = 9;
/// A signed integer of 128 bits.
pub const LANG_ABI_I128: LangAbiType = 10;
/// An unsigned integer of 128 bits.
pub const LANG_ABI_U128: LangAbiType = 11;
/// `_Float16`.
pub const LANG_ABI_F16: LangAbiType = 12;
/// `float`.
pub const LANG_ABI_F32: LangAbiType = 13;
/// `double`.
pub const LANG_ABI_F64: LangAbiType = 14;
/// The `long double` of x87, 10 bytes in 16.
pub const LANG_ABI_X87: LangAbiType = 15;
/// IEEE binary128.
pub const LANG_ABI_F128: LangAbiType = 16;
/// A pointer to anything.
pub const LANG_ABI_POINTER: LangAbiType = 17;
/// `__bf16`.
pub const LANG_ABI_BF16: LangAbiType = 18;
/// The `long double` of POWER, two doubles.
pub const LANG_ABI_DOUBLE_DOUBLE: LangAbiType = 19;

/// What became of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LangAbiStatus {
    /// It is done.
    Ok,
    /// An argument makes no sense: a null pointer, a type that was not given out, a record that C does not allow.
    Invalid,
    /// C allows it, and this library does not describe it on this target. It never guesses.
    Unsupported,
    /// A mistake of this library; please report what led to it.
    Internal,
}

/// Size and alignment.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LangAbiLayout {
    /// Bytes, tail padding included.
    pub size: u64,
    /// Bytes.
    pub align: u32,
}

/// A member of a structure or union, as it is written; all zero but for the type it is a plain one.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct LangAbiField {
    /// Of a bit-field the declared type.
    pub ty: LangAbiType,
    /// `aligned(N)` on the member, in bytes; 0 if there is none.
    pub align: u32,
    /// `packed` on the member.
    pub packed: bool,
    /// Whether it is a bit-field.
    pub is_bit_field: bool,
    /// Width in bits of a bit-field; 0 is C's `: 0`.
    pub bit_width: u16,
    /// Whether it is a bit-field without a name.
    pub unnamed: bool,
}

/// A structure or union, as it is written; all zero it is a plain structure without a tag.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LangAbiRecord {
    /// The tag, for texts only; null if there is none. Read during the call.
    pub name: *const c_char,
    /// Whether the members overlap.
    pub is_union: bool,
    /// `packed` on the record.
    pub packed: bool,
    /// `#pragma pack(N)` in force, in bytes; 0 if there is none.
    pub pack: u32,
    /// `aligned(N)` on the record, in bytes; 0 if there is none.
    pub align: u32,
}

/// Where a member lies.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LangAbiMember {
    /// Bits from the start of the record.
    pub offset_bits: u64,
    /// Bits of its own.
    pub size_bits: u64,
}

/// The kind of a place.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LangAbiLocationKind {
    /// There is none.
    #[default]
    Nowhere,
    /// A register.
    Register,
    /// The argument area; on WebAssembly the buffer of variadic arguments.
    Stack,
    /// A parameter or result of a function of WebAssembly.
    Operand,
}

/// What a register holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LangAbiRegisterClass {
    /// It is not in a register.
    #[default]
    None,
    /// Integers and addresses.
    General,
    /// Floating-point numbers only.
    Float,
    /// Short vectors, and floating-point numbers where there are no others for these.
    Vector,
    /// The x87 stack.
    X87,
}

/// Where a part or an address travels.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LangAbiLocation {
    /// Which of the following says where.
    pub kind: LangAbiLocationKind,
    /// The register's name, or null. Valid for ever.
    pub register_name: *const c_char,
    /// The register's class.
    pub register_class: LangAbiRegisterClass,
    /// Stack: bytes from the stack pointer at the call instruction.
    pub offset: u32,
    /// Stack: bytes that carry it.
    pub size: u32,
    /// Stack: bytes that the area gives to it.
    pub slot: u32,
    /// Operand: its number.
    pub operand: u16,
}

/// The machine type that carries a part.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LangAbiCarrier {
    /// 8 bits in a general register.
    I8,
    /// 16 bits in a general register.
    I16,
    /// 32 bits in a general register.
    I32,
    /// 64 bits in a general register.
    I64,
    /// The low 16 bits of a vector register.
    F16,
    /// The same as a `__bf16`.
    Bf16,
    /// The low 32 bits of a vector register.
    F32,
    /// The low 64 bits of a vector register: a `double`, two `float`s, or anything of up to 8 bytes.
    F64,
    /// An x87 register, or 10 bytes in a stack slot of 16.
    X87,
    /// A binary128 in a vector register.
    F128,
    /// A vector register, or as many of its bytes as the part has.
    V128,
    /// The low 64 bits of a vector register as lanes of `lane_bytes`, each with a narrower element.
    Lanes,
}

/// How a carrier is widened by whoever passes it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LangAbiExtend {
    /// Its high bits mean nothing.
    None,
    /// With zeros.
    Zero,
    /// With copies of the sign.
    Sign,
}

/// One piece of a value. Only `length` bytes belong to it, which may be fewer than its carrier has.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LangAbiPart {
    /// Its first byte in the value.
    pub offset: u32,
    /// Its bytes.
    pub length: u32,
    /// What carries them.
    pub carrier: LangAbiCarrier,
    /// Of `LANG_ABI_CARRIER_LANES`: bytes of a lane.
    pub lane_bytes: u8,
    /// How the carrier is widened.
    pub extend: LangAbiExtend,
    /// Where it travels.
    pub location: LangAbiLocation,
}

/// How a value travels.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LangAbiPlacement {
    /// Not at all.
    Ignored,
    /// In `part_count` pieces.
    Parts,
    /// Parameters: as the address, in `pointer`, of a copy that the caller made; it is aligned to `memory_align`.
    ByPointer,
    /// Parameters: its bytes lie in the argument area.
    OnStack,
    /// Results: the caller passes an address in `pointer`, where the callee writes.
    StructReturn,
}

/// How one parameter, or the result, travels.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LangAbiValue {
    /// Bytes, tail padding included.
    pub size: u64,
    /// Bytes.
    pub align: u32,
    /// Whether it is a record, an array or a complex number.
    pub is_aggregate: bool,
    /// How it travels, and which of the following say more.
    pub placement: LangAbiPlacement,
    /// How many pieces `lang_abi_part` has of it.
    pub part_count: size_t,
    /// Where the address travels.
    pub pointer: LangAbiLocation,
    /// Alignment in bytes of the copy or of the stack slot.
    pub memory_align: u32,
    /// On the stack: bytes from the stack pointer at the call instruction.
    pub stack_offset: u32,
    /// On the stack: bytes that the area gives to it.
    pub stack_slot: u32,
    /// Struct return: the register that holds the address again when the callee returns, or null. Valid for ever.
    pub returned_in: *const c_char,
    /// How many clauses `lang_abi_reason` has of it.
    pub reason_count: size_t,
}

/// C's `size_t`.
#[allow(non_camel_case_types, reason = "C's name")]
pub type size_t = usize;

/// A clause that decided how a value travels.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LangAbiReason {
    /// The document and its clause. Valid for ever.
    pub clause: *const c_char,
    /// What it says. Valid for ever.
    pub text: *const c_char,
}

/// Why a value is copied.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LangAbiCopyReason {
    /// The callee owns its argument.
    Argument,
    /// The callee puts parts together in memory.
    CalleeLocal,
    /// The callee writes the result to the address that it was given.
    ReturnSlot,
    /// The caller puts the parts of a result together in memory.
    AbiTemporary,
}

/// A copy of memory that passing a value costs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LangAbiCopy {
    /// The number of the parameter, or -1 for the result.
    pub value: i32,
    /// Whether the caller makes it, and not the callee.
    pub by_caller: bool,
    /// Bytes that are copied.
    pub bytes: u64,
    /// Bytes to which source and destination are aligned at least.
    pub align: u32,
    /// Why.
    pub reason: LangAbiCopyReason,
    /// Whether a compiler that knows more may leave it out.
    pub elidable: bool,
}

/// What a call as a whole needs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LangAbiCall {
    /// Bytes of the argument area.
    pub stack_bytes: u32,
    /// Alignment in bytes of the argument area.
    pub stack_align: u32,
    /// Bytes at its start in front of the first argument.
    pub shadow_bytes: u32,
    /// x86-64 System V, variadic calls: what `al` holds; otherwise -1.
    pub vector_registers: i32,
    /// Whether the function is declared with `...`; then the following say where the unnamed arguments begin.
    pub is_variadic: bool,
    /// General argument registers of named parameters.
    pub named_general: u8,
    /// Vector argument registers of named parameters.
    pub named_vector: u8,
    /// Bytes of the argument area of named parameters.
    pub named_stack_bytes: u32,
}
