import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { AHEAD_DAYS, STARTS_MAX } from '#contract/performers/schedule.ts';
import { addStart, readStudioProfile, removeStart } from '#contract/studio/profile-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { performerStarts } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds())('planned starts on $name', (database) => {
  const test = startTestApp({ on: database });

  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const add = ({ token }: TestPerformer, at: string) => callApp(test, addStart, { at }, bearer(token));
  const remove = ({ token }: TestPerformer, at: string) => callApp(test, removeStart, { at }, bearer(token));
  const own = async ({ id }: TestPerformer) => {
    const token = await tokenFor(test.deps, 'performer', id);
    return (await callApp(test, readStudioProfile, {}, bearer(token))).starts;
  };
  const shown = async ({ username }: TestPerformer) =>
    (await callApp(test, readProfile, { username })).starts;
  const rowsOf = ({ id }: TestPerformer) =>
    test.deps.db.select().from(performerStarts).where(eq(performerStarts.performerId, id));

  it('are shown on the profile, soonest first, until they are past', async () => {
    const vera = await aPerformer(test);
    const [soon, later] = [inHours(1), inHours(30)];
    await add(vera, later);
    await add(vera, soon);
    expect(await own(vera)).toEqual([soon, later]);
    expect(await shown(vera)).toEqual([soon, later]);
    test.clock.advance(HOUR_MS);
    expect(await own(vera)).toEqual([later]);
    expect(await shown(vera)).toEqual([later]);
  });

  it('are removed once, and only hers', async () => {
    const [vera, mila] = [await aPerformer(test), await aPerformer(test)];
    const at = inHours(2);
    for (const who of [vera, mila]) await add(who, at);
    for (let times = 0; times < 2; times += 1) await remove(vera, at);
    expect(await own(vera)).toEqual([]);
    expect(await own(mila)).toEqual([at]);
    const acts = await test.deps.db
      .select({ act: auditRows.act })
      .from(auditRows)
      .where(eq(auditRows.subject, `performer:${vera.id}`));
    expect(acts).toEqual(Array.from({ length: 2 }, () => ({ act: 'performer.schedule-changed' })));
  });

  it('are at most seven, also when added at once; a repeat adds none', async () => {
    const vera = await aPerformer(test);
    const times = Array.from({ length: STARTS_MAX + 3 }, (_, index) => inHours(index + 1));
    const results = await Promise.allSettled(times.map((at) => add(vera, at)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(STARTS_MAX);
    const kept = await own(vera);
    expect(kept).toHaveLength(STARTS_MAX);
    await add(vera, kept[0] ?? '');
    await expect(add(vera, inHours(100))).rejects.toThrow('badRequest.schedule.full');
    await remove(vera, kept[0] ?? '');
    await add(vera, inHours(100));
    expect(await own(vera)).toHaveLength(STARTS_MAX);
  });

  it('make room when they are past', async () => {
    const vera = await aPerformer(test);
    for (let hours = 1; hours <= STARTS_MAX; hours += 1) await add(vera, inHours(hours));
    test.clock.advance(HOUR_MS);
    await add({ ...vera, token: await tokenFor(test.deps, 'performer', vera.id) }, inHours(50));
    expect(await rowsOf(vera)).toHaveLength(STARTS_MAX);
  });

  it('are in the future, within two months, at a whole minute', async () => {
    const vera = await aPerformer(test);
    for (const at of [inHours(0), inHours(-1), inHours(AHEAD_DAYS * 24 + 1), '2026-12-01T20:00:30.000Z'])
      await expect(add(vera, at)).rejects.toThrow('badRequest.schedule.time');
    await expect(add(vera, 'tomorrow')).rejects.toThrow('badRequest.invalid.input');
  });

  it('go with a performer who is removed', async () => {
    const vera = await aPerformer(test);
    await add(vera, inHours(5));
    await removePerformer(test.deps, operatorCaller('els', 'left'), vera.username);
    expect(await rowsOf(vera)).toEqual([]);
  });

  it('belong to performers, and need the studio', async () => {
    const [vera, anna] = [await aPerformer(test), await aMember(test)];
    for (const call of [addStart, removeStart])
      await expect(callApp(test, call, { at: inHours(1) }, bearer(anna.token))).rejects.toThrow(
        'unauthorized',
      );
    const off = variantOf(test, { brand: { ...test.deps.brand, hasFeature: (name) => name !== 'studio' } });
    for (const call of [addStart, removeStart])
      await expect(callApp(off, call, { at: inHours(1) }, bearer(vera.token))).rejects.toThrow('notFound');
  });
});
