import { beforeEach, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { logTracking } from '#contract/tracking/tracker-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { uuidOf } from './log-tracking.ts';
import { countVisits } from './reads.ts';
import { visitDays, visits } from './tables.ts';
import { countVisit, foldOldVisits, writeVisits } from './write-visits.ts';

const server = startTestApp();
beforeEach(async () => {
  await writeVisits(server.deps);
  await server.deps.db.delete(visits);
  await server.deps.db.delete(visitDays);
});

const START = 1_790_000_000_000;
type TrackingInput = InputOf<typeof logTracking>;

const makeInput = (
  changes: Partial<TrackingInput['log']> = {},
  session = crypto.randomUUID(),
): TrackingInput => ({
  log: {
    event: 'visit',
    timestamp: START,
    host: 'vonk.example',
    url: '/profile/Noor',
    query: '?p=77',
    statusCode: 200,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    affiliateCode: '77',
    isFirst: true,
    ...changes,
  },
  session,
  fingerprint: crypto.randomUUID(),
  duration: { startTime: START, eventTime: START, betweenEvent: 0 },
});
const tell = (input: TrackingInput, to: TestApp = server) => callApp(to, logTracking, input);
const stored = async () => {
  await writeVisits(server.deps);
  return server.deps.db.select().from(visits);
};

it('P7.15 stores one row per visit, without IP, page, browser or time', async () => {
  const first = makeInput();
  await tell(first);
  await tell({ ...first, log: { ...first.log, event: 'click' } });
  const row = { id: first.session, visitor: first.fingerprint, affiliate: '77', day: '2026-11-20' };
  expect(await stored()).toEqual([{ ...row, isFirst: true, pages: 1, clicks: 1, seconds: 0 }]);
  const duration = { startTime: START, eventTime: START + 95_400, betweenEvent: 90_000 };
  // The row exists already: it is updated, and keeps its affiliate.
  await tell({ ...first, log: { ...first.log, affiliateCode: '78', isFirst: false }, duration });
  await tell({ ...first, log: { ...first.log, event: 'close' }, duration });
  expect(await stored()).toEqual([{ ...row, isFirst: true, pages: 2, clicks: 1, seconds: 95 }]);
});

it('ignores a clock that runs backwards, and limits a visit to a day', async () => {
  const odd = { startTime: START, eventTime: 0, betweenEvent: 0 };
  await tell({ ...makeInput(), duration: odd });
  await tell({ ...makeInput(), duration: { ...odd, startTime: 0, eventTime: START } });
  expect((await stored()).map(({ seconds }) => seconds).sort()).toEqual([0, 86_400]);
});

it('L7.25 accepts a beacon with the key in its query, and ignores unknown fields', async () => {
  const body = JSON.stringify({ ...makeInput(), ip: '10.0.0.1', token: 'x', more: { deep: true } });
  const key = server.deps.config.apiKey;
  const send = (query: string) =>
    server.app.request(`/api/member/tracker${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
  expect((await send('')).status).toBe(401);
  expect((await send(`?api-key=${key}`)).status).toBe(200);
  expect(await stored()).toHaveLength(1);
});

it.each([
  ['a programme that reads pages', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 0],
  ['a browser', { userAgent: 'Mozilla/5.0 (X11) Cubot_X30 Chrome/140' }, 1],
])('counts %s correctly', async (_, changes, rows) => {
  await tell(makeInput(changes));
  expect(await stored()).toHaveLength(rows);
});

it('P7.15 accepts the log of a client of the specification, and does not count an unknown event', async () => {
  const log = { ip: '10.0.0.1', host: 'a.example', timestamp: '2026-11-20T12:00:00Z' };
  const duration = { startTime: 1000, eventTime: 4000, betweenEvent: 0 };
  await tell({ log: { ...log, event: 'visit', duration, fingerprint: 'me' }, session: 'a-visit' });
  await tell({ log: { ...log, event: 'click' }, session: 'a-visit', fingerprint: 'me' });
  await tell({ log: { ...log, event: 'stare' }, session: 'another' });
  expect(await stored()).toEqual([
    expect.objectContaining({
      id: uuidOf('a-visit'),
      visitor: uuidOf('me'),
      pages: 1,
      clicks: 1,
      seconds: 3,
    }),
  ]);
});

it('ignores an invalid affiliate', async () => {
  expect(await tell(makeInput({ affiliateCode: "7'--" }))).toBe(true);
});

it('is limited by network', async () => {
  const limited = variantOf(server, { limits: createLimits(null) });
  const tells = Array.from({ length: 320 }, () =>
    tell(makeInput(), limited).catch((error: Error) => error.message),
  );
  const answers = await Promise.all(tells);
  expect(answers.filter((answer) => answer === 'badRequest.tooMany')).toHaveLength(20);
});

it('waits while the database is away, and is written once it is back', async () => {
  const { db } = server.deps;
  const rows = { session: crypto.randomUUID(), fingerprint: crypto.randomUUID() };
  const awayDb = Object.create(db, {
    insert: {
      configurable: true,
      value: () => {
        throw new Error('away');
      },
    },
  }) as typeof db;
  const away = variantOf(server, { db: awayDb }).deps;
  const visit = { id: rows.session, visitor: rows.fingerprint, affiliate: null, day: '2026-11-20' };
  countVisit(away, { ...visit, isFirst: false, pages: 1, clicks: 0, seconds: 3 });
  await expect(writeVisits(away)).rejects.toThrow('away');
  countVisit(away, { ...visit, isFirst: false, pages: 1, clicks: 2, seconds: 9 });
  Object.defineProperty(awayDb, 'insert', { value: db.insert.bind(db), configurable: true });
  await writeVisits(away);
  expect(await stored()).toEqual([{ ...visit, isFirst: false, pages: 2, clicks: 2, seconds: 9 }]);
});

it('keeps only the sums of expired visits, however often it runs', async () => {
  const visitor = crypto.randomUUID();
  const row = (day: string, changes: object = {}) => ({
    id: crypto.randomUUID(),
    visitor,
    affiliate: '77' as string | null,
    day,
    isFirst: false,
    pages: 2,
    clicks: 3,
    seconds: 10,
    ...changes,
  });
  const old = '2026-08-01';
  const { db } = server.deps;
  await db.insert(visits).values([row(old), row(old), row(old, { affiliate: null }), row('2026-11-19')]);
  const days = { from: '2026-01-01', to: '2026-12-31' };
  const byDay = async () =>
    (await countVisits(server.deps, days)).map((count) => Object.values(count).join(' ')).sort();
  const counts = await byDay();
  expect(counts).toEqual(['2026-08-01  1 1', '2026-08-01 77 2 1', '2026-11-19 77 1 1']);
  await foldOldVisits(server.deps);
  await foldOldVisits(server.deps);
  expect((await stored()).map(({ day }) => day)).toEqual(['2026-11-19']);
  expect(await byDay()).toEqual(counts);
  const [sum] = (await db.select().from(visitDays)).filter(({ affiliate }) => affiliate === '77');
  expect(sum).toMatchObject({ pages: 4, clicks: 6, seconds: 20 });
});
