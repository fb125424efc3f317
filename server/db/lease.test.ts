import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/opening/open.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { forgetLeases, hasPeers, nodeLease, releaseLease, takeLease } from './lease.ts';

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb('memory:');
});
beforeEach(() => forgetLeases(open.db));
afterAll(() => open.close());

const lease = (name: string, holder: string) => ({ name, holder, ttl: 60_000 });

/** Ages all leases. */
const pass = (seconds: number) =>
  open.db.execute(sql`update lease set until = until - ${seconds}::int * interval '1 second'`);

it('has one holder at a time until it expires', async () => {
  expect(await takeLease(open.db, lease('audit', 'a'))).toBe(true);
  await pass(50);
  expect(await takeLease(open.db, lease('audit', 'b'))).toBe(false);
  await pass(10);
  expect(await takeLease(open.db, lease('audit', 'b'))).toBe(true);
  expect(await takeLease(open.db, lease('audit', 'a'))).toBe(false);
});

it('can be renewed by its holder', async () => {
  await takeLease(open.db, lease('sweep', 'a'));
  await pass(50);
  expect(await takeLease(open.db, lease('sweep', 'a'))).toBe(true);
  await pass(50);
  expect(await takeLease(open.db, lease('sweep', 'b'))).toBe(false);
});

it('is free once its holder releases it', async () => {
  await takeLease(open.db, lease('images', 'a'));
  await releaseLease(open.db, lease('images', 'b'));
  expect(await takeLease(open.db, lease('images', 'b'))).toBe(false);
  await releaseLease(open.db, lease('images', 'a'));
  expect(await takeLease(open.db, lease('images', 'b'))).toBe(true);
});

it('is forgotten if its process was killed and another starts on the folder', async () => {
  await takeLease(open.db, lease('outbox', 'killed'));
  await forgetLeases(open.db);
  expect(await takeLease(open.db, lease('outbox', 'next'))).toBe(true);
});

it('of a node expires eight seconds after its last renewal', async () => {
  expect(await hasPeers(open.db, 'here')).toBe(false);
  await takeLease(open.db, nodeLease('here'));
  await takeLease(open.db, nodeLease('there'));
  expect(await hasPeers(open.db, 'here')).toBe(true);
  await pass(4);
  expect(await hasPeers(open.db, 'here')).toBe(true);
  await pass(4);
  expect(await hasPeers(open.db, 'here')).toBe(false);
});
