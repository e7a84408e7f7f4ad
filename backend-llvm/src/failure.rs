//! What goes wrong while a body is translated, before it is known in which function. Must not know how it is shown.

use inkwell::builder::BuilderError;
use mir::BackendError;

/// A message without its place.
#[derive(Debug)]
pub(crate) struct Failure(String);

/// What translation gives.
pub(crate) type Outcome<T> = Result<T, Failure>;

impl Failure {
    /// The message with the symbol it is about.
    pub(crate) fn in_symbol(self, symbol: &str) -> BackendError {
        BackendError::in_symbol(symbol, self.0)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure(message.to_owned())
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure(message)
    }
}

impl From<abi::Unsupported> for Failure {
    fn from(unsupported: abi::Unsupported) -> Failure {
        Failure(unsupported.to_string())
    }
}

impl From<BuilderError> for Failure {
    fn from(error: BuilderError) -> Failure {
        Failure(format!("LLVM refused an instruction: {error}"))
    }
}
