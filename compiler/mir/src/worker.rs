//! What `lang` and a backend in another process say to each other: frames and messages, for both ends. Owns their form
//! and its limits; must not know processes, pipes or how a worker is found. A frame is its length (four bytes, the
//! lowest first) and a payload in postcard's form. The worker speaks first, with a [`Hello`]; then each [`Job`] gets
//! one [`Answer`]. Whatever arrives, reading it ends with a message or an error, never with a panic: the other side may
//! have crashed in the middle of a word, or be another version of itself.

use std::fmt;
use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::artifact::Artifacts;
use crate::backend::{BackendError, Options, TextForm};

/// The version of the messages below. A change of any of them, or of what is in artifacts and options, raises it.
pub const PROTOCOL: u32 = 3;

/// No frame is longer: a length beyond it means that the stream is not what it should be.
pub const FRAME_LIMIT: u32 = 1 << 30;

/// The worker's first word. The two numbers stay in front in every version, so that versions can tell each other apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The worker's [`PROTOCOL`].
    pub protocol: u32,
    /// The version of the binary form in which it reads units.
    pub mir_format: u32,
    /// The code generator's version and that of the worker; part of every fingerprint.
    pub version: String,
    /// Triples that it makes code for.
    pub targets: Vec<String>,
}

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The answer has the same.
    pub id: u64,
    /// What to do.
    pub work: Work,
}

/// What a worker does. Units are in MIR's binary form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    /// Makes [`Product::Artifacts`].
    Compile {
        /// The unit.
        module: Vec<u8>,
        /// What the code is for.
        target: abi::Target,
        /// How it is made.
        options: Options,
    },
    /// Makes [`Product::Text`].
    Text {
        /// The unit.
        module: Vec<u8>,
        /// What the code is for.
        target: abi::Target,
        /// How it is made.
        options: Options,
        /// Which of the forms for people.
        form: TextForm,
    },
    /// Makes [`Product::Bytes`]: the code generator's own binary form, for its own tools.
    Bitcode {
        /// The unit.
        module: Vec<u8>,
        /// What the code is for.
        target: abi::Target,
        /// How it is made.
        options: Options,
    },
    /// Ends the worker, which does not answer.
    Shutdown,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The job's.
    pub id: u64,
    /// The product, or why there is none.
    pub result: Result<Product, BackendError>,
}

/// What a worker makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Product {
    /// Of [`Work::Compile`].
    Artifacts(Artifacts),
    /// Of [`Work::Text`].
    Text(String),
    /// Of [`Work::Bitcode`].
    Bytes(Vec<u8>),
}

/// Why no message was read.
#[derive(Debug)]
pub enum FrameError {
    /// The other side closed the stream between two frames.
    Ended,
    /// The stream ended inside of a frame.
    Cut,
    /// A length beyond [`FRAME_LIMIT`].
    TooLong(u32),
    /// The payload is no message of the kind that is due.
    Malformed(String),
    /// The system could not read or write.
    Failed(io::Error),
}

impl fmt::Display for FrameError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Ended => formatter.write_str("the stream ended"),
            FrameError::Cut => formatter.write_str("the stream ended inside of a frame"),
            FrameError::TooLong(length) => {
                write!(formatter, "a frame of {length} bytes is longer than any can be")
            }
            FrameError::Malformed(reason) => write!(formatter, "a malformed frame: {reason}"),
            FrameError::Failed(error) => write!(formatter, "{error}"),
        }
    }
}

impl std::error::Error for FrameError {}

/// Writes a message as one frame and flushes.
///
/// # Errors
/// The system's, or [`FrameError::TooLong`].
pub fn write_frame(writer: &mut impl Write, message: &impl Serialize) -> Result<(), FrameError> {
    let payload = postcard::to_stdvec(message).map_err(|error| FrameError::Malformed(error.to_string()))?;
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    if length > FRAME_LIMIT {
        return Err(FrameError::TooLong(length));
    }
    writer.write_all(&length.to_le_bytes()).map_err(FrameError::Failed)?;
    writer.write_all(&payload).map_err(FrameError::Failed)?;
    writer.flush().map_err(FrameError::Failed)
}

