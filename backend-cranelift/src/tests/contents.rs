//! What is remembered of the memory of slots: random accesses against plain bytes, and that memory is left alone where
//! it is known.

use abi::Target;
use mir::backend::TextForm;
use mir::{
    Align, Backend, CopyReason, FunctionBuilder, Module, Options, ReturnValue, Scalar, Scope, Slot, SlotData, SlotKind,
    SymbolId, Type, Value, Variable,
};

use super::{at, call_own, function, run_over};
use crate::Cranelift;

/// Numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

const SLOT_BYTES: usize = 24;
const SCALARS: [Scalar; 6] = [Scalar::U8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F32, Scalar::F64];

/// A slot and what it must hold.
struct Model {
    slot: Slot,
    bytes: [u8; SLOT_BYTES],
    /// Whether the function gives its address away: then it may be changed through that.
    shared: bool,
}

fn variable(module: &mut Module, builder: &mut FunctionBuilder, slot: Slot) {
    let scope = builder.scope(Scope { parent: None, start: 0, end: 1 });
    builder.variable(Variable {
        name: module.strings.intern("v"),
        ty: Type::Scalar(Scalar::I64),
        slot: Some(slot),
        scope,
        offset: 0,
        parameter: None,
        source_type: None,
    });
}

/// A function that stores a byte at an address.
fn poke(module: &mut Module) -> SymbolId {
    function(module, "poke", &[Scalar::Pointer, Scalar::U8], None, |_, builder, values| {
        builder.store(values[1], values[0], 0);
        builder.return_value(ReturnValue::Nothing);
    })
}

/// Two temporaries, two variables and two slots whose addresses are given away, all cleared.
fn models(module: &mut Module, builder: &mut FunctionBuilder) -> Vec<Model> {
    (0..6)
        .map(|number| {
            let data = SlotData::frame(SLOT_BYTES as u64, Align::new(8), SlotKind::Local, None);
            let slot = builder.slot(data);
            if number % 3 == 1 {
                variable(module, builder, slot);
            }
            let address = builder.slot_address(slot, 0);
            builder.zero(address, SLOT_BYTES as u64, Align::new(8));
            Model { slot, bytes: [0; SLOT_BYTES], shared: number % 3 == 2 }
        })
        .collect()
}

/// Does something random and gives what was loaded: its value, and the bits that it must have.
fn step(
    random: &mut Random,
    module: &mut Module,
    builder: &mut FunctionBuilder,
    poke: SymbolId,
    models: &mut [Model],
) -> Option<(Value, u64)> {
    let scalar = SCALARS[random.below(SCALARS.len())];
    let size = scalar.bytes() as usize;
    let index = random.below(models.len());
    let offset = random.below(SLOT_BYTES / size) * size;
    match random.below(8) {
        0..=2 => {
            let address = builder.slot_address(models[index].slot, (offset / 2) as u32);
            let value = builder.load(scalar, address, (offset - offset / 2) as i32);
            let mut bits = [0; 8];
            bits[..size].copy_from_slice(&models[index].bytes[offset..offset + size]);
            Some((value, u64::from_le_bytes(bits)))
        }
        3 | 4 => {
            let bits = (random.below(1 << 30) as u64).wrapping_mul(0x0101_0301_0701_0201);
            let unsigned = match size {
                1 => Scalar::U8,
                2 => Scalar::U16,
                4 => Scalar::U32,
                _ => Scalar::U64,
            };
            let mask = u64::MAX >> (64 - 8 * size);
            let value = builder.integer(unsigned, i128::from(bits & mask));
            let value = builder.reinterpret(value, scalar);
            let address = builder.slot_address(models[index].slot, offset as u32);
            builder.store(value, address, 0);
            models[index].bytes[offset..offset + size].copy_from_slice(&bits.to_le_bytes()[..size]);
            None
        }
        5 => {
            let from = (index + 1 + random.below(models.len() - 1)) % models.len();
            let count = (1 + random.below(3)) * 8;
            let places = [SLOT_BYTES, SLOT_BYTES].map(|size| random.below((size - count) / 4 + 1) * 4);
            let destination = builder.slot_address(models[index].slot, places[0] as u32);
            let source = builder.slot_address(models[from].slot, places[1] as u32);
            builder.copy(destination, source, count as u64, Align::new(4), CopyReason::Assignment);
            let copied = models[from].bytes;
            models[index].bytes[places[0]..places[0] + count].copy_from_slice(&copied[places[1]..places[1] + count]);
            None
        }
        6 => {
            let address = builder.slot_address(models[index].slot, offset as u32);
            builder.zero(address, size as u64, Align::ONE);
            models[index].bytes[offset..offset + size].fill(0);
            None
        }
        _ => {
            // By a pointer that is not known to be a slot's: in a call, or here.
            let model = models.iter_mut().filter(|model| model.shared).nth(random.below(2))?;
            let start = builder.slot_address(model.slot, 0);
            let address = at(builder, start, offset as i128);
            let byte = random.below(256);
            let value = builder.integer(Scalar::U8, byte as i128);
            if random.below(2) == 0 {
                call_own(module, builder, poke, &[address, value], None);
            } else {
                builder.store(value, address, 0);
            }
            model.bytes[offset] = byte as u8;
            None
        }
    }
}

