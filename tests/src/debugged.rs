//! What a debugger should see, read from the interpreter's memory by what MIR says of variables, scopes and types. Owns the
//! words for values, which scripts of debuggers use too. Must not know DWARF.

use std::collections::BTreeMap;

use mir::debug::{Count, DebugType, DebugTypes, Described, Fields, Shape, Variants};
use mir::interpret::{Memory, Moment};
use mir::{Function, Module, NodeId, Scalar, ScalarClass, Scope, Type};

/// Visible variables with their values in words.
pub type Seen = BTreeMap<String, String>;

/// So many elements of an array are told.
const ELEMENTS: u64 = 8;
/// Borrows inside each other are followed so far.
const DEEPEST: u32 = 3;

/// The variables of a program.
pub struct Values<'program> {
    functions: BTreeMap<&'program str, (usize, &'program Function)>,
    modules: &'program [Module],
    /// What each module says of types; the last one that of declared ones.
    said: Vec<DebugTypes<'program>>,
    declared: Option<&'program Module>,
}

impl<'program> Values<'program> {
    /// Those of some modules; `types` describes the types that the program declares.
    pub fn new(modules: &'program [Module], types: Option<&'program Module>) -> Values<'program> {
        let mut functions = BTreeMap::new();
        for (number, module) in modules.iter().enumerate() {
            for function in &module.functions {
                functions.insert(module.symbol_name(function.symbol), (number, function));
            }
        }
        let said = modules.iter().chain(types).map(|module| DebugTypes::new(&module.strings, &module.metadata));
        Values { functions, modules, said: said.collect(), declared: types }
    }

    /// What is visible; none in what is no function of the program.
    pub fn seen(&self, moment: &Moment<'_>) -> Option<Seen> {
        let (module, function) = *self.functions.get(moment.function)?;
        let mut seen = Seen::new();
        let mut scope = innermost(&function.scopes, moment.source);
        while let Some(number) = scope {
            for variable in function.variables.iter().filter(|variable| variable.scope.index() == number) {
                let name = self.modules[module].strings.text(variable.name);
                let value = match (variable.source_type, variable.ty) {
                    (Some(node), _) => Read::Node(node),
                    (None, Type::Scalar(scalar)) => Read::Scalar(scalar),
                    (None, Type::Aggregate(_)) => continue,
                };
                let text = match variable.slot {
                    None => "gone".to_owned(),
                    Some(slot) => self.variable(moment, module, value, moment.slot(slot.index())),
                };
                seen.entry(name.to_owned()).or_insert(text);
            }
            scope = function.scopes[number].parent.map(|parent| parent.index());
        }
        Some(seen)
    }

    fn variable(&self, moment: &Moment<'_>, module: usize, value: Read, address: u64) -> String {
        match value {
            Read::Scalar(ty) => scalar(moment.memory, ty, address),
            Read::Node(node) => self.text(moment.memory, module, self.said[module].of_node(node), address, 0),
        }
    }

    fn text(&self, memory: &Memory, module: usize, ty: DebugType, address: u64, depth: u32) -> String {
        let described = match ty {
            DebugType::Node(node) => self.said[module].describe(node).map(|described| (module, described)),
            DebugType::Named(key) => self.definition(self.said[module].key(key)),
        };
        let Some((module, Described { name, shape })) = described else { return "undescribed".to_owned() };
        match shape {
            Shape::Scalar(ty) => scalar(memory, ty, address),
            Shape::Pointer(_) | Shape::Code => match unsigned(memory, address, 8) {
                Some(0) => "null".to_owned(),
                Some(_) => "pointer".to_owned(),
                None => "?".to_owned(),
            },
            Shape::Reference(target) => match unsigned(memory, address, 8) {
                Some(_) if depth >= DEEPEST => "…".to_owned(),
                Some(place) => self.text(memory, module, target, place as u64, depth + 1),
                None => "?".to_owned(),
            },
            Shape::Array(_, Count::Open) | Shape::Text | Shape::Opaque => "?".to_owned(),
            Shape::Array(element, Count::Known(count)) => {
                let bytes = self.bytes(module, element);
                if bytes == 0 {
                    return "[nothing]".to_owned();
                }
                let element = |index| self.text(memory, module, element, address + index * bytes, depth);
                let elements: Vec<String> = (0..count.min(ELEMENTS)).map(element).collect();
                format!("[{}]", elements.join(", "))
            }
            Shape::Structure(_, fields) if name == "String" => self.string(memory, module, fields, address),
            Shape::Structure(_, fields) => self.fields(memory, module, fields, address, depth),
            Shape::Union(..) => "union".to_owned(),
            Shape::Enumeration(number, cases) => {
                let Some(value) = signed(memory, number, address) else { return "?".to_owned() };
                self.case(module, cases, value).unwrap_or_else(|| "?".to_owned())
            }
            Shape::Variants(variants) => self.variants(memory, module, variants, address, depth),
        }
    }

    fn definition(&self, key: &str) -> Option<(usize, Described<'program>)> {
        let declared = self.declared?;
        let place = self.said.len() - 1;
        let (_, described) = self.said[place].definition(declared.strings.find(key)?)?;
        Some((place, described))
    }

    fn fields(&self, memory: &Memory, module: usize, fields: Fields<'_>, address: u64, depth: u32) -> String {
        let members = fields.iter().filter_map(|field| self.said[module].member(*field));
        let texts: Vec<String> = members
            .filter_map(|member| {
                // The seed of a map is another one in each run.
                let text = match member.name {
                    "seed" => "random".to_owned(),
                    _ => self.text(memory, module, member.ty?, address + member.value as u64, depth),
                };
                Some(format!("{}: {text}", member.name))
            })
            .collect();
        format!("{{{}}}", texts.join(", "))
    }

    fn string(&self, memory: &Memory, module: usize, fields: Fields<'_>, address: u64) -> String {
        let place = |wanted: &str| {
            let mut members = fields.iter().filter_map(|field| self.said[module].member(*field));
            members.find(|member| member.name == wanted).map(|member| address + member.value as u64)
        };
        let bytes = place("length").and_then(|length| unsigned(memory, length, 8)).zip(place("text"));
        match bytes.and_then(|(length, start)| defined(memory, start, length as u64)) {
            Some(bytes) => format!("\"{}\"", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
            None => "?".to_owned(),
        }
    }

    fn variants(&self, memory: &Memory, module: usize, form: Variants<'_>, address: u64, depth: u32) -> String {
        let tag = self.text(memory, module, form.tag, address, depth);
        let mut variants = form.variants.iter().filter_map(|variant| self.said[module].variant(*variant));
        match variants.find(|variant| variant.name == tag) {
            Some(variant) => tag + &self.fields(memory, module, variant.fields, address + form.offset, depth),
            None if tag == "?" => tag,
            None => tag + "{}",
        }
    }

    fn case(&self, module: usize, cases: Fields<'_>, value: i128) -> Option<String> {
        let mut cases = cases.iter().filter_map(|case| self.said[module].member(*case));
        cases.find(|case| i128::from(case.value) == value).map(|case| case.name.to_owned())
    }

    /// Bytes of a type.
    fn bytes(&self, module: usize, ty: DebugType) -> u64 {
        let described = match ty {
            DebugType::Node(node) => self.said[module].describe(node).map(|described| (module, described)),
            DebugType::Named(key) => self.definition(self.said[module].key(key)),
        };
        let Some((module, described)) = described else { return 0 };
        match described.shape {
            Shape::Scalar(scalar) | Shape::Enumeration(scalar, _) => scalar.bytes(),
            Shape::Pointer(_) | Shape::Reference(_) | Shape::Code => 8,
            Shape::Array(_, Count::Open) | Shape::Text | Shape::Opaque => 0,
            Shape::Array(element, Count::Known(count)) => count * self.bytes(module, element),
            Shape::Structure(bytes, _) | Shape::Union(bytes, _) => bytes,
            Shape::Variants(variants) => variants.size,
        }
    }
}

