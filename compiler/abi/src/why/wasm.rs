//! The rules of WebAssembly's basic C ABI. Owns their citations and
//! sentences; what the rules do is [`crate::lowering`]'s.

use crate::why::rule_list::rule_list;

const WASM: &str = "WebAssembly tool conventions, BasicCABI, \"Function signatures\"";

rule_list! {
    /// The rules of WebAssembly's basic C ABI.
    Wasm {
        /// A scalar is one operand.
        Scalar: WASM, "a scalar is an operand of one of the four machine types";
        /// A record of one scalar is that scalar.
        SingleElement: WASM, "a record that holds one scalar, at any depth, travels as that scalar";
        /// Other aggregates are copied and their address is an operand.
        ByPointer: WASM,
            "the caller copies any other aggregate and passes its address",
            to memory because "aggregates are passed by address";
        /// What no machine type holds is split, and as a result written to memory.
        Split: WASM, "128-bit numbers and vectors are several operands; as results they are written to memory";
        /// The address of the result is the first operand.
        Sret: WASM, "the address that a result is written to is the first operand";
        /// Variadic arguments lie in a buffer.
        Variadic: WASM,
            "variadic arguments lie in a buffer of the caller, whose address is the last operand",
            to memory because "variadic arguments lie in a buffer";
        /// Small integers are widened to 32 bits.
        Widened: WASM, "whoever passes an integer of less than 32 bits widens it";
    }
}
