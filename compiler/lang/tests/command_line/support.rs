//! What the tests of the binary share: a temporary folder with files in it, and `lang` started there with a cache of its
//! own. It must not know what is tested.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with files, and a cache beside it.
pub struct Folder {
    folder: tempfile::TempDir,
    cache: tempfile::TempDir,
}

/// How a run of `lang` ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder {
            folder: tempfile::tempdir().expect("a temporary folder"),
            cache: tempfile::tempdir().expect("a temporary folder"),
        };
        for (path, text) in files {
            folder.write(path, text.as_bytes());
        }
        folder
    }

    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn cache(&self) -> &Path {
        self.cache.path()
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.path(path)).expect("the file is there")
    }

    /// The names of everything in the folder, hidden files too.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("the folder is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// A command that runs in the folder, `lang` or another.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.folder.path())
            .env("LANG_CACHE_DIR", self.cache.path())
            .env("LANG_VERIFY", "1")
            .env_remove("NO_COLOR")
            .env_remove("CC")
            .env_remove("LANG_C_FAULT")
            .env_remove("LIBCLANG_PATH")
            .env_remove("LANG_LLVM")
            .env_remove("LANG_LLVM_FAULT")
            .env_remove("LANG_LLVM_TIME_LIMIT")
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null());
        command
    }

    pub fn lang(&self, arguments: &[&str]) -> Ended {
        let mut command = self.command(env!("CARGO_BIN_EXE_lang"));
        command.args(arguments);
        ended(command.output().expect("lang starts"))
    }

    /// As `lang`, with text on standard input.
    pub fn lang_with_input(&self, arguments: &[&str], input: &str) -> Ended {
        use std::io::Write;
        let mut command = self.command(env!("CARGO_BIN_EXE_lang"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("lang starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        pipe.write_all(input.as_bytes()).expect("lang reads");
        drop(pipe);
        ended(child.wait_with_output().expect("lang ends"))
    }
}

pub fn ended(output: Output) -> Ended {
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Ended {
    #[track_caller]
    pub fn exit(&self, code: i32) -> &Ended {
        assert_eq!(self.code, Some(code), "standard output:\n{}\nstandard error:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub fn says(&self, text: &str) -> &Ended {
        assert!(self.stderr.contains(text), "standard error lacks `{text}`:\n{}", self.stderr);
        self
    }

    #[track_caller]
    pub fn prints(&self, text: &str) -> &Ended {
        assert!(self.stdout.contains(text), "standard output lacks `{text}`:\n{}", self.stdout);
        self
    }
}

/// The worker that belongs to the `lang` under test.
pub fn worker() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_lang")).with_file_name("lang-llvm")
}

/// Whether tests of LLVM can run. Where LLVM is installed they must: a worker that nobody has built is a failure.
#[track_caller]
pub fn has_llvm() -> bool {
    if worker().is_file() {
        return true;
    }
    let search = std::env::var_os("PATH").unwrap_or_default();
    let installed = std::env::split_paths(&search).any(|folder| folder.join("llvm-config-22").is_file());
    assert!(
        !installed,
        "{} is missing although LLVM is installed: run `cargo build --release -p backend-llvm` first",
        worker().display()
    );
    println!("skipped: LLVM is not installed");
    false
}

/// The processes that another one has started and that are called `name`.
pub fn children(of: u32, name: &str) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").expect("Linux has /proc").flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter(|number| {
            // `PID (NAME) STATE PARENT …`
            let text = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            let rest = text.rsplit_once(") ").map(|(head, rest)| (head.to_string(), rest.to_string()));
            rest.is_some_and(|(head, rest)| {
                head.ends_with(&format!("({name}")) && rest.split(' ').nth(1) == Some(&of.to_string())
            })
        })
        .collect()
}
