//! The program of map.lang in Rust: tables.

use std::collections::HashMap;

fn main() {
    let mut table: HashMap<i64, i64> = HashMap::new();
    let mut key: i64 = 1;
    for i in 0..1000000 {
        key = (key * 1103515245 + 12345) % 2147483648;
        table.insert(key, i);
    }
    let mut sum: i64 = 0;
    key = 1;
    let mut order = Vec::new();
    for i in 0..1000000 {
        key = (key * 1103515245 + 12345) % 2147483648;
        if let Some(value) = table.get(&key) {
            sum += value;
        }
        if table.contains_key(&(key + 1)) {
            sum += 1;
        }
        if i % 3 == 0 {
            table.remove(&key);
        } else {
            order.push(key);
        }
    }
    // Ours is gone through in the order of insertion; here the keys are kept for that.
    for k in order {
        if let Some(v) = table.get(&k) {
            sum = (sum * 31 + k + v) % 1000000007;
        }
    }
    let words: Vec<String> = (0..5000).map(|n| format!("word{n}")).collect();
    let mut counts: HashMap<String, i64> = HashMap::new();
    for i in 0..1000000usize {
        let word = &words[i * 7919 % 5000];
        if let Some(count) = counts.get_mut(word) {
            *count += 1;
        } else {
            counts.insert(word.clone(), 1);
        }
    }
    println!("{sum} {} {}", counts.len(), counts["word42"]);
}
