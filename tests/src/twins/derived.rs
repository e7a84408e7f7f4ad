//! Random programs about derived traits, each in the language and in Rust: `Equal`, `Order`, `Hash`, `Show` and `Clone`
//! beside `PartialEq`, `PartialOrd`, `Hash`, a trait of text and `Clone`. Values are compared at run time, in generic code and while
//! constants are evaluated. Owns what is generated. No floats: there the two languages differ on purpose.

use std::fmt::Write;

use super::Twins;

/// The program of a seed.
pub fn generate(seed: u64) -> Twins {
    let mut generator = Generator { random: fastrand::Rng::with_seed(seed), types: Vec::new() };
    generator.types();
    let (mut language, mut rust) = ("import std.hash (Hasher)\n".to_owned(), format!("#![allow(warnings)]\n{RUST}"));
    for declared in &generator.types {
        generator.declare(declared, &mut language, &mut rust);
    }
    language.push_str(LANGUAGE);
    let (mut ours, mut theirs) = (String::new(), String::new());
    for index in 0..generator.types.len() * PAIRS {
        let ty = Type::Named(index / PAIRS);
        // Now and then the named type lies inside of another.
        let ty = match generator.random.u8(0..4) {
            0 => Type::Tuple(vec![ty, Type::Scalar("i64")]),
            1 => Type::Option(Box::new(ty)),
            _ => ty,
        };
        let left = generator.value(&ty);
        let right = if generator.random.u8(0..5) == 0 { left.clone() } else { generator.value(&ty) };
        let (here, there) = (generator.written(&ty).0, generator.written(&ty).1);
        let _ = writeln!(
            language,
            "fn work{index} -> String {{\n  let a: {here} = {}\n  let b: {here} = {}\n  \"${{all(a, b)}} ${{a == b}} ${{a < b}}\"\n}}\nlet LINE{index}: String = work{index}()",
            left.0, right.0
        );
        let _ = writeln!(ours, "  println(work{index}())\n  println(LINE{index})");
        let _ = writeln!(
            theirs,
            "  {{ let a: {there} = {}; let b: {there} = {}; for _ in 0..2 {{ println!(\"{{}} {{}} {{}}\", all(&a, &b), a == b, a < b); }} }}",
            left.1, right.1
        );
    }
    let _ = write!(language, "fn main() {{\n{ours}}}\n");
    let _ = write!(rust, "fn main() {{\n{theirs}}}\n");
    Twins { language, rust }
}

/// How many pairs of values of each type are compared.
const PAIRS: usize = 6;

const LANGUAGE: &str = "
fn all[T: Order + Hash + Show + Clone](a: ref T, b: ref T) -> String {
  \"${a == b} ${a != b} ${a < b} ${a <= b} ${a > b} ${a >= b} ${a} ${b.clone()} ${a.clone() == a} ${smaller(a, b)} ${hashed(a)} ${hashed(a) == hashed(b)}\"
}
fn hashed[T: Hash](a: ref T) -> u64 {
  let mut hasher = Hasher.new(0, 0)
  a.hash(mut hasher)
  hasher.finish()
}
fn smaller[T: Order + Show + Clone](a: ref T, b: ref T) -> T { if b < a { b.clone() } else { a.clone() } }
";

