// Keeps some screenshots as the pictures of the README.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shrink } from "./png.mjs";

/** Where the package that is tested says that they lie; no such place exists, so tests answer for it. */
export const PICTURES = "https://pictures.invalid";

const NAMES = ["hover_type", "hover_copies", "inlay_hints", "layout", "assembly", "debugging", "test_explorer"];
const KEPT = NAMES.flatMap((name) => [`${name}_dark`, `${name}_light`]);
/** A README must load fast. */
const LARGEST = 150_000;

export async function keepPictures(screenshots, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of KEPT) {
    const from = join(screenshots, `${name}.png`);
    if (!existsSync(from)) {
      console.log(`no picture ${name}: its test did not take it`);
      continue;
    }
    const small = shrink(readFileSync(from));
    if (small.length > LARGEST) {
      throw new Error(`${name}.png has ${small.length} bytes, more than ${LARGEST}`);
    }
    writeFileSync(join(folder, `${name}.png`), small);
    console.log(`picture ${name}.png: ${small.length} bytes`);
  }
}
