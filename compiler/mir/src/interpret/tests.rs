//! The interpreter on small programs in the text form, each before and after the ABI pass.

mod borrows;
mod c_library;
mod calls;
mod dispatch;
mod faults;
mod operations;

use crate::backend::NoPositions;
use crate::module::Module;
use crate::scalar::Scalar;

use super::{
    CLibrary, Fault, FaultKind, Host, HostFunction, HostResult, HostValue, Limits, Machine, Memory, Problem, Program,
    Stop,
};

/// The C library, and the end of a program at a failed check, whose message it keeps.
#[derive(Default)]
struct TestHost {
    library: CLibrary,
    message: String,
}

const PANIC: HostFunction = HostFunction(u32::MAX);

impl Host for TestHost {
    fn find(&mut self, name: &str) -> Option<HostFunction> {
        if name == crate::PANIC_SYMBOL || name == crate::PANIC_INDEX_SYMBOL {
            return Some(PANIC);
        }
        self.library.find(name)
    }

    fn datum(&mut self, name: &str, memory: &mut Memory) -> Result<Option<u64>, Problem> {
        self.library.datum(name, memory)
    }

    fn call(
        &mut self,
        function: HostFunction,
        arguments: &[HostValue],
        machine: &mut Machine<'_>,
    ) -> Result<HostResult, Stop> {
        if function != PANIC {
            return self.library.call(function, arguments, machine);
        }
        let site = arguments[0].bits().expect("an address") as u64;
        let (distance, _) = machine.memory.load::<4>(site + 12)?;
        let text = site.wrapping_add_signed(i64::from(i32::from_le_bytes(distance)));
        self.message = String::from_utf8_lossy(machine.memory.text(text)?).into_owned();
        if let [_, index, form] = arguments {
            let (index, form) = (index.bits().expect("a number"), form.bits().expect("a number"));
            self.message += &format!(" ({index}, {form})");
        }
        Err(Stop::Exit(101))
    }
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Value(u128),
    Panics(String),
    Exits(i32),
    Faults(FaultKind, String),
}

/// A program before the ABI pass, and after it for two conventions.
struct Both {
    plain: Module,
    lowered: [Module; 2],
}

impl Both {
    fn new(text: &str) -> Both {
        let text = format!("module \"m\"\n{text}\n");
        let plain = crate::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        crate::tests::assert_valid(&plain, 0);
        let lowered = [abi::Target::X86_64_LINUX, abi::Target::AARCH64_LINUX].map(|target| {
            let mut lowered = plain.clone();
            crate::lower_module(&mut lowered, &target).expect("tests pass what is described");
            lowered
        });
        Both { plain, lowered }
    }

    fn modules(&self) -> [&Module; 3] {
        [&self.plain, &self.lowered[0], &self.lowered[1]]
    }

    /// Calls a function; all forms must agree.
    fn call(&self, name: &str, arguments: &[HostValue]) -> Outcome {
        let [plain, lowered @ ..] = self.modules().map(|module| run(module, name, arguments).0);
        for lowered in lowered {
            assert_eq!(plain, lowered, "{name} {arguments:?}: before and after the ABI pass");
        }
        plain
    }
}

fn run(module: &Module, name: &str, arguments: &[HostValue]) -> (Outcome, Option<Fault>) {
    let program = Program { modules: std::slice::from_ref(module), positions: &NoPositions };
    let limits = Limits { steps: 1_000_000, memory: 64 << 20, depth: 1000, ..Limits::default() };
    let mut host = TestHost::default();
    let mut machine = match Machine::new(&program, &limits, &mut host) {
        Ok(machine) => machine,
        Err(problem) => return (Outcome::Faults(problem.kind, problem.message), None),
    };
    let address = machine.address_of(name).unwrap_or_else(|| panic!("{name} is in the program"));
    match machine.call(address, arguments, &mut host) {
        Ok(bits) => (Outcome::Value(bits), None),
        Err(Stop::Exit(101)) => (Outcome::Panics(host.message), None),
        Err(Stop::Exit(code)) => (Outcome::Exits(code), None),
        Err(Stop::Fault(problem)) => {
            let fault = machine.fault(problem.clone(), &NoPositions);
            (Outcome::Faults(problem.kind, problem.message), Some(fault))
        }
    }
}

/// A function `@f` without parameters that gives an `i64`.
fn body(inside: &str) -> Outcome {
    Both::new(&format!("function system_abi export @f() : () -> i64 {{\n{inside}\n}}")).call("f", &[])
}

fn scalar(scalar: Scalar, bits: u128) -> HostValue {
    HostValue::Scalar(scalar, bits)
}
