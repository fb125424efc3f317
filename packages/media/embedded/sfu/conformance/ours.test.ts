import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastLine, type Result, runConformance } from 'whip-conformance';
import { type OurServer, openOurServer } from './our-server.ts';

let server: OurServer;
let results: readonly Result[];

beforeAll(async () => {
  server = await openOurServer();
  results = await runConformance({
    whip: server.whip,
    whep: server.whep,
    token: 'publish:lounge',
    whepToken: 'view:lounge',
    otherToken: 'publish:other',
    burst: 200,
  });
}, 120_000);
afterAll(() => server.close());

const detailsOf = (outcome: Result['outcome']) =>
  results.filter((one) => one.outcome === outcome).map(({ id, detail }) => `${id}: ${detail}`);

test('the embedded server follows every MUST rule', () => {
  expect(detailsOf('fail')).toEqual([]);
});

test('the embedded server follows every SHOULD rule', () => {
  expect(detailsOf('warn')).toEqual([]);
});

test('skips hardly any check', () => {
  expect(results.length, lastLine(results)).toBeGreaterThan(400);
  expect(detailsOf('skip').length, detailsOf('skip').join('\n')).toBeLessThan(20);
});
