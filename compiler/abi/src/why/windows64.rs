//! The rules of Microsoft's x64 calling convention. Owns their citations and
//! sentences; what the rules do is [`crate::lowering`]'s.

use crate::why::rule_list::rule_list;

const PASSING: &str = "Microsoft x64 calling convention, Parameter passing";
const RETURNING: &str = "Microsoft x64 calling convention, Return values";

rule_list! {
    /// The rules of Microsoft's x64 calling convention.
    Windows64 {
        /// The register of the argument's position.
        RegisterOfPosition: PASSING,
            "each of the first four arguments takes the general or the vector register of its position";
        /// The fifth argument and later ones, behind the home space.
        FifthArgument: PASSING,
            "from the fifth on, an argument takes 8 bytes of the stack, behind the 32 of the home space",
            to memory because "registers are for the first four arguments";
        /// An integer or pointer.
        Integer: PASSING, "integers and pointers travel in general registers";
        /// A floating-point number.
        Float: PASSING, "floating-point numbers travel in vector registers";
        /// A record of 1, 2, 4 or 8 bytes.
        SmallRecord: PASSING, "a record of 1, 2, 4 or 8 bytes travels as if it were an integer of its size";
        /// A record of any other size.
        OtherRecord: PASSING,
            "a record that is not of 1, 2, 4 or 8 bytes is copied by the caller and its address passed",
            to memory because "it is not of 1, 2, 4 or 8 bytes";
        /// A record with a flexible array member (clang).
        Flexible: "clang practice",
            "a record that ends with a flexible array is passed by address, whatever its size",
            to memory because "it ends with a flexible array";
        /// A scalar of more than 8 bytes.
        Wide: PASSING,
            "no argument is spread over registers: a scalar of more than 8 bytes is passed by address",
            to memory because "it is larger than a register";
        /// A short vector.
        VectorByAddress: PASSING,
            "a short vector is never passed itself, but its address",
            to memory because "vectors are passed by address";
        /// Unnamed floating-point arguments travel twice.
        VariadicInBoth: "Microsoft x64 calling convention, Varargs",
            "an unnamed floating-point argument travels in the vector and in the general register of its position";
        /// A result in one register.
        Result: RETURNING, "a value that fits 64 bits is returned in rax, a floating-point number in xmm0";
        /// A vector, or what clang and gcc treat as one, as the result.
        VectorResult: RETURNING, "vectors and 128-bit numbers are returned in xmm0";
        /// A result in memory.
        Sret: RETURNING, "any other result is written to an address passed as the first argument and returned in rax";
    }
}
