//! Files of the store of which only parts are read. Each block has a checksum of its own, so that what is read is known to be what
//! was written, and nothing else costs anything. It owns this form; it must not know what is in a file.

use std::fs::File;
use std::hash::Hasher as _;
use std::ops::Range;
use std::path::Path;

use project::disk;
use rustc_hash::{FxHashMap, FxHasher};

use super::cache;

/// Begins each such file.
const MAGIC: &[u8; 8] = b"langblk1";

/// Magic, the compiler, how many bytes there are.
const HEADER: usize = 8 + 32 + 8;

/// With its checksum a block is a page.
const BLOCK: usize = 4096 - SUM;

const SUM: usize = 8;

/// Words of eight bytes at multiples of eight never lie in two blocks.
const _: () = assert!(BLOCK.is_multiple_of(8));

/// An open file.
pub(crate) struct Blocks {
    file: File,
    compiler: [u8; 32],
    length: u64,
    /// Those that were read.
    known: FxHashMap<u64, Vec<u8>>,
}

/// Keeps `bytes` for the next build, as [`cache::write`] does.
pub(crate) fn write(folder: &Path, name: &str, compiler: &[u8; 32], bytes: &[u8]) {
    let length = bytes.len() as u64;
    let mut whole = Vec::with_capacity(place(length) as usize + SUM);
    whole.extend_from_slice(MAGIC);
    whole.extend_from_slice(compiler);
    whole.extend_from_slice(&length.to_le_bytes());
    for (number, block) in bytes.chunks(BLOCK).enumerate() {
        whole.extend_from_slice(block);
        whole.extend_from_slice(&checksum(compiler, length, number as u64, block));
    }
    cache::put(folder, name, &whole);
}

impl Blocks {
    /// What `write` was last given under this name by the same build of the compiler. Nothing of it was read yet.
    pub(crate) fn open(folder: &Path, name: &str, compiler: &[u8; 32]) -> Option<Blocks> {
        let (file, on_disk) = disk::open_own(&folder.join(name)).ok()?;
        let mut header = [0; HEADER];
        disk::read_at(&file, &mut header, 0).ok()?;
        let length = u64_of(&header[40..])?;
        let is_whole = length <= on_disk && on_disk == end(length);
        if &header[..8] != MAGIC || &header[8..40] != compiler || !is_whole {
            return None;
        }
        Some(Blocks { file, compiler: *compiler, length, known: FxHashMap::default() })
    }

    /// How many bytes were written.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// How many blocks were read.
    #[cfg(test)]
    pub(crate) fn known_blocks(&self) -> usize {
        self.known.len()
    }

    /// Some bytes of what was written. None if it is damaged, or not so long.
    pub(crate) fn read(&mut self, range: Range<u64>) -> Option<Vec<u8>> {
        if range.start > range.end || range.end > self.length {
            return None;
        }
        let mut bytes = Vec::with_capacity((range.end - range.start) as usize);
        if range.is_empty() {
            return Some(bytes);
        }
        let numbers = range.start / BLOCK as u64..(range.end - 1) / BLOCK as u64 + 1;
        self.fetch(numbers.clone())?;
        for number in numbers {
            let start = number * BLOCK as u64;
            let block = self.known.get(&number)?;
            let from = range.start.saturating_sub(start) as usize;
            let to = block.len().min((range.end - start) as usize);
            bytes.extend_from_slice(block.get(from..to)?);
        }
        Some(bytes)
    }

    /// Eight bytes at a multiple of eight.
    pub(crate) fn word(&mut self, at: u64) -> Option<u64> {
        let number = at / BLOCK as u64;
        if at >= self.length {
            return None;
        }
        if !self.known.contains_key(&number) {
            self.fetch(number..number + 1)?;
        }
        u64_of(self.known.get(&number)?.get((at % BLOCK as u64) as usize..)?)
    }

    /// A block and its checksum, if they belong together.
    fn checked<'block>(&self, number: u64, (block, sum): (&'block [u8], &[u8])) -> Option<&'block [u8]> {
        (checksum(&self.compiler, self.length, number, block) == sum).then_some(block)
    }

    /// Reads the blocks that are not known yet, those in a row at once.
    fn fetch(&mut self, numbers: Range<u64>) -> Option<()> {
        let mut next = numbers.start;
        while next < numbers.end {
            if self.known.contains_key(&next) {
                next += 1;
                continue;
            }
            let count = (next..numbers.end).take_while(|number| !self.known.contains_key(number)).count() as u64;
            let from = place(next * BLOCK as u64);
            let to = end(self.length.min((next + count) * BLOCK as u64));
            let mut bytes = vec![0; (to - from) as usize];
            disk::read_at(&self.file, &mut bytes, from).ok()?;
            for block in bytes.chunks(BLOCK + SUM) {
                let block = block.split_at(block.len().checked_sub(SUM)?);
                self.known.insert(next, self.checked(next, block)?.to_vec());
                next += 1;
            }
        }
        Some(())
    }
}

