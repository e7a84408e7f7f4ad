//! A module on disk: its headers, the names of its items, and the items. It owns the form, in which whoever asks for some names
//! reads these and what they need, however many others there are. It must not know what an item means, nor where the file lies.
//!
//! The words of eight bytes at the start ([`Head`]) say how long the parts behind them are: the headers; the lines that belong to
//! no item; the table of names, which is a hash table of places; the items in their order.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hasher as _;

use rustc_hash::{FxHashSet, FxHasher};

use super::headers::Headers;
use super::pieces::{Piece, pieces};
use crate::system::blocks::Blocks;

/// How many words of eight bytes the start has.
const HEAD: usize = 6;

/// Lengths and counts.
struct Head {
    /// Bytes of the headers, in postcard's form.
    headers: u64,
    /// Bytes of the lines of no item, in postcard's form: number and text of each that is not blank.
    lines_between: u64,
    /// Places in the table of names: 32 bits of a hash and, from the start of the bytes, where the item is; 0 where there is none.
    slots: u64,
    /// Bytes of the items.
    items: u64,
    /// How often lines end in the whole text.
    lines: u64,
    /// Bytes of the whole text.
    text: u64,
}

/// A module that can be read.
pub(super) struct Kept {
    blocks: Blocks,
    head: Head,
    headers: Headers,
    between: Vec<(u32, String)>,
}

/// An item.
struct Item {
    name: String,
    first_line: u32,
    text: String,
    needs: Vec<u32>,
}

/// A module in the form in which it is kept; none if it is too long for that, or blank for the most part.
pub(super) fn bytes(headers: &Headers, text: &str) -> Option<Vec<u8>> {
    u32::try_from(text.len()).ok()?;
    let found = pieces(text);
    let headers = headers.as_bytes();
    let between = postcard::to_stdvec(&between(text, &found)).ok()?;
    let named = found.iter().filter(|piece| !piece.name.is_empty()).count();
    let mut head = Head {
        headers: headers.len() as u64,
        lines_between: between.len() as u64,
        slots: (named * 4 / 3 + 1) as u64,
        items: 0,
        lines: memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64,
        text: text.len() as u64,
    };
    let mut places = Vec::with_capacity(found.len());
    let mut place = head.items_at();
    for piece in &found {
        places.push(u32::try_from(place).ok()?);
        place += item_length(piece) as u64;
    }
    u32::try_from(place).ok().filter(|length| u64::from(*length) >= head.text)?;
    head.items = place - head.items_at();
    let mut bytes = Vec::with_capacity(place as usize);
    for word in [head.headers, head.lines_between, head.slots, head.items, head.lines, head.text] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.extend_from_slice(headers);
    bytes.extend_from_slice(&between);
    bytes.resize(head.slots_at() as usize, 0);
    let mut slots = vec![0_u64; head.slots as usize];
    for (piece, place) in found.iter().zip(&places).filter(|(piece, _)| !piece.name.is_empty()) {
        let (mark, mut slot) = head.first_slot(piece.name);
        while slots[slot as usize] != 0 {
            slot = (slot + 1) % head.slots;
        }
        slots[slot as usize] = (u64::from(mark) << 32) | u64::from(*place);
    }
    bytes.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
    let mut line = 0;
    let mut end = 0;
    for piece in &found {
        let start = piece.range.start as usize;
        line += memchr::memchr_iter(b'\n', &text.as_bytes()[end..start]).count() as u32;
        end = piece.range.end as usize;
        for number in [item_length(piece) as u32, piece.name.len() as u32, line, piece.needs.len() as u32] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend(piece.needs.iter().flat_map(|need| places[*need as usize].to_le_bytes()));
        bytes.extend_from_slice(piece.name.as_bytes());
        bytes.extend_from_slice(&text.as_bytes()[start..end]);
        line += piece.lines;
    }
    Some(bytes)
}

/// The lines that belong to no item and are not blank, with their numbers.
fn between<'text>(text: &'text str, pieces: &[Piece<'_>]) -> Vec<(u32, &'text str)> {
    let mut between = Vec::new();
    let mut line = 0;
    let mut end = 0;
    let ends = pieces.iter().map(|piece| (piece.range.start as usize, piece.range.end as usize, piece.lines));
    for (start, next, lines) in ends.chain([(text.len(), text.len(), 0)]) {
        for found in text[end..start].split_inclusive('\n') {
            if found != "\n" {
                between.push((line, found));
            }
            line += 1;
        }
        line += lines;
        end = next;
    }
    between
}

