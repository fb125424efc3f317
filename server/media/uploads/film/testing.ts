import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** A place on a map, as phones write it into a film. */
export const POSITION = '+52.3702+004.8952/';

/** Bits of an H.264 parameter set: ue(v) for numbers, bits for text. */
function bitsOf(...fields: (number | string)[]): number[] {
  const bits = fields
    .map((field) => {
      if (typeof field === 'string') return field;
      const code = (field + 1).toString(2);
      return '0'.repeat(code.length - 1) + code;
    })
    .join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

interface AvcOptions {
  readonly profile: number;
  readonly chroma: number;
  /** Bits per colour. */
  readonly depth: number;
}

/** A sequence parameter set of 320 × 240 (H.264, 7.3.2.1.1). */
function spsOf({ profile, chroma, depth }: AvcOptions): Uint8Array {
  const extended = profile >= 100 ? [chroma, depth - 8, depth - 8, '00'] : [];
  return new Uint8Array([0x67, profile, 0, 31, ...bitsOf(0, ...extended, 0, 2, 1, '0', 19, 14, '11001')]);
}

/** A description with a position that no decoder reads. */
export const positioned = (description: Uint8Array): Uint8Array =>
  new Uint8Array([...description, ...Buffer.from(POSITION)]);

/** A decoder configuration record (ISO/IEC 14496-15, 5.3.3.1). */
function avcRecord(options: AvcOptions): Uint8Array {
  const [sps, pps] = [positioned(spsOf(options)), positioned(new Uint8Array([0x68, 0xce, 0x3c, 0x80]))];
  const lengthOf = (unit: Uint8Array) => [unit.length >> 8, unit.length & 0xff];
  return new Uint8Array([
    1,
    options.profile,
    0,
    31,
    0xff,
    0xe1,
    ...lengthOf(sps),
    ...sps,
    1,
    ...lengthOf(pps),
    ...pps,
  ]);
}

/** A frame that is no picture, after a message with a position, as some cameras add it. */
function frameOf(isKey: boolean): Uint8Array {
  const text = Buffer.from(POSITION);
  const message = Buffer.concat([
    Buffer.from([6, 5, 16 + text.length]),
    Buffer.alloc(16),
    text,
    Buffer.from([0x80]),
  ]);
  const slice = Buffer.from([isKey ? 0x65 : 0x41, 0x88, 0x84]);
  const unit = (content: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, content.length]), content]);
  return Buffer.concat([unit(message), unit(slice)]);
}

export interface PhoneFilm extends Partial<AvcOptions> {
  readonly format?: 'mp4' | 'mov';
  readonly codec?: 'avc' | 'hevc';
}

/**
 * A film of three seconds with sound and a position in its metadata, descriptions and frames, and after its end, as phones make
 * it. What is in its frames is never decoded on the server.
 */
export async function phoneFilm({
  format = 'mov',
  codec = 'avc',
  profile = 100,
  chroma = 1,
  depth = 8,
}: PhoneFilm = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({
    format: format === 'mov' ? new MovOutputFormat() : new Mp4OutputFormat(),
    target,
  });
  const [video, audio] = [new EncodedVideoPacketSource(codec), new EncodedAudioPacketSource('aac')];
  output.addVideoTrack(video, { rotation: 90 });
  output.addAudioTrack(audio);
  output.setMetadataTags({ raw: { '©xyz': POSITION }, comment: POSITION });
  await output.start();
  const named = codec === 'avc' ? `avc1.${profile.toString(16)}001f` : 'hvc1.1.6.L93.B0';
  const description = codec === 'avc' ? avcRecord({ profile, chroma, depth }) : new Uint8Array(32);
  const decoderConfig = { codec: named, codedWidth: 320, codedHeight: 240, description };
  const sound = { codec: 'mp4a.40.2', numberOfChannels: 1, sampleRate: 48_000 };
  for (const at of [0, 1, 2]) {
    const type = at === 0 ? 'key' : 'delta';
    await video.add(new EncodedPacket(frameOf(at === 0), type, at, 1), { decoderConfig });
    await audio.add(new EncodedPacket(new Uint8Array([1, 2, 3]), 'key', at, 1), {
      decoderConfig: { ...sound, description: positioned(new Uint8Array([0x11, 0x88])) },
    });
  }
  await output.finalize();
  const after = Buffer.from(`\0\0\0\0udta${POSITION}`);
  after.writeUInt32BE(after.length);
  return Buffer.concat([Buffer.from(target.buffer ?? new ArrayBuffer(0)), after, Buffer.from(POSITION)]);
}
