import { AppError } from '#contract/errors.ts';
import { BitCopy, unlessDamaged } from './bits.ts';

// Parameter sets of H.264 (ITU-T H.264, 7.3.2 and annex E), written anew from their fields.

const profiles = { baseline: 66, main: 77, high: 100 } as const;
/** Profiles of 8 bit 4:2:0 by definition. */
const plain: ReadonlySet<number> = new Set([profiles.baseline, profiles.main]);
/** `aspect_ratio_idc` of a ratio that follows. */
const EXTENDED_SAR = 255;
const OFFSETS_MAX = 255;
const CPB_MAX = 32;
/** Of a quantizer in a picture parameter set. */
const CHROMA_OFFSET_MAX = 12;
/** Scaling lists: six of 16 entries, others of 64. */
const SMALL_LISTS = 6;

/** A set without what follows its fields. Throws like `readAvcConfig`. */
export function sequenceSet(unit: Uint8Array): Uint8Array {
  const bits = new BitCopy(withoutEmulation(unit));
  bits.bits(8);
  copyProfile(bits);
  bits.exp();
  copyOrder(bits);
  bits.exp();
  bits.flag();
  bits.exp();
  bits.exp();
  if (!bits.flag()) bits.flag();
  bits.flag();
  if (bits.flag()) for (let edge = 0; edge < 4; edge += 1) bits.exp();
  if (bits.flag()) copyUsability(bits);
  return withEmulation(bits.stopped());
}

function copyProfile(bits: BitCopy): void {
  const profile = bits.bits(8);
  bits.bits(16);
  bits.exp();
  if (plain.has(profile)) return;
  if (profile !== profiles.high) throw new AppError('badRequest.film.codec');
  const [chroma, lumaBits, chromaBits] = [bits.exp(), bits.exp(), bits.exp()];
  if (chroma !== 1 || lumaBits !== 0 || chromaBits !== 0) throw new AppError('badRequest.film.codec');
  bits.flag();
  if (bits.flag()) copyScaling(bits, SMALL_LISTS + 2);
}

/** Order in which pictures are shown. */
function copyOrder(bits: BitCopy): void {
  const type = bits.exp();
  if (type === 0) bits.exp();
  if (type !== 1) return;
  bits.flag();
  bits.signedExp();
  bits.signedExp();
  const offsets = bits.exp();
  if (offsets > OFFSETS_MAX) throw new RangeError('Too many offsets');
  for (let offset = 0; offset < offsets; offset += 1) bits.signedExp();
}

function copyScaling(bits: BitCopy, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (!bits.flag()) continue;
    let [last, next] = [8, 8];
    for (let entry = 0; entry < (list < SMALL_LISTS ? 16 : 64); entry += 1) {
      if (next !== 0) next = (last + bits.signedExp() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

/** Usability information (E.1.1). Buffer sizes, which browsers do not need, are left out. */
function copyUsability(bits: BitCopy): void {
  if (bits.flag() && bits.bits(8) === EXTENDED_SAR) bits.bits(32);
  if (bits.flag()) bits.flag();
  if (bits.flag()) {
    bits.bits(4);
    if (bits.flag()) bits.bits(24);
  }
  if (bits.flag()) {
    bits.exp();
    bits.exp();
  }
  if (bits.flag()) {
    bits.bits(32);
    bits.bits(32);
    bits.flag();
  }
  bits.leaveOut(() => {
    const [ofUnits, ofPictures] = [skipBuffers(bits), skipBuffers(bits)];
    if (ofUnits || ofPictures) bits.flag();
  });
  bits.write(0, 2);
  bits.flag();
  if (!bits.flag()) return;
  bits.flag();
  for (let limit = 0; limit < 6; limit += 1) bits.exp();
}

/** Returns whether there were any (E.1.2). */
function skipBuffers(bits: BitCopy): boolean {
  if (!bits.flag()) return false;
  const count = bits.exp() + 1;
  if (count > CPB_MAX) throw new RangeError('Too many buffers');
  bits.bits(8);
  for (let buffer = 0; buffer < count; buffer += 1) {
    bits.exp();
    bits.exp();
    bits.flag();
  }
  bits.bits(20);
  return true;
}

/** The same for a picture parameter set. Throws `badRequest.film.codec` for slice groups, which browsers do not play. */
export function pictureSet(unit: Uint8Array): Uint8Array {
  const rbsp = withoutEmulation(unit);
  const extended = copyPictureSet(rbsp);
  const isExtended = extendsPictureSet(extended);
  if (isExtended && extended.isEnd()) return withEmulation(extended.stopped());
  // Bytes after a set look like an extension of it.
  const short = copyPictureSet(rbsp);
  if (short.isStop()) return withEmulation(short.stopped());
  if (!isExtended) throw new RangeError('The picture parameter set is damaged');
  return withEmulation(extended.stopped());
}

function copyPictureSet(rbsp: Uint8Array): BitCopy {
  const bits = new BitCopy(rbsp);
  bits.bits(8);
  bits.exp();
  bits.exp();
  bits.bits(2);
  if (bits.exp() !== 0) throw new AppError('badRequest.film.codec');
  bits.exp();
  bits.exp();
  bits.bits(3);
  bits.signedExp();
  bits.signedExp();
  bits.signedExp();
  bits.bits(3);
  return bits;
}

/** Copies the fields that only the High profile has; false if there are none. */
const extendsPictureSet = (bits: BitCopy): boolean =>
  unlessDamaged(() => {
    const lists = SMALL_LISTS + (bits.flag() ? 2 : 0);
    if (bits.flag()) copyScaling(bits, lists);
    return Math.abs(bits.signedExp()) <= CHROMA_OFFSET_MAX && bits.isStop();
  }) ?? false;

/** Without the 3 of each 0 0 3 (H.264, 7.4.1). */
export const withoutEmulation = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));

export function withEmulation(bytes: Uint8Array): Uint8Array {
  const escaped: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      escaped.push(3);
      zeros = 0;
    }
    escaped.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return new Uint8Array(escaped);
}
