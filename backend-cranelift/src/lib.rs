//! MIR to machine code with Cranelift: objects and in-process execution.
