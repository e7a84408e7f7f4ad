//! Threads, mutexes and conditions, as C has them: what waits says so, and is called again when it need not wait any more. Must not know
//! clocks, nor who runs when.

use crate::interpret::fault::{FaultKind, Problem, Stop};
use crate::interpret::host::{HostResult, Wait};
use crate::interpret::machine::Machine;

use super::{Arguments, CLibrary, Table, i32_result};

const NOBODY: &str = "there is no such thread, or it has been joined or detached before";

pub const FUNCTIONS: Table = &[
    ("pthread_create", create),
    ("pthread_detach", |_, arguments, machine| {
        let thread = arguments.u64(0)?;
        match machine.memory.detach_thread(thread) {
            true => Ok(i32_result(0)),
            false => Err(Stop::Fault(arguments.wrong(NOBODY))),
        }
    }),
    ("pthread_join", join),
    ("pthread_mutex_lock", lock),
    ("pthread_mutex_unlock", |_, arguments, machine| match machine.memory.unlock(arguments.u64(0)?) {
        true => Ok(i32_result(0)),
        false => Err(Stop::Fault(arguments.wrong("the thread has not locked the mutex"))),
    }),
    ("pthread_cond_wait", wait),
    ("pthread_cond_signal", |_, arguments, machine| {
        machine.wake(arguments.u64(0)?, false);
        Ok(i32_result(0))
    }),
    ("pthread_cond_broadcast", |_, arguments, machine| {
        machine.wake(arguments.u64(0)?, true);
        Ok(i32_result(0))
    }),
];

fn create(_: &mut CLibrary, arguments: Arguments<'_>, machine: &mut Machine<'_>) -> Result<HostResult, Stop> {
    let (handle, start, data) = (arguments.u64(0)?, arguments.u64(2)?, arguments.u64(3)?);
    let thread = machine.begin_thread(start, data)?;
    machine.memory.put(handle, &(thread as u64).to_le_bytes())?;
    Ok(i32_result(0))
}

fn join(_: &mut CLibrary, arguments: Arguments<'_>, machine: &mut Machine<'_>) -> Result<HostResult, Stop> {
    let thread = arguments.u64(0)?;
    match usize::try_from(thread).ok().and_then(|thread| Some((thread, machine.has_ended(thread)?))) {
        Some((thread, false)) => Ok(HostResult::Wait(Wait::Thread(thread))),
        Some((_, true)) if machine.memory.join_thread(thread) => Ok(i32_result(0)),
        Some(_) | None => Err(Stop::Fault(arguments.wrong(NOBODY))),
    }
}

fn lock(_: &mut CLibrary, arguments: Arguments<'_>, machine: &mut Machine<'_>) -> Result<HostResult, Stop> {
    let mutex = arguments.u64(0)?;
    if machine.memory.lock(mutex)? {
        return Ok(i32_result(0));
    }
    if machine.memory.holder(mutex) == Some(machine.running()) {
        return Err(Stop::Fault(Problem::new(
            FaultKind::Deadlock,
            "the thread waits for a mutex that it has locked itself",
        )));
    }
    Ok(HostResult::Wait(Wait::Mutex(mutex)))
}

/// Unlocks the mutex and waits; once woken, it is called again and locks the mutex as soon as that is free.
fn wait(library: &mut CLibrary, arguments: Arguments<'_>, machine: &mut Machine<'_>) -> Result<HostResult, Stop> {
    let (condition, mutex, thread) = (arguments.u64(0)?, arguments.u64(1)?, machine.running());
    if library.waiting.contains(&thread) {
        if !machine.memory.lock(mutex)? {
            return Ok(HostResult::Wait(Wait::Mutex(mutex)));
        }
        library.waiting.remove(&thread);
        return Ok(i32_result(0));
    }
    if !machine.memory.unlock(mutex) {
        return Err(Stop::Fault(arguments.wrong("the thread has not locked the mutex")));
    }
    library.waiting.insert(thread);
    Ok(HostResult::Wait(Wait::Condition(condition)))
}
