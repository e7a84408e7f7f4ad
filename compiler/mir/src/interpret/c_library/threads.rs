//! Threads and mutexes. A thread runs to its end where it starts, which is one of the orders that are possible: what the
//! order hides, the clocks of `memory::races` find. A thread that has to wait for one that began before it cannot go on here,
//! which is a fault and not a wait. Must not know clocks.

use crate::interpret::fault::{FaultKind, Problem, Stop};
use crate::interpret::host::{HostResult, HostValue};
use crate::interpret::machine::Machine;

use super::{Arguments, CLibrary, Table, i32_result};

pub const FUNCTIONS: Table = &[
    ("pthread_create", create),
    ("pthread_join", |_, arguments, machine| {
        let thread = arguments.u64(0)?;
        match machine.memory.join_thread(thread) {
            true => Ok(i32_result(0)),
            false => Err(Stop::Fault(arguments.wrong("there is no such thread, or it has been joined before"))),
        }
    }),
    ("pthread_mutex_lock", |_, arguments, machine| {
        let mutex = arguments.u64(0)?;
        match machine.memory.lock(mutex)? {
            true => Ok(i32_result(0)),
            false => Err(Stop::Fault(Problem::new(
                FaultKind::Deadlock,
                "the mutex is locked by a thread that waits for this one, here where a thread runs to its end at once",
            ))),
        }
    }),
    ("pthread_mutex_unlock", |_, arguments, machine| match machine.memory.unlock(arguments.u64(0)?) {
        true => Ok(i32_result(0)),
        false => Err(Stop::Fault(arguments.wrong("the thread has not locked the mutex"))),
    }),
];

fn create(library: &mut CLibrary, arguments: Arguments<'_>, machine: &mut Machine<'_>) -> Result<HostResult, Stop> {
    let (handle, start, data) = (arguments.u64(0)?, arguments.u64(2)?, arguments.u64(3)?);
    let before = machine.memory.begin_thread();
    machine.call(start, &[HostValue::pointer(data)], library)?;
    let thread = machine.memory.end_thread(before);
    machine.memory.put(handle, &thread.to_le_bytes())?;
    Ok(i32_result(0))
}
