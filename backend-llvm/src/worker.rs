//! The worker: jobs in, answers out, one at a time. Owns the order of the conversation and the faults that tests ask for;
//! must not know where the streams lead. Output is frames and nothing else: what LLVM has to say goes to the
//! standard error stream, and what ends LLVM ends the process, which is why it is one of its own.

use std::io::{Read, Write};
use std::str::FromStr;
use std::time::Duration;

use mir::worker::{Answer, FrameError, Hello, Job, PROTOCOL, Product, Work, read_frame, write_frame};
use mir::{Backend, BackendError, Module, binary};

use crate::Llvm;

/// What a worker does wrong because a test wants to see what becomes of it: `KIND:SYMBOL`, where the kind is `crash`,
/// `hang` or `exit`, as soon as a unit has a body of the symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    kind: FaultKind,
    symbol: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaultKind {
    Crash,
    Hang,
    Exit,
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        let (kind, symbol) = text.split_once(':').unwrap_or((text, ""));
        let kind = match kind {
            "crash" => FaultKind::Crash,
            "hang" => FaultKind::Hang,
            "exit" => FaultKind::Exit,
            other => {
                return Err(format!("'{other}' is no fault; write crash:SYMBOL, hang:SYMBOL or exit:SYMBOL"));
            }
        };
        Ok(Fault { kind, symbol: symbol.to_owned() })
    }
}

impl Fault {
    fn strike(&self, unit: &Module) {
        let is_body =
            |function: &mir::Function| function.is_defined() && unit.symbol_name(function.symbol) == self.symbol;
        if !unit.functions.iter().any(is_body) {
            return;
        }
        eprintln!("lang-llvm: {:?} at {}, as a test asked for", self.kind, self.symbol);
        match self.kind {
            FaultKind::Crash => std::process::abort(),
            FaultKind::Hang => loop {
                std::thread::sleep(Duration::from_secs(3600));
            },
            FaultKind::Exit => std::process::exit(3),
        }
    }
}

/// Says hello, then answers jobs until it is told to stop or the stream ends.
///
/// # Errors
/// A frame that cannot be read or written: the other side is gone or is no `lang`.
pub fn serve(input: &mut impl Read, output: &mut impl Write, fault: Option<&Fault>) -> Result<(), FrameError> {
    let backend = Llvm::new();
    let hello = Hello {
        protocol: PROTOCOL,
        mir_format: binary::VERSION,
        version: backend.version(),
        targets: Llvm::targets().iter().map(|target| target.triple().to_owned()).collect(),
    };
    write_frame(output, &hello)?;
    loop {
        let job: Job = match read_frame(input) {
            Ok(job) => job,
            Err(FrameError::Ended) => return Ok(()),
            Err(error) => return Err(error),
        };
        let result = match job.work {
            Work::Compile { module, target, options } => read_unit(&module, fault)
                .and_then(|unit| backend.compile(&unit, &target, &options))
                .map(Product::Artifacts),
            Work::Text { module, target, options, form } => read_unit(&module, fault)
                .and_then(|unit| backend.text(&unit, &target, &options, form))
                .map(Product::Text),
            Work::Bitcode { module, target, options } => {
                read_unit(&module, fault).and_then(|unit| backend.bitcode(&unit, &target, &options)).map(Product::Bytes)
            }
            Work::Shutdown => return Ok(()),
        };
        write_frame(output, &Answer { id: job.id, result })?;
    }
}

/// A unit that came from another process is verified before anything relies on it.
fn read_unit(bytes: &[u8], fault: Option<&Fault>) -> Result<Module, BackendError> {
    let unit = binary::read(bytes).map_err(|error| BackendError::new(error.to_string()))?;
    if let Err(problems) = mir::verify(&unit) {
        let problem = problems.first().map(ToString::to_string).unwrap_or_default();
        return Err(BackendError::new(format!(
            "the unit {} breaks the rules of the intermediate form, please report it: {problem}",
            unit.name
        )));
    }
    if let Some(fault) = fault {
        fault.strike(&unit);
    }
    Ok(unit)
}
