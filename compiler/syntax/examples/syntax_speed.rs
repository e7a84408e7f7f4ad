//! How fast the parser is: `cargo run --release -p syntax --example syntax_speed FILE` prints lines per second, best of a few
//! rounds. One thread does all of the work, so a second is a second of processor time.

use std::time::Instant;

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: speed FILE");
        std::process::exit(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(2);
        }
    };
    let lines = text.lines().count();
    let chunks: Vec<&str> = text.split_inclusive("}\n\n").collect();
    let by_chunk = (0..20)
        .map(|_| {
            let start = Instant::now();
            let nodes: usize = chunks.iter().map(|chunk| syntax::parse(chunk).node_limit()).sum();
            (start.elapsed().as_secs_f64(), nodes)
        })
        .min_by(|left, right| left.0.total_cmp(&right.0));
    if let Some((seconds, _)) = by_chunk {
        println!("{} items one by one: {:.1} ms", chunks.len(), seconds * 1e3);
    }
    let best = (0..20)
        .map(|_| {
            let start = Instant::now();
            let parse = syntax::parse(&text);
            let elapsed = start.elapsed().as_secs_f64();
            (elapsed, parse.token_count(), parse.node_limit(), parse.errors().len())
        })
        .min_by(|left, right| left.0.total_cmp(&right.0));
    if let Some((seconds, tokens, nodes, errors)) = best {
        println!("{lines} lines, {} bytes, {tokens} tokens, {nodes} nodes, {errors} errors", text.len());
        println!("{:.1} ms, {:.0} lines per second", seconds * 1e3, lines as f64 / seconds);
    }
    let formatted = (0..5)
        .map(|_| {
            let start = Instant::now();
            let text = syntax::format(&text);
            (start.elapsed().as_secs_f64(), text.len())
        })
        .min_by(|left, right| left.0.total_cmp(&right.0));
    if let Some((seconds, length)) = formatted {
        println!("formatted into {length} bytes in {:.1} ms", seconds * 1e3);
    }
}
