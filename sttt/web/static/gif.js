// A sequence of canvases as an animated GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt

const COLOURS = 256;
const MOST_CODES = 4096;

/** Return frames, each a canvas of the same size shown for hundredths of a second, as a GIF that repeats. */
export function gif(frames) {
  const { width, height } = frames[0].canvas;
  const shades = frames.map(({ canvas }) => shadesOf(canvas));
  const palette = paletteOf(shades);
  const index = indexer(palette);
  const bytes = [...text("GIF89a"), ...short(width), ...short(height), 0xf7, 0, 0, ...palette.flatMap(colourOf),
    0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0];
  let before = null;
  shades.forEach((shade, number) => {
    const [left, top, wide, high] = before ? changed(before, shade, width, height) : [0, 0, width, height];
    const pixels = new Uint8Array(wide * high);
    for (let y = 0; y < high; y += 1) for (let x = 0; x < wide; x += 1) pixels[y * wide + x] = index(shade[(top + y) * width + left + x]);
    bytes.push(0x21, 0xf9, 4, 4, ...short(frames[number].hundredths), 0, 0);
    bytes.push(0x2c, ...short(left), ...short(top), ...short(wide), ...short(high), 0, 8);
    for (const block of blocks(compressed(pixels))) bytes.push(block.length, ...block);
    bytes.push(0);
    before = shade;
  });
  return new Blob([new Uint8Array([...bytes, 0x3b])], { type: "image/gif" });
}

const text = (letters) => [...letters].map((letter) => letter.charCodeAt(0));
const short = (number) => [number & 255, number >> 8];

/** Every pixel's colour: red, green and blue in a number. */
function shadesOf(canvas) {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return Uint32Array.from({ length: data.length / 4 }, (_, pixel) => (data[4 * pixel] << 16) | (data[4 * pixel + 1] << 8) | data[4 * pixel + 2]);
}

const colourOf = (shade) => [shade >> 16, (shade >> 8) & 255, shade & 255];

/** The most frequent colours of the first and the last frame. */
function paletteOf(shades) {
  const counts = new Map();
  for (const shade of [shades[0], shades[shades.length - 1]]) for (const one of shade) counts.set(one, (counts.get(one) ?? 0) + 1);
  const found = [...counts].sort((one, other) => other[1] - one[1]).slice(0, COLOURS).map(([shade]) => shade);
  return [...found, ...Array(COLOURS - found.length).fill(0)];
}

/** What maps a colour to the nearest one of the palette. */
function indexer(palette) {
  const parts = palette.map(colourOf);
  const known = new Map();
  return (shade) => {
    if (!known.has(shade)) {
      const wanted = colourOf(shade);
      const distances = parts.map((part) => part.reduce((sum, one, at) => sum + (one - wanted[at]) ** 2, 0));
      known.set(shade, distances.indexOf(Math.min(...distances)));
    }
    return known.get(shade);
  };
}

/** The rectangle outside of which two frames are the same: left, top, width, height.
 * @returns {[number, number, number, number]} */
function changed(before, after, width, height) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < after.length; at += 1) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return right < 0 ? [0, 0, 1, 1] : [left, top, right - left + 1, bottom - top + 1];
}

/** LZW codes of eight-bit pixels, packed from the lowest bit on. */
function compressed(pixels) {
  const clear = COLOURS;
  const bytes = [];
  let [held, bits, size, next] = [0, 0, 9, clear + 2];
  let codes = new Map();
  const write = (code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  write(clear);
  let prefix = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const key = prefix * COLOURS + pixel;
    if (codes.has(key)) {
      prefix = codes.get(key);
      continue;
    }
    write(prefix);
    if (next === MOST_CODES) {
      write(clear);
      [codes, size, next] = [new Map(), 9, clear + 2];
    } else {
      if (next === 1 << size) size += 1;
      codes.set(key, next);
      next += 1;
    }
    prefix = pixel;
  }
  write(prefix);
  write(clear + 1);
  return bits ? [...bytes, held & 255] : bytes;
}

function* blocks(bytes) {
  for (let at = 0; at < bytes.length; at += 255) yield bytes.slice(at, at + 255);
}
