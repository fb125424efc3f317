import { afterAll, beforeAll, expect, it } from 'vitest';
import { prices } from '#contract/wallet/prices.ts';
import type { OpenDb } from '#server/db/opening/open.ts';
import { transfers } from '#server/ledger/tables.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { openTestDb } from '#server/testing/open-test-db.ts';
import { grantWelcome } from './grant-credits.ts';

let open: OpenDb;
beforeAll(async () => {
  open = await openTestDb('memory:');
});
afterAll(() => open.close());

const config = { secret: 'a secret that is long enough for the test' };
const at = new Date('2026-11-20T12:00:00Z');
const grant = (memberId: number, emailFolded: string) =>
  open.db.transaction((tx) => grantWelcome(tx, { memberId, emailFolded, at, config }));

it('P1.13 grants a verified address its welcome credits', async () => {
  expect(await grant(1, 'anna@example.com')).toEqual({ credits: prices.welcome, granted: true });
  expect(await balanceOf(open.db, { kind: 'member', owner: 1 })).toBe(prices.welcome);
});

it('grants them once, however often the link is followed', async () => {
  await grant(2, 'bram@example.com');
  expect(await grant(2, 'bram@example.com')).toEqual({ credits: prices.welcome, granted: false });
});

it('grants nothing to the same address under a new account', async () => {
  await grant(3, 'cato@example.com');
  expect(await grant(4, 'cato@example.com')).toEqual({ credits: 0, granted: false });
});

it('stores no address in the books', async () => {
  await grant(5, 'dirk@example.com');
  expect(JSON.stringify(await open.db.select().from(transfers))).not.toContain('dirk');
});
