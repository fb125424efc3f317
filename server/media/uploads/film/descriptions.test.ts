import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { frameUnits } from './av1.ts';
import { pictureUnits, readAvcConfig } from './avc.ts';
import { aacDescription, opusDescription } from './copy-tracks.ts';
import { pictureSet, sequenceSet } from './parameter-sets.ts';
import { POSITION, positioned } from './testing.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hexOf = (data: Uint8Array): string => Buffer.from(data).toString('hex');
const labelOf = (work: () => unknown): string => {
  try {
    work();
    return '';
  } catch (error) {
    return error instanceof AppError ? error.label : `${error}`;
  }
};

/** Parameter sets of x264: High with usability information and 8×8 transforms, Main, Baseline. */
const sequences = {
  high: '67 64 00 1f ac d9 40 50 05 bb 01 10 00 00 03 00 10 00 00 03 03 c0 f1 83 19 60',
  main: '67 4d 40 1f e8 80 28 02 dd 80 b5 01 01 01 40 00 00 fa 40 00 3a 98 03 c6 0c 44 80',
  baseline: '67 42 00 1f da 05 07 e4',
};
const pictures = {
  high: '68 eb e3 cb 22 c0',
  main: '68 eb ef 20',
  baseline: '68 ce 3c 80',
  short: '68 cb 8c b2',
};

describe('a parameter set of H.264', () => {
  it.each(Object.values(sequences))('keeps its fields and nothing else: %s', (hex) => {
    const set = hexOf(sequenceSet(bytes(hex)));
    expect(hexOf(sequenceSet(bytes(set)))).toBe(set);
    expect(hexOf(sequenceSet(positioned(bytes(hex))))).toBe(set);
    expect(set).toBe(hex.replaceAll(' ', ''));
  });

  it.each(Object.values(pictures))('of pictures keeps its fields and nothing else: %s', (hex) => {
    expect(hexOf(pictureSet(bytes(hex)))).toBe(hex.replaceAll(' ', ''));
    expect(hexOf(pictureSet(positioned(bytes(hex))))).toBe(hex.replaceAll(' ', ''));
  });

  it('loses the sizes of buffers, which only streams need', () => {
    const head = '67 42 00 1f da 05 07';
    // After the size of the picture: usability information with one buffer.
    const buffers = `1 1 00000000 1 1 0 ${'01'.repeat(10)} 0 0`;
    const hex = (bits: string) =>
      (bits.replaceAll(' ', '').replace(/$/, '0000000').match(/.{8}/g) ?? [])
        .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0'))
        .join('');
    const withBuffers = head + hex(`1 1 1 0 1 00000 ${buffers} 0 0 1`);
    expect(hexOf(sequenceSet(bytes(withBuffers)))).toBe(
      (head + hex('1 1 1 0 1 00000 00 0 0 1')).replaceAll(' ', ''),
    );
  });

  it('with slice groups is refused', () => {
    // pps 0, sps 0, no CABAC, two groups.
    expect(labelOf(() => pictureSet(bytes('68 c4 80')))).toBe('badRequest.film.codec');
  });

  it('is written anew in the record and in frames', () => {
    const unit = (hex: string, size: number) => {
      const content = positioned(bytes(hex));
      const length = Buffer.alloc(size);
      length.writeUIntBE(content.length, 0, size);
      return Buffer.concat([length, content]);
    };
    const record = Buffer.concat([
      bytes('01 64 00 1f 03 01'),
      unit(sequences.high, 2),
      bytes('01'),
      unit(pictures.high, 2),
      bytes('fd f8 f8 00'),
      Buffer.from(POSITION),
    ]);
    const config = readAvcConfig(record);
    expect(config.lengthSize).toBe(4);
    expect(hexOf(config.record)).toBe(
      `0164001fffe1001a${sequences.high}010006${pictures.high}fdf8f800`.replaceAll(' ', ''),
    );
    const slice = bytes('00 00 00 03 65 88 84');
    const units = ['09 f0', sequences.high, pictures.high, '06 06 01 c4 80', '06 05 01 00 80', '0d 00'];
    const frame = Buffer.concat([...units.map((hex) => unit(hex, 4)), slice]);
    expect(hexOf(pictureUnits(frame, 4))).toBe(
      `0000000209f0 0000001a${sequences.high} 00000006${pictures.high} 000000050606 01c480 00000003658884`.replaceAll(
        ' ',
        '',
      ),
    );
  });

  it('cannot be another unit, and a recovery point cannot hold more than its fields', () => {
    const sei = bytes('01 64 00 1f ff e1 00 04 06 05 01 00 00');
    expect(labelOf(() => readAvcConfig(sei))).toContain('RangeError');
    const text = Buffer.from(POSITION);
    const recovery = Buffer.concat([bytes('06 06'), Buffer.from([text.length + 1]), bytes('c4'), text]);
    const frame = Buffer.concat([Buffer.from([0, 0, 0, recovery.length]), recovery]);
    expect(hexOf(pictureUnits(frame, 4))).toBe('00000005060601c480');
  });
});

it('an AV1 sequence header keeps its fields and nothing else', () => {
  // Of libaom, 8 bit 4:2:0, with its temporal delimiter.
  const header = '00 00 00 04 3c ff bc ff f9 80 40';
  const wanted = `0a0b${header.replaceAll(' ', '')}`;
  const frameUnit = '32 02 10 00';
  for (const content of [bytes(header), positioned(bytes(header))]) {
    const frame = Buffer.concat([
      bytes('12 00 0a'),
      Buffer.from([content.length]),
      content,
      bytes(frameUnit),
    ]);
    expect(hexOf(frameUnits(frame))).toBe(wanted + frameUnit.replaceAll(' ', ''));
  }
});

describe('a description of sound', () => {
  it.each([
    ['AAC LC', '11 90'],
    ['AAC LC of FFmpeg', '11 90 56 e5 00'],
    ['AAC LC with SBR', '13 10 56 e5 98'],
    ['HE-AAC', '2b 11 88 00'],
    ['HE-AAC with parametric stereo', 'eb 09 88 00'],
    ['HE-AAC with parametric stereo, told afterwards', '13 08 56 e5 9d 48 80'],
    ['a frequency of its own', '17 80 5d c0 10'],
  ])('of %s keeps its fields and nothing else', (_, hex) => {
    expect(hexOf(aacDescription(bytes(hex)))).toBe(hex.replaceAll(' ', ''));
    expect(hexOf(aacDescription(positioned(bytes(hex))))).toBe(hex.replaceAll(' ', ''));
  });

  it.each([
    ['which lists its channels beside a comment', '11 80 04 c8'],
    ['of AAC Main', '09 90'],
  ])('%s is refused', (_, hex) => {
    expect(labelOf(() => aacDescription(bytes(hex)))).toBe('badRequest.film.codec');
  });

  it.each([
    ['two channels', '4f70757348656164 01 02 3801 80bb0000 0000 00'],
    ['a mapping of channels', '4f70757348656164 01 03 3801 80bb0000 0000 01 02 01 00 02 01'],
  ])('of Opus with %s keeps its fields and nothing else', (_, hex) => {
    expect(hexOf(opusDescription(positioned(bytes(hex))))).toBe(hex.replaceAll(' ', ''));
  });
});
