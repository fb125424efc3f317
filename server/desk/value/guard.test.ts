import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOf, startOfDay } from '#contract/day.ts';
import { rowVersion } from '#contract/desk/described/described-fields.ts';
import { BOOKS_FILE } from '#contract/desk/money/book-calls.ts';
import { payoutVersion } from '#contract/desk/money/payout-calls.ts';
import * as memberCalls from '#contract/desk/people/member-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import {
  type DeskLimits,
  defaultLimits,
  type ValueAct,
  valueActs,
} from '#contract/desk/value/acts-of-value.ts';
import * as calls from '#contract/desk/value/request-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { auditRows } from '#server/audit/tables.ts';
import { type OperatorCaller, operatorCaller } from '#server/identity/caller.ts';
import { operators } from '#server/identity/tables.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, anOperator, aPerformer, confirmAt } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { refundRequests } from '#server/wallet/returns/tables.ts';
import { recordIdentity } from '../performers/record.ts';
import { deskRequests } from '../tables.ts';
import { approvePerformer, askRefund, creditMember, openIdentity, payOut, returnPayout } from './acts.ts';
import { requireExport } from './export-file.ts';
import { approveRequest, listRequests, refuseRequest } from './requests.ts';

const identity = {
  legalName: 'Johanna Bakkerhoven',
  dateOfBirth: '1990-12-31',
  address: 'Plein 1',
  otherNames: [],
  document: 'passport' as const,
  numberEnd: '2014',
};

