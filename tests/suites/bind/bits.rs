//! Random records with bit-fields, in C and in the language: what C writes the methods of the module read, and the reverse, bit
//! for bit. Owns the records and both programs; must not know how the methods are made.

use std::fmt::Write as _;

use fastrand::Rng;

/// Types of bit-fields: C's, the module's, how wide they may be, whether they have a sign.
const TYPES: [(&str, &str, u32, bool); 8] = [
    ("unsigned", "UInt", 32, false),
    ("int", "Int", 32, true),
    ("signed char", "SChar", 8, true),
    ("unsigned short", "UShort", 16, false),
    ("long long", "LongLong", 64, true),
    ("unsigned long long", "ULongLong", 64, false),
    ("_Bool", "bool", 1, false),
    ("enum color", "color", 32, false),
];

/// A bit-field with a name.
pub struct Bits {
    pub name: String,
    ty: usize,
    width: u32,
}

pub struct Record {
    pub name: String,
    text: String,
    pub bits: Vec<Bits>,
    is_union: bool,
}

pub fn records(random: &mut Rng, count: usize) -> Vec<Record> {
    (0..count).map(|number| record(random, number)).collect()
}

fn record(random: &mut Rng, number: usize) -> Record {
    let is_union = random.u8(..6) == 0;
    let (mut members, mut bits) = (String::new(), Vec::new());
    for member in 0..random.usize(1..9) {
        match random.u8(..10) {
            0 => writeln!(members, "  {} plain{member};", ["char", "short", "double"][random.usize(..3)]),
            1 if !is_union => writeln!(members, "  {} : 0;", ["char", "int", "long long"][random.usize(..3)]),
            2 if !is_union => writeln!(members, "  unsigned : {};", random.u8(1..33)),
            _ => {
                let ty = random.usize(..TYPES.len());
                let width = match random.u8(..6) {
                    0 => TYPES[ty].2,
                    _ => random.u32(1..=TYPES[ty].2),
                };
                bits.push(Bits { name: format!("b{member}"), ty, width });
                writeln!(members, "  {} b{member} : {width};", TYPES[ty].0)
            }
        }
        .expect("memory");
    }
    let kind = if is_union { "union" } else { "struct" };
    let (before, behind) = match random.u8(..6) {
        0 => ("", " __attribute__((packed))"),
        1 => ("#pragma pack(push, 2)\n", ""),
        2 => ("", " __attribute__((aligned(32)))"),
        _ => ("", ""),
    };
    let after = if before.is_empty() { "" } else { "#pragma pack(pop)\n" };
    let name = format!("r{number}");
    let text = format!("{before}typedef {kind} r{number} {{\n{members}}}{behind} {name};\n{after}");
    Record { name, text, bits, is_union }
}

impl Bits {
    /// What the bits of a value are, read as their type; enumerations have a sign where C's `int` is what they are.
    fn kept(&self, value: u64, is_signed_enumeration: bool) -> i64 {
        let (_, ty, _, signed) = TYPES[self.ty];
        let left = 64 - self.width;
        match signed || ty == "color" && is_signed_enumeration {
            true => (value << left).cast_signed() >> left,
            false => (value << left >> left).cast_signed(),
        }
    }

    /// A conversion to `_Bool` would ask whether any bit is there.
    fn in_c(&self, value: &str) -> String {
        match TYPES[self.ty].0 {
            "_Bool" => format!("{value} & 1"),
            ty => format!("({ty}){value}"),
        }
    }

    fn in_lang(&self, value: &str) -> String {
        match TYPES[self.ty].1 {
            "bool" => format!("{value} & 1 != 0"),
            ty => format!("{value} as {ty}"),
        }
    }
}

pub fn header(records: &[Record]) -> String {
    let mut text = String::from("enum color { RED, GREEN };\n");
    records.iter().for_each(|record| text.push_str(&record.text));
    text
}

