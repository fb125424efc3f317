import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { performers } from '#server/performers/tables.ts';
import { accept, askForVip } from '#server/studio/vip/testing.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { join, watch } from '#server/testing/viewer.ts';
import { walletChecks } from '#server/wallet/check-wallet.ts';
import { readReceipts } from '../receipt/receipt.ts';
import { chatSessions } from '../session/tables.ts';
import { chatUnits } from './tables.ts';

const MINUTE_MS = 60_000;

describe('units of ten seconds at a performer’s own prices', () => {
  const test = startTestApp({ environment: { PRICES: 'chat=30-120/6,vip=120-480/12,unit=10' } });

  /** A performer who asks 66 credits a minute (11 a unit) and 252 for VIP (42 a unit). */
  async function aDearPerformer(status: Parameters<typeof aPerformer>[1] = onlineStatus.online) {
    const vera = await aPerformer(test, status);
    await ask(vera, { chatPrice: 66, vipPrice: 252 });
    return vera;
  }

  const ask = ({ id }: TestPerformer, prices: { chatPrice: number; vipPrice: number }) =>
    test.deps.db.update(performers).set(prices).where(eq(performers.id, id));

  it('are charged in advance, one after the other', async () => {
    const [anna, vera] = [await aMember(test, 500), await aDearPerformer()];
    const chat = await watch(test, anna.caller, vera);
    expect(chat.joined.meter).toMatchObject({ price: 66, unitSeconds: 10, leftMs: null });
    expect(await anna.credits()).toBe(489);
    await chat.watchFor(9000);
    expect(await anna.credits()).toBe(489);
    await chat.watchFor(3000);
    expect(await anna.credits()).toBe(478);
    await chat.leave();
    const [minute] = await test.deps.db.select().from(chatUnits).where(eq(chatUnits.memberId, anna.id));
    expect(minute).toMatchObject({ price: 11, unitMs: 10_000 });
  });

  it('cost what the price says, to the credit on both sides', async () => {
    const [anna, vera] = [await aMember(test, 1000), await aDearPerformer()];
    const chat = await watch(test, anna.caller, vera);
    await chat.watchFor(5 * MINUTE_MS - 3000);
    expect(1000 - (await anna.credits())).toBe(5 * 66);
    expect(await vera.credits()).toBe(5 * 66);
    const sessions = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, chat.session));
    const [receipt] = await readReceipts(test.deps, sessions);
    expect(receipt?.prices).toEqual({ chat: 66, vip: 252, unitSeconds: 10 });
    expect(receipt).toMatchObject({ minutes: 30, paidMs: 5 * MINUTE_MS - 3000, total: 5 * 66 });
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });

  it('give back the part of a unit that was not delivered, rounded up', async () => {
    const [anna, vera] = [await aMember(test, 1000), await aDearPerformer()];
    const chat = await watch(test, anna.caller, vera);
    await chat.watchFor(3000);
    await askForVip(test, chat).then((request) => accept(test, vera, request));
    // 7 of 10 seconds at 11 credits.
    expect(await anna.credits()).toBe(1000 - 11 + 8);
  });

  it('admit a member who can pay one of them, not a minute', async () => {
    const [anna, bram] = [await aMember(test, 11), await aMember(test, 10)];
    const vera = await aDearPerformer();
    await expect(watch(test, anna.caller, vera)).resolves.toBeDefined();
    await expect(join(test, bram.caller, vera)).rejects.toThrow('badRequest.deduct.credits.amount');
  });

  it('ask two minutes of her price as the minimum of a show', async () => {
    const vera = await aDearPerformer(onlineStatus.free);
    const [anna, bram] = [await aMember(test, 504), await aMember(test, 503)];
    const [chat, other] = [await watch(test, anna.caller, vera), await watch(test, bram.caller, vera)];
    await expect(askForVip(test, other)).rejects.toThrow('badRequest.deduct.credits.amount');
    await accept(test, vera, await askForVip(test, chat));
    await chat.beat();
    expect(await anna.credits()).toBe(504 - 42);
  });

  it('keep the prices of the chat in which a show was asked for, also after a reload', async () => {
    const [anna, vera] = [await aMember(test, 2000), await aDearPerformer(onlineStatus.free)];
    const chat = await watch(test, anna.caller, vera);
    await ask(vera, { chatPrice: 120, vipPrice: 480 });
    await accept(test, vera, await askForVip(test, chat));
    await chat.beat();
    expect(await anna.credits()).toBe(2000 - 42);
    await chat.leave('failed');
    const again = await watch(test, anna.caller, vera, 'vip');
    expect(again.joined.meter.price).toBe(252);
    await again.watchFor(12_000);
    expect(await anna.credits()).toBe(2000 - 2 * 42);
  });

  it('can cost more while a viewer joins only if the viewer agreed', async () => {
    const [anna, vera] = [await aMember(test, 500), await aDearPerformer()];
    const agreed = { type: 'chat', price: 66 } as const;
    await ask(vera, { chatPrice: 72, vipPrice: 252 });
    await expect(join(test, anna.caller, vera, agreed)).rejects.toThrow('badRequest.chat.price');
    await ask(vera, { chatPrice: 60, vipPrice: 252 });
    const chat = await join(test, anna.caller, vera, agreed);
    expect(chat.joined.meter.price).toBe(60);
  });
});
