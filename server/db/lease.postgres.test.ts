import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPostgres, type SuiteDatabase } from '#server/testing/databases.ts';
import { takeLease } from './lease.ts';
import { type OpenDb, openDb } from './opening/open.ts';

let suite: SuiteDatabase;
let open: OpenDb;
beforeAll(async () => {
  suite = await createPostgres(process.env['TEST_DATABASE_URL'] ?? '');
  open = await openDb(suite.url);
});
afterAll(async () => {
  await open.close();
  await suite.drop();
});

const lease = (name: string, holder: string) => ({ name, holder, ttl: 60_000 });

// PGlite uses the clock of its process.
it('uses the database’s clock, not that of the process', async () => {
  vi.useFakeTimers({ now: Date.parse('2031-01-01T00:00:00Z'), toFake: ['Date'] });
  await takeLease(open.db, lease('calls', 'ahead by years'));
  vi.setSystemTime(Date.parse('2021-01-01T00:00:00Z'));
  expect(await takeLease(open.db, lease('calls', 'behind by years'))).toBe(false);
  vi.useRealTimers();
  expect(await takeLease(open.db, lease('calls', 'right'))).toBe(false);
  await open.db.execute(sql`update lease set until = until - interval '60 seconds'`);
  expect(await takeLease(open.db, lease('calls', 'right'))).toBe(true);
});

it('gives a lease to one of several concurrent callers', async () => {
  const nodes = Array.from({ length: 8 }, (_, number) => `node ${number}`);
  const taken = await Promise.all(nodes.map((node) => takeLease(open.db, lease('race', node))));
  expect(taken.filter(Boolean)).toHaveLength(1);
});
