//! Calls to C and from C: structures by value in both directions, variadic calls, calls through pointers.

use std::fmt::Write;

use mir::{
    Align, Argument, Callee, CopyReason, Field, FunctionBuilder, Linkage, Module, Record, RecordKind, ReturnValue,
    Scalar, Signature, SlotData, SlotKind, Type, TypeBody, Value,
};

use super::{add, assert_silent, call_c, function, run_over, run_with_c, runnable_targets};

/// A parameter or result: its type in both halves, and the C names and types of its scalars.
struct Sample {
    ty: Type,
    c_type: String,
    leaves: Vec<(String, Scalar)>,
}

const SCALARS: [(Scalar, &str); 12] = [
    (Scalar::I8, "int8_t"),
    (Scalar::I16, "int16_t"),
    (Scalar::I32, "int32_t"),
    (Scalar::I64, "int64_t"),
    (Scalar::U8, "uint8_t"),
    (Scalar::U16, "uint16_t"),
    (Scalar::U32, "uint32_t"),
    (Scalar::U64, "uint64_t"),
    (Scalar::I128, "__int128"),
    (Scalar::F32, "float"),
    (Scalar::F64, "double"),
    (Scalar::Bool, "_Bool"),
];

/// A scalar, or a structure of scalars and arrays that the C half declares.
fn sample(random: &mut fastrand::Rng, module: &mut Module, c: &mut String, name: &str) -> Sample {
    let scalar = |random: &mut fastrand::Rng| SCALARS[random.usize(..SCALARS.len())];
    if random.u8(..3) == 0 {
        let (scalar, c_type) = scalar(random);
        return Sample { ty: Type::Scalar(scalar), c_type: c_type.into(), leaves: vec![(String::new(), scalar)] };
    }
    let alike = random.bool().then(|| scalar(random));
    let mut record = Record {
        kind: RecordKind::Struct,
        size: 0,
        align: Align::ONE,
        unadjusted_align: Align::ONE,
        packed: false,
        fields: Vec::new(),
    };
    let mut leaves = Vec::new();
    write!(c, "struct {name} {{").expect("a string grows");
    for index in 0..random.u32(1..6) {
        let (scalar, c_type) = alike.unwrap_or_else(|| scalar(random));
        let (ty, count) = match random.u8(..12) {
            0..2 => {
                let count = random.u64(1..5);
                (Type::Aggregate(module.types.array(Type::Scalar(scalar), count)), count)
            }
            2 => (Type::Aggregate(module.types.array(Type::Scalar(scalar), 33)), 33),
            _ => (Type::Scalar(scalar), 0),
        };
        let layout = module.types.layout(ty);
        let offset = record.size.next_multiple_of(layout.align.bytes());
        record.fields.push(Field { name: None, ty, offset });
        record.size = offset + layout.size;
        record.align = record.align.max(layout.align);
        let member = format!(".m{index}");
        if count == 0 {
            write!(c, " {c_type} m{index};").expect("a string grows");
            leaves.push((member, scalar));
        } else {
            write!(c, " {c_type} m{index}[{count}];").expect("a string grows");
            leaves.extend((0..count).map(|element| (format!("{member}[{element}]"), scalar)));
        }
    }
    record.unadjusted_align = record.align;
    let asked = match random.u8(..6) {
        0 => Some(32),
        1 => Some(64),
        _ => None,
    };
    let attribute = asked.map_or(String::new(), |align| format!(" __attribute__((aligned({align})))"));
    writeln!(c, " }}{attribute};").expect("a string grows");
    record.align = asked.map_or(record.align, |align| record.align.max(Align::new(align)));
    record.size = record.size.next_multiple_of(record.align.bytes());
    let ty = Type::Aggregate(module.types.anonymous(TypeBody::Record(record)));
    Sample { ty, c_type: format!("struct {name}"), leaves }
}

/// A value that says where it is from, as a C constant.
fn constant(scalar: Scalar, seed: usize) -> String {
    let bits = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match scalar {
        Scalar::Bool => (bits >> 63).to_string(),
        Scalar::F32 | Scalar::F64 => format!("{}.5", bits >> 48),
        Scalar::I128 | Scalar::U128 => format!("(((__int128){}u << 96) + {}u)", bits >> 32, bits & 0xffff_ffff),
        _ if scalar.bits() == 64 => format!("(int64_t){bits}u"),
        _ => format!("({}){}", if scalar.is_signed() { "int" } else { "unsigned" }, bits >> (64 - scalar.bits() + 1)),
    }
}

