//! The loop: steps of one call, until it calls, returns or panics. Owns how each step changes cells and memory; must
//! not know frames or functions.

mod access;

use crate::scalar::Scalar;
use crate::site::Told;

use super::arithmetic::{binary, binary_float, checked, compare, compare_float, holds, unary, unary_float, undefined};
use super::cell::{Cell, is_wide};
use super::code::{Code, Register, Step, WideOperation};
use super::convert::convert;
use super::fault::{FaultKind, Problem};
use super::memory::Memory;
use super::observe::{Moment, Observer};
use super::wide::{Outcome, Wide, operate};

/// Why the loop is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// To a function, by this entry of the calls.
    Call(u32),
    /// To the caller, by this entry of the returns.
    Return(u32),
    /// A check failed.
    Panic {
        /// Where.
        site: u32,
        /// The operands of the check, if they are told.
        told: Option<(Told, [u64; 2])>,
    },
    /// To another thread; the step at hand has not begun.
    Pause,
}

impl Transfer {
    /// A check failed that has no index to tell.
    fn panic(site: u32) -> Transfer {
        Transfer::Panic { site, told: None }
    }
}

/// The state of one call.
pub struct Activation<'machine> {
    pub code: &'machine Code,
    pub cells: &'machine mut [Cell],
    pub memory: &'machine mut Memory,
    /// What offsets of slots are added to.
    pub frame: u64,
    /// How many steps are left to the program.
    pub fuel: &'machine mut u64,
    /// How many points are left at which another thread could go on.
    pub turn: &'machine mut u64,
    /// Who looks on, and the symbol of the function.
    pub observer: Option<(&'machine mut dyn Observer, &'machine str)>,
}

/// How many bytes are moved in the time of one step.
const BYTES_PER_STEP: u64 = 32;

