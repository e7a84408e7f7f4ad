//! The control of the tests of calls: with one decision of a signature's description changed, and everything else as it
//! was, code and C no longer understand each other. So the code is made from the description and from nothing else.

use std::sync::Arc;

use abi::{Architecture, Extend, FnAbi, Location, Memory, Part, Placement, Register, Target};
use mir::{
    Align, Argument, Callee, CopyReason, Field, FunctionBuilder, Linkage, Module, Record, RecordKind, ReturnValue,
    Scalar, Signature, SignatureId, SlotData, SlotKind, Type, TypeBody,
};

use super::{compile_lowered, link_and_run, runnable_targets};

/// What the C half declares: in memory at these offsets stand the arguments of `take`, in order.
const OFFSETS: [i32; 7] = [0, 16, 24, 32, 64, 72, 80];

const C: &str = r#"
#include <stdint.h>
#include <string.h>
struct pair { int64_t a, b; };
struct large { int64_t a[4]; };
struct all { struct pair pair; double x; int8_t small; struct large large; int64_t a, b, c; };
typedef struct large take(struct pair, double, int8_t, struct large, int64_t, int64_t, int64_t);
take c_take, lang_take;
void lang_call(void);
struct all given = { { 1, -2 }, 2.5, -3, { { 4, 5, 6, 7 } }, 8, 9, 10 }, taken;
struct large answer = { { 11, 12, 13, 14 } }, answered;
static int wrong;
struct large c_take(struct pair pair, double x, int8_t small, struct large large, int64_t a, int64_t b, int64_t c) {
    struct all seen;
    memset(&seen, 0, sizeof seen);
    seen.pair = pair, seen.x = x, seen.small = small, seen.large = large, seen.a = a, seen.b = b, seen.c = c;
    wrong |= memcmp(&seen, &given, sizeof seen);
    return answer;
}
int main(void) {
    lang_call();
    wrong |= memcmp(&answered, &answer, sizeof answer);
    answered = lang_take(given.pair, given.x, given.small, given.large, given.a, given.b, given.c);
    wrong |= memcmp(&taken, &given, sizeof given) | memcmp(&answered, &answer, sizeof answer);
    return wrong != 0;
}
"#;

/// A struct of so many 64-bit integers.
fn words(module: &mut Module, count: u64) -> Type {
    let field = |index| Field { name: None, ty: Type::Scalar(Scalar::I64), offset: 8 * index };
    Type::Aggregate(module.types.anonymous(TypeBody::Record(Record {
        kind: RecordKind::Struct,
        size: 8 * count,
        align: Align::new(8),
        unadjusted_align: Align::new(8),
        packed: false,
        fields: (0..count).map(field).collect(),
    })))
}

fn module() -> Module {
    let mut module = Module::new("flips");
    let (pair, large) = (words(&mut module, 2), words(&mut module, 4));
    let [word, float, small] = [Scalar::I64, Scalar::F64, Scalar::I8].map(Type::Scalar);
    let types = vec![pair, float, small, large, word, word, word];
    let take = module.signature(Signature::new(types.clone(), Some(large)));
    caller(&mut module, take, &types);
    callee(&mut module, take, &types, large);
    module
}

/// `lang_call` passes what C gave to `c_take` and stores what comes back.
fn caller(module: &mut Module, take: SignatureId, types: &[Type]) {
    let symbol = module.symbol("lang_call");
    let signature = module.signature(Signature::new(Vec::new(), None));
    let [given, answered] = ["given", "answered"].map(|name| module.import_global(name, None));
    let function = module.import_function("c_take", take);
    let mut builder = FunctionBuilder::new(symbol, signature);
    builder.function_mut().linkage = Linkage::Export;
    let entry = builder.block();
    builder.switch_to(entry);
    let mut arguments = Vec::new();
    for (ty, offset) in types.iter().zip(OFFSETS) {
        arguments.push(match *ty {
            Type::Scalar(scalar) => {
                let address = builder.symbol_address(given, 0);
                Argument::Scalar(builder.load(scalar, address, offset))
            }
            Type::Aggregate(_) => Argument::Aggregate {
                address: builder.symbol_address(given, i64::from(offset)),
                align: Align::new(8),
                owned_temporary: false,
            },
        });
    }
    let address = builder.symbol_address(answered, 0);
    builder.call_aggregate(Callee::Direct(function), take, &arguments, address, true);
    builder.return_value(ReturnValue::Nothing);
    module.add_function(builder.finish());
}

/// `lang_take` stores what it is passed and gives back what C told it to.
fn callee(module: &mut Module, take: SignatureId, types: &[Type], result: Type) {
    let symbol = module.symbol("lang_take");
    let [taken, answer] = ["taken", "answer"].map(|name| module.import_global(name, None));
    let mut builder = FunctionBuilder::new(symbol, take);
    builder.function_mut().linkage = Linkage::Export;
    let mut parameters = Vec::new();
    for ty in types {
        let layout = module.types.layout(*ty);
        parameters.push(match *ty {
            Type::Scalar(scalar) => Ok(builder.scalar_parameter(scalar)),
            Type::Aggregate(_) => {
                let data = SlotData::frame(layout.size, layout.align, SlotKind::Parameter, Some(*ty));
                let slot = builder.slot(data);
                builder.aggregate_parameter(slot);
                Err((slot, layout.size))
            }
        });
    }
    let layout = module.types.layout(result);
    let slot = builder.slot(SlotData::frame(layout.size, layout.align, SlotKind::Return, Some(result)));
    builder.set_return_slot(slot);
    let entry = builder.block();
    builder.switch_to(entry);
    for (parameter, offset) in parameters.into_iter().zip(OFFSETS) {
        let place = builder.symbol_address(taken, i64::from(offset));
        match parameter {
            Ok(value) => builder.store(value, place, 0),
            Err((slot, size)) => {
                let source = builder.slot_address(slot, 0);
                builder.copy(place, source, size, Align::new(8), CopyReason::Assignment);
            }
        }
    }
    let (place, source) = (builder.slot_address(slot, 0), builder.symbol_address(answer, 0));
    builder.copy(place, source, layout.size, layout.align, CopyReason::Assignment);
    builder.return_value(ReturnValue::ReturnSlot);
    module.add_function(builder.finish());
}

