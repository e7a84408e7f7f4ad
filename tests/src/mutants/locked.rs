//! Programs that may do anything are locked up: they see the disk but cannot write to it, see no other process, and end
//! with all that they have started when they have used their time. Owns how; must not know what runs.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Lets only the work folder and an empty `/tmp` be written to.
const SCRIPT: &str = r#"
set -e
work=$1; shift
mount --bind "$work" "$work"
mount -t tmpfs -o size=200m tmpfs /tmp
while read -r _ place _; do
  case $place in "$work"|/tmp|/proc*|/dev*|/sys*) ;; *) mount -o remount,bind,ro "$place" ;; esac
done < /proc/self/mounts
ulimit -t 3
ulimit -v 8000000
ulimit -f 400000
ulimit -c 0
mkdir /tmp/empty
cd /tmp/empty
exec "$@"
"#;

/// What programs are given on standard input.
const INPUT: &str = "first\nä\n\nlast";
/// The longest that one may take.
const LONGEST: Duration = Duration::from_secs(12);

/// How a locked program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What it printed.
    pub stdout: String,
    /// What it said, or the beginning of it.
    pub stderr: String,
    /// Its exit code, unless it was ended.
    pub code: Option<i32>,
}

/// A folder in which locked programs work.
#[derive(Clone, Debug)]
pub struct Locked {
    folder: PathBuf,
}

impl Locked {
    /// Programs are to work in this folder, which must not lie below `/tmp`.
    ///
    /// # Panics
    /// If it cannot be written to.
    pub fn new(folder: &Path) -> Locked {
        std::fs::write(folder.join("input"), INPUT).expect("the folder can be written to");
        Locked { folder: folder.to_path_buf() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs `lang` with these arguments, with the library below a folder, until it ends or prints a line that says enough.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn lang(&self, library: &Path, arguments: &[&str], says_enough: fn(&str) -> bool) -> Ending {
        let mut command = Command::new("unshare");
        command.args(options()).args(["sh", "-c", SCRIPT, "sh"]).arg(&self.folder).arg(crate::lang()).args(arguments);
        command.env("LANG_STD", library).env("LANG_CACHE_DIR", self.folder.join("cache")).env("NO_COLOR", "1");
        let input = std::fs::File::open(self.folder.join("input")).expect("it was written");
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("`unshare` starts");
        let (out, err) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        let (sender, receiver) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut all = String::new();
            for line in BufReader::new(out).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                let ends = says_enough(&line);
                all.push_str(&line);
                all.push('\n');
                // A program that prints without end has said enough, too.
                if ends || all.len() > 1 << 24 {
                    break;
                }
            }
            let _gone = sender.send(());
            all
        });
        let errors = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _lost = err.take(1 << 16).read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let began = Instant::now();
        let _in_time = receiver.recv_timeout(LONGEST);
        let code = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status.code(),
                Ok(None) if began.elapsed() < LONGEST && !reader.is_finished() => {}
                // It has closed its output: it is about to end, unless it was cut off.
                Ok(None) if began.elapsed() < LONGEST && wait_a_little(&mut child) => {}
                Ok(None) | Err(_) => {
                    let _gone = child.kill();
                    let _gone = child.wait();
                    break None;
                }
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let stdout = reader.join().unwrap_or_default();
        Ending { stdout, stderr: errors.join().unwrap_or_default(), code }
    }
}

/// Gives a child the time to end by itself.
fn wait_a_little(child: &mut std::process::Child) -> bool {
    for _ in 0..100 {
        if matches!(child.try_wait(), Ok(Some(_))) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    false
}

/// Namespaces of its own; who is not the administrator needs one of users, too.
fn options() -> Vec<&'static str> {
    let mut options = vec!["--pid", "--fork", "--kill-child", "--mount", "--mount-proc"];
    let is_administrator = std::fs::read_to_string("/proc/self/status")
        .is_ok_and(|text| text.lines().any(|line| line.starts_with("Uid:\t0\t0")));
    if !is_administrator {
        options.insert(0, "--map-root-user");
    }
    options
}

/// Whether this system can lock programs up.
pub fn can_lock(folder: &Path) -> bool {
    let locked = Locked::new(folder);
    let mut command = Command::new("unshare");
    command.args(options()).args(["sh", "-c", SCRIPT, "sh"]).arg(&locked.folder).arg("true");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
