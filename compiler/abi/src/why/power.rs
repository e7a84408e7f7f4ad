//! The rules of the 64-bit ELF V2 ABI of POWER. Owns their citations and
//! sentences; what the rules do is [`crate::lowering`]'s.

use crate::why::rule_list::rule_list;

const POWER_ALGORITHM: &str = "64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.4.1";
const POWER_AREA: &str = "64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.3.3";
const POWER_REGISTERS: &str = "64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.4";
const POWER_RESULTS: &str = "64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.6";

rule_list! {
    /// The rules of the 64-bit ELF V2 ABI of POWER.
    Power {
        /// The next doubleword of the parameter save area is a general register.
        GeneralRegister: POWER_ALGORITHM,
            "the first eight doublewords of the parameter save area are the registers r3 to r10";
        /// The doubleword lies in the parameter save area itself.
        SaveArea: POWER_AREA,
            "no register is free: the value lies in its doublewords of the parameter save area, 32 bytes above r1",
            to memory because "no general register is left";
        /// Integers are widened to 64 bits.
        Widened: POWER_AREA, "integers narrower than a doubleword are widened to one";
        /// A floating-point number in the next floating-point register.
        FloatRegister: POWER_ALGORITHM,
            "a floating-point number takes the next register from f1 to f13 and skips its doubleword";
        /// A vector or binary128 in the next vector register.
        VectorRegister: POWER_ALGORITHM,
            "a vector takes the next register from v2 to v13 and skips its two doublewords";
        /// A homogeneous aggregate, member by member.
        Homogeneous: POWER_REGISTERS,
            "members of one floating-point or vector type that take up to eight registers travel one by one";
        /// A structure of one floating-point number or vector.
        SingleMember: POWER_REGISTERS, "a structure of nothing but one floating-point number or vector travels as that";
        /// A part of a doubleword does not travel alone.
        FullDoubleword: POWER_REGISTERS,
            "a doubleword with the second of two members holds the first as well, though that has a register";
        /// Any other aggregate, doubleword by doubleword.
        Doublewords: POWER_ALGORITHM,
            "an aggregate takes consecutive doublewords: the first in general registers, the others on the stack";
        /// A value aligned to 16 bytes skips a doubleword.
        Quadword: POWER_AREA, "vectors, and aggregates aligned to 16 bytes or more, start at an even doubleword";
        /// An unnamed argument travels in doublewords whatever it is.
        Unnamed: POWER_ALGORITHM,
            "an unnamed argument travels in general registers or the parameter save area, whatever it is";
        /// A complex number is two arguments.
        Complex: POWER_ALGORITHM, "a complex number travels as two separate arguments";
        /// Vectors of less than 16 bytes travel like integers.
        SmallVector: "clang and gcc practice", "a vector of less than 16 bytes travels like an integer of its size";
        /// Vectors of more than 16 bytes travel by reference.
        WideVector: "clang and gcc practice",
            "a vector of more than 16 bytes is copied by the caller and its address passed",
            to memory because "no register is wide enough";
        /// An empty record takes no doubleword.
        Empty: POWER_REGISTERS, "a parameter of no bytes takes no doubleword";
        /// A result travels as a first argument would.
        Result: POWER_RESULTS, "a result travels in the registers that a first argument would take";
        /// The address of a large result travels in r3.
        Sret: POWER_RESULTS,
            "an aggregate of more than two doublewords, or of more than eight members, is written to the address in r3";
    }
}
