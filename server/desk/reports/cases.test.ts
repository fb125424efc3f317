import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { startOfDay } from '#contract/day.ts';
import { decideCase, judgeDecision, withdrawDecision } from '#contract/desk/reports/decision-calls.ts';
import * as calls from '#contract/desk/reports/report-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { checkAppeal, sendAppeal } from '#contract/safety/appeal-calls.ts';
import { APPEAL_DAYS } from '#contract/safety/decisions.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { reportMember } from '#contract/studio/numbers/report-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { chatMessages } from '#server/chat/room/tables.ts';
import { imageKinds } from '#server/media/images/image-url.ts';
import { storeImage } from '#server/media/images/store.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { storeSnapshot } from '#server/performers/profile/store-status.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { caseAbout } from '#server/safety/reports/reads.ts';
import type { Reported } from '#server/safety/reports/transitions.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import {
  aMember,
  anOperator,
  aPerformer,
  eraseAccount,
  type TestOperator,
  type TestPerformer,
} from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';

import { tellOverdue } from './overdue.ts';

const DAY = 24 * 3_600_000;
const test = startTestApp({ withFolder: true });
let vera: Pick<TestPerformer, 'id' | 'username'>;
let [mod, other]: TestOperator[] = [];
let reporter = 0;

beforeEach(async () => {
  while ((await runDueWork(test.outbox)) > 0);
  test.mail.sent.length = 0;
  vera = await aPerformer(test, onlineStatus.free);
  [mod, other] = [await anOperator(test, 'moderator'), await anOperator(test, 'moderator')];
});

type Report = Partial<InputOf<typeof sendReport>>;
/** A report by a guest with an own address, unless another reporter is given. */
async function report(input: Report = {}, headers: Record<string, string> = {}) {
  reporter += 1;
  const email = `guest-${reporter}@example.com`;
  const { number } = await callApp(
    test,
    sendReport,
    {
      performer: vera.username,
      reason: 'identity',
      details: 'this is me',
      lang: 'en',
      email,
      place: 'stream',
      second: 42,
      key: test.deps.newId(),
      ...input,
    },
    headers,
  );
  return { number, email: input.email ?? email };
}

const as = (who: TestOperator | undefined) => who?.headers ?? {};
const list = async (show: calls.CaseShelf = 'open', page = 1, who = mod) =>
  callApp(test, calls.listCases, { show, page }, as(who));
const listed = async (show?: calls.CaseShelf, key = `performer:${vera.id}`) =>
  (await list(show)).result.find(({ about }) => about.key === key);
const read = async (about: Reported = { performerId: vera.id }) => {
  const found = await caseAbout(test.deps.db, about);
  return callApp(test, calls.readCase, { case: found?.id ?? 0 }, as(mod));
};
const assign = async (to: 'me' | 'nobody', who = mod, version?: number) => {
  const found = await read();
  const input = { case: found.id, version: version ?? found.version, to, reason: 'my shift' } as const;
  return callApp(test, calls.assignCase, input, as(who));
};
const STATEMENT = 'The picture shows a person who did not agree.';
const VERDICT = 'We have looked at the picture again.';
/** Judges all reports that wait. */
const decide = async (measure: 'warn' | 'none', who = mod, about?: Reported) => {
  const { id, version, reports } = await read(about);
  const words = { ground: measure === 'none' ? 'no-breach' : 'consent', facts: STATEMENT } as const;
  const waiting = reports.filter(({ decision }) => decision === null).map(({ number }) => number);
  const decision = { case: id, version, measure, ...words, reports: waiting, reason: 'rule 4' };
  return callApp(test, decideCase, decision, as(who));
};
const judge = async (outcome: 'upheld' | 'overruled', who = mod) => {
  const [last] = (await read()).decisions;
  const { id = 0, version = 0 } = last ?? {};
  const verdict = { decision: id, version, outcome, verdict: VERDICT, reason: 'looked again' };
  return callApp(test, judgeDecision, verdict, as(who));
};
const mails = async () => {
  while ((await runDueWork(test.outbox)) > 0);
  return test.mail.sent.splice(0).filter(({ subject }) => !subject.includes('received'));
};
const keyIn = (text = '') => /key=([\w-]+)/.exec(text)?.[1] ?? '';
const appeal = (key: string, text = 'I did agree, and can prove it.') =>
  callApp(test, sendAppeal, { key, text });

