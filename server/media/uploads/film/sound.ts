import { AppError } from '#contract/errors.ts';
import { BitCopy } from './bits.ts';

// Descriptions of sound, written anew from their fields.

/** Kinds of AAC (ISO/IEC 14496-3, 1.5.1.1). */
const aac = { lc: 2, sbr: 5, ps: 29 } as const;
/** `samplingFrequencyIndex` of a frequency that follows. */
const OWN_FREQUENCY = 15;
/** Begin the extensions for HE-AAC (1.6.2.1). */
const [SBR_SYNC, PS_SYNC] = [0x2b7, 0x548];

/**
 * An AudioSpecificConfig without what follows its fields. Throws `badRequest.film.codec` for AAC that browsers do not play,
 * or with channels that it lists itself, and RangeError if it is truncated.
 */
export function aacDescription(description: Uint8Array): Uint8Array {
  const bits = new BitCopy(description);
  const kind = bits.bits(5);
  copyFrequency(bits);
  const channels = bits.bits(4);
  const isHierarchical = kind === aac.sbr || kind === aac.ps;
  if (isHierarchical) copyFrequency(bits);
  const core = isHierarchical ? bits.bits(5) : kind;
  if (core !== aac.lc || channels === 0) throw new AppError('badRequest.film.codec');
  bits.flag();
  if (bits.flag()) bits.bits(14);
  // An extension flag is always 0 for AAC LC.
  bits.leaveOut(() => bits.flag());
  bits.write(0, 1);
  if (!isHierarchical) copyExtensions(bits);
  return bits.copied();
}

function copyFrequency(bits: BitCopy): void {
  if (bits.bits(4) === OWN_FREQUENCY) bits.bits(24);
}

function copyExtensions(bits: BitCopy): void {
  if (bits.left < 16 || bits.peek(16) !== ((SBR_SYNC << 5) | aac.sbr)) return;
  bits.bits(16);
  if (!bits.flag()) return;
  copyFrequency(bits);
  if (bits.left < 12 || bits.peek(11) !== PS_SYNC) return;
  bits.bits(12);
}

/** Bytes of an identification header (RFC 7845, 5.1): without, and with a channel mapping beside its channels. */
const [OPUS_BYTES, MAPPED_BYTES] = [19, 21];

/** An Opus identification header without what follows its fields. Throws RangeError if it is truncated. */
export function opusDescription(description: Uint8Array): Uint8Array {
  const [channels = 0, family] = [description[9], description[18]];
  const length = family === 0 ? OPUS_BYTES : MAPPED_BYTES + channels;
  if (description.length < length) throw new RangeError('The description is truncated');
  return new Uint8Array(description.subarray(0, length));
}
