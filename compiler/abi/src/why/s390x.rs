//! The rules of the ELF ABI of IBM z. Owns their citations and
//! sentences; what the rules do is [`crate::lowering`]'s.

use crate::why::rule_list::rule_list;

const Z_ARGUMENTS: &str = "ELF ABI s390x Supplement 1.6 §1.2.3";
const Z_RESULTS: &str = "ELF ABI s390x Supplement 1.6 §1.2.5";

rule_list! {
    /// The rules of the ELF ABI of IBM z.
    S390x {
        /// An integer, a pointer or the address of a copy in the next general register.
        GeneralRegister: Z_ARGUMENTS, "an integer or address takes the next general register from r2 to r6";
        /// A floating-point number in the next floating-point register.
        FloatRegister: Z_ARGUMENTS, "a floating-point number stands at the left of the next of f0, f2, f4 and f6";
        /// A short vector in the next vector register.
        VectorRegister: Z_ARGUMENTS,
            "a vector of up to 16 bytes stands at the left of the next of v24, v26, v28, v30, v25, v27, v29 and v31";
        /// Integers are widened to 64 bits.
        Widened: Z_ARGUMENTS, "integers narrower than 64 bits are widened to 64";
        /// A record of 1, 2, 4 or 8 bytes travels like an integer.
        SmallRecord: Z_ARGUMENTS, "a record of 1, 2, 4 or 8 bytes travels like an integer, with padding on the left";
        /// A structure of one floating-point number travels like that.
        FloatRecord: Z_ARGUMENTS, "a structure with exactly one member, a floating-point number, travels as one";
        /// A structure of one short vector travels like that.
        VectorRecord: Z_ARGUMENTS, "a structure with exactly one member, a vector of its size, travels as that";
        /// Clang passes a record with a flexible array member by reference.
        FlexibleRecord: "clang practice",
            "a record with a flexible array member is copied and its address passed; gcc looks at its size only",
            to memory because "it ends with a flexible array";
        /// Anything else is copied and its address passed.
        ByReference: Z_ARGUMENTS,
            "any other value is copied by the caller and its address passed",
            to memory because "only records of 1, 2, 4 or 8 bytes have registers";
        /// An unnamed vector lies in the parameter area.
        UnnamedVector: "ELF ABI s390x Supplement 1.6 §1.2.4",
            "an unnamed vector travels in the parameter area, whatever registers are free",
            to memory because "unnamed vectors are passed in memory";
        /// No register of its kind is left for an argument.
        ParameterSlot: Z_ARGUMENTS,
            "no register of its kind is free: the value stands at the right of an 8-byte slot",
            to memory because "no register of its kind is left";
        /// No vector register is left.
        VectorSlot: Z_ARGUMENTS,
            "no vector register is free: the vector stands at the left of one or two 8-byte slots",
            to memory because "no vector register is left";
        /// A scalar result of up to 8 bytes or a short vector comes back in a register.
        ResultRegister: Z_RESULTS, "integers, floating-point numbers and vectors come back in r2, f0 and v24";
        /// The address of any other result travels in r2.
        Sret: Z_RESULTS, "any other result, every record among them, is written to an address passed in r2";
    }
}
