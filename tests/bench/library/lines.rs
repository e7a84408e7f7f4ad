//! The program of lines.lang in Rust: lines and words counted.

use std::fmt::Write;

fn main() {
    let mut text = String::new();
    for i in 0..1000000 {
        let _ = writeln!(text, "the quick brown fox {} jumps over it", i % 97);
    }
    let (mut lines, mut words, mut bytes) = (0, 0, 0);
    for line in text.lines() {
        lines += 1;
        bytes += line.len();
        for word in line.split_whitespace() {
            if !word.is_empty() {
                words += 1;
            }
        }
    }
    println!("{lines} {words} {bytes}");
}
