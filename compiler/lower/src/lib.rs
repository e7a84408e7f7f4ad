//! source form, ownership analyses, diagnostics and instantiation to MIR.
