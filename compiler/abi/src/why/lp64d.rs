//! The rules that the LP64D conventions of RISC-V and LoongArch share: the citations from both documents and the
//! sentences for a person. Owns these texts only; what the rules do is in
//! [`crate::lowering`].

use serde::{Deserialize, Serialize};

/// A rule of both LP64D conventions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lp64dRule {
    /// A record without bytes is not passed.
    Empty,
    /// A floating-point number of up to 64 bits takes a floating-point register.
    FloatRegister,
    /// A complex number takes two floating-point registers.
    ComplexPair,
    /// A struct of one floating-point number travels as the number alone.
    OneFloat,
    /// A struct of two floating-point numbers takes two floating-point registers.
    TwoFloats,
    /// A struct of a floating-point number and an integer takes one register of each kind.
    FloatAndInteger,
    /// Members of members count as members.
    Flattening,
    /// Unions travel in general registers.
    UnionAsInteger,
    /// RISC-V, clang: a zero-width bit-field keeps a struct of two members out of floating-point registers.
    ZeroWidthBitField,
    /// clang: a struct of one complex integer takes two general registers.
    ComplexIntegerPair,
    /// An integer, a pointer or a value of up to 8 bytes takes a general register.
    OneRegister,
    /// A value of 9 to 16 bytes takes two general registers.
    TwoRegisters,
    /// With one register left, the first half takes it and the other goes to the stack.
    SplitPair,
    /// No general register is left: the value goes to the stack.
    OnStack,
    /// A value aligned to 16 bytes is so on the stack.
    StackAlignment,
    /// A value of more than 16 bytes is copied and its address passed.
    ByReference,
    /// Variadic arguments never take floating-point registers.
    Variadic,
    /// A variadic argument of 16 bytes that is aligned to 16 begins in an even register.
    EvenPair,
    /// Small integers are widened to 64 bits.
    Widened,
    /// 32-bit integers are sign-extended, the unsigned ones too.
    WordSignExtended,
    /// A result travels as a first argument would, in two registers of each kind.
    ResultAsArgument,
    /// The address of a large result travels in a0, before the arguments.
    Sret,
}

/// The document of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Document {
    Riscv,
    Loongarch,
}

