//! The binary form: random modules there and back in both forms of functions, and bytes that are no module.

use fastrand::Rng;

use crate::abi_pass::AbiPass;
use crate::binary::{self, BinaryError};
use crate::module::Module;

use super::random::random_module;
use super::{X86, assert_valid};

fn both_forms(seed: u64) -> [Module; 2] {
    let module = random_module(seed);
    let mut lowered = module.clone();
    AbiPass::new(X86).with_llvm_signatures(true).run(&mut lowered).expect("random modules can be lowered");
    [module, lowered]
}

#[test]
fn modules_come_back_as_they_were() {
    for seed in 0..200 {
        for module in both_forms(seed) {
            let bytes = binary::write(&module);
            let mut again = binary::read(&bytes).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_valid(&again, seed);
            assert_eq!(crate::print(&again), crate::print(&module), "seed {seed}");
            assert_eq!(binary::write(&again), bytes, "seed {seed}");
            // The tables for look-ups are there again: what is known is found and nothing is doubled.
            for (id, symbol) in module.symbols.iter() {
                assert_eq!(again.find_symbol(module.strings.text(symbol.name)), Some(id));
            }
            for (id, signature) in module.signatures.iter() {
                assert_eq!(again.signature(signature.clone()), id);
            }
            let known = again.types.len();
            crate::link(&mut again, Module::new("nothing")).expect("an empty module fits");
            assert_eq!(again.types.len(), known);
        }
    }
}

#[test]
fn the_form_is_pinned_to_its_version() {
    // Another hash means that the form has changed: raise `binary::VERSION` together with it. Unless only the random
    // modules are others.
    let mut hasher = blake3::Hasher::new();
    for seed in 0..20 {
        for module in both_forms(seed) {
            hasher.update(&binary::write(&module));
        }
    }
    assert_eq!(binary::VERSION, 14);
    expect_test::expect!["f584dfa645353a67"].assert_eq(&hasher.finalize().to_hex()[..16]);
}

#[test]
fn another_version_is_refused_with_both_numbers() {
    let mut bytes = binary::write(&random_module(1));
    bytes[4..8].copy_from_slice(&77u32.to_le_bytes());
    let error = binary::read(&bytes).unwrap_err();
    assert_eq!(error, BinaryError::Version { found: 77 });
    let text = error.to_string();
    assert!(text.contains("version 77") && text.contains("newer") && text.contains("build again"), "{text}");
    for found in [0, 1, binary::OLDEST - 1] {
        bytes[4..8].copy_from_slice(&found.to_le_bytes());
        let text = binary::read(&bytes).unwrap_err().to_string();
        assert!(text.contains(&format!("version {found} ")) && text.contains("older"), "{text}");
    }
}

#[test]
fn what_is_no_module_is_an_error() {
    for bytes in [&b""[..], b"L", b"module \"m\"\n", b"LMIX\x01\0\0\0"] {
        assert_eq!(binary::read(bytes).unwrap_err(), BinaryError::NotAModule);
    }
    let whole = binary::write(&both_forms(3)[1]);
    for end in 4..whole.len() {
        let error = binary::read(&whole[..end]).unwrap_err();
        assert!(matches!(error, BinaryError::Damaged { .. }), "{end}: {error}");
    }
    let mut longer = whole;
    longer.push(0);
    assert!(matches!(binary::read(&longer), Err(BinaryError::Damaged { .. })));
}

#[test]
fn damaged_bytes_never_panic_in_reader_or_verifier() {
    let (mut refused, mut read) = (0, 0);
    for seed in 0..40 {
        let mut rng = Rng::with_seed(seed);
        for module in both_forms(seed) {
            let whole = binary::write(&module);
            for _ in 0..200 {
                let mut bytes = whole.clone();
                for _ in 0..rng.usize(1..5) {
                    let position = rng.usize(8..bytes.len());
                    bytes[position] = match rng.u8(..3) {
                        0 => rng.u8(..),
                        1 => 0xff,
                        _ => bytes[position] ^ (1 << rng.u8(..8)),
                    };
                }
                match binary::read(&bytes) {
                    Ok(module) => {
                        read += 1;
                        // Whether it is well-formed is for the verifier to say, and it can.
                        let _ = crate::verify(&module);
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(refused > 1000 && read > 1000, "{refused} {read}");
}