const RUST: &str = "
use std::hash::{Hash, Hasher};
trait Show { fn show(&self) -> String; }
macro_rules! scalars { ($($t:ty),*) => { $(impl Show for $t { fn show(&self) -> String { self.to_string() } })* } }
scalars!(i64, u8, i8, bool, String);
impl<T: Show> Show for Option<T> {
  fn show(&self) -> String { match self { None => \"None\".to_string(), Some(x) => format!(\"Some({})\", x.show()) } }
}
impl<T: Show, const N: usize> Show for [T; N] {
  fn show(&self) -> String { format!(\"[{}]\", self.iter().map(|x| x.show()).collect::<Vec<_>>().join(\", \")) }
}
impl<A: Show> Show for (A,) { fn show(&self) -> String { format!(\"({},)\", self.0.show()) } }
impl<A: Show, B: Show> Show for (A, B) { fn show(&self) -> String { format!(\"({}, {})\", self.0.show(), self.1.show()) } }
fn all<T: PartialOrd + Hash + Show + Clone>(a: &T, b: &T) -> String {
  format!(\"{} {} {} {} {} {} {} {} {} {} {} {}\", a == b, a != b, a < b, a <= b, a > b, a >= b, a.show(), b.clone().show(),
    a.clone() == *a, smaller(a, b).show(), hashed(a), hashed(a) == hashed(b))
}
fn hashed<T: Hash>(a: &T) -> u64 {
  let mut hasher = std::collections::hash_map::DefaultHasher::new();
  a.hash(&mut hasher);
  hasher.finish()
}
fn smaller<T: PartialOrd + Show + Clone>(a: &T, b: &T) -> T { if b < a { b.clone() } else { a.clone() } }
";

/// The type of a part.
#[derive(Clone)]
enum Type {
    Scalar(&'static str),
    Text,
    Tuple(Vec<Type>),
    /// Of scalars: arrays of what moves have no `Clone`.
    Array(&'static str, usize),
    Option(Box<Type>),
    Named(usize),
}

/// A type that derives everything.
struct Declared {
    name: String,
    is_heap: bool,
    /// The cases of an enum; of a structure one without a name.
    cases: Vec<Vec<Type>>,
    is_enum: bool,
}

struct Generator {
    random: fastrand::Rng,
    types: Vec<Declared>,
}

/// A text in the language and in Rust.
type Both = (String, String);

impl Generator {
    fn types(&mut self) {
        for number in 0..self.random.usize(3..8) {
            let (is_enum, is_heap) = (self.random.bool(), self.random.bool());
            let cases = if is_enum { self.random.usize(1..6) } else { 1 };
            let cases = (0..cases)
                .map(|_| {
                    let parts = self.random.usize(usize::from(!is_enum)..4);
                    (0..parts).map(|_| self.ty(2)).collect()
                })
                .collect();
            self.types.push(Declared { name: format!("D{number}"), is_heap, cases, is_enum });
        }
    }

    fn ty(&mut self, depth: u32) -> Type {
        let scalar = |random: &mut fastrand::Rng| ["i64", "u8", "i8", "bool"][random.usize(0..4)];
        match self.random.u8(0..if depth == 0 { 4 } else { 10 }) {
            0..3 => Type::Scalar(scalar(&mut self.random)),
            3 => Type::Text,
            4 | 5 => Type::Tuple((0..self.random.usize(1..3)).map(|_| self.ty(depth - 1)).collect()),
            6 => Type::Array(scalar(&mut self.random), self.random.usize(1..4)),
            7 => Type::Option(Box::new(self.ty(depth - 1))),
            _ if self.types.is_empty() => Type::Text,
            _ => Type::Named(self.random.usize(0..self.types.len())),
        }
    }

    fn declare(&self, declared: &Declared, language: &mut String, rust: &mut String) {
        let Declared { name, is_heap, cases, is_enum } = declared;
        let form = if *is_heap { "" } else { "inline " };
        rust.push_str("#[derive(PartialEq, PartialOrd, Hash, Clone)]\n");
        if *is_enum {
            let _ = writeln!(language, "type {form}enum {name} {{");
            let _ = writeln!(rust, "enum {name} {{");
            let mut arms = String::new();
            for (number, parts) in cases.iter().enumerate() {
                let (ours, theirs): (Vec<String>, Vec<String>) = parts.iter().map(|part| self.written(part)).unzip();
                let list =
                    |list: Vec<String>| if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) };
                let _ = writeln!(language, "  case C{number}{}", list(ours));
                let _ = writeln!(rust, "  C{number}{},", list(theirs));
                let names: Vec<String> = (0..parts.len()).map(|part| format!("p{part}")).collect();
                let holes = list(vec!["{}".to_owned(); parts.len()]);
                let shown: String = names.iter().map(|name| format!(", {name}.show()")).collect();
                let _ = writeln!(arms, "    {name}::C{number}{} => format!(\"C{number}{holes}\"{shown}),", list(names));
            }
            let _ = writeln!(language, "}}");
            let _ =
                writeln!(rust, "}}\nimpl Show for {name} {{ fn show(&self) -> String {{ match self {{\n{arms}}} }} }}");
        } else {
            let _ = writeln!(language, "type {form}{name} {{");
            let _ = writeln!(rust, "struct {name} {{");
            let (mut holes, mut shown) = (Vec::new(), String::new());
            for (number, part) in cases[0].iter().enumerate() {
                let (ours, theirs) = self.written(part);
                let _ = writeln!(language, "  let @f{number}: {ours}");
                let _ = writeln!(rust, "  f{number}: {theirs},");
                holes.push(format!("f{number}: {{}}"));
                let _ = write!(shown, ", self.f{number}.show()");
            }
            let _ = writeln!(language, "}}");
            let text = format!("format!(\"{name}({})\"{shown})", holes.join(", "));
            let _ = writeln!(rust, "}}\nimpl Show for {name} {{ fn show(&self) -> String {{ {text} }} }}");
        }
        for derived in ["Equal", "Order", "Hash", "Show", "Clone"] {
            let _ = writeln!(language, "impl {derived} for {name}");
        }
    }

    fn written(&self, ty: &Type) -> Both {
        match ty {
            Type::Scalar(name) => ((*name).to_owned(), (*name).to_owned()),
            Type::Text => ("String".to_owned(), "String".to_owned()),
            Type::Tuple(parts) => tuple(parts.iter().map(|part| self.written(part))),
            Type::Array(name, length) => (format!("[{name}; {length}]"), format!("[{name}; {length}]")),
            Type::Option(inner) => {
                let (ours, theirs) = self.written(inner);
                (format!("Option[{ours}]"), format!("Option<{theirs}>"))
            }
            Type::Named(index) => (self.types[*index].name.clone(), self.types[*index].name.clone()),
        }
    }

    fn value(&mut self, ty: &Type) -> Both {
        match ty {
            Type::Scalar(name) => {
                let values: &[&str] = match *name {
                    "i64" => &["0", "1", "(-1)", "4611686018427387904", "7"],
                    "i8" => &["0", "1", "(-1)", "127", "(-128)"],
                    "u8" => &["0", "1", "200"],
                    _ => &["true", "false"],
                };
                let value = values[self.random.usize(0..values.len())].to_owned();
                (value.clone(), value)
            }
            Type::Text => {
                let text = ["\"\"", "\"a\"", "\"b\"", "\"ab\""][self.random.usize(0..4)];
                (text.to_owned(), format!("{text}.to_string()"))
            }
            Type::Tuple(parts) => {
                let values: Vec<Both> = parts.iter().map(|part| self.value(part)).collect();
                tuple(values.into_iter())
            }
            Type::Array(name, length) => {
                let values: Vec<Both> = (0..*length).map(|_| self.value(&Type::Scalar(name))).collect();
                let list = values.into_iter().map(|value| value.0).collect::<Vec<_>>().join(", ");
                (format!("[{list}]"), format!("[{list}]"))
            }
            Type::Option(_) if self.random.u8(0..3) == 0 => ("None".to_owned(), "None".to_owned()),
            Type::Option(inner) => {
                let (ours, theirs) = self.value(inner);
                (format!("Some({ours})"), format!("Some({theirs})"))
            }
            Type::Named(index) => {
                let declared = &self.types[*index];
                let (name, is_enum) = (declared.name.clone(), declared.is_enum);
                let case = self.random.usize(0..declared.cases.len());
                let parts = declared.cases[case].clone();
                let (ours, theirs): (Vec<String>, Vec<String>) = parts.iter().map(|part| self.value(part)).unzip();
                if !is_enum {
                    let fields = theirs.iter().enumerate().map(|(number, value)| format!("f{number}: {value}"));
                    let fields = fields.collect::<Vec<_>>().join(", ");
                    return (format!("{name}({})", ours.join(", ")), format!("{name} {{ {fields} }}"));
                }
                let list =
                    |list: Vec<String>| if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) };
                (format!("{name}.C{case}{}", list(ours)), format!("{name}::C{case}{}", list(theirs)))
            }
        }
    }
}

fn tuple(parts: impl Iterator<Item = Both>) -> Both {
    let (ours, theirs): (Vec<String>, Vec<String>) = parts.unzip();
    let close = if ours.len() == 1 { ",)" } else { ")" };
    (format!("({}{close}", ours.join(", ")), format!("({}{close}", theirs.join(", ")))
}
