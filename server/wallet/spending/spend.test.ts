import { beforeEach, describe, expect, it } from 'vitest';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { requestVip } from '#server/chat/vip/request-vip.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { giveCredits } from '#server/testing/make.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { join, type Viewer, watch } from '#server/testing/viewer.ts';
import { walletChecks } from '../check-wallet.ts';
import { notify, open, payAndNotify } from '../purchase/testing.ts';

describe.each(databaseKinds())('a member with a debt, on $name,', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let vera: TestPerformer;
  beforeEach(async () => {
    anna = await aMember(test);
    vera = await aPerformer(test, onlineStatus.free);
  });

  const tip = (viewer: Viewer, clientId = test.deps.newId()) => {
    const data = tipDataSchema.parse({ amount: 500 });
    const auth = viewer.auth();
    return sendTip(test.deps, anna.caller, { action: 'tip', auth, recipient: 'host', clientId, data });
  };
  /** Buys 650 credits, tips 500 and charges the money back; then receives 1000 from elsewhere. */
  async function fallIntoDebt(viewer: Viewer, clientId: string): Promise<void> {
    const { order } = await open(test, anna);
    await payAndNotify(test, order);
    await tip(viewer, clientId);
    test.payments.giveBack(order, { how: 'chargeback', cents: 995 });
    await notify(test, order);
    await giveCredits(test.deps, { kind: 'member', owner: anna.id }, 1000);
  }

  it('cannot spend, whatever the balance, until the next purchase has paid the debt', async () => {
    const viewer = await watch(test, anna.caller, vera);
    const first = test.deps.newId();
    await fallIntoDebt(viewer, first);
    await expect(tip(viewer)).rejects.toMatchObject({ label: 'badRequest.debt.open' });
    const vip = { action: 'requestVip', auth: viewer.auth(), recipient: 'host' } as const;
    await expect(requestVip(test.deps, anna.caller, vip)).rejects.toMatchObject({
      label: 'badRequest.debt.open',
    });
    // A paid tip, sent again because its response was lost.
    expect(await tip(viewer, first)).toMatchObject({ credits: 1000 });
    await payAndNotify(test, (await open(test, anna)).order);
    expect(await anna.credits()).toBe(1000 + 650 - 500);
    expect(await tip(viewer)).toMatchObject({ credits: 650 });
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });

  it('gets the debt as the reason rather than a low balance', async () => {
    const viewer = await watch(test, anna.caller, vera);
    await fallIntoDebt(viewer, test.deps.newId());
    const data = tipDataSchema.parse({ amount: 90_000 });
    const large = { action: 'tip', auth: viewer.auth(), recipient: 'host', clientId: 'x', data } as const;
    await expect(sendTip(test.deps, anna.caller, large)).rejects.toMatchObject({
      label: 'badRequest.debt.open',
    });
  });

  it('cannot join a paid chat', async () => {
    await fallIntoDebt(await watch(test, anna.caller, vera), test.deps.newId());
    const paid = join(test, anna.caller, await aPerformer(test));
    await expect(paid).rejects.toMatchObject({ label: 'badRequest.debt.open' });
    expect(await anna.credits()).toBe(1000);
  });

  it('cannot watch a paid minute, and the page is told why', async () => {
    await giveCredits(test.deps, { kind: 'member', owner: anna.id }, 100);
    const paid = await join(test, anna.caller, await aPerformer(test));
    await fallIntoDebt(paid, test.deps.newId());
    await expect(paid.beat()).rejects.toMatchObject({ label: 'badRequest.session.ended' });
    expect(test.pushes).toContainEqual({
      to: `member:${anna.id}`,
      name: 'payment-failed',
      payload: { action: 'pre-paid', debt: true },
    });
    expect(await anna.credits()).toBe(1000);
  });
});
