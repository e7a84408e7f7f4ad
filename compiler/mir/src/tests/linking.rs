//! Types and symbols that meet in one module.

use expect_test::expect;

use crate::module::Module;
use crate::scalar::Scalar;
use crate::types::{Record, RecordKind, Type, TypeBody, TypeKind};
use crate::{Align, Field};

use super::{X86, assert_valid};

fn record(fields: &[Scalar]) -> TypeBody {
    let fields: Vec<Field> = fields
        .iter()
        .enumerate()
        .map(|(i, ty)| Field { name: None, ty: Type::Scalar(*ty), offset: 8 * i as u64 })
        .collect();
    TypeBody::Record(Record {
        kind: RecordKind::Struct,
        size: 8 * fields.len() as u64,
        align: Align::new(8),
        unadjusted_align: Align::new(8),
        packed: false,
        fields,
    })
}

#[test]
fn unnamed_types_and_name_clashes() {
    let mut module = Module::new("types");
    // Anonymous types are equal by content.
    let one = module.types.anonymous(record(&[Scalar::I64]));
    assert_eq!(one, module.types.anonymous(record(&[Scalar::I64])));
    assert_ne!(one, module.types.anonymous(record(&[Scalar::U64])));
    assert_eq!(module.types.array(Type::Aggregate(one), 3), module.types.array(Type::Aggregate(one), 3));
    // Named types are equal by name only; a clash gets the first free suffix.
    let x = module.declare_type("x");
    let y = module.declare_type("y");
    module.types.set_body(x, record(&[Scalar::I64]));
    module.types.set_body(y, record(&[Scalar::I64]));
    assert_ne!(x, y);
    let clash = module.declare_type("x");
    let again = module.declare_type("x");
    for (id, name) in [(clash, "x.1"), (again, "x.2")] {
        assert_eq!(module.types.find_named(&module.strings, name), Some(id));
    }
    // Unnamed types differ from everything, also from each other.
    let unnamed = [module.types.declare_unnamed(), module.types.declare_unnamed()];
    assert_ne!(unnamed[0], unnamed[1]);
    module.types.set_body(unnamed[1], record(&[Scalar::I64]));
    assert_ne!(unnamed[1], one);
    module.import_global("g", Some(Type::Aggregate(unnamed[1])));
    module.import_global("h", Some(Type::Aggregate(one)));
    assert_valid(&module, 0);
    let text = crate::print(&module);
    expect![[r#"
        module "types" version 2
        type %x = struct 8 align 8 { i64 @0 }
        type %y = struct 8 align 8 { i64 @0 }
        type %x.1 = opaque
        type %x.2 = opaque
        type %0 = opaque
        type %1 = struct 8 align 8 { i64 @0 }
        import global @g : %1
        import global @h : struct 8 align 8 { i64 @0 }
    "#]]
    .assert_eq(&text);
    assert_eq!(crate::print(&crate::read(&text).unwrap()), text);
    // Stripping turns named into unnamed: ids differ still where they differed.
    let mut table = module.types.clone();
    table.strip();
    assert!(table.iter().all(|(_, data)| !matches!(data.kind, TypeKind::Named(_))));
    assert_eq!(table.len(), module.types.len());
    crate::strip(&mut module, crate::Strip::EVERYTHING);
    assert_valid(&module, 0);
    expect![[r#"
        module "types" version 2
        type %0 = struct 8 align 8 { i64 @0 }
        type %1 = struct 8 align 8 { i64 @0 }
        type %2 = opaque
        type %3 = opaque
        type %4 = opaque
        type %5 = struct 8 align 8 { i64 @0 }
        import global @g : %5
        import global @h : struct 8 align 8 { i64 @0 }
    "#]]
    .assert_eq(&crate::print(&module));
}

#[test]
fn bodies_are_set_once() {
    let mut module = Module::new("types");
    let id = module.declare_type("x");
    assert_eq!(module.types.layout(Type::Aggregate(id)).size, 0);
    module.types.set_body(id, record(&[Scalar::I64]));
    assert_eq!(module.types.layout(Type::Aggregate(id)).size, 8);
    assert!(std::panic::catch_unwind(move || module.types.set_body(id, record(&[]))).is_err());
}

fn read(text: &str) -> Module {
    let module = crate::read(text).unwrap();
    assert_valid(&module, 0);
    module
}

#[test]
fn types_and_symbols_meet() {
    let mut one = read(
        r#"module "one"
type %Same = struct 8 align 8 { i64 @0 }
type %Other = struct 8 align 8 { i64 @0 }
type %Later = opaque
type %0 = struct 8 align 8 { i64 @0 }
import global @a : %Same
import global @b : %Other
import function @g : (%Later)
function system_abi local @helper() : () {
b0:
  return
}
function system_abi export @f() : () {
b0:
  call @helper() : ()
  v0: ptr = symbol_address @shared
  return
}
global constant merge @shared align 1 = "x"
"#,
    );
    let two = read(
        r#"module "two"
type %Same = struct 8 align 8 { i64 @0 }
type %Other = struct 8 align 8 { u64 @0 }
type %Later = struct 16 align 8 { %Other @0, %Same @8 }
type %0 = struct 8 align 8 { i64 @0 }
import function @f : ()
function system_abi local @helper() : () {
  site 0 message "two's" at 1
b0:
  panic site0
}
function system_abi export @g(s0) : (%Later) {
  slot s0 16 align 8 parameter frame : %Later
b0:
  call @helper() : ()
  call @f() : ()
  v0: ptr = symbol_address @shared + 1
  return
}
global constant merge @shared align 1 = "x"
global variable hidden @c align 8 : %0 = "\00\00\00\00\00\00\00\00"
"#,
    );
    crate::link(&mut one, two).unwrap();
    assert_valid(&one, 0);
    expect![[r#"
        module "one" version 2
        type %Same = struct 8 align 8 { i64 @0 }
        type %Other = struct 8 align 8 { i64 @0 }
        type %Later = struct 16 align 8 { %Other.1 @0, %Same @8 }
        type %0 = struct 8 align 8 { i64 @0 }
        type %Other.1 = struct 8 align 8 { u64 @0 }
        type %1 = struct 8 align 8 { i64 @0 }
        import global @a : %Same
        import global @b : %Other
        global constant merge @shared align 1 = "x"
        global variable hidden @c align 8 : %1 = "\00\00\00\00\00\00\00\00"

        function system_abi local @helper() : () {
        b0:
          return
        }

        function system_abi export @f() : () {
        b0:
          call @helper() : ()
          v0: ptr = symbol_address @shared
          return
        }

        function system_abi local @helper.1() : () {
          site 0 message "two's" at 1
        b0:
          panic site0
        }

        function system_abi export @g(s0) : (%Later) {
          slot s0 16 align 8 parameter frame : %Later
        b0:
          call @helper.1() : ()
          call @f() : ()
          v0: ptr = symbol_address @shared + 1
          return
        }
    "#]]
    .assert_eq(&crate::print(&one));
}

#[test]
fn a_local_name_does_not_catch_the_other_modules_symbol() {
    let mut one = read("module \"one\"\nfunction system_abi local @f() : () {\nb0:\n  return\n}\n");
    let two = read("module \"two\"\nfunction system_abi export @g() : () {\nb0:\n  call @f() : ()\n  return\n}\n");
    crate::link(&mut one, two).unwrap();
    let text = crate::print(&one);
    assert!(text.contains("local @f.1()") && text.contains("call @f()"), "{text}");
}

#[test]
fn a_definition_replaces_a_body_that_was_there_to_be_inlined() {
    let available = "module \"one\"\nfunction system_abi available @f() : () {\nb0:\n  unreachable\n}\n";
    let caller = "function system_abi export @g() : () {\nb0:\n  call @f() : ()\n  return\n}\n";
    let definition = "module \"two\"\nfunction system_abi export @f() : () {\nb0:\n  return\n}\n";
    let one = || read(&format!("{available}{caller}"));
    for (mut destination, source) in [(one(), read(definition)), (read(definition), one())] {
        crate::link(&mut destination, source).unwrap();
        assert_valid(&destination, 0);
        let text = crate::print(&destination);
        assert!(text.contains("export @f()") && !text.contains("available") && !text.contains("unreachable"), "{text}");
        assert_eq!(destination.functions.len(), 2, "{text}");
        // It is there now, so that another one is too many.
        assert!(crate::link(&mut destination, read(definition)).is_err());
    }
    let mut both = one();
    crate::link(&mut both, read(available)).unwrap();
    assert!(crate::print(&both).contains("available @f()"));
}

#[test]
fn what_does_not_fit_is_said() {
    let text = "module \"m\"\nfunction system_abi export @f() : () {\nb0:\n  return\n}\n";
    let error = crate::link(&mut read(text), read(text)).unwrap_err();
    assert_eq!(error.message, "f is defined twice");
    let mut one = read(text);
    one.target = Some(X86);
    let mut two = Module::new("two");
    two.target = Some(super::ARM);
    let error = crate::link(&mut one, two).unwrap_err();
    assert_eq!(error.message, "one module is for x86_64-linux-gnu, the other for aarch64-linux-gnu");
}