fn assignments(sample: &Sample, variable: &str, seed: usize) -> String {
    let assign = |(index, (path, scalar)): (usize, &(String, Scalar))| {
        format!(" {variable}{path} = {};", constant(*scalar, seed + index))
    };
    sample.leaves.iter().enumerate().map(assign).collect()
}

fn comparisons(sample: &Sample, variable: &str, seed: usize, what: &str) -> String {
    let compare = |(index, (path, scalar)): (usize, &(String, Scalar))| {
        format!(
            "  if ({variable}{path} != ({}) {}) {{ puts(\"{what}{path}\"); exit(1); }}\n",
            c_name(*scalar),
            constant(*scalar, seed + index)
        )
    };
    sample.leaves.iter().enumerate().map(compare).collect()
}

fn c_name(scalar: Scalar) -> &'static str {
    SCALARS.iter().find(|(known, _)| *known == scalar).expect("all used scalars are listed").1
}

/// `forward` in MIR passes what it gets from C on to `callee` in C, half of the time through a pointer, and gives back what
/// that gives.
fn forward(module: &mut Module, number: usize, parameters: &[Sample], result: &Sample) {
    let types: Vec<Type> = parameters.iter().map(|parameter| parameter.ty).collect();
    let signature = module.signature(Signature::new(types, Some(result.ty)));
    let callee = module.import_function(&format!("callee_{number}"), signature);
    let symbol = module.symbol(&format!("forward_{number}"));
    let mut builder = FunctionBuilder::new(symbol, signature);
    builder.function_mut().linkage = Linkage::Export;
    let slot = |module: &Module, builder: &mut FunctionBuilder, ty, kind| {
        let layout = module.types.layout(ty);
        builder.slot(SlotData::frame(layout.size, layout.align, kind, Some(ty)))
    };
    let taken: Vec<_> = parameters
        .iter()
        .map(|parameter| match parameter.ty {
            Type::Scalar(scalar) => Ok(builder.scalar_parameter(scalar)),
            Type::Aggregate(_) => {
                let slot = slot(module, &mut builder, parameter.ty, SlotKind::Parameter);
                builder.aggregate_parameter(slot);
                Err(slot)
            }
        })
        .collect();
    let entry = builder.block();
    builder.switch_to(entry);
    let arguments: Vec<Argument> = taken
        .into_iter()
        .map(|taken| match taken {
            Ok(value) => Argument::Scalar(value),
            Err(slot) => Argument::Aggregate {
                address: builder.slot_address(slot, 0),
                align: builder.function().slot(slot).align,
                owned_temporary: false,
            },
        })
        .collect();
    let callee = match number % 2 {
        0 => Callee::Direct(callee),
        _ => Callee::Indirect(builder.symbol_address(callee, 0)),
    };
    match result.ty {
        Type::Scalar(scalar) => {
            let value = builder.call_scalar(callee, signature, &arguments, scalar);
            builder.return_value(ReturnValue::Scalar(value));
        }
        Type::Aggregate(_) => {
            let slot = slot(module, &mut builder, result.ty, SlotKind::Return);
            builder.set_return_slot(slot);
            let address = builder.slot_address(slot, 0);
            builder.call_aggregate(callee, signature, &arguments, address, true);
            builder.return_value(ReturnValue::ReturnSlot);
        }
    }
    module.add_function(builder.finish());
}

/// A compiler takes the alignment of its own variables for granted, so `aligned` is none that it knows.
const HEAD: &str = r#"
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    __attribute__((noipa)) static void aligned(const void *address, size_t alignment, const char *what) {
        if ((uintptr_t)address % alignment) { printf("%s is not aligned", what); exit(1); }
    }
"#;

