//! The words of reports, on two targets and side by side.

use expect_test::expect;

use super::*;
use crate::{FieldSpec, RecordKind, Signature, TyId, TypeArena, layout_record, lower};

fn example(target: Target) -> Report {
    let mut arena = TypeArena::new();
    let record = |arena: &mut TypeArena, types: &[TyId]| {
        let fields: Vec<FieldSpec> = types.iter().map(|ty| FieldSpec::new(*ty)).collect();
        let record = layout_record(&target, arena, RecordKind::Struct, &fields, false, None);
        arena.add_record(record)
    };
    let vec3 = record(&mut arena, &[TyId::F64; 3]);
    let entry = record(&mut arena, &[TyId::I64, TyId::F32]);
    let signature = Signature::new(vec3, [vec3, entry, TyId::BOOL]);
    let abi = lower(&target, &arena, &signature).expect("the example is described");
    let params = [Label::new("at", "Vec3"), Label::new("entry", "Entry"), Label::new("on", "bool")];
    report(&target, &abi, &params, &Label::new("result", "Vec3"))
}

#[test]
fn text_on_x86_64() {
    expect![[r#"
        value   type   bytes  where                  how                                          copies     clauses
        at      Vec3   24     stack+0                copied to the stack                          caller 24  §3.2.3
        entry   Entry  16     rsi[0..8] xmm0[8..12]  in registers                                 -          §3.2.3
        on      bool   1      rdx                    in a register, zero-extended                 -          §3.2.3, clang and gcc practice
        result  Vec3   24     rdi                    hidden result pointer, which returns in rax  -          §3.2.3

        at:
          copy: caller copies 24 bytes: the callee owns its argument, and it is larger than two eightbytes
          why: a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]

        entry:
          why: an eightbyte with an integer or pointer in it has class INTEGER [System V x86-64 psABI 1.0 §3.2.3]
          why: an eightbyte of floating-point numbers only has class SSE [System V x86-64 psABI 1.0 §3.2.3]

        on:
          why: integers and pointers have class INTEGER [System V x86-64 psABI 1.0 §3.2.3]
          why: integers narrower than 32 bits are widened by whoever passes them [clang and gcc practice]

        result:
          why: a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]
          why: a result of class MEMORY is written to an address passed in rdi and returned in rax [System V x86-64 psABI 1.0 §3.2.3]

        argument area: 32 bytes, aligned to 16
    "#]].assert_eq(&example(Target::X86_64_LINUX).to_string());
}

#[test]
fn text_on_aarch64() {
    expect![[r#"
        value   type   bytes  where                          how            copies  clauses
        at      Vec3   24     v0[0..8] v1[8..16] v2[16..24]  in registers   -       §6.8.2 C.2
        entry   Entry  16     x0[0..8] x1[8..16]             in registers   -       §6.8.2 C.12
        on      bool   1      x2                             in a register  -       §6.8.2 C.9
        result  Vec3   24     v0[0..8] v1[8..16] v2[16..24]  in registers   -       §6.8.2 C.2, §6.9

        at:
          why: up to four members of one floating-point or vector type take one vector register each [AAPCS64 §6.8.2 C.2]

        entry:
          why: a composite of up to 16 bytes takes consecutive general registers [AAPCS64 §6.8.2 C.12]

        on:
          why: an integer or pointer takes the next general register [AAPCS64 §6.8.2 C.9]

        result:
          why: up to four members of one floating-point or vector type take one vector register each [AAPCS64 §6.8.2 C.2]
          why: a result travels in the registers that a first argument would take [AAPCS64 §6.9]

        argument area: 0 bytes, aligned to 16
    "#]].assert_eq(&example(Target::AARCH64_LINUX).to_string());
}

#[test]
fn reports_and_descriptions_survive_json() {
    let report = example(Target::X86_64_LINUX);
    let text = serde_json::to_string(&report).expect("a report is plain data");
    assert!(text.contains(r#""name":"entry","type":"Entry","bytes":16"#), "{text}");
    assert_eq!(serde_json::from_str::<Report>(&text).expect("it reads back"), report);

    let arena = TypeArena::new();
    let signature = Signature::new(TyId::I128, [TyId::F32, TyId::X87]);
    let abi = lower(&Target::X86_64_LINUX, &arena, &signature).expect("scalars are described");
    let text = serde_json::to_string(&abi).expect("a description is plain data");
    assert_eq!(serde_json::from_str::<FnAbi>(&text).expect("it reads back"), abi);
}

#[test]
fn two_targets_side_by_side() {
    let reports = [Target::X86_64_LINUX, Target::AARCH64_LINUX].map(example);
    let text = side_by_side(&reports.each_ref());
    let table = text.split("\non ").next().unwrap_or_default();
    expect![[r#"
        value   type   x86_64-linux-gnu                                       aarch64-linux-gnu
        at      Vec3   stack+0                                                v0[0..8] v1[8..16] v2[16..24]
                       24 bytes, copied to the stack                          24 bytes, in registers
                       copies: caller 24
                       §3.2.3                                                 §6.8.2 C.2
        entry   Entry  rsi[0..8] xmm0[8..12]                                  x0[0..8] x1[8..16]
                       16 bytes, in registers                                 16 bytes, in registers
                       §3.2.3                                                 §6.8.2 C.12"#]]
    .assert_eq(table);
}

/// Every place has its box, every value its strip, and what C allows in a name cannot leave the text.
#[test]
fn a_picture_has_all_places() {
    let mut report = example(Target::X86_64_LINUX);
    report.params[0].fields =
        vec![FieldLabel { path: "x<y>".to_string(), ty: "f64".to_string(), offset_bits: 0, bits: 64 }];
    let text = svg(&[Drawing { title: "f & g", reports: vec![&report] }]);
    for part in ["f &amp; g", "x&lt;y&gt;: f64", "stack+0 (24 bytes)", "rsi (i64)", "xmm0 (f32)", "rdx (i8)"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    for value in report.values() {
        assert!(text.contains(&format!(">{}: {}</text>", value.name, value.ty)));
    }
}
