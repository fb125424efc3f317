import { describe, expect, it } from 'vitest';
import { DAC7_FILE, listReportYears, listSellers, readVat } from '#contract/desk/money/tax-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import { readSeller, saveSeller, sellerFile } from '#contract/tax/seller-calls.ts';
import { vatWithin } from '#contract/tax/vat.ts';
import { receiptFile } from '#contract/wallet/receipts-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { sellerOf } from '#server/performers/records/sellers.ts';
import { aSeller } from '#server/performers/records/testing.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import { askSellers } from '#server/studio/earnings/ask-sellers.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, anOperator, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, tokenFor } from '#server/testing/test-app.ts';
import { bookLines } from '#server/wallet/books/book-lines.ts';
import { notify, open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { textOfPdf, withoutBlanks } from '#server/wallet/receipts/testing.ts';
import { payments } from '#server/wallet/tables.ts';
import { duePayouts } from '../payouts/list-payouts.ts';
import { markPaid } from '../payouts/pay-out.ts';

const DAY = 86_400_000;

/** Lines of the accountant's file, by their heads. */
async function booked(test: TestApp): Promise<Record<string, string>[]> {
  const lines: string[][] = [];
  const span = { from: new Date(0), to: new Date('2030-01-01') };
  for await (const line of bookLines(test.deps, span)) lines.push(line.split(','));
  const [heads = [], ...rows] = lines;
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [heads[at] ?? '', cell])));
}

describe.each(databaseKinds())('VAT by the member’s country on $name', (database) => {
  const test = startTestApp({ on: database, environment: { VAT_OSS: 'on' } });
  const buy = async (country: string | undefined, paymentMethod = '709') => {
    const anna = await aMember(test);
    const opened = await open(test, anna, { paymentMethod, ...(country && { country }) });
    await payAndNotify(test, opened.order);
    return { anna, ...opened };
  };

  it('is of the country that most evidence names, and agrees with the books and the receipt', async () => {
    const { anna } = await buy('FI');
    await buy('FI');
    await buy('DE', '10');
    await buy('DE', '436');
    await buy('US');
    const { order } = await buy(undefined);
    const kept = await test.deps.db.select().from(payments);
    expect(kept.map(({ evidence, vatCountry }) => [vatCountry, evidence.length])).toEqual([
      ['FI', 1],
      ['FI', 1],
      ['NL', 2],
      ['BE', 2],
      ['US', 1],
      [null, 0],
    ]);
    test.payments.giveBack(order, { how: 'refund', cents: 495 });
    await notify(test, order);

    const finance = await anOperator(test, 'finance');
    const read = await callApp(test, readVat, { quarter: '2026-Q4' }, finance.headers);
    const lines = (await booked(test)).filter(({ country }) => country);
    const sums = (country: string) => {
      const own = lines.filter((line) => line['country'] === country);
      const cents = (name: string) =>
        own.reduce((sum, line) => sum + Math.round(Number(line[name]) * 100), 0);
      return { vat: cents('vat'), base: cents('euro') - cents('vat'), rate: own[0]?.['rate'] };
    };
    expect(read.result.map(({ country }) => country)).toEqual(['BE', 'FI', 'NL', 'US']);
    for (const { country, rate, base, vat } of read.result)
      expect({ vat, base, rate }, country).toEqual(sums(country));
    expect(read.oss).toMatchObject([
      { country: 'BE', quarter: '2026-Q4', rate: '21', vat: vatWithin(995, 21) },
      { country: 'FI', rate: '25.5', vat: 2 * vatWithin(995, 25.5) },
    ]);
    expect(read.result.find(({ country }) => country === 'US')).toMatchObject({ vat: 0, scheme: 'outside' });
    expect(read).toMatchObject({ isOn: true, threshold: 1_000_000, doubtful: 5 });
    expect(read.abroad).toBe(read.oss.reduce((sum, { base }) => sum + base, 0));
    const receipt = await test.app.request(
      `${receiptFile('2026-000001')}?api-key=${test.deps.config.apiKey}&lang=en`,
      { headers: bearer(anna.token) },
    );
    expect(textOfPdf(Buffer.from(await receipt.arrayBuffer()))).toContain('VATFinland25.5%');
  });
});

