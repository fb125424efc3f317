import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { reportConversation } from '#contract/messaging/inbox-calls.ts';
import { REPORTED_MESSAGES } from '#contract/safety/report-calls.ts';
import { setStudioConversationState } from '#contract/studio/inbox-calls.ts';
import { reportStudioConversation } from '#contract/studio/numbers/report-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { decideAbout } from '#server/desk/decisions/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { listOpenCases } from '#server/safety/reports/reads.ts';
import { reports } from '#server/safety/reports/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import {
  aMember,
  aPerformer,
  eraseAccount,
  type TestMember,
  type TestPerformer,
} from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { sweepPhotos } from '../photos/photo-files.ts';
import { aSentPhoto, open, urlOf } from '../photos/testing.ts';
import { removeOldMessages } from '../remove-old-messages.ts';
import { photoFiles, reportedMessages } from '../tables.ts';
import { messengerOf } from '../testing.ts';
import { readEvidence, removeEvidence, writeEvidence } from './report-conversation.ts';

const DAY = 24 * 3_600_000;

const filesOf = ({ deps }: TestApp) => deps.db.select({ hash: photoFiles.hash }).from(photoFiles);

describe.each(databaseKinds())('reporting a conversation, on $name', (database) => {
  const server = startTestApp({ on: database });

  type Fields = Partial<Omit<InputOf<typeof reportConversation>, 'conversationId'>>;
  const report = (who: { token: string }, conversationId: number, fields: Fields = {}, on = server) =>
    callApp(
      on,
      reportConversation,
      { conversationId, reason: 'fraud', key: server.deps.newId(), ...fields },
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

  it('names the messages of that moment, and mails a receipt without names', async () => {
    const { anna, vera, id } = await talk();
    const { number } = await report(anna, id, { email: 'anna@example.com', details: 'geld', lang: 'en' });
    await messengerOf(server).answer(vera, id, 'Later');
    expect(await stored(number)).toMatchObject({
      place: 'conversation',
      details: 'geld',
      memberId: anna.id,
      picture: null,
      second: null,
      conversationId: id,
      firstSeq: 1,
      lastSeq: 2,
    });
    expect((await readEvidence(server.deps.db, number)).map(({ seq }) => seq)).toEqual([1, 2]);
    await runDueWork(server.outbox);
    const mail = server.mail.sent.at(-1);
    expect(mail).toMatchObject({ to: 'anna@example.com', subject: `Your report ${number} at Vonk` });
    expect(mail?.text).not.toContain(vera.username);
  });

  const written = [
    { seq: 1, from: 'member', message: 'Hoi', photo: null },
    { seq: 2, from: 'performer', message: 'Betaal mij elders', photo: null },
  ];

  it('shows the desk the text, also after the member has deleted it or the account', async () => {
    const { anna, vera, id } = await talk();
    const { number } = await report(anna, id);
    await messengerOf(server).state(anna, id, 'delete');
    expect(await readEvidence(server.deps.db, number)).toMatchObject(written);
    await eraseAccount(server, bearer(anna.token));
    expect(await readEvidence(server.deps.db, number)).toMatchObject(written);
    expect(await stored(number)).toMatchObject({ memberId: null, email: null });
    expect((await caseOf(vera))?.reports).toHaveLength(1);
  });

  it('keeps the text longer than messages are kept, and nothing later', async () => {
    const { anna, vera, id } = await talk();
    const { number } = await report(anna, id);
    await messengerOf(server).answer(vera, id, 'Later');
    server.clock.advance(31 * DAY);
    const short = { ...server.deps, config: { ...server.deps.config, messageDays: 30 } };
    await removeOldMessages(short);
    const again = { ...anna, token: await tokenFor(server.deps, 'member', anna.id) };
    expect((await messengerOf(server).history(again, id)).messages).toEqual([]);
    expect(await readEvidence(server.deps.db, number)).toMatchObject(written);
  });

  it('is sealed: reported messages cannot be changed', async () => {
    const { anna, id } = await talk();
    const { number } = await report(anna, id);
    const change = server.deps.db
      .update(reportedMessages)
      .set({ content: 'Nooit gezegd' })
      .where(eq(reportedMessages.reportNumber, number));
    await expect(change).rejects.toMatchObject({
      cause: { message: 'a reported message is not changed' },
    });
  });

  it('keeps the text until its time after the decision is over, and again if the case is reopened', async () => {
    const { anna, vera, id } = await talk();
    const { number } = await report(anna, id);
    const { evidenceDays } = server.deps.config;
    const left = async () => {
      await removeEvidence(server.deps);
      return (await readEvidence(server.deps.db, number)).length;
    };
    const decide = (step: Parameters<typeof decideAbout>[2]) =>
      decideAbout(server.deps, { performerId: vera.id }, step);
    server.clock.advance(2 * evidenceDays * DAY);
    expect(await left()).toBe(2);
    await decide('assigned');
    await expect(decide('upheld')).rejects.toThrow('badRequest.notFound');
    await decide('warn');
    expect(await caseOf(vera)).toBeUndefined();
    server.clock.advance((evidenceDays - 1) * DAY);
    expect(await left()).toBe(2);
    await decide('appealed');
    server.clock.advance(2 * evidenceDays * DAY);
    expect(await left()).toBe(2);
    await decide('overruled');
    server.clock.advance(evidenceDays * DAY - 1);
    expect(await left()).toBe(2);
    server.clock.advance(1);
    expect(await left()).toBe(0);
    expect(await stored(number)).toMatchObject({ conversationId: id });
  });

  it('keeps a photo for the desk that both sides have deleted, and removes its file with the report', async () => {
    const { anna, vera, message } = await aSentPhoto(server);
    const { number } = await report(anna, message.conversation);
    const url = urlOf(message);
    expect((await open(server, anna, url)).status).toBe(200);
    await messengerOf(server).state(anna, message.conversation, 'delete');
    await callApp(
      server,
      setStudioConversationState,
      { id: message.conversation, state: 'delete' },
      bearer(vera.token),
    );
    server.clock.advance(2 * DAY);
    await sweepPhotos(server.deps);
    const folder = await mkdtemp(join(tmpdir(), 'vonk-evidence-'));
    await writeEvidence(server.deps, folder);
    const [kept] = await readEvidence(server.deps.db, number);
    expect(kept?.photo).toBe(`${number}-1.jpg`);
    const file = await readFile(join(folder, kept?.photo ?? ''));
    expect(file[0]).toBe(0xff);
    expect(file[1]).toBe(0xd8);
    await rm(folder, { recursive: true });
    // Neither side nor anyone else can load it.
    const renewed = { ...anna, token: await tokenFor(server.deps, 'member', anna.id) };
    for (const who of [renewed, await aMember(server), null])
      expect((await open(server, who, url)).status).not.toBe(200);
    await decideAbout(server.deps, { performerId: vera.id }, 'none');
    const before = await filesOf(server);
    server.clock.advance((server.deps.config.evidenceDays + 1) * DAY);
    await removeEvidence(server.deps);
    await sweepPhotos(server.deps);
    expect(before.length - (await filesOf(server)).length).toBe(1);
  });

  it('is in the personal data of the reporting member only', async () => {
    const { anna, vera, id } = await talk();
    const { number } = await report(anna, id);
    await report(anna, id, { reason: 'minor' });
    const { db } = server.deps;
    const rows = async ({ id: memberId }: TestMember) =>
      Object.assign(
        {},
        ...(await Promise.all(server.deps.personalData.map((data) => data.read(db, memberId)))),
      )['reported-messages'];
    expect(await rows(anna)).toEqual([
      { report: number, at: expect.any(Date), from: 'member', message: 'Hoi', hasPhoto: false },
      {
        report: number,
        at: expect.any(Date),
        from: 'performer',
        message: 'Betaal mij elders',
        hasPhoto: false,
      },
    ]);
    const other = await aMember(server, 1000);
    await messengerOf(server).write(other, vera, 'Ook hoi');
    expect(await rows(other)).toEqual([]);
  });

  it('contains only the last messages', async () => {
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

  it('requires the member of the conversation, and a messenger', async () => {
    const { anna, vera, id } = await talk();
    const other = await aMember(server);
    await expect(report(other, id)).rejects.toThrow('badRequest.notFound');
    await expect(report(anna, 999_999)).rejects.toThrow('badRequest.notFound');
    await expect(report(vera, id)).rejects.toThrow('badRequest.unauthorized');
    const without = variantOf(server, {
      brand: { ...server.deps.brand, hasFeature: (feature) => feature !== 'messenger' },
    });
    await expect(report(anna, id, {}, without)).rejects.toThrow('badRequest.notFound');
    expect(await caseOf(vera)).toBeUndefined();
  });

  it('is also sent by the performer, about the member', async () => {
    const { anna, vera, id } = await talk();
    const about = { conversationId: id, reason: 'harassment', key: server.deps.newId() } as const;
    const { number } = await callApp(server, reportStudioConversation, about, bearer(vera.token));
    expect(await stored(number)).toMatchObject({
      byPerformerId: vera.id,
      memberId: null,
      firstSeq: 1,
      lastSeq: 2,
    });
    expect(await readEvidence(server.deps.db, number)).toMatchObject(written);
    expect(await caseOf(vera)).toBeUndefined();
    expect((await listOpenCases(server.deps)).find(({ member }) => member === anna.id)).toMatchObject({
      reports: [{ number, by: vera.username }],
    });
    const other = await aPerformer(server);
    const refused = callApp(server, reportStudioConversation, about, bearer(other.token));
    await expect(refused).rejects.toThrow('badRequest.notFound');
  });

  it('omits the reporting member in a case about a minor', async () => {
    const { anna, vera, id } = await talk();
    const { number } = await report(anna, id, { reason: 'minor' });
    expect(await stored(number)).toMatchObject({ memberId: null, email: null, conversationId: id });
    expect((await caseOf(vera))?.urgent).toBe(true);
  });

  it('accepts ten an hour from one network', async () => {
    const { anna, id } = await talk();
    const limited = variantOf(server, { limits: createLimits(null) });
    for (let count = 0; count < 10; count += 1) await report(anna, id, {}, limited);
    await expect(report(anna, id, {}, limited)).rejects.toThrow('badRequest.tooMany');
  });
});
