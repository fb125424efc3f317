import sharp from 'sharp';

/**
 * A lossy WebP picture contains exactly one VP8 key frame, so an image library is the only video encoder the demo
 * needs. Throws if the file is not a plain lossy WebP.
 */
export function keyFrameOf(webp: Buffer): Buffer {
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || webp.toString('latin1', 8, 12) !== 'WEBP') {
    throw new Error('Not a WebP file');
  }
  for (let at = 12; at + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error('The WebP file has no lossy picture');
}

/** Encodes raw RGB pixels to one VP8 key frame. */
export async function encodeKeyFrame(
  pixels: Buffer,
  size: { width: number; height: number },
): Promise<Buffer> {
  const raw = { ...size, channels: 3 as const };
  return keyFrameOf(await sharp(pixels, { raw }).webp({ quality: 55, effort: 2 }).toBuffer());
}

/** The size in a VP8 key frame; null if the bytes are not one. */
export function keyFrameSize(frame: Uint8Array): { width: number; height: number } | null {
  const view = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const isKey = view.length > 9 && ((view[0] ?? 1) & 1) === 0 && view.readUIntBE(3, 3) === 0x9d012a;
  return isKey ? { width: view.readUInt16LE(6) & 0x3fff, height: view.readUInt16LE(8) & 0x3fff } : null;
}
