import { randomInt } from 'node:crypto';
import { RtpHeader, RtpPacket, Vp8Packetizer } from 'werift';
import type { Clip } from '#demo/clip/clip.ts';
import { PACKET_SAMPLES, SAMPLE_RATE } from '#demo/clip/sound.ts';

const VIDEO_CLOCK = 90_000;
/** RTP payload; with headers, SRTP and UDP it stays below every path's MTU. */
const MAX_PAYLOAD = 1160;
/** Share of a frame's time over which its packets are sent; the rest absorbs late timers. */
const SPREAD = 0.6;
const SOUND_MS = (PACKET_SAMPLES / SAMPLE_RATE) * 1000;
/** ms; after a longer pause, sound continues from now instead of catching up. */
const CATCH_UP_MS = 200;

export type MediaKind = 'audio' | 'video';

export interface Playout {
  /** The packets whose time has come, in order; call it every few milliseconds with the wall clock (ms). */
  due(now: number): { kind: MediaKind; packet: RtpPacket }[];
  /** The RTP timestamp at a wall clock time (ms), as sender reports state it. */
  timestampAt(kind: MediaKind, now: number): number;
  readonly frames: number;
}

/** Turns a clip into paced RTP packets; the picture shows the wall clock, so frames start on its tenths. */
export function createPlayout(clip: Clip, startedAt: number): Playout {
  const frameMs = 1000 / clip.fps;
  const base = { audio: randomInt(2 ** 31), video: randomInt(2 ** 31) };
  const timestampAt = (kind: MediaKind, now: number) =>
    (base[kind] + Math.round(((now - startedAt) * (kind === 'video' ? VIDEO_CLOCK : SAMPLE_RATE)) / 1000)) >>>
    0;
  const picture = new Vp8Packetizer({ maxPayloadSize: MAX_PAYLOAD });
  const sound = soundTrack(clip, startedAt, (at) => timestampAt('audio', at));
  let waiting: { at: number; packet: RtpPacket }[] = [];
  let slot = Math.floor(startedAt / frameMs) - 1;
  let frames = 0;

  function queueFrame(next: number): void {
    slot = next;
    const frame = clip.frameAt(slot % clip.frameCount);
    if (!frame) return;
    frames += 1;
    const begin = slot * frameMs;
    const packets = picture.packetize(frame, timestampAt('video', begin));
    const gap = (frameMs * SPREAD) / packets.length;
    // The rest of the previous frame goes first: order is more important than pace.
    waiting = [
      ...waiting.map(({ packet }) => ({ at: begin, packet })),
      ...packets.map((packet, index) => ({ at: begin + index * gap, packet })),
    ];
  }

  return {
    due(now) {
      const current = Math.floor(now / frameMs);
      if (current > slot) queueFrame(current);
      const ready = waiting.filter(({ at }) => at <= now);
      waiting = waiting.slice(ready.length);
      return [
        ...sound(now).map((packet) => ({ kind: 'audio' as const, packet })),
        ...ready.map(({ packet }) => ({ kind: 'video' as const, packet })),
      ];
    },
    timestampAt,
    get frames() {
      return frames;
    },
  };
}

function soundTrack(clip: Clip, startedAt: number, timestampAt: (at: number) => number) {
  let sequenceNumber = randomInt(2 ** 16);
  let played = 0;
  return (now: number): RtpPacket[] => {
    const wanted = Math.floor((now - startedAt) / SOUND_MS) + 1;
    if (wanted - played > CATCH_UP_MS / SOUND_MS) played = wanted - 1;
    const packets: RtpPacket[] = [];
    for (; played < wanted; played++) {
      const payload = Buffer.from(clip.sound[played % clip.sound.length] ?? []);
      const timestamp = timestampAt(startedAt + played * SOUND_MS);
      packets.push(
        new RtpPacket(new RtpHeader({ sequenceNumber, timestamp, marker: played === 0 }), payload),
      );
      sequenceNumber = (sequenceNumber + 1) & 0xffff;
    }
    return packets;
  };
}
