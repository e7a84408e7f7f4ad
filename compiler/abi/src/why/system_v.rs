//! The rules of the System V x86-64 psABI. Owns their citations and
//! sentences; what the rules do is [`crate::lowering`]'s.

use crate::why::rule_list::rule_list;

const SYSV: &str = "System V x86-64 psABI 1.0 §3.2.3";

rule_list! {
    /// The rules of the System V x86-64 psABI.
    SystemV {
        /// An eightbyte of class INTEGER.
        IntegerEightbyte: SYSV, "an eightbyte with an integer or pointer in it has class INTEGER";
        /// An eightbyte of class SSE.
        SseEightbyte: SYSV, "an eightbyte of floating-point numbers only has class SSE";
        /// SSE followed by SSEUP.
        SseUpEightbyte: SYSV, "the upper half of a 16-byte vector stays in the register of its lower half";
        /// A scalar of class INTEGER.
        IntegerClass: SYSV, "integers and pointers have class INTEGER";
        /// A scalar of class SSE.
        SseClass: SYSV, "floating-point numbers and vectors have class SSE";
        /// `__int128` takes two INTEGER registers.
        Int128Pair: SYSV, "a 128-bit integer travels as two eightbytes of class INTEGER";
        /// `__int128` or `_BitInt` that does not fit goes to memory as a whole.
        Int128Memory: SYSV,
            "a 128-bit integer that does not fit the free registers travels in memory, aligned to 16",
            to memory because "no two general registers are left";
        /// Class X87 parameters travel in memory.
        X87Memory: SYSV, "x87 numbers are passed in memory", to memory because "x87 numbers are passed in memory";
        /// Class X87 results travel in st0.
        X87Result: SYSV, "x87 numbers are returned in st0";
        /// Class COMPLEX_X87 results travel in st0 and st1.
        ComplexX87Result: SYSV, "complex x87 numbers are returned in st0 and st1";
        /// Larger than two eightbytes.
        LargeAggregate: SYSV,
            "a value of more than two eightbytes has class MEMORY",
            to memory because "it is larger than two eightbytes";
        /// A member does not stand at a multiple of its alignment.
        UnalignedMember: SYSV,
            "a value with an unaligned member has class MEMORY",
            to memory because "a member is not aligned";
        /// X87UP without X87, or X87 inside of a larger aggregate.
        X87InAggregate: SYSV,
            "x87 eightbytes beside others have class MEMORY",
            to memory because "x87 numbers are passed in memory";
        /// Vectors wider than 128 bits without AVX.
        WideVector: SYSV,
            "without AVX, a vector of more than 16 bytes has class MEMORY",
            to memory because "no register is wide enough";
        /// All-or-nothing.
        NoRegistersLeft: SYSV,
            "if any eightbyte finds no free register, the whole value goes to the stack and takes none",
            to memory because "too few registers are left for all of it";
        /// No register of the class is left for a scalar.
        ScalarOnStack: SYSV,
            "no register of the class is free: the value goes to the stack",
            to memory because "no register of its kind is left";
        /// Memory class result.
        Sret: SYSV, "a result of class MEMORY is written to an address passed in rdi and returned in rax";
        /// A narrow integer is widened (by clang and gcc, not by the document).
        Widened: "clang and gcc practice", "integers narrower than 32 bits are widened by whoever passes them";
        /// An aggregate without any named member has no class.
        NoClass: SYSV, "every eightbyte has class NO_CLASS: the value is not passed";
    }
}
