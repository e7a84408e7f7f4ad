//! A signature, and how it is called. Owns the question; each part of the answer is asked for in `answer`.

use std::ffi::{CString, c_char};

use abi::{FnAbi, Signature, TyId, ValueIndex};

use crate::data::{LangAbiStatus, LangAbiType, size_t};
use crate::rim::{Refusal, ask, invalid, list, text};
use crate::texts::owned;
use crate::types::LangAbiTypes;

/// How one function is called.
pub struct LangAbiFunction {
    pub(crate) abi: FnAbi,
    pub(crate) llvm: CString,
    pub(crate) report: CString,
}

/// A function's parameters and result.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LangAbiSignature {
    /// Its symbol, for texts only; null is `f`. Read during the call.
    pub name: *const c_char,
    /// The result; `LANG_ABI_VOID` is none.
    pub result: LangAbiType,
    /// The parameters; of a variadic call all arguments, after C's default promotions. Read during the call.
    pub parameters: *const LangAbiType,
    /// How many these are.
    pub count: size_t,
    /// Whether the function is declared with `...`.
    pub is_variadic: bool,
    /// Of a variadic function: how many parameters stand in front of the `...`.
    pub fixed: size_t,
}

impl LangAbiTypes {
    /// # Safety
    /// The pointers of the signature are what its documentation says.
    unsafe fn signature(&self, asked: &LangAbiSignature) -> Result<Signature, Refusal> {
        if u16::try_from(asked.count).is_err() {
            return invalid("no function has more than 65535 parameters");
        }
        // SAFETY: the caller says so.
        let parameters = unsafe { list(asked.parameters, asked.count)? };
        let passed: Vec<TyId> =
            parameters.iter().map(|ty| self.passed(*ty, "a parameter")).collect::<Result<_, Refusal>>()?;
        let result = match self.get(asked.result)? {
            TyId::VOID => TyId::VOID,
            _ => self.passed(asked.result, "a result")?,
        };
        if !asked.is_variadic {
            return Ok(Signature::new(result, passed));
        }
        match u16::try_from(asked.fixed) {
            Ok(fixed) if asked.fixed <= parameters.len() => Ok(Signature::variadic(result, passed, fixed)),
            Ok(_) | Err(_) => invalid("a variadic function has no more fixed parameters than arguments"),
        }
    }

    fn lower(&self, signature: &Signature, name: &str) -> Result<LangAbiFunction, Refusal> {
        let abi = abi::lower(&self.target, &self.arena, signature)?;
        let tag = |index| {
            let ty = match index {
                ValueIndex::Param(number) => signature.params[usize::from(number)],
                ValueIndex::Result => signature.result,
            };
            self.tags.get(&ty).cloned()
        };
        let llvm = abi::llvm::declaration(&self.target, &self.arena, signature, &abi, name, &tag);
        let report = abi::report::report(&self.target, &abi, &[], &abi::report::Label::new("result", ""));
        Ok(LangAbiFunction { llvm: owned(&llvm), report: owned(&report.to_string()), abi })
    }
}

/// How a function of this signature is called. To be freed; it does not need the types any more.
///
/// # Safety
/// `types` is what `lang_abi_types_new` gave, `signature` and what it points to can be read, `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_lower(
    types: *mut LangAbiTypes,
    signature: *const LangAbiSignature,
    answer: *mut *mut LangAbiFunction,
) -> LangAbiStatus {
    // SAFETY: the caller says so; a box is the pointer that C gets, and is freed if there is no place for it.
    unsafe {
        ask(types, answer.cast::<Box<LangAbiFunction>>(), |types| {
            let Some(asked) = signature.as_ref() else { return invalid("the signature is a null pointer") };
            let name = text(asked.name)?.unwrap_or("f");
            Ok(Box::new(types.lower(&types.signature(asked)?, name)?))
        })
    }
}

/// Frees an answer; null is nothing.
///
/// # Safety
/// `function` is null or what `lang_abi_lower` gave, and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lang_abi_function_free(function: *mut LangAbiFunction) {
    if !function.is_null() {
        // SAFETY: the caller says so.
        drop(unsafe { Box::from_raw(function) });
    }
}
