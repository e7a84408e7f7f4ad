//! The way along a signature that all conventions share: the result, the parameters one after the other, where the named
//! ones end, and the copies that all of them cost. Owns the order; must not decide where anything travels.

use smallvec::SmallVec;

use crate::arena::{Signature, TyId};
use crate::convention::Convention;
use crate::copies;
use crate::cursor::Cursor;
use crate::description::{Call, CopyPlan, FnAbi, Unsupported, ValueAbi, VariadicLayout};

/// What a convention answers on the way along one signature.
pub(super) trait SignatureWalk {
    /// Where the result travels; asked first, because its address may take a register of the arguments.
    fn result(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported>;

    /// Where the next parameter travels; `named` unless it stands in place of the `...`.
    fn param(&mut self, ty: TyId, named: bool) -> Result<ValueAbi, Unsupported>;

    /// What the named parameters of a variadic function have used; asked behind the last of them.
    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported>;

    /// What the call as a whole needs; asked behind the last parameter.
    fn call(&self, variadic: Option<VariadicLayout>) -> Call;
}

/// Goes along the signature.
pub(super) fn walk_signature(
    convention: Convention,
    signature: &Signature,
    way: &mut impl SignatureWalk,
) -> Result<FnAbi, Unsupported> {
    let result = way.result(signature.result)?;
    let mut params: SmallVec<[ValueAbi; 4]> = SmallVec::with_capacity(signature.params.len());
    let mut copies: SmallVec<[CopyPlan; 2]> = SmallVec::new();
    let mut variadic = None;
    for (index, ty) in signature.params.iter().enumerate() {
        let named = !signature.variadic || index < usize::from(signature.fixed);
        if !named && variadic.is_none() {
            variadic = Some(way.behind_named(signature)?);
        }
        let param = way.param(*ty, named)?;
        copies.extend(copies::of_param(&param, index as u16));
        params.push(param);
    }
    if signature.variadic && variadic.is_none() {
        variadic = Some(way.behind_named(signature)?);
    }
    copies.extend(copies::of_result(&result));
    Ok(FnAbi { convention, result, params, call: way.call(variadic), copies })
}

impl Cursor {
    /// What the call needs when the cursor stands behind the last parameter and nothing else matters.
    pub(super) fn call(&self, convention: Convention, variadic: Option<VariadicLayout>) -> Call {
        Call {
            stack_bytes: self.stack_bytes(),
            stack_align: self.stack_align,
            shadow_bytes: convention.shadow_bytes(),
            vector_registers: None,
            variadic,
        }
    }
}
