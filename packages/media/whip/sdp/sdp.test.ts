import { expect, test } from 'vitest';
import { codecsForViewer, matchCodec, type OfferedCodec, readCodec } from './codecs.ts';
import { readTrickled } from './fragment.ts';
import { publishedCodec, readOffer, singleNalProblem } from './offer.ts';
import { offer } from './testing.ts';

const h264 = (payloadType: number, profile: string): OfferedCodec => ({
  name: 'H264',
  payloadType,
  clockRate: 90_000,
  fmtp: `packetization-mode=1;profile-level-id=${profile}`,
});
const vp8: OfferedCodec = { name: 'VP8', payloadType: 96, clockRate: 90_000, fmtp: '' };

test.each([
  ['96 VP8/90000', '', 'VP8'],
  ['111 OPUS/48000/2', 'minptime=10', 'opus'],
  ['97 H264/90000', 'packetization-mode=1;profile-level-id=42e01f', 'H264'],
  ['97 H264/90000', 'packetization-mode=0;profile-level-id=42e01f', undefined],
  ['97 H264/90000', 'packetization-mode=10', undefined],
  ['96 constructor/90000', '', undefined],
  ['98 VP9/90000', '', undefined],
  ['99 rtx/90000', 'apt=98', undefined],
  ['nonsense', '', undefined],
])('reads %s (%s) as %s', (rtpmap, fmtp, name) => {
  expect(readCodec(rtpmap, fmtp)?.name).toBe(name);
});

test('matches the H.264 entry with the encoder’s profile', () => {
  const offered = [h264(100, '42001f'), h264(101, '42e01f'), h264(102, '640032')];
  expect(matchCodec(h264(97, '42E01F'), offered)?.payloadType).toBe(101);
  expect(matchCodec(h264(97, '4d001f'), offered)?.payloadType).toBe(100);
});

test('gives a viewer one entry per codec, the publisher’s first', () => {
  const offered = [vp8, h264(100, '42001f'), h264(101, '42e01f')];
  const chosen = codecsForViewer(h264(97, '42e01f'), offered);
  expect(chosen.map(({ payloadType }) => payloadType)).toEqual([101, 96]);
});

test('gives a viewer all codecs if the room does not send this kind', () => {
  expect(codecsForViewer(undefined, [vp8, h264(100, '42001f')])).toHaveLength(2);
});

const host = 'candidate:1 1 udp 2122260223 192.0.2.7 50000 typ host';
const relay = 'candidate:2 1 UDP 41885439 2001:db8::1 50001 typ relay raddr 192.0.2.7 rport 50000';

test('reads the candidates of all sections once, and their end', () => {
  const section = ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', `a=${host}`, `a=${relay}`];
  const fragment = [...section, ...section, 'a=end-of-candidates', ''].join('\r\n');
  expect(readTrickled(fragment)).toEqual({ candidates: [host, relay], isComplete: true });
});

test('leaves out invalid and unusable candidates', () => {
  const lines = [
    'candidate:3 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active',
    'candidate:4 1 udp 2122260223 0f1e2d3c.local 50002 typ host',
    'candidate:5 1 udp 2122260223 192.0.2.1 50003 typ x-new',
    `candidate:6 1 udp 2122260223 192.0.2.1 50003 typ host ${'x'.repeat(300)}`,
    'candidate:7 1 udp 1 192.0.2.1 50003 typ host "quoted"',
  ];
  expect(readTrickled(lines.map((line) => `a=${line}`).join('\r\n'))).toEqual({
    candidates: [],
    isComplete: false,
  });
});

test('reads at most thirty candidates of a fragment', () => {
  const many = Array.from({ length: 40 }, (_, id) => `a=candidate:${id} 1 udp 1 192.0.2.1 5000 typ host`);
  expect(readTrickled(many.join('\r\n')).candidates).toHaveLength(30);
});

test('reads an offer’s codecs in order, without unsupported ones', () => {
  const { sections, ice } = readOffer(offer);
  expect(ice).toEqual({ ufrag: 'oldU', pwd: 'oldPassword0123456789AB' });
  expect(sections).toMatchObject([
    { kind: 'video', mid: '0', direction: 'sendonly', codecs: [{ name: 'VP8' }] },
  ]);
});

test.each([
  ['as it is offered', (sdp: string) => sdp, 97],
  ['with another parameter before', (sdp: string) => sdp.replace('apt=96', 'rtx-time=3000; apt=96'), 97],
  ['of another codec', (sdp: string) => sdp.replace('apt=96', 'apt=98'), undefined],
  ['of nothing', (sdp: string) => sdp.replace('a=fmtp:97 apt=96\r\n', ''), undefined],
  ['at another clock', (sdp: string) => sdp.replace('rtx/90000', 'rtx/48000'), undefined],
  ['that the section does not list', (sdp: string) => sdp.replace('SAVPF 96 97', 'SAVPF 96'), undefined],
])('reads the retransmission of a codec %s', (_name, edit, rtx) => {
  expect(readOffer(edit(offer)).sections[0]?.codecs[0]?.rtx).toBe(rtx);
});

const withH264 = (fmtp: string): string =>
  offer.replace('VP8/90000', 'H264/90000').replace('a=fmtp:97 apt=96\r\n', `${fmtp}a=fmtp:97 apt=96\r\n`);
const codecOf = (sdp: string) => publishedCodec(readOffer(sdp).sections[0] ?? expect.fail('no section'));

test.each([
  ['named', 'a=fmtp:96 profile-level-id=42e01f;packetization-mode=0\r\n'],
  ['left out', 'a=fmtp:96 profile-level-id=42e01f\r\n'],
  ['left out with all parameters', ''],
])('refuses H.264 in packetization mode 0, %s, and names the mode', (_name, fmtp) => {
  expect(() => codecOf(withH264(fmtp))).toThrow(singleNalProblem);
});

test('accepts H.264 in packetization mode 1 and refuses other codecs with a list of supported ones', () => {
  expect(codecOf(withH264('a=fmtp:96 packetization-mode=1\r\n'))).toMatchObject({ name: 'H264' });
  expect(() => codecOf(offer.replace('VP8/90000', 'AV1/90000'))).toThrow('send VP8 or H264, and opus');
});
