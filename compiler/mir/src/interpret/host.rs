//! The seam to what is not in the program: functions and data of C. Owns the trait and the form in which values go
//! over it, which is that of the signature whatever the form of the caller; must not know any such function.

use crate::scalar::Scalar;

use super::fault::{Problem, Stop};
use super::machine::Machine;
use super::memory::Memory;

/// Provides what a program only declares.
pub trait Host {
    /// The function of a name, if there is one.
    fn find(&mut self, name: &str) -> Option<HostFunction>;

    /// The address of a datum of a name, if there is one. Asked once for each before the program begins.
    ///
    /// # Errors
    /// There is no memory for it.
    fn datum(&mut self, name: &str, memory: &mut Memory) -> Result<Option<u64>, Problem>;

    /// Calls a function. It reads and writes the machine's memory and may call back by [`Machine::call`].
    ///
    /// # Errors
    /// The program ends here, or the function was called as it may not be.
    fn call(
        &mut self,
        function: HostFunction,
        arguments: &[HostValue],
        machine: &mut Machine<'_>,
    ) -> Result<HostResult, Stop>;
}

/// A function of a host, by a number of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HostFunction(pub u32);

/// A value that is passed to a host's function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostValue {
    /// A scalar of a type.
    Scalar(Scalar, u128),
    /// The bytes of an aggregate.
    Aggregate(Vec<u8>),
}

/// What a host's function gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostResult {
    /// Nothing.
    Nothing,
    /// A scalar, by the bits of its type.
    Scalar(u128),
    /// The bytes of an aggregate.
    Aggregate(Vec<u8>),
    /// Nothing yet: the thread waits, and calls again then. The function has done nothing.
    Wait(Wait),
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The end of the thread of this number.
    Thread(usize),
    /// The mutex at this address.
    Mutex(u64),
    /// That somebody wakes it, who waits at the condition at this address.
    Condition(u64),
}

impl HostValue {
    /// An address.
    pub fn pointer(address: u64) -> HostValue {
        HostValue::Scalar(Scalar::Pointer, u128::from(address))
    }

    /// The bits of a scalar, extended by its sign.
    pub fn bits(&self) -> Option<u128> {
        match self {
            HostValue::Scalar(scalar, bits) => {
                let shift = 128 - scalar.bits();
                Some(if scalar.is_signed() {
                    ((bits << shift).cast_signed() >> shift).cast_unsigned()
                } else {
                    bits << shift >> shift
                })
            }
            HostValue::Aggregate(_) => None,
        }
    }
}
