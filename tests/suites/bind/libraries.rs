//! The libraries that are bound: their headers, where those come from, and what the programs in `tests/bind` print that call
//! them.

use std::path::PathBuf;

use tests::debian;

/// A library.
pub struct Library {
    /// Of the program in `tests/bind`.
    pub name: &'static str,
    pub headers: &'static [&'static str],
    pub link: &'static str,
    /// Debian's packages, if they are not among those that all tests need.
    pub packages: &'static [&'static str],
    pub options: &'static [&'static str],
    /// What the program prints.
    pub output: &'static str,
    /// At least so many records and constants are compared with C.
    pub least: (usize, usize),
}

const fn installed(name: &'static str, headers: &'static [&'static str], link: &'static str) -> Library {
    Library { name, headers, link, packages: &[], options: &[], output: "", least: (0, 0) }
}

pub const LIBRARIES: [Library; 10] = [
    Library {
        output: "45 bytes, fewer packed: true\nround and round and round and round and round, 45\n3421780262\n",
        least: (2, 30),
        ..installed("zlib", &["zlib.h"], "z")
    },
    Library {
        output: "a = 2 of 1\na = 1 of 1\nbound! 1099511627776\n2 rows\n",
        least: (15, 400),
        ..installed("sqlite3", &["sqlite3.h"], "sqlite3")
    },
    Library { output: "2 2 true\ntrue\n", least: (5, 150), ..installed("png", &["png.h"], "png16") },
    Library { output: "80 24 1\ntrue\n", least: (3, 100), ..installed("ncurses", &["curses.h", "term.h"], "tinfo") },
    Library {
        packages: &["libssl-dev", "libssl3"],
        output: "186 120 173\n",
        least: (2, 5),
        ..installed("openssl", &["openssl/sha.h"], "crypto")
    },
    Library {
        packages: &["libpcre2-dev", "libpcre2-8-0"],
        options: &["-DPCRE2_CODE_UNIT_WIDTH=8"],
        output: "2: 1 6 2 5\n",
        least: (2, 200),
        ..installed("pcre2", &["pcre2.h"], "pcre2-8")
    },
    Library {
        packages: &["libuv1-dev", "libuv1"],
        output: "1\n",
        least: (60, 150),
        ..installed("uv", &["uv.h"], "uv")
    },
    Library {
        packages: &["libcurl4-openssl-dev", "libcurl4"],
        output: "a%20b%26c\ntrue\n",
        least: (10, 400),
        ..installed("curl", &["curl/curl.h"], "curl")
    },
    Library {
        packages: &["libglib2.0-dev", "libglib2.0-0"],
        output: "3: 3 2\n4\n",
        least: (50, 200),
        ..installed("glib", &["glib.h"], "glib-2.0")
    },
    Library {
        packages: &["libsdl2-dev", "libsdl2-2.0-0", "libsamplerate0", "libdecor-0-0"],
        output: "true\ntrue\n",
        least: (60, 800),
        ..installed("SDL2", &["SDL2/SDL.h"], "SDL2")
    },
];

/// Where a library lies.
pub struct Place {
    /// For clang.
    pub options: Vec<String>,
    /// Where it is looked for, if it is not installed.
    pub folder: Option<PathBuf>,
}

impl Library {
    /// Nothing if its packages cannot be had.
    pub fn place(&self) -> Option<Place> {
        let mut options: Vec<String> = self.options.iter().map(ToString::to_string).collect();
        if self.packages.is_empty() {
            return Some(Place { options, folder: None });
        }
        let root = debian::unpacked(self.packages)?.join("usr");
        let machine = "x86_64-linux-gnu";
        let folder = root.join("lib").join(machine);
        for headers in [
            root.join("include"),
            root.join("include").join(machine),
            root.join("include/glib-2.0"),
            folder.join("glib-2.0/include"),
        ] {
            options.extend(headers.is_dir().then(|| format!("-I{}", headers.display())));
        }
        Some(Place { options, folder: Some(folder) })
    }
}
