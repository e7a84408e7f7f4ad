//! The bytes that are hashed. Owns their encoding; must not know what they say.

use std::hash::Hasher;

use super::Fingerprint;

/// Collects what is hashed, so that BLAKE3 sees one long piece. Numbers are written with seven bits per byte, low
/// ones first: most are small, and the encoding is the same on every host.
#[derive(Default)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    /// For an entry of a table, with room for most.
    pub fn of_an_entry() -> Bytes {
        Bytes(Vec::with_capacity(128))
    }

    pub fn text(&mut self, text: &str) {
        self.write_u32(text.len() as u32);
        self.write(text.as_bytes());
    }

    pub fn finish_all(&self) -> Fingerprint {
        *blake3::hash(&self.0).as_bytes()
    }
}

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn write_u8(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_i32(&mut self, number: i32) {
        self.write_u32(number as u32);
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number as u64);
    }

    /// The number of an enum's variant.
    fn write_isize(&mut self, variant: isize) {
        self.0.push(variant as u8);
    }

    fn finish(&self) -> u64 {
        unreachable!("fingerprints have 256 bits")
    }
}
