import { beforeAll, describe, expect, it } from 'vitest';
import { pastMonths } from '#contract/desk/money/payout-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { members } from '#server/member/tables.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { walletChecks } from '#server/wallet/check-wallet.ts';
import { payoutsOf } from '#server/wallet/payouts/reads.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { seedMembers } from '../seed-members.ts';
import { REGISTERED_DAYS_AGO } from './plan.ts';
import { regularMember } from './regular.ts';
import { openPast } from './seed-past.ts';
import { expectInOrder } from './testing.ts';

const RETURN_HOURS = 72;

describe('the regular member’s plan', () => {
  it.each(['2026-11-28T18:00:00Z', '2026-11-02T08:00:00Z', '2026-03-31T22:30:00Z', '2027-01-01T00:00:00Z'])(
    'has ten months that were paid out before the demo’s member registered, at %s',
    (now) => {
      const plan = regularMember(new Date(now), RETURN_HOURS);
      const acts = [...plan.purchases, ...plan.chats, ...plan.payouts];
      expect(plan.payouts).toHaveLength(10);
      expect(Math.min(...acts.map(({ daysAgo }) => daysAgo))).toBeGreaterThan(REGISTERED_DAYS_AGO);
      expect(Math.max(...acts.map(({ daysAgo }) => daysAgo))).toBeLessThan(plan.registeredDaysAgo);
    },
  );
});

describe('the regular member’s past', () => {
  const test = startTestApp({ environment: { PAYOUT_RATE: '50', PAYOUT_MINIMUM: '100' } });
  let sofie = 0;
  let nora = 0;
  beforeAll(async () => {
    await seedBundles(test.deps);
    sofie = await makePerformer(test.deps, { username: 'Sofie', languages: ['nl'] });
    nora = await makePerformer(test.deps, { username: 'Nora', languages: ['nl'] });
    const plan = regularMember(test.deps.now(), test.deps.config.messageReturnHours);
    const past = openPast(test.deps, { username: 'robin', plan, live: ['Sofie'] });
    const account = { email: 'robin@example.com', username: 'robin', verified: true, credits: 350 };
    await seedMembers(test.deps, [{ ...account, past }]);
  });

  it('pays both performers everything they earned, a month at a time', async () => {
    const paid = [...(await payoutsOf(test.deps.db, sofie)), ...(await payoutsOf(test.deps.db, nora))];
    expect(paid).toHaveLength(20);
    const months = pastMonths(test.deps.now(), 12);
    expect(new Set(paid.map(({ month }) => month)).size).toBe(10);
    for (const { month, credits, paidAt } of paid) {
      expect(months).toContain(month);
      expect(credits).toBeGreaterThanOrEqual(360);
      expect(paidAt.toISOString().slice(0, 7) > month).toBe(true);
    }
  });

  it('leaves correct books in the order of time', async () => {
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
    const first = await expectInOrder(test.deps);
    const [robin] = await test.deps.db.select({ at: members.createdAt }).from(members);
    expect(robin?.at.getTime()).toBeLessThanOrEqual(first?.getTime() ?? 0);
  });
});