#[test]
fn slots_hold_what_was_written_last() {
    for seed in 0..40 {
        let mut random = Random(seed);
        let mut memory = vec![0u64; 400];
        let mut expected = Vec::new();
        run_over(&mut memory, |module, builder, memory| {
            let poke = poke(module);
            let mut models = models(module, builder);
            for _ in 0..400 {
                if let Some((value, bits)) = step(&mut random, module, builder, poke, &mut models) {
                    builder.store(value, memory, 8 * expected.len() as i32);
                    expected.push(bits);
                }
            }
        });
        assert_eq!(memory[..expected.len()], expected, "seed {seed}");
    }
}

/// CLIF of a function of two integers.
fn clif(build: impl FnOnce(&mut Module, &mut FunctionBuilder, &[Value]) -> Value) -> String {
    let mut module = Module::new("test");
    let parameters = [Scalar::I64, Scalar::I64];
    function(&mut module, "f", &parameters, Some(Scalar::I64), |module, builder, values| {
        let result = build(module, builder, values);
        builder.return_value(ReturnValue::Scalar(result));
    });
    let target = Target::host().expect("tests run on a described target");
    mir::lower_module(&mut module, &target).expect("the signatures are described");
    Cranelift::new().text(&module, &target, &Options::default(), TextForm::Clif).expect("CLIF of a small function")
}

fn count(text: &str, word: &str) -> usize {
    text.split_whitespace().filter(|other| *other == word || other.starts_with(&format!("{word}."))).count()
}

fn frame(builder: &mut FunctionBuilder) -> Slot {
    builder.slot(SlotData::frame(8, Align::new(8), SlotKind::Local, None))
}

#[test]
fn a_temporary_that_is_passed_on_needs_no_memory() {
    let text = clif(|_, builder, values| {
        let (first, second) = (frame(builder), frame(builder));
        let place = builder.slot_address(first, 0);
        builder.store(values[0], place, 0);
        let other = builder.slot_address(second, 0);
        builder.copy(other, place, 8, Align::new(8), CopyReason::Assignment);
        builder.load(Scalar::I64, other, 0)
    });
    assert_eq!((count(&text, "store"), count(&text, "load")), (0, 0), "{text}");
    assert_eq!(text.matches("explicit_slot 0").count(), 2, "{text}");
}

#[test]
fn a_variable_is_stored_for_the_debugger_and_not_loaded() {
    let text = clif(|module, builder, values| {
        let slot = frame(builder);
        variable(module, builder, slot);
        let place = builder.slot_address(slot, 0);
        builder.store(values[0], place, 0);
        builder.load(Scalar::I64, place, 0)
    });
    assert_eq!((count(&text, "store"), count(&text, "load")), (1, 0), "{text}");
}

#[test]
fn two_halves_that_were_just_stored_are_joined_in_registers() {
    let text = clif(|_, builder, values| {
        let slot = frame(builder);
        let place = builder.slot_address(slot, 0);
        for (value, offset) in [(values[0], 0), (values[1], 4)] {
            let half = builder.convert(value, Scalar::I32);
            builder.store(half, place, offset);
        }
        builder.load(Scalar::I64, place, 0)
    });
    assert_eq!((count(&text, "store"), count(&text, "load")), (0, 0), "{text}");
}

#[test]
fn an_index_is_scaled_and_checked_once_in_a_block() {
    let text = clif(|_, builder, values| {
        let slot = builder.slot(SlotData::frame(240, Align::new(8), SlotKind::Local, None));
        let base = builder.slot_address(slot, 0);
        let length = builder.integer(Scalar::I64, 10);
        let mut sum = values[1];
        for _ in 0..2 {
            let site = builder.site(mir::SiteKind::IndexOutOfBounds { length: 10, index: mir::IndexForm::Signed });
            builder.check(mir::CheckKind::Below, values[0], length, site);
            let place = builder.offset(base, values[0], 24);
            let element = builder.load(Scalar::I64, place, 8);
            sum = super::add(builder, sum, element);
        }
        sum
    });
    assert_eq!((count(&text, "trapnz"), count(&text, "imul")), (1, 1), "{text}");
}
