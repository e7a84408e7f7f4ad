//! The clauses of the ABI documents that decide. Owns their citations and their sentences; a byte or two each in a
//! description, so that explaining costs nothing until somebody asks.

mod lp64d;

use serde::{Deserialize, Serialize};

use lp64d::Document;
pub use lp64d::Lp64dRule;

/// A rule of an ABI document that took part in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    /// System V: an eightbyte of class INTEGER.
    IntegerEightbyte,
    /// System V: an eightbyte of class SSE.
    SseEightbyte,
    /// System V: SSE followed by SSEUP.
    SseUpEightbyte,
    /// System V: a scalar of class INTEGER.
    IntegerClass,
    /// System V: a scalar of class SSE.
    SseClass,
    /// System V: `__int128` takes two INTEGER registers.
    Int128Pair,
    /// System V: `__int128` or `_BitInt` that does not fit goes to memory as a whole.
    Int128Memory,
    /// System V: class X87 parameters travel in memory.
    X87Memory,
    /// System V: class X87 results travel in st0.
    X87Result,
    /// System V: class COMPLEX_X87 results travel in st0 and st1.
    ComplexX87Result,
    /// System V: larger than two eightbytes.
    LargeAggregate,
    /// System V: a member does not stand at a multiple of its alignment.
    UnalignedMember,
    /// System V: X87UP without X87, or X87 inside of a larger aggregate.
    X87InAggregate,
    /// System V: vectors wider than 128 bits without AVX.
    WideVector,
    /// System V: all-or-nothing.
    NoRegistersLeft,
    /// System V: no register of the class is left for a scalar.
    ScalarOnStack,
    /// System V: memory class result.
    SretSystemV,
    /// System V: a narrow integer is widened (by clang and gcc, not by the document).
    Widened,
    /// No bytes to pass.
    Empty,
    /// System V: an aggregate without any named member has no class.
    NoClass,
    /// AAPCS64: an integer or pointer in the next general register.
    GeneralRegister,
    /// AAPCS64: a floating-point number or short vector in the next vector register.
    VectorRegister,
    /// AAPCS64: a homogeneous aggregate.
    HomogeneousAggregate,
    /// AAPCS64: a homogeneous aggregate that does not fit closes the vector registers.
    HomogeneousOnStack,
    /// AAPCS64: alignment of 16 rounds the register number up to even.
    EvenRegister,
    /// AAPCS64: a 16-byte integer in an even pair.
    PairOfRegisters,
    /// AAPCS64: a composite of up to 16 bytes in consecutive registers.
    CompositeInRegisters,
    /// AAPCS64: an argument that does not fit closes the general registers.
    GeneralExhausted,
    /// AAPCS64: no vector register is left.
    VectorExhausted,
    /// AAPCS64: stack slots are multiples of 8 bytes.
    StackSlot,
    /// AAPCS64: a composite of more than 16 bytes is copied and its address passed.
    LargeComposite,
    /// AAPCS64: a result of up to 16 bytes travels as a first argument would.
    ResultAsArgument,
    /// AAPCS64: the address of a large result travels in x8.
    SretAapcs64,
    /// IBM z: an integer, a pointer or the address of a copy in the next general register.
    ZGeneralRegister,
    /// IBM z: a floating-point number in the next floating-point register.
    ZFloatRegister,
    /// IBM z: a short vector in the next vector register.
    ZVectorRegister,
    /// IBM z: integers are widened to 64 bits.
    ZWidened,
    /// IBM z: a record of 1, 2, 4 or 8 bytes travels like an integer.
    ZSmallRecord,
    /// IBM z: a structure of one floating-point number travels like that.
    ZFloatRecord,
    /// IBM z: a structure of one short vector travels like that.
    ZVectorRecord,
    /// IBM z: clang passes a record with a flexible array member by reference.
    ZFlexibleRecord,
    /// IBM z: anything else is copied and its address passed.
    ZByReference,
    /// IBM z: an unnamed vector lies in the parameter area.
    ZUnnamedVector,
    /// IBM z: no register of its kind is left for an argument.
    ZParameterSlot,
    /// IBM z: no vector register is left.
    ZVectorSlot,
    /// IBM z: a scalar result of up to 8 bytes or a short vector comes back in a register.
    ZResultRegister,
    /// IBM z: the address of any other result travels in r2.
    ZSret,
    /// AAPCS64: a vector of another size than 8 or 16 bytes, or of one 16-byte integer, as a result.
    OddVectorResult,
    /// Windows on Arm64: arguments of variadic functions travel in general registers.
    VariadicInGeneral,
    /// Windows x64: the register of the argument's position.
    RegisterOfPosition,
    /// Windows x64: the fifth argument and later ones, behind the home space.
    FifthArgument,
    /// Windows x64: an integer or pointer.
    IntegerWindows64,
    /// Windows x64: a floating-point number.
    FloatWindows64,
    /// Windows x64: a record of 1, 2, 4 or 8 bytes.
    SmallRecord,
    /// Windows x64: a record of any other size.
    OtherRecord,
    /// Windows x64: a record with a flexible array member (clang).
    FlexibleWindows64,
    /// Windows x64: a scalar of more than 8 bytes.
    WideWindows64,
    /// Windows x64: a short vector.
    VectorByAddress,
    /// Windows x64: unnamed floating-point arguments travel twice.
    VariadicInBoth,
    /// Windows x64: a result in one register.
    ResultWindows64,
    /// Windows x64: a vector, or what clang and gcc treat as one, as the result.
    VectorResultWindows64,
    /// Windows x64: a result in memory.
    SretWindows64,
    /// RISC-V, LP64D.
    Riscv(Lp64dRule),
    /// LoongArch, LP64D.
    Loongarch(Lp64dRule),
    /// POWER: the next doubleword of the parameter save area is a general register.
    PowerGeneralRegister,
    /// POWER: the doubleword lies in the parameter save area itself.
    PowerSaveArea,
    /// POWER: integers are widened to 64 bits.
    PowerWidened,
    /// POWER: a floating-point number in the next floating-point register.
    PowerFloatRegister,
    /// POWER: a vector or binary128 in the next vector register.
    PowerVectorRegister,
    /// POWER: a homogeneous aggregate, member by member.
    PowerHomogeneous,
    /// POWER: a structure of one floating-point number or vector.
    PowerSingleMember,
    /// POWER: a part of a doubleword does not travel alone.
    PowerFullDoubleword,
    /// POWER: any other aggregate, doubleword by doubleword.
    PowerDoublewords,
    /// POWER: a value aligned to 16 bytes skips a doubleword.
    PowerQuadword,
    /// POWER: an unnamed argument travels in doublewords whatever it is.
    PowerUnnamed,
    /// POWER: a complex number is two arguments.
    PowerComplex,
    /// POWER: vectors of less than 16 bytes travel like integers.
    PowerSmallVector,
    /// POWER: vectors of more than 16 bytes travel by reference.
    PowerWideVector,
    /// POWER: an empty record takes no doubleword.
    PowerEmpty,
    /// POWER: a result travels as a first argument would.
    PowerResult,
    /// POWER: the address of a large result travels in r3.
    PowerSret,
    /// WebAssembly: a scalar is one operand.
    WasmScalar,
    /// WebAssembly: a record of one scalar is that scalar.
    WasmSingleElement,
    /// WebAssembly: other aggregates are copied and their address is an operand.
    WasmByPointer,
    /// WebAssembly: what no machine type holds is split, and as a result written to memory.
    WasmSplit,
    /// WebAssembly: the address of the result is the first operand.
    WasmSret,
    /// WebAssembly: variadic arguments lie in a buffer.
    WasmVariadic,
    /// WebAssembly: small integers are widened to 32 bits.
    WasmWidened,
    /// Apple: scalars and homogeneous aggregates are packed on the stack.
    ApplePackedStack,
    /// Apple: unnamed arguments lie on the stack.
    AppleVariadic,
    /// Apple: small integers are widened to 32 bits.
    AppleWidened,
}

