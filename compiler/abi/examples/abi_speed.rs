//! How many typical signatures are lowered in a second on one core. `cargo run --release -p abi --example abi_speed`;
//! `tests/bench/abi_speed.py` calls it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use abi::{FieldSpec, RecordKind, Signature, Target, TyId, TypeArena, layout_record, lower};

fn main() {
    for target in Target::ALL {
        let mut arena = TypeArena::new();
        let mut record = |types: &[TyId]| {
            let fields: Vec<FieldSpec> = types.iter().map(|ty| FieldSpec::new(*ty)).collect();
            let record = layout_record(&target, &arena, RecordKind::Struct, &fields, false, None);
            arena.add_record(record)
        };
        let vec3 = record(&[TyId::F64; 3]);
        let pair = record(&[TyId::I64, TyId::I64]);
        let mixed = record(&[TyId::I32, TyId::F32, TyId::POINTER]);
        let point = record(&[TyId::F32, TyId::F32]);
        let signatures = [
            Signature::new(TyId::VOID, []),
            Signature::new(TyId::I32, [TyId::I32, TyId::I32]),
            Signature::new(TyId::POINTER, [TyId::POINTER, TyId::I64]),
            Signature::new(TyId::F64, [TyId::F64, TyId::F64]),
            Signature::new(vec3, [vec3, TyId::F64]),
            Signature::new(TyId::BOOL, [pair, pair]),
            Signature::new(mixed, [TyId::POINTER, mixed]),
            Signature::new(point, [point, point, TyId::F32]),
        ];
        let mut rates: Vec<f64> = (0..5).map(|_| rate(&target, &arena, &signatures)).collect();
        rates.sort_by(f64::total_cmp);
        println!("{target} {:.0} signatures/s", rates[rates.len() / 2]);
    }
}

/// Signatures in a second.
fn rate(target: &Target, arena: &TypeArena, signatures: &[Signature]) -> f64 {
    const ROUNDS: usize = 40_000;
    let start = time_on_core();
    for _ in 0..ROUNDS {
        for signature in signatures {
            black_box(lower(target, arena, black_box(signature)).is_ok());
        }
    }
    (ROUNDS * signatures.len()) as f64 / (time_on_core() - start).as_secs_f64()
}

/// Time that this thread had a core, where the system tells; other programs do not count then.
fn time_on_core() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let scheduled = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_core = scheduled.and_then(|text| text.split(' ').next()?.parse().ok());
    on_core.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
