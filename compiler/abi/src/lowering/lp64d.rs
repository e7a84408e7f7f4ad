//! The LP64D conventions of RISC-V and LoongArch, which differ in few points. Owns which value travels where; must not know
//! how any code generator is told. Floating-point registers carry named floating-point numbers and structs of up to two
//! numbers ([`flatten`]); everything else travels as one or two words, the second of which may be alone on the stack.

pub(crate) mod flatten;
#[cfg(test)]
mod loongarch_tests;
mod place;
#[cfg(test)]
mod riscv_tests;
pub(crate) mod variant;

use smallvec::{SmallVec, smallvec};

use crate::arena::{Signature, TyId, TypeArena};
use crate::cursor::Cursor;
use crate::description::{Call, FnAbi, Placement, Unsupported, ValueAbi, VariadicLayout};
use crate::lowering::walk::{SignatureWalk, walk_signature};
use crate::target::Target;
use crate::why::Lp64dRule;

use place::Walk;
use variant::Lp64d;

pub(crate) fn lower(
    rules: &Lp64d,
    target: &Target,
    arena: &TypeArena,
    signature: &Signature,
) -> Result<FnAbi, Unsupported> {
    let mut walk = List { rules, target, arena, cursor: Cursor::arguments(rules.convention) };
    walk_signature(rules.convention, signature, &mut walk)
}

/// As a first named argument, but with two registers of each kind; what would travel by reference is written to an
/// address that comes before the arguments.
fn lower_result(
    rules: &Lp64d,
    target: &Target,
    arena: &TypeArena,
    ty: TyId,
    arguments: &mut Cursor,
) -> Result<ValueAbi, Unsupported> {
    let mut walk = Walk {
        rules,
        target,
        arena,
        cursor: &mut Cursor::results(rules.convention),
        named: true,
        why: SmallVec::new(),
    };
    let mut value = walk.value(ty)?;
    match value.placement {
        Placement::Memory(_) => {
            let first = *arguments;
            let pointer = arguments.take_general();
            if !rules.rule(Lp64dRule::Sret, true) {
                *arguments = first;
            }
            value.placement = Placement::Sret { pointer, returned_in: None };
            value.why = smallvec![(rules.why)(Lp64dRule::Sret)];
        }
        Placement::Parts(_) => value.why.push((rules.why)(Lp64dRule::ResultAsArgument)),
        Placement::Ignore | Placement::Sret { .. } => {}
    }
    Ok(value)
}

/// The way along one signature.
struct List<'a> {
    rules: &'a Lp64d,
    target: &'a Target,
    arena: &'a TypeArena,
    cursor: Cursor,
}

impl SignatureWalk for List<'_> {
    fn result(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        lower_result(self.rules, self.target, self.arena, ty, &mut self.cursor)
    }

    fn param(&mut self, ty: TyId, named: bool) -> Result<ValueAbi, Unsupported> {
        let mut walk = Walk {
            rules: self.rules,
            target: self.target,
            arena: self.arena,
            cursor: &mut self.cursor,
            named,
            why: SmallVec::new(),
        };
        walk.value(ty)
    }

    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported> {
        Ok(VariadicLayout::after(signature, &self.cursor))
    }

    fn call(&self, variadic: Option<VariadicLayout>) -> Call {
        self.cursor.call(self.rules.convention, variadic)
    }
}
