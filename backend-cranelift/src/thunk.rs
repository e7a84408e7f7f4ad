//! Calls that Cranelift cannot make. Owns the thunk through which a variadic function is called on x86-64: such a
//! function wants in `al` an upper bound of the number of vector registers that carry arguments, and Cranelift's
//! calls cannot set it. Must not know any signature: it leaves all argument registers and the stack alone.

use mir::Linkage;
use mir::artifact::{CodeArtifact, Relocation, RelocationKind};

/// The thunk's symbol.
pub(crate) fn name(target: &str) -> String {
    format!("{target}.variadic")
}

/// `mov al, 8; jmp target`. Eight is the number of vector registers that carry arguments, so always a bound.
pub(crate) fn make(target: &str) -> CodeArtifact {
    CodeArtifact {
        symbol: name(target),
        linkage: Linkage::Merge,
        align: 16,
        code: vec![0xb0, 8, 0xe9, 0, 0, 0, 0],
        symbols: vec![target.to_owned()],
        relocations: vec![Relocation { offset: 3, kind: RelocationKind::X86Call32, symbol: 0, addend: -4 }],
        sites: Vec::new(),
        lines: Vec::new(),
        unwind: Vec::new(),
        variables: Vec::new(),
    }
}