describe('the complaint of a person who is shown', () => {
  it('has a term of seven working days, until it is answered', async () => {
    // A Friday.
    await report({ reason: 'depicted' });
    const due = { dueOn: '2026-12-01', isOverdue: false };
    expect(await listed()).toMatchObject(due);
    expect(await read()).toMatchObject(due);
    await decide('none');
    expect(await listed('closed')).toMatchObject({ dueOn: null, isOverdue: false });
  });

  it('is overdue, and told, after that day', async () => {
    const { number } = await report({ reason: 'depicted' });
    const records: unknown[] = [];
    const events = { record: (...event: unknown[]) => records.push(event) };
    const due = startOfDay('2026-12-02').getTime();
    test.clock.advance(due - test.clock.now().getTime() - 1);
    await tellOverdue({ ...test.deps, events });
    expect(records).toEqual([]);
    test.clock.advance(1);
    await tellOverdue({ ...test.deps, events });
    expect(records).toContainEqual(['report.overdue', { report: number, due: '2026-12-01' }]);
    mod = await anOperator(test, 'moderator');
    expect(await listed()).toMatchObject({ dueOn: '2026-12-01', isOverdue: true });
    await decide('none');
  });
});

describe('the list of cases', () => {
  it('has open cases, urgent ones first, with reasons and without addresses', async () => {
    await report();
    await report({ reason: 'fraud' });
    await report({ reason: 'fraud' });
    const calm = vera;
    vera = await aPerformer(test, onlineStatus.free);
    await report({ reason: 'minor', email: '' });
    const page = await list();
    const keys = page.result.map(({ about }) => about.key);
    expect(keys.indexOf(`performer:${vera.id}`)).toBeLessThan(keys.indexOf(`performer:${calm.id}`));
    expect(await listed('open', `performer:${calm.id}`)).toMatchObject({
      about: { name: calm.username },
      state: 'received',
      urgent: false,
      assignee: null,
      reports: 3,
      reasons: ['fraud', 'identity'],
    });
    expect(JSON.stringify(page)).not.toContain('@example.com');
  });

  it('has the cases of an operator, and the closed ones', async () => {
    await report();
    await assign('me');
    expect(await listed('mine')).toMatchObject({ state: 'assigned', assignee: mod?.name });
    expect((await list('mine', 1, other)).result).toEqual([]);
    await decide('none');
    expect(await listed('mine')).toBeUndefined();
    expect(await listed('open')).toBeUndefined();
    expect(await listed('closed')).toMatchObject({ state: 'closed' });
  });
});

