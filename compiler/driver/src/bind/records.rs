//! Structures and unions in the language. Owns the members that stand for what has no form, and the comparison: what is
//! written is laid out by `abi`, as the language does, and its size, alignment and every offset must be clang's. If they are
//! not, the record is written as bytes of that size and alignment.

use std::collections::HashSet;

use abi::{FieldSpec, RecordKind, RecordSpec, TyId};
use c::clang::wire::{Field, Kind, Record};

use super::accessors::{self, BitField};
use super::names::{Taken, member};
use super::text;
use super::types::{Extent, Types};

/// A record as it is written.
pub(super) struct Written {
    pub item: String,
    pub ty: TyId,
    /// Whether no member stands for something else.
    pub is_exact: bool,
    pub inside: Extent,
}

/// A member as it is written.
struct Member {
    lines: String,
    ty: TyId,
    /// In bytes.
    offset: u64,
    inside: Extent,
}

/// The attributes that a record may need.
const ATTRIBUTES: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

/// The item.
pub(super) fn written(types: &mut Types<'_>, index: u32) -> Result<Written, String> {
    let record = &types.answer.records[index as usize];
    let name = types.names.record(index).to_string();
    if record.size >= 1 << 32 || record.align > 1 << 16 {
        return Err("it is too large".to_string());
    }
    if !types.is_refused(&record.name) {
        let kind = if record.is_union { RecordKind::Union } else { RecordKind::Struct };
        // Where the language would leave other gaps than C, they are written.
        for fills_gaps in [false, true] {
            let (mut writing, is_exact) = members(types, record, fills_gaps);
            let inside = Extent::around(writing.members.iter().map(|member| member.inside));
            if inside.fits()
                && let Some((attributes, ty)) = laid_out(types, record, kind, &writing.members)
            {
                let methods = methods(types, record, &name, &mut writing, record.is_union);
                let item = item(&name, record.is_union, &attributes, &writing.members, &methods);
                return Ok(Written { item, ty, is_exact, inside });
            }
            if record.is_union {
                break;
            }
        }
    }
    as_bytes(types, record, &name)
}

fn item(name: &str, is_union: bool, attributes: &str, members: &[Member], methods: &str) -> String {
    let keyword = if is_union { "union" } else { "copy" };
    let body: String = members.iter().map(|member| member.lines.as_str()).collect();
    match (body.is_empty() && methods.is_empty(), is_union && !methods.is_empty()) {
        (true, _) => format!("{attributes}pub type {keyword} {name} {{}}\n"),
        (false, false) => format!("{attributes}pub type {keyword} {name} {{\n{body}{methods}}}\n"),
        // A union has fields only.
        (false, true) => {
            let methods = methods.trim_start_matches('\n');
            format!("{attributes}pub type {keyword} {name} {{\n{body}}}\n\nimpl {name} {{\n{methods}}}\n")
        }
    }
}

fn members<'a>(types: &mut Types<'a>, record: &'a Record, fills_gaps: bool) -> (Writing<'a>, bool) {
    let mut writing = Writing::new(record);
    let mut is_exact = true;
    for (number, field) in record.fields.iter().enumerate() {
        let what = field.name.clone().unwrap_or_else(|| format!("member {number}"));
        if let Some(width) = field.width {
            is_exact = false;
            let bits = if width == 1 { "bit" } else { "bits" };
            writing.hidden.push(format!("{what}: {width} {bits} at bit {}", field.offset_bits));
            writing.bits.push((field, width));
            if record.is_union {
                writing.fill(types, u64::from(width).div_ceil(8), 0);
            }
            continue;
        }
        let offset = field.offset_bits / 8;
        let size = types.answer.types[field.ty as usize].size.unwrap_or(0);
        match types.form(field.ty) {
            Ok(form) => {
                is_exact &= form.is_exact;
                if !record.is_union && (!writing.hidden.is_empty() || fills_gaps) {
                    writing.fill(types, offset.saturating_sub(writing.end), writing.end);
                }
                let comment = field.comment.as_deref().map(comment).unwrap_or_default();
                let note = form.note.iter().map(|why| format!("  # It leads to `()` here: {}\n", text::line(why)));
                let name = writing.taken.free(named(field, number));
                let lines = format!("{comment}{}  pub let @{name}: {}\n", note.collect::<String>(), form.text);
                writing.members.push(Member { lines, ty: form.ty, offset, inside: form.inside });
                writing.end = offset + size;
            }
            Err(_) if is_flexible(types, field) => {
                writing.hidden.push(format!("{what} begins at byte {offset} and has no length"));
            }
            Err(why) => {
                is_exact = false;
                writing.hidden.push(format!("{what}, {size} bytes at byte {offset}: {why}"));
                if record.is_union {
                    writing.fill(types, size, 0);
                }
            }
        }
    }
    if !record.is_union && (!writing.hidden.is_empty() || fills_gaps) {
        writing.fill(types, record.size.saturating_sub(writing.end), writing.end);
    }
    (writing, is_exact)
}