type Flip = (&'static str, fn(&mut FnAbi, Target));

/// Changes that leave the lists of lowered code as they are: only where and how a value travels is another.
const FLIPS: [Flip; 5] = [
    ("the halves of a pair are exchanged", |abi, _| {
        let parts = parts(abi, 0);
        let (low, high) = (parts[0].location, parts[1].location);
        (parts[0].location, parts[1].location) = (high, low);
    }),
    ("a float is in another register", |abi, target| {
        parts(abi, 1)[0].location = Location::Register(if target.architecture == Architecture::X86_64 {
            Register::xmm(1)
        } else {
            Register::v(1)
        });
    }),
    ("two integers are exchanged", |abi, _| {
        let other = parts(abi, 5)[0].location;
        let one = std::mem::replace(&mut parts(abi, 4)[0].location, other);
        parts(abi, 5)[0].location = one;
    }),
    ("what lies in memory lies elsewhere", |abi, _| match &mut abi.params[3].placement {
        Placement::Memory(Memory::OnStack { offset, .. }) => *offset += 8,
        Placement::Memory(Memory::ByPointer { pointer, .. }) => *pointer = Location::Register(Register::x(7)),
        Placement::Parts(_) | Placement::Ignore | Placement::Sret { .. } => {
            unreachable!("it is too large for parts")
        }
    }),
    ("the last integer is somewhere else", |abi, _| {
        let part = &mut parts(abi, 6)[0];
        part.location = Location::Stack { offset: 64, size: 8, slot: 8 };
    }),
];

fn parts(abi: &mut FnAbi, parameter: usize) -> &mut [Part] {
    match &mut abi.params[parameter].placement {
        Placement::Parts(parts) => parts,
        Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. } => unreachable!("it travels in parts"),
    }
}

/// Whether code and C agree after a change of the description of `take`.
fn agree(target: Target, flip: impl Fn(&mut FnAbi, Target)) -> bool {
    let mut module = module();
    mir::lower_module(&mut module, &target).expect("the signatures are described");
    for passing in &mut module.abis {
        if passing.abi.params.len() == OFFSETS.len() {
            flip(&mut Arc::make_mut(passing).abi, target);
        }
    }
    let artifacts = compile_lowered(&module, target);
    link_and_run(&artifacts, target, C).status.success()
}

#[test]
fn a_changed_description_is_noticed_by_c() {
    for target in runnable_targets() {
        assert!(agree(target, |_, _| ()), "{target}: the description itself");
        for (name, flip) in FLIPS {
            assert!(!agree(target, flip), "{target}: not noticed: {name}");
        }
    }
}

#[test]
fn wrong_widening_is_noticed() {
    // C compilers forgive wrong bits in most places, so this looks at the registers: a function that returns its argument
    // as a whole is the witness.
    const WITNESS: &str = r#"
        int c_take(int whole) { return whole; }
        int lang_call(void);
        int main(void) { return lang_call() == -3 ? 0 : 1; }
    "#;
    for (extend, right) in [(Extend::Sign, true), (Extend::Zero, false)] {
        let mut module = Module::new("widening");
        let take = module.signature(Signature::new(vec![Type::Scalar(Scalar::I8)], Some(Type::Scalar(Scalar::I32))));
        let signature = module.signature(Signature::new(Vec::new(), Some(Type::Scalar(Scalar::I32))));
        let function = module.import_function("c_take", take);
        let symbol = module.symbol("lang_call");
        let mut builder = FunctionBuilder::new(symbol, signature);
        builder.function_mut().linkage = Linkage::Export;
        let entry = builder.block();
        builder.switch_to(entry);
        let small = builder.integer(Scalar::I8, -3);
        let result = builder.call_scalar(Callee::Direct(function), take, &[Argument::Scalar(small)], Scalar::I32);
        builder.return_value(ReturnValue::Scalar(result));
        module.add_function(builder.finish());
        mir::lower_module(&mut module, &Target::X86_64_LINUX).expect("the signatures are described");
        for passing in &mut module.abis {
            if passing.abi.params.len() == 1 {
                parts(&mut Arc::make_mut(passing).abi, 0)[0].extend = extend;
            }
        }
        if runnable_targets().contains(&Target::X86_64_LINUX) {
            let artifacts = compile_lowered(&module, Target::X86_64_LINUX);
            let output = link_and_run(&artifacts, Target::X86_64_LINUX, WITNESS);
            assert_eq!(output.status.success(), right, "{extend:?}");
        }
    }
}
