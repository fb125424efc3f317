import type { PGlite } from '@electric-sql/pglite';
import type { Pool } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { listChatReceipts, RECEIPTS_PAGE } from '#contract/chat/receipt-calls.ts';
import { readChatReceipt } from '#contract/chat/session-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer, watch } from '#server/testing/viewer.ts';

describe.each(databaseKinds())('the receipts of past chats on $name', (database) => {
  const test = startTestApp({ on: database });

  const list = (member: TestMember, page = 1) =>
    callApp(test, listChatReceipts, { page }, bearer(member.token));

  it('lists them newest first, each as it was sent when its chat ended', async () => {
    const [anna, vera, mila] = [await aMember(test, 2000), await aPerformer(test), await aPerformer(test)];
    const first = await watch(test, anna.caller, vera);
    await first.watchFor(61_000);
    await first.tip(100);
    await first.leave();
    test.clock.advance(1000);
    const second = await watch(test, anna.caller, mila);
    await second.watchFor(6000);
    await second.leave('failed');
    const { result, total } = await list(anna);
    expect(total).toBe(2);
    const sent = async ({ session }: Viewer) => {
      // A single receipt also has the rests; the list omits them.
      const { rests: _, ...receipt } = await callApp(test, readChatReceipt, { session }, bearer(anna.token));
      return receipt;
    };
    expect(result).toEqual([await sent(second), await sent(first)]);
    expect(result[1]).toMatchObject({
      performer: vera.username,
      minutes: 2,
      charged: 120,
      tips: 100,
      total: 220,
    });
    const spent = result.reduce((sum, receipt) => sum + receipt.total, 0);
    expect(await anna.credits()).toBe(2000 - spent);
  });

  it('leaves out running chats and those left before the first frame', async () => {
    const [anna, vera, mila] = [await aMember(test, 500), await aPerformer(test), await aPerformer(test)];
    await (await join(test, anna.caller, vera)).leave();
    await watch(test, anna.caller, mila);
    expect(await list(anna)).toEqual({ result: [], total: 0 });
  });

  it('includes a tip given before the first frame', async () => {
    const { anna, chat } = await aFreeChat(test, 500);
    await chat.tip(100);
    await chat.leave();
    expect((await list(anna)).result).toMatchObject([{ tips: 100, total: 100, startedAt: null }]);
  });

  it('shows a member only the own receipts', async () => {
    const [anna, bram, vera] = [await aMember(test, 500), await aMember(test), await aPerformer(test)];
    await (await watch(test, anna.caller, vera)).leave();
    expect((await list(anna)).total).toBe(1);
    expect((await list(bram)).total).toBe(0);
    await expect(callApp(test, listChatReceipts, {})).rejects.toThrow('badRequest.unauthorized');
  });

  it('returns pages, with the same number of queries for any size', async () => {
    const [anna, vera] = [await aMember(test), await aPerformer(test, onlineStatus.free)];
    for (let number = 0; number < RECEIPTS_PAGE + 2; number += 1) {
      const chat = await watch(test, anna.caller, vera);
      test.clock.advance(1000);
      await chat.leave();
    }
    const driver = (test.deps.db as unknown as { $client: PGlite | Pool }).$client;
    const query = vi.spyOn(driver, 'query');
    const pages = [await list(anna), await list(anna, 2), await list(anna, 3)];
    const queries = query.mock.calls.length;
    query.mockRestore();
    expect(pages.map(({ result, total }) => [result.length, total])).toEqual([
      [RECEIPTS_PAGE, RECEIPTS_PAGE + 2],
      [2, RECEIPTS_PAGE + 2],
      [0, RECEIPTS_PAGE + 2],
    ]);
    expect(queries).toBeLessThanOrEqual(3 * 8);
    const seen = pages.flatMap(({ result }) => result.map(({ session }) => session));
    expect(new Set(seen).size).toBe(RECEIPTS_PAGE + 2);
  });
});
