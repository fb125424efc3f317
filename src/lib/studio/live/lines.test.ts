import type { SentMedia } from '@vonk/media/publisher';
import { expect, it } from 'vitest';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { createLines, lineOf } from './lines.ts';

const line = (seq: number): ChatMessage => ({
  id: `${seq}`,
  seq,
  clientId: null,
  messageType: 'member',
  sender: 'Anna',
  message: `line ${seq}`,
  amount: null,
  sentAt: '2026-11-27T12:00:00.000Z',
});

it('asks for messages from the first gap on, until the server has none to fill it', () => {
  const lines = createLines();
  lines.add([line(4), line(5)]);
  expect(lines.hasGap()).toBe(false);
  expect(lines.lastSeq()).toBe(5);
  lines.add([line(8)]);
  expect(lines.hasGap()).toBe(true);
  expect(lines.lastSeq()).toBe(5);
  lines.add([line(6)]);
  expect(lines.hasGap()).toBe(true);
  expect(lines.lastSeq()).toBe(6);
  lines.settle();
  expect(lines.hasGap()).toBe(false);
  expect(lines.lastSeq()).toBe(8);
  lines.add([line(10)]);
  expect(lines.hasGap()).toBe(true);
  expect(lines.lastSeq()).toBe(8);
});

it('keeps the room’s order and shows each message once', () => {
  const lines = createLines();
  for (const seq of [3, 2, 3, 1]) lines.add([line(seq)]);
  expect(lines.$lines.get().map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it('finds gaps between numbers only, not where a message waits or was removed', () => {
  const lines = createLines();
  const waiting = { ...line(0), id: 'w' };
  lines.add([line(1), waiting, line(2)]);
  expect(lines.hasGap()).toBe(false);
  expect(lines.lastSeq()).toBe(2);
  lines.add([{ ...waiting, seq: 3 }]);
  expect(lines.hasGap()).toBe(false);
  expect(lines.lastSeq()).toBe(3);
  lines.forget(['2']);
  expect(lines.hasGap()).toBe(false);
  expect(lines.lastSeq()).toBe(3);
  expect(lines.$lines.get().map(({ id }) => id)).toEqual(['1', 'w']);
  lines.forget(['5']);
  lines.add([line(5)]);
  expect(lines.$lines.get()).toHaveLength(2);
});

const layer = { rid: null, width: 1280, height: 720, framesPerSecond: 30, bitrate: 1_500_000 };
const sent: SentMedia = {
  layers: [layer],
  videoBitrate: 1_500_000,
  audioBitrate: 48_000,
  lost: 0,
  roundTripMs: 40,
  limitedBy: null,
};
const slow = [layer, { ...layer, framesPerSecond: 9 }];

it.each([
  ['before the first report', { lost: null, roundTripMs: null }, null],
  ['without loss', {}, 'good'],
  ['with little loss', { lost: 0.02 }, 'good'],
  ['with more', { lost: 0.021 }, 'weak'],
  ['with much', { lost: 0.081 }, 'poor'],
  ['with a long way', { roundTripMs: 251 }, 'weak'],
  ['with a very long way', { roundTripMs: 601 }, 'poor'],
  ['that lets few pictures a second pass', { layers: slow, limitedBy: 'bandwidth' }, 'weak'],
  ['of a computer that makes few pictures a second', { layers: slow, limitedBy: 'cpu' }, 'good'],
  ['of a camera that makes few pictures a second', { layers: slow }, 'good'],
  ['without a picture', { layers: [] }, 'good'],
] as const)('a line %s', (_, change, line) => {
  expect(lineOf({ ...sent, ...change })).toBe(line);
});
