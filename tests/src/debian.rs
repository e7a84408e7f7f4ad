//! Packages of Debian, downloaded and unpacked, not installed, and kept between runs of the tests. Owns where they lie; a
//! machine without `apt-get` or a network has none, and says so.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with the contents of packages, named by all of them; nothing if they cannot be had.
pub fn unpacked(packages: &[&str]) -> Option<PathBuf> {
    let kept = crate::root().join("target/debian");
    let folder = kept.join(packages.join("+"));
    if folder.is_dir() {
        return Some(folder);
    }
    let work = std::fs::create_dir_all(&kept).and_then(|()| tempfile::tempdir_in(&kept));
    let work = work.expect("the folder for built things can be written");
    let is_done = |command: &mut Command| {
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let mut download = Command::new("timeout");
    download.args(["60", "apt-get", "download"]).args(packages).current_dir(work.path());
    let contents = work.path().join("contents");
    if !is_done(&mut download) || !unpack(work.path(), &contents, &is_done) {
        println!("skipped: {} cannot be downloaded", packages.join(", "));
        return None;
    }
    // Another test may have been faster, with the same.
    let _ = std::fs::rename(&contents, &folder);
    folder.is_dir().then_some(folder)
}

fn unpack(from: &Path, to: &Path, is_done: &impl Fn(&mut Command) -> bool) -> bool {
    let Ok(entries) = std::fs::read_dir(from) else { return false };
    let archives = entries.flatten().map(|entry| entry.path());
    let mut archives = archives.filter(|path| path.extension().is_some_and(|ending| ending == "deb")).peekable();
    archives.peek().is_some()
        && archives.all(|archive| is_done(Command::new("dpkg-deb").arg("-x").arg(archive).arg(to)))
}