describe('a case', () => {
  it('shows its reports, the chat around them, and each step', async () => {
    const [anna, performer] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
    const viewer = await join(test, anna.caller, performer);
    vera = performer;
    const say = async (seq: number | null, message: string, more: object = {}) =>
      test.deps.db.insert(chatMessages).values({
        performerId: vera.id,
        seq,
        message,
        author: `member:${anna.id}`,
        sender: 'anna',
        messageType: 'member' as const,
        sentAt: test.clock.now(),
        ...more,
      });
    await say(1, 'long before', { sentAt: new Date(test.clock.now().getTime() - 10 * 60_000) });
    await say(null, 'removed while it waited', { removedAt: test.clock.now(), shownAt: test.clock.now() });
    await say(2, 'just now');
    await say(3, 'in a show', { vipSession: viewer.session });
    const { number } = await report({ email: '' }, bearer(anna.token));
    await assign('me');
    const found = await read();
    expect(found).toMatchObject({
      about: { key: `performer:${vera.id}`, name: vera.username },
      language: 'nl',
      decisions: [],
    });
    expect(found.reports).toMatchObject([
      {
        number,
        reason: 'identity',
        details: 'this is me',
        place: 'stream',
        second: 42,
        by: { key: `member:${anna.id}` },
        hasAddress: true,
        hasPicture: false,
        evidence: [],
        around: [
          { author: `member:${anna.id}`, sender: 'anna', message: 'removed while it waited' },
          { message: 'just now' },
        ],
      },
    ]);
    expect(found.reports[0]?.around).toHaveLength(2);
    expect(found.steps.map(({ version, state, actor }) => [version, state, actor])).toEqual([
      [1, 'received', `member:${anna.id}`],
      [2, 'assigned', `operator:${mod?.name}`],
    ]);
  });

  it('shows what a member said in a room to a performer who reports it', async () => {
    const [bram, mila] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
    const viewer = await join(test, bram.caller, mila);
    await test.deps.db.insert(chatMessages).values({
      performerId: mila.id,
      seq: 1,
      message: 'a threat',
      author: `member:${bram.id}`,
      sender: 'bram',
      messageType: 'member' as const,
      sentAt: test.clock.now(),
    });
    const input = { target: { session: viewer.session }, reason: 'threats', details: '', email: '' } as const;
    await callApp(test, reportMember, { ...input, key: test.deps.newId() }, bearer(mila.token));
    const found = await read({ memberId: bram.id });
    expect(found).toMatchObject({ urgent: true });
    expect(found.reports).toMatchObject([
      {
        by: { key: `performer:${mila.id}`, name: mila.username },
        place: 'room',
        evidence: [{ message: 'a threat' }],
        around: [{ message: 'a threat' }],
      },
    ]);
  });

  it('has the picture of the stream, for moderators only', async () => {
    const live = { kind: imageKinds.live, id: vera.id, version: 'abc' };
    await storeImage(test.deps.config.dataDir, live, new CleanBytes('the picture'));
    await storeSnapshot(test.deps, vera.id, 'abc');
    const { number } = await report();
    expect((await read()).reports).toMatchObject([{ hasPicture: true }]);
    const key = test.deps.config.apiKey;
    const ask = (headers: Record<string, string>, of = number) =>
      test.app.request(`${calls.REPORT_PICTURE_FILE}?number=${of}`, {
        headers: { 'api-key': key, ...headers },
      });
    const answer = await ask(as(mod));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('the picture');
    const statuses = [
      await ask(as(await anOperator(test, 'support'))),
      await ask({}),
      await ask(as(mod), 'AAAAA-AAAAA'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 401, 404]);
  });

  it('that is missing is not found', async () => {
    const missing = callApp(test, calls.readCase, { case: 2_000_000_000 }, as(mod));
    expect(await missing.catch(labelOf)).toBe('badRequest.notFound');
  });
});

describe('work on a case', () => {
  it('is taken, taken over and handed back, each with a reason in the log', async () => {
    await report();
    await assign('me');
    await assign('me', other);
    expect(await listed()).toMatchObject({ state: 'assigned', assignee: other?.name });
    await assign('nobody', other);
    expect(await listed()).toMatchObject({ state: 'received', assignee: null });
    const subject = `performer:${vera.id}`;
    const acts = await test.deps.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.subject, subject))
      .orderBy(auditRows.id);
    expect(acts.map(({ act, actor, reason }) => [act, actor, reason])).toEqual([
      ['report.assigned', `operator:${mod?.name}`, 'my shift'],
      ['report.assigned', `operator:${other?.name}`, 'my shift'],
      ['report.handed-back', `operator:${other?.name}`, 'my shift'],
    ]);
  });

  it('is based on what the operator has seen', async () => {
    await report();
    const { version } = await read();
    await report();
    expect(await assign('me', mod, version).catch(labelOf)).toBe('badRequest.case.changed');
    const { id } = await read();
    const blind = {
      ground: 'consent',
      facts: STATEMENT,
      case: id,
      version,
      measure: 'warn',
      reason: 'rule 4',
    } as const;
    expect(await callApp(test, decideCase, blind, as(mod)).catch(labelOf)).toBe('badRequest.case.changed');
    await decide('warn');
    expect(await assign('me').catch(labelOf)).toBe('badRequest.case.state');
  });

  it('is judged and withdrawn only as the operator has seen the decision', async () => {
    const { email } = await report();
    await decide('warn');
    const [seen] = (await read()).decisions;
    const { id: decision = 0, version = 0 } = seen ?? {};
    const act = { decision, version, verdict: VERDICT, reason: 'looked again' };
    await appeal(keyIn((await mails()).findLast(({ to }) => to === email)?.text));
    const acts = [
      callApp(test, withdrawDecision, act, as(mod)).catch(labelOf),
      callApp(test, judgeDecision, { ...act, outcome: 'upheld' }, as(other)).catch(labelOf),
    ];
    const changed = 'badRequest.case.changed';
    expect(await Promise.all(acts)).toEqual([changed, changed]);
  });

  it('is decided by one of two moderators at once', async () => {
    const { number } = await report();
    const { id, version } = await read();
    const same = { case: id, version, facts: STATEMENT, reports: [number], reason: 'rule 4' };
    const both = await Promise.allSettled([
      callApp(test, decideCase, { ...same, measure: 'warn', ground: 'consent' }, as(mod)),
      callApp(test, decideCase, { ...same, measure: 'none', ground: 'no-breach' }, as(other)),
    ]);
    const refused = both
      .filter(({ status }) => status === 'rejected')
      .map((one) => labelOf(Object(one).reason));
    expect(refused).toEqual(['badRequest.case.changed']);
    expect((await read()).decisions).toHaveLength(1);
  });
});

