import { beforeEach, expect, it, vi } from 'vitest';
import { VISIT_PAUSE_MS } from '#contract/tracking/tracker-calls.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { visits } from '#server/tracking/tables.ts';
import { writeVisits } from '#server/tracking/write-visits.ts';
import { eventually, openPage, type TestPage } from '../testing/page.ts';
import { $tracker, logClick, logClose, logVisit } from './tracker.ts';

const server = serveTestApp();
let page: TestPage;

const device = vi.hoisted(() => ({ kept: new Map<string, unknown>(), id: '' }));
vi.mock('../shell/late/measured.ts', () => ({
  fingerprint: () => device.id,
  readMeasured: (key: string) => device.kept.get(key) ?? null,
  keepMeasured: (key: string, value: unknown) => device.kept.set(key, value),
}));

beforeEach(async () => {
  await server.deps.db.delete(visits);
  device.kept.clear();
  device.id = crypto.randomUUID();
  page = openPage(server);
  vi.useFakeTimers({ toFake: ['Date'] });
});

const tracked = {
  host: 'vonk.example',
  url: '/profile/Noor',
  query: 'p=77&pi=spring-sale',
  statusCode: 200,
  userAgent: 'Firefox/150.0',
};
const stored = async () => {
  await writeVisits(server.deps);
  return server.deps.db.select().from(visits);
};

it('P7.15 P7.48 L4.60 L7.25 logs a visit with its clicks and its duration', async () => {
  await logVisit(tracked);
  vi.advanceTimersByTime(4000);
  logClick(tracked);
  vi.advanceTimersByTime(6000);
  logClose(tracked);
  const row = { visitor: device.id, affiliate: '77', isFirst: true, pages: 1, clicks: 1, seconds: 10 };
  await eventually(async () => expect(await stored()).toMatchObject([row]));
  expect(page.beacons).toEqual(Array(2).fill('/api/member/tracker?api-key=vonk-web'));
});

it('L3.24 L7.26 logs a click with all its fields', async () => {
  logClick(tracked);
  expect($tracker.get()).toEqual({
    session: expect.any(String),
    fingerprint: device.id,
    log: {
      event: 'click',
      timestamp: Date.now(),
      ...tracked,
      affiliateCode: '77',
      affiliateInfo: 'spring-sale',
    },
    duration: { startTime: Date.now(), eventTime: Date.now(), betweenEvent: 0 },
  });
});

it('continues on the next page, and starts over after half an hour', async () => {
  await logVisit(tracked);
  vi.advanceTimersByTime(60_000);
  await logVisit({ ...tracked, url: '/en', query: '' });
  expect($tracker.get()).toMatchObject({
    log: { isFirst: false, affiliateCode: '61' },
    duration: { betweenEvent: 60_000 },
  });
  const { session } = $tracker.get();
  vi.advanceTimersByTime(VISIT_PAUSE_MS);
  await logVisit(tracked);
  expect($tracker.get().session).not.toBe(session);
  // Ignores what an earlier test's page sends late at its end.
  const rows = (await stored()).filter(({ pages }) => pages > 0);
  expect(rows.map(({ pages, isFirst }) => [pages, isFirst]).sort()).toEqual([
    [1, false],
    [2, true],
  ]);
});

it('cuts values that are too long, so that the entry is kept', async () => {
  await logVisit({ ...tracked, url: `/${'x'.repeat(2000)}`, query: `q=${'y'.repeat(2000)}` });
  expect(await stored()).toHaveLength(1);
});

it('P8.23 only logs a failure', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new Error('blocked')));
  await logVisit(tracked);
  vi.stubGlobal('navigator', { sendBeacon: () => false });
  logClose(tracked);
  expect(warned.mock.calls).toEqual([
    ['Failed log tracking', 'UNAVAILABLE'],
    ['Failed log tracking', 'beacon'],
  ]);
});
