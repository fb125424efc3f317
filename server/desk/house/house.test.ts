import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { checkHouseBooks, listFailedWork, readHouse, retryWork } from '#contract/desk/house-calls.ts';
import { listActs } from '#contract/desk/log-calls.ts';
import { listAffiliates } from '#contract/desk/money/affiliate-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { readToday } from '#contract/desk/today-calls.ts';
import { entries } from '#server/ledger/tables.ts';
import { MAX_ATTEMPTS, runDueWork } from '#server/outbox/run-due-work.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { keepLiveHour } from '#server/performers/live-hours/live-hours.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { askGateways } from './read-house.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(databaseKinds())('the house on $name', (database) => {
  const test = startTestApp({ on: database });
  const houseOf = async () => callApp(test, readHouse, {}, (await anOperator(test, 'support')).headers);

  it('shows parts, gateways, features and versions', async () => {
    expect(await houseOf()).toMatchObject({
      parts: { database: 'ok', redis: 'none', disk: 'ok' },
      mail: { gateway: 'outbox', lastSentAt: null },
      payments: { stuck: 0, unsentRefunds: 0 },
      media: { server: 'embedded', publishers: 0, viewers: 0 },
      features: expect.arrayContaining([{ name: 'desk', on: true }]),
      versions: { database: expect.stringMatching(/^PostgreSQL \d/), node: process.versions.node },
    });
  });

  it('asks each gateway, and says which one fails', async () => {
    const { check } = test.mail.gateway;
    test.mail.gateway.check = async () => {
      throw new Error('535 wrong password');
    };
    const { gateways } = await houseOf();
    test.mail.gateway.check = check;
    expect(gateways).toEqual({
      askedAt: test.clock.now().toISOString(),
      mail: 'away',
      payments: 'ok',
      storage: 'ok',
      phone: 'ok',
    });
  });

  it('waits only a moment for a gateway that says nothing', async () => {
    const silent = { check: () => new Promise<void>(() => undefined) };
    const mail = { ...test.mail.gateway, ...silent };
    expect(await askGateways({ ...test.deps, mail }, 1)).toMatchObject({ mail: 'away' });
  });

  it('retries failed work on request, with a reason, and hides addresses in its error', async () => {
    const mail = { id: 'x', to: 'anna@example.com', subject: 's', text: 't', html: 'h' };
    const sending = { payload: mail, runAt: test.clock.now() };
    await test.deps.db.transaction((tx) => addWork(tx, mailWork, sending));
    const { send } = test.mail.gateway;
    test.mail.gateway.send = async () => {
      throw new Error('550 <anna@example.com>: unknown recipient');
    };
    await runDueWork(test.outbox);
    expect((await houseOf()).outbox).toMatchObject({ retrying: 1, givenUp: 0, later: 1 });
    for (let tries = 1; tries < MAX_ATTEMPTS; tries += 1) {
      test.clock.advance(DAY);
      await runDueWork(test.outbox);
    }
    const { outbox } = await houseOf();
    expect(outbox).toMatchObject({ due: 0, later: 0, retrying: 0, givenUp: 1 });
    const support = await anOperator(test, 'support');
    const { result: failed } = await callApp(test, listFailedWork, {}, support.headers);
    expect(failed).toMatchObject([
      {
        kind: 'mail',
        state: 'given-up',
        attempts: MAX_ATTEMPTS,
        canRetry: true,
        lastError: '550 <…@…>: unknown recipient',
      },
    ]);
    test.mail.gateway.send = send;
    const work = failed[0]?.work ?? 0;
    const again = () => callApp(test, retryWork, { work, reason: 'the relay is back' }, support.headers);
    await again();
    await runDueWork(test.outbox);
    expect(test.mail.sent).toMatchObject([{ to: 'anna@example.com' }]);
    await expect(again()).rejects.toMatchObject({ label: 'badRequest.notFound' });
    const { acts } = await callApp(test, listActs, { subject: `work:${work}` }, support.headers);
    expect(acts).toMatchObject([{ act: 'outbox.retried', reason: 'the relay is back' }]);
    expect((await houseOf()).mail).toMatchObject({ failed: 0, lastSentAt: expect.any(String) });
  });

  it('checks the books, and names what is wrong', async () => {
    await aMember(test, 50);
    const { headers } = await anOperator(test, 'finance');
    const check = () => callApp(test, checkHouseBooks, {}, headers);
    expect(await check()).toMatchObject({ faults: [], total: 0, negative: 0 });
    await test.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.update(entries).set({ amount: 51 }).where(eq(entries.amount, 50));
    });
    expect((await check()).faults).toContainEqual({
      fault: 'balance',
      of: expect.any(String),
      balance: 50,
      entries: 51,
    });
  });
});

