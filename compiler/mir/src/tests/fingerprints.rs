//! What changes a fingerprint and what does not.

use crate::backend::Optimisation;
use crate::{Fingerprint, Fingerprinter, Module, Options, Type};

use super::{ARM, X86};

const TEXT: &str = r#"module "m"
type %Pair = struct 16 align 8 { a: i64 @0, b: i64 @8 }
function system_abi export @f(s0, v0: ptr) : (%Pair, ptr) -> i64 {
  slot s0 16 align 8 parameter frame : %Pair
  site 0 add_overflow at 20
b0:
  v1: ptr = slot_address s0 + 8 at 10
  v2: i64 = load v1 align 8
  v3: i64 = checked_add v2, v2, site0 at 20
  v4: ptr = symbol_address @data
  return v3
}
"#;

fn fingerprint(text: &str) -> Fingerprint {
    let mut module = crate::read(text).unwrap();
    crate::lower_module(&mut module, &X86).unwrap();
    of(&module, &X86, &Options::default(), "test")
}

fn of(module: &Module, target: &abi::Target, options: &Options, backend: &str) -> Fingerprint {
    Fingerprinter::new(module, target, options, backend).function(&module.functions[0])
}

#[test]
fn every_fact_counts() {
    let base = fingerprint(TEXT);
    for (from, to) in [
        ("slot_address s0 + 8", "slot_address s0"),
        ("add_overflow at 20", "add_overflow at 21"),
        ("add_overflow at", "subtract_overflow at"),
        ("checked_add", "checked_subtract"),
        ("at 10", "at 11"),
        ("@data", "@other"),
        ("a: i64", "c: i64"),
        ("b: i64 @8", "b: f64 @8"),
        ("%Pair", "%Couple"),
        ("export", "hidden"),
        ("return v3", "return v2"),
        ("constant", "constant"),
    ] {
        let changed = TEXT.replace(from, to);
        assert_eq!(changed == TEXT, fingerprint(&changed) == base, "{from} -> {to}");
    }
}

#[test]
fn neighbours_do_not_count() {
    let mut module = Module::new("another");
    let array = module.types.array(Type::Scalar(crate::Scalar::I64), 9);
    module.import_global("before", Some(Type::Aggregate(array)));
    module.declare_type("Unrelated");
    crate::link(&mut module, crate::read(TEXT).unwrap()).unwrap();
    crate::lower_module(&mut module, &X86).unwrap();
    assert_eq!(of(&module, &X86, &Options::default(), "test"), fingerprint(TEXT));
}

#[test]
fn target_options_and_backend_count() {
    let mut module = crate::read(TEXT).unwrap();
    crate::lower_module(&mut module, &X86).unwrap();
    let plain = Options::default();
    let fast = Options { optimisation: Optimisation::Speed, ..plain };
    let all = [
        of(&module, &X86, &plain, "test"),
        of(&module, &ARM, &plain, "test"),
        of(&module, &X86, &fast, "test"),
        of(&module, &X86, &plain, "test 2"),
    ];
    for (index, one) in all.iter().enumerate() {
        assert!(all[..index].iter().all(|other| other != one));
    }
}
