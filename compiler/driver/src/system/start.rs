//! The start of a program in this process. It owns what is made ready for it; it must not know how it came into memory.
//!
//! A program is started on the process's first thread, when all others have ended: then signals reach it, it may wait for
//! them, its stack is the one that the shell's limit is about, and it is alone, as in a process of its own.

use mir::LoadedProgram;

use super::ending;

/// Calls a program on this thread and gives its exit code. The first argument is the program's name.
pub fn start(program: Box<dyn LoadedProgram>, arguments: &[String]) -> i32 {
    ending::hand_over_signals();
    program.run(arguments)
}
