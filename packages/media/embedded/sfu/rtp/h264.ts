import { type FrameInfo, plainFrame, type Size } from './packet.ts';

const slice = 1;
const idr = 5;
const sps = 7;
const stapA = 24;
const fuA = 28;

/** The NAL units that begin in a packet (RFC 6184); of a fragmented one, only in its first packet. */
function unitsOf(payload: Buffer): { type: number; isReferred: boolean; at: number }[] {
  const [head = 0, fragment = 0] = payload;
  const isReferred = (head & 0x60) !== 0;
  const type = head & 0x1f;
  if (type === fuA) return fragment & 0x80 ? [{ type: fragment & 0x1f, isReferred, at: 2 }] : [];
  if (type !== stapA) return [{ type, isReferred, at: 1 }];
  const units = [];
  for (let at = 1; at + 2 < payload.length; at += 2 + payload.readUInt16BE(at)) {
    const unit = payload[at + 2] ?? 0;
    units.push({ type: unit & 0x1f, isReferred: (unit & 0x60) !== 0, at: at + 3 });
  }
  return units;
}

/** Unreferenced frames count as a higher temporal layer. */
const droppable: FrameInfo = { ...plainFrame, tid: 1, isSync: true };
const key: FrameInfo = { ...plainFrame, isKey: true };

export function readH264(payload: Buffer): FrameInfo {
  const [head = 0, fragment = 0] = payload;
  // Fast path for the most common packet: no key frame begins here.
  if ((head & 0x1f) === fuA && (fragment & 0x1f) === slice) return head & 0x60 ? plainFrame : droppable;
  const units = unitsOf(payload);
  const parameters = units.find(({ type }) => type === sps);
  if (parameters) return { ...key, size: readSpsSize(payload.subarray(parameters.at)) };
  if (units.some(({ type }) => type === idr)) return key;
  const slices = units.filter(({ type }) => type === slice);
  return slices.length > 0 && slices.every(({ isReferred }) => !isReferred) ? droppable : plainFrame;
}

class BitReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  bits(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, this.#at += 1) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError('The parameter set is truncated');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  /** ue(v) */
  exp(): number {
    let zeros = 0;
    while (this.bits(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + this.bits(zeros);
  }
}

/** Profiles whose parameter set contains chroma format and scaling lists (H.264, 7.3.2.1.1). */
const highProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128];

function skipScalingList(reader: BitReader, length: number): void {
  let [last, next] = [8, 8];
  for (let index = 0; index < length && next !== 0; index += 1) {
    const code = reader.exp();
    next = (last + (code % 2 === 1 ? (code + 1) / 2 : -code / 2) + 256) % 256;
    last = next === 0 ? last : next;
  }
}

/** Skips to the size; returns chroma_format_idc. */
function skipProfile(reader: BitReader): number {
  const profile = reader.bits(8);
  reader.bits(16);
  reader.exp();
  if (!highProfiles.includes(profile)) return 1;
  const chroma = reader.exp();
  if (chroma === 3) reader.bits(1);
  reader.exp();
  reader.exp();
  reader.bits(1);
  if (reader.bits(1) === 1) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) {
      if (reader.bits(1) === 1) skipScalingList(reader, list < 6 ? 16 : 64);
    }
  }
  return chroma;
}

function skipOrder(reader: BitReader): void {
  reader.exp();
  const orderType = reader.exp();
  if (orderType === 0) reader.exp();
  if (orderType === 1) {
    reader.bits(1);
    reader.exp();
    reader.exp();
    for (let left = reader.exp(); left > 0; left -= 1) reader.exp();
  }
  reader.exp();
  reader.bits(1);
}

/** Reads the size from a sequence parameter set without its first byte; null if it is malformed. */
export function readSpsSize(bytes: Buffer): Size | null {
  // Removes emulation prevention bytes: 00 00 03 means 00 00.
  const reader = new BitReader(
    Buffer.from(bytes.filter((byte, at) => !(byte === 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0))),
  );
  try {
    const chroma = skipProfile(reader);
    skipOrder(reader);
    const [columns, rows, isFrameOnly] = [reader.exp() + 1, reader.exp() + 1, reader.bits(1)];
    if (isFrameOnly === 0) reader.bits(1);
    reader.bits(1);
    const isCropped = reader.bits(1) === 1;
    const [left = 0, right = 0, top = 0, bottom = 0] = isCropped
      ? [reader.exp(), reader.exp(), reader.exp(), reader.exp()]
      : [];
    const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
    const unitY = (chroma === 1 ? 2 : 1) * (2 - isFrameOnly);
    return {
      width: columns * 16 - unitX * (left + right),
      height: rows * 16 * (2 - isFrameOnly) - unitY * (top + bottom),
    };
  } catch {
    return null;
  }
}
