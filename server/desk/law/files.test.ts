import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type LawFile, type LawFormat, lawFiles, lawPath, lawPeriods } from '#contract/desk/reports/law.ts';
import { eeaCountries, statementSchema } from '#contract/desk/reports/statement-of-reasons.ts';
import type { Ground, Measure } from '#contract/safety/decisions.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { noteAppeal } from '#server/safety/decisions/appeals.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import { aMember, anOperator, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { decide } from '../decisions/decide.ts';
import { explainDecision, judgeDecision, withdrawDecision } from '../decisions/judge-decision.ts';
import { FACTS } from '../decisions/testing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const test = startTestApp();
let [mod, other, finance]: TestOperator[] = [];
const by = (who: TestOperator | undefined) => {
  if (!who) throw new Error('There is no operator');
  return who.caller;
};

/** A name that must not leave the house. */
const SECRET = 'Jan de Vries van de Dorpsstraat';

async function reportOn(username: string, reason: 'depicted' | 'fraud' | 'minor', headers = {}) {
  const input = { reason, details: SECRET, email: 'guest@example.com', key: test.deps.newId() } as const;
  const { number } = await callApp(
    test,
    sendReport,
    { ...input, performer: username, place: 'profile', second: null, lang: 'en' },
    headers,
  );
  return number;
}

const decided = (
  performerId: number,
  measure: Measure,
  ground: Ground,
  more: { reports?: string[]; places?: string[]; endsAt?: Date } = {},
) =>
  decide(test.deps, by(mod), {
    about: { performerId },
    measure,
    words: { ground, facts: `${FACTS} ${SECRET}` },
    ...more,
  });

/** Begins on Friday 20 November 2026, and goes on into December. */
beforeAll(async () => {
  [mod, other] = [await anOperator(test, 'moderator'), await anOperator(test, 'moderator')];
  const anna = await aMember(test);
  const vera = await addedPerformer(test, 'VeraLaw');
  const nina = await addedPerformer(test, 'NinaLaw');
  const depicted = await reportOn(vera.username, 'depicted');
  const fraud = await reportOn(vera.username, 'fraud', bearer(anna.token));
  await reportOn(nina.username, 'minor');
  test.clock.advance(3 * HOUR);
  await decided(vera.id, 'none', 'no-breach', { reports: [fraud] });
  test.clock.advance(2 * HOUR);
  const hidden = await decided(nina.id, 'hide', 'privacy', { places: ['NL', 'US'] });
  await decided(nina.id, 'hide', 'privacy', { places: ['US'] });
  await decided(nina.id, 'warn', 'rules-respect');
  await noteAppeal(test.deps, by(mod), { decision: hidden, text: 'This is not right.' });
  test.clock.advance(4 * HOUR);
  await judgeDecision(test.deps, by(other), { decision: hidden, outcome: 'overruled', verdict: FACTS });
  // In December, and later than seven working days.
  test.clock.advance(13 * DAY);
  const endsAt = new Date(test.clock.now().getTime() + 7 * DAY);
  const cut = await decide(test.deps, by(mod), {
    about: { performerId: vera.id },
    measure: 'cut-stream',
    endsAt,
    words: null,
  });
  await explainDecision(test.deps, by(mod), {
    decision: cut,
    ground: 'consent',
    facts: FACTS,
    reports: [depicted],
  });
  const suspended = await decided(vera.id, 'suspend', 'rules-content');
  await withdrawDecision(test.deps, by(mod), { decision: suspended, verdict: FACTS });
  [mod, finance] = [await anOperator(test, 'moderator'), await anOperator(test, 'finance')];
});

const load = async (file: LawFile, period: string, format: LawFormat = 'json', who = finance) => {
  const query = new URLSearchParams({
    'api-key': test.deps.config.apiKey,
    lang: 'en',
    [lawPeriods[file]]: period,
  });
  return test.app.request(`${lawPath(file, format)}?${query}`, { headers: who?.headers ?? {} });
};
const readJson = async (file: LawFile, period: string): Promise<unknown> => (await load(file, period)).json();

/** A number that the database counts by itself. */
async function counted(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = z
    .object({ rows: z.array(z.object({ n: z.coerce.number() })) })
    .parse(await test.deps.db.execute(query));
  return rows[0]?.n ?? Number.NaN;
}

