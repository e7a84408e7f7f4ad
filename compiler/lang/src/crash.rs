//! What an internal error looks like to the user: that it is not his mistake, and what to send to whom. It owns the panic
//! hook; it must not try to go on.

use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;

use source::printable;

use crate::output;

/// Replaces Rust's message, which speaks of threads and of files that users do not have.
pub fn install() {
    std::panic::set_hook(Box::new(report));
}

fn report(panic: &PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("no message was given");
    let place = panic.location().map(|place| format!(" ({}:{})", place.file(), place.line())).unwrap_or_default();
    let command: Vec<String> =
        std::env::args_os().map(|argument| printable::line(&argument.to_string_lossy()).into_owned()).collect();
    let origin = if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
        Backtrace::force_capture().to_string()
    } else {
        "  With RUST_BACKTRACE=1 in the environment it also says where it came from.".to_string()
    };
    // In one piece, and not by a macro that panics itself when nobody reads.
    output::say(&format!(
        "\nerror: internal error: {message}{place}\n\
        \x20 This is a mistake in the compiler, not in your program. Please report it to the project's issue tracker with\n\
        \x20 the lines above, the smallest program that shows it, and:\n\
        \x20 lang {}, {}-{}\n\
        \x20 command: {}\n{origin}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        command.join(" ")
    ));
}
