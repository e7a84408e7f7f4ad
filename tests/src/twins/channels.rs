//! Random lives of channels, beside Rust's `std::sync::mpsc`, and threads that send, or change parts of the same numbers, beside
//! `std::thread::scope`. Owns what happens; must not know how threads take turns: what is printed does not depend on it.

use super::Twins;
use super::texts::Texts;

/// How many lives a program has.
const STEPS: usize = 10;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    Texts::repeated(seed, (LANGUAGE, RUST), STEPS, |random, texts| match random.u8(0..3) {
        0 => {
            let (senders, capacity, count) = (random.u32(1..4), random.u32(1..5), random.u32(0..12));
            let (by, modulus) = (random.u32(1..50), random.u32(1..90));
            let call = format!("gather({senders}, {capacity}, {count}, {by}, {modulus})");
            texts.line(&format!("  {call}"), &format!("  {call};"));
        }
        1 => {
            let call = format!("divide({}, {}, {})", random.u32(0..40), random.u32(1..6), random.u32(1..9));
            texts.line(&format!("  {call}"), &format!("  {call};"));
        }
        _ => life(random, texts),
    })
}

/// What happens to one channel on one thread.
fn life(random: &mut fastrand::Rng, texts: &mut Texts) {
    let capacity = random.u32(1..4);
    texts.line("  {", "  {");
    texts.line(
        &format!("    let (s0, r) = channel[i64]({capacity})"),
        &format!("    let (s0, r) = sync_channel::<i64>({capacity});"),
    );
    let (mut senders, mut made, mut is_received) = (vec![0], 1, true);
    for _ in 0..random.u32(4..16) {
        let sender = (!senders.is_empty()).then(|| senders[random.usize(0..senders.len())]);
        match (random.u8(0..10), sender) {
            (0..=3, Some(sender)) => {
                let call = format!("    try_send(SENDER, {})", random.i32(0..100));
                texts.line(
                    &call.replace("SENDER", &format!("s{sender}")),
                    &format!("{};", call.replace("SENDER", &format!("&s{sender}"))),
                );
            }
            (4..=6, _) if is_received => texts.line("    try_receive(r)", "    try_receive(&r);"),
            (7, Some(sender)) => {
                let clone = format!("    let s{made} = s{sender}.clone()");
                texts.line(&clone, &format!("{clone};"));
                senders.push(made);
                made += 1;
            }
            (8, Some(sender)) => {
                texts.line(&format!("    end(s{sender})"), &format!("    drop(s{sender});"));
                senders.retain(|other| *other != sender);
            }
            (9, _) if is_received && random.bool() => {
                texts.line("    end(r)", "    drop(r);");
                is_received = false;
            }
            _ => {}
        }
    }
    if is_received {
        for sender in senders {
            texts.line(&format!("    end(s{sender})"), &format!("    drop(s{sender});"));
        }
        texts.line("    for n in r { print(\"${n} \") }", "    for n in r { print!(\"{n} \"); }");
    }
    texts.line("    println(\"end\")", "    println!(\"end\");");
    texts.line("  }", "  }");
}

const LANGUAGE: &str = "\
import std.thread (ReceiveError, Receiver, SendError, Sender, channel, parallel, parallel_map, scoped, spawn)

fn end[T](_value: T) {}

fn try_send(sender: ref Sender[i64], n: i64) {
  match move sender.try_send(n) {
    case Ok(()) -> println(\"sent ${n}\")
    case Err(SendError.Full(n)) -> println(\"full ${n}\")
    case Err(SendError.Closed(n)) -> println(\"closed ${n}\")
  }
}

fn try_receive(receiver: ref Receiver[i64]) {
  match receiver.try_receive() {
    case Ok(n) -> println(\"received ${n}\")
    case Err(ReceiveError.Empty) -> println(\"empty\")
    case Err(ReceiveError.Closed) -> println(\"closed\")
  }
}

fn gather(senders: i64, capacity: i64, count: i64, by: i64, modulus: i64) {
  let (sender, receiver) = channel[(i64, i64)](capacity)
  let mut threads = Array.new()
  for number in 0..senders {
    let mine = sender.clone()
    threads.push(spawn(fn move () -> i64 {
      let mut sum = 0
      for n in 0..count {
        let value = (n * by + number) % modulus
        sum += value
        mine.send((number, value)).unwrap()
      }
      sum
    }))
  }
  end(sender)
  let mut texts: Array[String] = Array.new()
  for _ in 0..senders { texts.push(\"\") }
  for (number, value) in receiver { texts[number] = texts[number] + \" ${value}\" }
  let mut total = 0
  for thread in move threads { total += thread.join() }
  println(\"${texts.join(\";\")} ${total}\")
}

fn divide(count: i64, parts: i64, by: i64) {
  let mut numbers: Array[i64] = (0..count).iter().collect()
  parallel(mut numbers, parts, fn (part) { for n in mut part { n = n * by + 1 } })
  let (left, right) = numbers.split_at(count / 2)
  let other = scoped(fn { right.iter().fold(0, fn (sum, n) { sum * 3 % 1009 + n }) })
  let sum = left.iter().fold(0, fn (sum, n) { sum + n })
  println(\"${sum} ${other.join()} ${parallel_map(numbers, parts, fn (n) { n % 7 }).join(\" \")}\")
}

fn main {";

const RUST: &str = "\
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};

fn try_send(sender: &SyncSender<i64>, n: i64) {
    match sender.try_send(n) {
        Ok(()) => println!(\"sent {n}\"),
        Err(TrySendError::Full(n)) => println!(\"full {n}\"),
        Err(TrySendError::Disconnected(n)) => println!(\"closed {n}\"),
    }
}

fn try_receive(receiver: &Receiver<i64>) {
    match receiver.try_recv() {
        Ok(n) => println!(\"received {n}\"),
        Err(TryRecvError::Empty) => println!(\"empty\"),
        Err(TryRecvError::Disconnected) => println!(\"closed\"),
    }
}

fn gather(senders: i64, capacity: usize, count: i64, by: i64, modulus: i64) {
    let (sender, receiver) = sync_channel::<(i64, i64)>(capacity);
    let mut threads = Vec::new();
    for number in 0..senders {
        let mine = sender.clone();
        threads.push(std::thread::spawn(move || {
            let mut sum = 0;
            for n in 0..count {
                let value = (n * by + number) % modulus;
                sum += value;
                mine.send((number, value)).unwrap();
            }
            sum
        }));
    }
    drop(sender);
    let mut texts = vec![String::new(); senders as usize];
    for (number, value) in receiver {
        texts[number as usize] += &format!(\" {value}\");
    }
    let total: i64 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    println!(\"{} {total}\", texts.join(\";\"));
}

fn divide(count: i64, parts: usize, by: i64) {
    let mut numbers: Vec<i64> = (0..count).collect();
    std::thread::scope(|scope| {
        for part in numbers.chunks_mut(1.max(count as usize / parts)) {
            scope.spawn(move || part.iter_mut().for_each(|n| *n = *n * by + 1));
        }
    });
    let (left, right) = numbers.split_at(count as usize / 2);
    let (sum, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| right.iter().fold(0, |sum, n| sum * 3 % 1009 + n));
        (left.iter().sum::<i64>(), other.join().unwrap())
    });
    let rests: Vec<String> = numbers.iter().map(|n| (n % 7).to_string()).collect();
    println!(\"{sum} {other} {}\", rests.join(\" \"));
}
fn main() {";
