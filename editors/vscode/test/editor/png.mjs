// Makes screenshots small: reads a PNG of 8 bits per channel, and writes it with a palette of at most 256 colours.
import { deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function shrink(png) {
  const { width, height, colours } = decode(png);
  const palette = choosePalette(colours);
  const nearest = new Map();
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < colours.length; pixel += 1) {
    const colour = colours[pixel];
    let index = nearest.get(colour);
    if (index === undefined) {
      index = nearestOf(palette, colour);
      nearest.set(colour, index);
    }
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 3;
  const table = Buffer.from(palette.flatMap((colour) => parts(colour)));
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("PLTE", table), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function parts(colour) {
  return [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
}

function decode(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[png[25]];
  if (png[24] !== 8 || channels === undefined || png[28] !== 0) {
    throw new Error("only PNGs of 8 bits per channel, true colour, not interlaced, are read");
  }
  const data = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      data.push(png.subarray(at + 8, at + 8 + length));
    }
    at += length + 12;
  }
  const bytes = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const colours = new Uint32Array(width * height);
  let previous = new Uint8Array(stride);
  for (let row = 0; row < height; row += 1) {
    const filter = bytes[row * (stride + 1)];
    const line = Uint8Array.from(bytes.subarray(row * (stride + 1) + 1, (row + 1) * (stride + 1)));
    for (let at = 0; at < stride; at += 1) {
      const left = at >= channels ? line[at - channels] : 0;
      const up = previous[at];
      const corner = at >= channels ? previous[at - channels] : 0;
      line[at] += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
    for (let column = 0; column < width; column += 1) {
      const at = column * channels;
      colours[row * width + column] = (line[at] << 16) | (line[at + 1] << 8) | line[at + 2];
    }
    previous = line;
  }
  return { width, height, colours };
}

function paeth(left, up, corner) {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Median cut: the box whose colours differ most is cut in two until there are enough. */
function choosePalette(colours) {
  const counts = new Map();
  for (const colour of colours) {
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  let boxes = [makeBox([...counts].map(([colour, count]) => ({ parts: parts(colour), count })))];
  while (boxes.length < 256) {
    const widest = boxes.reduce((best, box) => (box.weight > best.weight ? box : best));
    if (widest.spread === 0) {
      break;
    }
    const { entries, axis } = widest;
    entries.sort((a, b) => a.parts[axis] - b.parts[axis]);
    const middle = entries.length >> 1;
    boxes = boxes.filter((box) => box !== widest);
    boxes.push(makeBox(entries.slice(0, middle)), makeBox(entries.slice(middle)));
  }
  return boxes.map(({ entries }) => {
    // The most frequent colour stays exact: it is a background.
    const { parts: [red, green, blue] } = entries.reduce((best, entry) => (entry.count > best.count ? entry : best));
    return (red << 16) | (green << 8) | blue;
  });
}

function makeBox(entries) {
  const spreads = [0, 1, 2].map((axis) => {
    let [low, high] = [255, 0];
    for (const { parts: channel } of entries) {
      low = Math.min(low, channel[axis]);
      high = Math.max(high, channel[axis]);
    }
    return high - low;
  });
  const spread = Math.max(...spreads);
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  return { entries, spread, axis: spreads.indexOf(spread), weight: entries.length < 2 ? 0 : spread * Math.log(count + 1) };
}

function nearestOf(palette, colour) {
  const [red, green, blue] = parts(colour);
  let best = 0;
  let least = Infinity;
  palette.forEach((candidate, index) => {
    const [r, g, b] = parts(candidate);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) {
      [best, least] = [index, distance];
    }
  });
  return best;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(checksum(body), body.length + 4);
  return whole;
}

function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}
