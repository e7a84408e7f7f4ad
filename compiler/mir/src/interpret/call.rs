//! What goes over at a call and comes back. Owns the pairing of what one side passes with what the other takes, in
//! both forms; must not know steps.

use super::arithmetic::undefined;
use super::cell::Cell;
use super::code::{CalleeStep, Code, Pass, Register, ResultStep, ReturnStep, Take};
use super::fault::{FaultKind, Problem, Stop};
use super::host::Host;
use super::machine::{Entered, Machine, returned_from_panic};

impl Machine<'_> {
    /// Begins the call of an entry of the innermost call's code.
    pub(super) fn begin_call(&mut self, code: &Code, number: u32, host: &mut dyn Host) -> Result<(), Stop> {
        let call = &code.calls[number as usize];
        let base = self.frames.last().map_or(0, |frame| frame.base);
        let function = match call.callee {
            CalleeStep::Function(function) => function,
            CalleeStep::Address(register) => {
                let address = self.address(base, register)?;
                self.function_at(address)?
            }
        };
        if self.image.functions[function as usize].body.is_none() {
            return self.call_out(code, call, function, base, host);
        }
        let callee = self.enter(function, Entered::Call(number))?;
        if call.arguments.len() != callee.parameters.len() {
            return Err(self.mismatch("the number of arguments").into());
        }
        let (own, frame) = self.frames.last().map_or((0, 0), |frame| (frame.base, frame.address));
        for (pass, take) in call.arguments.iter().zip(&callee.parameters) {
            match (*pass, *take) {
                (Pass::Scalar { from, wide }, Take::Scalar { to, form, wide: taken }) if wide == taken => {
                    let (from, to) = (base + from as usize, own + to as usize);
                    self.cells[to] = form.fit_cell(self.cells[from]);
                    if wide {
                        self.cells[to + 1] = self.cells[from + 1];
                    }
                }
                (Pass::Bytes { address, bytes }, Take::Slot { offset }) => {
                    let from = self.address(base, address)?;
                    self.memory.copy(frame + u64::from(offset), from, bytes)?;
                }
                (Pass::Scalar { .. } | Pass::Bytes { .. }, Take::Scalar { .. } | Take::Slot { .. }) => {
                    return Err(self.mismatch("the kind of an argument").into());
                }
            }
        }
        Ok(())
    }

    /// Puts scalars where the innermost call expects its parameters.
    pub(super) fn give_cells(&mut self, cells: &[Cell]) -> Result<(), Problem> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (code, base) = (frame.code.clone(), frame.base);
        let mut cells = cells.iter();
        for take in &code.parameters {
            let Take::Scalar { to, form, wide } = *take else {
                return Err(self.mismatch("the kind of an argument"));
            };
            let to = base + to as usize;
            for number in 0..=usize::from(wide) {
                let Some(cell) = cells.next() else {
                    return Err(self.mismatch("the number of arguments"));
                };
                self.cells[to + number] = form.fit_cell(*cell);
            }
        }
        match cells.next() {
            None => Ok(()),
            Some(_) => Err(self.mismatch("the number of arguments")),
        }
    }

    /// Ends the innermost call.
    pub(super) fn end_call(&mut self, code: &Code, list: u32) -> Result<(), Problem> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (base, address, entered) = (frame.base, frame.address, frame.entered);
        let given = &code.returns[list as usize];
        match entered {
            Entered::Panic => return Err(returned_from_panic()),
            Entered::Thread => {}
            Entered::Host => match given {
                ReturnStep::Scalars(list) => {
                    self.returned.clear();
                    for pass in list {
                        if let Pass::Scalar { from, wide } = *pass {
                            let from = base + from as usize;
                            self.returned.extend(&self.cells[from..=from + usize::from(wide)]);
                        }
                    }
                }
                ReturnStep::Bytes { .. } | ReturnStep::Slot { .. } => {
                    return Err(self.mismatch("the kind of the result"));
                }
            },
            Entered::Call(number) => {
                let caller = &self.frames[self.frames.len() - 2];
                let (to, wanted) = (caller.base, caller.code.clone());
                self.give_back(given, (base, address), &wanted.calls[number as usize].result, to)?;
            }
        }
        self.memory.pop();
        self.frames.pop();
        Ok(())
    }

    /// Moves a result from the callee's cells or memory to the caller's.
    fn give_back(
        &mut self,
        given: &ReturnStep,
        (base, frame): (usize, u64),
        wanted: &ResultStep,
        to: usize,
    ) -> Result<(), Problem> {
        match (given, wanted) {
            (ReturnStep::Scalars(given), ResultStep::Scalars(wanted)) if given.len() == wanted.len() => {
                for (pass, take) in given.iter().zip(wanted) {
                    match (*pass, *take) {
                        (Pass::Scalar { from, wide }, Take::Scalar { to: own, form, wide: taken }) if wide == taken => {
                            let (from, own) = (base + from as usize, to + own as usize);
                            self.cells[own] = form.fit_cell(self.cells[from]);
                            if wide {
                                self.cells[own + 1] = self.cells[from + 1];
                            }
                        }
                        (Pass::Scalar { .. } | Pass::Bytes { .. }, Take::Scalar { .. } | Take::Slot { .. }) => {
                            return Err(self.mismatch("the kind of the result"));
                        }
                    }
                }
                Ok(())
            }
            (ReturnStep::Bytes { address, bytes }, ResultStep::Bytes { address: place, bytes: size }) => {
                let from = self.address(base, *address)?;
                let place = self.address(to, *place)?;
                self.memory.copy(place, from, *bytes.min(size))
            }
            (ReturnStep::Slot { offset, bytes }, ResultStep::Bytes { address: place, bytes: size }) => {
                let place = self.address(to, *place)?;
                self.memory.copy(place, frame + u64::from(*offset), *bytes.min(size))
            }
            (
                ReturnStep::Scalars(_) | ReturnStep::Bytes { .. } | ReturnStep::Slot { .. },
                ResultStep::Scalars(_) | ResultStep::Bytes { .. },
            ) => Err(self.mismatch("the kind of the result")),
        }
    }

    /// The defined address in a cell.
    pub(super) fn address(&self, base: usize, register: Register) -> Result<u64, Problem> {
        let cell = self.cells[base + register as usize];
        if cell.undefined == 0 { Ok(cell.bits) } else { Err(undefined("an address")) }
    }

    #[cold]
    fn mismatch(&self, what: &str) -> Problem {
        let name = self.frames.last().map_or("", |frame| self.image.functions[frame.code.function as usize].name);
        Problem::new(FaultKind::SignatureMismatch, format!("{what} that the caller of {name} has is not the callee's"))
    }
}
