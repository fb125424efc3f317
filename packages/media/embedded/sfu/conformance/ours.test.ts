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

const told = (outcome: Result['outcome']) =>
  results.filter((one) => one.outcome === outcome).map(({ id, detail }) => `${id}: ${detail}`);

test('the embedded server breaks no rule that is a MUST', () => {
  expect(told('fail')).toEqual([]);
});

test('the embedded server leaves out no rule that is a SHOULD', () => {
  expect(told('warn')).toEqual([]);
});

test('hardly a check is left out for want of something', () => {
  expect(results.length, lastLine(results)).toBeGreaterThan(400);
  expect(told('skip').length, told('skip').join('\n')).toBeLessThan(20);
});
