import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { reportConversation } from '#contract/messaging/inbox-calls.ts';
import { REPORTED_MESSAGES } from '#contract/safety/report.ts';
import { createLimits } from '#server/calls/limits.ts';
import { eraseAccount } from '#server/member/deletion/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { listOpenCases } from '#server/safety/reports/list-cases.ts';
import { reports } from '#server/safety/reports/tables.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { messengerOf } from '../testing.ts';
import { reportedMessages } from './reported-messages.ts';

describe.each(databaseKinds())('reporting a conversation, on $name', ({ create }) => {
  let suite: SuiteDatabase;
  let server: TestApp;
  beforeAll(async () => {
    suite = await create();
    server = await createTestApp({ database: suite.url });
  });
  afterAll(async () => {
    await server.close();
    await suite.drop();
  });

  type Told = Partial<Omit<InputOf<typeof reportConversation>, 'conversationId'>>;
  const report = (who: { token: string }, conversationId: number, told: Told = {}, on = server) =>
    callApp(
      on,
      reportConversation,
      { conversationId, reason: 'fraud', key: server.deps.newId(), ...told },
      bearer(who.token),
    );

  async function talk(): Promise<{ anna: TestMember; vera: TestPerformer; id: number }> {
    const [anna, vera] = [await aMember(server, 1000), await aPerformer(server)];
    const { message } = await messengerOf(server).write(anna, vera, 'Hoi');
    await messengerOf(server).answer(vera, message.conversation, 'Betaal mij elders');
    return { anna, vera, id: message.conversation };
  }
  const stored = async (number: string) =>
    (await server.deps.db.select().from(reports).where(eq(reports.number, number)))[0];
  const caseOf = async ({ username }: TestPerformer) =>
    (await listOpenCases(server.deps)).find(({ performer }) => performer === username);

  it('names the messages of that moment, and mails a receipt that names nobody', async () => {
    const { anna, vera, id } = await talk();
    const { number } = await report(anna, id, { email: 'anna@example.com', details: 'geld', lang: 'en' });
    await messengerOf(server).answer(vera, id, 'Later');
    expect(await stored(number)).toMatchObject({
      ...{ place: 'conversation', details: 'geld', memberId: anna.id, picture: null, second: null },
      ...{ conversationId: id, firstSeq: 1, lastSeq: 2 },
    });
    const [reported] = (await caseOf(vera))?.reports ?? [];
    expect(reported?.messages).toEqual({ conversationId: id, firstSeq: 1, lastSeq: 2 });
    await runDueWork(server.outbox);
    const mail = server.mail.sent.at(-1);
    expect(mail).toMatchObject({ to: 'anna@example.com', subject: `Your report ${number} at Vonk` });
    expect(mail?.text).not.toContain(vera.username);
  });

  it('shows the desk what was written, also when the member has deleted it, and nothing after an erasure', async () => {
    const { anna, vera, id } = await talk();
    await report(anna, id);
    await messengerOf(server).state(anna, id, 'delete');
    const range = { conversationId: id, firstSeq: 1, lastSeq: 2 };
    expect(await reportedMessages(server.deps.db, range)).toMatchObject([
      { seq: 1, from: 'member', message: 'Hoi' },
      { seq: 2, from: 'performer', message: 'Betaal mij elders' },
    ]);
    await eraseAccount(server, bearer(anna.token));
    expect(await reportedMessages(server.deps.db, range)).toEqual([]);
    expect((await caseOf(vera))?.reports).toHaveLength(1);
  });

  it('names no more than the last messages', async () => {
    const { anna, vera, id } = await talk();
    for (let count = 2; count < REPORTED_MESSAGES + 3; count += 1)
      await messengerOf(server).answer(vera, id, `Bericht ${count}`);
    const { number } = await report(anna, id);
    expect(await stored(number)).toMatchObject({ firstSeq: 4, lastSeq: REPORTED_MESSAGES + 3 });
  });

  it('is stored once when it is sent again', async () => {
    const { anna, vera, id } = await talk();
    const key = server.deps.newId();
    const numbers = await Promise.all([1, 2, 3].map(async () => (await report(anna, id, { key })).number));
    expect(new Set(numbers).size).toBe(1);
    expect((await caseOf(vera))?.reports).toHaveLength(1);
  });

  it('is for the member of the conversation alone, where there is a messenger', async () => {
    const { anna, vera, id } = await talk();
    const other = await aMember(server);
    await expect(report(other, id)).rejects.toThrow('badRequest.notFound');
    await expect(report(anna, 999_999)).rejects.toThrow('badRequest.notFound');
    await expect(report(vera, id)).rejects.toThrow('badRequest.unauthorized');
    const without = variantOf(server, { hasFeature: (feature) => feature !== 'messenger' });
    await expect(report(anna, id, {}, without)).rejects.toThrow('badRequest.notFound');
    expect(await caseOf(vera)).toBeUndefined();
  });

  it('keeps who reports out of it where somebody may be under age', async () => {
    const { anna, vera, id } = await talk();
    const { number } = await report(anna, id, { reason: 'minor' });
    expect(await stored(number)).toMatchObject({ memberId: null, email: null, conversationId: id });
    expect((await caseOf(vera))?.urgent).toBe(true);
  });

  it('takes ten an hour from one network', async () => {
    const { anna, id } = await talk();
    const limited = variantOf(server, { limits: createLimits(null) });
    for (let count = 0; count < 10; count += 1) await report(anna, id, {}, limited);
    await expect(report(anna, id, {}, limited)).rejects.toThrow('badRequest.tooMany');
  });
});