impl Lp64dRule {
    /// Why a value travels in memory, in a few words, if this rule is what sends it there.
    pub(super) const fn forces_memory(self) -> Option<&'static str> {
        match self {
            Lp64dRule::OnStack => Some("no general register is left"),
            Lp64dRule::ByReference => Some("it is larger than 16 bytes"),
            Lp64dRule::Empty
            | Lp64dRule::FloatRegister
            | Lp64dRule::ComplexPair
            | Lp64dRule::OneFloat
            | Lp64dRule::TwoFloats
            | Lp64dRule::FloatAndInteger
            | Lp64dRule::Flattening
            | Lp64dRule::UnionAsInteger
            | Lp64dRule::ZeroWidthBitField
            | Lp64dRule::ComplexIntegerPair
            | Lp64dRule::OneRegister
            | Lp64dRule::TwoRegisters
            | Lp64dRule::SplitPair
            | Lp64dRule::StackAlignment
            | Lp64dRule::Variadic
            | Lp64dRule::EvenPair
            | Lp64dRule::Widened
            | Lp64dRule::WordSignExtended
            | Lp64dRule::ResultAsArgument
            | Lp64dRule::Sret => None,
        }
    }

    /// All of them.
    pub const ALL: [Lp64dRule; 22] = [
        Lp64dRule::Empty,
        Lp64dRule::FloatRegister,
        Lp64dRule::ComplexPair,
        Lp64dRule::OneFloat,
        Lp64dRule::TwoFloats,
        Lp64dRule::FloatAndInteger,
        Lp64dRule::Flattening,
        Lp64dRule::UnionAsInteger,
        Lp64dRule::ZeroWidthBitField,
        Lp64dRule::ComplexIntegerPair,
        Lp64dRule::OneRegister,
        Lp64dRule::TwoRegisters,
        Lp64dRule::SplitPair,
        Lp64dRule::OnStack,
        Lp64dRule::StackAlignment,
        Lp64dRule::ByReference,
        Lp64dRule::Variadic,
        Lp64dRule::EvenPair,
        Lp64dRule::Widened,
        Lp64dRule::WordSignExtended,
        Lp64dRule::ResultAsArgument,
        Lp64dRule::Sret,
    ];

    /// The section in a document.
    pub(super) const fn clause(self, document: Document) -> &'static str {
        match (self, document) {
            (Lp64dRule::ZeroWidthBitField | Lp64dRule::ComplexIntegerPair, _) => "clang practice",
            (
                Lp64dRule::FloatRegister
                | Lp64dRule::ComplexPair
                | Lp64dRule::OneFloat
                | Lp64dRule::TwoFloats
                | Lp64dRule::FloatAndInteger
                | Lp64dRule::Flattening
                | Lp64dRule::UnionAsInteger
                | Lp64dRule::Variadic,
                Document::Riscv,
            ) => "RISC-V psABI 1.0, Hardware Floating-Point Calling Convention",
            (
                Lp64dRule::Empty
                | Lp64dRule::OneRegister
                | Lp64dRule::TwoRegisters
                | Lp64dRule::SplitPair
                | Lp64dRule::OnStack
                | Lp64dRule::StackAlignment
                | Lp64dRule::ByReference
                | Lp64dRule::EvenPair
                | Lp64dRule::Widened
                | Lp64dRule::WordSignExtended
                | Lp64dRule::ResultAsArgument
                | Lp64dRule::Sret,
                Document::Riscv,
            ) => "RISC-V psABI 1.0, Integer Calling Convention",
            (Lp64dRule::Empty, Document::Loongarch) => "LoongArch psABI 20231219, Subroutine Calling Sequence",
            (
                Lp64dRule::FloatRegister
                | Lp64dRule::OneRegister
                | Lp64dRule::TwoRegisters
                | Lp64dRule::SplitPair
                | Lp64dRule::OnStack,
                Document::Loongarch,
            ) => "LoongArch psABI 20231219, Scalars of fundamental types",
            (Lp64dRule::ComplexPair, Document::Loongarch) => "LoongArch psABI 20231219, Complex floating-points",
            (
                Lp64dRule::OneFloat
                | Lp64dRule::TwoFloats
                | Lp64dRule::FloatAndInteger
                | Lp64dRule::Flattening
                | Lp64dRule::ByReference,
                Document::Loongarch,
            ) => "LoongArch psABI 20231219, Structures",
            (Lp64dRule::UnionAsInteger, Document::Loongarch) => "LoongArch psABI 20231219, Unions",
            (Lp64dRule::StackAlignment, Document::Loongarch) => "LoongArch psABI 20231219, Passing arguments",
            (Lp64dRule::Variadic | Lp64dRule::EvenPair, Document::Loongarch) => {
                "LoongArch psABI 20231219, Variadic arguments"
            }
            (Lp64dRule::Widened | Lp64dRule::WordSignExtended, Document::Loongarch) => {
                "LoongArch psABI 20231219, Fundamental types"
            }
            (Lp64dRule::ResultAsArgument | Lp64dRule::Sret, Document::Loongarch) => {
                "LoongArch psABI 20231219, Returning"
            }
        }
    }

    /// The rule, as a sentence for a person.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Lp64dRule::Empty => "a record without bytes is not passed",
            Lp64dRule::FloatRegister => {
                "a floating-point number of up to 64 bits takes the next floating-point register, if one is left"
            }
            Lp64dRule::ComplexPair => "a complex number travels as a struct of two floating-point numbers does",
            Lp64dRule::OneFloat => "a struct of one floating-point number travels as the number alone does",
            Lp64dRule::TwoFloats => {
                "a struct of two floating-point numbers takes two floating-point registers, if two are left"
            }
            Lp64dRule::FloatAndInteger => {
                "a struct of a floating-point number and an integer takes a register of each kind, if both are left"
            }
            Lp64dRule::Flattening => "members of members and elements of arrays count as members of the struct",
            Lp64dRule::UnionAsInteger => "a union is never taken apart and travels in general registers",
            Lp64dRule::ZeroWidthBitField => {
                "a zero-width bit-field in front of a second member keeps the struct out of floating-point registers"
            }
            Lp64dRule::ComplexIntegerPair => "a struct of one complex integer takes two general registers",
            Lp64dRule::OneRegister => "a value of up to 8 bytes takes the next general register",
            Lp64dRule::TwoRegisters => "a value of 9 to 16 bytes takes the next two general registers",
            Lp64dRule::SplitPair => {
                "if one general register is left, the first 8 bytes take it and the others go to the stack"
            }
            Lp64dRule::OnStack => "no general register is left: the value goes to the stack",
            Lp64dRule::StackAlignment => {
                "a stack slot is aligned to the larger of 8 bytes and the type's alignment, but to no more than 16"
            }
            Lp64dRule::ByReference => "a value of more than 16 bytes is copied by the caller and its address passed",
            Lp64dRule::Variadic => "variadic arguments take no floating-point registers",
            Lp64dRule::EvenPair => {
                "a variadic argument of 16 bytes that is aligned to 16 begins in an even register or on the stack"
            }
            Lp64dRule::Widened => "an integer of less than 32 bits is widened by its sign",
            Lp64dRule::WordSignExtended => "a 32-bit integer is sign-extended to 64 bits, unsigned ones too",
            Lp64dRule::ResultAsArgument => "a result travels as a first argument would, in a0, a1, fa0 and fa1",
            Lp64dRule::Sret => "a result that would travel by reference is written to an address passed in a0",
        }
    }
}
