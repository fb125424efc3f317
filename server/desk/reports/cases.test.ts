import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import * as calls from '#contract/desk/report-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { checkAppeal, sendAppeal } from '#contract/safety/appeal-calls.ts';
import { APPEAL_DAYS, type Outcome, sendReport } from '#contract/safety/report-calls.ts';
import { reportMember } from '#contract/studio/report-calls.ts';
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
const decide = async (outcome: Outcome, who = mod, about?: Reported) => {
  const { id, version } = await read(about);
  const decision = { case: id, version, outcome, statement: STATEMENT, reason: 'rule 4' };
  return callApp(test, calls.decideCase, decision, as(who));
};
const mails = async () => {
  while ((await runDueWork(test.outbox)) > 0);
  return test.mail.sent.splice(0).filter(({ subject }) => !subject.includes('received'));
};
const keyIn = (text = '') => /key=([\w-]+)/.exec(text)?.[1] ?? '';
const appeal = (key: string, text = 'I did agree, and can prove it.') =>
  callApp(test, sendAppeal, { key, text });

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

  it('has the cases of an operator, and the decided ones', async () => {
    await report();
    await assign('me');
    expect(await listed('mine')).toMatchObject({ state: 'assigned', assignee: mod?.name });
    expect((await list('mine', 1, other)).result).toEqual([]);
    await decide('no-action');
    expect(await listed('mine')).toBeUndefined();
    expect(await listed('open')).toBeUndefined();
    expect(await listed('decided')).toMatchObject({ state: 'no-action' });
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
      decidedBy: null,
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
    await decide('action');
    expect(await assign('me').catch(labelOf)).toBe('badRequest.case.state');
  });

  it('is decided by one of two moderators at once', async () => {
    await report();
    const { id, version } = await read();
    const same = { case: id, version, statement: STATEMENT, reason: 'rule 4' };
    const both = await Promise.allSettled([
      callApp(test, calls.decideCase, { ...same, outcome: 'action' }, as(mod)),
      callApp(test, calls.decideCase, { ...same, outcome: 'no-action' }, as(other)),
    ]);
    const refused = both
      .filter(({ status }) => status === 'rejected')
      .map((one) => labelOf(Object(one).reason));
    expect(refused).toEqual(['badRequest.case.changed']);
    expect((await mails()).length).toBeGreaterThan(0);
    expect((await read()).steps).toHaveLength(2);
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
    await decide('action');
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
    expect((await read()).steps.at(-1)).toMatchObject({ state: 'action', note: STATEMENT });
  });

  it('against nothing is not mailed to the reported person', async () => {
    const person = await addedPerformer(test, `Noa${test.deps.newId().slice(0, 6)}`);
    vera = person;
    const { email } = await report();
    await mails();
    await decide('no-action');
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
  });

  it('is mailed once: after another report only its sender gets the next one', async () => {
    await report();
    await decide('no-action');
    await mails();
    const { email } = await report();
    await mails();
    await decide('action');
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
    await decide('action', mod, { memberId: bram.id });
    expect(await mails()).toEqual([]);
  });
});

describe('an appeal', () => {
  /** Reports a performer with an address; returns the mails of the decision. */
  async function decided(outcome: 'action' | 'no-action') {
    const person = await addedPerformer(test, `Eva${test.deps.newId().slice(0, 6)}`);
    vera = person;
    const { email, number } = await report();
    await mails();
    await decide(outcome);
    const sent = await mails();
    const keyOf = (to: string) => keyIn(sent.find((mail) => mail.to === to)?.text);
    return { number, email, performer: person.email, key: keyOf(person.email), reporterKey: keyOf(email) };
  }

  it('is made with the link of the mail, once, and closes the other links', async () => {
    const { key, reporterKey, number } = await decided('action');
    expect(await callApp(test, checkAppeal, { key })).toEqual({
      outcome: 'action',
      statement: STATEMENT,
      number: null,
    });
    expect(await callApp(test, checkAppeal, { key: reporterKey })).toMatchObject({ number });
    const answers = await Promise.allSettled([appeal(key), appeal(key)]);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.map((one) => labelOf(Object(one).reason))).toEqual(['badRequest.link.used']);
    expect(await appeal(reporterKey).catch(labelOf)).toBe('badRequest.link.used');
    const found = await read();
    expect(found).toMatchObject({ state: 'appealed', decidedBy: mod?.name, assignee: null });
    expect(found.steps.at(-1)).toMatchObject({
      actor: `performer:${vera.id}`,
      note: 'I did agree, and can prove it.',
    });
    const [row] = (
      await test.deps.db
        .select()
        .from(auditRows)
        .where(eq(auditRows.act, 'report.appealed'))
        .orderBy(auditRows.id)
    ).slice(-1);
    expect(row).toMatchObject({ actor: 'system', subject: `performer:${vera.id}` });
  });

  it('is decided by somebody else, or by an owner', async () => {
    const { key, performer } = await decided('action');
    await appeal(key);
    expect(await decide('upheld').catch(labelOf)).toBe('badRequest.case.ownDecision');
    expect(await mails()).toEqual([]);
    await assign('me', other);
    expect(await listed()).toMatchObject({ state: 'appealed', assignee: other?.name });
    await decide('overruled', other);
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual([performer]);
    expect(sent[0]?.text).not.toContain('/appeal?key=');
    expect(await appeal(key).catch(labelOf)).toBe('badRequest.link.used');
  });

  it.each([
    ['upheld', []],
    ['overruled', ['performer']],
  ] as const)('of a reporter that is %s is also mailed to %j', async (outcome, addressees) => {
    const { reporterKey, email, performer } = await decided('no-action');
    await appeal(reporterKey);
    expect((await read()).steps.at(-1)).toMatchObject({ actor: 'guest' });
    await assign('me', other);
    await decide(outcome, other);
    const expected = [...addressees.map(() => performer), email];
    expect((await mails()).map(({ to }) => to).sort()).toEqual(expected.sort());
  });

  it('is possible for half a year, and with a genuine link only', async () => {
    const { key } = await decided('action');
    test.clock.advance(APPEAL_DAYS * DAY - 1000);
    expect(await callApp(test, checkAppeal, { key })).toMatchObject({ outcome: 'action' });
    test.clock.advance(1000);
    expect(await appeal(key).catch(labelOf)).toBe('badRequest.link.expired');
    expect(await appeal('nonsense').catch(labelOf)).toBe('badRequest.link.expired');
  });

  it('has a text', async () => {
    const { key } = await decided('action');
    expect(await appeal(key, '  too few ').catch(labelOf)).toBe('badRequest.invalid.input');
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
