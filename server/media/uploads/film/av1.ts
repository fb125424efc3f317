import { BitCopy } from './bits.ts';

// AV1 Bitstream and Decoding Process Specification.
const SEQUENCE = 1;
/** Units of a frame: frame header, tile group, frame (6.2.2). */
const kept: ReadonlySet<number> = new Set([3, 4, 6]);

/**
 * An AV1 frame without metadata, padding, repeated headers and reserved units; its sequence header is written anew. Throws
 * RangeError if it is truncated.
 */
export function frameUnits(frame: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < frame.length; ) {
    const { type, head, content, end } = unitAt(frame, at);
    if (end > frame.length) throw new RangeError('The film is truncated');
    if (kept.has(type)) parts.push(frame.subarray(at, end));
    if (type === SEQUENCE) parts.push(...sized(head, sequenceHeader(frame.subarray(content, end))));
    at = end;
  }
  return Buffer.concat(parts);
}

interface Unit {
  readonly type: number;
  /** The unit's first bytes, up to its size. */
  readonly head: Uint8Array;
  readonly content: number;
  readonly end: number;
}

/** AV1, 5.3.2. */
function unitAt(frame: Uint8Array, start: number): Unit {
  const first = frame[start] ?? 0;
  const type = (first >> 3) & 0xf;
  const at = start + ((first & 4) === 0 ? 1 : 2);
  const head = frame.subarray(start, at);
  if ((first & 2) === 0) return { type, head, content: at, end: frame.length };
  let size = 0;
  for (let byte = 0; byte < 8; byte += 1) {
    const value = frame[at + byte] ?? 0;
    size += (value & 0x7f) * 2 ** (7 * byte);
    const content = at + byte + 1;
    if ((value & 0x80) === 0) return { type, head, content, end: content + size };
  }
  throw new RangeError('The film is truncated');
}

/** A unit with its size. A sequence header has at most a few hundred bytes: leb128 of one or two. */
function sized([first = 0, ...extension]: Uint8Array, content: Uint8Array): Uint8Array[] {
  const { length } = content;
  const size = length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7];
  return [new Uint8Array([first | 2, ...extension, ...size]), content];
}

/** A sequence header without what follows its fields (5.5). */
function sequenceHeader(content: Uint8Array): Uint8Array {
  const bits = new BitCopy(content);
  const profile = bits.bits(3);
  bits.flag();
  const isReduced = bits.flag();
  if (isReduced) bits.bits(5);
  else copyOperatingPoints(bits);
  const [width, height] = [bits.bits(4) + 1, bits.bits(4) + 1];
  bits.bits(width);
  bits.bits(height);
  if (!isReduced && bits.flag()) bits.bits(7);
  bits.bits(3);
  if (!isReduced) copyTools(bits);
  bits.bits(3);
  copyColours(bits, profile);
  bits.flag();
  return bits.stopped();
}

/** 5.5.1, timing and operating points. */
function copyOperatingPoints(bits: BitCopy): void {
  let delayBits: number | null = null;
  if (bits.flag()) {
    bits.bits(32);
    bits.bits(32);
    if (bits.flag()) bits.exp();
    if (bits.flag()) {
      delayBits = bits.bits(5) + 1;
      bits.bits(32);
      bits.bits(10);
    }
  }
  const hasDelay = bits.flag();
  const count = bits.bits(5) + 1;
  for (let point = 0; point < count; point += 1) {
    bits.bits(12);
    if (bits.bits(5) > 7) bits.flag();
    if (delayBits !== null && bits.flag()) {
      bits.bits(delayBits);
      bits.bits(delayBits);
      bits.flag();
    }
    if (hasDelay && bits.flag()) bits.bits(4);
  }
}

/** Tools of the encoder, from `enable_interintra_compound` to `order_hint_bits_minus_1`. */
function copyTools(bits: BitCopy): void {
  bits.bits(4);
  const hasOrder = bits.flag();
  if (hasOrder) bits.bits(2);
  const isScreen = bits.flag() || bits.flag();
  if (isScreen && !bits.flag()) bits.flag();
  if (hasOrder) bits.bits(3);
}

/** 5.5.2. */
function copyColours(bits: BitCopy, profile: number): void {
  const isDeep = bits.flag();
  const isTwelve = profile === 2 && isDeep && bits.flag();
  const isGrey = profile !== 1 && bits.flag();
  const colours = bits.flag() ? bits.bits(24) : 0x020202;
  if (isGrey) {
    bits.flag();
    return;
  }
  // BT.709, sRGB, identity: always 4:4:4.
  if (colours !== 0x010d00) {
    bits.flag();
    if (copySampling(bits, profile, isTwelve)) bits.bits(2);
  }
  bits.flag();
}

/** Returns whether the picture is 4:2:0. */
function copySampling(bits: BitCopy, profile: number, isTwelve: boolean): boolean {
  if (profile === 0) return true;
  return profile === 2 && isTwelve && bits.flag() && bits.flag();
}
