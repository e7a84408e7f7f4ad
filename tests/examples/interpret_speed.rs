//! Speed of the interpreter on the benchmarks, by hand.
use mir::interpret::Limits;
fn main() {
    let steps: u64 = std::env::args()
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or(300_000_000);
    let only = std::env::args().nth(2);
    for program in tests::corpus::programs() {
        if !program.name.starts_with("bench/")
            || only.as_ref().is_some_and(|only| !program.name.contains(only.as_str()))
        {
            continue;
        }
        for lowered in [false, true] {
            let limits = Limits {
                steps,
                ..Limits::default()
            };
            let start = std::time::Instant::now();
            let ended = tests::interpret::interpret(&program.path, lowered, &limits).expect("it runs");
            let seconds = start.elapsed().as_secs_f64();
            let fault = ended.fault.map(|fault| fault.kind.to_string());
            println!(
                "{} {lowered} {} steps {:.1} s {:.0} M/s {fault:?}",
                program.name,
                ended.steps,
                seconds,
                ended.steps as f64 / seconds / 1e6
            );
        }
    }
}
