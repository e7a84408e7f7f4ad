//! Prints compiled functions as assembly for the system's `cc`. Knows nothing of types and calls.

use std::fmt::Write;

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::ir::{ExternalName, LibCall};
use cranelift_codegen::{Context, FinalizedRelocTarget};

use super::language::Function;

/// The bytes, with the addresses of functions in them by name.
pub fn print(functions: &[Function], compiled: &[(&Function, Context)]) -> String {
    let mut text = ".section .note.GNU-stack,\"\",%progbits\n.text\n".to_string();
    for (Function { name, .. }, context) in compiled {
        let code = &context.compiled_code().expect("it was compiled").buffer;
        let bytes = format!("{:?}", code.data());
        let bytes = bytes.trim_matches(['[', ']']);
        let _ = writeln!(text, ".globl {name}\n.balign 16\n{name}: .byte {bytes}");
        for relocation in code.relocs() {
            let callee = match &relocation.target {
                FinalizedRelocTarget::ExternalName(ExternalName::User(user)) => {
                    functions[context.func.params.user_named_funcs()[*user].index as usize].name
                }
                // Cranelift copies blocks with it.
                FinalizedRelocTarget::ExternalName(ExternalName::LibCall(LibCall::Memcpy)) => "memcpy",
                other => panic!("nobody named {other:?}"),
            };
            assert_eq!(relocation.kind, Reloc::Abs8, "calls go through addresses");
            let _ = writeln!(text, " .reloc {name} + {}, BFD_RELOC_64, {callee}", relocation.offset);
        }
    }
    text
}
