//! What `lang new` writes. It owns the texts of a fresh project; it must not know how programs are compiled, but a test
//! of the binary checks, runs and tests what stands here.

use std::io;
use std::path::Path;

use crate::{MANIFEST, disk, manifest};

/// Why there is no new project; the text is for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCreated {
    /// The name or the folder does not do.
    Usage(String),
    /// The system refused.
    Refused(String),
}

/// Makes a project in `folder`, called `name` or like the folder.
pub fn create(folder: &Path, name: Option<&str>, library: bool) -> Result<String, NotCreated> {
    let own_name = match name {
        Some(name) => name.to_string(),
        None => {
            let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
            let name = absolute.file_name().unwrap_or_default();
            name.to_string_lossy().replace('-', "_")
        }
    };
    if let Some(reason) = manifest::name_fault(&own_name) {
        let hint = if name.is_none() { "; choose one with --name" } else { "" };
        return Err(NotCreated::Usage(format!("`{own_name}` cannot be a package's name: {reason}{hint}")));
    }
    if disk::exists(&folder.join(MANIFEST)) {
        return Err(NotCreated::Usage(format!("there is a {MANIFEST} in {} already", folder.display())));
    }
    let manifest = format!("name = \"{own_name}\"\nversion = \"0.1.0\"\n\n[dependencies]\n");
    let (entry, text) = if library { ("lib.lang", LIBRARY) } else { ("main.lang", PROGRAM) };
    let ignored = format!("/{own_name}\n/{own_name}.o\n");
    let files = [(MANIFEST, manifest), (entry, text.to_string()), (".gitignore", ignored)];
    let taken: Vec<&str> =
        files.iter().map(|(name, _)| *name).filter(|name| disk::exists(&folder.join(name))).collect();
    if !taken.is_empty() {
        return Err(NotCreated::Usage(format!("{} has {} already", folder.display(), taken.join(" and "))));
    }
    disk::create_files(folder, &files).map_err(|error: io::Error| {
        NotCreated::Refused(format!("cannot make {}: {}", folder.display(), disk::reason(&error)))
    })?;
    Ok(own_name)
}

const PROGRAM: &str = "\
# The first prime above `start`.
fn next_prime(start: i64) -> i64 {
  let mut candidate = start + 1
  while !is_prime(candidate) {
    candidate += 1
  }
  candidate
}

fn is_prime(number: i64) -> bool {
  let mut divisor = 2
  while divisor * divisor <= number {
    if number % divisor == 0 {
      return false
    }
    divisor += 1
  }
  number > 1
}

test \"primes\" {
  assert(next_prime(7) == 11)
}

fn main() {
  println(\"Hello! The first prime above 100 is ${next_prime(100)}.\")
}
";

const LIBRARY: &str = "\
# The larger of two numbers.
pub fn larger(left: i64, right: i64) -> i64 {
  if left > right { left } else { right }
}

test \"larger\" {
  assert(larger(1, 2) == 2)
}
";
