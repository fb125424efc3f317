import { asc, gt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LIST_FILE } from '#contract/desk/described/sections.ts';
import { listMonthEarnings } from '#contract/desk/money/book-calls.ts';
import { listDisputes, listPayments } from '#contract/desk/money/payment-calls.ts';
import { listPayouts, listPerformerPayouts, STATEMENT_FILE } from '#contract/desk/money/payout-calls.ts';
import { listSpenders } from '#contract/desk/money/sale-calls.ts';
import { listSellers } from '#contract/desk/money/tax-calls.ts';
import { listApplications } from '#contract/desk/people/application-calls.ts';
import { listDepictions, listIdentities } from '#contract/desk/people/identity-calls.ts';
import { findMembers, listMovements, readDeskMember } from '#contract/desk/people/member-calls.ts';
import { listDeskPerformers, readDeskPerformer } from '#contract/desk/people/performer-calls.ts';
import { listUnexplained } from '#contract/desk/reports/decision-calls.ts';
import { lawPath } from '#contract/desk/reports/law.ts';
import { listOrders } from '#contract/desk/reports/order-calls.ts';
import { listCases, readCase } from '#contract/desk/reports/report-calls.ts';
import { searchDesk } from '#contract/desk/search-calls.ts';
import { listRequests } from '#contract/desk/value/request-calls.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { caseAbout } from '#server/safety/reports/reads.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

const test = startTestApp();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const MONTH = '2026-10';

async function seenBy(look: (headers: Record<string, string>) => Promise<unknown>) {
  const operator = await anOperator(test);
  const [last] = (
    await test.deps.db.select({ id: auditRows.id }).from(auditRows).orderBy(asc(auditRows.id))
  ).slice(-1);
  await look({ ...operator.headers, 'user-agent': FIREFOX });
  const rows = await test.deps.db
    .select()
    .from(auditRows)
    .where(gt(auditRows.id, last?.id ?? 0))
    .orderBy(asc(auditRows.id));
  for (const row of rows)
    expect(row).toMatchObject({ actor: `operator:${operator.name}`, browser: 'Firefox · Linux' });
  return rows.map(({ act, subject, details }) => [act, subject, details]);
}

const load = (path: string, query: Record<string, string>) => async (headers: Record<string, string>) => {
  const search = new URLSearchParams({ 'api-key': test.deps.config.apiKey, ...query });
  expect((await test.app.request(`${path}?${search}`, { headers })).status).toBe(200);
};

describe('the log sees', () => {
  it('who finds and opens a member', async () => {
    const { id } = await aMember(test);
    expect(await seenBy((headers) => callApp(test, findMembers, { query: `member:${id}` }, headers))).toEqual(
      [['eye.members-found', null, { found: 1 }]],
    );
    expect(await seenBy((headers) => callApp(test, searchDesk, { query: `member:${id}` }, headers))).toEqual([
      ['eye.searched', null, { found: 1 }],
    ]);
    expect(await seenBy((headers) => callApp(test, readDeskMember, { memberId: id }, headers))).toEqual([
      ['eye.member-opened', `member:${id}`, null],
    ]);
    expect(await seenBy((headers) => callApp(test, listMovements, { memberId: id }, headers))).toEqual([
      ['eye.movements-opened', `member:${id}`, null],
    ]);
  });

  it('who finds and opens a performer, her payouts and her statement', async () => {
    const { id, username } = await aPerformer(test);
    const subject = `performer:${id}`;
    expect(
      await seenBy((headers) => callApp(test, listDeskPerformers, { query: username }, headers)),
    ).toEqual([['eye.performers-found', null, { found: 1 }]]);
    expect(await seenBy((headers) => callApp(test, readDeskPerformer, { performer: id }, headers))).toEqual([
      ['eye.performer-opened', subject, null],
    ]);
    expect(
      await seenBy((headers) => callApp(test, listPerformerPayouts, { performer: id }, headers)),
    ).toEqual([['eye.performer-payouts-opened', subject, null]]);
    expect(await seenBy(load(STATEMENT_FILE, { performer: String(id), month: MONTH }))).toEqual([
      ['file.exported', subject, { file: 'statement', month: MONTH }],
    ]);
  });

  it('who lists and opens a case', async () => {
    const { id: performerId, username } = await aPerformer(test);
    await callApp(test, sendReport, {
      performer: username,
      reason: 'identity',
      details: 'this is me',
      lang: 'en',
      email: 'guest@example.com',
      place: 'stream',
      second: 42,
      key: test.deps.newId(),
    });
    const id = (await caseAbout(test.deps.db, { performerId }))?.id ?? 0;
    expect(await seenBy((headers) => callApp(test, listCases, {}, headers))).toEqual([
      ['eye.cases-listed', null, { found: 1 }],
    ]);
    expect(await seenBy((headers) => callApp(test, readCase, { case: id }, headers))).toEqual([
      ['eye.case-opened', `case:${id}`, null],
    ]);
  });

  it.each([
    ['eye.applicants-listed', listApplications, {}],
    ['eye.identities-listed', listIdentities, {}],
    ['eye.depictions-listed', listDepictions, {}],
    ['eye.requests-listed', listRequests, {}],
    ['eye.decisions-listed', listUnexplained, {}],
    ['eye.payouts-listed', listPayouts, { month: MONTH }],
    ['eye.sellers-listed', listSellers, { year: '2026' }],
    ['eye.orders-listed', listOrders, {}],
    ['eye.earnings-listed', listMonthEarnings, { month: MONTH }],
    ['eye.payments-listed', listPayments, {}],
    ['eye.disputes-listed', listDisputes, {}],
    ['eye.spenders-listed', listSpenders, { month: MONTH }],
  ] as const)('a list: %s', async (act, call, input) => {
    const seen = await seenBy((headers) => callApp(test, call, input as never, headers));
    expect(seen).toEqual([[act, null, { found: expect.any(Number) }]]);
  });

  it.each([
    ['affiliates', { month: MONTH }, `affiliates:${MONTH}`, MONTH],
    [
      'affiliate-days',
      { from: '2026-10-01', to: '2026-10-02' },
      'affiliate-days:2026-10-01:2026-10-02',
      null,
    ],
    ['earnings', { month: MONTH, rate: '5' }, `earnings:${MONTH}:5`, MONTH],
    ['payouts-due', { month: MONTH }, `payouts-due:${MONTH}`, MONTH],
    ['requests', {}, 'requests', null],
  ] as const)('the file of a list, once: %s', async (file, query, subject, month) => {
    const seen = await seenBy(load(LIST_FILE.replace(':file', `${file}.csv`), query));
    expect(seen).toEqual([['file.exported', subject, { file, month }]]);
  });

  it('a file of a year: its name and year', async () => {
    expect(await seenBy(load(lawPath('transparency', 'csv'), { year: '2026' }))).toEqual([
      ['file.exported', 'transparency:2026', { file: 'transparency', month: null }],
    ]);
  });

  it('nothing of what was refused', async () => {
    expect(
      await seenBy((headers) =>
        callApp(test, readDeskMember, { memberId: 999_999 }, headers).catch(() => null),
      ),
    ).toEqual([]);
  });
});
