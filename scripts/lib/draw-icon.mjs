// @ts-check
import sharp from 'sharp';

/** Pixels of a side, as browsers ask for them. */
const SIZES = [16, 32, 48];
const HEAD = 6;
const ENTRY = 16;

/**
 * The brand's mark as `/favicon.ico`, for what asks for that name unseen: crawlers, bookmarks, old browsers.
 * @param {Buffer} svg
 * @returns {Promise<Buffer>}
 */
export async function drawIcon(svg) {
  const pictures = await Promise.all(
    SIZES.map((size) => sharp(svg, { density: 300 }).resize(size, size).png().toBuffer()),
  );
  const head = Buffer.alloc(HEAD + ENTRY * SIZES.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(SIZES.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const at = HEAD + ENTRY * index;
    const size = SIZES[index] ?? 0;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    // One plane of 32 bits a pixel.
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}
