import { expect, test } from 'vitest';
import { RtpHeader, RtpPacket } from 'werift';
import { createSendTimes, readRids, ridLines, sentExtension } from './extensions.ts';

const uri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';
const accepted = (direction: string) =>
  sentExtension(['a=mid:0', `a=extmap:9${direction} ${uri}`, 'a=extmap:3 urn:other'], uri);

test('accepts an extension in the opposite direction, as Firefox requires', () => {
  expect(accepted('/sendonly')).toEqual({ id: 9, line: `a=extmap:9/recvonly ${uri}` });
  expect(accepted('')).toEqual({ id: 9, line: `a=extmap:9 ${uri}` });
  expect(accepted('/sendrecv')).toEqual({ id: 9, line: `a=extmap:9/sendrecv ${uri}` });
});

test.each(['/recvonly', '/inactive'])('leaves out an extension that is offered as %s', (direction) => {
  expect(accepted(direction)).toBeNull();
});

test('leaves out an extension that is not offered', () => {
  expect(sentExtension(['a=extmap:3 urn:other'], uri)).toBeNull();
});

const second = 2 ** 18;
const packetAt = (steps: number): RtpPacket => {
  const payload = Buffer.alloc(3);
  payload.writeUIntBE(steps, 0, 3);
  return new RtpPacket(new RtpHeader({ extensions: [{ id: 4, payload }] }), Buffer.alloc(0));
};

test('reads times in ms from the first packet on, also of a reordered packet and after the counter’s end', () => {
  const sentAt = createSendTimes(4);
  const first = 63.5 * second;
  expect(sentAt(packetAt(first))).toBe(0);
  expect(sentAt(packetAt(first + second / 4))).toBe(250);
  expect(sentAt(packetAt(first + second / 8))).toBe(125);
  expect(sentAt(packetAt(second / 2))).toBe(1000);
});

test('returns null for a packet without the extension', () => {
  expect(createSendTimes(7)(packetAt(0))).toBeNull();
});

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