#[test]
fn structures_pass_from_c_through_mir_to_c() {
    const SIGNATURES: usize = 150;
    for target in runnable_targets() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut module = Module::new("forward");
        let mut c = String::from(HEAD);
        let mut main = String::new();
        for number in 0..SIGNATURES {
            let result = sample(&mut random, &mut module, &mut c, &format!("r{number}"));
            let count = random.usize(..12);
            let parameters: Vec<Sample> = (0..count)
                .map(|index| sample(&mut random, &mut module, &mut c, &format!("p{number}_{index}")))
                .collect();
            forward(&mut module, number, &parameters, &result);
            let mut list = String::new();
            let [mut checks, mut makes, mut names, mut again] = [const { String::new() }; 4];
            for (index, parameter) in parameters.iter().enumerate() {
                let comma = if index == 0 { "" } else { ", " };
                let seed = number * 1000 + index * 64;
                let what = format!("{number} {index} ");
                write!(list, "{comma}{} p{index}", parameter.c_type).expect("a string grows");
                write!(names, "{comma}p{index}").expect("a string grows");
                checks += &comparisons(parameter, &format!("p{index}"), seed, &what);
                writeln!(checks, "  aligned(&p{index}, _Alignof({}), \"{what}\");", parameter.c_type)
                    .expect("a string grows");
                // The callee changes its own: nobody else's may change.
                writeln!(checks, "  memset(&p{index}, 0x55, sizeof p{index} * (sizeof p{index} > 1));")
                    .expect("a string grows");
                makes += &format!(
                    "  {} p{index};{}\n",
                    parameter.c_type,
                    assignments(parameter, &format!("p{index}"), seed)
                );
                again += &comparisons(parameter, &format!("p{index}"), seed, &format!("changed {what}"));
            }
            let list = if list.is_empty() { "void".into() } else { list };
            let seed = number * 1000 + 900;
            writeln!(c, "{0} forward_{number}({list});\n{0} callee_{number}({list});", result.c_type)
                .expect("a string grows");
            let filled = assignments(&result, "r", seed);
            writeln!(
                c,
                "{} callee_{number}({list}) {{\n{checks}  {} r;{filled}\n  return r;\n}}",
                result.c_type, result.c_type
            )
            .expect("a string grows");
            let returned = comparisons(&result, "r", seed, &format!("{number} result "));
            writeln!(
                main,
                "static void call_{number}(void) {{\n{makes}  {} r = forward_{number}({names});\n{again}{returned}}}",
                result.c_type
            )
            .expect("a string grows");
        }
        c += &main;
        c += "int main(void) {\n";
        for number in 0..SIGNATURES {
            writeln!(c, "  call_{number}();").expect("a string grows");
        }
        c += "  return 0;\n}\n";
        assert_silent(&run_with_c(&mut module, target, &c));
    }
}

#[test]
fn variadic_calls_pass_floats() {
    for target in runnable_targets() {
        let mut module = Module::new("variadic");
        function(&mut module, "print_all", &[Scalar::Pointer], None, |module, builder, values| {
            let scalars = [Scalar::F64, Scalar::I32, Scalar::F64, Scalar::I64];
            let types = [Type::Scalar(Scalar::Pointer)].into_iter().chain(scalars.map(Type::Scalar)).collect();
            let signature = module.signature(Signature::variadic(types, 1, Some(Type::Scalar(Scalar::I32))));
            let printf = module.import_function("printf", signature);
            let arguments = [
                values[0],
                builder.float64(1.5),
                builder.integer(Scalar::I32, -7),
                builder.float64(-0.25),
                builder.integer(Scalar::I64, 1 << 40),
            ];
            let arguments = arguments.map(Argument::Scalar);
            builder.call_scalar(Callee::Direct(printf), signature, &arguments, Scalar::I32);
            builder.return_value(ReturnValue::Nothing);
        });
        let c = r#"
            void print_all(const char *format);
            int main(void) { print_all("%g %d %g %lld\n"); return 0; }
        "#;
        let output = run_with_c(&mut module, target, c);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "1.5 -7 -0.25 1099511627776\n");
        assert!(output.status.success());
    }
}

