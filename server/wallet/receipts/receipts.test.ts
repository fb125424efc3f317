import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { longDate } from '#contract/day.ts';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import {
  listPurchases,
  MOVEMENTS_FILE,
  PURCHASES_PAGE,
  type Purchase,
  readPurchase,
  receiptFile,
  withdrawPurchase,
} from '#contract/wallet/receipts-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, eraseAccount, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, seller } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { walletChecks } from '../check-wallet.ts';
import { failAndNotify, notify, open, payAndNotify } from '../purchase/testing.ts';
import { creditMember } from '../spending/grant-credits.ts';
import { textOfPdf, withoutBlanks } from './testing.ts';

const DAY = 24 * 3_600_000;

/** Encoding of alternative text in a PDF. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);
const inUtf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('latin1');

describe.each(databaseKinds())('purchases and their receipts on $name', (database) => {
  const test = startTestApp({ on: database });

  afterAll(async () => {
    expect(await findViolations(test.deps.db, walletChecks)).toEqual([]);
  });

  /** Buys the bundle of 650 credits for 995 cents. */
  const buy = async (who: TestMember): Promise<{ order: string; purchase: Purchase }> => {
    const { order } = await open(test, who);
    await payAndNotify(test, order);
    const [purchase] = (await list(who)).result;
    if (!purchase) throw new Error('No purchase');
    return { order, purchase };
  };
  const list = (who: TestMember, page = 1) => callApp(test, listPurchases, { page }, bearer(who.token));
  const withdraw = (who: TestMember, receipt: string) =>
    callApp(test, withdrawPurchase, { receipt }, bearer(who.token));
  const file = (path: string, who?: TestMember, lang = 'en') =>
    test.app.request(`${path}?api-key=${test.deps.config.apiKey}&lang=${lang}`, {
      headers: who ? bearer(who.token) : {},
    });
  const returnedOf = (order: string) => test.payments.statuses.get(order);

  it('are numbered without gaps, despite failures and simultaneous payments', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aMember(test)));
    const orders = await Promise.all(people.map((who) => open(test, who)));
    await Promise.all(
      orders.map(async ({ order }, n) => {
        if (n % 3 === 2) test.payments.fail(order, 302);
        else test.payments.pay(order);
        await Promise.all([notify(test, order), notify(test, order)]);
      }),
    );
    const numbers = (await Promise.all(people.map((who) => list(who))))
      .flatMap(({ result }) => result.map(({ receipt }) => receipt))
      .toSorted();
    expect(numbers).toEqual(['2026-000001', '2026-000002', '2026-000003', '2026-000004']);
  });

  it('come in pages, newest first', async () => {
    const anna = await aMember(test);
    for (let bought = 0; bought < PURCHASES_PAGE + 1; bought += 1) await buy(anna);
    const [first, second] = [await list(anna), await list(anna, 2)];
    expect(first.result.length).toEqual(PURCHASES_PAGE);
    expect(second.result.length).toBe(1);
    expect(first.total).toEqual(PURCHASES_PAGE + 1);
    expect(first.result[0]).toMatchObject({ credits: 650, cents: 995, method: 'ideal', returnedCents: 0 });
  });

  it('are a PDF for their buyer only', async () => {
    const [anna, bram] = [await aMember(test), await aMember(test)];
    const { purchase } = await buy(anna);
    const answer = await file(receiptFile(purchase.receipt), anna);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="vonk-${purchase.receipt}.pdf"`,
    );
    const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(pdf.includes('/StructTreeRoot')).toBe(true);
    expect(pdf.includes('/Lang (en)')).toBe(true);
    // A name and its value are read out as one, and the amounts add up to the price.
    const lines = [
      `Receipt number: ${purchase.receipt}`,
      'Amount without VAT: €8.22',
      'VAT Netherlands 21%: €1.73',
      'Paid: €9.95',
    ];
    for (const text of lines) expect(pdf).toContain(isPlain(text) ? `(${text})` : inUtf16(text));
    const foreign = await file(receiptFile(purchase.receipt), bram);
    const missing = await file(receiptFile('2026-999999'), bram);
    expect(foreign.status).toEqual(missing.status);
    expect(await foreign.text()).toEqual(await missing.text());
    expect(missing.status).toBe(404);
    expect((await file(receiptFile(purchase.receipt))).status).toBe(401);
  });

  it.each([
    ['nl', '4 december 2026'],
    ['en', 'December 4, 2026'],
    ['de', '4. Dezember 2026'],
  ] as const)(
    'are mailed to the buyer, with consent and right of withdrawal (%s)',
    async (language, lastDay) => {
      const email = `anna.${language}@example.com`;
      const anna = await aMember(test, 0, { language, email });
      const checkout = JSON.parse(await readFile(`src/content/messages/${language}/wallet.json`, 'utf8'));
      test.mail.sent.length = 0;
      const { order, purchase } = await buy(anna);
      await notify(test, order);
      while ((await runDueWork(test.outbox)) > 0);
      const [mail, ...more] = test.mail.sent.filter(({ to }) => to === email);
      expect(more).toEqual([]);
      expect(mail?.subject).toContain(purchase.receipt);
      const { consent } = checkout.wallet;
      const version = longDate(CONSENT_VERSION, language);
      for (const text of [consent, version, lastDay, seller.name]) expect(mail?.text).toContain(text);
      expect(mail?.text).toMatch(/9[.,]95/);
      const [file] = mail?.attachments ?? [];
      expect(file).toMatchObject({
        filename: `vonk-${purchase.receipt}.pdf`,
        contentType: 'application/pdf',
      });
      const pdf = textOfPdf(Buffer.from(file?.content ?? '', 'base64'));
      for (const text of [purchase.receipt, consent, version, lastDay])
        expect(pdf).toContain(withoutBlanks(text));
    },
  );

  it.each([
    ['nl', 'bij een eerdere aankoop'],
    ['en', 'in an earlier purchase'],
    ['de', 'bei einem früheren Kauf'],
  ] as const)('say that the consent was given earlier (%s)', async (language, words) => {
    const email = `again.${language}@example.com`;
    const anna = await aMember(test, 0, { language, email });
    await buy(anna);
    test.clock.advance(DAY);
    await payAndNotify(test, (await open(test, anna, { consent: undefined })).order);
    while ((await runDueWork(test.outbox)) > 0);
    const mails = test.mail.sent.filter(({ to }) => to === email);
    expect(mails.map(({ text }) => text.includes(words))).toEqual([false, true]);
  });

  it('are not mailed for a failed payment or a deleted account', async () => {
    const [anna, bram] = [await aMember(test), await aMember(test)];
    await failAndNotify(test, (await open(test, anna)).order, 302);
    await buy(bram);
    await eraseAccount(test, bearer(bram.token));
    test.mail.sent.length = 0;
    while ((await runDueWork(test.outbox)) > 0);
    expect(test.mail.sent.flatMap(({ attachments }) => attachments ?? [])).toEqual([]);
  });

  it('are in the list of movements, together with spending', async () => {
    const [anna, vera] = [await aMember(test), await aPerformer(test)];
    const { purchase } = await buy(anna);
    await (await join(test, anna.caller, vera)).tip(100);
    const answer = await file(MOVEMENTS_FILE, anna);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head, bought, tipped, end] = bytes.subarray(3).toString('utf8').split('\r\n');
    expect(head).toBe('date,kind,performer,credits,balance,receipt,euro');
    expect(bought).toMatch(new RegExp(`^2026-[0-9: -]+,purchase,,650,650,${purchase.receipt},9.95$`));
    expect(tipped).toMatch(new RegExp(`,tip,${vera.username},-100,550,,$`));
    expect(end).toBe('');
  });

  it('are in that list with returned money, formatted for a Dutch spreadsheet', async () => {
    const [anna, vera] = [await aMember(test), await aPerformer(test)];
    const { purchase } = await buy(anna);
    await (await join(test, anna.caller, vera)).tip(150);
    await withdraw(anna, purchase.receipt);
    const answer = await file(MOVEMENTS_FILE, anna, 'nl');
    const [head, ...rows] = (await answer.text()).split('\r\n');
    expect(head).toBe('datum;soort;performer;credits;saldo;bon;euro');
    expect(rows.map((row) => row.replace(/^[^;]+;/, ''))).toEqual([
      `aankoop;;650;650;${purchase.receipt};9,95`,
      `fooi;${vera.username};-150;500;;`,
      `terugbetaling;;-500;0;${purchase.receipt};-7,66`,
      '',
    ]);
  });

  describe('a withdrawal', () => {
    it('gives back the unused credits, confirms it by mail and refunds the money', async () => {
      const [anna, vera] = [await aMember(test), await aPerformer(test)];
      const { order, purchase } = await buy(anna);
      expect(purchase.withdrawal).toMatchObject({ credits: 650, cents: 995 });
      await (await join(test, anna.caller, vera)).tip(150);
      const done = await withdraw(anna, purchase.receipt);
      expect(done).toMatchObject({ credits: 500, cents: 766 });
      expect(await anna.credits()).toBe(0);
      await runDueWork(test.outbox);
      expect(returnedOf(order)).toMatchObject({ returned: { how: 'refund', cents: 766 } });
      const mail = test.mail.sent.at(-1);
      expect(mail?.subject).toContain(purchase.receipt);
      expect(mail?.text).toMatch(/ongebruikte credits \(500\) .* €.7,66/s);
      // The provider reports our own refund: nothing is taken twice.
      await notify(test, order);
      const after = await callApp(test, readPurchase, { receipt: purchase.receipt }, bearer(anna.token));
      expect(await anna.credits()).toBe(0);
      expect(after.returnedCents).toBe(766);
      expect(after.withdrawal).toBeNull();
    });

    it('never covers free credits, which are spent before bought ones', async () => {
      const [anna, vera] = [await aMember(test), await aPerformer(test)];
      const give = (credits: number) =>
        creditMember(test.deps, operatorCaller('els'), { memberId: anna.id, credits });
      await give(50);
      const { purchase } = await buy(anna);
      await (await join(test, anna.caller, vera)).tip(150);
      await give(80);
      expect(await withdraw(anna, purchase.receipt)).toMatchObject({ credits: 550 });
      expect(await anna.credits()).toBe(80);
    });

    it('is done once, however often it is confirmed', async () => {
      const anna = await aMember(test);
      const { order, purchase } = await buy(anna);
      const answers = await Promise.all(Array.from({ length: 4 }, () => withdraw(anna, purchase.receipt)));
      expect(new Set(answers.map(({ cents }) => cents))).toEqual(new Set([995]));
      await runDueWork(test.outbox);
      expect(returnedOf(order)).toMatchObject({ returned: { cents: 995 } });
      expect(await anna.credits()).toBe(0);
    });

    it('competes with tips without losing or duplicating a credit', async () => {
      const [anna, vera] = [await aMember(test), await aPerformer(test)];
      const { purchase } = await buy(anna);
      const chat = await join(test, anna.caller, vera);
      const tips = Array.from({ length: 5 }, () => chat.tip(100).catch(() => undefined));
      const [done] = await Promise.all([withdraw(anna, purchase.receipt), ...tips]);
      expect((await vera.credits()) + done.credits).toBe(650);
      expect(await anna.credits()).toBe(0);
    });

    it('counts the newest credits as unused and leaves other purchases alone', async () => {
      const [anna, vera] = [await aMember(test), await aPerformer(test)];
      const older = (await buy(anna)).purchase;
      const newer = (await buy(anna)).purchase;
      await (await join(test, anna.caller, vera)).tip(700);
      const { result } = await list(anna);
      expect(result.map(({ withdrawal }) => withdrawal?.credits ?? null)).toEqual([600, null]);
      await expect(withdraw(anna, older.receipt)).rejects.toThrow('badRequest.withdrawal.closed');
      expect(await withdraw(anna, newer.receipt)).toMatchObject({ credits: 600 });
    });

    it('is possible for fourteen days, and only for the buyer', async () => {
      const [anna, bram] = [await aMember(test), await aMember(test)];
      const { purchase } = await buy(anna);
      await expect(withdraw(bram, purchase.receipt)).rejects.toThrow('badRequest.notFound');
      await expect(withdraw(bram, '2026-999999')).rejects.toThrow('badRequest.notFound');
      test.clock.advance(15 * DAY);
      await expect(withdraw(anna, purchase.receipt)).rejects.toThrow('badRequest.withdrawal.closed');
    });
  });

  it('are numbered from one in a new year, which begins by the operator’s clock', async () => {
    test.clock.advance(Date.parse('2027-12-31T23:30:00Z') - test.deps.now().getTime());
    const { purchase } = await buy(await aMember(test));
    expect(purchase.receipt).toBe('2028-000001');
  });
});
