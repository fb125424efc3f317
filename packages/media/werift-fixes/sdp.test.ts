import { expect, test } from 'vitest';
import { completeAnswer, withBundlePort } from './sdp.ts';
import { answerPlainly } from './testing.ts';

const parts = (sdp: string) => {
  const [session = '', ...sections] = sdp.split(/^(?=m=)/m);
  return { session, sections };
};

async function liteAnswer(): Promise<string> {
  const plain = await answerPlainly({ config: { iceLite: true } });
  await plain.close();
  return plain.answer;
}

test('werift 0.25 still writes ice-lite in each section and omits ice-options and rtcp-mux-only', async () => {
  const answer = await liteAnswer();
  const { session, sections } = parts(answer);
  expect(session).not.toContain('a=ice-lite');
  expect(sections).toHaveLength(2);
  expect(sections.every((section) => section.includes('a=ice-lite'))).toBe(true);
  expect(answer).not.toMatch(/a=ice-options:.*ice2|a=rtcp-mux-only/);
});

test('a completed answer has ice-lite and ice-options once and rtcp-mux-only in each section', async () => {
  const once = completeAnswer(await liteAnswer()).join('\r\n');
  for (const answer of [once, completeAnswer(once).join('\r\n')]) {
    const { session, sections } = parts(answer);
    expect(session.match(/^a=(ice-lite|ice-options:ice2 trickle)\r$/gm)).toHaveLength(2);
    expect(sections).toHaveLength(2);
    for (const section of sections) {
      expect(section).toMatch(/a=rtcp-mux\r\na=rtcp-mux-only\r\n/);
      expect(section).not.toMatch(/ice-lite|ice-options/);
    }
  }
});

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
