import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastLine, type Result, runConformance } from 'whip-conformance';
import { type OwnJanus, startOwnJanus } from '../testing/janus/own-janus.ts';
import { openJanus } from './testing.ts';

let janus: OwnJanus;
let node: Awaited<ReturnType<typeof openJanus>>;
let results: readonly Result[];

beforeAll(async () => {
  janus = await startOwnJanus();
  node = await openJanus(janus, {
    ice: {
      servers: [{ urls: 'stun:stun.example.org' }, { urls: 'turn:turn.example.org?transport=udp' }],
      turnSecret: 'shared with the TURN server',
      turnTtlSeconds: 3600,
    },
    // Limits reset after 2 s.
    limits: { countedSeconds: 2, postsPerSubject: 40, changesPerSession: 20, failuresPerAddress: 20 },
  });
  const { gateway, origin } = node;
  const { url, token } = await gateway.publishTarget('lounge', 'publisher-1');
  const other = await gateway.publishTarget('other', 'publisher-2');
  results = await runConformance({ whip: origin + url, token, otherToken: other.token, burst: 200 });
}, 240_000);
afterAll(async () => {
  await node.close();
  await janus.remove();
});

const detailsOf = (outcome: Result['outcome']) =>
  results.filter((one) => one.outcome === outcome).map(({ id, detail }) => `${id}: ${detail}`);

test('WHIP in front of Janus follows every MUST rule', () => {
  expect(detailsOf('fail')).toEqual([]);
});

test('WHIP in front of Janus follows every SHOULD rule', () => {
  expect(detailsOf('warn')).toEqual([]);
});

test('skips hardly any check', () => {
  expect(results.length, lastLine(results)).toBeGreaterThan(200);
  expect(detailsOf('skip').length, detailsOf('skip').join('\n')).toBeLessThan(20);
});
