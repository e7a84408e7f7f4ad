//! The library's short notation for C types (see `src/notation.rs`), written and read as C types: recorded answers are
//! kept in it. Owns both directions; what the notation lacks (enumerations, `packed` members) is not recorded.

use abi::{RecordKind, Target, TyId};

use crate::model::{CField, CRecord, CSignature, CType};
use crate::targets::{DOUBLE, FLOAT, INTEGERS, Named, POINTER, binary128, brain_float, half, long_double};

const NAMES: [(&str, TyId); 20] = [
    ("bool", TyId::BOOL),
    ("i8", TyId::I8),
    ("u8", TyId::U8),
    ("i16", TyId::I16),
    ("u16", TyId::U16),
    ("i32", TyId::I32),
    ("u32", TyId::U32),
    ("i64", TyId::I64),
    ("u64", TyId::U64),
    ("i128", TyId::I128),
    ("u128", TyId::U128),
    ("f16", TyId::F16),
    ("f32", TyId::F32),
    ("f64", TyId::F64),
    ("x87", TyId::X87),
    ("f128", TyId::F128),
    ("ptr", TyId::POINTER),
    ("bf16", TyId::BF16),
    ("dd", TyId::DOUBLE_DOUBLE),
    ("void", TyId::VOID),
];

/// `result <- params`, with `...` in front of the unnamed ones.
pub fn write(signature: &CSignature) -> Option<String> {
    let mut params: Vec<String> = signature.params.iter().map(ty).collect::<Option<_>>()?;
    if let Some(fixed) = signature.variadic {
        params.insert(fixed, "...".to_string());
    }
    Some(format!("{} <- {}", ty(&signature.result)?, params.join(", ")))
}

fn scalar(wanted: TyId) -> Option<&'static str> {
    NAMES.iter().find(|(_, id)| *id == wanted).map(|(name, _)| *name)
}

fn ty(ty: &CType) -> Option<String> {
    Some(match ty {
        CType::Void => "void".to_string(),
        CType::Scalar(_, id) => scalar(*id)?.to_string(),
        CType::Enumeration(..) => return None,
        CType::BitInt(bits, true) => format!("b{bits}"),
        CType::BitInt(bits, false) => format!("ub{bits}"),
        CType::Complex(_, id) => format!("c({})", scalar(*id)?),
        CType::Vector(_, id, count) => format!("v({},{count})", scalar(*id)?),
        CType::Record(record) => {
            let fields: Vec<String> = record.fields.iter().map(field).collect::<Option<_>>()?;
            let kind = if record.kind == RecordKind::Union { "u" } else { "" };
            let packed = if record.packed { "!" } else { "" };
            let pack = record.pack.map_or(String::new(), |pack| format!("#{pack}"));
            let align = record.align.map_or(String::new(), |align| format!("@{align}"));
            format!("{kind}{{{}}}{packed}{pack}{align}", fields.join(", "))
        }
    })
}

fn field(field: &CField) -> Option<String> {
    let is_record = matches!(field.ty, CType::Record(_));
    if field.packed || (is_record && field.align.is_some()) {
        return None;
    }
    let mut text = format!("{}{}", if field.named { "" } else { "_" }, ty(&field.ty)?);
    for dimension in field.dimensions.iter().rev() {
        text.push_str(&format!("[{dimension}]"));
    }
    if field.flexible {
        text.push_str("[]");
    }
    if let Some(bits) = field.bits {
        text.push_str(&format!(":{bits}"));
    }
    if let Some(align) = field.align {
        text.push_str(&format!("@{align}"));
    }
    Some(text)
}

/// Reads what [`write`] wrote.
pub fn read(target: &Target, text: &str) -> CSignature {
    let (result, params) = text.split_once(" <- ").expect("a signature has an arrow");
    let mut reader = Reader { target, rest: result };
    let result = reader.field().ty;
    reader.rest = params;
    let (mut types, mut variadic) = (Vec::new(), None);
    while !reader.rest.is_empty() {
        if reader.take("...") {
            variadic = Some(types.len());
        } else {
            types.push(reader.field().ty);
        }
        reader.take(", ");
    }
    CSignature { result, params: types, variadic }
}

struct Reader<'a> {
    target: &'a Target,
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, wanted: &str) -> bool {
        let found = self.rest.strip_prefix(wanted);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn number(&mut self) -> u64 {
        let end = self.rest.find(|character: char| !character.is_ascii_digit());
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        digits.parse().unwrap_or_else(|_| panic!("a number is wanted before '{rest}'"))
    }

    fn after(&mut self, mark: &str) -> Option<u64> {
        self.take(mark).then(|| self.number())
    }

    fn field(&mut self) -> CField {
        let named = !self.take("_");
        let mut field = CField { named, ..CField::new(self.base()) };
        while !self.rest.starts_with("[]")
            && let Some(count) = self.after("[")
        {
            field.dimensions.insert(0, count);
            assert!(self.take("]"));
        }
        field.flexible = self.take("[]");
        field.bits = self.after(":").map(|bits| bits as u16);
        field.align = self.after("@").map(|align| align as u32);
        field
    }

    fn base(&mut self) -> CType {
        if self.take("{") {
            return self.record(RecordKind::Struct);
        }
        if self.take("u{") {
            return self.record(RecordKind::Union);
        }
        if self.take("c(") {
            let (name, id) = self.named();
            assert!(self.take(")"));
            return CType::Complex(name, id);
        }
        if self.take("v(") {
            let (name, id) = self.named();
            let count = self.after(",").expect("a vector has a length") as u32;
            assert!(self.take(")"));
            return CType::Vector(name, id, count);
        }
        if self.take("void") {
            return CType::Void;
        }
        if let Some(bits) = self.after("ub") {
            return CType::BitInt(bits as u16, false);
        }
        if !["bool", "bf16"].iter().any(|name| self.rest.starts_with(name)) && self.take("b") {
            return CType::BitInt(self.number() as u16, true);
        }
        let (name, id) = self.named();
        CType::Scalar(name, id)
    }

    /// A scalar, under the name that it has in the target's C.
    fn named(&mut self) -> Named {
        let longest = NAMES.iter().filter(|(name, _)| self.rest.starts_with(name));
        let (name, wanted) = longest.max_by_key(|(name, _)| name.len()).expect("a scalar is wanted");
        assert!(self.take(name));
        let known = INTEGERS.iter().chain(&[FLOAT, DOUBLE, POINTER]).copied();
        let rare = [half, brain_float, binary128].map(|has| has(self.target));
        let rare = rare.into_iter().flatten();
        let mut all = known.chain(rare).chain([long_double(self.target)]);
        all.find(|(_, id)| id == wanted).unwrap_or_else(|| panic!("{} has no {name}", self.target))
    }

    fn record(&mut self, kind: RecordKind) -> CType {
        let mut fields = Vec::new();
        while !self.take("}") {
            fields.push(self.field());
            self.take(", ");
        }
        CType::Record(Box::new(CRecord {
            kind,
            fields,
            packed: self.take("!"),
            pack: self.after("#").map(|pack| pack as u32),
            align: self.after("@").map(|align| align as u32),
        }))
    }
}
