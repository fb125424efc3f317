import { expect, test } from 'vitest';
import { readFragment, toFragment } from '../../whip/sdp/fragment.ts';
import { readOffer } from '../../whip/sdp/offer.ts';
import { offer } from '../../whip/sdp/testing.ts';
import { finishAnswer, narrowOffer } from './answer.ts';

const answer = `v=0
a=group:BUNDLE 0
m=video 9 UDP/TLS/RTP/SAVPF 96
a=candidate:a 1 udp 1 127.0.0.1 4000 typ host
a=candidate:b 1 udp 1 192.0.2.2 4001 typ host
a=end-of-candidates
a=ice-ufrag:newU
a=ice-pwd:newPassword0123456789AB
a=ice-lite
a=mid:0
`.replaceAll('\n', '\r\n');

test('a narrowed offer contains the chosen codec, our feedback and no candidates', () => {
  const read = readOffer(offer);
  const [section] = read.sections;
  const choice = {
    mid: '0',
    kind: 'video' as const,
    codecs: section?.codecs ?? [],
    extensions: ['urn:other'],
  };
  const narrowed = narrowOffer(read, [choice], { ufrag: 'next', pwd: 'nextpassword' });
  expect(narrowed).toContain('m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\n');
  expect(narrowed).toContain('a=rtcp-fb:96 nack pli');
  expect(narrowed).toContain('a=rtpmap:97 rtx/90000\r\na=fmtp:97 apt=96\r\n');
  expect(narrowed).toContain('a=extmap:3 urn:other');
  expect(narrowed).toContain('a=ice-ufrag:next\r\na=ice-pwd:nextpassword');
  expect(narrowed).not.toMatch(/transport-cc|AV1|abs-send-time|candidate|:old/);
});

test('an answer contains ice-lite once, at session level', () => {
  const [session, media] = finishAnswer(answer, undefined).split('m=');
  expect(session).toContain('a=ice-lite');
  expect(media).not.toContain('a=ice-lite');
});

test('keeps loopback and the own addresses without an announced address', () => {
  expect(finishAnswer(answer, undefined).match(/a=candidate/g)).toHaveLength(2);
});

test('replaces the own addresses with the announced one', () => {
  const candidates = finishAnswer(answer, '203.0.113.7').match(/a=candidate.*/g);
  expect(candidates).toEqual(['a=candidate:b 1 udp 1 203.0.113.7 4001 typ host']);
});

test('a fragment contains the credentials and candidates of the bundled section', () => {
  const fragment = toFragment(finishAnswer(answer, undefined));
  expect(fragment.split('\r\n')).toEqual(
    expect.arrayContaining([
      'a=ice-lite',
      'a=group:BUNDLE 0',
      'a=mid:0',
      'a=ice-ufrag:newU',
      'a=ice-options:ice2 trickle',
      'a=end-of-candidates',
    ]),
  );
  expect(readFragment(fragment)).toEqual({ ufrag: 'newU', pwd: 'newPassword0123456789AB' });
});

test('accepts a bundle-only section that is offered with port 0', () => {
  const bundled = offer
    .replace('m=video 9 ', 'm=video 0 ')
    .replace('a=mid:0\r\n', 'a=mid:0\r\na=bundle-only\r\n');
  const read = readOffer(bundled);
  const [section] = read.sections;
  const choice = {
    kind: 'video' as const,
    mid: '0',
    codecs: section?.codecs.slice(0, 1) ?? [],
    extensions: [],
  };
  const narrowed = narrowOffer(read, [choice], { ufrag: 'next', pwd: 'nextpassword' });
  expect(narrowed).toContain('m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\n');
  expect(narrowed).not.toContain('bundle-only');
});