describe('a decision', () => {
  it('is mailed to the reported performer and to every reporter, without their names', async () => {
    const person = await addedPerformer(test, `Isa${test.deps.newId().slice(0, 6)}`);
    vera = person;
    const anna = await aMember(test, 0, { email: 'anna-reports@example.com' });
    const { number, email } = await report();
    await report({ email: '' }, bearer(anna.token));
    await report({ reason: 'minor', email: '' });
    await mails();
    await decide('warn');
    const sent = await mails();
    expect(sent.map(({ to }) => to).sort()).toEqual([person.email, email, 'anna-reports@example.com'].sort());
    const toReporter = sent.find(({ to }) => to === email);
    expect(toReporter).toMatchObject({ subject: expect.stringContaining(number) });
    for (const { text } of sent) {
      expect(text).toContain(STATEMENT);
      expect(text).not.toContain(person.username);
      expect(text).toContain('/appeal?key=');
    }
    const keys = sent.map(({ text }) => keyIn(text));
    expect(new Set(keys).size).toBe(3);
    expect((await read()).steps.at(-1)).toMatchObject({ state: 'decided', note: STATEMENT });
  });

  it('against nothing is not mailed to the reported person', async () => {
    const person = await addedPerformer(test, `Noa${test.deps.newId().slice(0, 6)}`);
    vera = person;
    const { email } = await report();
    await mails();
    await decide('none');
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
  });

  it('is mailed once: after another report only its sender gets the next one', async () => {
    await report();
    await decide('none');
    await mails();
    const { email } = await report();
    await mails();
    await decide('warn');
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
  });

  it('about an erased account is made, and mailed to nobody who is gone', async () => {
    const [bram, mila] = [await aMember(test), await aPerformer(test, onlineStatus.free)];
    const viewer = await join(test, bram.caller, mila);
    const input = { target: { session: viewer.session }, reason: 'threats', details: '', email: '' } as const;
    await callApp(test, reportMember, { ...input, key: test.deps.newId() }, bearer(mila.token));
    await eraseAccount(test, bearer(bram.token));
    await mails();
    mod = await anOperator(test, 'moderator');
    await decide('warn', mod, { memberId: bram.id });
    expect(await mails()).toEqual([]);
  });
});

