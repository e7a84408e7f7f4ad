//! Answers that were damaged on their way: each is refused, or describes something, and nothing breaks. What is right of an
//! answer that is whole, the suite `c_headers` compares with clang.

use abi::Target;

use super::wire::{
    self, Answer, Attributes, Callback, Enumeration, Field, File, Float, Function, Global, Kind, Macro, Place,
    Prototype, Record, Type, Typedef, Value,
};

fn ty(name: &str, kind: Kind, size: u64, align: u64) -> Type {
    let (size, align) = (Some(size), Some(align));
    Type { name: name.into(), kind, size, align, natural_align: align, is_const: false, enumeration: None }
}

fn field(name: &str, ty: u32, offset_bits: u64) -> Field {
    let (name, attributes) = (Some(name.to_string()), Attributes::default());
    Field { name, ty, offset_bits, width: None, attributes, comment: None }
}

/// `struct S { int a; double b[2]; int (*c)(struct S); }`, `struct S f(struct S s, ...)` and what else there is.
fn whole() -> Answer {
    let callback = Callback { result: 0, params: vec![4], prototype: Prototype::Variadic, is_called_as_c: true };
    let types = vec![
        ty("int", Kind::Integer { signed: true }, 4, 4),
        ty("double", Kind::Float(Float::Double), 8, 8),
        ty("double[2]", Kind::Array { element: 1, count: Some(2) }, 16, 8),
        ty("int (*)(struct S, ...)", Kind::Pointer { callback: Some(callback.clone()), pointee: None }, 8, 8),
        ty("struct S", Kind::Record(0), 32, 8),
    ];
    let mut flagged = field("a", 0, 0);
    flagged.attributes.aligned = true;
    let record = Record {
        tag: Some("S".into()),
        name: "struct S".into(),
        is_union: false,
        size: 32,
        align: 8,
        attributes: Attributes { implicit: true, ..Attributes::default() },
        fields: vec![flagged, field("b", 2, 64), field("c", 3, 192)],
        place: Place::default(),
        comment: None,
    };
    let place = Place { file: "s.h".into(), line: 1, column: 1, offset: 0 };
    let names = vec![Some("s".into())];
    let of_function = |name: &str| Function {
        name: name.into(),
        symbol: name.into(),
        exported: true,
        is_inline_only: false,
        names: names.clone(),
        ty: Callback { result: 4, ..callback.clone() },
        unknown: None,
        never_returns: false,
        is_old_style: false,
        place: place.clone(),
        comment: None,
    };
    let global = Global {
        name: "g".into(),
        symbol: "g".into(),
        exported: true,
        ty: 4,
        place: place.clone(),
        is_const: false,
        is_thread_local: false,
        comment: None,
    };
    let enumeration = Enumeration {
        tag: None,
        ty: 0,
        enumerators: vec![("A".into(), -1)],
        comments: vec![None],
        place: place.clone(),
        comment: None,
    };
    Answer {
        types,
        records: vec![record],
        functions: vec![of_function("f")],
        globals: vec![global],
        enumerations: vec![enumeration],
        typedefs: vec![Typedef { name: "cb".into(), ty: 3, place: place.clone(), comment: None }],
        errors: Vec::new(),
        macros: vec![Macro { name: "M".into(), place, value: Value::Integer(0, 4) }],
        macros_with_parameters: Vec::new(),
        files: vec![
            File { path: "s.c".into(), includes: vec![1], is_internal: false },
            File { path: "s.h".into(), includes: Vec::new(), is_internal: true },
        ],
    }
}

#[test]
fn a_whole_answer_is_described() {
    let bytes = wire::write(&Ok::<Answer, String>(whole()));
    let answer = wire::read_reply(&bytes).expect("it is whole").expect("it is an answer");
    let described = answer.describe(Target::X86_64_LINUX, "s.h", &[]);
    assert_eq!(described.refused, []);
    let counts =
        (described.functions.len(), described.callbacks.len(), described.records.len(), described.globals.len());
    assert_eq!(counts, (1, 1, 1, 1));
    let fields: Vec<&str> =
        described.functions[0].parameters[0].fields.iter().map(|field| field.path.as_str()).collect();
    assert_eq!(fields, ["a", "b[0]", "b[1]", "c"]);
}

#[test]
fn what_differs_from_clang_is_an_internal_error_that_names_both() {
    let mut answer = whole();
    answer.records[0].fields[1].offset_bits = 128;
    answer.types[1].size = Some(4);
    let described = answer.describe(Target::X86_64_LINUX, "s.h", &[]);
    let messages: Vec<&str> = described.refused.iter().map(|refused| refused.problem.message.as_str()).collect();
    assert!(messages.iter().all(|message| message.contains("internal error")), "{messages:?}");
    assert!(
        messages[0].contains("double has 8 bytes aligned to 8 here, 4 bytes aligned to 8 for clang"),
        "{messages:?}"
    );
    answer.types[1].size = Some(8);
    let described = answer.describe(Target::X86_64_LINUX, "s.h", &[]);
    assert!(described.refused[0].problem.message.contains("b at bit 64 here, at bit 128 there"));
}

#[test]
fn damaged_answers_are_refused_or_described() {
    let bytes = wire::write(&Ok::<Answer, String>(whole()));
    // A sequence that is the same each time, as no other random numbers are needed here.
    let mut state: u64 = 17;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut read, mut refused) = (0, 0);
    for round in 0..40_000 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + round % 3 {
            let at = random(damaged.len());
            damaged[at] = random(256) as u8;
        }
        if round % 7 == 0 {
            damaged.truncate(random(bytes.len()));
        }
        match wire::read_reply(&damaged) {
            Ok(Ok(answer)) => {
                read += 1;
                for target in [Target::X86_64_LINUX, Target::AARCH64_LINUX] {
                    answer.describe(target, "s.h", &[]);
                }
            }
            Ok(Err(_)) | Err(_) => refused += 1,
        }
    }
    assert!(read > 1_000 && refused > 1_000, "{read} were read, {refused} refused");
}
