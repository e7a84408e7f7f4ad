//! The C interface of the ABI library (`compiler/abi-c`): a program asks it on every target, as C99 and as C++17, and Python does;
//! what they hear is what the library says to Rust. What makes no sense is refused with a reason.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use abi::{
    Carrier, CopyReason, Extend, FieldSpec, FnAbi, Location, Memory, Placement, RecordKind, RegisterClass, Side,
    Signature, Target, TyId, TypeArena, ValueAbi, ValueIndex, layout_record, lower,
};
use tests::root;

/// The library, which is beside this program.
fn library() -> PathBuf {
    // Whoever names the crate has it built.
    assert!(!lang_abi::lang_abi_target(0).is_null());
    let name = format!("{}lang_abi{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let here = std::env::current_exe().expect("a test is a file");
    here.parent().expect("it is in a folder").join(name)
}

fn printed(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    let [said, wrong] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{command:?}: {} {said} {wrong}", output.status);
    assert_eq!(wrong, "", "{command:?}");
    said
}

/// The program of `tests/abi_c`, compiled with a compiler and linked with the library.
fn asker(folder: &Path, compiler: &[&str]) -> PathBuf {
    let program = folder.join(compiler.join("_").replace(['=', '+', '/'], "_"));
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).args(["-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
    command.arg("-I").arg(root().join("compiler/abi-c/include"));
    command.arg(root().join("tests/abi_c/ask.c")).args(["-x", "none"]).arg(library());
    command.arg(format!("-Wl,-rpath,{}", library().parent().expect("it is in a folder").display()));
    assert_eq!(printed(command.arg("-o").arg(&program)), "");
    program
}

fn location(place: Location) -> String {
    match place {
        Location::Register(register) => {
            let class = match register.class() {
                RegisterClass::General => 1,
                RegisterClass::Float => 2,
                RegisterClass::Vector => 3,
                RegisterClass::X87 => 4,
            };
            format!(" {} of {class}", register.name())
        }
        Location::Stack { offset, size, slot } => format!(" stack {offset} {size} {slot}"),
        Location::Operand(number) => format!(" operand {number}"),
    }
}

fn carrier(carrier: Carrier) -> (u32, u8) {
    match carrier {
        Carrier::I8 => (0, 0),
        Carrier::I16 => (1, 0),
        Carrier::I32 => (2, 0),
        Carrier::I64 => (3, 0),
        Carrier::F16 => (4, 0),
        Carrier::BF16 => (5, 0),
        Carrier::F32 => (6, 0),
        Carrier::F64 => (7, 0),
        Carrier::X87 => (8, 0),
        Carrier::F128 => (9, 0),
        Carrier::V128 => (10, 0),
        Carrier::Lanes { bytes } => (11, bytes),
    }
}

fn value(index: i32, value: &ValueAbi) -> String {
    let (placement, pointer, memory, returned_in) = match &value.placement {
        Placement::Ignore => (0, None, (0, 0, 0), None),
        Placement::Parts(_) => (1, None, (0, 0, 0), None),
        Placement::Memory(Memory::ByPointer { pointer, align }) => (2, Some(*pointer), (*align, 0, 0), None),
        Placement::Memory(Memory::OnStack { offset, slot, align }) => (3, None, (*align, *offset, *slot), None),
        Placement::Sret { pointer, returned_in } => (4, Some(*pointer), (value.align, 0, 0), *returned_in),
    };
    let pointer = pointer.map_or(" nowhere".to_owned(), location);
    let returned_in = returned_in.map_or("-", |register| register.name());
    let ValueAbi { size, align, aggregate, .. } = value;
    let mut text = format!(
        "value {index}: {size} {align} {} {placement}{pointer} memory {} {} {} {returned_in}\n",
        i32::from(*aggregate),
        memory.0,
        memory.1,
        memory.2
    );
    for part in value.parts() {
        let (carrier, lanes) = carrier(part.carrier);
        let extend = match part.extend {
            Extend::None => 0,
            Extend::Zero => 1,
            Extend::Sign => 2,
        };
        let place = location(part.location);
        writeln!(text, "  part {} {} carrier {carrier} {lanes} extend {extend}{place}", part.offset, part.len)
            .expect("a String takes everything");
    }
    for why in &value.why {
        writeln!(text, "  {}: {}", why.clause(), why.text()).expect("a String takes everything");
    }
    text
}

fn rest(target: &Target, abi: &FnAbi) -> String {
    let mut text = String::new();
    for copy in &abi.copies {
        let number = match copy.value {
            ValueIndex::Param(number) => i32::from(number),
            ValueIndex::Result => -1,
        };
        let by_caller = i32::from(copy.side == Side::Caller);
        let reason = match copy.reason {
            CopyReason::Argument => 0,
            CopyReason::CalleeLocal => 1,
            CopyReason::ReturnSlot => 2,
            CopyReason::AbiTemporary => 3,
        };
        let (bytes, align, elidable) = (copy.bytes, copy.align, i32::from(copy.elidable));
        writeln!(text, "copy {number} {by_caller} {bytes} {align} {reason} {elidable}").expect("it is a String");
    }
    let call = &abi.call;
    let (general, vector, stack) =
        call.variadic.map_or((0, 0, 0), |v| (v.named_general, v.named_vector, v.named_stack_bytes));
    let is_variadic = i32::from(call.variadic.is_some());
    let vectors = call.vector_registers.map_or(-1, i32::from);
    let abi::Call { stack_bytes, stack_align, shadow_bytes, .. } = call;
    writeln!(
        text,
        "call {stack_bytes} {stack_align} {shadow_bytes} {vectors} {is_variadic} {general} {vector} {stack}"
    )
    .expect("it is a String");
    let report = abi::report::report(target, abi, &[], &abi::report::Label::new("result", ""));
    text + &report.to_string()
}

/// The types of a target that the program makes, by their tags.
struct Types {
    target: Target,
    arena: TypeArena,
    tags: Vec<(TyId, &'static str)>,
}

impl Types {
    fn record(&mut self, tag: &'static str, kind: RecordKind, packed: bool, fields: &[FieldSpec]) -> TyId {
        let layout = layout_record(&self.target, &self.arena, kind, fields, packed, None);
        let id = self.arena.add_record(layout);
        self.tags.extend(Some((id, tag)).filter(|_| !tag.is_empty()));
        id
    }

    fn answer(&self, name: &str, signature: &Signature) -> String {
        let abi = match lower(&self.target, &self.arena, signature) {
            Ok(abi) => abi,
            Err(unsupported) => return format!("{name}: status 2: {unsupported}\n"),
        };
        let tag = |index: ValueIndex| {
            let ty = match index {
                ValueIndex::Param(number) => signature.params[usize::from(number)],
                ValueIndex::Result => signature.result,
            };
            self.tags.iter().find(|known| known.0 == ty).map(|known| known.1.to_owned())
        };
        let mut text = abi::llvm::declaration(&self.target, &self.arena, signature, &abi, name, &tag) + "\n";
        text += &value(-1, &abi.result);
        for (number, described) in abi.params.iter().enumerate() {
            text += &value(number as i32, described);
        }
        text + &rest(&self.target, &abi)
    }
}

/// What the program should hear of a target.
fn expected(target: Target) -> String {
    let mut types = Types { target, arena: TypeArena::new(), tags: Vec::new() };
    let plain = FieldSpec::new;
    let long = if target.long_bytes() == 8 { TyId::I64 } else { TyId::I32 };
    let long_double = match target.long_double() {
        abi::LongDouble::F64 => TyId::F64,
        abi::LongDouble::X87 => TyId::X87,
        abi::LongDouble::F128 => TyId::F128,
        abi::LongDouble::DoubleDouble => TyId::DOUBLE_DOUBLE,
    };
    let entry = types.record("entry", RecordKind::Struct, false, &[plain(long), plain(TyId::F32)]);
    let bits = [FieldSpec::bits(TyId::I32, 3), FieldSpec::bits(TyId::U32, 5), FieldSpec::bits(TyId::I64, 33)];
    let flags = types.record("flags", RecordKind::Struct, false, &bits);
    let number = types.record("number", RecordKind::Union, false, &[plain(TyId::I32), plain(TyId::F64)]);
    let floats = types.record("", RecordKind::Struct, false, &[plain(TyId::F32); 3]);
    let five = types.arena.array(TyId::I64, 5);
    let large = types.record("large", RecordKind::Struct, false, &[plain(five)]);
    let odd = types.record("odd", RecordKind::Struct, true, &[plain(TyId::I8), plain(TyId::I32)]);
    let vector = types.arena.vector(TyId::F32, 4);
    let complex = types.arena.complex(TyId::F64);
    let bit_int = types.arena.bit_int(33, true);
    let flexible = types.arena.flexible_array(TyId::U8);
    let tail = types.record("tail", RecordKind::Struct, false, &[plain(TyId::I32), plain(flexible)]);
    let record = types.arena.get(flags).as_record().expect("it is a record");
    let layout = types.arena.layout(&target, tail);
    let scalars = [TyId::I8, TyId::U16, TyId::BOOL, TyId::POINTER, TyId::F32, TyId::I128, tail];
    let unnamed = [TyId::POINTER, TyId::I32, TyId::F64, entry];
    [
        format!("== {}\n", target.name()),
        format!("member {} 33\n", types.arena.record(record).fields[2].offset_bits),
        format!("layout {} {}\n", layout.size, layout.align),
        types.answer("records", &Signature::new(entry, [entry, flags, number, floats, large, odd])),
        types.answer("scalars", &Signature::new(TyId::I8, scalars)),
        types.answer("wide", &Signature::new(vector, [vector, complex])),
        types.answer("odd", &Signature::new(large, [bit_int, long_double])),
        types.answer("variadic", &Signature::variadic(TyId::I32, unnamed, 1)),
        types.answer("nothing", &Signature::new(TyId::VOID, [])),
    ]
    .concat()
}

/// The first line in which two texts differ.
fn assert_same(found: &str, wanted: &str) {
    let differing = found.lines().zip(wanted.lines()).enumerate().find(|(_, (found, wanted))| found != wanted);
    assert_eq!(differing, None);
    assert_eq!(found.lines().count(), wanted.lines().count());
}

#[test]
fn c_and_cpp_hear_what_rust_does() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let wanted = Target::ALL.map(expected).concat();
    assert!(wanted.lines().count() > 1000);
    for compiler in [&["cc", "-std=c99", "-x", "c"][..], &["clang-22", "-std=c++17", "-x", "c++"]] {
        assert_same(&printed(&mut Command::new(asker(folder.path(), compiler))), &wanted);
    }
}

#[test]
fn python_hears_it_too() {
    let said = printed(Command::new("python3").arg(root().join("tests/abi_c/ask.py")).arg(library()));
    let wanted = Target::ALL.map(|target| {
        let mut types = Types { target, arena: TypeArena::new(), tags: Vec::new() };
        let fields = [FieldSpec::new(TyId::I32), FieldSpec::new(TyId::F32)];
        let pair = types.record("pair", RecordKind::Struct, false, &fields);
        let answer = types.answer("take", &Signature::new(pair, [pair, TyId::POINTER]));
        format!("{} {}\n", target.name(), answer.lines().next().expect("it has lines"))
    });
    assert_same(&said, &wanted.concat());
}

#[test]
fn nonsense_is_refused() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let said = printed(Command::new(asker(folder.path(), &["cc", "-std=c99", "-x", "c"])).arg("nonsense"));
    expect_test::expect_file![root().join("tests/abi_c/nonsense.txt")].assert_eq(&said);
    let mistakes = format!("{} ", lang_abi::LangAbiStatus::Internal as i32);
    assert!(!said.lines().any(|line| line.starts_with(&mistakes)), "{said}");
}
