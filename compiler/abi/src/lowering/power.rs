//! The 64-bit ELF V2 ABI of POWER. Owns which value travels where; must not know how any code generator is told.
//! Every argument has its doublewords in the parameter save area, of which the first eight are general registers. Those
//! that travel in floating-point or vector registers leave their doublewords unused. Nothing else is counted.

mod area;
pub(crate) mod members;
#[cfg(test)]
mod tests;

use smallvec::smallvec;

use crate::arena::{Form, Signature, Ty, TyId, TypeArena};
use crate::convention::Convention;
use crate::cursor::Cursor;
use crate::description::{Call, FnAbi, Placement, Unsupported, ValueAbi, VariadicLayout};
use crate::lowering::power::area::{Area, HEADER, IN_REGISTERS};
use crate::lowering::power::members::members;
use crate::lowering::walk::{SignatureWalk, walk_signature};
use crate::rules::rule;
use crate::target::Target;
use crate::why::{Power, Why};

pub(crate) fn lower(target: &Target, arena: &TypeArena, signature: &Signature) -> Result<FnAbi, Unsupported> {
    let mut area = Area::new(target, arena, Cursor::arguments(Convention::PowerElfV2));
    walk_signature(Convention::PowerElfV2, signature, &mut area)
}

impl SignatureWalk for Area<'_> {
    fn result(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        lower_result(ty, self)
    }

    fn param(&mut self, ty: TyId, named: bool) -> Result<ValueAbi, Unsupported> {
        self.unnamed = !named;
        self.value(ty)
    }

    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported> {
        Ok(self.variadic(signature))
    }

    /// Where the area is needed at all, it has room for the registers too.
    fn call(&self, variadic: Option<VariadicLayout>) -> Call {
        let stack_bytes = if self.is_needed || variadic.is_some() {
            self.cursor.stack_bytes().max(HEADER + IN_REGISTERS)
        } else {
            HEADER
        };
        Call { stack_bytes, ..self.cursor.call(Convention::PowerElfV2, variadic) }
    }
}

/// §2.2.6: as a first argument, unless it is a nonhomogeneous aggregate of more than 16 bytes. The address does not come
/// back.
fn lower_result(ty: TyId, arguments: &mut Area<'_>) -> Result<ValueAbi, Unsupported> {
    let (target, arena) = (arguments.target, arguments.arena);
    let layout = arena.layout(target, ty);
    let in_registers = match arena.get(ty).form() {
        Form::Record(_) | Form::Array(_) => layout.size <= 16 || members(target, arena, ty, false).is_some(),
        Form::Vector(_) => layout.size <= 16,
        Form::Void | Form::Scalar(_) | Form::Complex(_) => true,
    };
    if rule(Why::Power(Power::Sret), !in_registers) {
        let pointer = arguments.doublewords(8, 8)[0].location;
        arguments.why.clear();
        return Ok(ValueAbi {
            size: layout.size,
            align: layout.align,
            aggregate: arena.is_aggregate(ty),
            placement: Placement::Sret { pointer, returned_in: None },
            why: smallvec![Why::Power(Power::Sret)],
        });
    }
    let mut results = Cursor::results(Convention::PowerElfV2);
    results.stack = HEADER;
    let mut results = Area::new(target, arena, results);
    let is_aggregate = matches!(arena.get(ty), Ty::Record(_) | Ty::Array(_));
    let mut value = if is_aggregate && layout.size > 0 && members(target, arena, ty, false).is_none() {
        ValueAbi {
            size: layout.size,
            align: layout.align,
            aggregate: true,
            placement: Placement::Parts(results.doublewords(layout.size as u32, 8)),
            why: smallvec![Why::Power(Power::Doublewords)],
        }
    } else {
        results.value(ty)?
    };
    if value.is_in_parts() {
        value.why.push(Why::Power(Power::Result));
    }
    Ok(value)
}
