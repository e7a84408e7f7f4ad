//! Starting other programs so that none of them outlives this one, however it ends: each is told to die with the thread
//! that started it, which lives as long as the process, and each leads a group of its own, which is killed as a whole. It
//! owns who is running; it must not know what they are for.
//!
//! To be told so, a child must be a copy of this process for a moment, and copying takes time with what is in memory.
//! Workers are spared that: they tell the system themselves.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Output};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// A program that was started. Dropped, it runs on, but not longer than this one.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    known: Known,
}

/// The groups of all programs that are running.
static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn groups() -> MutexGuard<'static, Vec<u32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A place in the list of groups.
#[derive(Debug)]
struct Known(u32);

impl Drop for Known {
    fn drop(&mut self) {
        groups().retain(|group| *group != self.0);
    }
}

/// Starts a program.
pub(crate) fn start(command: Command) -> io::Result<Running> {
    by_the_starter(command, spawn_tied).map(Running::new)
}

/// Starts a worker, which asks the system by itself to die with the thread that started it.
pub(crate) fn start_worker(command: Command) -> io::Result<Running> {
    by_the_starter(command, spawn_free).map(Running::new)
}

/// Runs a program to its end and keeps what it prints.
pub(crate) fn output(mut command: Command) -> io::Result<Output> {
    use std::process::Stdio;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Running { child, known } = start(command)?;
    let output = child.wait_with_output();
    drop(known);
    output
}

/// The same; a program that has not ended after `limit` is killed, with all of its group. Says whether it ended in time.
pub(crate) fn output_within(mut command: Command, limit: Duration) -> io::Result<(Output, bool)> {
    use std::process::Stdio;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Running { child, known } = start(command)?;
    let (sender, end) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        // Nobody listens any more if something that left the group held the pipes for too long.
        let _ = sender.send(child.wait_with_output());
    })?;
    if let Ok(output) = end.recv_timeout(limit) {
        return Ok((output?, true));
    }
    kill_group(known.0);
    match end.recv_timeout(AFTER_KILLING) {
        Ok(output) => Ok((output?, false)),
        Err(_) => Ok((Output { status: ExitStatus::default(), stdout: Vec::new(), stderr: Vec::new() }, false)),
    }
}

/// So long the pipes of a killed group may stay open before what came through them is given up.
const AFTER_KILLING: Duration = Duration::from_secs(2);

impl Running {
    fn new(child: Child) -> Running {
        let known = Known(child.id());
        Running { child, known }
    }

    /// The pipes to it, as far as they were asked for and not taken yet.
    pub(crate) fn pipes(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take())
    }

    /// How it ended, if it has.
    pub(crate) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// Waits until it has ended.
    pub(crate) fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }

    /// Kills it and what it has started.
    pub(crate) fn kill(&mut self) -> io::Result<()> {
        kill_group(self.known.0);
        self.child.kill()
    }
}

/// Kills everything that is running; for the moment before this process ends. Nothing can be started any more.
pub(crate) fn kill_all() {
    let running = groups();
    for group in running.iter() {
        kill_group(*group);
    }
    std::mem::forget(running);
}

#[cfg(unix)]
fn kill_group(leader: u32) {
    let leader = i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(leader) = leader {
        // It may have ended by itself in this very moment, which is as good.
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_leader: u32) {}

/// How a command becomes a process.
type Spawn = fn(&mut Command) -> io::Result<Child>;

/// Starts a program, which is known before it can do anything: who kills all kills it too.
fn known(command: &mut Command, spawn: Spawn) -> io::Result<Child> {
    let mut running = groups();
    let child = spawn(command)?;
    running.push(child.id());
    Ok(child)
}

struct Order {
    command: Command,
    spawn: Spawn,
    answer: SyncSender<io::Result<Child>>,
}

/// Has a thread start the program that never ends before the process does: the system counts the death of the thread.
fn by_the_starter(command: Command, spawn: Spawn) -> io::Result<Child> {
    static STARTER: OnceLock<Result<Sender<Order>, io::ErrorKind>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (sender, orders) = mpsc::channel::<Order>();
        thread::Builder::new()
            .name("starter".to_string())
            .spawn(move || {
                for Order { mut command, spawn, answer } in orders {
                    // Whoever asked waits for the answer.
                    let _ = answer.send(known(&mut command, spawn));
                }
            })
            .map(|_| sender)
            .map_err(|error| error.kind())
    });
    let starter = starter.as_ref().map_err(|kind| io::Error::from(*kind))?;
    let (answer, child) = mpsc::sync_channel(1);
    let gone = || io::Error::other("the thread that starts programs is gone");
    starter.send(Order { command, spawn, answer }).map_err(|_| gone())?;
    child.recv().map_err(|_| gone())?
}

#[cfg(target_os = "linux")]
fn spawn_tied(command: &mut Command) -> io::Result<Child> {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
    use std::os::unix::process::CommandExt;
    let parent = getpid();
    let die_with_parent = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have died before it could be said.
        match getppid() {
            Some(found) if found == parent => Ok(()),
            Some(_) | None => Err(io::Error::from(io::ErrorKind::NotConnected)),
        }
    };
    command.process_group(0);
    // SAFETY: the closure runs between `fork` and `exec`, makes system calls only, and neither allocates nor locks.
    unsafe { command.pre_exec(die_with_parent) };
    command.spawn()
}

#[cfg(not(target_os = "linux"))]
fn spawn_tied(command: &mut Command) -> io::Result<Child> {
    spawn_free(command)
}

#[cfg(unix)]
fn spawn_free(command: &mut Command) -> io::Result<Child> {
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.spawn()
}

#[cfg(not(unix))]
fn spawn_free(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}
