import { expect, test } from 'vitest';
import { readOffer } from './offer.ts';

const offer = `v=0
o=- 1 1 IN IP4 0.0.0.0
s=-
t=0 0
a=group:BUNDLE 0
a=fingerprint:sha-256 AA:BB
m=video 9 UDP/TLS/RTP/SAVPF 96 97 98
a=mid:0
a=ice-ufrag:oldU
a=ice-pwd:oldPassword0123456789AB
a=rtcp-mux
a=sendonly
a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
a=extmap:3 urn:other
a=rtpmap:96 VP8/90000
a=rtcp-fb:96 nack pli
a=rtcp-fb:96 transport-cc
a=rtpmap:97 rtx/90000
a=fmtp:97 apt=96
a=rtpmap:98 AV1/90000
a=candidate:1 1 udp 1 10.0.0.1 1 typ host
`.replaceAll('\n', '\r\n');

test('an offer is read with its codecs in order, and without those we can not forward', () => {
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
])('the retransmission of a codec is read %s', (_name, edit, rtx) => {
  expect(readOffer(edit(offer)).sections[0]?.codecs[0]?.rtx).toBe(rtx);
});