/// Length, length of the name, line, how many it needs; their places, its name, its text.
const ITEM_HEAD: usize = 4 * 4;

fn item_length(piece: &Piece<'_>) -> usize {
    ITEM_HEAD + 4 * piece.needs.len() + piece.name.len() + piece.range.len()
}

impl Head {
    fn slots_at(&self) -> u64 {
        ((HEAD * 8) as u64 + self.headers + self.lines_between).next_multiple_of(8)
    }

    fn items_at(&self) -> u64 {
        self.slots_at() + 8 * self.slots
    }

    /// What marks a name in the table, and where it is looked for first.
    fn first_slot(&self, name: &str) -> (u32, u64) {
        let mut hasher = FxHasher::default();
        hasher.write(name.as_bytes());
        let hash = hasher.finish();
        (hash as u32, ((hash >> 32) * self.slots) >> 32)
    }
}

impl Kept {
    /// Nothing if it is damaged.
    pub fn open(mut blocks: Blocks) -> Option<Kept> {
        let mut words = [0; HEAD];
        for (number, word) in words.iter_mut().enumerate() {
            *word = blocks.word(number as u64 * 8)?;
            if *word > u64::from(u32::MAX) {
                return None;
            }
        }
        let [headers, lines_between, slots, items, lines, text] = words;
        let head = Head { headers, lines_between, slots, items, lines, text };
        let is_likely = head.slots > 0 && head.lines <= head.text && head.text <= blocks.length();
        if !is_likely || head.items_at() + head.items != blocks.length() {
            return None;
        }
        let start = (HEAD * 8) as u64;
        let bytes = blocks.read(start..start + head.headers + head.lines_between)?;
        let (headers, between) = bytes.split_at(head.headers as usize);
        let headers = Headers::from_bytes(headers.to_vec())?;
        let between = postcard::from_bytes(between).ok()?;
        Some(Kept { blocks, head, headers, between })
    }

    /// What it was made of.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The same, of a module that is not read further.
    pub fn into_headers(self) -> Headers {
        self.headers
    }

    /// How many bytes the whole text has.
    pub fn length(&self) -> u64 {
        self.head.text
    }

    /// The whole text. None if it is damaged.
    pub fn whole(&mut self) -> Option<String> {
        let mut items = Vec::new();
        let mut place = self.head.items_at();
        // One reading for all.
        self.blocks.read(place..self.blocks.length())?;
        while place < self.blocks.length() {
            let (item, length) = self.item(place)?;
            items.push(item);
            place += length;
        }
        self.text(items)
    }

    /// The text with blank lines in the place of the items that have none of the names and that none of those needs. None if what
    /// is read is damaged.
    pub fn only(&mut self, named: &HashSet<&str>) -> Option<String> {
        let mut found: BTreeMap<u32, Item> = BTreeMap::new();
        let mut asked: FxHashSet<u32> = FxHashSet::default();
        let mut queue = Vec::new();
        for name in named {
            let (mark, mut slot) = self.head.first_slot(name);
            for _ in 0..self.head.slots {
                let word = self.blocks.word(self.head.slots_at() + 8 * slot)?;
                let place = word as u32;
                if place == 0 {
                    break;
                }
                if (word >> 32) as u32 == mark && !found.contains_key(&place) {
                    let (item, _) = self.item(u64::from(place))?;
                    if item.name == **name && asked.insert(place) {
                        queue.extend_from_slice(&item.needs);
                        found.insert(place, item);
                    }
                }
                slot = (slot + 1) % self.head.slots;
            }
        }
        while let Some(place) = queue.pop() {
            if asked.insert(place) {
                let (item, _) = self.item(u64::from(place))?;
                queue.extend_from_slice(&item.needs);
                found.insert(place, item);
            }
        }
        self.text(found.into_values().collect())
    }