/// Reads the next message.
///
/// # Errors
/// Says what is wrong with the frame.
pub fn read_frame<T: DeserializeOwned>(reader: &mut impl Read) -> Result<T, FrameError> {
    decode(&read_payload(reader)?)
}

/// Why a greeting was not accepted.
#[derive(Debug)]
pub enum HelloError {
    /// There is none.
    Frame(FrameError),
    /// It is that of another version.
    Version {
        /// The worker's [`PROTOCOL`].
        protocol: u32,
        /// The worker's version of the binary form.
        found: u32,
        /// Our version of the binary form.
        expected: u32,
    },
}

impl fmt::Display for HelloError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HelloError::Frame(error) => write!(
                formatter,
                "it does not speak as a code generator of lang does ({error}); install the lang-llvm that belongs to this \
                 lang"
            ),
            HelloError::Version { protocol, found, expected } => write!(
                formatter,
                "it is of another version: it speaks protocol {protocol} and reads units of format {found}, this lang \
                 speaks protocol {PROTOCOL} and writes format {expected}; install the lang-llvm that belongs to this lang"
            ),
        }
    }
}

impl std::error::Error for HelloError {}

/// Reads the worker's first frame and refuses a worker of another version. The versions are read before the rest, whose
/// form they decide.
///
/// # Errors
/// Names both versions and what to do.
pub fn read_hello(reader: &mut impl Read, mir_format: u32) -> Result<Hello, HelloError> {
    let payload = read_payload(reader).map_err(HelloError::Frame)?;
    let versions: Result<((u32, u32), &[u8]), postcard::Error> = postcard::take_from_bytes(&payload);
    let malformed = |error: postcard::Error| HelloError::Frame(FrameError::Malformed(error.to_string()));
    let ((protocol, found), _) = versions.map_err(malformed)?;
    if (protocol, found) != (PROTOCOL, mir_format) {
        return Err(HelloError::Version { protocol, found, expected: mir_format });
    }
    decode(&payload).map_err(HelloError::Frame)
}

fn read_payload(reader: &mut impl Read) -> Result<Vec<u8>, FrameError> {
    let mut length = [0; 4];
    let mut known = 0;
    while known < length.len() {
        match reader.read(&mut length[known..]) {
            Ok(0) if known == 0 => return Err(FrameError::Ended),
            Ok(0) => return Err(FrameError::Cut),
            Ok(count) => known += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FrameError::Failed(error)),
        }
    }
    let length = u32::from_le_bytes(length);
    if length > FRAME_LIMIT {
        return Err(FrameError::TooLong(length));
    }
    // Memory is taken as the bytes come, not as a length promises them.
    let mut payload = Vec::new();
    let read = reader.take(u64::from(length)).read_to_end(&mut payload).map_err(FrameError::Failed)?;
    if read < length as usize {
        return Err(FrameError::Cut);
    }
    Ok(payload)
}

