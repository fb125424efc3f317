import { AppError } from '#contract/errors.ts';

/** Units of a frame: sequence header, frame header, tile group, frame, repeated header (AV1, 6.2.2). */
const keptAv1: ReadonlySet<number> = new Set([1, 3, 4, 6, 7]);

/** An AV1 frame without metadata, padding and reserved units. Throws RangeError if it is truncated. */
export function frameUnits(frame: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < frame.length; ) {
    const { type, end } = unitAt(frame, at);
    if (end > frame.length) throw new RangeError('The film is truncated');
    if (keptAv1.has(type)) parts.push(frame.subarray(at, end));
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

// H.264 in MP4 (ITU-T H.264, ISO/IEC 14496-15).
const units = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const;
const kept: ReadonlySet<number> = new Set([units.slice, units.idr, units.sps, units.pps, units.delimiter]);
/** The only message of a SEI unit that helps a decoder; others carry times of day, captions and what cameras add. */
const RECOVERY_POINT = 6;

const profiles = { baseline: 66, main: 77, high: 100 } as const;
/** Profiles of 8 bit 4:2:0 by definition. */
const plain: ReadonlySet<number> = new Set([profiles.baseline, profiles.main]);

interface AvcConfig {
  /** Bytes of the length before each unit. */
  readonly lengthSize: number;
  /** The decoder configuration record without anything after its parameter sets. */
  readonly record: Uint8Array;
}

/**
 * Reads a decoder configuration record. Throws `badRequest.film.codec` for profiles that browsers do not play, and
 * RangeError if it is truncated.
 */
export function readAvcConfig(record: Uint8Array): AvcConfig {
  const reader = new ByteReader(record);
  reader.skip(4);
  const lengthSize = (reader.byte() & 3) + 1;
  const spsCount = reader.byte() & 0x1f;
  if (spsCount === 0) throw new RangeError('No sequence parameter set');
  for (let set = 0; set < spsCount; set += 1) requirePlain(reader.take(reader.uint16()));
  const ppsCount = reader.byte();
  for (let set = 0; set < ppsCount; set += 1) reader.skip(reader.uint16());
  const sets = record.slice(0, reader.at);
  if (record[1] !== profiles.high) return { lengthSize, record: sets };
  // 4:2:0, 8 bit, no extensions; reserved bits are 1.
  return { lengthSize, record: new Uint8Array([...sets, 0xfd, 0xf8, 0xf8, 0]) };
}

/** A frame without the units that hold something else than picture. Throws like `readAvcConfig`. */
export function pictureUnits(frame: Uint8Array, lengthSize: number): Uint8Array {
  const reader = new ByteReader(frame);
  const parts: Uint8Array[] = [];
  while (reader.left >= lengthSize) {
    const start = reader.at;
    const unit = reader.take(reader.uint(lengthSize));
    const type = (unit[0] ?? 0) & 0x1f;
    if (type === units.sps) requirePlain(unit);
    if (kept.has(type) || (type === units.sei && isRecoveryPoint(unit)))
      parts.push(frame.subarray(start, reader.at));
  }
  return parts.length === 1 && parts[0]?.length === frame.length ? frame : Buffer.concat(parts);
}

/** Whether a SEI unit has nothing but a recovery point: its single message fills it up to the trailing bits. */
function isRecoveryPoint(unit: Uint8Array): boolean {
  const [, type, size = 0] = unit;
  return type === RECOVERY_POINT && unit.length <= 3 + size + 1;
}

function requirePlain(sps: Uint8Array): void {
  const [, profile = 0] = sps;
  if (plain.has(profile)) return;
  if (profile !== profiles.high) throw new AppError('badRequest.film.codec');
  const bits = new BitReader(withoutEmulation(sps.subarray(4)));
  bits.exp();
  const [chroma, lumaBits, chromaBits] = [bits.exp(), bits.exp(), bits.exp()];
  if (chroma !== 1 || lumaBits !== 0 || chromaBits !== 0) throw new AppError('badRequest.film.codec');
}

/** Without the 3 of each 0 0 3 (H.264, 7.4.1). */
const withoutEmulation = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));

class ByteReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new RangeError('The film is truncated');
    const start = this.at;
    this.at += length;
    return this.#bytes.subarray(start, this.at);
  }

  skip(length: number): void {
    this.take(length);
  }

  uint(length: number): number {
    return this.take(length).reduce((value, byte) => value * 256 + byte, 0);
  }

  byte(): number {
    return this.uint(1);
  }

  uint16(): number {
    return this.uint(2);
  }
}

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  #bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new RangeError('The parameter set is truncated');
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }

  /** ue(v) of H.264, 9.1. */
  exp(): number {
    let zeros = 0;
    while (this.#bit() === 0) zeros += 1;
    let value = 1;
    for (let bit = 0; bit < zeros; bit += 1) value = value * 2 + this.#bit();
    return value - 1;
  }
}