    /// An item and how many bytes it has.
    fn item(&mut self, place: u64) -> Option<(Item, u64)> {
        let head = self.blocks.read(place..place + ITEM_HEAD as u64)?;
        let number = |bytes: &[u8]| Some(u32::from_le_bytes(*bytes.first_chunk()?));
        let [length, name, first_line, needs] = [0, 4, 8, 12].map(|at| number(&head[at..]));
        let (length, name, needs) = (u64::from(length?), name? as usize, needs? as usize);
        if length < ITEM_HEAD as u64 {
            return None;
        }
        let rest = self.blocks.read(place + ITEM_HEAD as u64..place + length)?;
        let (needs, rest) = rest.split_at_checked(needs.checked_mul(4)?)?;
        let (name, text) = rest.split_at_checked(name)?;
        let text_of = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let needs = needs.chunks_exact(4).filter_map(number).collect();
        Some((Item { name: text_of(name)?, first_line: first_line?, text: text_of(text)?, needs }, length))
    }

    /// The text of items in their order, each on its lines.
    fn text(&self, items: Vec<Item>) -> Option<String> {
        let lines = self.head.lines as usize;
        let length: usize = items.iter().map(|item| item.text.len()).sum();
        let mut text = Vec::with_capacity(lines + length);
        let mut line = 0;
        let mut between = self.between.iter().peekable();
        let mut items = items.iter().peekable();
        loop {
            let next_between = between.peek().map(|(line, _)| *line);
            let next_item = items.peek().map(|item| item.first_line);
            let (first, next) = match (next_between, next_item) {
                (Some(number), item) if item.is_none_or(|item| number < item) => (number, &between.next()?.1),
                (_, Some(number)) => (number, &items.next()?.text),
                (_, None) => break,
            };
            let blank = (first as usize).checked_sub(line).filter(|blank| *blank <= lines)?;
            text.resize(text.len() + blank, b'\n');
            text.extend_from_slice(next.as_bytes());
            line = first as usize + memchr::memchr_iter(b'\n', next.as_bytes()).count();
        }
        text.resize(text.len() + lines.checked_sub(line)?, b'\n');
        String::from_utf8(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::{Path, PathBuf};

    use super::super::pieces::Piece;
    use super::super::pieces::tests::TEXT;
    use super::{Kept, bytes, pieces};
    use crate::system::blocks::{self, Blocks};
    use crate::system::cache;

    const COMPILER: [u8; 32] = [7; 32];

    fn written(folder: &Path, text: &str) {
        let headers = super::Headers::of(&[PathBuf::from("/usr"), PathBuf::from("/nowhere/a.h")]).expect("texts");
        blocks::write(folder, "a", &COMPILER, &bytes(&headers, text).expect("it is short"));
    }

    fn open(folder: &Path) -> Option<Kept> {
        Kept::open(Blocks::open(folder, "a", &COMPILER)?)
    }

    /// The same by looking through the whole text.
    fn by_looking_through(text: &str, pieces: &[Piece<'_>], named: &HashSet<&str>) -> String {
        let mut needed = vec![false; pieces.len()];
        let mut queue: Vec<usize> = (0..pieces.len()).filter(|number| named.contains(pieces[*number].name)).collect();
        while let Some(number) = queue.pop() {
            if !std::mem::replace(&mut needed[number], true) {
                queue.extend(pieces[number].needs.iter().map(|need| *need as usize));
            }
        }
        let mut kept = String::new();
        let mut end = 0;
        for (piece, _) in pieces.iter().zip(&needed).filter(|(_, is_needed)| !**is_needed) {
            kept.push_str(&text[end..piece.range.start as usize]);
            kept.extend(std::iter::repeat_n('\n', piece.lines as usize));
            end = piece.range.end as usize;
        }
        kept.push_str(&text[end..]);
        kept
    }

    #[test]
    fn what_is_left_stands_where_it_stood() {
        let folder = tempfile::tempdir().expect("a folder");
        written(folder.path(), TEXT);
        let only = |named: &[&str]| {
            let named: HashSet<&str> = named.iter().copied().collect();
            open(folder.path()).and_then(|mut kept| kept.only(&named)).expect("it is whole")
        };
        let found = pieces(TEXT);
        let mut kept = open(folder.path()).expect("it was written");
        assert_eq!(kept.whole().as_deref(), Some(TEXT));
        assert_eq!(kept.length(), TEXT.len() as u64);
        let none = only(&[]);
        assert_eq!(
            none.split_whitespace().collect::<Vec<_>>().join(" "),
            "import extern \"m\" import std.c (Int) extern { }"
        );
        for used in ["far", "long_one", "point", "number", "SCALE", "closed", "nothing"] {
            let text = only(&[used]);
            assert_eq!(text, by_looking_through(TEXT, &found, &HashSet::from([used])));
            assert_eq!(text.lines().count(), TEXT.lines().count());
            for (left, whole) in text.lines().zip(TEXT.lines()) {
                assert!(left.is_empty() || left == whole, "{left:?} is not {whole:?}");
            }
            assert_eq!(text.contains(&format!(" {used}")), used != "nothing");
        }
        let far = only(&["far", "nothing"]);
        assert!(far.contains("impl point") && far.contains("SCALE") && !far.contains("long_one"));
    }

    /// A module of thousands of items: what is read of it is what is found by looking through it, and no more blocks than that needs.
    #[test]
    fn a_few_of_many_cost_little() {
        use std::fmt::Write as _;
        let mut text = "import std.c (Int)\n\nextern {\n".to_string();
        for number in 0..20_000 {
            let _ = write!(text, "  pub fn f{number}(x: Pointer[t{}]) -> Int\n\n", number / 7);
        }
        text.push_str("}\n");
        for number in 0..20_000 / 7 + 1 {
            let _ = write!(text, "\npub type copy t{number} {{\n  pub let next: Pointer[t{}]\n}}\n", number * 2 + 1);
        }
        let folder = tempfile::tempdir().expect("a folder");
        written(folder.path(), &text);
        let found = pieces(&text);
        let mut kept = open(folder.path()).expect("it was written");
        assert_eq!(kept.whole().as_ref(), Some(&text));
        for named in [vec!["f7", "f19999", "t3"], vec!["f100"], vec!["none"], vec!["t2857", "Int", "x"]] {
            let named: HashSet<&str> = named.into_iter().collect();
            let mut kept = open(folder.path()).expect("it was written");
            assert_eq!(kept.only(&named), Some(by_looking_through(&text, &found, &named)), "{named:?}");
            assert!(kept.blocks.known_blocks() < 60, "{named:?}: {}", kept.blocks.known_blocks());
        }
    }

    /// Whatever byte is wrong, what is read is right or nothing.
    #[test]
    fn damage_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let text = TEXT.repeat(3);
        written(folder, &text);
        let whole = std::fs::read(folder.join("a")).expect("it was written");
        let named = HashSet::from(["far"]);
        let right = open(folder).and_then(|mut kept| kept.only(&named));
        assert!(right.is_some());
        for at in (0..whole.len()).step_by(3) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            std::fs::write(folder.join("a"), &damaged).expect("a writable folder");
            assert_eq!(open(folder).and_then(|mut kept| kept.whole()), None, "byte {at}");
            let only = open(folder).and_then(|mut kept| kept.only(&named));
            assert!(only.is_none() || only == right, "byte {at}");
            std::fs::write(folder.join("a"), &whole[..at]).expect("a writable folder");
            assert!(open(folder).is_none(), "up to {at}");
        }
        // Numbers that nobody wrote, with right checksums.
        let headers = super::Headers::of(&[]).expect("texts");
        let bytes = bytes(&headers, &text).expect("it is short");
        for at in (0..bytes.len()).step_by(4) {
            for wrong in [0, 1, 0x7fff_ffff, u32::MAX] {
                let mut bytes = bytes.clone();
                let end = bytes.len().min(at + 4);
                bytes[at..end].copy_from_slice(&u32::to_le_bytes(wrong)[..end - at]);
                blocks::write(folder, "a", &COMPILER, &bytes);
                // Whatever comes of it, it comes to an end.
                let _ = open(folder).and_then(|mut kept| kept.whole());
                let _ = open(folder).and_then(|mut kept| kept.only(&named));
            }
        }
        cache::write(folder, "a", &COMPILER, b"another form");
        assert!(open(folder).is_none());
    }
}
