//! The rules of AAPCS64, and those of Apple's and Microsoft's variants. Owns their citations and
//! sentences; what the rules do is [`crate::lowering`]'s.

use crate::why::rule_list::rule_list;

const APPLE: &str = "Apple, \"Writing ARM64 code for Apple platforms\"";

rule_list! {
    /// The rules of AAPCS64, and those of Apple's and Microsoft's variants.
    Aapcs64 {
        /// An integer or pointer in the next general register.
        GeneralRegister: "AAPCS64 §6.8.2 C.9", "an integer or pointer takes the next general register";
        /// A floating-point number or short vector in the next vector register.
        VectorRegister: "AAPCS64 §6.8.2 C.1", "a floating-point number or short vector takes the next vector register";
        /// A homogeneous aggregate.
        HomogeneousAggregate: "AAPCS64 §6.8.2 C.2",
            "up to four members of one floating-point or vector type take one vector register each";
        /// A homogeneous aggregate that does not fit closes the vector registers.
        HomogeneousOnStack: "AAPCS64 §6.8.2 C.3",
            "a homogeneous aggregate that does not fit goes to the stack and closes the vector registers",
            to memory because "too few vector registers are left for all of it";
        /// Alignment of 16 rounds the register number up to even.
        EvenRegister: "AAPCS64 §6.8.2 C.10", "an alignment of 16 rounds the general register number up to even";
        /// A 16-byte integer in an even pair.
        PairOfRegisters: "AAPCS64 §6.8.2 C.11", "a 16-byte integer takes two consecutive general registers";
        /// A composite of up to 16 bytes in consecutive registers.
        CompositeInRegisters: "AAPCS64 §6.8.2 C.12",
            "a composite of up to 16 bytes takes consecutive general registers";
        /// An argument that does not fit closes the general registers.
        GeneralExhausted: "AAPCS64 §6.8.2 C.13",
            "a value that does not fit the general registers goes to the stack and closes them",
            to memory because "too few general registers are left for all of it";
        /// No vector register is left.
        VectorExhausted: "AAPCS64 §6.8.2 C.6",
            "no vector register is left: the value goes to the stack",
            to memory because "no vector register is left";
        /// Stack slots are multiples of 8 bytes.
        StackSlot: "AAPCS64 §6.8.2 C.4 and C.14",
            "the stack slot is aligned to the larger of 8 and the natural alignment";
        /// A composite of more than 16 bytes is copied and its address passed.
        LargeComposite: "AAPCS64 §6.8.2 B.4",
            "a composite of more than 16 bytes is copied by the caller and its address passed",
            to memory because "it is larger than 16 bytes";
        /// A result of up to 16 bytes travels as a first argument would.
        ResultAsArgument: "AAPCS64 §6.9", "a result travels in the registers that a first argument would take";
        /// The address of a large result travels in x8.
        Sret: "AAPCS64 §6.9", "a result of more than 16 bytes is written to the address in x8";
        /// A vector of another size than 8 or 16 bytes, or of one 16-byte integer, as a result.
        OddVectorResult: "clang practice",
            "LLVM returns a vector that is no short vector of AAPCS64 with its elements widened or one by one";
        /// Windows on Arm64: arguments of variadic functions travel in general registers.
        VariadicInGeneral: "Microsoft ARM64 ABI conventions, Addendum: Variadic functions",
            "variadic functions use no vector registers: numbers and all aggregates travel in general ones";
        /// Apple: scalars and homogeneous aggregates are packed on the stack.
        ApplePackedStack: APPLE, "on the stack an argument takes its own bytes at its own alignment, not a slot of 8";
        /// Apple: unnamed arguments lie on the stack.
        AppleVariadic: APPLE,
            "unnamed arguments lie on the stack in slots of 8 bytes, whatever is free",
            to memory because "unnamed arguments lie on the stack";
        /// Apple: small integers are widened to 32 bits.
        AppleWidened: APPLE, "whoever passes an integer of less than 32 bits widens it";
    }
}
