//! Calls of the host's functions. Owns the translation of what a call passes, in either form, to values of its
//! signature and back; must not know the functions.

use abi::{Memory as Passed, Placement};

use crate::module::Module;
use crate::passing::Passing;
use crate::signature::Signature;
use crate::types::Type;

use super::arithmetic::undefined;
use super::cell::Cell;
use super::code::{CallStep, Code, Pass, ResultStep, Take};
use super::fault::{FaultKind, Problem, Stop};
use super::host::{Host, HostResult, HostValue};
use super::machine::Machine;

impl Machine<'_> {
    /// Calls a function of the host.
    pub(super) fn call_host(
        &mut self,
        function: u32,
        arguments: &[HostValue],
        host: &mut dyn Host,
    ) -> Result<HostResult, Stop> {
        let entry = self.image.functions[function as usize];
        match entry.host {
            Some(known) => host.call(known, arguments, self),
            None => Err(Stop::Fault(Problem::new(
                FaultKind::NoSymbol,
                format!("{} is neither in the program nor known to its host, so it cannot be called here", entry.name),
            ))),
        }
    }

    /// Makes a call of a function of the host, from the call whose first cell is `base`.
    pub(super) fn call_out(
        &mut self,
        code: &Code,
        call: &CallStep,
        function: u32,
        base: usize,
        host: &mut dyn Host,
    ) -> Result<(), Stop> {
        let modules = self.image.modules;
        let module = &modules[code.module as usize];
        let Some((_, body)) = self.image.functions[code.function as usize].body else {
            return Ok(());
        };
        let data = body.call(call.origin);
        let signature = module.signatures.get(data.signature);
        let passing = data.abi.map(|abi| &**module.passing(abi));
        let (arguments, result_address) = match passing {
            None => (self.plain_values(module, signature, &call.arguments, base)?, None),
            Some(passing) => self.lowered_values(signature, &call.arguments, passing, base)?,
        };
        let bytes = match self.call_host(function, &arguments, host)? {
            HostResult::Nothing => Vec::new(),
            HostResult::Scalar(bits) => bits.to_le_bytes().to_vec(),
            HostResult::Aggregate(bytes) => bytes,
            HostResult::Wait(wait) => return self.wait(wait),
        };
        let cut = |size: u64| &bytes[..bytes.len().min(size as usize)];
        match &call.result {
            ResultStep::Bytes { address, bytes: size } => {
                let address = self.address(base, *address)?;
                self.memory.put(address, cut(*size))?;
            }
            ResultStep::Scalars(takes) => {
                if let (Some(address), Some(passing)) = (result_address, passing) {
                    self.memory.put(address, cut(passing.abi.result.size))?;
                }
                let parts = passing.map_or(&[][..], |passing| passing.abi.result.parts());
                for (number, take) in takes.iter().enumerate() {
                    let (offset, length) = match parts.get(number) {
                        Some(part) => (part.offset as usize, part.len as usize),
                        None => (0, 16),
                    };
                    let piece = bytes.get(offset..bytes.len().min(offset + length)).unwrap_or_default();
                    let mut bits = [0; 16];
                    bits[..piece.len()].copy_from_slice(piece);
                    self.take_bits(base, *take, u128::from_le_bytes(bits));
                }
            }
        }
        Ok(())
    }

    fn take_bits(&mut self, base: usize, take: Take, bits: u128) {
        if let Take::Scalar { to, form, wide } = take {
            let to = base + to as usize;
            self.cells[to] = Cell::defined(form.fit(bits as u64));
            if wide {
                self.cells[to + 1] = Cell::defined((bits >> 64) as u64);
            }
        }
    }

    /// Before the ABI pass a call passes the values of its signature.
    fn plain_values(
        &self,
        module: &Module,
        signature: &Signature,
        passes: &[Pass],
        base: usize,
    ) -> Result<Vec<HostValue>, Problem> {
        let mut values = Vec::with_capacity(passes.len());
        for (ty, pass) in signature.parameters.iter().zip(passes) {
            values.push(match (*ty, *pass) {
                (Type::Scalar(scalar), Pass::Scalar { from, wide }) => {
                    let (bits, undefined_bits) = self.passed_bits(base, from, wide);
                    if undefined_bits != 0 {
                        return Err(undefined("an argument of a C function"));
                    }
                    HostValue::Scalar(scalar, bits)
                }
                (Type::Aggregate(_), Pass::Bytes { address, .. }) => {
                    let address = self.address(base, address)?;
                    let (bytes, _) = self.memory.bytes(address, module.types.layout(*ty).size)?;
                    HostValue::Aggregate(bytes)
                }
                (Type::Scalar(_), Pass::Bytes { .. }) | (Type::Aggregate(_), Pass::Scalar { .. }) => {
                    return Err(wrong_kind());
                }
            });
        }
        Ok(values)
    }

    /// After it, parts and addresses are put together as the description says. The second result is where the
    /// result's bytes go, if the caller gives an address.
    fn lowered_values(
        &self,
        signature: &Signature,
        passes: &[Pass],
        passing: &Passing,
        base: usize,
    ) -> Result<(Vec<HostValue>, Option<u64>), Problem> {
        let at = |position: usize| passes.get(position).copied().ok_or_else(wrong_kind);
        let result = match passing.list.result_address() {
            Some(position) => Some(self.passed_address(base, at(position)?)?),
            None => None,
        };
        let mut values = Vec::with_capacity(passing.abi.params.len());
        let described = passing.abi.params.iter().zip(passing.list.parameters());
        for (ty, (value, range)) in signature.parameters.iter().zip(described) {
            let (mut bytes, mut mask) = (Vec::new(), Vec::new());
            match &value.placement {
                Placement::Ignore | Placement::Sret { .. } => {}
                Placement::Parts(parts) => {
                    bytes.resize(value.size as usize, 0);
                    mask.resize(value.size as usize, 0);
                    for (part, position) in parts.iter().zip(range) {
                        let Pass::Scalar { from, wide } = at(position)? else {
                            return Err(wrong_kind());
                        };
                        let (bits, undefined_bits) = self.passed_bits(base, from, wide);
                        let (start, length) = (part.offset as usize, part.len as usize);
                        bytes[start..start + length].copy_from_slice(&bits.to_le_bytes()[..length]);
                        mask[start..start + length].copy_from_slice(&undefined_bits.to_le_bytes()[..length]);
                    }
                }
                Placement::Memory(Passed::ByPointer { .. } | Passed::OnStack { .. }) => {
                    let address = self.passed_address(base, at(range.start)?)?;
                    (bytes, mask) = self.memory.bytes(address, value.size)?;
                }
            }
            values.push(match *ty {
                Type::Aggregate(_) => HostValue::Aggregate(bytes),
                Type::Scalar(_) if mask.iter().any(|mask| *mask != 0) => {
                    return Err(undefined("an argument of a C function"));
                }
                Type::Scalar(scalar) => {
                    let mut bits = [0; 16];
                    bits[..bytes.len()].copy_from_slice(&bytes);
                    HostValue::Scalar(scalar, u128::from_le_bytes(bits))
                }
            });
        }
        Ok((values, result))
    }

    /// The bits of a scalar that is passed, and which of them nobody has set.
    fn passed_bits(&self, base: usize, from: u32, wide: bool) -> (u128, u128) {
        let from = base + from as usize;
        let low = self.cells[from];
        if !wide {
            return (u128::from(low.bits), u128::from(low.undefined));
        }
        let high = self.cells[from + 1];
        let both = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
        (both(low.bits, high.bits), both(low.undefined, high.undefined))
    }

    /// The address that is passed, or at which bytes lie that are.
    fn passed_address(&self, base: usize, pass: Pass) -> Result<u64, Problem> {
        match pass {
            Pass::Scalar { from: register, .. } | Pass::Bytes { address: register, .. } => self.address(base, register),
        }
    }
}

fn wrong_kind() -> Problem {
    Problem::new(FaultKind::SignatureMismatch, "the arguments of a C function are not those of its signature")
}
