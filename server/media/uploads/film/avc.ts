import { BitCopy, unlessDamaged } from './bits.ts';
import { pictureSet, sequenceSet, withEmulation, withoutEmulation } from './parameter-sets.ts';

// H.264 in MP4 (ITU-T H.264, ISO/IEC 14496-15).
const units = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const;
/** The only message of a SEI unit that helps a decoder; others carry times of day, captions and what cameras add. */
const RECOVERY_POINT = 6;
const HIGH = 100;

export interface AvcConfig {
  /** Bytes of the length before each unit. */
  readonly lengthSize: number;
  /** The decoder configuration record, written anew. */
  readonly record: Uint8Array;
}

const typeOf = (unit: Uint8Array): number => (unit[0] ?? 0) & 0x1f;

/**
 * Reads a decoder configuration record. Throws `badRequest.film.codec` for what browsers do not play, and RangeError if it
 * is damaged.
 */
export function readAvcConfig(record: Uint8Array): AvcConfig {
  const reader = new ByteReader(record);
  const [, profile = 0, compatibility = 0, level = 0] = reader.take(4);
  const lengthSize = (reader.byte() & 3) + 1;
  const sequences = setsOf(reader, reader.byte() & 0x1f, units.sps);
  if (sequences.length === 0) throw new RangeError('No sequence parameter set');
  const pictures = setsOf(reader, reader.byte(), units.pps);
  // 4:2:0, 8 bit, no extensions; reserved bits are 1.
  const colours = profile === HIGH ? [0xfd, 0xf8, 0xf8, 0] : [];
  const parts = [
    new Uint8Array([1, profile, compatibility, level, 0xfc | (lengthSize - 1), 0xe0 | sequences.length]),
    ...sequences.map((unit) => measured(unit, 2)),
    new Uint8Array([pictures.length]),
    ...pictures.map((unit) => measured(unit, 2)),
    new Uint8Array(colours),
  ];
  return { lengthSize, record: new Uint8Array(Buffer.concat(parts)) };
}

function setsOf(reader: ByteReader, count: number, type: number): Uint8Array[] {
  return Array.from({ length: count }, () => {
    const unit = reader.take(reader.uint(2));
    if (typeOf(unit) !== type) throw new RangeError('Not a parameter set');
    return cleanUnit(unit) ?? unit;
  });
}

/** A frame without the units that hold something else than picture. Throws like `readAvcConfig`. */
export function pictureUnits(frame: Uint8Array, lengthSize: number): Uint8Array {
  const reader = new ByteReader(frame);
  const parts: Uint8Array[] = [];
  while (reader.left >= lengthSize) {
    const unit = cleanUnit(reader.take(reader.uint(lengthSize)));
    if (unit) parts.push(measured(unit, lengthSize));
  }
  return Buffer.concat(parts);
}

/** A unit with nothing but its known fields, or its picture; null if it is not for decoders. */
function cleanUnit(unit: Uint8Array): Uint8Array | null {
  switch (typeOf(unit)) {
    case units.slice:
    case units.idr:
      return unit;
    case units.sps:
      return sequenceSet(unit);
    case units.pps:
      return pictureSet(unit);
    case units.delimiter:
      return delimiter(unit);
    case units.sei:
      return recoveryPoint(unit);
    default:
      return null;
  }
}

/** The kinds of slices, and the stop bit. */
const delimiter = ([head = 0, kinds = 0]: Uint8Array): Uint8Array =>
  new Uint8Array([head, (kinds & 0xe0) | 0x10]);

/** The first message of a SEI unit, if it is a recovery point (D.1.8); null for others. */
function recoveryPoint(unit: Uint8Array): Uint8Array | null {
  const [head = 0, type, size = 0, ...payload] = withoutEmulation(unit);
  if (type !== RECOVERY_POINT) return null;
  const bits = new BitCopy(new Uint8Array(payload.slice(0, size)));
  const isWhole = unlessDamaged(() => bits.exp() + bits.bits(4)) !== null;
  if (!isWhole) return null;
  const message = bits.left % 8 === 0 ? bits.copied() : bits.stopped();
  return withEmulation(new Uint8Array([head, type, message.length, ...message, 0x80]));
}

/** A unit after its length. */
function measured(unit: Uint8Array, lengthSize: number): Uint8Array {
  const length = Buffer.alloc(lengthSize);
  length.writeUIntBE(unit.length, 0, lengthSize);
  return Buffer.concat([length, unit]);
}

class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new RangeError('The film is truncated');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  uint(length: number): number {
    return this.take(length).reduce((value, byte) => value * 256 + byte, 0);
  }

  byte(): number {
    return this.uint(1);
  }
}
