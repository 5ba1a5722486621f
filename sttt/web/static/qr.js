// A text as a QR code: bytes, error correction L, versions 1 to 20 (ISO/IEC 18004).

/** Of each version from 1 on: codewords of error correction a block, and blocks. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
/** What stands beside the corners: level L, mask 0, with its own correction. */
const FORMAT = 0b111011111000100;

/** Return the dark squares of a text's code as an SVG path, and its width in squares; null for a text that is too long. */
export function code(text) {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTION.findIndex((_, number) => capacity(number + 1) - (number < 9 ? 2 : 3) >= bytes.length) + 1;
  if (!version) return null;
  const size = 17 + 4 * version;
  const { dark, taken } = pattern(version, size);
  place(dark, taken, size, interleaved(words(bytes, version), version));
  const squares = dark.flatMap((row, y) => row.flatMap((one, x) => (one ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}

/** Squares that carry data, in whole codewords. */
function allWords(version) {
  const aligned = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const bits = (16 * version + 128) * version + 64 - (aligned ? (25 * aligned - 10) * aligned - 55 : 0) - (version > 6 ? 36 : 0);
  return Math.floor(bits / 8);
}

const capacity = (version) => allWords(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

function words(bytes, version) {
  const bits = [...binary(4, 4), ...binary(bytes.length, version < 10 ? 8 : 16), ...[...bytes].flatMap((byte) => binary(byte, 8)), 0, 0, 0, 0];
  const found = [];
  for (let at = 0; at + 8 <= bits.length; at += 8) found.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; found.length < capacity(version); pad ^= 0xec ^ 0x11) found.push(pad);
  return found;
}

const binary = (number, length) => Array.from({ length }, (_, bit) => (number >> (length - 1 - bit)) & 1);

/** Blocks with their correction, a word of each in turn; the last blocks may be a word longer. */
function interleaved(data, version) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  const blocks = Array.from({ length: count }, (_, number) => {
    const longer = Math.max(0, number - (count - long));
    return data.slice(number * short + longer, (number + 1) * short + longer + (number >= count - long ? 1 : 0));
  });
  const corrections = blocks.map((block) => correction(block, CORRECTION[version - 1]));
  const turns = (lists, length) => Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...turns(blocks, short + 1), ...turns(corrections, CORRECTION[version - 1])];
}

/** Multiply in the field of 256 elements. */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return product;
}

/** The remainder of Reed and Solomon's division. */
function correction(block, degree) {
  let divisor = [1];
  for (let root = 1, number = 0; number < degree; number += 1, root = times(root, 2)) {
    divisor = [...divisor, 0].map((one, at) => one ^ times(divisor[at - 1] ?? 0, root));
  }
  let rest = Array(degree).fill(0);
  for (const word of block) {
    const factor = word ^ rest[0];
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(divisor[at + 1], factor));
  }
  return rest;
}

/** The squares that every code of a version has. */
function pattern(version, size) {
  const [dark, taken] = [0, 1].map(() => Array.from({ length: size }, () => Array(size).fill(false)));
  const set = (x, y, on) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = Boolean(on);
    taken[y][x] = true;
  };
  const rings = (left, top, reach, light) => {
    for (let y = -reach; y <= reach; y += 1) for (let x = -reach; x <= reach; x += 1) set(left + x, top + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 0; at < size; at += 1) for (const [x, y] of [[6, at], [at, 6]]) set(x, y, at % 2 === 0);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(x, y, 4, [2, 4]);
  const count = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = Array.from({ length: count }, (_, number) => (number ? size - 7 - (count - 1 - number) * step : 6));
  for (const x of places) for (const y of places) if (![[6, 6], [6, size - 7], [size - 7, 6]].some(([a, b]) => a === x && b === y)) rings(x, y, 2, [1]);
  for (let bit = 0; bit < 15; bit += 1) {
    const on = (FORMAT >> bit) & 1;
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, on);
    set(bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, on);
  }
  set(8, size - 8, true);
  if (version < 7) return { dark, taken };
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const told = (version << 12) | rest;
  for (let bit = 0; bit < 18; bit += 1) {
    const [a, b] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    for (const [x, y] of [[a, b], [b, a]]) set(x, y, (told >> bit) & 1);
  }
  return { dark, taken };
}

/** Write words upwards and downwards in columns of two squares, from the right, past what is taken; mask 0 is a chessboard. */
function place(dark, taken, size, list) {
  const bits = list.flatMap((word) => binary(word, 8));
  let next = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, upwards = !upwards) {
    for (let step = 0; step < size; step += 1) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!taken[y][x]) dark[y][x] = Boolean((bits[next++] ?? 0) ^ Number((x + y) % 2 === 0));
    }
  }
}
