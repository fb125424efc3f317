import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { reportMember } from '#contract/studio/numbers/report-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { decideAbout } from '#server/desk/decisions/testing.ts';
import { readEvidence } from '#server/messaging/reports/report-conversation.ts';
import { listOpenCases } from '#server/safety/reports/reads.ts';
import { reports } from '#server/safety/reports/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aFreeChat, join, type Viewer } from '#server/testing/viewer.ts';
import { sendMessage } from './send-message.ts';

describe.each(databaseKinds())('a performer’s report of a member on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let vera: TestPerformer;
  let chat: Viewer;

  beforeEach(async () => {
    ({ anna, vera, chat } = await aFreeChat(test));
  });

  const report = (fields: Partial<InputOf<typeof reportMember>> = {}, by = vera) =>
    callApp(
      test,
      reportMember,
      { target: { session: chat.session }, reason: 'threats', key: test.deps.newId(), ...fields },
      bearer(by.token),
    );
  const say = (message: string) => {
    const data = { message, messageType: 'host' } as const;
    const clientId = test.deps.newId();
    return sendMessage(test.deps, chat.caller, {
      action: 'message',
      recipient: 'host',
      auth: chat.auth(),
      clientId,
      data,
    });
  };
  const caseOf = async (memberId = anna.id) =>
    (await listOpenCases(test.deps)).find(({ member }) => member === memberId);

  it('returns a number, and keeps the member’s last messages in her room for the operator', async () => {
    for (const line of ['one', 'two']) await say(line);
    const { number } = await report({ details: 'He threatens me' });
    expect(number).toMatch(/^\w{5}-\w{5}$/);
    expect(
      (await readEvidence(test.deps.db, number)).map(({ seq, from, message }) => [seq, from, message]),
    ).toEqual([
      [1, 'member', 'one'],
      [2, 'member', 'two'],
    ]);
    expect(await caseOf()).toMatchObject({
      performer: null,
      state: 'received',
      urgent: true,
      reports: [{ number, reason: 'threats', place: 'room', details: 'He threatens me', by: vera.username }],
    });
    const [row] = await test.deps.db.select().from(reports).where(eq(reports.number, number));
    expect(row).toMatchObject({ byPerformerId: vera.id, memberId: null, email: null });
    const [act] = await test.deps.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.subject, `report:${number}`));
    expect(act).toMatchObject({ act: 'report.received', actor: `performer:${vera.id}`, memberId: null });
  });

  it('finds the member by the name in the room, and collects the reports of all performers', async () => {
    const mila = await aPerformer(test, 3);
    await join(test, anna.caller, mila);
    await report({ target: { name: chat.joined.sender }, reason: 'other' });
    await report({ target: { name: chat.joined.sender }, reason: 'other' }, mila);
    expect((await caseOf())?.reports.map(({ by }) => by)).toEqual([vera.username, mila.username]);
    expect(await caseOf()).toMatchObject({ urgent: false });
  });

  it('is decided by the operator, and reopened by another report', async () => {
    await report();
    const decide = (decision: 'warn' | 'assigned') => decideAbout(test.deps, { memberId: anna.id }, decision);
    const own = async () =>
      Object.assign(
        {},
        ...(await Promise.all(test.deps.personalData.map((data) => data.read(test.deps.db, anna.id)))),
      );
    await decide('assigned');
    expect(await own()).toMatchObject({ reports: [], 'report-case': [] });
    await decide('warn');
    expect(await caseOf()).toBeUndefined();
    expect(await own()).toMatchObject({ reports: [], 'report-case': [{ state: 'closed' }] });
    await report();
    expect(await caseOf()).toMatchObject({ state: 'received' });
  });

  it('is stored once when it is sent again', async () => {
    const key = test.deps.newId();
    const [first, second] = [await report({ key }), await report({ key })];
    expect(second).toEqual(first);
    expect((await caseOf())?.reports).toHaveLength(1);
  });

  it('is about members of her own room', async () => {
    const guest = await join(test, aGuest(test), vera);
    expect(await report({ target: { session: guest.session } }).catch(labelOf)).toBe(
      'badRequest.report.guest',
    );
    const mila = await aPerformer(test, 3);
    expect(await report({}, mila).catch(labelOf)).toBe('badRequest.notFound');
    const asMember = callApp(
      test,
      reportMember,
      { target: { session: chat.session }, reason: 'other', key: test.deps.newId() },
      bearer((await aMember(test)).token),
    );
    expect(await asMember.catch(labelOf)).toBe('badRequest.unauthorized');
    expect(await caseOf()).toBeUndefined();
  });
});