describe.each(databaseKinds())('without it, on $name', (database) => {
  const test = startTestApp({ on: database });

  it('sales stay at home, with their evidence and the turnover abroad', async () => {
    const anna = await aMember(test);
    const { order } = await open(test, anna, { paymentMethod: '436', country: 'BE' });
    await payAndNotify(test, order);
    const { headers } = await anOperator(test, 'finance');
    const read = await callApp(test, readVat, {}, headers);
    const vat = vatWithin(995, 21);
    expect(read.result).toMatchObject([{ country: 'NL', scheme: 'home', rate: '21', base: 995 - vat, vat }]);
    expect(read).toMatchObject({ oss: [], isOn: false, abroad: 995 - vat, doubtful: 0 });
    const support = await anOperator(test, 'support');
    expect(await callApp(test, readVat, {}, support.headers).catch(labelOf)).toBe('badRequest.forbidden');
  });
});

describe.each(databaseKinds())('the report on performers on $name', (database) => {
  const test = startTestApp({ on: database, environment: { PAYOUT_RATE: '50', TAX_NUMBER: '123456789' } });
  const els = operatorCaller('els', 'October');

  const earn = (performer: number, day: string, credits: number) =>
    test.deps.db.transaction((tx) =>
      transfer(tx, {
        key: test.deps.newId(),
        kind: 'dial-in',
        reference: 'dial-in:x',
        amount: credits,
        from: { kind: 'house', owner: 'phone' },
        to: { kind: 'performer', owner: performer },
        at: new Date(`${day}T12:00:00Z`),
      }),
    );
  const pay = async ({ id }: Pick<TestPerformer, 'id'>, month: string) => {
    const [due] = await duePayouts(test.deps, { month, only: id });
    const input = { performer: id, month, version: due?.version ?? '', reference: `${month}/1` };
    return markPaid(test.deps, els, input);
  };
  const give = (token: string, changes: Partial<typeof aSeller> = {}) =>
    callApp(test, saveSeller, { ...aSeller, ...changes }, bearer(token));

  it('has what she was paid by quarter, and her details, from ledger and form', async () => {
    const anna = await aMember(test);
    await payAndNotify(test, (await open(test, anna)).order);
    const [vera, lena] = [await aPerformer(test), await aPerformer(test)];
    await give(vera.token, { lastName: 'de Vries & Zn <1>', vatNumber: 'NL000099998B57' });
    for (const { id } of [vera, lena]) {
      await earn(id, '2026-09-10', 1000);
      await earn(id, '2026-10-10', 3000);
    }
    for (const who of [vera, lena]) await pay(who, '2026-10');
    test.clock.advance(40 * DAY);
    await earn(vera.id, '2026-12-02', 500);
    test.clock.advance(40 * DAY);
    await pay(vera, '2026-12');

    // 650 credits for 995 cents were sold: what 4000 of them had cost without VAT, less 20 euro.
    const net = 995 - vatWithin(995, 21);
    const paid = 2000;
    const fees = Math.floor((4000 * net) / 650) - paid;
    const { headers } = await anOperator(test, 'finance');
    const listed = await callApp(test, listSellers, { year: '2026' }, headers);
    expect(listed.missing).toBe(1);
    expect(listed.result).toMatchObject([
      { performer: vera.id, state: 'given', country: 'NL', reported: true, paid, fees, activities: 2 },
      { performer: lena.id, state: 'unasked', country: null, reported: false, paid, fees },
    ]);
    const { result: years } = await callApp(test, listReportYears, {}, headers);
    expect(years).toEqual([
      { year: '2027', sellers: 1, paid: 250 },
      { year: '2026', sellers: 2, paid: 4000 },
    ]);

    const load = (who: Record<string, string>, query = 'year=2026') =>
      test.app.request(`${DAC7_FILE}?${query}`, { headers: { 'api-key': test.deps.config.apiKey, ...who } });
    expect((await load((await anOperator(test, 'support')).headers)).status).toBe(403);
    expect((await load(headers, 'year=26')).status).toBe(400);
    const answer = await load(headers);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="dac7-2026.xml"');
    const xml = await answer.text();
    const valuesOf = (name: string) =>
      [...xml.matchAll(new RegExp(`<(?:dpi|stf):${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(
        ([, value]) => value,
      );
    expect(valuesOf('ConsQ[1-4]')).toEqual(['0', '0', '0', '20']);
    expect(valuesOf('FeesQ[1-4]')).toEqual(['0', '0', '0', String(Math.round(fees / 100))]);
    expect(valuesOf('NumbQ[1-4]')).toEqual(['0', '0', '0', '2']);
    expect(valuesOf('TaxQ[1-4]')).toEqual(['0', '0', '0', '0']);
    expect(valuesOf('TIN')).toEqual(['123456789', '111222333']);
    expect(valuesOf('LastName')).toEqual(['de Vries &#38; Zn &#60;1&#62;']);
    expect(valuesOf('Identifier')).toEqual(['NL91ABNA0417164300']);
    expect(valuesOf('MessageTypeIndic')).toEqual(['DPI401']);
    // The order of the schema.
    expect([...xml.matchAll(/<((?:dpi|stf):\w+)/g)].map(([, name]) => name?.slice(4)).join(' ')).toBe(order);

    const hers = bearer(await tokenFor(test.deps, 'performer', vera.id));
    const own = await callApp(test, readSeller, {}, hers);
    expect(own.years.map(({ year, quarters }) => [year, quarters.map((one) => one.paid)])).toEqual([
      [2027, [250, 0, 0, 0]],
      [2026, [0, 0, 0, paid]],
    ]);
    const pdf = await test.app.request(`${sellerFile(2026)}?api-key=${test.deps.config.apiKey}&lang=en`, {
      headers: hers,
    });
    const text = textOfPdf(Buffer.from(await pdf.arrayBuffer()));
    expect(text).toContain(withoutBlanks('Paid in quarter 4 (2 chats and messages)'));
    expect(text).toContain('111222333');
    const foreign = await test.app.request(`${sellerFile(2025)}?api-key=${test.deps.config.apiKey}`, {
      headers: hers,
    });
    expect(foreign.status).toBe(404);
  });

  it('is made of details that only she reads, sealed and with a version', async () => {
    const vera = await aPerformer(test);
    const { version } = await give(vera.token);
    const own = await callApp(test, readSeller, {}, bearer(vera.token));
    expect(own).toMatchObject({ details: aSeller, version, state: 'given', heldFrom: null });
    const row = await sellerOf(test.deps.db, vera.id);
    expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain(aSeller.taxNumber);
    const stale = { ...aSeller, city: 'Utrecht', version: 'other' };
    expect(await callApp(test, saveSeller, stale, bearer(vera.token)).catch(labelOf)).toBe(
      'badRequest.form.changed',
    );
    expect(await give(vera.token, { iban: 'NL91ABNA0417164301' }).catch(labelOf)).toBe(
      'badRequest.invalid.input',
    );
  });

  it('asks for them three times, then payouts wait until they are there', async () => {
    const lena = await addedPerformer(test, 'Lena');
    const mails = () => test.mail.sent.filter(({ text }) => text.includes(routes.studioSeller)).length;
    await askSellers(test.deps);
    await earn(lena.id, '2027-01-15', 1000);
    for (const days of [0, 0, 19, 1, 20, 20]) {
      test.clock.advance(days * DAY);
      await askSellers(test.deps);
    }
    while ((await runDueWork(test.outbox)) > 0);
    expect(mails()).toBe(3);
    const stop = async () => (await duePayouts(test.deps, { month: '2027-01', only: lena.id }))[0]?.stop;
    expect(await stop()).toBe('details');
    expect(await pay(lena, '2027-01').catch(labelOf)).toBe('badRequest.payout.stopped');
  });
});

const order = [
  'DPI_OECD MessageSpec SendingEntityIN TransmittingCountry ReceivingCountry MessageType Contact MessageRefId',
  'MessageTypeIndic ReportingPeriod Timestamp DPIBody PlatformOperator ResCountryCode TIN IN VAT Name',
  'PlatformBusinessName Address CountryCode AddressFix Street City Nexus AssumedReporting DocSpec DocTypeIndic',
  'DocRefId ReportableSeller Identity IndividualSeller Standard IndSellerID ResCountryCode TIN VAT Name FirstName',
  'LastName Address CountryCode AddressFix Street PostCode City BirthInfo BirthDate FinancialIdentifier Identifier',
  'RelevantActivities PersonalServices Consideration ConsQ1 ConsQ2 ConsQ3 ConsQ4 NumberOfActivities NumbQ1 NumbQ2',
  'NumbQ3 NumbQ4 Fees FeesQ1 FeesQ2 FeesQ3 FeesQ4 Taxes TaxQ1 TaxQ2 TaxQ3 TaxQ4 DocSpec DocTypeIndic DocRefId',
].join(' ');