describe('the transparency report', () => {
  it('counts reports, answers, measures and appeals of the year', async () => {
    expect(await readJson('transparency', '2026')).toEqual({
      service: 'Vonk',
      year: '2026',
      reports: {
        received: 3,
        byReason: { depicted: 1, fraud: 1, minor: 1 },
        byPlace: { profile: 3 },
        bySender: { guest: 2, member: 1 },
        answered: {
          reports: 2,
          withoutMeasure: 1,
          withMeasure: { law: 1 },
          automated: 0,
          medianHours: (3 + (3 + 2 + 4 + 13 * 24)) / 2,
        },
        waiting: 1,
        misuse: { slowed: 0, bySender: {} },
      },
      measures: {
        taken: 5,
        afterReports: 1,
        onOwnInitiative: 4,
        undone: 2,
        byBasis: { law: 3, terms: 2 },
        byMeasure: {
          'cut-stream': { consent: 1 },
          hide: { privacy: 2 },
          suspend: { 'rules-content': 1 },
          warn: { 'rules-respect': 1 },
        },
      },
      automation: { detections: 0, decisions: 0 },
      appeals: { made: 1, byAppellant: { person: 1 }, byOutcome: { overruled: 1 }, medianHours: 4 },
      orders: expect.objectContaining({ received: 0 }),
    });
  });

  it('agrees with what the database counts in the cases', async () => {
    const report = z
      .object({
        reports: z.object({
          received: z.number(),
          answered: z.object({ reports: z.number() }),
          waiting: z.number(),
        }),
        measures: z.object({ taken: z.number() }),
        appeals: z.object({ made: z.number() }),
      })
      .parse(await readJson('transparency', '2026'));
    expect(report).toEqual({
      reports: {
        received: await counted(sql`SELECT count(*) AS n FROM report`),
        answered: {
          reports: await counted(sql`SELECT count(*) AS n FROM report WHERE decision_id IS NOT NULL`),
        },
        waiting: await counted(sql`SELECT count(*) AS n FROM report WHERE decision_id IS NULL`),
      },
      measures: { taken: await counted(sql`SELECT count(*) AS n FROM decision WHERE measure <> 'none'`) },
      appeals: {
        made: await counted(sql`SELECT count(*) AS n FROM decision_addressee WHERE appeal IS NOT NULL`),
      },
    });
  });

  it('is empty for a year without cases', async () => {
    expect(await readJson('transparency', '2025')).toMatchObject({
      reports: { received: 0, answered: { medianHours: null }, waiting: 0 },
      measures: { taken: 0 },
      appeals: { made: 0 },
    });
  });

  it('is a table of names and numbers as CSV', async () => {
    const lines = (await (await load('transparency', '2026', 'csv')).text()).split('\r\n');
    expect(lines).toContain('reports.byReason.depicted,1');
  });
});

describe('the statements of reasons', () => {
  const fileSchema = z.strictObject({ statements: z.array(z.unknown()) });
  const statements = async (month: string) =>
    fileSchema.parse(await readJson('reasons', month)).statements.map((one) => statementSchema.parse(one));

  it('have the fields of the Commission’s database', async () => {
    expect(await statements('2026-12')).toMatchObject([
      {
        decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'],
        content_type: ['CONTENT_TYPE_VIDEO'],
        decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
        category: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
        territorial_scope: eeaCountries,
        application_date: '2026-12-03',
        end_date_visibility_restriction: '2026-12-10',
        source_type: 'SOURCE_ARTICLE_16',
        automated_detection: 'No',
      },
      {
        decision_account: 'DECISION_ACCOUNT_SUSPENDED',
        account_type: 'ACCOUNT_TYPE_BUSINESS',
        decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
        source_type: 'SOURCE_VOLUNTARY',
      },
    ]);
  });

  it('leave out warnings and what holds outside the EEA only', async () => {
    expect((await statements('2026-11')).map((one) => one.territorial_scope)).toEqual([['NL']]);
  });

  it.each(['json', 'csv'] as const)('contain no names, facts or addresses as %s', async (format) => {
    const text = await (await load('reasons', '2026-12', format)).text();
    expect(text).toContain('STATEMENT_CATEGORY_CYBER_VIOLENCE');
    expect(text).not.toMatch(new RegExp(`${SECRET}|VeraLaw|@|${FACTS}`));
  });
});

describe('the acquirer’s report', () => {
  it('counts complaints of a month, and those resolved in it', async () => {
    expect(await readJson('complaints', '2026-11')).toEqual({
      month: '2026-11',
      received: { all: 3, byKind: { depicted: 1, fraud: 1, minor: 1 } },
      peopleReported: 2,
      resolved: { all: 1, medianWorkingDays: 0, longestWorkingDays: 0, late: 0 },
      resolvedOfDepicted: { all: 0, medianWorkingDays: null, longestWorkingDays: null, late: 0 },
      waiting: 2,
      removals: { all: 2, afterComplaints: 0, byKind: { hide: 2 } },
    });
  });

  it('counts a complaint of a depicted person as late after seven working days', async () => {
    expect(await readJson('complaints', '2026-12')).toMatchObject({
      received: { all: 0 },
      resolvedOfDepicted: { all: 1, longestWorkingDays: 9, late: 1 },
      waiting: 1,
      removals: { all: 2, afterComplaints: 1, byKind: { 'cut-stream': 1, suspend: 1 } },
    });
  });
});

describe.each(lawFiles)('the file %s', (file) => {
  it('is for finance and owners only', async () => {
    const period = lawPeriods[file] === 'year' ? '2026' : '2026-11';
    expect((await load(file, period, 'json', mod)).status).toBe(403);
    expect((await load(file, period, 'json', await anOperator(test, 'owner'))).status).toBe(200);
  });

  it('needs a year or a month that is one', async () => {
    expect((await load(file, '2026-13')).status).toBe(400);
    expect((await load(file, 'constructor', 'csv')).status).toBe(400);
  });
});
