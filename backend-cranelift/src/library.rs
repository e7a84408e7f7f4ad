//! Functions that generated code calls without the program saying so: of the C library, the compiler library and
//! the runtime. Owns their names and machine signatures; must not know what calls them. Names, not Cranelift's
//! own library calls, because the object, the linker and the in-process loader all find functions by name.

use cranelift_codegen::ir::types::{F32, F64, I32, I64};
use cranelift_codegen::ir::{AbiParam, Signature, Type};
use cranelift_codegen::isa::CallConv;

/// One such function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Library {
    /// Copies bytes.
    Memcpy,
    /// Fills bytes.
    Memset,
    /// The remainder of `f64`.
    Fmod,
    /// The remainder of `f32`.
    Fmodf,
    /// The quotient of `i128`.
    Divti3,
    /// The remainder of `i128`.
    Modti3,
    /// The quotient of `u128`.
    Udivti3,
    /// The remainder of `u128`.
    Umodti3,
    /// `i128` to `f32`.
    Floattisf,
    /// `i128` to `f64`.
    Floattidf,
    /// `u128` to `f32`.
    Floatuntisf,
    /// `u128` to `f64`.
    Floatuntidf,
    /// `f32` to `i128`.
    Fixsfti,
    /// `f64` to `i128`.
    Fixdfti,
    /// `f32` to `u128`.
    Fixunssfti,
    /// `f64` to `u128`.
    Fixunsdfti,
    /// Ends the program because a check failed.
    Panic,
    /// Ends the program because a check of an index failed, and tells the index.
    PanicIndex,
}

impl Library {
    /// All of them, in order of declaration.
    pub(crate) const ALL: [Library; 18] = [
        Library::Memcpy,
        Library::Memset,
        Library::Fmod,
        Library::Fmodf,
        Library::Divti3,
        Library::Modti3,
        Library::Udivti3,
        Library::Umodti3,
        Library::Floattisf,
        Library::Floattidf,
        Library::Floatuntisf,
        Library::Floatuntidf,
        Library::Fixsfti,
        Library::Fixdfti,
        Library::Fixunssfti,
        Library::Fixunsdfti,
        Library::Panic,
        Library::PanicIndex,
    ];

    /// The linker's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Library::Memcpy => "memcpy",
            Library::Memset => "memset",
            Library::Fmod => "fmod",
            Library::Fmodf => "fmodf",
            Library::Divti3 => "__divti3",
            Library::Modti3 => "__modti3",
            Library::Udivti3 => "__udivti3",
            Library::Umodti3 => "__umodti3",
            Library::Floattisf => "__floattisf",
            Library::Floattidf => "__floattidf",
            Library::Floatuntisf => "__floatuntisf",
            Library::Floatuntidf => "__floatuntidf",
            Library::Fixsfti => "__fixsfti",
            Library::Fixdfti => "__fixdfti",
            Library::Fixunssfti => "__fixunssfti",
            Library::Fixunsdfti => "__fixunsdfti",
            Library::Panic => mir::PANIC_SYMBOL,
            Library::PanicIndex => mir::PANIC_INDEX_SYMBOL,
        }
    }

    /// The signature on machine values. A 128-bit integer is a pair of 64-bit ones on all described targets.
    pub(crate) fn signature(self, convention: CallConv) -> Signature {
        let (parameters, results): (&[Type], &[Type]) = match self {
            Library::Memcpy => (&[I64, I64, I64], &[]),
            Library::Memset => (&[I64, I32, I64], &[]),
            Library::Fmod => (&[F64, F64], &[F64]),
            Library::Fmodf => (&[F32, F32], &[F32]),
            Library::Divti3 | Library::Modti3 | Library::Udivti3 | Library::Umodti3 => {
                (&[I64, I64, I64, I64], &[I64, I64])
            }
            Library::Floattisf | Library::Floatuntisf => (&[I64, I64], &[F32]),
            Library::Floattidf | Library::Floatuntidf => (&[I64, I64], &[F64]),
            Library::Fixsfti | Library::Fixunssfti => (&[F32], &[I64, I64]),
            Library::Fixdfti | Library::Fixunsdfti => (&[F64], &[I64, I64]),
            Library::Panic => (&[I64], &[]),
            Library::PanicIndex => (&[I64, I64, I64, I64], &[]),
        };
        Signature {
            params: parameters.iter().copied().map(AbiParam::new).collect(),
            returns: results.iter().copied().map(AbiParam::new).collect(),
            call_conv: convention,
        }
    }
}