impl Why {
    /// Document and section.
    pub const fn clause(self) -> &'static str {
        self.text_and_clause().0
    }

    /// The rule, as a sentence for a person.
    pub const fn text(self) -> &'static str {
        self.text_and_clause().1
    }

    /// Why a value travels in memory, in a few words, if this rule is what sends it there.
    pub const fn forces_memory(self) -> Option<&'static str> {
        match self {
            Why::Int128Memory => Some("no two general registers are left"),
            Why::X87Memory | Why::X87InAggregate => Some("x87 numbers are passed in memory"),
            Why::LargeAggregate => Some("it is larger than two eightbytes"),
            Why::UnalignedMember => Some("a member is not aligned"),
            Why::WideVector => Some("no register is wide enough"),
            Why::NoRegistersLeft => Some("too few registers are left for all of it"),
            Why::ScalarOnStack | Why::ZParameterSlot => Some("no register of its kind is left"),
            Why::HomogeneousOnStack => Some("too few vector registers are left for all of it"),
            Why::GeneralExhausted => Some("too few general registers are left for all of it"),
            Why::VectorExhausted | Why::ZVectorSlot => Some("no vector register is left"),
            Why::LargeComposite => Some("it is larger than 16 bytes"),
            Why::ZFlexibleRecord | Why::FlexibleWindows64 => Some("it ends with a flexible array"),
            Why::ZByReference => Some("only records of 1, 2, 4 or 8 bytes have registers"),
            Why::ZUnnamedVector => Some("unnamed vectors are passed in memory"),
            Why::FifthArgument => Some("registers are for the first four arguments"),
            Why::OtherRecord => Some("it is not of 1, 2, 4 or 8 bytes"),
            Why::WideWindows64 => Some("it is larger than a register"),
            Why::VectorByAddress => Some("vectors are passed by address"),
            Why::Riscv(rule) | Why::Loongarch(rule) => rule.forces_memory(),
            Why::PowerSaveArea => Some("no general register is left"),
            Why::PowerWideVector => Some("no register is wide enough"),
            Why::WasmByPointer => Some("aggregates are passed by address"),
            Why::WasmVariadic => Some("variadic arguments lie in a buffer"),
            Why::AppleVariadic => Some("unnamed arguments lie on the stack"),
            Why::IntegerEightbyte
            | Why::SseEightbyte
            | Why::SseUpEightbyte
            | Why::IntegerClass
            | Why::SseClass
            | Why::Int128Pair
            | Why::X87Result
            | Why::ComplexX87Result
            | Why::SretSystemV
            | Why::Widened
            | Why::Empty
            | Why::NoClass
            | Why::GeneralRegister
            | Why::VectorRegister
            | Why::HomogeneousAggregate
            | Why::EvenRegister
            | Why::PairOfRegisters
            | Why::CompositeInRegisters
            | Why::StackSlot
            | Why::ResultAsArgument
            | Why::SretAapcs64
            | Why::ZGeneralRegister
            | Why::ZFloatRegister
            | Why::ZVectorRegister
            | Why::ZWidened
            | Why::ZSmallRecord
            | Why::ZFloatRecord
            | Why::ZVectorRecord
            | Why::ZResultRegister
            | Why::ZSret
            | Why::OddVectorResult
            | Why::VariadicInGeneral
            | Why::RegisterOfPosition
            | Why::IntegerWindows64
            | Why::FloatWindows64
            | Why::SmallRecord
            | Why::VariadicInBoth
            | Why::ResultWindows64
            | Why::VectorResultWindows64
            | Why::SretWindows64
            | Why::PowerGeneralRegister
            | Why::PowerWidened
            | Why::PowerFloatRegister
            | Why::PowerVectorRegister
            | Why::PowerHomogeneous
            | Why::PowerSingleMember
            | Why::PowerFullDoubleword
            | Why::PowerDoublewords
            | Why::PowerQuadword
            | Why::PowerUnnamed
            | Why::PowerComplex
            | Why::PowerSmallVector
            | Why::PowerEmpty
            | Why::PowerResult
            | Why::PowerSret
            | Why::WasmScalar
            | Why::WasmSingleElement
            | Why::WasmSplit
            | Why::WasmSret
            | Why::WasmWidened
            | Why::ApplePackedStack
            | Why::AppleWidened => None,
        }
    }

    const fn text_and_clause(self) -> (&'static str, &'static str) {
        const APPLE: &str = "Apple, \"Writing ARM64 code for Apple platforms\"";
        const WASM: &str = "WebAssembly tool conventions, BasicCABI, \"Function signatures\"";
        const SYSV: &str = "System V x86-64 psABI 1.0 §3.2.3";
        const Z_ARGUMENTS: &str = "ELF ABI s390x Supplement 1.6 §1.2.3";
        const POWER_AREA: &str = "64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.3.3";
        const POWER_REGISTERS: &str = "64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.4";
        const POWER_ALGORITHM: &str = "64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.4.1";
        const POWER_RESULTS: &str = "64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.6";
        const Z_RESULTS: &str = "ELF ABI s390x Supplement 1.6 §1.2.5";
        const PASSING: &str = "Microsoft x64 calling convention, Parameter passing";
        const RETURNING: &str = "Microsoft x64 calling convention, Return values";
        match self {
            Why::IntegerEightbyte => (SYSV, "an eightbyte with an integer or pointer in it has class INTEGER"),
            Why::SseEightbyte => (SYSV, "an eightbyte of floating-point numbers only has class SSE"),
            Why::SseUpEightbyte => (SYSV, "the upper half of a 16-byte vector stays in the register of its lower half"),
            Why::IntegerClass => (SYSV, "integers and pointers have class INTEGER"),
            Why::SseClass => (SYSV, "floating-point numbers and vectors have class SSE"),
            Why::Int128Pair => (SYSV, "a 128-bit integer travels as two eightbytes of class INTEGER"),
            Why::Int128Memory => {
                (SYSV, "a 128-bit integer that does not fit the free registers travels in memory, aligned to 16")
            }
            Why::X87Memory => (SYSV, "x87 numbers are passed in memory"),
            Why::X87Result => (SYSV, "x87 numbers are returned in st0"),
            Why::ComplexX87Result => (SYSV, "complex x87 numbers are returned in st0 and st1"),
            Why::LargeAggregate => (SYSV, "a value of more than two eightbytes has class MEMORY"),
            Why::UnalignedMember => (SYSV, "a value with an unaligned member has class MEMORY"),
            Why::X87InAggregate => (SYSV, "x87 eightbytes beside others have class MEMORY"),
            Why::WideVector => (SYSV, "without AVX, a vector of more than 16 bytes has class MEMORY"),
            Why::NoRegistersLeft => {
                (SYSV, "if any eightbyte finds no free register, the whole value goes to the stack and takes none")
            }
            Why::ScalarOnStack => (SYSV, "no register of the class is free: the value goes to the stack"),
            Why::SretSystemV => {
                (SYSV, "a result of class MEMORY is written to an address passed in rdi and returned in rax")
            }
            Why::Widened => {
                ("clang and gcc practice", "integers narrower than 32 bits are widened by whoever passes them")
            }
            Why::Empty => ("C, GNU extension", "the value has no bytes and is not passed"),
            Why::NoClass => (SYSV, "every eightbyte has class NO_CLASS: the value is not passed"),
            Why::GeneralRegister => ("AAPCS64 §6.8.2 C.9", "an integer or pointer takes the next general register"),
            Why::VectorRegister => {
                ("AAPCS64 §6.8.2 C.1", "a floating-point number or short vector takes the next vector register")
            }
            Why::HomogeneousAggregate => (
                "AAPCS64 §6.8.2 C.2",
                "up to four members of one floating-point or vector type take one vector register each",
            ),
            Why::HomogeneousOnStack => (
                "AAPCS64 §6.8.2 C.3",
                "a homogeneous aggregate that does not fit goes to the stack and closes the vector registers",
            ),
            Why::EvenRegister => {
                ("AAPCS64 §6.8.2 C.10", "an alignment of 16 rounds the general register number up to even")
            }
            Why::PairOfRegisters => {
                ("AAPCS64 §6.8.2 C.11", "a 16-byte integer takes two consecutive general registers")
            }
            Why::CompositeInRegisters => {
                ("AAPCS64 §6.8.2 C.12", "a composite of up to 16 bytes takes consecutive general registers")
            }
            Why::GeneralExhausted => (
                "AAPCS64 §6.8.2 C.13",
                "a value that does not fit the general registers goes to the stack and closes them",
            ),
            Why::VectorExhausted => ("AAPCS64 §6.8.2 C.6", "no vector register is left: the value goes to the stack"),
            Why::StackSlot => (
                "AAPCS64 §6.8.2 C.4 and C.14",
                "the stack slot is aligned to the larger of 8 and the natural alignment",
            ),
            Why::LargeComposite => (
                "AAPCS64 §6.8.2 B.4",
                "a composite of more than 16 bytes is copied by the caller and its address passed",
            ),
            Why::ResultAsArgument => {
                ("AAPCS64 §6.9", "a result travels in the registers that a first argument would take")
            }
            Why::OddVectorResult => (
                "clang practice",
                "LLVM returns a vector that is no short vector of AAPCS64 with its elements widened or one by one",
            ),
            Why::SretAapcs64 => ("AAPCS64 §6.9", "a result of more than 16 bytes is written to the address in x8"),
            Why::ZGeneralRegister => {
                (Z_ARGUMENTS, "an integer or address takes the next general register from r2 to r6")
            }
            Why::ZFloatRegister => {
                (Z_ARGUMENTS, "a floating-point number stands at the left of the next of f0, f2, f4 and f6")
            }
            Why::ZVectorRegister => (
                Z_ARGUMENTS,
                "a vector of up to 16 bytes stands at the left of the next of v24, v26, v28, v30, v25, v27, v29 and v31",
            ),
            Why::ZWidened => (Z_ARGUMENTS, "integers narrower than 64 bits are widened to 64"),
            Why::ZSmallRecord => {
                (Z_ARGUMENTS, "a record of 1, 2, 4 or 8 bytes travels like an integer, with padding on the left")
            }
            Why::ZFloatRecord => {
                (Z_ARGUMENTS, "a structure with exactly one member, a floating-point number, travels as one")
            }
            Why::ZVectorRecord => {
                (Z_ARGUMENTS, "a structure with exactly one member, a vector of its size, travels as that")
            }
            Why::ZFlexibleRecord => (
                "clang practice",
                "a record with a flexible array member is copied and its address passed; gcc looks at its size only",
            ),
            Why::ZByReference => (Z_ARGUMENTS, "any other value is copied by the caller and its address passed"),
            Why::ZUnnamedVector => (
                "ELF ABI s390x Supplement 1.6 §1.2.4",
                "an unnamed vector travels in the parameter area, whatever registers are free",
            ),
            Why::ZParameterSlot => {
                (Z_ARGUMENTS, "no register of its kind is free: the value stands at the right of an 8-byte slot")
            }
            Why::ZVectorSlot => {
                (Z_ARGUMENTS, "no vector register is free: the vector stands at the left of one or two 8-byte slots")
            }
            Why::ZResultRegister => {
                (Z_RESULTS, "integers, floating-point numbers and vectors come back in r2, f0 and v24")
            }
            Why::ZSret => {
                (Z_RESULTS, "any other result, every record among them, is written to an address passed in r2")
            }
            Why::VariadicInGeneral => (
                "Microsoft ARM64 ABI conventions, Addendum: Variadic functions",
                "variadic functions use no vector registers: numbers and all aggregates travel in general ones",
            ),
            Why::RegisterOfPosition => {
                (PASSING, "each of the first four arguments takes the general or the vector register of its position")
            }
            Why::FifthArgument => {
                (PASSING, "from the fifth on, an argument takes 8 bytes of the stack, behind the 32 of the home space")
            }
            Why::IntegerWindows64 => (PASSING, "integers and pointers travel in general registers"),
            Why::FloatWindows64 => (PASSING, "floating-point numbers travel in vector registers"),
            Why::SmallRecord => {
                (PASSING, "a record of 1, 2, 4 or 8 bytes travels as if it were an integer of its size")
            }
            Why::OtherRecord => {
                (PASSING, "a record that is not of 1, 2, 4 or 8 bytes is copied by the caller and its address passed")
            }
            Why::FlexibleWindows64 => {
                ("clang practice", "a record that ends with a flexible array is passed by address, whatever its size")
            }
            Why::WideWindows64 => {
                (PASSING, "no argument is spread over registers: a scalar of more than 8 bytes is passed by address")
            }
            Why::VectorByAddress => (PASSING, "a short vector is never passed itself, but its address"),
            Why::VariadicInBoth => (
                "Microsoft x64 calling convention, Varargs",
                "an unnamed floating-point argument travels in the vector and in the general register of its position",
            ),
            Why::ResultWindows64 => {
                (RETURNING, "a value that fits 64 bits is returned in rax, a floating-point number in xmm0")
            }
            Why::VectorResultWindows64 => (RETURNING, "vectors and 128-bit numbers are returned in xmm0"),
            Why::SretWindows64 => (
                RETURNING,
                "any other result is written to an address passed as the first argument and returned in rax",
            ),
            Why::Riscv(rule) => (rule.clause(Document::Riscv), rule.text()),
            Why::Loongarch(rule) => (rule.clause(Document::Loongarch), rule.text()),
            Why::PowerGeneralRegister => {
                (POWER_ALGORITHM, "the first eight doublewords of the parameter save area are the registers r3 to r10")
            }
            Why::PowerSaveArea => (
                POWER_AREA,
                "no register is free: the value lies in its doublewords of the parameter save area, 32 bytes above r1",
            ),
            Why::PowerWidened => (POWER_AREA, "integers narrower than a doubleword are widened to one"),
            Why::PowerFloatRegister => (
                POWER_ALGORITHM,
                "a floating-point number takes the next register from f1 to f13 and skips its doubleword",
            ),
            Why::PowerVectorRegister => {
                (POWER_ALGORITHM, "a vector takes the next register from v2 to v13 and skips its two doublewords")
            }
            Why::PowerHomogeneous => (
                POWER_REGISTERS,
                "members of one floating-point or vector type that take up to eight registers travel one by one",
            ),
            Why::PowerSingleMember => {
                (POWER_REGISTERS, "a structure of nothing but one floating-point number or vector travels as that")
            }
            Why::PowerFullDoubleword => (
                POWER_REGISTERS,
                "a doubleword with the second of two members holds the first as well, though that has a register",
            ),
            Why::PowerDoublewords => (
                POWER_ALGORITHM,
                "an aggregate takes consecutive doublewords: the first in general registers, the others on the stack",
            ),
            Why::PowerQuadword => {
                (POWER_AREA, "vectors, and aggregates aligned to 16 bytes or more, start at an even doubleword")
            }
            Why::PowerUnnamed => (
                POWER_ALGORITHM,
                "an unnamed argument travels in general registers or the parameter save area, whatever it is",
            ),
            Why::PowerComplex => (POWER_ALGORITHM, "a complex number travels as two separate arguments"),
            Why::PowerSmallVector => {
                ("clang and gcc practice", "a vector of less than 16 bytes travels like an integer of its size")
            }
            Why::PowerWideVector => (
                "clang and gcc practice",
                "a vector of more than 16 bytes is copied by the caller and its address passed",
            ),
            Why::PowerEmpty => (POWER_REGISTERS, "a parameter of no bytes takes no doubleword"),
            Why::PowerResult => (POWER_RESULTS, "a result travels in the registers that a first argument would take"),
            Why::PowerSret => (
                POWER_RESULTS,
                "an aggregate of more than two doublewords, or of more than eight members, is written to the address in r3",
            ),
            Why::WasmScalar => (WASM, "a scalar is an operand of one of the four machine types"),
            Why::WasmSingleElement => (WASM, "a record that holds one scalar, at any depth, travels as that scalar"),
            Why::WasmByPointer => (WASM, "the caller copies any other aggregate and passes its address"),
            Why::WasmSplit => {
                (WASM, "128-bit numbers and vectors are several operands; as results they are written to memory")
            }
            Why::WasmSret => (WASM, "the address that a result is written to is the first operand"),
            Why::WasmVariadic => {
                (WASM, "variadic arguments lie in a buffer of the caller, whose address is the last operand")
            }
            Why::WasmWidened => (WASM, "whoever passes an integer of less than 32 bits widens it"),
            Why::ApplePackedStack => {
                (APPLE, "on the stack an argument takes its own bytes at its own alignment, not a slot of 8")
            }
            Why::AppleVariadic => (APPLE, "unnamed arguments lie on the stack in slots of 8 bytes, whatever is free"),
            Why::AppleWidened => (APPLE, "whoever passes an integer of less than 32 bits widens it"),
        }
    }
}