/// How a variable is read.
#[derive(Clone, Copy)]
enum Read {
    Node(NodeId),
    Scalar(Scalar),
}

/// The innermost scope that contains a place: of those, the one that no other lies in.
fn innermost(scopes: &[Scope], source: u32) -> Option<usize> {
    let contains = |number: &usize| (scopes[*number].start..scopes[*number].end).contains(&source);
    let depth = |number: &usize| {
        std::iter::successors(Some(*number), |number| scopes[*number].parent.map(|parent| parent.index())).count()
    };
    (0..scopes.len()).filter(contains).max_by_key(depth)
}

fn defined(memory: &Memory, address: u64, bytes: u64) -> Option<Vec<u8>> {
    let (bytes, undefined) = memory.look(address, bytes)?;
    undefined.iter().all(|bits| *bits == 0).then(|| bytes.to_vec())
}

fn unsigned(memory: &Memory, address: u64, bytes: u64) -> Option<u128> {
    let bytes = defined(memory, address, bytes)?;
    Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte)))
}

fn signed(memory: &Memory, ty: Scalar, address: u64) -> Option<i128> {
    let bits = unsigned(memory, address, ty.bytes())?;
    let unused = 128 - 8 * ty.bytes() as u32;
    Some(if ty.is_signed() { (bits << unused) as i128 >> unused } else { bits as i128 })
}

fn scalar(memory: &Memory, ty: Scalar, address: u64) -> String {
    let Some(bits) = unsigned(memory, address, ty.bytes()) else { return "?".to_owned() };
    match ty.class() {
        ScalarClass::Bool => (bits != 0).to_string(),
        ScalarClass::Integer(kind) if kind.is_signed() => signed(memory, ty, address).unwrap_or(0).to_string(),
        ScalarClass::Integer(_) => bits.to_string(),
        ScalarClass::Pointer => bits.to_string(),
        ScalarClass::Float(_) => {
            let value =
                if ty.bytes() == 4 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits as u64) };
            if value.is_nan() { "nan".to_owned() } else { format!("{:016x}", value.to_bits()) }
        }
    }
}
