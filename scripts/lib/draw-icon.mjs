// @ts-check
import sharp from 'sharp';

/** Side lengths in pixels that browsers request. */
const SIZES = [16, 32, 48];
/** Side lengths in pixels for phones, and for Apple. */
const HOME_SIZES = /** @type {const} */ ([192, 512]);
const APPLE_SIZE = 180;
/** Safe zone of a maskable icon, which phones never crop: a circle of 80 % (W3C manifest, 'icon masks'). */
const SAFE = 0.8;
const HEAD = 6;
const ENTRY = 16;

/**
 * @param {Buffer} svg
 * @param {number} size
 */
const drawMark = (svg, size) => sharp(svg, { density: 1200 }).resize(size, size).png().toBuffer();

/**
 * The mark on a square that is filled to its edges.
 * @param {Buffer} svg
 * @param {{ size: number, share: number, background: string }} options `share`: the mark's share of a side
 */
async function drawSquare(svg, { size, share, background }) {
  const mark = await drawMark(svg, Math.round(size * share));
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: mark }])
    .png()
    .toBuffer();
}

/**
 * Icons of the home screen, which does not support SVG, by the path under which they are served.
 * @param {Buffer} svg
 * @param {string} background
 * @returns {Promise<Record<string, Buffer>>}
 */
export async function drawHomeIcons(svg, background) {
  const square = (/** @type {number} */ size, share = SAFE) => drawSquare(svg, { size, share, background });
  const [small, large] = HOME_SIZES;
  return {
    [`brand/icon-${small}.png`]: await drawMark(svg, small),
    [`brand/icon-${large}.png`]: await drawMark(svg, large),
    [`brand/icon-maskable-${small}.png`]: await square(small),
    [`brand/icon-maskable-${large}.png`]: await square(large),
    // Apple rounds the corners itself and requests this name without a link.
    'apple-touch-icon.png': await square(APPLE_SIZE, 1),
  };
}

/**
 * The brand's mark as `/favicon.ico`, for clients that request it without a link: crawlers, bookmarks, old browsers.
 * @param {Buffer} svg
 * @returns {Promise<Buffer>}
 */
export async function drawIcon(svg) {
  const pictures = await Promise.all(SIZES.map((size) => drawMark(svg, size)));
  const head = Buffer.alloc(HEAD + ENTRY * SIZES.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(SIZES.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const at = HEAD + ENTRY * index;
    const size = SIZES[index] ?? 0;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    // One plane, 32 bits per pixel.
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}