impl Activation<'_> {
    /// Shows the next step to who looks on.
    fn show(&mut self, next: usize) {
        let Some((observer, function)) = &mut self.observer else { return };
        observer.at(&Moment {
            function,
            is_first: next == 0,
            source: self.code.sources[next],
            frame: self.frame,
            memory: self.memory,
            layout: &self.code.layout,
        });
    }

    /// Runs from a step on. `position` is behind the last step that was begun. Where borrows are watched, memory is told
    /// before each step where the program is.
    pub fn run<const WATCHED: bool>(&mut self, position: &mut usize) -> Result<Transfer, Problem> {
        let steps = self.code.steps.as_slice();
        let mut next = *position;
        let mut fuel = *self.fuel;
        let result = loop {
            let step = steps[next];
            if WATCHED {
                self.memory.at(self.code.function, self.code.sources[next]);
                self.show(next);
                if is_point(step, next) {
                    if *self.turn == 0 {
                        break Ok(Transfer::Pause);
                    }
                    *self.turn -= 1;
                }
            }
            next += 1;
            if fuel == 0 {
                break Err(out_of_steps());
            }
            fuel -= 1;
            let done = match step {
                Step::Jump { target } => {
                    next = target as usize;
                    Ok(())
                }
                Step::Move { start, count, target } => {
                    let moves = &self.code.moves[start as usize..(start + count) as usize];
                    for one in moves {
                        self.cells[one.to as usize] = self.cells[one.from as usize];
                    }
                    next = target as usize;
                    Ok(())
                }
                Step::Branch { condition, if_true, if_false } => {
                    match self.operand(condition, "the condition of a branch") {
                        Ok(condition) => {
                            next = if condition != 0 { if_true } else { if_false } as usize;
                            Ok(())
                        }
                        Err(problem) => Err(problem),
                    }
                }
                Step::Switch { value, table } => match self.operand(value, "the value of a switch") {
                    Ok(value) => {
                        let table = &self.code.tables[table as usize];
                        let found = table.cases.binary_search_by_key(&value, |(bits, _)| *bits);
                        next = found.map_or(table.default, |index| table.cases[index].1) as usize;
                        Ok(())
                    }
                    Err(problem) => Err(problem),
                },
                Step::Call { call } => break Ok(Transfer::Call(call)),
                Step::Return { list } => break Ok(Transfer::Return(list)),
                Step::Panic { site } => break Ok(Transfer::panic(site)),
                Step::Check { kind, form, width, told, left, right, site } => {
                    match self.operands(left, right, "an operand of a check") {
                        Ok((left, right)) => {
                            if !holds(kind, form, width, left, right) {
                                let told = told.map(|told| (told, [left, right]));
                                break Ok(Transfer::Panic { site, told });
                            }
                            Ok(())
                        }
                        Err(problem) => Err(problem),
                    }
                }
                Step::Checked { operator, form, to, left, right, site } => {
                    match self.operands(left, right, "an operand of arithmetic") {
                        Ok((left, right)) => match checked(operator, form, left, right) {
                            Some(bits) => {
                                self.set(to, bits);
                                Ok(())
                            }
                            None => break Ok(Transfer::panic(site)),
                        },
                        Err(problem) => Err(problem),
                    }
                }
                Step::Wide { operation, signed, to, left, right, site } => {
                    match self.wide(operation, signed, (to, left, right)) {
                        Ok(true) => Ok(()),
                        Ok(false) => break Ok(Transfer::panic(site)),
                        Err(problem) => Err(problem),
                    }
                }
                Step::Copy { to, from, bytes, align } => {
                    fuel = fuel.saturating_sub(bytes / BYTES_PER_STEP);
                    self.copy(to, from, bytes, align)
                }
                Step::Zero { to, bytes, align } => {
                    fuel = fuel.saturating_sub(bytes / BYTES_PER_STEP);
                    self.zero(to, bytes, align)
                }
                simple => self.simple(simple),
            };
            if let Err(problem) = done {
                break Err(problem);
            }
        };
        *position = next;
        *self.fuel = fuel;
        result
    }

    /// A step that neither leaves the loop nor jumps.
    #[inline(always)]
    fn simple(&mut self, step: Step) -> Result<(), Problem> {
        match step {
            Step::Constant { to, bits } => self.set(to, bits),
            Step::FrameAddress { to, offset } => self.set(to, self.frame + u64::from(offset)),
            Step::Beside { to, from, offset } => {
                let base = self.operand(from, "an address")?;
                self.set(to, base.wrapping_add(offset));
            }
            Step::Load { to, address, offset, access, align } => {
                let address = self.place(address, offset, align)?;
                return self.load(to, address, access);
            }
            Step::Store { from, address, offset, access, align } => {
                let address = self.place(address, offset, align)?;
                return self.store(from, address, access);
            }
            Step::Unary { operator, form, to, from } => {
                self.cells[to as usize] = unary(operator, form, self.cells[from as usize])?;
            }
            Step::UnaryFloat { operator, double, to, from } => {
                let bits = self.operand(from, "an operand of arithmetic")?;
                self.set(to, unary_float(operator, double, bits));
            }
            Step::Binary { operator, form, to, left, right } => {
                let (left, right) = (self.cells[left as usize], self.cells[right as usize]);
                self.cells[to as usize] = binary(operator, form, left, right)?;
            }
            Step::BinaryFloat { operator, double, to, left, right } => {
                let (left, right) = self.operands(left, right, "an operand of arithmetic")?;
                self.set(to, binary_float(operator, double, left, right));
            }
            Step::Compare { operator, signed, to, left, right } => {
                let (left, right) = self.operands(left, right, "an operand of a comparison")?;
                self.set(to, u64::from(compare(operator, signed, left, right)));
            }
            Step::CompareFloat { operator, double, to, left, right } => {
                let (left, right) = self.operands(left, right, "an operand of a comparison")?;
                self.set(to, u64::from(compare_float(operator, double, left, right)));
            }
            Step::Fit { to, from, form } => {
                self.cells[to as usize] = form.fit_cell(self.cells[from as usize]);
            }
            Step::Convert { to, from, source, target } => return self.convert(to, from, source, target),
            Step::Offset { to, base, index, scale } => {
                let (base, index) = self.operands(base, index, "a part of an address")?;
                self.set(to, base.wrapping_add(index.wrapping_mul(scale)));
            }
            Step::Select { to, condition, if_true, if_false, wide } => {
                let condition = self.operand(condition, "the condition of a choice")?;
                let from = if condition != 0 { if_true } else { if_false } as usize;
                self.cells[to as usize] = self.cells[from];
                if wide {
                    self.cells[to as usize + 1] = self.cells[from + 1];
                }
            }
            Step::Atomic { operator, access, to, address, from } => {
                return self.atomic(operator, access, (to, address, from));
            }
            Step::AtomicLoad { access, to, address } => return self.atomic_load(access, to, address),
            Step::CompareExchange { access, to, address, expected, replacement } => {
                return self.compare_exchange(access, (to, address), (expected, replacement));
            }
            Step::Tell { watch, to, address, bytes } => {
                let (address, bytes) = self.operands(address, bytes, "an address")?;
                let told = self.memory.tell(watch, address, bytes)?;
                self.set(to, told);
            }
            Step::Real { to, from, becomes_number } => {
                let cell = self.cells[from as usize];
                let bits = match becomes_number && cell.undefined == 0 {
                    true => self.memory.expose(cell.bits),
                    false => self.memory.real(cell.bits),
                };
                self.cells[to as usize] = Cell { bits, ..cell };
            }
            Step::NoSymbol { name } => return Err(self.no_symbol(name)),
            Step::Unreachable => {
                return Err(Problem::new(FaultKind::Unreachable, "control came to what is never reached"));
            }
            Step::Jump { .. }
            | Step::Move { .. }
            | Step::Branch { .. }
            | Step::Switch { .. }
            | Step::Call { .. }
            | Step::Return { .. }
            | Step::Panic { .. }
            | Step::Check { .. }
            | Step::Checked { .. }
            | Step::Wide { .. }
            | Step::Copy { .. }
            | Step::Zero { .. } => unreachable!("the loop does these itself"),
        }
        Ok(())
    }

    #[inline(always)]
    fn set(&mut self, to: Register, bits: u64) {
        self.cells[to as usize] = Cell::defined(bits);
    }

    /// The bits of a cell that must be defined.
    #[inline(always)]
    fn operand(&self, register: Register, what: &str) -> Result<u64, Problem> {
        let cell = self.cells[register as usize];
        if cell.undefined == 0 { Ok(cell.bits) } else { Err(undefined(what)) }
    }

    #[inline(always)]
    fn operands(&self, left: Register, right: Register, what: &str) -> Result<(u64, u64), Problem> {
        let (left, right) = (self.cells[left as usize], self.cells[right as usize]);
        if left.undefined | right.undefined == 0 { Ok((left.bits, right.bits)) } else { Err(undefined(what)) }
    }

    /// Two cells. Behind the last cell of a call there is one more, so that a narrow operand may be read as a wide one.
    fn wide_cells(&self, register: Register) -> Wide {
        let (low, high) = (self.cells[register as usize], self.cells[register as usize + 1]);
        Wide {
            bits: u128::from(low.bits) | u128::from(high.bits) << 64,
            undefined: u128::from(low.undefined) | u128::from(high.undefined) << 64,
        }
    }

    fn set_wide(&mut self, to: Register, wide: Wide) {
        self.cells[to as usize] = Cell { bits: wide.bits as u64, undefined: wide.undefined as u64 };
        self.cells[to as usize + 1] = Cell { bits: (wide.bits >> 64) as u64, undefined: (wide.undefined >> 64) as u64 };
    }

    /// Whether it did not panic.
    #[inline(never)]
    fn wide(
        &mut self,
        operation: WideOperation,
        signed: bool,
        (to, left, right): (Register, Register, Register),
    ) -> Result<bool, Problem> {
        let (left, right) = (self.wide_cells(left), self.wide_cells(right));
        match operate(operation, signed, left, right)? {
            Outcome::Wide(wide) => self.set_wide(to, wide),
            Outcome::Truth(truth) => self.set(to, u64::from(truth)),
            Outcome::Holds => {}
            Outcome::Panics => return Ok(false),
        }
        Ok(true)
    }

    #[inline(never)]
    fn convert(&mut self, to: Register, from: Register, source: Scalar, target: Scalar) -> Result<(), Problem> {
        if is_wide(target) && !source.is_float() {
            let cell = self.cells[from as usize];
            let extended = |bits: u64| match source.is_signed() {
                true => i128::from(bits.cast_signed()).cast_unsigned(),
                false => u128::from(bits),
            };
            let wide = Wide { bits: extended(cell.bits), undefined: extended(cell.undefined) };
            self.set_wide(to, wide);
            return Ok(());
        }
        let wide = self.wide_cells(from);
        let (bits, mask) = if is_wide(source) {
            (wide.bits, wide.undefined)
        } else {
            (wide.bits & u128::from(u64::MAX), wide.undefined & u128::from(u64::MAX))
        };
        if mask != 0 {
            return Err(undefined("a converted number"));
        }
        let bits = convert(bits, source, target);
        if is_wide(target) {
            self.set_wide(to, Wide { bits, undefined: 0 });
        } else {
            self.set(to, bits as u64);
        }
        Ok(())
    }

    #[cold]
    fn no_symbol(&self, name: u32) -> Problem {
        let name = &self.code.names[name as usize];
        Problem::new(FaultKind::NoSymbol, format!("{name} is neither in the program nor known to its host"))
    }
}

/// Whether other threads may go on before a step, because it matters who does or because it may come for ever.
fn is_point(step: Step, at: usize) -> bool {
    match step {
        Step::Atomic { .. } | Step::AtomicLoad { .. } | Step::CompareExchange { .. } | Step::Call { .. } => true,
        Step::Jump { target } | Step::Move { target, .. } => target as usize <= at,
        Step::Branch { if_true, if_false, .. } => if_true.min(if_false) as usize <= at,
        _ => false,
    }
}

#[cold]
fn out_of_steps() -> Problem {
    Problem::new(FaultKind::StepLimit, "the program takes more steps than it may; raise the limit or let it do less")
}