/// Those for what has no form of its own.
fn methods(types: &mut Types<'_>, record: &Record, name: &str, writing: &mut Writing<'_>, is_union: bool) -> String {
    let (mut methods, mut taken) = (String::new(), Taken::default());
    for bits in &writing.placed {
        let documented = bits.field.comment.as_deref().map(comment).unwrap_or_default();
        match accessors::of_bits(types, bits, &documented, &mut taken, is_union) {
            Ok(text) => methods.push_str(&text),
            Err(why) => {
                let what = bits.field.name.as_deref().unwrap_or_default();
                methods.push_str(&format!("\n  # No method reads `{what}`: {}.\n", text::line(&why)));
            }
        }
    }
    for field in &record.fields {
        if is_flexible(types, field) {
            let documented = field.comment.as_deref().map(comment).unwrap_or_default();
            methods.push_str(&accessors::of_array(types, name, field, &documented, &mut taken));
        }
    }
    methods
}

fn is_flexible(types: &Types<'_>, field: &Field) -> bool {
    matches!(types.kind(field.ty), Kind::Array { count: None, .. })
}

fn named(field: &Field, number: usize) -> String {
    field.name.as_deref().map_or_else(|| format!("anonymous_{number}"), member)
}

struct Writing<'a> {
    members: Vec<Member>,
    /// Their names, those of members to come included where they are not ours to choose.
    taken: Taken,
    theirs: HashSet<String>,
    /// Behind the last member, in bytes.
    end: u64,
    /// What has no form and is not written yet.
    hidden: Vec<String>,
    /// The bit-fields of that.
    bits: Vec<(&'a Field, u16)>,
    /// Those that have their bytes.
    placed: Vec<BitField<'a>>,
    count: usize,
}

impl<'a> Writing<'a> {
    fn new(record: &Record) -> Writing<'a> {
        Writing {
            members: Vec::new(),
            taken: Taken::default(),
            theirs: record.fields.iter().filter_map(|field| field.name.as_deref()).map(member).collect(),
            end: 0,
            hidden: Vec::new(),
            bits: Vec::new(),
            placed: Vec::new(),
            count: 0,
        }
    }

    /// Bytes for what has no form, with words for it.
    fn fill(&mut self, types: &mut Types<'_>, bytes: u64, offset: u64) {
        let mut lines: String = self.hidden.drain(..).map(|what| format!("  # {}\n", text::line(&what))).collect();
        if bytes > 0 {
            let name = self.opaque();
            lines.push_str(&format!("  pub let @{name}: [u8; {bytes}]\n"));
            let ty = types.declarations.arena.array(TyId::U8, bytes);
            let inside = Extent::around([Extent::SINGLE]);
            self.members.push(Member { lines, ty, offset, inside });
            self.end = offset + bytes;
            let place = |(field, width)| BitField { field, width, bytes: name.clone(), start: offset, count: bytes };
            self.placed.extend(self.bits.drain(..).map(place));
        } else if let Some(last) = self.members.last_mut() {
            last.lines.push_str(&lines);
            self.bits.clear();
        }
    }

    fn opaque(&mut self) -> String {
        let mut name = format!("opaque_{}", self.count);
        self.count += 1;
        while self.theirs.contains(&name) {
            name.push('_');
        }
        self.taken.free(name)
    }
}

fn comment(comment: &str) -> String {
    let lines = text::lines(comment);
    lines.iter().map(|line| if line.is_empty() { "  #\n".to_string() } else { format!("  # {line}\n") }).collect()
}

/// The attributes with which the members are laid out as clang says.
fn laid_out(types: &mut Types<'_>, record: &Record, kind: RecordKind, members: &[Member]) -> Option<(String, TyId)> {
    let fields: Vec<FieldSpec> = members.iter().map(|member| FieldSpec::new(member.ty)).collect();
    let align = u32::try_from(record.align).ok()?;
    for (packed, is_aligned) in ATTRIBUTES {
        if kind == RecordKind::Union && (packed || is_aligned) {
            // These attributes are for structures.
            break;
        }
        let spec = RecordSpec { kind, fields: &fields, packed, pack: None, align: is_aligned.then_some(align) };
        let layout = spec.layout(&types.declarations.target, &types.declarations.arena);
        let is_same = layout.size == record.size
            && layout.align == align
            && layout.fields.iter().zip(members).all(|(field, member)| field.offset_bits == 8 * member.offset);
        if is_same {
            let packed = if packed { "@[packed]\n" } else { "" };
            let aligned = if is_aligned { format!("@[align({align})]\n") } else { String::new() };
            return Some((format!("{packed}{aligned}"), types.declarations.arena.add_record(layout)));
        }
    }
    None
}

/// Nothing but its size and alignment.
fn as_bytes(types: &mut Types<'_>, record: &Record, name: &str) -> Result<Written, String> {
    let mut writing = Writing::new(record);
    writing.hidden.push("Its members have no form here.".to_string());
    writing.bits.extend(record.fields.iter().filter_map(|field| Some((field, field.width?))));
    writing.fill(types, record.size, 0);
    match laid_out(types, record, RecordKind::Struct, &writing.members) {
        Some((attributes, ty)) => {
            let methods = methods(types, record, name, &mut writing, false);
            let inside = Extent::around(writing.members.iter().map(|member| member.inside));
            let item = item(name, false, &attributes, &writing.members, &methods);
            Ok(Written { item, ty, is_exact: false, inside })
        }
        None => Err("no type of the language has its size and alignment".to_string()),
    }
}
