import { describe, expect, it } from 'vitest';
import type { ErrorLabel } from '#contract/errors.ts';
import { setLimit, startCoolOff } from '#contract/wallet/limits-calls.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { notify, open, payAndNotify } from '../purchase/testing.ts';
import { refuseSpend } from './spend.ts';

describe.each(databaseKinds())('refuseSpend on $name', (database) => {
  const test = startTestApp({ on: database });

  /** Arranges the reason of each refusal in `bounds.ts`. */
  const arrangements: Partial<Record<ErrorLabel, (who: TestMember) => Promise<unknown>>> = {
    'badRequest.debt.open': async (who) => {
      const { order } = await open(test, who);
      await payAndNotify(test, order);
      await (await join(test, who.caller, await aPerformer(test))).tip(1300);
      test.payments.giveBack(order, { how: 'chargeback', cents: 995 });
      await notify(test, order);
    },
    'badRequest.limit.reached': (who) =>
      callApp(test, setLimit, { period: 'month', credits: 99 }, bearer(who.token)),
    'badRequest.limit.coolOff': (who) => callApp(test, startCoolOff, { length: 'day' }, bearer(who.token)),
  };

  const refusal = ({ id }: TestMember) =>
    refuseSpend(test.deps.db, { memberId: id, amount: 100, at: test.clock.now() });

  it('does not refuse a spend without a reason', async () => {
    expect(await refusal(await aMember(test, 1000))).toBeNull();
  });

  it.each(Object.keys(arrangements) as ErrorLabel[])('refuses by %s', async (label) => {
    const anna = await aMember(test, 1000);
    await arrangements[label]?.(anna);
    expect(await refusal(anna)).toBe(label);
  });
});
