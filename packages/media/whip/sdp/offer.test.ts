import { expect, test } from 'vitest';
import { publishedCodec, readOffer, singleNalProblem } from './offer.ts';
import { offer } from './testing.ts';

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