fn decode<T: DeserializeOwned>(payload: &[u8]) -> Result<T, FrameError> {
    match postcard::take_from_bytes(payload) {
        Ok((message, [])) => Ok(message),
        Ok((_, rest)) => Err(FrameError::Malformed(format!("{} bytes too many", rest.len()))),
        Err(error) => Err(FrameError::Malformed(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Answer, FRAME_LIMIT, FrameError, Hello, Job, PROTOCOL, Product, Work, read_frame, read_hello, write_frame,
    };
    use crate::artifact::{Artifacts, ObjectArtifact};
    use crate::backend::{BackendError, Options};

    fn hello(protocol: u32, mir_format: u32) -> Hello {
        Hello {
            protocol,
            mir_format,
            version: "LLVM 22.1".to_string(),
            targets: vec!["x86_64-unknown-linux-gnu".to_string()],
        }
    }

    fn job() -> Job {
        Job {
            id: 7,
            work: Work::Compile {
                module: vec![1, 2, 3],
                target: abi::Target::parse("x86_64-unknown-linux-gnu").expect("a known target"),
                options: Options::default(),
            },
        }
    }

    fn answer() -> Answer {
        Answer {
            id: 7,
            result: Ok(Product::Artifacts(Artifacts {
                object: Some(ObjectArtifact {
                    bytes: vec![0x7f; 300],
                    undefined: vec!["malloc".to_string()],
                    ..ObjectArtifact::default()
                }),
                ..Artifacts::default()
            })),
        }
    }

    fn frame(message: &impl serde::Serialize) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, message).expect("memory can be written");
        bytes
    }

    #[test]
    fn messages_come_as_they_went() {
        let mut stream = frame(&job());
        stream.extend(frame(&answer()));
        let refusal = Answer { id: 8, result: Err(BackendError::in_symbol("f", "no")) };
        stream.extend(frame(&refusal));
        let mut reader = stream.as_slice();
        assert_eq!(read_frame::<Job>(&mut reader).expect("a job"), job());
        assert_eq!(read_frame::<Answer>(&mut reader).expect("an answer"), answer());
        assert_eq!(read_frame::<Answer>(&mut reader).expect("an answer"), refusal);
        assert!(matches!(read_frame::<Answer>(&mut reader), Err(FrameError::Ended)));
    }

    #[test]
    fn a_frame_that_is_cut_short_is_told_from_the_end() {
        let whole = frame(&answer());
        for end in 1..whole.len() {
            let error = read_frame::<Answer>(&mut &whole[..end]).expect_err("half a frame");
            assert!(matches!(error, FrameError::Cut), "after {end} bytes: {error}");
        }
    }

    #[test]
    fn a_length_beyond_all_measure_takes_no_memory() {
        let error = |length: u32| read_frame::<Answer>(&mut &length.to_le_bytes()[..]).expect_err("no frame");
        assert!(matches!(error(FRAME_LIMIT + 1), FrameError::TooLong(_)));
        assert!(matches!(error(u32::MAX), FrameError::TooLong(_)));
        assert!(matches!(error(FRAME_LIMIT), FrameError::Cut));
        // "Erro", as the beginning of something printed where frames are due.
        assert!(matches!(error(u32::from_le_bytes(*b"Erro")), FrameError::TooLong(_)));
    }

    #[test]
    fn bytes_too_many_are_refused() {
        let mut bytes = frame(&answer());
        let length = bytes.len() as u32 - 4 + 1;
        bytes.push(0);
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        let error = read_frame::<Answer>(&mut bytes.as_slice()).expect_err("too long");
        assert_eq!(error.to_string(), "a malformed frame: 1 bytes too many");
    }

    #[test]
    fn damaged_frames_never_panic() {
        let mut random = fastrand::Rng::with_seed(3);
        for whole in [frame(&job()), frame(&answer()), frame(&hello(1, 1))] {
            for _ in 0..2000 {
                let mut bytes = whole.clone();
                for _ in 0..random.usize(1..4) {
                    let at = random.usize(0..bytes.len());
                    bytes[at] = random.u8(..);
                }
                // Some damage only changes a number; what counts is that there is an answer.
                let _ = read_frame::<Job>(&mut bytes.as_slice());
                let _ = read_frame::<Answer>(&mut bytes.as_slice());
                let _ = read_hello(&mut bytes.as_slice(), 1);
            }
        }
    }

    #[test]
    fn a_worker_of_another_version_is_refused_with_both_versions() {
        let read = |hello: &Hello| read_hello(&mut frame(hello).as_slice(), 5);
        assert_eq!(read(&hello(PROTOCOL, 5)).expect("the same version"), hello(PROTOCOL, 5));
        for other in [hello(PROTOCOL + 1, 5), hello(PROTOCOL, 4)] {
            let error = read(&other).expect_err("another version").to_string();
            let told = format!("protocol {} and reads units of format {}", other.protocol, other.mir_format);
            assert!(error.contains(&told), "{error}");
            assert!(error.contains("install the lang-llvm that belongs to this lang"), "{error}");
        }
        // A version of the far future, whose hello has another form but for its beginning.
        let future = frame(&(99_u32, 98_u32, 1.5_f64));
        let error = read_hello(&mut future.as_slice(), 5).expect_err("another version").to_string();
        assert!(error.contains("protocol 99 and reads units of format 98"), "{error}");
        let error = read_hello(&mut &b"usage: ..."[..], 5).expect_err("no worker").to_string();
        assert!(error.contains("does not speak as a code generator"), "{error}");
    }
}
