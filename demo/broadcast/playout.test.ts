import { describe, expect, it } from 'vitest';
import { Vp8RtpPayload } from 'werift';
import type { Clip } from '#demo/clip/clip.ts';
import { createPlayout } from './playout.ts';

const FRAME_BYTES = 6000;
/** A full minute, so that frame 0 is due. */
const minute = 60_000 * 29_000_000;

function makeClip(): Clip {
  const frames = Array.from({ length: 600 }, (_, index) => Buffer.alloc(FRAME_BYTES, index % 251));
  const sound = Array.from({ length: 150 }, (_, index) => new Uint8Array(80).fill(index));
  return {
    fps: 10,
    frameCount: 600,
    sound,
    frameAt: (index) => frames[index] ?? null,
    close: async () => undefined,
  };
}

/** Runs the playout by a clock of `step` ms and notes when each packet left. */
function play(ms: number, step = 10) {
  const playout = createPlayout(makeClip(), minute);
  const out: { at: number; kind: string; packet: ReturnType<typeof playout.due>[number]['packet'] }[] = [];
  for (let at = 0; at < ms; at += step) {
    for (const item of playout.due(minute + at)) out.push({ at, ...item });
  }
  return {
    playout,
    video: out.filter(({ kind }) => kind === 'video'),
    audio: out.filter(({ kind }) => kind === 'audio'),
  };
}

describe('a clip that is played', () => {
  it('cuts a frame into packets below the MTU, which join to the same frame, with the last one marked', () => {
    const { video } = play(100);
    const parts = video.map(({ packet }) => Vp8RtpPayload.deSerialize(packet.payload));
    expect(video.every(({ packet }) => packet.payload.length <= 1200 - 12)).toBe(true);
    expect(Buffer.concat(parts.map(({ payload }) => payload))).toEqual(Buffer.alloc(FRAME_BYTES, 0));
    expect(parts.map(({ sBit }) => sBit)).toEqual([1, ...parts.slice(1).map(() => 0)]);
    expect(video.map(({ packet }) => packet.header.marker)).toEqual([
      ...parts.slice(1).map(() => false),
      true,
    ]);
  });

  it('spreads a frame over its duration instead of sending a burst', () => {
    const { video } = play(1000);
    const atOnce = Map.groupBy(video, ({ at }) => at);
    expect(Math.max(...[...atOnce.values()].map(({ length }) => length))).toBeLessThanOrEqual(2);
    const leaving = video.slice(0, 6).map(({ at }) => at);
    expect(Math.max(...leaving) - Math.min(...leaving)).toBeGreaterThan(35);
  });

  it('sends sequence numbers without gaps, and timestamps that advance by one frame and by 20 ms', () => {
    const { video, audio } = play(2000);
    for (const line of [video, audio]) {
      const numbers = line.map(({ packet }) => packet.header.sequenceNumber);
      for (const [index, number] of numbers.slice(1).entries())
        expect(number).toBe(((numbers[index] ?? 0) + 1) & 0xffff);
    }
    const stamps = [...new Set(video.map(({ packet }) => packet.header.timestamp))];
    expect(stamps.slice(1).map((stamp, index) => (stamp - (stamps[index] ?? 0)) >>> 0)).toEqual(
      Array(19).fill(9000),
    );
    expect(audio).toHaveLength(100);
    expect(((audio[99]?.packet.header.timestamp ?? 0) - (audio[0]?.packet.header.timestamp ?? 0)) >>> 0).toBe(
      99 * 960,
    );
  });

  it('shows the frame of the wall clock’s tenth of a second, whenever the broadcast began', () => {
    const playout = createPlayout(makeClip(), minute + 42_730);
    const [first] = playout.due(minute + 42_730).filter(({ kind }) => kind === 'video');
    expect(first && Vp8RtpPayload.deSerialize(first.packet.payload).payload[0]).toBe(427 % 251);
  });

  it('continues with the present after a standstill, without a burst of old sound', () => {
    const playout = createPlayout(makeClip(), minute);
    playout.due(minute);
    const late = playout.due(minute + 5000);
    expect(late.filter(({ kind }) => kind === 'audio')).toHaveLength(1);
    const stamp = late.find(({ kind }) => kind === 'audio')?.packet.header.timestamp;
    expect(Math.abs((stamp ?? 0) - playout.timestampAt('audio', minute + 5000))).toBeLessThan(960);
  });
});
