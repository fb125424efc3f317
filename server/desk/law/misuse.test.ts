import { isNotNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { misuseRule, standingOf } from '#contract/safety/report-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { forgetNetworks } from '#server/safety/reports/misuse.ts';
import { sendReport } from '#server/safety/reports/store-report.ts';
import { reports } from '#server/safety/reports/tables.ts';
import { aMember, anOperator, aPerformer, testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { decide } from '../decisions/decide.ts';
import { FACTS } from '../decisions/testing.ts';
import { transparencyOf } from './reports.ts';

const HOUR = 3_600_000;
const test = startTestApp();
const guest: Caller = { kind: 'guest', guestId: 'anonymous', request: testRequest };

/** Sends reports about one performer, which an operator answers. */
async function aReporter(reporter: Caller) {
  const [vera, { caller }] = [await aPerformer(test), await anOperator(test, 'moderator')];
  const send = (reason: 'other' | 'minor' = 'other', key = test.deps.newId()) =>
    sendReport(test.deps, reporter, {
      performer: vera.username,
      reason,
      details: '',
      email: 'a@example.com',
      place: 'profile',
      second: null,
      key,
      lang: 'en',
    });
  const answer = (number: string, isUnfounded = true) =>
    decide(test.deps, caller, {
      about: { performerId: vera.id },
      measure: isUnfounded ? 'none' : 'warn',
      words: { ground: isUnfounded ? 'no-breach' : 'rules-respect', facts: FACTS },
      reports: [number],
    });
  const sendUnfounded = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await answer((await send()).number);
  };
  return { send, answer, sendUnfounded };
}

it('judges by the last answered reports only', () => {
  const { of, slowed, warned } = misuseRule;
  const list = (unfounded: number, founded: number) => [
    ...Array.from({ length: founded }, () => false),
    ...Array.from({ length: unfounded }, () => true),
  ];
  expect(standingOf(list(warned - 1, 0))).toBe('fine');
  expect(standingOf(list(warned, 0))).toBe('warned');
  expect(standingOf(list(slowed, of - slowed))).toBe('slowed');
  expect(standingOf(list(slowed, of - slowed + 1))).toBe('warned');
  expect(standingOf(list(slowed, of))).toBe('fine');
});

it('warns a member, then makes the member wait between reports that are not urgent', async () => {
  const anna = await aReporter((await aMember(test)).caller);
  const other = await aReporter((await aMember(test)).caller);
  await anna.sendUnfounded(misuseRule.warned);
  const warned = await anna.send();
  expect(warned).toMatchObject({ standing: 'warned', waitsUntil: null });
  await anna.answer(warned.number);
  await anna.sendUnfounded(misuseRule.slowed - misuseRule.warned - 1);
  const until = new Date(test.clock.now().getTime() + misuseRule.waitHours * HOUR).toISOString();
  const key = test.deps.newId();
  const slowed = await anna.send('other', key);
  expect(slowed).toMatchObject({ standing: 'slowed', waitsUntil: until });
  // A repeat is the same report.
  expect(await anna.send('other', key)).toEqual(slowed);
  await expect(anna.send()).rejects.toMatchObject({ label: 'badRequest.report.slowed' });
  expect(await anna.send('minor')).toMatchObject({ standing: 'fine', waitsUntil: null });
  expect(await other.send()).toMatchObject({ standing: 'fine', waitsUntil: null });
  test.clock.advance(misuseRule.waitHours * HOUR);
  expect(await anna.send()).toMatchObject({ standing: 'slowed' });
  const { reports: counted } = await transparencyOf(test.deps, String(test.clock.now().getFullYear()));
  expect(counted).toMatchObject({ misuse: { slowed: 2, bySender: { member: 2 } } });
});

it('recognizes a guest by the network, which it forgets', async () => {
  const reporter = await aReporter(guest);
  await reporter.sendUnfounded(misuseRule.slowed);
  expect(await reporter.send()).toMatchObject({ standing: 'slowed' });
  await expect(reporter.send()).rejects.toMatchObject({ label: 'badRequest.report.slowed' });
  const stored = () => test.deps.db.select().from(reports).where(isNotNull(reports.networkHash));
  expect(await stored()).not.toEqual([]);
  expect(JSON.stringify(await stored())).not.toContain('127.0.0.1');
  test.clock.advance(misuseRule.days * 24 * HOUR + 1);
  await forgetNetworks(test.deps);
  expect(await stored()).toEqual([]);
  expect(await reporter.send()).toMatchObject({ standing: 'fine' });
});

it('slows nobody whose reports lead to measures', async () => {
  const bob = await aReporter((await aMember(test)).caller);
  for (let sent = 0; sent < misuseRule.slowed; sent++) await bob.answer((await bob.send()).number, false);
  expect(await bob.send()).toMatchObject({ standing: 'fine' });
});