/// Functions that fill a record, and that compare two.
pub fn functions(records: &[Record], with_bodies: bool) -> String {
    let mut text = String::from(if with_bodies { "#include \"bits.h\"\n#include <string.h>\n" } else { "" });
    let mut function = |head: String, body: String| {
        text.push_str(&head);
        text.push_str(&if with_bodies { format!(" {{\n{body}}}\n") } else { ";\n".to_string() });
    };
    let hash = "  v = (v + r * 40503 + f * 977 + 1) * 0x9e3779b97f4a7c15ull; v ^= v >> 29; return v * 0xbf58476d1ce4e5b9ull;\n";
    function(
        "unsigned long long value(unsigned long long r, unsigned long long f)".to_string(),
        format!("  unsigned long long v = r;\n{hash}"),
    );
    for Record { name, bits, .. } in records {
        let each = |of: &dyn Fn(usize, &Bits) -> String| -> String {
            bits.iter().enumerate().map(|(number, bits)| of(number, bits)).collect()
        };
        function(
            format!("{name} *make_{name}(void)"),
            format!(
                "  static {name} one[4]; static int n; {name} *r = &one[n++ & 3]; memset(r, 0x5a, sizeof *r); return r;\n"
            ),
        );
        let fill =
            each(&|number, bits| format!("  r->{} = {};\n", bits.name, bits.in_c(&format!("value(round, {number})"))));
        function(format!("void fill_{name}({name} *r, unsigned long long round)"), fill);
        let read = each(&|number, bits| format!("  if (f == {number}) return (long long)r->{};\n", bits.name));
        function(format!("long long read_{name}({name} *r, int f)"), format!("{read}  return 0;\n"));
        function(
            format!("int same_{name}({name} *a, {name} *b)"),
            "  return memcmp(a, b, sizeof *a) == 0;\n".to_string(),
        );
    }
    text
}

/// The program that calls these functions.
pub fn program(records: &[Record]) -> String {
    let mut text =
        String::from("import std.c (UInt, Int, SChar, UShort, LongLong, ULongLong)\nimport bound (color, value)\n");
    let mut calls = String::new();
    for Record { name, bits, .. } in records {
        writeln!(text, "import bound (make_{name}, fill_{name}, read_{name}, same_{name})").expect("memory");
        writeln!(text, "fn try_{name}(round: u64) {{ unsafe {{\n  let p = make_{name}()\n  let q = make_{name}()")
            .expect("memory");
        writeln!(text, "  fill_{name}(p, round)").expect("memory");
        for (number, bits) in bits.iter().enumerate() {
            let read = match TYPES[bits.ty].1 {
                "bool" => format!("if p[0].{}() {{ 1 }} else {{ 0 }}", bits.name),
                _ => format!("p[0].{}() as i64", bits.name),
            };
            let what = format!("{name}.{}", bits.name);
            writeln!(text, "  let read_{number}: i64 = {read}").expect("memory");
            writeln!(
                text,
                "  if read_{number} != read_{name}(p, {number}) as i64 {{ println(\"{what} is ${{read_{number}}} in round ${{round}}\") }}"
            )
            .expect("memory");
            writeln!(text, "  let value_{number} = value(round, {number})").expect("memory");
            writeln!(text, "  q[0].set_{}({})", bits.name, bits.in_lang(&format!("value_{number}"))).expect("memory");
        }
        writeln!(text, "  if same_{name}(p, q) == 0 {{ println(\"{name} is written in another way\") }}\n}} }}")
            .expect("memory");
        writeln!(calls, "  for round in 0..20 {{ try_{name}(round as u64) }}").expect("memory");
    }
    if !records.iter().any(|record| record.bits.iter().any(|bits| TYPES[bits.ty].1 == "color")) {
        text = text.replace("(color, value)", "(value)");
    }
    format!("{text}fn main {{\n{calls}  println(\"{} records\")\n}}\n", records.len())
}

/// A value of each bit-field.
fn values(random: &mut Rng, record: &Record) -> Vec<u64> {
    // Of a union only one is there.
    let kept = if record.is_union { random.usize(..record.bits.len().max(1)) } else { usize::MAX };
    let is_there = |number: usize| !record.is_union || number == kept;
    (0..record.bits.len()).map(|number| if is_there(number) { random.u64(..) } else { 0 }).collect()
}

/// Records as C initialises them, each in a section of its own, and the values.
pub fn objects(random: &mut Rng, records: &[Record], section: &str) -> (String, Vec<Vec<u64>>) {
    let mut text = String::from("#include \"bits.h\"\n");
    let mut all = Vec::new();
    for record in records {
        let values = values(random, record);
        let fields = record.bits.iter().zip(&values).filter(|(_, value)| !record.is_union || **value != 0);
        let fields =
            fields.map(|(bits, value)| format!(".{} = {}ll", bits.name, initial(bits.kept(*value, false), bits)));
        let fields = fields.collect::<Vec<_>>().join(", ");
        let name = &record.name;
        writeln!(text, "__attribute__((section(\"{section}{name}\"))) volatile {name} of_{name} = {{ {fields} }};")
            .expect("memory");
        all.push(values);
    }
    (text, all)
}

