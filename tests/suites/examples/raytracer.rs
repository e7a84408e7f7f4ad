//! The ray tracer: a picture that is the same on each engine and with each number of threads, read back by Python.

use std::process::Command;

use libtest_mimic::Failed;

use crate::tools::{Built, Engine, example, fed, same, succeeded};

/// Reads a PNG file without Python's packages: its size, a digest of its points, and three of them.
const READ: &str = "
import hashlib, struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
at, packed = 8, b''
while at < len(data):
    size, kind = struct.unpack('>I4s', data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    assert zlib.crc32(kind + body) == struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0]
    if kind == b'IHDR': width, height, depth, colour = struct.unpack('>IIBB', body[:10])
    if kind == b'IDAT': packed += body
    at += 12 + size
assert (depth, colour) == (8, 2)
raw, rows, before = zlib.decompress(packed), [], bytes(width * 3)
for y in range(height):
    kind, line = raw[y * (width * 3 + 1)], bytearray(raw[y * (width * 3 + 1) + 1:(y + 1) * (width * 3 + 1)])
    for i in range(len(line)):
        a, b, c = (line[i - 3] if i > 2 else 0), before[i], (before[i - 3] if i > 2 else 0)
        p = a + b - c
        nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        line[i] = (line[i] + (0, a, b, (a + b) // 2, nearest)[kind]) % 256
    rows.append(bytes(line)); before = bytes(line)
point = lambda x, y: tuple(rows[y][x * 3:x * 3 + 3])
print(width, height, hashlib.sha256(b''.join(rows)).hexdigest()[:16], point(3, 3), point(36, 54), point(113, 57))
";

pub fn works(built: &Built) -> Result<(), Failed> {
    let scene = example("raytracer/scenes/spheres.scene").to_string_lossy().into_owned();
    let threads = if built.engine == Engine::Release { "3" } else { "1" };
    built.prints(&[&scene, "picture.png", "--size", "150x100", "--threads", threads], "")?;
    let mut command = Command::new("python3");
    command.args(["-c", READ]).arg(built.folder().join("picture.png"));
    same(&succeeded(fed(command, b"")?)?, PICTURE)?;
    let said = built.complains(&[&scene, "nowhere/picture.png", "--size", "2x2"], 1)?;
    same(&said, "raytracer: cannot write the picture `nowhere/picture.png`: No such file or directory")?;
    same(&built.complains(&["none", "picture.png"], 1)?, "raytracer: cannot open `none`: No such file or directory")
}

/// What is read back: the sky, the red sphere and the blue one.
const PICTURE: &str = "150 100 adf3fba074abf29c (216, 226, 239) (206, 117, 112) (121, 178, 222)\n";
