import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { AppError } from '#contract/errors.ts';
import type { FilmFormat } from '#contract/media/uploads.ts';
import { frameUnits } from './av1.ts';
import { pictureUnits, readAvcConfig } from './avc.ts';
import { BitCopy } from './bits.ts';

interface Copying {
  readonly format: FilmFormat;
  /** Path of the new file. */
  readonly to: string;
  readonly signal: AbortSignal;
}

/** One track on its way from the received file to the new one. */
interface Track {
  readonly packets: AsyncIterator<EncodedPacket, void>;
  readonly add: (packet: EncodedPacket) => Promise<void>;
}

/** Copies the first picture track and the first sound track, interleaved by time. */
export async function copyTracks(input: Input, { format, to, signal }: Copying): Promise<void> {
  const output = new Output({
    // Browsers can begin to play before they have everything.
    format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: new FilePathTarget(to),
  });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const tracks: Track[] = [];
  try {
    if (video) tracks.push(await addVideo(output, video));
    if (audio) tracks.push(await addAudio(output, audio));
    await output.start();
    await interleave(tracks, signal);
    await output.finalize();
  } catch (error) {
    for (const { packets } of tracks) await packets.return?.();
    await output.cancel().catch(() => undefined);
    throw error;
  }
}

async function interleave(tracks: readonly Track[], signal: AbortSignal): Promise<void> {
  const open = await Promise.all(tracks.map(async (track) => ({ track, next: await track.packets.next() })));
  for (;;) {
    signal.throwIfAborted();
    let first: { track: Track; packet: EncodedPacket; at: number } | null = null;
    for (const [at, { track, next }] of open.entries())
      if (!next.done && (first === null || next.value.timestamp < first.packet.timestamp))
        first = { track, packet: next.value, at };
    if (first === null) return;
    await first.track.add(first.packet);
    open[first.at] = { track: first.track, next: await first.track.packets.next() };
  }
}

async function addVideo(output: Output, track: InputVideoTrack): Promise<Track> {
  const [codec, config] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || config === null) throw new Error('No picture');
  const { description, ...rest } = config;
  const avc = codec === 'avc' && description ? readAvcConfig(bytesOf(description)) : null;
  const decoderConfig = avc ? { ...rest, description: avc.record } : rest;
  const clean = (frame: Uint8Array): Uint8Array => {
    if (avc) return pictureUnits(frame, avc.lengthSize);
    return codec === 'av1' ? frameUnits(frame) : frame;
  };
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, {
    rotation: await track.getRotation(),
    flip: await track.getFlip(),
    maximumPacketCount: (await track.computePacketStats()).packetCount,
  });
  const sink = new EncodedPacketSink(track);
  const start = await sink.getFirstKeyPacket({ verifyKeyPackets: true });
  if (!start) throw new Error('No key frame');
  let latest = Number.NEGATIVE_INFINITY;
  return {
    packets: sink.packets(start, undefined, { verifyKeyPackets: true }),
    async add(packet) {
      const data = clean(packet.data);
      if (data.length === 0) return;
      // Some files have key frames that are shown before earlier frames, which the muxer refuses.
      const type = packet.timestamp < latest ? 'delta' : packet.type;
      latest = Math.max(latest, packet.timestamp);
      await source.add(packet.clone({ data, type, sideData: {} }), { decoderConfig });
    },
  };
}

async function addAudio(output: Output, track: InputAudioTrack): Promise<Track> {
  const [codec, config] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || config === null) throw new Error('No sound');
  const { description, ...rest } = config;
  const clean = codec === 'aac' ? aacDescription : opusDescription;
  const decoderConfig = description ? { ...rest, description: clean(bytesOf(description)) } : rest;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { maximumPacketCount: (await track.computePacketStats()).packetCount });
  return {
    packets: new EncodedPacketSink(track).packets(),
    add: (packet) => source.add(packet.clone({ sideData: {} }), { decoderConfig }),
  };
}

export const bytesOf = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);

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
