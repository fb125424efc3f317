import { eq } from 'drizzle-orm';
import fc from 'fast-check';

import { describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import { sendAppeal } from '#contract/safety/appeal-calls.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { decisionAddressees, decisions } from '#server/safety/decisions/tables.ts';
import { caseAbout, reportsIn } from '#server/safety/reports/reads.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import { anOperator, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { decide } from './decide.ts';
import { explainDecision, judgeDecision, withdrawDecision } from './judge-decision.ts';
import { breach, FACTS } from './testing.ts';

const test = startTestApp();

/** Acts of reporters, the performer and two operators, in any order. `nth` picks one of what is there. */
type Act =
  | { what: 'report'; urgent: boolean }
  | { what: 'decide'; measure: 'none' | 'warn' | 'cut-stream'; most: number }
  | { what: 'cut' | 'explain' | 'upheld' | 'overruled' | 'withdraw' | 'appeal'; nth: number };

const nth = fc.nat({ max: 6 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('report' as const), urgent: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('decide' as const),
      measure: fc.constantFrom('none', 'warn', 'cut-stream'),
      most: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('appeal' as const), nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('cut', 'explain', 'upheld', 'overruled', 'withdraw'),
      nth,
    }),
  },
);

/** What happened, recorded from the mails and answers alone. */
interface World {
  performer: { id: number; username: string; email: string };
  first: TestOperator;
  second: TestOperator;
  /** Every link to appeal that was mailed, with its address. */
  links: { key: string; to: string }[];
  /** Appeals that were received. */
  appeals: string[];
  /** Mails by address. */
  mailed: { to: string; text: string }[];
  reports: { number: string; email: string }[];
}

async function readMails(world: World): Promise<void> {
  while ((await runDueWork(test.outbox)) > 0);
  for (const { to, text } of test.mail.sent.splice(0)) {
    world.mailed.push({ to, text });
    const key = /key=([\w-]+)/.exec(text)?.[1];
    if (key && text.includes('/appeal?')) world.links.push({ key, to });
  }
}

const rowsOf = async ({ performer }: World) => {
  const found = await caseAbout(test.deps.db, { performerId: performer.id });
  const id = found?.id ?? 0;
  const rows = await test.deps.db
    .select()
    .from(decisions)
    .where(eq(decisions.caseId, id))
    .orderBy(decisions.id);
  return { found, decisions: rows, reports: await reportsIn(test.deps.db, id) };
};

async function report(world: World, urgent: boolean): Promise<void> {
  const email = `reporter-${test.deps.newId()}@example.com`;
  const { number } = await callApp(test, sendReport, {
    performer: world.performer.username,
    reason: urgent ? 'coercion' : 'other',
    details: '',
    email,
    place: 'profile',
    key: test.deps.newId(),
  });
  world.reports.push({ number, email });
}

async function decideSome(world: World, { measure, most }: Extract<Act, { what: 'decide' }>): Promise<void> {
  const waiting = (await rowsOf(world)).reports.filter(({ decisionId }) => decisionId === null);
  const reports = waiting.slice(0, most).map(({ number }) => number);
  const words = measure === 'none' ? ({ ground: 'no-breach', facts: FACTS } as const) : breach;
  const about = { performerId: world.performer.id };
  await decide(test.deps, world.first.caller, { about, measure, words, reports });
}

async function perform(world: World, one: Act): Promise<void> {
  if (one.what === 'report') return report(world, one.urgent);
  if (one.what === 'decide') return decideSome(world, one);
  const about = { performerId: world.performer.id };
  if (one.what === 'cut')
    return void (await decide(test.deps, world.first.caller, { about, measure: 'cut-stream', words: null }));
  if (one.what === 'appeal') {
    const link = world.links[one.nth % Math.max(world.links.length, 1)];
    if (!link) return;
    const text = `No. ${test.deps.newId()}`;
    await callApp(test, sendAppeal, { key: link.key, text });
    world.appeals.push(text);
    return;
  }
  const all = (await rowsOf(world)).decisions;
  const decision = all[one.nth % Math.max(all.length, 1)]?.id ?? 0;
  const { first, second } = world;
  if (one.what === 'explain')
    await explainDecision(test.deps, second.caller, { decision, ...breach, reports: [] });
  else if (one.what === 'withdraw')
    await withdrawDecision(test.deps, first.caller, { decision, verdict: FACTS });
  else await judgeDecision(test.deps, second.caller, { decision, outcome: one.what, verdict: FACTS });
}

const refusals = /^badRequest\.(case\.state|invalid\.input|link\.used|notFound)$/;

async function expectNothingLost(world: World): Promise<void> {
  const { found, decisions: rows, reports } = await rowsOf(world);
  const addressees = (await test.deps.db.select().from(decisionAddressees)).filter(({ decisionId }) =>
    rows.some(({ id }) => id === decisionId),
  );
  const kept = addressees.flatMap(({ appeal }) => appeal ?? []);
  expect(kept.toSorted()).toEqual(world.appeals.toSorted());
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]));
  const waiting = addressees.filter(({ appealedAt, answeredAt }) => appealedAt && !answeredAt);
  expect(waiting.every(({ decisionId }) => stateOf.get(decisionId) === 'appealed')).toBe(true);
  const isOpen =
    reports.some(({ decisionId }) => decisionId === null) ||
    rows.some(({ state }) => state === 'appealed' || state === 'unexplained');
  if (found) expect(found.state === 'closed').toBe(!isOpen);
  const urgent = reports.some(({ decisionId, reason }) => decisionId === null && reason === 'coercion');
  if (found) expect(found.urgent).toBe(urgent);
  for (const { number, email } of world.reports) {
    const row = reports.find((one) => one.number === number);
    const answers = world.mailed.filter(({ to, text }) => to === email && text.includes('/appeal?')).length;
    const decided = addressees.filter(({ reportId }) => reportId === row?.id).length;
    expect(answers).toBe(decided);
    if (row?.decisionId != null) expect(decided).toBeGreaterThan(0);
  }
}

describe('reports, decisions and appeals', () => {
  it('in any order lose no report, no answer and no appeal', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        const performer = await addedPerformer(test, `Isa${test.deps.newId().slice(0, 8)}`);
        const [first, second] = [await anOperator(test, 'moderator'), await anOperator(test, 'moderator')];
        const world: World = { performer, first, second, links: [], appeals: [], mailed: [], reports: [] };
        await readMails(world);
        world.mailed.length = 0;
        for (const one of acts) {
          const refused = await perform(world, one).then(() => null, labelOf);
          if (refused !== null) expect(refused).toMatch(refusals);
          await readMails(world);
          test.clock.advance(60_000);
        }
        await expectNothingLost(world);
      }),
      { numRuns: 25 },
    );
  });
});
