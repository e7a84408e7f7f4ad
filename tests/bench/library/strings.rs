//! The program of strings.lang in Rust: texts built.

use std::fmt::Write;

fn main() {
    let mut text = String::new();
    for i in 0..1000000i64 {
        text.push_str("line ");
        let _ = write!(text, "{}", i * 7 % 1013);
        let _ = writeln!(text, ", value {i}");
    }
    let mut sum = text.len();
    let parts: Vec<String> = (0..200000).map(|n| n.to_string()).collect();
    sum += parts.join(", ").len();
    let replaced = text.replace("value 9", "worth nine");
    sum += replaced.len();
    if let Some(at) = replaced.find("worth nine99999") {
        sum += at;
    }
    println!("{sum}");
}
