import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/open.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { forgetLeases, hasPeers, nodeLease, releaseLease, takeLease } from './lease.ts';

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb('memory:');
});
beforeEach(() => forgetLeases(open.db));
afterAll(() => open.close());

const lease = (name: string, holder: string) => ({ name, holder, ttl: 60_000 });

/** Lets all leases grow older. */
const pass = (seconds: number) =>
  open.db.execute(sql`update lease set until = until - ${seconds}::int * interval '1 second'`);

it('is held by one at a time until it runs out', async () => {
  expect(await takeLease(open.db, lease('audit', 'a'))).toBe(true);
  await pass(58);
  expect(await takeLease(open.db, lease('audit', 'b'))).toBe(false);
  await pass(2);
  expect(await takeLease(open.db, lease('audit', 'b'))).toBe(true);
  expect(await takeLease(open.db, lease('audit', 'a'))).toBe(false);
});

it('is renewed by its holder', async () => {
  await takeLease(open.db, lease('sweep', 'a'));
  await pass(50);
  expect(await takeLease(open.db, lease('sweep', 'a'))).toBe(true);
  await pass(50);
  expect(await takeLease(open.db, lease('sweep', 'b'))).toBe(false);
});

it('is free at once when its holder gives it back, and only then', async () => {
  await takeLease(open.db, lease('images', 'a'));
  await releaseLease(open.db, lease('images', 'b'));
  expect(await takeLease(open.db, lease('images', 'b'))).toBe(false);
  await releaseLease(open.db, lease('images', 'a'));
  expect(await takeLease(open.db, lease('images', 'b'))).toBe(true);
});

it('of a process that was killed is forgotten by the next one on its folder', async () => {
  await takeLease(open.db, lease('outbox', 'killed'));
  await forgetLeases(open.db);
  expect(await takeLease(open.db, lease('outbox', 'next'))).toBe(true);
});

it('of a node is gone eight seconds after it was renewed last', async () => {
  expect(await hasPeers(open.db, 'here')).toBe(false);
  await takeLease(open.db, nodeLease('here'));
  await takeLease(open.db, nodeLease('there'));
  expect(await hasPeers(open.db, 'here')).toBe(true);
  await pass(7);
  expect(await hasPeers(open.db, 'here')).toBe(true);
  await pass(1);
  expect(await hasPeers(open.db, 'here')).toBe(false);
});
