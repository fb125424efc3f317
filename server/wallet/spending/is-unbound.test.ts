import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorLabel } from '#contract/errors.ts';
import { setLimit, startCoolOff } from '#contract/wallet/limits-calls.ts';
import { members } from '#server/member/account/tables.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { notify, open, payAndNotify } from '../purchase/testing.ts';
import { isUnbound, refuseSpend } from './spend.ts';

describe.each(databaseKinds())('who may spend without being asked, on $name', ({ create }) => {
  let suite: SuiteDatabase;
  let test: TestApp;
  beforeAll(async () => {
    suite = await create();
    test = await createTestApp({ database: suite.url });
  });
  afterAll(async () => {
    await test.close();
    await suite.drop();
  });

  /** What makes each label of `spend.ts` and of the database's `refuse_spending` come true. A rule that comes is a line here, too. */
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

  async function standing({ id }: TestMember): Promise<{ unbound: boolean; refusal: ErrorLabel | null }> {
    const at = test.clock.now();
    const [row] = await test.deps.db
      .select({ unbound: isUnbound(test.deps.db, members.id, at) })
      .from(members)
      .where(eq(members.id, id));
    return {
      unbound: row?.unbound === true,
      refusal: await refuseSpend(test.deps.db, { memberId: id, amount: 100, at }),
    };
  }

  it('knows every label that the database refuses by', async () => {
    const answer = await test.deps.db.execute(
      sql`select prosrc as source from pg_proc where proname = 'refuse_spending'`,
    );
    const [{ source }] = (answer as unknown as { rows: [{ source: string }] }).rows;
    const labels = [...source.matchAll(/RETURN '([^']+)'/g)].map(([, label]) => label);
    expect(labels.length).toBeGreaterThan(0);
    // Everything else that it returns is no refusal, or this test does not see it.
    expect(source.match(/\bRETURN\b(?! ')/g)).toEqual(['RETURN']);
    expect([...labels, 'badRequest.debt.open'].sort()).toEqual(Object.keys(arrangements).sort());
  });

  it('looks at every table by which the database refuses', async () => {
    const answer = await test.deps.db.execute(
      sql`select prosrc as source from pg_proc where proname = 'refuse_spending'`,
    );
    const [{ source }] = (answer as unknown as { rows: [{ source: string }] }).rows;
    const read = [...source.matchAll(/\b(?:(?<!DISTINCT )FROM|JOIN)\s+([a-z_]+)/g)].map(
      ([, table]) => table ?? '',
    );
    const looked = test.deps.db
      .select({ unbound: isUnbound(test.deps.db, members.id, test.clock.now()) })
      .from(members)
      .toSQL().sql;
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((table) => !looked.includes(`"${table}"`))).toEqual([]);
  });

  it('is everybody whom nothing refuses', async () => {
    expect(await standing(await aMember(test, 1000))).toEqual({ unbound: true, refusal: null });
  });

  it.each(Object.keys(arrangements) as ErrorLabel[])('is nobody whom %s refuses', async (label) => {
    const anna = await aMember(test, 1000);
    await arrangements[label]?.(anna);
    expect(await standing(anna)).toEqual({ unbound: false, refusal: label });
  });
});
