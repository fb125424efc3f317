import { expect, test } from 'vitest';
import { withBundlePort } from './bundle-only.ts';
import { answerPlainly } from './testing.ts';

/** Changes an offer to the form of Firefox with the bundle policy `max-bundle`. */
const bundleOnly = (sdp: string) =>
  sdp.replace(/m=video \d+ /, 'm=video 0 ').replace(/(m=video .*?a=mid:\S+\r\n)/s, '$1a=bundle-only\r\n');

test('werift 0.25 still refuses a bundle-only section with port 0', async () => {
  const plain = await answerPlainly({ peer: { rewriteOffer: bundleOnly } });
  expect(plain.peer.offer).toContain('a=bundle-only');
  expect(plain.answer).toContain('m=video 0 ');
  await plain.close();
});

test('a bundle-only section gets a port', () => {
  const rest = ['a=mid:1', 'a=recvonly'];
  expect(withBundlePort(['m=video 0 UDP/TLS/RTP/SAVPF 96', 'a=bundle-only', ...rest])).toEqual([
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    ...rest,
  ]);
});

test('leaves other sections unchanged, also a refused one', () => {
  for (const port of [0, 9, 4000]) {
    const lines = [`m=video ${port} UDP/TLS/RTP/SAVPF 96`, 'a=mid:1'];
    expect(withBundlePort(lines)).toEqual(lines);
  }
});
