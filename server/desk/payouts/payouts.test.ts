import { eq, TransactionRollbackError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listActs } from '#contract/desk/log-calls.ts';
import { listMonthEarnings } from '#contract/desk/money/book-calls.ts';
import * as calls from '#contract/desk/money/payout-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { readEarnings } from '#contract/studio/numbers/earnings-calls.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { performerAccounts, performers } from '#server/performers/tables.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { bookLines } from '#server/wallet/books/book-lines.ts';
import { readBooks } from '#server/wallet/check-wallet.ts';
import { payouts } from '#server/wallet/tables.ts';
import { payOut } from '../value/acts.ts';

const reason = 'bank run of the month';
const reference = '2026-10/17';

describe.each(databaseKinds())('payouts to performers on $name', (database) => {
  const test = startTestApp({ on: database, environment: { PAYOUT_RATE: '50', PAYOUT_MINIMUM: '100' } });

  /** Books credits at noon of a day; a negative number is given back. */
  async function earn(performer: number, day: string, credits: number): Promise<void> {
    const [hers, house] = [
      { kind: 'performer', owner: performer },
      { kind: 'house', owner: 'phone' },
    ] as const;
    await test.deps.db.transaction((tx) =>
      transfer(tx, {
        key: test.deps.newId(),
        kind: 'dial-in',
        reference: 'dial-in:x',
        amount: Math.abs(credits),
        from: credits > 0 ? house : hers,
        to: credits > 0 ? hers : house,
        at: new Date(`${day}T12:00:00Z`),
      }),
    );
  }
  const listed = async (month: string, app = test) =>
    callApp(app, calls.listPayouts, { month }, (await anOperator(test, 'finance')).headers);
  const dueTo = async ({ id }: { id: number }, month = '2026-10', app = test) =>
    (await listed(month, app)).due.find(({ performer }) => performer === id);
  async function pay(
    { id }: { id: number },
    input: { month?: string; version?: string; reference?: string } = {},
    app = test,
  ) {
    const month = input.month ?? '2026-10';
    const version = input.version ?? (await dueTo({ id }, month, app))?.version ?? 'none';
    const { headers } = await anOperator(test, 'finance');
    const formKey = test.deps.newId();
    const seen = { performer: id, month, version, reference: input.reference ?? reference, formKey, reason };
    const { result } = await callApp(app, calls.payOut, seen, headers);
    if (!result) throw new Error('The payout waits');
    return result;
  }
  const comeBack = async ({ payout, version }: { payout: number; version: string }) => {
    const { headers } = await anOperator(test, 'finance');
    const form = { payout, version, formKey: test.deps.newId(), reason: 'account closed' };
    return (await callApp(test, calls.returnPayout, form, headers)).result;
  };
  const ofOctober = async () => {
    const performer = await aPerformer(test);
    await earn(performer.id, '2026-10-15', 1000);
    return performer;
  };
  const historyOf = async (performer: number) => {
    const { headers } = await anOperator(test, 'owner');
    return (await callApp(test, calls.listPerformerPayouts, { performer }, headers)).result;
  };

  it('are due for what was earned up to the end of a month, at the rate', async () => {
    const vera = await aPerformer(test);
    for (const day of ['2026-09-30', '2026-10-31', '2026-11-01']) await earn(vera.id, day, 151);
    const [september, october] = [await dueTo(vera, '2026-09'), await dueTo(vera)];
    expect(september).toMatchObject({ credits: 151, cents: 75, stop: null });
    expect(october).toMatchObject({ username: vera.username, credits: 302, cents: 151, stop: null });
    expect(await dueTo(vera, '2026-08')).toBeUndefined();
    expect(await listed('2026-10')).toMatchObject({ rate: 50, minimum: 100, isPayable: true });
  });

  it('move the credits once, and are found by month and by performer', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-10-15', 1000);
    await earn(vera.id, '2026-11-15', 30);
    const version = (await dueTo(vera))?.version ?? '';
    const [paid, again] = [await pay(vera, { version }), await pay(vera, { version })];
    expect(again).toEqual(paid);
    expect(paid).toMatchObject({ month: '2026-10', credits: 1000, rate: 50, cents: 500, currency: 'EUR' });
    expect(await vera.credits()).toBe(30);
    expect(await dueTo(vera)).toBeUndefined();
    for (const month of ['2026-10', '2026-11'])
      expect((await listed(month)).payouts.filter(({ performer }) => performer === vera.id)).toEqual([paid]);
    expect(await historyOf(vera.id)).toEqual([paid]);
    const { headers } = await anOperator(test, 'finance');
    const { acts } = await callApp(test, listActs, { subject: `performer:${vera.id}` }, headers);
    expect(acts.filter(({ act }) => act === 'payout.paid')).toMatchObject([
      { actor: `operator:${paid.by}`, reason },
    ]);
    expect(await pay(vera, { version, reference: 'another' }).catch(labelOf)).toBe('badRequest.payout.paid');
  });

  it('are made once by two operators at the same time', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-10-15', 1000);
    const version = (await dueTo(vera))?.version ?? '';
    const both = await Promise.all(
      ['one', 'two'].map((own) =>
        pay(vera, { version, reference: own }).then(({ reference }) => reference, labelOf),
      ),
    );
    expect(both.filter((one) => one === 'badRequest.payout.paid')).toHaveLength(1);
    expect(await vera.credits()).toBe(0);
    expect(await historyOf(vera.id)).toHaveLength(1);
  });

  it('are refused if another amount is owed than was seen', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-10-15', 1000);
    const version = (await dueTo(vera))?.version ?? '';
    await earn(vera.id, '2026-11-15', -200);
    expect(await pay(vera, { version }).catch(labelOf)).toBe('badRequest.payout.changed');
    // What was given back since is not owed any more.
    expect(await dueTo(vera)).toMatchObject({ credits: 800 });
    const dearer = variantOf(test, { config: { ...test.deps.config, payoutRate: 60 } });
    const cheap = (await dueTo(vera))?.version ?? '';
    expect(await pay(vera, { version: cheap }, dearer).catch(labelOf)).toBe('badRequest.payout.changed');
    expect(await pay(vera)).toMatchObject({ credits: 800 });
  });

  it('that came back are due again, and a form sent twice does not pay again', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-10-15', 1000);
    const version = (await dueTo(vera))?.version ?? '';
    const first = await pay(vera, { version });
    for (const _ of ['once', 'sent again']) await comeBack(first);
    expect(await vera.credits()).toBe(1000);
    expect(await historyOf(vera.id)).toMatchObject([{ returned: { reason: 'account closed' } }]);
    expect(await pay(vera, { version }).catch(labelOf)).toBe('badRequest.payout.changed');
    const second = await pay(vera, { reference: 'new account' });
    expect(second.credits).toBe(1000);
    expect((await historyOf(vera.id)).map(({ returned }) => returned === null)).toEqual([true, false]);
    expect(await vera.credits()).toBe(0);
    const { headers } = await anOperator(test, 'finance');
    const other = await pay(await ofOctober());
    expect(await comeBack({ ...second, version: other.version }).catch(labelOf)).toBe(
      'badRequest.payout.changed',
    );
    const unknown = { payout: 2_000_000_000, version: 'x', formKey: test.deps.newId(), reason };
    expect(await callApp(test, calls.returnPayout, unknown, headers).catch(labelOf)).toBe(
      'badRequest.notFound',
    );
  });

  it('of one month leave what a later month has paid', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-09-15', 50);
    await earn(vera.id, '2026-10-15', 400);
    expect(await dueTo(vera, '2026-09')).toMatchObject({ stop: 'minimum' });
    expect(await pay(vera)).toMatchObject({ credits: 450 });
    await earn(vera.id, '2026-11-15', 300);
    expect(await dueTo(vera, '2026-09')).toBeUndefined();
  });

  it('are stopped by a month that cannot be paid yet, a missing rate, identity or suspension', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-10-15', 1000);
    const refused = async (app = test, month = '2026-10') => {
      const { stop, version } = (await dueTo(vera, month, app)) ?? { stop: null, version: '' };
      expect(await pay(vera, { month, version }, app).catch(labelOf)).toBe('badRequest.payout.stopped');
      return stop;
    };
    const variant = (change: Partial<typeof test.deps.config>) =>
      variantOf(test, { config: { ...test.deps.config, ...change } });
    expect(await refused(test, '2026-11')).toBe('early');
    // A message of the last evening of October could still be given back.
    expect(await refused(variant({ messageReturnHours: 24 * 20 }))).toBe('early');
    expect(await refused(variant({ payoutRate: null }))).toBe('rate');
    expect(await refused(variant({ identityRequired: true }))).toBe('identity');
    expect(await refused(variant({ payoutMinimum: 1001 }))).toBe('minimum');
    const hers = eq(performers.id, vera.id);
    await test.deps.db.update(performers).set({ suspendedAt: test.clock.now() }).where(hers);
    expect(await refused()).toBe('suspended');
    await test.deps.db.update(performers).set({ suspendedAt: null }).where(hers);
    expect(await vera.credits()).toBe(1000);
    expect(await pay({ id: 2_000_000_000 }).catch(labelOf)).toBe('badRequest.performer.notExists');
  });

  it('are mailed to the performer, unless she has left, who is paid below the minimum, too', async () => {
    const [mila, nora] = [await addedPerformer(test, 'Mila'), await addedPerformer(test, 'Nora')];
    await earn(mila.id, '2026-10-15', 1000);
    await earn(nora.id, '2026-10-15', 99);
    await removePerformer(test.deps, operatorCaller('els'), 'Nora');
    while ((await runDueWork(test.outbox)) > 0);
    test.mail.sent.splice(0);
    await pay(mila);
    expect(await pay(nora)).toMatchObject({ username: 'Nora', credits: 99, cents: 49 });
    while ((await runDueWork(test.outbox)) > 0);
    expect(test.mail.sent.map(({ to }) => to)).toEqual([mila.email]);
    const [mail] = test.mail.sent;
    expect(mail?.subject).toContain('October 2026');
    for (const part of ['€5.00', '1,000 credits', reference, '/en/studio/earnings?month=2026-10'])
      expect(mail?.text).toContain(part);
  });

  it('that come back are mailed once, in the language of the performer', async () => {
    const mina = await addedPerformer(test, 'Mina');
    await test.deps.db
      .update(performerAccounts)
      .set({ language: 'nl' })
      .where(eq(performerAccounts.performerId, mina.id));
    await earn(mina.id, '2026-10-15', 1000);
    const paid = await pay(mina);
    while ((await runDueWork(test.outbox)) > 0);
    test.mail.sent.splice(0);
    for (const _ of ['first', 'second']) await comeBack(paid);
    while ((await runDueWork(test.outbox)) > 0);
    expect(test.mail.sent.map(({ to }) => to)).toEqual([mina.email]);
    const [mail] = test.mail.sent;
    expect(mail?.subject).toContain('oktober 2026');
    for (const part of ['€\u00a05,00', '1.000 credits', reference, '/studio/earnings?month=2026-10'])
      expect(mail?.text).toContain(part);
  });

  it('are no earnings: books and studio show what was earned, and the studio what was paid', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-10-15', 1000);
    await earn(vera.id, '2026-11-15', 30);
    const paid = await pay(vera);
    const { payout } = paid;
    const { headers } = await anOperator(test, 'finance');
    const { result } = await callApp(test, listMonthEarnings, { month: '2026-11' }, headers);
    const row = result.find(({ performerId }) => performerId === vera.id);
    expect(row).toMatchObject({ opening: 1000, earned: 30, closing: 1030, other: 0 });
    const token = bearer(await tokenFor(test.deps, 'performer', vera.id));
    const read = () => callApp(test, readEarnings, { month: '2026-11' }, token);
    const shown = {
      payout,
      month: '2026-10',
      credits: 1000,
      cents: 500,
      currency: 'EUR',
      paidOn: '2026-11-20',
    };
    expect(await read()).toMatchObject({ opening: 1000, earned: 30, returned: 0, closing: 1030 });
    expect((await read()).payouts).toEqual([{ ...shown, returnedOn: null }]);
    await comeBack(paid);
    expect((await read()).payouts).toEqual([{ ...shown, returnedOn: '2026-11-20' }]);
    expect((await read()).earned).toBe(30);
  });

  it('are lines of the statement, and of the accountant’s file with their euro', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-10-15', 1000);
    await earn(vera.id, '2026-11-15', 30);
    await comeBack(await pay(vera));
    await pay(vera, { reference: 'new account' });
    const finance = await anOperator(test, 'finance');
    const get = (query: string, headers: Record<string, string>) =>
      test.app.request(`${calls.STATEMENT_FILE}?${query}&lang=en`, {
        headers: { 'api-key': test.deps.config.apiKey, ...headers },
      });
    const answer = await get(`performer=${vera.id}&month=2026-11`, finance.headers);
    expect((await answer.text()).split('\r\n')).toEqual([
      `performer,${vera.username}`,
      'month,2026-11',
      '',
      'what,day,credits,euro,month,reference',
      'opening,,1000,,,',
      'dial-in,,30,,,',
      `payout,2026-11-20,-1000,-5.00,2026-10,${reference}`,
      'payout,2026-11-20,-1000,-5.00,2026-10,new account',
      `payout-return,2026-11-20,1000,5.00,2026-10,${reference}`,
      'closing,,30,,,',
      '',
    ]);
    for (const [query, role, status] of [
      [`performer=${vera.id}&month=2026-11`, 'support', 403],
      [`performer=${vera.id}&month=2026-13`, 'finance', 400],
      ['performer=2000000000&month=2026-11', 'finance', 404],
      ['performer=x&month=2026-11', 'finance', 404],
    ] as const) {
      expect((await get(query, (await anOperator(test, role)).headers)).status, query).toEqual(status);
    }
    const lines: string[] = [];
    const span = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z') };
    for await (const line of bookLines(test.deps, span))
      if (line.includes(`payout:${vera.id}:`)) lines.push(line.split(',').slice(2).join());
    const [hers, house] = [`performer:${vera.id}`, 'house:payouts'];
    const key = `payout:${vera.id}:2026-10`;
    expect(lines).toEqual([
      `payout,${key},${hers},${house},1000,-5.00,,EUR,0,,`,
      `payout-return,${key},${house},${hers},1000,5.00,,EUR,0,,`,
      `payout,${key},${hers},${house},1000,-5.00,,EUR,0,,`,
    ]);
  });

  it('are compared with the ledger, and the database keeps them consistent', async () => {
    const [vera, mila] = [await aPerformer(test), await aPerformer(test)];
    await earn(vera.id, '2026-10-15', 1000);
    const { payout } = await pay(vera);
    expect(await readBooks(test.deps.db)).toMatchObject({ faults: [], total: 0, negative: 0 });
    const hers = eq(payouts.id, payout);
    const set = (change: Partial<typeof payouts.$inferInsert>) =>
      test.deps.db.update(payouts).set(change).where(hers);
    await set({ performerId: mila.id });
    expect((await readBooks(test.deps.db)).faults).toEqual([
      { fault: 'payout', payout: `payout:${mila.id}:2026-10` },
    ]);
    await set({ performerId: vera.id });
    for (const change of [
      { month: '2026-11' },
      { month: '2026-1' },
      { cents: 501 },
      { returnedBy: 'els' },
      { reference: '' },
      { credits: 0, cents: 0 },
    ])
      expect(
        await set(change).then(
          () => change,
          () => null,
        ),
      ).toBeNull();
    const [row] = await test.deps.db.select().from(payouts).where(hers);
    if (!row) throw new Error('The payout is missing');
    const { id: _, ...copy } = row;
    const twice = test.deps.db.insert(payouts).values({ ...copy, transferId: row.transferId + 1_000_000 });
    expect(await twice.catch((error: Error) => String(error.cause))).toContain('payout_once');
    await test.deps.db
      .transaction(async (tx) => {
        await transfer(tx, {
          key: 'stray',
          kind: 'payout',
          reference: 'payout:stray',
          amount: 1,
          at: test.clock.now(),
          from: { kind: 'house', owner: 'opening' },
          to: { kind: 'house', owner: 'payouts' },
        });
        expect((await readBooks(tx)).faults).toEqual([{ fault: 'payout', payout: 'payout:stray' }]);
        throw new TransactionRollbackError();
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) throw error;
      });
  });

  it('have no account number in their reference', async () => {
    const vera = await aPerformer(test);
    await earn(vera.id, '2026-10-15', 1000);
    const wrong = pay(vera, { reference: 'to NL91 ABNA 0417 1643 00' });
    expect(await wrong.catch(labelOf)).toBe('badRequest.invalid.input');
    const direct = {
      performer: vera.id,
      month: '2026-10',
      version: 'x',
      reference,
      formKey: test.deps.newId(),
    };
    await expect(payOut(test.deps, vera.caller, direct)).rejects.toThrow('badRequest.unauthorized');
  });
});
