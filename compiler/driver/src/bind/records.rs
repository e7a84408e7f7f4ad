//! Structures and unions in the language. Owns the members that stand for what has no form, and the comparison: what is
//! written is laid out by `abi`, as the language does, and its size, alignment and every offset must be clang's. If they are
//! not, the record is written as bytes of that size and alignment.

use abi::{FieldSpec, RecordKind, RecordSpec, TyId};
use c::clang::wire::{Field, Kind, Record};

use super::names::member;
use super::text;
use super::types::Types;

/// A member as it is written.
struct Member {
    lines: String,
    ty: TyId,
    /// In bytes.
    offset: u64,
}

/// The attributes that a record may need.
const ATTRIBUTES: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

/// The item, its type, and whether no member stands for something else.
pub(super) fn written(types: &mut Types<'_>, index: u32) -> Result<(String, TyId, bool), String> {
    let record = &types.answer.records[index as usize];
    let name = types.names.record(index).to_string();
    if record.size >= 1 << 32 || record.align > 1 << 16 {
        return Err("it is too large".to_string());
    }
    if !types.is_refused(&record.name) {
        let kind = if record.is_union { RecordKind::Union } else { RecordKind::Struct };
        // Where the language would leave other gaps than C, they are written.
        for fills_gaps in [false, true] {
            let (members, is_exact) = members(types, record, fills_gaps);
            if let Some((attributes, ty)) = laid_out(types, record, kind, &members) {
                return Ok((item(&name, record.is_union, &attributes, &members), ty, is_exact));
            }
            if record.is_union {
                break;
            }
        }
    }
    as_bytes(types, record, &name)
}

fn item(name: &str, is_union: bool, attributes: &str, members: &[Member]) -> String {
    let keyword = if is_union { "union" } else { "copy" };
    let body: String = members.iter().map(|member| member.lines.as_str()).collect();
    match body.is_empty() {
        true => format!("{attributes}pub type {keyword} {name} {{}}\n"),
        false => format!("{attributes}pub type {keyword} {name} {{\n{body}}}\n"),
    }
}

fn members(types: &mut Types<'_>, record: &Record, fills_gaps: bool) -> (Vec<Member>, bool) {
    let mut writing = Writing { members: Vec::new(), end: 0, hidden: Vec::new(), count: 0 };
    let mut is_exact = true;
    for (number, field) in record.fields.iter().enumerate() {
        let what = field.name.clone().unwrap_or_else(|| format!("member {number}"));
        if let Some(width) = field.width {
            is_exact = false;
            writing.hidden.push(format!("{what}: {width} bits at bit {}", field.offset_bits));
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
                let name = named(field, number);
                let lines = format!("{comment}  pub let @{name}: {}\n", form.text);
                writing.members.push(Member { lines, ty: form.ty, offset });
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
    (writing.members, is_exact)
}

fn is_flexible(types: &Types<'_>, field: &Field) -> bool {
    matches!(types.kind(field.ty), Kind::Array { count: None, .. })
}

fn named(field: &Field, number: usize) -> String {
    field.name.as_deref().map_or_else(|| format!("anonymous_{number}"), member)
}

struct Writing {
    members: Vec<Member>,
    /// Behind the last member, in bytes.
    end: u64,
    /// What has no form and is not written yet.
    hidden: Vec<String>,
    count: usize,
}

impl Writing {
    /// Bytes for what has no form, with words for it.
    fn fill(&mut self, types: &mut Types<'_>, bytes: u64, offset: u64) {
        let mut lines: String = self.hidden.drain(..).map(|what| format!("  # {}\n", text::line(&what))).collect();
        if bytes > 0 {
            lines.push_str(&format!("  pub let @opaque_{}: [u8; {bytes}]\n", self.count));
            self.count += 1;
            let ty = types.declarations.arena.array(TyId::U8, bytes);
            self.members.push(Member { lines, ty, offset });
            self.end = offset + bytes;
        } else if let Some(last) = self.members.last_mut() {
            last.lines.push_str(&lines);
        }
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
fn as_bytes(types: &mut Types<'_>, record: &Record, name: &str) -> Result<(String, TyId, bool), String> {
    let (element, bytes, ty) = match record.align {
        1 => ("u8", 1, TyId::U8),
        2 => ("u16", 2, TyId::U16),
        4 => ("u32", 4, TyId::U32),
        _ => ("u64", 8, TyId::U64),
    };
    let count = record.size / bytes;
    let lines = format!("  # Its members have no form here.\n  pub let @opaque_0: [{element}; {count}]\n");
    let members = [Member { lines, ty: types.declarations.arena.array(ty, count), offset: 0 }];
    match laid_out(types, record, RecordKind::Struct, &members) {
        Some((attributes, ty)) => Ok((item(name, false, &attributes, &members), ty, false)),
        None => Err("no type of the language has its size and alignment".to_string()),
    }
}
