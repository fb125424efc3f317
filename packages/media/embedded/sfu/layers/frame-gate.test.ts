import { expect, test } from 'vitest';
import { plainFrame, type RoomPacket } from '../rtp/packet.ts';
import { RateMeter } from '../rtp/rate-meter.ts';
import { FrameGate } from './frame-gate.ts';

const frameMs = 1000 / 30;

interface Stream {
  /** Bytes of a key frame and of any other frame. */
  keyBytes: number;
  bytes: number;
  tids: readonly number[];
}

/** Passes seconds of a 30 fps stream through a gate; key frames come on request. */
function watch(stream: Stream, available: number | null, seconds: number) {
  const [gate, rates] = [new FrameGate(), new RateMeter()];
  const passed: { at: number; tid: number; isKey: boolean; number: number }[] = [];
  let isKey = true;
  for (let number = 0; number < seconds * 30; number += 1) {
    const now = Math.round(number * frameMs);
    const tid = isKey ? 0 : (stream.tids[number % stream.tids.length] ?? 0);
    const bytes = isKey ? stream.keyBytes : stream.bytes;
    const frame = { ...plainFrame, isKey, tid, isSync: tid > 0 };
    const packet = {
      index: number,
      timestamp: number * 3000,
      codec: 'VP8',
      marker: true,
      payload: Buffer.alloc(bytes),
      frame,
      sentAt: Buffer.alloc(3),
    } satisfies RoomPacket;
    rates.add(bytes, tid, now);
    if (gate.passes(packet, now)) {
      gate.spend(bytes);
      passed.push({ at: now, tid, isKey, number });
    }
    if (number % 6 === 0) gate.adapt(available, rates, now);
    isKey = gate.wantsKeyFrame(now);
  }
  // Skips the time before the gate knew the rates.
  return passed.filter(({ at }) => at > 3000);
}

const rate = (frames: readonly unknown[], seconds: number) => frames.length / (seconds - 3);
const longestGap = (frames: readonly { at: number }[]) =>
  Math.max(...frames.slice(1).map(({ at }, index) => at - (frames[index]?.at ?? 0)));

/** 1.2 Mbit/s. */
const flat = { keyBytes: 25_000, bytes: 5000, tids: [0] };
const layered = { ...flat, tids: [0, 2, 1, 2] };

test('passes everything if the line carries the stream', () => {
  expect(rate(watch(flat, 1_500_000, 10), 10)).toBeCloseTo(30, 0);
  expect(rate(watch(flat, null, 10), 10)).toBeCloseTo(30, 0);
});

test('passes the temporal layers that fit a thin line, without a freeze', () => {
  const frames = watch(layered, 650_000, 20);
  expect(frames.filter(({ tid }) => tid === 2).length).toBeLessThan(frames.length / 4);
  expect(frames.filter(({ isKey }) => isKey)).toEqual([]);
  expect(rate(frames, 20)).toBeGreaterThan(13);
  expect(longestGap(frames)).toBeLessThan(150);
});

test('passes at least eight frames per second of any stream at 500 kbit/s', () => {
  for (const stream of [flat, layered]) {
    const frames = watch(stream, 450_000, 30);
    expect(rate(frames, 30)).toBeGreaterThanOrEqual(8);
  }
});

test('never pauses as long as a player waits before it reconnects', () => {
  expect(longestGap(watch(flat, 300_000, 30))).toBeLessThan(2000);
});

test('sends no frame without its predecessor, except key frames', () => {
  const frames = watch(flat, 450_000, 30);
  const broken = frames.filter(
    ({ number, isKey }, index) => index > 0 && !isKey && number !== (frames[index - 1]?.number ?? 0) + 1,
  );
  expect(broken).toEqual([]);
  expect(frames.length).toBeGreaterThan(0);
});

test('sends no more than the line carries', () => {
  const seconds = 30;
  const frames = watch(flat, 450_000, seconds);
  const bytes = frames.reduce((sum, { isKey }) => sum + (isKey ? flat.keyBytes : flat.bytes), 0);
  expect((bytes * 8) / (seconds - 3)).toBeLessThan(450_000 * 1.1);
});
