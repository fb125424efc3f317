import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDb } from '#server/db/open.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { forgetLeases, releaseLease, takeLease } from './lease.ts';

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb('memory:');
});
afterAll(() => open.close());

const noon = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const lease = (name: string, holder: string) => ({ name, holder, ttl: 60_000 });

it('is held by one at a time until it runs out', async () => {
  expect(await takeLease(open.db, lease('audit', 'a'), noon)).toBe(true);
  expect(await takeLease(open.db, lease('audit', 'b'), later(59))).toBe(false);
  expect(await takeLease(open.db, lease('audit', 'b'), later(60))).toBe(true);
  expect(await takeLease(open.db, lease('audit', 'a'), later(61))).toBe(false);
});

it('is renewed by its holder', async () => {
  await takeLease(open.db, lease('sweep', 'a'), noon);
  expect(await takeLease(open.db, lease('sweep', 'a'), later(50))).toBe(true);
  expect(await takeLease(open.db, lease('sweep', 'b'), later(100))).toBe(false);
});

it('is free at once when its holder gives it back, and only then', async () => {
  await takeLease(open.db, lease('images', 'a'), noon);
  await releaseLease(open.db, lease('images', 'b'));
  expect(await takeLease(open.db, lease('images', 'b'), noon)).toBe(false);
  await releaseLease(open.db, lease('images', 'a'));
  expect(await takeLease(open.db, lease('images', 'b'), noon)).toBe(true);
});

it('of a process that was killed is forgotten by the next one on its folder', async () => {
  await takeLease(open.db, lease('outbox', 'killed'), noon);
  await forgetLeases(open.db);
  expect(await takeLease(open.db, lease('outbox', 'next'), later(1))).toBe(true);
});
