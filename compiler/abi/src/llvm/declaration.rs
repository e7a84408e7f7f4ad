//! The line with which clang declares a function in IR. Owns its spelling and where clang names a structure instead of
//! writing it out; attributes that do not change how values travel are left out.

use crate::arena::{RecordKind, Signature, Ty, TyId, TypeArena};
use crate::clang::ir::LlvmType;
use crate::convention::Convention;
use crate::description::{FnAbi, ValueIndex};
use crate::llvm::of_clang::signature_of_clang;
use crate::llvm::value::{LlvmAttributes, LlvmCarries, LlvmValue};
use crate::target::Target;

/// The declaration of a function, as clang writes it: `declare { i64, double } @f(ptr byval(%struct.S) align 8, i32)`.
/// `name` gives the tag of a value's structure or union; those without are `anon`, as in C.
pub fn declaration(
    target: &Target,
    arena: &TypeArena,
    signature: &Signature,
    abi: &FnAbi,
    symbol: &str,
    name: &dyn Fn(ValueIndex) -> Option<String>,
) -> String {
    let llvm = signature_of_clang(target, arena, signature, abi);
    let writer = Writer { arena, signature, name };
    let names_result = match abi.convention {
        Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => {
            matches!(llvm.result.ty, LlvmType::Struct(_) | LlvmType::PackedStruct(_))
        }
        Convention::SystemV64
        | Convention::Windows64
        | Convention::RiscvLp64d
        | Convention::S390x
        | Convention::LoongarchLp64d
        | Convention::PowerElfV2
        | Convention::WasmBasic => false,
    };
    let result = match writer.tag(ValueIndex::Result).filter(|_| names_result) {
        Some(tag) => tag,
        None => llvm.result.ty.to_string(),
    };
    let result_attributes = llvm.result.attributes.to_string();
    let fixed = if signature.variadic { usize::from(llvm.fixed) } else { llvm.params.len() };
    let mut params: Vec<String> = llvm.params[..fixed].iter().map(|param| writer.param(param)).collect();
    if signature.variadic {
        params.push("...".to_string());
    }
    let space = if result_attributes.is_empty() { "" } else { " " };
    format!("declare {}{space}{result} @{}({})", result_attributes.trim_start(), quoted(symbol), params.join(", "))
}

struct Writer<'a> {
    arena: &'a TypeArena,
    signature: &'a Signature,
    name: &'a dyn Fn(ValueIndex) -> Option<String>,
}

impl Writer<'_> {
    fn param(&self, param: &LlvmValue) -> String {
        let index = match param.carries {
            LlvmCarries::SretPointer => ValueIndex::Result,
            LlvmCarries::Pointer { param } | LlvmCarries::Image { param } => ValueIndex::Param(param),
            LlvmCarries::Parts { value, .. } => value,
            LlvmCarries::Nothing => return String::new(),
        };
        let attributes = &param.attributes;
        let whole = attributes.struct_return.as_ref().map(|ty| ("sret", ty));
        let whole = whole.or(attributes.by_value.as_ref().map(|ty| ("byval", ty)));
        let Some((word, ty)) = whole else {
            return format!("{}{attributes}", param.ty);
        };
        let others = LlvmAttributes { struct_return: None, by_value: None, ..attributes.clone() };
        let ty = self.tag(index).unwrap_or_else(|| ty.to_string());
        format!("{} {word}({ty}){others}", param.ty)
    }

    /// What clang calls the structure of a value; nothing for other types.
    fn tag(&self, index: ValueIndex) -> Option<String> {
        let ty: TyId = match index {
            ValueIndex::Result => self.signature.result,
            ValueIndex::Param(number) => *self.signature.params.get(usize::from(number))?,
        };
        let Ty::Record(record) = self.arena.get(ty) else {
            return None;
        };
        let word = match self.arena.record(record).kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        let name = (self.name)(index).unwrap_or_else(|| "anon".to_string());
        Some(format!("%{}", quoted(&format!("{word}.{name}"))))
    }
}

/// Names of other letters than these stand in quotes, each other byte as a backslash and two digits.
fn quoted(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    if !name.is_empty() && name.bytes().all(is_plain) && !name.as_bytes()[0].is_ascii_digit() {
        return name.to_string();
    }
    let letters = name.bytes().map(|byte| match byte {
        b'"' | b'\\' | 0..=31 | 127..=255 => format!("\\{byte:02X}"),
        32..=126 => char::from(byte).to_string(),
    });
    format!("\"{}\"", letters.collect::<String>())
}