describe.each(databaseKinds())('affiliates on $name', (database) => {
  const test = startTestApp({ on: database });

  it('are summed up by month, most registrations first, also as a file', async () => {
    const createdAt = test.clock.now();
    for (const affiliate of ['77', '88', '88'])
      await makeMember(test.deps, { affiliate, createdAt, email: `${test.deps.newId()}@example.com` });
    await makeMember(test.deps, { affiliate: '77', createdAt: new Date('2026-10-31T22:59:00Z') });
    await payAndNotify(
      test,
      (await open(test, await aMember(test, 0, { affiliate: '77', createdAt }))).order,
    );
    const { headers } = await anOperator(test, 'finance');
    const { result } = await callApp(test, listAffiliates, { month: '2026-11' }, headers);
    expect(result.map((row) => [row.affiliate, row.registrations, row.firstPurchases])).toEqual([
      ['77', 2, 1],
      ['88', 2, 0],
    ]);
    const url = '/api/desk/list/affiliates.csv?month=2026-11&lang=en';
    const ask = async (role: OperatorRole) =>
      test.app.request(url, {
        headers: { 'api-key': test.deps.config.apiKey, ...(await anOperator(test, role)).headers },
      });
    const file = await (await ask('finance')).text();
    expect(file).toMatch(
      /^code,visits,visitors,registrations,firstPurchases,euro\r\n77,0,0,2,1,\d+\.\d\d\r\n/,
    );
    expect((await ask('support')).status).toBe(403);
  });
});

describe.each(databaseKinds())('today on $name', (database) => {
  const test = startTestApp({ on: database });

  it('is counted hour by hour beside the same day of last week, with money for finance only', async () => {
    // A Friday, 13:00 in Amsterdam.
    const now = test.clock.now().getTime();
    const ago = (ms: number) => ({ createdAt: new Date(now - ms) });
    for (const ms of [HOUR, 2 * HOUR, 7 * DAY, DAY]) await makeMember(test.deps, ago(ms));
    await payAndNotify(test, (await open(test, await aMember(test, 0, ago(3 * DAY)))).order);
    await aPerformer(test);
    await keepLiveHour(test.deps);
    await test.deps.db.execute(sql`update performer set online_status = 0`);
    await keepLiveHour(test.deps);
    const finance = await callApp(test, readToday, {}, (await anOperator(test, 'finance')).headers);
    expect(finance).toMatchObject({ today: '2026-11-20', lastWeek: '2026-11-13', hour: 13 });
    const { registrations, live, money } = finance;
    expect(registrations.today.slice(10)).toEqual([0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(registrations.lastWeek.indexOf(1)).toBe(13);
    expect(live.today[13]).toBe(1);
    expect(money?.purchases.today[13]).toBe(1);
    expect(money?.cents.today[13]).toBeGreaterThan(0);
    expect(money?.spent.map(({ kind }) => kind)).toEqual(['minute', 'tip', 'message']);
    const support = await callApp(test, readToday, {}, (await anOperator(test, 'support')).headers);
    expect(support).toEqual({ ...finance, money: null });
  });
});
