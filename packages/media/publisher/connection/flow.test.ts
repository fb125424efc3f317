import { expect, test } from 'vitest';
import { HearingWatch, readFlow } from './flow.ts';

const video = { type: 'outbound-rtp', kind: 'video', framesSent: 30, packetsSent: 200 };
const audio = { type: 'outbound-rtp', kind: 'audio', packetsSent: 50 };

test('counts the frames of all layers, or all that is sent without a picture', () => {
  expect(readFlow([video, video, audio], true).sent).toBe(60);
  expect(readFlow([{ ...video, framesSent: 0 }, audio], true).sent).toBe(0);
  expect(readFlow([{ ...video, framesSent: 0 }, audio], false).sent).toBe(50);
  expect(readFlow([audio], true).sent).toBe(50);
});

test('counts packets from the server on any path', () => {
  const pairs = [
    { type: 'candidate-pair', responsesReceived: 3, bytesReceived: 100 },
    { type: 'candidate-pair', responsesReceived: 1 },
  ];
  expect(readFlow([...pairs, { type: 'transport', bytesReceived: 100 }], true).heard).toBe(104);
});

test('reports a server from which nothing was received for six seconds', () => {
  const watch = new HearingWatch();
  expect([10, 20, 20, 20, 21].map((heard, at) => watch.observe(heard, at * 3000))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

test('reports no server as gone if the browser does not count what it receives', () => {
  const watch = new HearingWatch();
  expect([0, 10_000, 20_000].map((now) => watch.observe(0, now))).toEqual([false, false, false]);
});
