#!/usr/bin/env python3
"""What `[bind]` costs a program, beside the same program that declares by hand what it uses.

    tests/bench/bind_speed.py [--runs 40] [--lang PATH] [--quick]

- gtk-4: ten of its functions. The headers are those that the tests downloaded (`target/debian`); without them it is left out.
  Once with nothing else of C in the program, and once with a declaration of its own, which both compare with the standard
  library's.
- growth: generated headers of 1,000 to 100,000 declarations in 1 to 1,000 files, and programs that use 1 to 1,000 of them.

Printed are medians of `lang check` when the module is made already, in milliseconds of the clock and of the processors, runs of
both in turn, and the ratio of each. Run it on an idle machine.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
DEBIAN = TARGET / "debian"

# The folders of gtk-4 and what its headers include, below the packages.
FOLDERS = """libgtk-4-dev/usr/include/gtk-4.0 libglib2.0-dev/usr/include/glib-2.0
libglib2.0-dev/usr/lib/x86_64-linux-gnu/glib-2.0/include libpango1.0-dev/usr/include/pango-1.0
libcairo2-dev/usr/include/cairo libgdk-pixbuf-2.0-dev/usr/include/gdk-pixbuf-2.0
libgraphene-1.0-dev/usr/include/graphene-1.0 libgraphene-1.0-dev/usr/lib/x86_64-linux-gnu/graphene-1.0/include
libharfbuzz-dev/usr/include/harfbuzz libfreetype-dev/usr/include/freetype2""".split()

BY_HAND = """import std.c (Int, UInt)

type GtkOrientation = UInt
type gboolean = Int

extern {
  type GtkBox
  type GtkWidget
  type GtkWindow

  fn gtk_init()
  fn gtk_window_new() -> Pointer[GtkWidget]
  fn gtk_window_set_title(window: Pointer[GtkWindow], title: Pointer[u8])
  fn gtk_window_present(window: Pointer[GtkWindow])
  fn gtk_button_new_with_label(label: Pointer[u8]) -> Pointer[GtkWidget]
  fn gtk_window_set_child(window: Pointer[GtkWindow], child: Pointer[GtkWidget])
  fn gtk_widget_set_visible(widget: Pointer[GtkWidget], visible: gboolean)
  fn gtk_box_new(orientation: GtkOrientation, spacing: Int) -> Pointer[GtkWidget]
  fn gtk_box_append(box: Pointer[GtkBox], child: Pointer[GtkWidget])
  fn gtk_label_new(str: Pointer[u8]) -> Pointer[GtkWidget]
}
"""
GTK = [line.split()[1].split("(")[0] for line in BY_HAND.splitlines() if line.startswith("  fn ")]
OWN = "\nextern { fn abs(number: i32) -> i32 }\n"


def main_function(names):
    uses = "".join(f"  let _{name} = {name}\n" for name in names)
    return f"\nfn main {{\n{uses}}}\n"


def project(folder, manifest, main):
    folder.mkdir(parents=True)
    (folder / "lang.toml").write_text(f'name = "{folder.name}"\nversion = "0.1.0"\n{manifest}')
    (folder / "main.lang").write_text(main)
    return folder


def once(command, folder, environment):
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{folder}: {subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True).stderr}")
    return (time.perf_counter() - started) * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


def medians(command, folders, runs, environment):
    for folder in folders:
        once(command, folder, environment)
    times = [[] for _ in folders]
    for _ in range(runs):
        for number, folder in enumerate(folders):
            times[number].append(once(command, folder, environment))
    return [tuple(statistics.median(run[part] for run in of) for part in (0, 1)) for of in times]


def compare(what, command, bound, by_hand, runs, environment):
    (wall, cpu), (other_wall, other_cpu) = medians(command, [bound, by_hand], runs, environment)
    print(
        f"{what:40} [bind] {wall:7.2f} wall {cpu:7.2f} cpu   by hand {other_wall:7.2f} {other_cpu:7.2f}"
        f"   ratio {wall / other_wall:5.2f} {cpu / other_cpu:5.2f}",
        flush=True,
    )


def gtk(command, folder, runs, environment):
    includes = [str(DEBIAN / place) for place in FOLDERS]
    if not all(os.path.isdir(include) for include in includes):
        print("gtk-4: its headers are not in target/debian (the suite `bind` downloads them)")
        return
    listed = ", ".join(f'"{include}"' for include in includes)
    manifest = f'[c]\ninclude = [{listed}]\n[bind]\ngtk = {{ header = "gtk/gtk.h", link = "gtk-4" }}\n'
    for what, own in [("ten functions of gtk-4", ""), ("the same and a declaration of its own", OWN)]:
        use = main_function(GTK + (["abs"] if own else []))
        name = "own" if own else "alone"
        bound = project(folder / f"bound_{name}", manifest, f"import gtk ({', '.join(GTK)})\n{own}{use}")
        by_hand = project(folder / f"hand_{name}", "", BY_HAND + own + use)
        compare(what, command, bound, by_hand, runs, environment)


def generated(folder, declarations, files):
    """A header that includes as many others, which have as many functions together."""
    folder.mkdir(parents=True)
    each = declarations // files
    for number in range(files):
        lines = [f"struct s{number} {{ int a; struct s{number} *next; }};\n"]
        lines += [f"int call{number * each + of}(struct s{number} *s, int x);\n" for of in range(each)]
        (folder / f"part{number}.h").write_text("".join(lines))
    (folder / "all.h").write_text("".join(f'#include "part{number}.h"\n' for number in range(files)))


def growth(command, folder, sizes, runs, environment):
    for declarations, files in sizes:
        place = folder / f"headers_{declarations}_{files}"
        generated(place, declarations, files)
        for used in (1, 10, 100, 1000):
            names = [f"call{number * (declarations // used)}" for number in range(used)]
            manifest = f'[c]\ninclude = ["{place}"]\n[bind]\nnative = {{ header = "all.h" }}\n'
            # The module is known by its folder, so each program has one.
            bound = place.parent / f"program_{declarations}_{files}"
            main = f"import native ({', '.join(names)})\n{main_function(names)}"
            if bound.is_dir():
                (bound / "main.lang").write_text(main)
            else:
                project(bound, manifest, main)
            each = declarations // files
            types = "".join(f"  type s{number}\n" for number in sorted({int(name[4:]) // each for name in names}))
            functions = "".join(f"  fn {name}(s: Pointer[s{int(name[4:]) // each}], x: i32) -> i32\n" for name in names)
            hand = folder / f"hand_{declarations}_{files}_{used}"
            project(hand, "", f"extern {{\n{types}{functions}}}\n{main_function(names)}")
            compare(f"{used} of {declarations} in {files} headers", command, bound, hand, runs, environment)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=40)
    options.add_argument("--lang", default=str(TARGET / "release" / "lang"))
    options.add_argument("--quick", action="store_true", help="no header of more than 10,000 declarations")
    options = options.parse_args()
    command = [options.lang, "check"]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        environment = {**os.environ, "LANG_CACHE_DIR": str(folder / "cache")}
        gtk(command, folder, options.runs, environment)
        sizes = [(1_000, 1), (10_000, 1), (10_000, 10), (10_000, 1_000)]
        if not options.quick:
            sizes += [(100_000, 100), (100_000, 1_000)]
        growth(command, folder, sizes, max(5, options.runs // 4), environment)


if __name__ == "__main__":
    main()
