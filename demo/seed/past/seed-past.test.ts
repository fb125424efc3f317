import { beforeAll, expect, it } from 'vitest';
import { listChatReceipts } from '#contract/chat/receipt-calls.ts';
import { readSpending } from '#contract/chat/spending-calls.ts';
import { listFavourites } from '#contract/member/account/favourites-calls.ts';
import { countUnread, listConversations } from '#contract/messaging/inbox-calls.ts';
import { readLimits } from '#contract/wallet/limits-calls.ts';
import { listPurchases } from '#contract/wallet/receipts-calls.ts';
import { liveCast } from '#demo/cast.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { members } from '#server/member/tables.ts';
import { photos } from '#server/messaging/tables.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { walletChecks } from '#server/wallet/check-wallet.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { seedMembers } from '../seed-members.ts';
import { demoMember } from './plan.ts';
import { openPast } from './seed-past.ts';
import { expectInOrder } from './testing.ts';

const test = startTestApp();
let memberId: number;
let headers: Record<string, string>;

const account = () => ({
  email: 'demo@example.com',
  username: 'demo',
  verified: true,
  credits: 5000,
  past: openPast(test.deps, { username: 'demo', plan: demoMember }),
});

beforeAll(async () => {
  await seedBundles(test.deps);
  for (const username of [liveCast[0]?.username ?? '', 'Nora', 'Fleur', 'Lena', 'Isa'])
    await makePerformer(test.deps, { username, languages: ['nl'] });
  await seedMembers(test.deps, [account()]);
  const [member] = await test.deps.db.select({ id: members.id }).from(members);
  memberId = member?.id ?? 0;
  headers = bearer(await tokenFor(test.deps, 'member', memberId));
});

it('leaves the credits of the account, and books that balance', async () => {
  expect(await balanceOf(test.deps.db, { kind: 'member', owner: memberId })).toBe(5000);
  expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
});

it('fills every list of the account, with performers outside the live cast', async () => {
  const purchases = await callApp(test, listPurchases, { page: 1 }, headers);
  expect(purchases.result.map(({ credits, method }) => [credits, method])).toEqual([
    [300, 'ideal'],
    [1400, 'creditcard'],
    [650, 'ideal'],
  ]);
  const receipts = await callApp(test, listChatReceipts, { page: 1 }, headers);
  expect(receipts.result.map(({ performer, minutes, tips }) => [performer, minutes, tips])).toEqual([
    ['Lena', 3, 0],
    ['Nora', 7, 250],
    ['Fleur', 0, 150],
    ['Nora', 4, 100],
  ]);
  expect((await callApp(test, listFavourites, {}, headers)).result).toHaveLength(3);
  expect((await callApp(test, readLimits, {}, headers)).limits).toContainEqual(
    expect.objectContaining({ period: 'month', credits: 10_000 }),
  );
  expect((await callApp(test, readSpending, { period: 'all' }, headers)).all.messages).toBe(300);
});

it('has three conversations, one of them unread and one with a photo', async () => {
  const { conversations } = await callApp(test, listConversations, {}, headers);
  expect(conversations.map(({ other, unread }) => [other.username, unread])).toEqual([
    ['Fleur', 1],
    ['Nora', 0],
    ['Lena', 0],
  ]);
  expect(await callApp(test, countUnread, {}, headers)).toEqual({ unread: 1 });
  expect(await test.deps.db.select({ messageId: photos.messageId }).from(photos)).toEqual([
    { messageId: expect.any(Number) },
  ]);
});

it('is in the books in the order in which it happened', async () => {
  await expectInOrder(test.deps);
});

it('is stored only once', async () => {
  await seedMembers(test.deps, [account()]);
  expect((await callApp(test, listPurchases, { page: 1 }, headers)).total).toBe(3);
});
