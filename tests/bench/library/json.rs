//! The program of json.lang in Rust, with serde_json.

use serde_json::Value;
use std::fmt::Write;

fn document() -> String {
    let mut text = String::from("[");
    for i in 0..50000 {
        if i > 0 {
            text.push(',');
        }
        let _ = write!(text, "\n  {{\"active\": {}, \"id\": {i}, \"name\": \"user {i}\", ", i % 3 == 0);
        let _ = write!(text, "\"note\": \"said \\\"no {}\\\"\\nand left: caf\\u00e9\", ", i % 17);
        let _ = write!(
            text,
            "\"place\": {{\"latitude\": {}.{}25, \"longitude\": -{}.5}}, ",
            i % 89,
            i % 9 + 1,
            i % 179
        );
        let _ = write!(
            text,
            "\"score\": {}.{}5, \"tags\": [\"red\", \"green\", null, \"blue\"]}}",
            i * 7919 % 100000,
            i % 90 + 10
        );
    }
    text.push_str("\n]");
    text
}

/// The sum of the numbers, and how many bytes the texts and names have.
fn walk(value: &Value) -> (f64, usize) {
    let (mut sum, mut bytes) = (0.0, 0);
    match value {
        Value::Number(number) => sum = number.as_f64().unwrap(),
        Value::String(text) => bytes = text.len(),
        Value::Array(elements) => {
            for element in elements {
                let (more, length) = walk(element);
                sum += more;
                bytes += length;
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let (more, length) = walk(member);
                sum += more;
                bytes += name.len() + length;
            }
        }
        _ => {}
    }
    (sum, bytes)
}

fn main() {
    let text = document();
    for _ in 0..3 {
        let value: Value = serde_json::from_str(&text).unwrap();
        let (sum, bytes) = walk(&value);
        let written = value.to_string();
        let mut check: u64 = 0;
        for byte in written.bytes() {
            check = check.wrapping_mul(31).wrapping_add(byte as u64);
        }
        println!("{} {bytes} {} {check}", sum as i64, written.len());
    }
}
