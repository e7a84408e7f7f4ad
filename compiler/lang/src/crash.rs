//! What an internal error looks like to the user: that it is not his mistake, and what to send to whom. It owns the panic
//! hook; it must not try to go on.

use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;

/// Replaces Rust's message, which speaks of threads and of files that users do not have.
pub fn install() {
    std::panic::set_hook(Box::new(report));
}

fn report(panic: &PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("no message was given");
    let place = panic
        .location()
        .map(|place| format!(" ({}:{})", place.file(), place.line()))
        .unwrap_or_default();
    let command: Vec<String> = std::env::args().collect();
    eprintln!("\nerror: internal error: {message}{place}");
    eprintln!(
        "  This is a mistake in the compiler, not in your program. Please report it to the project's issue tracker with"
    );
    eprintln!("  the lines above, the smallest program that shows it, and:");
    eprintln!(
        "  lang {}, {}-{}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS
    );
    eprintln!("  command: {}", command.join(" "));
    if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
        eprintln!("{}", Backtrace::force_capture());
    } else {
        eprintln!("  With RUST_BACKTRACE=1 in the environment it also says where it came from.");
    }
}