/// The address of the function travels behind the arguments, in each of the registers and on the stack.
#[test]
fn variadic_calls_through_pointers_pass_floats() {
    for target in runnable_targets() {
        let mut module = Module::new("variadic");
        let mut calls = String::new();
        let mut expected = String::new();
        for integers in 0..9 {
            let name = format!("print_{integers}");
            function(&mut module, &name, &[Scalar::Pointer; 2], None, |module, builder, values| {
                let numbers = (0..integers).map(|number| (Scalar::I64, builder.integer(Scalar::I64, number)));
                let numbers: Vec<_> = numbers.collect();
                let floats = (0..integers + 1).map(|number| (Scalar::F64, builder.float64(number as f64 + 0.5)));
                let floats: Vec<_> = floats.collect();
                let arguments: Vec<_> =
                    [(Scalar::Pointer, values[0])].into_iter().chain(numbers).chain(floats).collect();
                let types = arguments.iter().map(|(scalar, _)| Type::Scalar(*scalar)).collect();
                let signature = Signature::variadic(types, 1, Some(Type::Scalar(Scalar::I32)));
                let signature = module.signature(signature);
                let arguments: Vec<_> = arguments.into_iter().map(|(_, value)| Argument::Scalar(value)).collect();
                builder.call_scalar(Callee::Indirect(values[1]), signature, &arguments, Scalar::I32);
                builder.return_value(ReturnValue::Nothing);
            });
            let format = format!("{}{}", "%ld ".repeat(integers as usize), "%g ".repeat(integers as usize + 1));
            writeln!(calls, "void {name}(const char *, void *);").expect("a string grows");
            writeln!(calls, "static void c{integers}(void) {{ {name}(\"{format}\\n\", printf); }}")
                .expect("a string grows");
            let words = (0..integers).map(|number| format!("{number} "));
            expected.extend(words.chain((0..integers + 1).map(|number| format!("{number}.5 "))));
            expected.push('\n');
        }
        let all: String = (0..9).map(|integers| format!("c{integers}();")).collect();
        let c = format!("#include <stdio.h>\n{calls}int main(void) {{ {all} return 0; }}");
        let output = run_with_c(&mut module, target, &c);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        assert!(output.status.success());
    }
}

#[test]
fn calls_through_pointers_and_of_library_functions() {
    let mut memory = [0u64; 3];
    run_over(&mut memory, |module, builder, memory| {
        let double = function(module, "double", &[Scalar::I64], Some(Scalar::I64), |_, builder, values| {
            let sum = add(builder, values[0], values[0]);
            builder.return_value(ReturnValue::Scalar(sum));
        });
        let signature =
            module.signature(Signature::new(vec![Type::Scalar(Scalar::I64)], Some(Type::Scalar(Scalar::I64))));
        let number = builder.integer(Scalar::I64, 21);
        let own = builder.symbol_address(double, 0);
        let result = call_pointer(builder, own, signature, number);
        builder.store(result, memory, 0);
        let labs = module.import_function("labs", signature);
        let other = builder.symbol_address(labs, 0);
        let negative = builder.integer(Scalar::I64, -5);
        let result = call_pointer(builder, other, signature, negative);
        builder.store(result, memory, 8);
        let two = builder.float64(2.0);
        let root = call_c(module, builder, "sqrt", &[two], Scalar::F64);
        builder.store(root, memory, 16);
    });
    assert_eq!(memory, [42, 5, 2f64.sqrt().to_bits()]);
}

fn call_pointer(builder: &mut FunctionBuilder, address: Value, signature: mir::SignatureId, argument: Value) -> Value {
    builder.call_scalar(Callee::Indirect(address), signature, &[Argument::Scalar(argument)], Scalar::I64)
}

#[test]
fn slots_are_aligned_as_they_ask() {
    let mut memory = [0u64; 6];
    run_over(&mut memory, |_, builder, memory| {
        for (index, align) in [1u64, 8, 16, 32, 64, 4096].into_iter().enumerate() {
            let slot = builder.slot(SlotData::frame(24, Align::new(align), SlotKind::Local, None));
            let address = builder.slot_address(slot, 8);
            let source = builder.slot_address(slot, 0);
            builder.copy(address, source, 8, Align::ONE, CopyReason::Assignment);
            builder.store(address, memory, 8 * index as i32);
        }
    });
    for (address, align) in memory.into_iter().zip([1, 8, 16, 32, 64, 4096]) {
        assert_eq!((address - 8) % align, 0);
    }
}
