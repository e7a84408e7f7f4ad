//! Threads, one of which runs at a time. Owns who that is: at each point where it could matter, an atomic access, a call, a
//! turn of a loop, another may go on, as a seed says, so a run can be had again. Must not know clocks, nor C.

use super::borrows::Spot;
use super::cell::Cell;
use super::fault::{FaultKind, Problem, Stop, Trace};
use super::host::Wait;
use super::machine::{Entered, Frame, Machine};

/// Who may run.
#[derive(Debug)]
pub(super) struct Threads {
    /// What the order follows from.
    pub seed: u64,
    /// All threads, the first of which is that of `main`; none as long as there is only that.
    all: Vec<Thread>,
    /// The one that runs.
    current: usize,
    /// How many points it passes before another may go on.
    pub turn: u64,
    random: u64,
}

/// A thread. What it is doing stands in the machine while it runs, else here.
#[derive(Debug, Default)]
struct Thread {
    frames: Vec<Frame>,
    cells: Vec<Cell>,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ready,
    Waits(Wait),
    Ended,
}

impl Threads {
    /// One thread.
    pub fn new(seed: u64) -> Threads {
        Threads { seed, all: Vec::new(), current: 0, turn: u64::MAX, random: seed }
    }

    /// Whether there are several, or have been.
    pub fn are_several(&self) -> bool {
        !self.all.is_empty()
    }

    /// How many there were, those that have ended included.
    pub fn count(&self) -> usize {
        self.all.len().max(1)
    }

    /// The next number of the sequence that the seed begins (SplitMix64).
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// How long a thread goes on: mostly shortly, so that all orders of few steps come, and at times for long, so that one
    /// thread gets far while another stands in the middle of something.
    fn take_turn(&mut self) {
        let most = [1, 3, 30, 1000][(self.next() % 4) as usize];
        self.turn = 1 + self.next() % most;
    }
}

impl Machine<'_> {
    /// The thread that runs.
    pub fn running(&self) -> usize {
        self.threads.current
    }

    /// Whether a thread has ended, if there is such a thread.
    pub fn has_ended(&self, thread: usize) -> Option<bool> {
        self.threads.all.get(thread).map(|thread| thread.state == State::Ended)
    }

    /// Begins a thread that calls the function at an address with another one. Gives its number.
    ///
    /// # Errors
    /// There is no such function of the program, or no memory.
    pub fn begin_thread(&mut self, start: u64, data: u64) -> Result<usize, Stop> {
        let function = self.function_at(start)?;
        if self.threads.all.is_empty() {
            self.threads.all.push(Thread::default());
        }
        let number = self.memory.begin_thread();
        self.threads.all.push(Thread::default());
        let before = self.threads.current;
        self.change_to(number);
        let begun = self.enter(function, Entered::Thread).and_then(|_| self.give_cells(&[Cell::defined(data)]));
        self.change_to(before);
        begun?;
        self.threads.take_turn();
        Ok(number)
    }

    fn change_to(&mut self, thread: usize) {
        for thread in [self.threads.current, thread] {
            let parked = &mut self.threads.all[thread];
            std::mem::swap(&mut self.frames, &mut parked.frames);
            std::mem::swap(&mut self.cells, &mut parked.cells);
        }
        self.memory.change_to(thread);
        self.threads.current = thread;
    }

    /// The thread that runs is at its end; another goes on.
    pub(super) fn end_thread(&mut self) -> Result<(), Stop> {
        self.threads.all[self.threads.current].state = State::Ended;
        self.cells = Vec::new();
        self.go_on()
    }

    /// The thread that runs waits, and makes its call again then; another goes on.
    pub(super) fn wait(&mut self, wait: Wait) -> Result<(), Stop> {
        if self.is_called_back() {
            return Err(Stop::Fault(Problem::new(
                FaultKind::BadHostCall,
                "a thread waits within a function that C calls, where here no other thread can go on",
            )));
        }
        self.threads.all[self.threads.current].state = State::Waits(wait);
        self.step(-1);
        self.go_on()
    }

    /// Moves the innermost call of the thread that runs by a step.
    fn step(&mut self, by: isize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.position = frame.position.saturating_add_signed(by);
        }
    }

    /// Some thread that can goes on, maybe the same one.
    pub(super) fn go_on(&mut self) -> Result<(), Stop> {
        let can: Vec<usize> = (0..self.threads.all.len()).filter(|thread| self.can_go_on(*thread)).collect();
        if can.is_empty() {
            let problem = self.deadlock();
            // A fault stands at the step before, which is the call.
            self.step(1);
            return Err(Stop::Fault(problem));
        }
        let chosen = can[(self.threads.next() % can.len() as u64) as usize];
        self.threads.all[chosen].state = State::Ready;
        self.threads.take_turn();
        self.change_to(chosen);
        Ok(())
    }

    fn can_go_on(&self, thread: usize) -> bool {
        match self.threads.all[thread].state {
            State::Ready => true,
            State::Ended | State::Waits(Wait::Condition(_)) => false,
            State::Waits(Wait::Thread(other)) => self.threads.all[other].state == State::Ended,
            State::Waits(Wait::Mutex(mutex)) => self.memory.holder(mutex).is_none(),
        }
    }

    /// Wakes one of those that wait at a condition, or all.
    pub fn wake(&mut self, condition: u64, all: bool) {
        let waits = |thread: &usize| self.threads.all[*thread].state == State::Waits(Wait::Condition(condition));
        let mut waiting: Vec<usize> = (0..self.threads.all.len()).filter(waits).collect();
        if !all && waiting.len() > 1 {
            let chosen = self.threads.next() % waiting.len() as u64;
            waiting = vec![waiting[chosen as usize]];
        }
        for thread in waiting {
            self.threads.all[thread].state = State::Ready;
        }
    }

    /// Every thread waits.
    #[cold]
    fn deadlock(&self) -> Problem {
        let waiting = self.threads.all.iter().enumerate().filter_map(|(number, thread)| {
            Some(match thread.state {
                State::Waits(Wait::Thread(other)) => format!("thread {number} for the end of thread {other}"),
                State::Waits(Wait::Mutex(mutex)) => {
                    let holder = self.memory.holder(mutex).unwrap_or_default();
                    format!("thread {number} for a mutex that thread {holder} has locked")
                }
                State::Waits(Wait::Condition(_)) => format!("thread {number} for a change that nobody can make"),
                State::Ready | State::Ended => return None,
            })
        });
        let waiting: Vec<String> = waiting.collect();
        let mut problem =
            Problem::new(FaultKind::Deadlock, format!("every thread waits for another: {}", waiting.join(", ")));
        for (number, thread) in self.threads.all.iter().enumerate() {
            if number != self.threads.current
                && thread.state != State::Ended
                && let Some(frame) = thread.frames.last()
            {
                let source = frame.code.sources.get(frame.position).copied().unwrap_or_default();
                problem = problem.with(Trace::new("another waits", Spot { function: frame.code.function, source }));
            }
        }
        problem
    }

    /// Ends all threads but that of `main`, which leaves all its calls.
    pub(super) fn abandon_threads(&mut self) {
        if self.threads.are_several() {
            self.change_to(0);
            self.memory.forget_threads();
            self.threads = Threads::new(self.threads.seed);
        }
    }
}
