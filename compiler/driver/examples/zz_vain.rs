//! scratch
use driver::crosscheck::borrows::{Verdict, judge_one, program, shrink};
fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<u64>().unwrap());
    let (first, end) = (arguments.next().unwrap(), arguments.next().unwrap());
    for seed in first..end {
        let text = program(seed, "p_");
        if let Verdict::Refused { codes, fault: None } = judge_one(&text, "p_") {
            let code = codes[0];
            if text.lines().count() > 40 {
                continue;
            }
            let small = shrink(
                &text,
                "p_",
                |v| matches!(v, Verdict::Refused { codes, fault: None } if codes.len() == 1 && codes[0] == code),
            );
            println!("//# {seed} {code} {}\n{small}", codes.len());
        }
    }
}
