//! Copies, clearing, data and atomic operations.

use mir::{Align, AtomicOperator, CopyReason, Global, GlobalRelocation, Linkage, Scalar, SlotData, SlotKind};

use super::{at, run_over};

#[test]
fn copies_and_clearing_touch_exactly_their_bytes() {
    const ROOM: usize = 40;
    let sizes: Vec<u64> = (0..40).chain([63, 64, 65, 100, 127, 128, 129, 200, 255]).collect();
    let mut memory = vec![0u64; sizes.len() * ROOM * 3];
    let source: Vec<u8> = (0..ROOM * 8).map(|index| (index * 7 + 1) as u8 | 1).collect();
    let words = |bytes: &[u8]| -> Vec<u64> {
        bytes.chunks(8).map(|word| u64::from_le_bytes(word.try_into().expect("whole words"))).collect()
    };
    for places in memory.chunks_mut(ROOM * 3) {
        places[..ROOM].copy_from_slice(&words(&source));
        places[ROOM..].fill(u64::from_le_bytes([0xee; 8]));
    }
    run_over(&mut memory, |_, builder, memory| {
        for (index, size) in sizes.iter().enumerate() {
            let start = (index * ROOM * 3 * 8) as i128;
            let from = at(builder, memory, start + 1);
            let to = at(builder, memory, start + (ROOM * 8) as i128 + 3);
            let cleared = at(builder, memory, start + (ROOM * 16) as i128 + 5);
            builder.copy(to, from, *size, Align::ONE, CopyReason::Assignment);
            builder.zero(cleared, *size, Align::ONE);
            // The same place is not a conflict.
            builder.copy(from, from, *size, Align::ONE, CopyReason::Assignment);
        }
    });
    for (places, size) in memory.chunks(ROOM * 3).zip(&sizes) {
        let size = *size as usize;
        let mut expected = source.clone();
        let mut copied = vec![0xee; ROOM * 8];
        copied[3..3 + size].copy_from_slice(&source[1..1 + size]);
        let mut cleared = vec![0xee; ROOM * 8];
        cleared[5..5 + size].fill(0);
        expected.extend(copied);
        expected.extend(cleared);
        assert_eq!(places, words(&expected), "{size} bytes");
    }
}

#[test]
fn data_holds_bytes_and_addresses() {
    let mut memory = [0u64; 4];
    run_over(&mut memory, |module, builder, memory| {
        let mut global = |name: &str, constant, bytes: Vec<u8>, relocations| {
            let symbol = module.symbol(name);
            let global = Global {
                symbol,
                linkage: Linkage::Local,
                constant,
                align: Align::new(8),
                ty: None,
                bytes,
                relocations,
                notes: Vec::new(),
            };
            module.add_global(global);
            symbol
        };
        let constant = global("constant", true, vec![1, 2, 3, 4, 5, 6, 7, 8, 9], Vec::new());
        let zeros = global("zeros", false, vec![0; 64], Vec::new());
        let relocation = GlobalRelocation { offset: 8, symbol: constant, addend: 1 };
        let pointers = global("pointers", true, vec![0; 16], vec![relocation]);
        let counter = global("counter", false, vec![40, 0, 0, 0], Vec::new());
        let table = builder.symbol_address(pointers, 0);
        let address = builder.load(Scalar::Pointer, table, 8);
        let through = builder.load(Scalar::U64, address, 0);
        builder.store(through, memory, 0);
        let place = builder.symbol_address(zeros, 56);
        let zero = builder.load(Scalar::U64, place, 0);
        builder.store(zero, memory, 8);
        builder.store(through, place, 0);
        let stored = builder.load(Scalar::U64, place, 0);
        builder.store(stored, memory, 16);
        let counter = builder.symbol_address(counter, 0);
        let two = builder.integer(Scalar::I32, 2);
        builder.atomic(AtomicOperator::Add, counter, two);
        let count = builder.load(Scalar::U32, counter, 0);
        builder.store(count, memory, 24);
    });
    assert_eq!(memory, [0x0908_0706_0504_0302, 0, 0x0908_0706_0504_0302, 42]);
}

#[test]
fn atomic_operations_give_the_old_value() {
    let mut memory = [100u64, 0, 0, 0];
    run_over(&mut memory, |_, builder, memory| {
        let seven = builder.integer(Scalar::I64, 7);
        for (index, operator) in
            [AtomicOperator::Add, AtomicOperator::Subtract, AtomicOperator::Exchange].into_iter().enumerate()
        {
            let old = builder.atomic(operator, memory, seven);
            builder.store(old, memory, 8 + 8 * index as i32);
        }
    });
    assert_eq!(memory, [7, 100, 107, 100]);
}

#[test]
fn large_frames_are_touched_page_by_page() {
    let mut memory = [0u64; 1];
    run_over(&mut memory, |_, builder, memory| {
        let slot = builder.slot(SlotData::frame(1 << 20, Align::new(8), SlotKind::Local, None));
        let first = builder.slot_address(slot, 0);
        let last = builder.slot_address(slot, (1 << 20) - 8);
        let number = builder.integer(Scalar::U64, 9);
        builder.store(number, first, 0);
        builder.copy(last, first, 8, Align::new(8), CopyReason::Assignment);
        let read = builder.load(Scalar::U64, last, 0);
        builder.store(read, memory, 0);
    });
    assert_eq!(memory, [9]);
}
