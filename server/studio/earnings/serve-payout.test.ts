import { describe, expect, it } from 'vitest';
import { locales } from '#contract/locales.ts';
import { payoutFile, readEarnings } from '#contract/studio/numbers/earnings-calls.ts';
import { duePayouts } from '#server/desk/payouts/list-payouts.ts';
import { markPaid, undoPayout } from '#server/desk/payouts/pay-out.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { textOfPdf, withoutBlanks } from '#server/wallet/receipts/testing.ts';

const els = operatorCaller('els', 'month');

describe.each(databaseKinds())('the statement of a payout on $name', (database) => {
  const test = startTestApp({ on: database, environment: { PAYOUT_RATE: '50', PAYOUT_MINIMUM: '100' } });

  const headersOf = async ({ id }: TestPerformer) => bearer(await tokenFor(test.deps, 'performer', id));
  const file = async (who: TestPerformer, payout: number, lang = 'en', app = test.app) =>
    app.request(`${payoutFile(payout)}?api-key=${test.deps.config.apiKey}&lang=${lang}`, {
      headers: await headersOf(who),
    });
  const goTo = (moment: string) => test.clock.advance(Date.parse(moment) - test.clock.now().getTime());

  async function pay(vera: TestPerformer, month: string): Promise<number> {
    const [due] = await duePayouts(test.deps, { month, only: vera.id });
    const { version = '' } = due ?? {};
    const paid = await markPaid(test.deps, els, { performer: vera.id, month, version, reference: 'NOV-1' });
    return paid.payout;
  }

  it('adds up kinds and earlier months to what was paid, in each language', async () => {
    const vera = await aPerformer(test);
    const earn = async (tip: number) => {
      const chat = await watch(test, (await aMember(test, 5000)).caller, vera);
      await chat.tip(tip);
      await chat.leave();
    };
    await earn(1000);
    goTo('2026-12-05T12:00:00Z');
    await earn(250);
    goTo('2027-01-05T12:00:00Z');
    const payout = await pay(vera, '2026-12');
    const answer = await file(vera, payout);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="vonk-payout-statement-2026-12-${payout}.pdf"`,
      'cache-control': 'no-store',
    });
    const pdf = textOfPdf(Buffer.from(await answer.arrayBuffer()));
    const lines = [
      'Payout December 2026',
      `Performer${vera.username}`,
      'Paid onJanuary 5, 2027',
      'Reference of the bank transferNOV-1',
      'paid chat60',
      'tips250',
      'From earlier months1,060',
      'Credits1,370',
      'Paid',
      '6.85',
      'Vonk Media B.V.',
    ];
    for (const text of lines) expect(pdf).toContain(withoutBlanks(text));
    for (const lang of locales) expect((await file(vera, payout, lang)).status).toBe(200);
    const { payouts } = await callApp(test, readEarnings, {}, await headersOf(vera));
    expect(payouts).toMatchObject([{ payout, month: '2026-12', cents: 685 }]);
    await undoPayout(test.deps, els, { payout });
    const returned = textOfPdf(Buffer.from(await (await file(vera, payout)).arrayBuffer()));
    expect(returned).toContain(withoutBlanks('Came back onJanuary 5, 2027'));
  });

  it('is for its own performer only, and not without the studio', async () => {
    const [vera, mila, anna] = [await aPerformer(test), await aPerformer(test), await aMember(test, 500)];
    await (await watch(test, anna.caller, vera)).tip(400);
    const month = test.clock.now().toISOString().slice(0, 7);
    test.clock.advance(40 * 24 * 3_600_000);
    const payout = await pay(vera, month);
    expect((await file(vera, payout)).status).toBe(200);
    expect((await file(mila, payout)).status).toBe(404);
    expect((await file(vera, 999_999)).status).toBe(404);
    const path = `${payoutFile(payout)}?api-key=${test.deps.config.apiKey}`;
    const token = await tokenFor(test.deps, 'member', anna.id);
    expect((await test.app.request(path, { headers: bearer(token) })).status).toBe(401);
    const off = variantOf(test, {
      brand: { ...test.deps.brand, hasFeature: (name) => name !== 'studio' },
    });
    expect((await file(vera, payout, 'en', off.app)).status).toBe(404);
  });
});
