import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { VIP_ANSWER_SECONDS } from '#contract/chat/vip-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { pricesVersion } from '#contract/form-version.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readPrices, savePrices } from '#contract/studio/price-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { settleRests } from '#server/chat/units/settle-unit.ts';
import { sweepVip } from '#server/chat/vip/sweep-vip.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join, watch } from '#server/testing/viewer.ts';
import { askForVip, decline } from '../vip/testing.ts';

const PRICES = 'chat=30-120/6,vip=120-480/12,unit=10';

describe.each(databaseKinds())('a performer’s own prices on $name', (database) => {
  const test = startTestApp({ on: database, environment: { PRICES } });
  const read = ({ token }: TestPerformer) => callApp(test, readPrices, {}, bearer(token));
  const save = ({ token }: TestPerformer, chat: number, vip = 240, seen = { chat: 60, vip: 240 }) =>
    callApp(test, savePrices, { chat, vip, version: pricesVersion(seen) }, bearer(token));

  it('are the specification’s until she sets them', async () => {
    const vera = await aPerformer(test);
    expect(await read(vera)).toMatchObject({
      prices: { chat: 60, vip: 240, unitSeconds: 10 },
      rules: { chat: { min: 30, max: 120, step: 6 }, unitSeconds: 10 },
      version: pricesVersion({ chat: 60, vip: 240 }),
      paying: { isPaid: false, restsUntil: null },
    });
  });

  it('apply to the next chat and are told to everybody, with an audit row', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const answer = await save(vera, 90, 300);
    expect(answer).toEqual({
      prices: { chat: 90, vip: 300, unitSeconds: 10 },
      version: pricesVersion({ chat: 90, vip: 300 }),
    });
    expect(test.pushes.at(-1)).toMatchObject({
      name: 'performer-prices',
      payload: { user: vera.id, username: vera.username, prices: answer.prices },
    });
    const [row] = await test.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1);
    expect(row).toMatchObject({ act: 'performer.prices-set', actor: `performer:${vera.id}` });
    const chat = await watch(test, anna.caller, vera);
    expect(chat.joined.meter.price).toBe(90);
    expect(await anna.credits()).toBe(485);
  });

  it.each([
    ['below the bounds', 24, 240, ['chat']],
    ['above the bounds', 60, 492, ['vip']],
    ['between two steps', 61, 241, ['chat', 'vip']],
  ])('are refused %s, by the fields', async (_, chat, vip, fields) => {
    const vera = await aPerformer(test);
    const refused = save(vera, chat, vip);
    await expect(refused).rejects.toMatchObject({ label: 'badRequest.price.range', fields });
    expect((await read(vera)).prices).toMatchObject({ chat: 60, vip: 240 });
  });

  it('are not overwritten by a page that read earlier ones', async () => {
    const vera = await aPerformer(test);
    await save(vera, 90);
    await expect(save(vera, 72)).rejects.toThrow('badRequest.form.changed');
    expect((await read(vera)).prices.chat).toBe(90);
    expect((await save(vera, 72, 240, { chat: 90, vip: 240 })).prices.chat).toBe(72);
  });

  it('may be saved again after a lost answer', async () => {
    const vera = await aPerformer(test);
    await Promise.all([save(vera, 90), save(vera, 90)]);
    expect((await save(vera, 90)).prices.chat).toBe(90);
    const acts = await test.deps.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.subject, `performer:${vera.id}`));
    expect(acts).toHaveLength(1);
  });

  it('stay while a member pays, and until the rest of the time is over', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const chat = await watch(test, anna.caller, vera);
    await expect(save(vera, 90)).rejects.toThrow('badRequest.price.paid');
    expect((await read(vera)).paying).toMatchObject({ isPaid: true });
    await chat.watchFor(3000);
    await chat.leave();
    const restsUntil = new Date(test.clock.now().getTime() + 300_000).toISOString();
    expect((await read(vera)).paying).toEqual({ isPaid: false, restsUntil });
    await expect(save(vera, 90)).rejects.toThrow('badRequest.price.paid');
    test.clock.advance(300_000);
    await settleRests(test.deps);
    await expect(save(vera, 90)).resolves.toMatchObject({ prices: { chat: 90 } });
  });

  it('stay while a show is asked for', async () => {
    const [anna, bram] = [await aMember(test, 500), await aMember(test, 500)];
    const vera = await aPerformer(test, onlineStatus.free);
    const request = await askForVip(test, await watch(test, anna.caller, vera));
    await expect(save(vera, 60, 300)).rejects.toThrow('badRequest.price.paid');
    await decline(test, vera, request);
    await save(vera, 60, 300);
    await expect(askForVip(test, await watch(test, bram.caller, vera))).rejects.toThrow(
      'badRequest.deduct.credits.amount',
    );
    test.clock.advance(VIP_ANSWER_SECONDS * 1000);
    await sweepVip(test.deps);
  });

  it('may change while viewers watch free', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    await watch(test, aGuest(test), vera);
    await expect(save(vera, 90)).resolves.toMatchObject({ prices: { chat: 90 } });
  });

  it('never change for a member who joins at the same moment', async () => {
    for (let run = 0; run < 8; run += 1) {
      const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
      const [joined, saved] = await Promise.allSettled([
        watch(test, anna.caller, vera, { type: 'chat', price: 60 }),
        save(vera, 90),
      ]);
      const failed = [joined, saved].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(failed.map(labelOf)).toEqual([
        joined.status === 'rejected' ? 'badRequest.chat.price' : 'badRequest.price.paid',
      ]);
      if (joined.status === 'rejected') continue;
      const [session] = await test.deps.db
        .select()
        .from(chatSessions)
        .where(eq(chatSessions.id, joined.value.session));
      expect(session).toMatchObject({ chatPrice: 60, vipPrice: 240, unitSeconds: 10 });
      expect(await anna.credits()).toBe(490);
    }
  });

  it('ask a member who joins with an earlier price first', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    await save(vera, 90);
    const old = join(test, anna.caller, vera, { type: 'chat', price: 60 });
    await expect(old).rejects.toThrow('badRequest.chat.price');
    await expect(join(test, anna.caller, vera, { type: 'chat', price: 90 })).resolves.toBeDefined();
  });
});

describe('without PRICES', () => {
  const test = startTestApp();

  it('all performers ask the specification’s prices', async () => {
    const vera = await aPerformer(test);
    const prices = { chat: 60, vip: 240, unitSeconds: 60 };
    expect(await callApp(test, readPrices, {}, bearer(vera.token))).toMatchObject({ prices, rules: null });
    const change = callApp(test, savePrices, { chat: 90, vip: 240 }, bearer(vera.token));
    await expect(change).rejects.toThrow('badRequest.notFound');
  });
});