/// Where in the file a block begins whose bytes begin there.
fn place(at: u64) -> u64 {
    HEADER as u64 + at / BLOCK as u64 * (BLOCK + SUM) as u64
}

/// Where in the file the last block of so many bytes ends.
fn end(length: u64) -> u64 {
    HEADER as u64 + length + length.div_ceil(BLOCK as u64) * SUM as u64
}

fn checksum(compiler: &[u8; 32], length: u64, number: u64, block: &[u8]) -> [u8; SUM] {
    let mut hasher = FxHasher::default();
    hasher.write(compiler);
    hasher.write_u64(length);
    hasher.write_u64(number);
    hasher.write(block);
    hasher.finish().to_le_bytes()
}

fn u64_of(bytes: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Blocks, write};

    const COMPILER: [u8; 32] = [7; 32];

    #[test]
    fn what_is_read_is_what_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let length = 5 * BLOCK + 1000;
        let bytes: Vec<u8> = (0..length).map(|at| (at * at / 7) as u8).collect();
        write(folder, "a", &COMPILER, &bytes);
        let open = || Blocks::open(folder, "a", &COMPILER);
        let mut blocks = open().expect("it was written");
        for (from, to) in [(0, 0), (10, 20), (BLOCK - 1, BLOCK + 1), (BLOCK, 2 * BLOCK), (20, length), (length, length)]
        {
            let read = blocks.read(from as u64..to as u64);
            assert_eq!(read.as_deref(), Some(&bytes[from..to]), "{from} {to}");
        }
        for at in [0, BLOCK - 8, BLOCK, length - 8] {
            let word = blocks.word(at as u64).map(u64::to_le_bytes);
            assert_eq!(word.as_ref().map(|word| &word[..]), Some(&bytes[at..at + 8]), "{at}");
        }
        assert!(blocks.read(0..length as u64 + 1).is_none() && blocks.word(length as u64).is_none());
        assert!(Blocks::open(folder, "a", &[8; 32]).is_none() && Blocks::open(folder, "b", &COMPILER).is_none());
        for empty in [&[][..], &bytes[..BLOCK]] {
            write(folder, "b", &COMPILER, empty);
            let read = Blocks::open(folder, "b", &COMPILER).and_then(|mut all| all.read(0..empty.len() as u64));
            assert_eq!(read.as_deref(), Some(empty));
        }
    }

    /// Each byte of the file is flipped, it ends at each place, and blocks change places.
    #[test]
    fn damage_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let bytes: Vec<u8> = (0..2 * BLOCK + 100).map(|at| (at % 251) as u8).collect();
        write(folder, "a", &COMPILER, &bytes);
        let whole = std::fs::read(folder.join("a")).expect("it was written");
        let read = |file: &[u8]| {
            std::fs::write(folder.join("a"), file).expect("a writable folder");
            Blocks::open(folder, "a", &COMPILER).and_then(|mut blocks| blocks.read(0..bytes.len() as u64))
        };
        assert_eq!(read(&whole).as_deref(), Some(&*bytes));
        for at in (0..whole.len()).filter(|at| at % 7 == 0 || *at < 100) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            assert_eq!(read(&damaged), None, "byte {at}");
        }
        for end in [0, 10, 47, 48, 100, BLOCK + 56, whole.len() - 1] {
            assert_eq!(read(&whole[..end]), None, "up to {end}");
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert_eq!(read(&longer), None);
        let mut changed = whole.clone();
        let (first, second) = changed[48..].split_at_mut(BLOCK + 8);
        first.swap_with_slice(&mut second[..BLOCK + 8]);
        assert_eq!(read(&changed), None);
        // What nobody reads harms nobody.
        let mut damaged = whole;
        damaged[48 + BLOCK + 20] ^= 1;
        assert_eq!(read(&damaged), None);
        let mut blocks = Blocks::open(folder, "a", &COMPILER).expect("it has its length");
        assert_eq!(blocks.read(0..10).as_deref(), Some(&bytes[..10]));
        assert!(blocks.word(BLOCK as u64).is_none() && blocks.word(0).is_some());
    }
}
