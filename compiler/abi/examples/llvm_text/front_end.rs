//! A code generator in 150 lines that prints LLVM IR: it knows structures of numbers and one operation, adding two of them
//! field by field. Which registers a structure travels in, what is `byval` and where a result is written it does not
//! know: `abi` says so.

use abi::llvm::{LlvmCarries, LlvmSignature, LlvmType, LlvmValue};
use abi::{FieldSpec, FnAbi, RecordKind, Signature, Target, TyId, TypeArena, ValueIndex, layout_record};

/// The structures that the program adds, by name, with the types of their fields.
const TYPES: &[(&str, &[TyId])] = &[
    ("Pair", &[TyId::I64, TyId::F64]),
    ("Vec3", &[TyId::F64, TyId::F64, TyId::F64]),
    ("Point", &[TyId::F32, TyId::F32]),
    ("Small", &[TyId::U8, TyId::I16, TyId::F32]),
    ("Odd", &[TyId::U8, TyId::U8, TyId::U8]),
    ("Three", &[TyId::I64, TyId::I32, TyId::F32]),
];

/// The IR of all functions: `T add_T(T a, int64_t spare, T b)`.
pub fn module(target: &Target) -> String {
    TYPES.iter().map(|(name, fields)| Adder::new(target, name, fields).function()).collect()
}

struct Adder {
    name: &'static str,
    /// The IR types of the fields, with their offsets.
    fields: Vec<(LlvmType, u64)>,
    size: u64,
    abi: FnAbi,
    llvm: LlvmSignature,
    body: String,
    values: usize,
}

impl Adder {
    fn new(target: &Target, name: &'static str, types: &[TyId]) -> Adder {
        let mut arena = TypeArena::new();
        let specs: Vec<FieldSpec> = types.iter().map(|ty| FieldSpec::new(*ty)).collect();
        let record = layout_record(target, &arena, RecordKind::Struct, &specs, false, None);
        let offsets: Vec<u64> = record.fields.iter().map(|field| field.offset_bits / 8).collect();
        let size = record.size;
        let record = arena.add_record(record);
        let signature = Signature::new(record, [record, TyId::I64, record]);
        let abi = abi::lower(target, &arena, &signature).expect("structures of numbers are described");
        let llvm = abi::llvm::signature(target, &arena, &signature, &abi);
        let ir = |ty: &TyId| match *ty {
            TyId::U8 => LlvmType::Int(8),
            TyId::I16 => LlvmType::Int(16),
            TyId::I32 => LlvmType::Int(32),
            TyId::I64 => LlvmType::Int(64),
            TyId::F32 => LlvmType::Float,
            _ => LlvmType::Double,
        };
        Adder {
            name,
            fields: types.iter().map(ir).zip(offsets).collect(),
            size,
            abi,
            llvm,
            body: String::new(),
            values: 0,
        }
    }

    /// Writes an instruction; the answer is the name of its value.
    fn value(&mut self, instruction: String) -> String {
        self.values += 1;
        self.body.push_str(&format!("  %v{} = {instruction}\n", self.values));
        format!("%v{}", self.values)
    }

    fn at(&mut self, base: &str, offset: u64) -> String {
        self.value(format!("getelementptr i8, ptr {base}, i64 {offset}"))
    }

    /// Memory for a value. It is larger than the value, because registers are stored and loaded whole.
    fn memory(&mut self) -> String {
        let bytes = self.size + 16;
        self.value(format!("alloca [{bytes} x i8], align 16"))
    }

    fn function(mut self) -> String {
        let params = self.llvm.params.clone();
        let list: Vec<String> = params
            .iter()
            .enumerate()
            .map(|(index, param)| format!("{}{} %p{index}", param.ty, param.attributes))
            .collect();
        let mut result = None;
        let mut addresses = [String::new(), String::new(), String::new()];
        for (index, param) in params.iter().enumerate() {
            let name = format!("%p{index}");
            match param.carries {
                LlvmCarries::SretPointer => result = Some(name),
                // With or without `byval` it is the address of a copy that is ours.
                LlvmCarries::Pointer { param } => addresses[usize::from(param)] = name,
                LlvmCarries::Image { param: number } => {
                    let memory = self.memory();
                    self.body.push_str(&format!("  store {} {name}, ptr {memory}\n", param.ty));
                    addresses[usize::from(number)] = memory;
                }
                LlvmCarries::Parts { value: ValueIndex::Param(number), first, .. } => {
                    let number = usize::from(number);
                    if addresses[number].is_empty() {
                        addresses[number] = self.memory();
                    }
                    let memory = addresses[number].clone();
                    self.store_parts(param, &name, &memory, number, usize::from(first));
                }
                LlvmCarries::Parts { value: ValueIndex::Result, .. } | LlvmCarries::Nothing => {}
            }
        }
        let returned = result.clone();
        let sum = result.unwrap_or_else(|| self.memory());
        for (ty, offset) in self.fields.clone() {
            let operator = if matches!(ty, LlvmType::Int(_)) { "add" } else { "fadd" };
            let [left, right] = [0, 2].map(|number| {
                let from = self.at(&addresses[number].clone(), offset);
                self.value(format!("load {ty}, ptr {from}, align 1"))
            });
            let total = self.value(format!("{operator} {ty} {left}, {right}"));
            let to = self.at(&sum, offset);
            self.body.push_str(&format!("  store {ty} {total}, ptr {to}, align 1\n"));
        }
        let head = self.llvm.result.clone();
        match returned {
            Some(_) => self.body.push_str("  ret void\n"),
            None => {
                let value = self.load_result(&head, &sum);
                self.body.push_str(&format!("  ret {} {value}\n", head.ty));
            }
        }
        let (name, body) = (self.name, &self.body);
        let result = format!("{} {}", head.attributes, head.ty);
        format!("define {} @add_{name}({}) {{\n{body}}}\n\n", result.trim(), list.join(", "))
    }

    /// Stores a parameter in registers to where its parts lie in memory.
    fn store_parts(&mut self, param: &LlvmValue, name: &str, memory: &str, number: usize, first: usize) {
        let parts = self.abi.params[number].parts()[first..].to_vec();
        for (index, (element, part)) in elements(&param.ty).into_iter().zip(parts).enumerate() {
            let value = match &param.ty {
                LlvmType::Struct(_) | LlvmType::Array(..) => {
                    self.value(format!("extractvalue {} {name}, {index}", param.ty))
                }
                _ => name.to_string(),
            };
            let to = self.at(memory, u64::from(part.offset));
            self.body.push_str(&format!("  store {element} {value}, ptr {to}, align 1\n"));
        }
    }

    fn load_result(&mut self, head: &LlvmValue, memory: &str) -> String {
        let parts = self.abi.result.parts().to_vec();
        let mut whole = "poison".to_string();
        for (index, (element, part)) in elements(&head.ty).into_iter().zip(parts).enumerate() {
            let from = self.at(memory, u64::from(part.offset));
            let value = self.value(format!("load {element}, ptr {from}, align 1"));
            whole = match &head.ty {
                LlvmType::Struct(_) | LlvmType::Array(..) => {
                    self.value(format!("insertvalue {} {whole}, {element} {value}, {index}", head.ty))
                }
                _ => value,
            };
        }
        whole
    }
}

/// The IR types that stand for one part each.
fn elements(ty: &LlvmType) -> Vec<LlvmType> {
    match ty {
        LlvmType::Struct(elements) => elements.clone(),
        LlvmType::Array(count, element) => vec![(**element).clone(); *count as usize],
        scalar => vec![scalar.clone()],
    }
}
