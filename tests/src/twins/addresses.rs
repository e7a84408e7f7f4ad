//! Random texts that are read and shown as addresses of the Internet, beside Rust's `std::net`: addresses as they are written, with
//! parts gone, doubled or exchanged. Owns the texts; must not know how they are read.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};

use super::Twins;
use super::texts::Texts;

/// How many texts are read in a program.
const STEPS: usize = 120;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    Texts::repeated(seed, (LANGUAGE, RUST), STEPS, |random, texts| {
        let mut text = text(random);
        for _ in 0..[0, 0, 1, 1, 2, 3][random.usize(0..6)] {
            text = changed(random, &text);
        }
        texts.line(&format!("  read(\"{text}\")"), &format!("  read(\"{text}\");"));
    })
}

fn text(random: &mut fastrand::Rng) -> String {
    let ip = address(random);
    let port = [0, 80, 443, 8080, 65535, random.u16(..)][random.usize(0..6)];
    match (random.u8(0..4), ip) {
        (0, _) => ip.to_string(),
        (1, IpAddr::V6(ip)) => SocketAddrV6::new(ip, port, 0, random.u32(0..20)).to_string(),
        (2, IpAddr::V6(ip)) => {
            let parts: Vec<String> = ip.segments().iter().map(|part| format!("{part:04X}")).collect();
            parts.join(":")
        }
        (3, IpAddr::V6(ip)) => {
            // The last two parts as an address of version 4.
            let parts: Vec<String> = ip.segments()[..6].iter().map(|part| format!("{part:x}")).collect();
            format!("{}:{}", parts.join(":"), Ipv4Addr::from(random.u32(..)))
        }
        _ => SocketAddr::new(ip, port).to_string(),
    }
}

fn address(random: &mut fastrand::Rng) -> IpAddr {
    if random.u8(0..3) == 0 {
        return IpAddr::V4(Ipv4Addr::from(if random.bool() { random.u32(..) } else { random.u32(..0x300) }));
    }
    let zeros = random.u8(..);
    let mut parts: [u16; 8] =
        std::array::from_fn(|at| if zeros >> at & 1 == 0 { 0 } else { random.u16(..) >> random.u16(0..13) });
    if random.u8(0..6) == 0 {
        parts[..6].copy_from_slice(&[0, 0, 0, 0, 0, [0, 0xffff][random.usize(0..2)]]);
    }
    IpAddr::V6(Ipv6Addr::from(parts))
}

/// The text with something gone, doubled, put in or exchanged.
fn changed(random: &mut fastrand::Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.usize(0..=bytes.len());
    let pieces =
        [":", "::", ".", "0", "1", "f", "[", "]", "%", "%1", " ", "g", "256", "::1", "1.2.3.4", "00", ":0", "-"];
    match random.u8(0..4) {
        0 if at < bytes.len() => drop(bytes.remove(at)),
        1 if at < bytes.len() => bytes.insert(at, bytes[at]),
        2 if at < bytes.len() => bytes[at] = b":.0f[]1"[random.usize(0..7)],
        _ => {
            let piece = pieces[random.usize(0..pieces.len())].bytes();
            bytes.splice(at..at, piece);
        }
    }
    String::from_utf8(bytes).expect("all of it is ASCII")
}

const LANGUAGE: &str = "\
import std.net.address (IpAddress, SocketAddress)

fn read(text: ref String) {
  match IpAddress.parse(text) {
    case Ok(ip) -> print(\"${ip} ${ip.is_loopback()} ${ip.is_unspecified()} \")
    case Err(_) -> print(\"none \")
  }
  match SocketAddress.parse(text) {
    case Ok(address) -> println(\"${address} ${address.port} ${address.with_port(7)}\")
    case Err(_) -> println(\"none\")
  }
}

fn main {";

const RUST: &str = "\
use std::net::{IpAddr, SocketAddr};

fn read(text: &str) {
    match text.parse::<IpAddr>() {
        Ok(ip) => print!(\"{ip} {} {} \", ip.is_loopback(), ip.is_unspecified()),
        Err(_) => print!(\"none \"),
    }
    match text.parse::<SocketAddr>() {
        Ok(address) => {
            let mut other = address;
            other.set_port(7);
            println!(\"{address} {} {other}\", address.port());
        }
        Err(_) => println!(\"none\"),
    }
}
fn main() {";