describe.each(databaseKinds())('an act of value on $name', (database) => {
  const test = startTestApp({ on: database, environment: { PAYOUT_RATE: '50' } });

  /** The limits of the test; every act of a test is of its own day. */
  let limits: DeskLimits = defaultLimits;
  let files = 0;
  beforeEach(() => {
    limits = defaultLimits;
    const tomorrow = startOfDay(addDays(dayOf(test.clock.now()), 1));
    test.clock.advance(tomorrow.getTime() + 3_600_000 - test.clock.now().getTime());
  });
  const deps = () => ({ ...test.deps, config: { ...test.deps.config, deskLimits: limits } });
  const limited = (act: ValueAct, one: number, day: number) => {
    limits = { ...limits, [act]: { one, day } };
  };
  const by = async (role: OperatorRole, reason = 'on request'): Promise<OperatorCaller> => ({
    ...(await anOperator(test, role)).caller,
    reason,
  });
  const newKey = () => test.deps.newId();

  /** An act that can be done once, and the evidence that it was. */
  interface Ready {
    /** What it is worth: cents, or 1. */
    value: number;
    ask(caller: OperatorCaller, formKey?: string): Promise<{ request: number | null; result: unknown }>;
    count(): Promise<number>;
  }
  const countOf = async (act: ValueAct, subject: string) =>
    (
      await test.deps.db
        .select({ act: deskRequests.act, state: deskRequests.state })
        .from(deskRequests)
        .where(eq(deskRequests.subject, subject))
    ).filter((row) => row.act === act && row.state === 'done').length;

  async function owed() {
    const vera = await aPerformer(test);
    await test.deps.db.transaction((tx) =>
      transfer(tx, {
        key: newKey(),
        kind: 'dial-in',
        reference: 'dial-in:x',
        amount: 2000,
        from: { kind: 'house', owner: 'phone' },
        to: { kind: 'performer', owner: vera.id },
        at: new Date('2026-10-15T12:00:00Z'),
      }),
    );
    return {
      vera,
      form: { performer: vera.id, month: '2026-10', version: payoutVersion(0, 2000, 50), reference: 'run' },
    };
  }
  async function recorded(checkedBy = 'somebody-else') {
    const vera = await aPerformer(test);
    const checkedOn = dayOf(test.clock.now());
    await recordIdentity(test.deps, operatorCaller(checkedBy, 'seen'), {
      performer: vera.id,
      ...identity,
      checkedOn,
    });
    return vera;
  }

  const ready: Readonly<Record<ValueAct, () => Promise<Ready>>> = {
    async goodwill() {
      const anna = await aMember(test);
      return {
        // 100 credits at €4.95 for 300.
        value: 165,
        ask: (caller, formKey = newKey()) =>
          creditMember(deps(), caller, { memberId: anna.id, credits: 100, formKey }),
        count: async () => (await anna.credits()) / 100,
      };
    },
    async refund() {
      const anna = await aMember(test);
      const { order, payment } = await open(test, anna);
      await payAndNotify(test, order);
      return {
        value: 995,
        ask: (caller, formKey = newKey()) => askRefund(deps(), caller, { payment, formKey }),
        count: async () => (650 - (await anna.credits())) / 650,
      };
    },
    async payout() {
      const { vera, form } = await owed();
      return {
        value: 1000,
        ask: (caller, formKey = newKey()) => payOut(deps(), caller, { ...form, formKey }),
        count: async () => (2000 - (await vera.credits())) / 2000,
      };
    },
    async 'payout-return'() {
      const { vera, form } = await owed();
      const paid = await payOut(test.deps, await by('finance'), { ...form, formKey: newKey() });
      const { payout = 0, version = '' } = paid.result ?? {};
      return {
        value: 1000,
        ask: (caller, formKey = newKey()) => returnPayout(deps(), caller, { payout, version, formKey }),
        count: async () => (await vera.credits()) / 2000,
      };
    },
    async approval() {
      const vera = await recorded();
      return {
        value: 1,
        ask: (caller, formKey = newKey()) =>
          approvePerformer(deps(), caller, { performer: vera.id, formKey }),
        count: () => countOf('approval', `performer:${vera.id}`),
      };
    },
    async record() {
      const vera = await recorded();
      return {
        value: 1,
        ask: (caller, formKey = newKey()) => openIdentity(deps(), caller, { performer: vera.id, formKey }),
        count: () => countOf('record', `performer:${vera.id}`),
      };
    },
    async export() {
      files += 1;
      const file = `books:${files}`;
      const waiting = async () =>
        (await listRequests(deps(), operatorCaller('root'))).result.find(({ subject }) => subject === file);
      return {
        value: 1,
        ask: async (caller) => {
          const refused = await requireExport(deps(), caller, file).then(() => null, labelOf);
          if (refused === null) return { request: null, result: true };
          expect(refused).toBe('badRequest.request.waits');
          return { request: (await waiting())?.request ?? null, result: null };
        },
        count: () => countOf('export', file),
      };
    },
  };
  /** Who asks, who may second, and who may not. */
  const roles: Readonly<Record<ValueAct, readonly [OperatorRole, OperatorRole, OperatorRole]>> = {
    goodwill: ['support', 'finance', 'support'],
    refund: ['support', 'finance', 'support'],
    payout: ['finance', 'finance', 'moderator'],
    'payout-return': ['finance', 'owner', 'moderator'],
    approval: ['moderator', 'moderator', 'finance'],
    record: ['moderator', 'owner', 'moderator'],
    export: ['finance', 'finance', 'moderator'],
  };
  const readings: readonly ValueAct[] = ['record', 'export'];
  const approve = (caller: OperatorCaller, request: number | null, override = false) =>
    approveRequest(deps(), caller, { request: request ?? 0, override });
  /** An act one step above what is left, asked for by an operator. */
  async function waitingFor(act: ValueAct, role = roles[act][0]) {
    const one = await ready[act]();
    limited(act, one.value - 1, one.value - 1);
    const [caller, formKey] = [await by(role, 'please'), newKey()];
    const { request, result } = await one.ask(caller, formKey);
    expect([typeof request, result]).toEqual(['number', null]);
    return { ...one, caller, formKey, request, again: () => one.ask(caller, formKey) };
  }

  describe.each(valueActs)('%s', (act) => {
    it('is done alone at the limit', async () => {
      const one = await ready[act]();
      limited(act, one.value, one.value);
      expect(await one.ask(await by(roles[act][0]))).toMatchObject({ request: null });
      expect(await one.count()).toBe(1);
    });

    it('waits above the limit of an act, and nothing moves', async () => {
      expect(await (await waitingFor(act)).count()).toBe(0);
    });

    it('waits when the day is used up, and is done alone the next day', async () => {
      const [first, second, caller] = [await ready[act](), await ready[act](), await by(roles[act][0])];
      limited(act, first.value, first.value);
      await first.ask(caller);
      expect((await second.ask(caller)).request).not.toBeNull();
      const third = await ready[act]();
      test.clock.advance(24 * 3_600_000);
      await confirmAt(test, caller.login?.sessionId ?? '');
      expect((await third.ask(caller)).request).toBeNull();
    });

    it('is done once if the same form arrives twice', async () => {
      const [one, caller, formKey] = [await ready[act](), await by(roles[act][0]), newKey()];
      const first = await one.ask(caller, formKey);
      expect(await one.ask(caller, formKey)).toEqual(first);
      expect(await one.count()).toBe(1);
    });

    it('is not done twice by two tabs at once', async () => {
      const [one, other, caller] = [await ready[act](), await ready[act](), await by(roles[act][0])];
      limited(act, one.value, one.value);
      const both = await Promise.all([one.ask(caller), other.ask(caller)]);
      expect(both.filter(({ request }) => request === null)).toHaveLength(1);
    });

    it('is seconded by a colleague of the right role', async () => {
      const waiting = await waitingFor(act);
      await approve(await by(roles[act][1]), waiting.request);
      expect(await waiting.count()).toBe(readings.includes(act) ? 0 : 1);
      expect((await waiting.again()).request).toBeNull();
      expect(await waiting.count()).toBe(1);
    });

    it('is not seconded by the one who asked, also with another spelling', async () => {
      const waiting = await waitingFor(act);
      for (const name of [waiting.caller.name, ` ${waiting.caller.name.toUpperCase()}`])
        expect(await approve(operatorCaller(name, 'fine'), waiting.request).catch(labelOf)).toBe(
          'badRequest.forbidden',
        );
    });

    it('is not seconded by another role', async () => {
      const { request } = await waitingFor(act);
      expect(await approve(await by(roles[act][2]), request).catch(labelOf)).toBe('badRequest.forbidden');
    });

    it('is overridden by an owner alone, of which the other owners are told', async () => {
      const other = await anOperator(test, 'owner');
      const waiting = await waitingFor(act, 'owner');
      expect(await approve(waiting.caller, waiting.request).catch(labelOf)).toBe('badRequest.forbidden');
      test.mail.sent.splice(0);
      await approve({ ...waiting.caller, reason: 'nobody is here' }, waiting.request, true);
      await waiting.again();
      expect(await waiting.count()).toBe(1);
      await runDueWork(test.outbox);
      const mail = test.mail.sent.find(({ to }) => to === `${other.name}@example.com`);
      expect(mail?.text).toContain('nobody is here');
    });

    it('is not overridden by another role', async () => {
      const { caller, request } = await waitingFor(act);
      expect(await approve(caller, request, true).catch(labelOf)).toBe('badRequest.forbidden');
    });
  });

  it('is seconded once by two colleagues at the same time', async () => {
    const { request, count } = await waitingFor('refund');
    const both = await Promise.allSettled([
      approve(await by('finance'), request),
      approve(await by('owner'), request),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await count()).toBe(1);
  });

  it('has both names in the log', async () => {
    const { caller, request } = await waitingFor('goodwill');
    const second = await by('finance', 'checked');
    await approve(second, request);
    const rows = await test.deps.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.actor, `operator:${second.name}`));
    expect(rows.map((row) => [row.act, row.reason])).toEqual([
      ['request.approved', 'checked'],
      ['member.credited', `checked (asked by ${caller.name}: please)`],
    ]);
  });

  it('of an only owner says in the log that there was nobody to tell', async () => {
    await test.deps.db
      .update(operators)
      .set({ disabledAt: test.deps.now() })
      .where(eq(operators.role, 'owner'));
    const { caller, request } = await waitingFor('goodwill', 'owner');
    await approve(caller, request, true);
    const rows = await test.deps.db
      .select({ act: auditRows.act })
      .from(auditRows)
      .where(eq(auditRows.actor, `operator:${caller.name}`));
    expect(rows.map(({ act }) => act)).toContain('request.overridden-alone');
  });

  it('that approves an identity is for another operator than the one who recorded it', async () => {
    const [recorder, colleague] = [await by('moderator'), await by('moderator')];
    const vera = await recorded(recorder.name);
    const form = { performer: vera.id, formKey: newKey() };
    const { request } = await approvePerformer(deps(), recorder, form);
    expect(request).not.toBeNull();
    expect(await approve(recorder, request).catch(labelOf)).toBe('badRequest.forbidden');
    await approve(colleague, request);
    expect((await approvePerformer(deps(), recorder, form)).result).toBe(true);
  });

  it('that approves an identity is not seconded by the recorder for a colleague', async () => {
    const [recorder, colleague] = [await by('moderator'), await by('moderator')];
    const vera = await recorded(recorder.name);
    limited('approval', 0, 0);
    const form = { performer: vera.id, formKey: newKey() };
    const { request } = await approvePerformer(deps(), colleague, form);
    expect(await approve(recorder, request).catch(labelOf)).toBe('badRequest.forbidden');
  });

  it('for one member counts what all operators gave on the day', async () => {
    const anna = await aMember(test);
    const give = async (credits: number) =>
      (await creditMember(deps(), await by('support'), { memberId: anna.id, credits, formKey: newKey() }))
        .request;
    // 1515 credits are worth €25.
    expect(await give(1000)).toBeNull();
    expect(await give(500)).toBeNull();
    expect(await give(100)).not.toBeNull();
  });

  it('with the key of another form is refused', async () => {
    const [anna, caller, formKey] = [await aMember(test), await by('support'), newKey()];
    const give = (credits: number) => creditMember(deps(), caller, { memberId: anna.id, credits, formKey });
    await give(10);
    expect(await give(11).catch(labelOf)).toBe('badRequest.idempotency.conflict');
  });

  it('waits once for the same thing, and can be asked again after it was refused', async () => {
    const { caller, request, ask } = await waitingFor('refund');
    expect(await ask(caller).catch(labelOf)).toBe('badRequest.idempotency.conflict');
    await refuseRequest(deps(), caller, { request: request ?? 0 });
    expect((await ask(caller)).request).toBeGreaterThan(request ?? 0);
  });

  it('is not refused by a role that does not see it', async () => {
    const { request } = await waitingFor('refund');
    const refused = refuseRequest(deps(), await by('moderator'), { request: request ?? 0 });
    expect(await refused.catch(labelOf)).toBe('badRequest.forbidden');
  });

  it('expires after a week', async () => {
    const { request, ask, caller } = await waitingFor('refund');
    test.clock.advance(8 * 24 * 3_600_000);
    await confirmAt(test, caller.login?.sessionId ?? '');
    expect((await listRequests(deps(), caller)).result.map((one) => one.request)).not.toContain(request);
    expect(await approve(await by('finance'), request).catch(labelOf)).toBe('badRequest.notFound');
    expect((await ask(await by('support'))).request).toBeGreaterThan(request ?? 0);
  });

  it('is listed for roles that ask for it or decide it', async () => {
    const { request, caller } = await waitingFor('refund');
    const seenBy = async (role: OperatorRole) =>
      (await listRequests(deps(), await by(role))).result.find((one) => one.request === request);
    expect(await seenBy('support')).toMatchObject({
      act: 'refund',
      value: 995,
      unit: 'cents',
      askedBy: caller.name,
      reason: 'please',
    });
    expect(await seenBy('moderator')).toBeUndefined();
  });

  it('is refused by the database if the one who asked approves it', async () => {
    const row = { act: 'refund', subject: 'x', value: 1, payload: {}, askedBy: 'x', reason: '' } as const;
    const at = test.deps.now();
    const forged = { ...row, formKey: newKey(), askedAt: at, state: 'done', doneAt: at } as const;
    await expect(
      test.deps.db.insert(deskRequests).values({ ...forged, decidedBy: 'x', decidedAt: at }),
    ).rejects.toThrow();
  });

  it('that waited as a refund before the upgrade can still be approved', async () => {
    const anna = await aMember(test);
    const { order, payment } = await open(test, anna);
    await payAndNotify(test, order);
    await test.deps.db.insert(refundRequests).values({
      paymentId: payment,
      cents: 995,
      askedBy: 'els',
      reason: 'paid twice',
      askedAt: test.deps.now(),
    });
    const statements = readFileSync('server/db/migrations/0025_desk-requests.sql', 'utf8').split(
      '--> statement-breakpoint',
    );
    await test.deps.db.execute(statements.at(-1) ?? '');
    const { result } = await listRequests(deps(), await by('support'));
    const carried = result.find(({ subject }) => subject === `payment:${payment}`);
    expect(carried).toMatchObject({ act: 'refund', value: 995, askedBy: 'els', reason: 'paid twice' });
    await approve(await by('finance'), carried?.request ?? 0);
    expect(await anna.credits()).toBe(0);
  });

  it('goes through the calls of the desk, and files through their addresses', async () => {
    limited('goodwill', 0, 0);
    limited('export', 0, 0);
    const app = variantOf(test, { config: deps().config });
    const [anna, support, finance] = [
      await aMember(test),
      await anOperator(test, 'support'),
      await anOperator(test, 'finance'),
    ];
    const gift = { memberId: anna.id, credits: 5, formKey: newKey(), reason: 'sorry' };
    const { request } = await callApp(app, memberCalls.creditMember, gift, support.headers);
    const [row = {}] = (await listRequests(deps(), finance.caller)).result.filter(
      (one) => one.request === request,
    );
    const decision = { request: request ?? 0, version: rowVersion(row), reason: 'checked' };
    for (const decide of [calls.approveRequest, calls.refuseRequest]) {
      const unseen = callApp(app, decide, { ...decision, version: 'other' }, finance.headers);
      expect(await unseen.catch(labelOf)).toBe('badRequest.form.changed');
    }
    expect(await callApp(app, calls.approveRequest, decision, support.headers).catch(labelOf)).toBe(
      'badRequest.forbidden',
    );
    await callApp(app, calls.approveRequest, decision, finance.headers);
    expect(await anna.credits()).toBe(5);
    const headers = { 'api-key': test.deps.config.apiKey, ...finance.headers };
    const file = await app.app.request(`${BOOKS_FILE}?month=2026-09`, { headers });
    expect([file.status, await file.json()]).toEqual([403, { label: 'badRequest.request.waits' }]);
  });

  it('cannot enrich friends: no sequence by one support operator gives more than the limit of the day', async () => {
    const friends = [await aMember(test), await aMember(test), await aMember(test)];
    const act = fc.record({
      friend: fc.integer({ min: 0, max: 2 }),
      credits: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.constant(100_000)),
      how: fc.constantFrom('give', 'repeat', 'second', 'withdraw'),
    });
    limited('goodwill', 2500, 6000);
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        test.clock.advance(24 * 3_600_000);
        const before = await Promise.all(friends.map((one) => one.credits()));
        const caller = await by('support');
        const keys = [newKey()];
        for (const { friend, credits, how } of acts) {
          const formKey = how === 'repeat' ? (keys.at(-1) ?? '') : newKey();
          keys.push(formKey);
          const memberId = friends[friend]?.id ?? 0;
          const answer = await creditMember(deps(), caller, { memberId, credits, formKey }).catch(labelOf);
          const request = typeof answer === 'object' ? answer.request : null;
          if (request === null) continue;
          if (how === 'second') await approve(caller, request, true).catch(labelOf);
          if (how === 'withdraw') await refuseRequest(deps(), caller, { request });
        }
        const after = await Promise.all(friends.map((one) => one.credits()));
        const gained = after.map((credits, friend) => credits - (before[friend] ?? 0));
        const cents = (credits: number) => (credits * 495) / 300;
        expect(Math.max(...gained.map(cents))).toBeLessThanOrEqual(2500);
        expect(cents(gained.reduce((sum, one) => sum + one, 0))).toBeLessThanOrEqual(6000);
      }),
      { numRuns: 25 },
    );
  });
});
