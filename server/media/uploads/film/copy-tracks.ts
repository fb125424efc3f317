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
import type { FilmFormat } from '#contract/media/uploads.ts';
import { frameUnits } from './av1.ts';
import { pictureUnits, readAvcConfig } from './avc.ts';
import { aacDescription, opusDescription } from './sound.ts';

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
