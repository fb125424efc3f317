import { expect, test } from 'vitest';
import { readRids, ridLines } from './rids.ts';

const lines = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=mid:1',
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'a=extmap:11 urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  'a=extmap:3 urn:other',
  'a=rid:0 send',
  'a=rid:hi-2 send max-width=1280',
  'a=rid:2 send',
];

test('reads all layers of an offer with the extensions that name them', () => {
  const offered = readRids('1', [...lines, 'a=simulcast:send 0;~hi-2;2']);
  expect(offered).toMatchObject({ rids: ['0', 'hi-2', '2'], extensionId: 10, repairedId: 11 });
  expect(ridLines(offered ?? never())).toEqual([
    ...lines.slice(2, 5),
    'a=rid:0 recv',
    'a=rid:hi-2 recv',
    'a=rid:2 recv',
    'a=simulcast:recv 0;hi-2;2',
  ]);
});

test('retransmissions need not name their layer', () => {
  const section = [...lines.filter((line) => !line.includes(':11 ')), 'a=simulcast:send 0;2'];
  expect(readRids('1', section)?.repairedId).toBe(0);
});

test.each([
  ['without a simulcast line', lines],
  ['with one layer', [...lines, 'a=simulcast:send 0']],
  ['that would receive them', [...lines, 'a=simulcast:recv 0;2']],
  [
    'whose packets do not name their layer',
    [...lines.filter((line) => !line.includes(':10 ')), 'a=simulcast:send 0;2'],
  ],
])('a section %s has a single stream', (_name, section) => {
  expect(readRids('1', section)).toBeNull();
});

const never = (): never => {
  throw new Error('No layers');
};
