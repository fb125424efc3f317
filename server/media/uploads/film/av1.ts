/** Units of a frame: sequence header, frame header, tile group, frame, repeated header (AV1, 6.2.2). */
const kept: ReadonlySet<number> = new Set([1, 3, 4, 6, 7]);

/** An AV1 frame without metadata, padding and reserved units. Throws RangeError if it is truncated. */
export function frameUnits(frame: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < frame.length; ) {
    const { type, end } = unitAt(frame, at);
    if (end > frame.length) throw new RangeError('The film is truncated');
    if (kept.has(type)) parts.push(frame.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** AV1, 5.3.2. */
function unitAt(frame: Uint8Array, start: number): { type: number; end: number } {
  const head = frame[start] ?? 0;
  const type = (head >> 3) & 0xf;
  const at = start + ((head & 4) === 0 ? 1 : 2);
  if ((head & 2) === 0) return { type, end: frame.length };
  let size = 0;
  for (let byte = 0; byte < 8; byte += 1) {
    const value = frame[at + byte] ?? 0;
    size += (value & 0x7f) * 2 ** (7 * byte);
    if ((value & 0x80) === 0) return { type, end: at + byte + 1 + size };
  }
  throw new RangeError('The film is truncated');
}
