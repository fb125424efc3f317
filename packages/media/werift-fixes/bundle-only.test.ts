import { expect, test } from 'vitest';
import { withBundlePort } from './bundle-only.ts';
import { answerPlainly } from './testing.ts';

/** As Firefox offers with the bundle policy `max-bundle`. */
const bundleOnly = (sdp: string) =>
  sdp.replace(/m=video \d+ /, 'm=video 0 ').replace(/(m=video .*?a=mid:\S+\r\n)/s, '$1a=bundle-only\r\n');

test('werift 0.25 still refuses a section with port 0 that is offered for its bundle only', async () => {
  const plain = await answerPlainly({ peer: { rewriteOffer: bundleOnly } });
  expect(plain.peer.offer).toContain('a=bundle-only');
  expect(plain.answer).toContain('m=video 0 ');
  await plain.close();
});

test('a section that is offered for its bundle only gets a port', () => {
  const rest = ['a=mid:1', 'a=recvonly'];
  expect(withBundlePort(['m=video 0 UDP/TLS/RTP/SAVPF 96', 'a=bundle-only', ...rest])).toEqual([
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    ...rest,
  ]);
});

test('other sections stay as they are, a refused one too', () => {
  for (const port of [0, 9, 4000]) {
    const lines = [`m=video ${port} UDP/TLS/RTP/SAVPF 96`, 'a=mid:1'];
    expect(withBundlePort(lines)).toEqual(lines);
  }
});
