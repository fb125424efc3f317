import { count } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { lockDesk } from '#contract/desk/account/confirm-calls.ts';
import { listActs } from '#contract/desk/log-calls.ts';
import { creditMember } from '#contract/desk/people/member-calls.ts';
import { decideCase } from '#contract/desk/reports/decision-calls.ts';
import { readCase } from '#contract/desk/reports/report-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import {
  countsSchema,
  countWork,
  HANDOVERS_KEPT,
  readWork,
  WORK_EVENTS,
  writeHandover,
} from '#contract/desk/work-calls.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { requireDesk } from '#server/identity/caller.ts';
import { caseAbout } from '#server/safety/reports/reads.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { open } from '#server/wallet/purchase/testing.ts';
import { handovers } from '../tables.ts';
import { openWorkTelling, pushes } from './push-work.ts';

const HOUR = 3_600_000;

describe.each(databaseKinds())('the work on $name', (database) => {
  const test = startTestApp({ on: database });
  const work = async (role: OperatorRole) =>
    callApp(test, readWork, {}, (await anOperator(test, role)).headers);
  const countOf = async (role: OperatorRole, kind: string) =>
    (await work(role)).counts.find((count) => count.kind === kind)?.waiting;

  async function report(reason: 'identity' | 'minor') {
    const vera = await aPerformer(test);
    await callApp(test, sendReport, {
      performer: vera.username,
      reason,
      details: 'this is me',
      lang: 'en',
      email: 'guest@example.com',
      place: 'stream',
      second: 42,
      key: test.deps.newId(),
    });
    const found = await caseAbout(test.deps.db, { performerId: vera.id });
    return { vera, id: String(found?.id) };
  }

  it('shows an urgent report before an older one, each with its clock', async () => {
    const old = await report('identity');
    test.clock.advance(HOUR);
    const urgent = await report('minor');
    const since = test.clock.now().getTime();
    const { pieces } = await work('moderator');
    const shown = pieces.filter(({ id }) => [old.id, urgent.id].includes(id));
    expect(shown).toMatchObject([
      {
        kind: 'report',
        id: urgent.id,
        performer: urgent.vera.username,
        due: new Date(since + HOUR).toISOString(),
      },
      { kind: 'report', id: old.id, about: `performer:${old.vera.id}`, isUrgent: false },
    ]);
  });

  it('leaves out a report once it is decided', async () => {
    const { id } = await report('identity');
    const moderator = await anOperator(test, 'moderator');
    const before = await countOf('moderator', 'report');
    const found = await callApp(test, readCase, { case: Number(id) }, moderator.headers);
    const decision = {
      case: found.id,
      version: found.version,
      measure: 'none',
      ground: 'no-breach',
      facts: 'We asked, and saw the proof.',
      reports: found.reports.map(({ number }) => number),
      reason: 'rule 4',
    } as const;
    await callApp(test, decideCase, decision, moderator.headers);
    expect(await countOf('moderator', 'report')).toBe((before ?? 0) - 1);
  });

  it('shows a payment to finance once it is undecided for an hour', async () => {
    const { payment } = await open(test, await aMember(test));
    expect((await work('finance')).pieces.map(({ id }) => id)).not.toContain(payment);
    test.clock.advance(2 * HOUR);
    expect((await work('finance')).pieces).toContainEqual(
      expect.objectContaining({ kind: 'payment', id: payment }),
    );
  });

  it('shows a request only to roles that may see it', async () => {
    const member = await aMember(test);
    const support = await anOperator(test, 'support');
    const gift = { memberId: member.id, credits: 50_000, formKey: test.deps.newId(), reason: 'asked for it' };
    await callApp(test, creditMember, gift, support.headers);
    expect(await countOf('finance', 'request')).toBe(1);
    expect(await countOf('moderator', 'request')).toBe(0);
  });

  it('counts every kind like the list', async () => {
    await report('identity');
    await report('minor');
    const owner = await anOperator(test, 'owner');
    const { counts, pieces } = await callApp(test, readWork, {}, owner.headers);
    const listed = Map.groupBy(pieces, ({ kind }) => kind);
    expect(counts.filter(({ waiting }) => waiting > 0)).toEqual(
      counts.flatMap(({ kind }) => {
        const some = listed.get(kind);
        const newest = some
          ?.map(({ since }) => since)
          .sort()
          .at(-1);
        return some ? [{ kind, waiting: some.length, newest }] : [];
      }),
    );
    expect((await callApp(test, countWork, {}, owner.headers)).counts).toEqual(counts);
  });

  it('is told to an open page at once, until the desk is locked', async () => {
    const { headers } = await anOperator(test, 'moderator');
    const address = `${WORK_EVENTS}?api-key=${test.deps.config.apiKey}`;
    const answer = await test.app.request(address, { headers });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const waiting = async () => {
      const { value } = (await reader?.read()) ?? {};
      const counts = countsSchema.parse(JSON.parse(/^data: (.*)$/m.exec(value ?? '')?.[1] ?? '[]'));
      return counts.find(({ kind }) => kind === 'report')?.waiting;
    };
    const before = Number(await waiting());
    await report('minor');
    expect(await waiting()).toBe(before + 1);
    await callApp(test, lockDesk, {}, headers);
    expect(await reader?.read()).toEqual({ value: undefined, done: true });
    expect((await test.app.request(address, { headers })).status).toBe(403);
  });

  it('reads once for all open pages of a role', async () => {
    const [els, tom] = [await anOperator(test, 'moderator'), await anOperator(test, 'moderator')];
    const execute = vi.spyOn(test.deps.db, 'execute');
    const telling = openWorkTelling(test.deps);
    const readers = [els, els, tom].map(({ caller }) => {
      const { sessionId } = requireDesk(caller).login;
      return pushes(telling, { role: 'moderator', sessionId }).getReader();
    });
    const messages = await Promise.all(readers.map((reader) => reader.read()));
    expect(new Set(messages.map(({ value }) => new TextDecoder().decode(value))).size).toBe(1);
    expect(execute).toHaveBeenCalledTimes(1);
    execute.mockRestore();
    await telling.close();
    expect(await readers[0]?.read()).toEqual({ value: undefined, done: true });
  });

  it('keeps the last ten handover notes, and refuses one whose author has not seen the newest', async () => {
    const [els, tom] = [await anOperator(test, 'support'), await anOperator(test, 'moderator')];
    const newest = async () => (await work('finance')).handovers;
    const write = (who: typeof els, text: string, version: number) =>
      callApp(test, writeHandover, { text, version }, who.headers);
    await write(els, 'Yara is watched.', 0);
    expect(await newest()).toMatchObject([{ id: 1, text: 'Yara is watched.', writtenBy: els.name }]);
    const atOnce = await Promise.allSettled([write(els, 'Hers', 1), write(tom, 'His', 1)]);
    expect(atOnce.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const version of [0, 1, 9])
      await expect(write(tom, 'late', version)).rejects.toThrow('badRequest.form.changed');
    for (let version = 2; version < 12; version += 1) await write(tom, `note ${version}`, version);
    expect((await newest()).map(({ id }) => id)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const [kept] = await test.deps.db.select({ count: count() }).from(handovers);
    expect(kept?.count).toBe(HANDOVERS_KEPT);
    const { acts } = await callApp(test, listActs, { act: 'handover' }, tom.headers);
    expect(acts[0]).toMatchObject({ act: 'handover.written', actor: `operator:${tom.name}` });
    expect(JSON.stringify(acts)).not.toContain('Yara');
  });

  it('shows no kind of work that a role may not do', async () => {
    expect((await work('support')).counts.map(({ kind }) => kind)).toEqual(['request', 'payment', 'outbox']);
  });
});