/// No literal has the lowest number of 64 bits.
fn initial(value: i64, bits: &Bits) -> String {
    match TYPES[bits.ty].1 {
        "ULongLong" => format!("{}u", value.cast_unsigned()),
        _ if value == i64::MIN => "-9223372036854775807ll - 1".to_string(),
        _ => value.to_string(),
    }
}

/// The program that reads these objects and makes them.
pub fn program_of_objects(records: &[Record], values: &[Vec<u64>], objects: &[Vec<u8>], is_signed: bool) -> String {
    let mut text = String::from(
        "import std.c (UInt, Int, SChar, UShort, LongLong, ULongLong)\nextern { fn aligned_alloc(align: u64, size: u64) -> Pointer[()] }\n",
    );
    let mut calls = String::new();
    for ((record, values), object) in records.iter().zip(values).zip(objects) {
        let name = &record.name;
        let length = object.len();
        if record.bits.is_empty() || length == 0 {
            continue;
        }
        let bytes: Vec<String> = object.iter().map(u8::to_string).collect();
        writeln!(text, "import bound ({name})").expect("memory");
        writeln!(text, "fn try_{name} {{ unsafe {{").expect("memory");
        writeln!(text, "  let object: [u8; {length}] = [{}]", bytes.join(", ")).expect("memory");
        writeln!(
            text,
            "  let b = aligned_alloc(64, 1024) as Pointer[u8]\n  let z = aligned_alloc(64, 1024) as Pointer[u8]"
        )
        .expect("memory");
        writeln!(text, "  for i in 0..{length} {{\n    b[i] = object[i]\n    z[i] = 0\n  }}").expect("memory");
        writeln!(text, "  let p = b as Pointer[{name}]\n  let q = z as Pointer[{name}]").expect("memory");
        for (number, (bits, value)) in record.bits.iter().zip(values).enumerate() {
            if record.is_union && *value == 0 {
                continue;
            }
            let read = match TYPES[bits.ty].1 {
                "bool" => format!("if p[0].{}() {{ 1 }} else {{ 0 }}", bits.name),
                _ => format!("p[0].{}() as i64", bits.name),
            };
            let kept = bits.kept(*value, is_signed);
            let kept = if kept == i64::MIN { "-9223372036854775807 - 1".to_string() } else { kept.to_string() };
            writeln!(text, "  let read_{number}: i64 = {read}\n  let kept_{number}: i64 = {kept}").expect("memory");
            writeln!(
                text,
                "  if read_{number} != kept_{number} {{ println(\"{name}.{}: ${{read_{number}}} and not ${{kept_{number}}}\") }}",
                bits.name
            )
            .expect("memory");
            writeln!(text, "  q[0].set_{}({})", bits.name, bits.in_lang(&format!("kept_{number}"))).expect("memory");
        }
        writeln!(text, "  for i in 0..{length} {{\n    if z[i] != object[i] {{ println(\"{name}: byte ${{i}} is ${{z[i]}} and not ${{object[i]}}\") }}\n  }}\n}} }}").expect("memory");
        writeln!(calls, "  try_{name}()").expect("memory");
    }
    if records.iter().any(|record| record.bits.iter().any(|bits| TYPES[bits.ty].1 == "color")) {
        text.push_str("import bound (color)\n");
    }
    format!("{text}fn main {{\n{calls}  println(\"done\")\n}}\n")
}

/// The contents of sections that `llvm-objdump -s` shows.
pub fn sections(shown: &str) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<(String, Vec<u8>)> = Vec::new();
    for line in shown.lines() {
        if let Some(rest) = line.strip_prefix("Contents of section ") {
            let name = rest.trim_end_matches(':').rsplit(',').next().unwrap_or_default();
            found.push((name.to_string(), Vec::new()));
        } else if let (Some((_, bytes)), Some((_, rest))) = (found.last_mut(), line.trim_start().split_once(' ')) {
            // Up to 35 letters of digits, then the same as letters.
            let digits: String = rest.chars().take(35).filter(char::is_ascii_hexdigit).collect();
            let pairs = digits.as_bytes().chunks_exact(2).filter_map(|pair| std::str::from_utf8(pair).ok());
            bytes.extend(pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()));
        }
    }
    found
}