describe('an appeal', () => {
  /** Reports a performer with an address; returns the mails of the decision. */
  async function decided(measure: 'warn' | 'none') {
    const person = await addedPerformer(test, `Eva${test.deps.newId().slice(0, 6)}`);
    vera = person;
    const { email, number } = await report();
    await mails();
    await decide(measure);
    const sent = await mails();
    const keyOf = (to: string) => keyIn(sent.find((mail) => mail.to === to)?.text);
    return { number, email, performer: person.email, key: keyOf(person.email), reporterKey: keyOf(email) };
  }

  it('is made once with the link of the mail, and leaves the other links', async () => {
    const { key, reporterKey, number } = await decided('warn');
    const read1 = await callApp(test, checkAppeal, { key, lang: 'en' });
    expect(read1).toEqual({
      number: null,
      statement: expect.arrayContaining(['We have given you a warning.']),
    });
    expect(await callApp(test, checkAppeal, { key: reporterKey, lang: 'en' })).toMatchObject({ number });
    const answers = await Promise.allSettled([appeal(key), appeal(key)]);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.map((one) => labelOf(Object(one).reason))).toEqual(['badRequest.link.used']);
    await appeal(reporterKey, 'A warning is not enough.');
    const found = await read();
    expect(found).toMatchObject({ state: 'received', assignee: null });
    expect(found.decisions).toMatchObject([
      {
        state: 'appealed',
        decidedBy: mod?.name,
        appeals: [
          { number: null, text: 'I did agree, and can prove it.', isAnswered: false },
          { number, text: 'A warning is not enough.', isAnswered: false },
        ],
      },
    ]);
    const [row] = (
      await test.deps.db
        .select()
        .from(auditRows)
        .where(eq(auditRows.act, 'report.appealed'))
        .orderBy(auditRows.id)
    ).slice(-1);
    expect(row).toMatchObject({ actor: 'system', subject: `performer:${vera.id}` });
  });

  it('is decided by somebody else, or by an owner, and told to all who were told of the decision', async () => {
    const { key, performer, email } = await decided('warn');
    await appeal(key);
    expect(await judge('upheld').catch(labelOf)).toBe('badRequest.case.ownDecision');
    expect(await mails()).toEqual([]);
    await assign('me', other);
    expect(await listed()).toMatchObject({ state: 'assigned', assignee: other?.name });
    await judge('overruled', other);
    const sent = await mails();
    expect(sent.map(({ to }) => to).sort()).toEqual([performer, email].sort());
    for (const { text } of sent) expect(text).toContain(VERDICT);
    expect(sent[0]?.text).not.toContain('/appeal?key=');
    expect(await appeal(key).catch(labelOf)).toBe('badRequest.link.used');
    expect(await listed('closed')).toMatchObject({ state: 'closed' });
  });

  it('of a reporter that is upheld is answered to the reporter only', async () => {
    const { reporterKey, email } = await decided('none');
    await appeal(reporterKey);
    expect((await read()).steps.at(-1)).toMatchObject({ actor: 'guest' });
    await judge('upheld', other);
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
  });

  it('of a reporter that is granted lets the report wait again', async () => {
    const { reporterKey, email, number, performer } = await decided('none');
    await appeal(reporterKey);
    await judge('overruled', other);
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
    expect(await listed()).toMatchObject({ state: 'received' });
    expect((await read()).reports).toMatchObject([{ number, decision: null }]);
    await decide('warn', other);
    expect((await mails()).map(({ to }) => to).sort()).toEqual([performer, email].sort());
  });

  it('is possible for half a year, and with a genuine link only', async () => {
    const { key } = await decided('warn');
    test.clock.advance(APPEAL_DAYS * DAY - 1000);
    expect(await callApp(test, checkAppeal, { key })).toMatchObject({ number: null });
    test.clock.advance(1000);
    expect(await appeal(key).catch(labelOf)).toBe('badRequest.link.expired');
    expect(await appeal('nonsense').catch(labelOf)).toBe('badRequest.link.expired');
  });

  it('has a text', async () => {
    const { key } = await decided('warn');
    expect(await appeal(key, '  too few ').catch(labelOf)).toBe('badRequest.invalid.input');
  });

  it('keeps waiting when other reports come and are decided', async () => {
    const { key } = await decided('warn');
    await appeal(key);
    await report();
    await decide('none');
    const states = (await read()).decisions.map(({ measure, state }) => [measure, state]);
    expect(states).toEqual([
      ['none', 'standing'],
      ['warn', 'appealed'],
    ]);
    expect(await listed()).toMatchObject({ state: 'received' });
  });
});

// Last, because it fills the first page for all others.
describe('a long list', () => {
  it('comes in pages', async () => {
    const rest = (await list()).result.length;
    for (let number = rest; number <= calls.CASES_PER_PAGE; number += 1) {
      vera = await aPerformer(test, onlineStatus.free);
      await report();
    }
    const [first, second] = [await list('open', 1), await list('open', 2)];
    expect(first.result.length).toEqual(calls.CASES_PER_PAGE);
    expect(first.more).toBe(true);
    expect(second.result.length).toBeGreaterThan(0);
    const ids = [...first.result, ...second.result].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
