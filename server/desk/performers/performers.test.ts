import { and, desc, eq, notLike, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { addDays, dayOf, startOfDay } from '#contract/day.ts';
import { rowVersion } from '#contract/desk/described/described-fields.ts';
import * as calls from '#contract/desk/people/performer-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { sendMessage } from '#server/chat/room/send-message.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { readStatus } from '#server/performers/reads.ts';
import { performerIdentities } from '#server/performers/records/tables.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { openStudioLogin } from '#server/studio/account/studio-login.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import { sweepShutRooms } from '#server/studio/room.ts';
import { aMember, anOperator, aPerformer, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';

const test = startTestApp();
const identity = {
  legalName: 'Johanna van der Linden',
  dateOfBirth: '1990-12-31',
  otherNames: ['Jo Bakkerhoven'],
  address: 'Plein 1, Amsterdam',
  document: 'passport',
  numberEnd: '2014',
} as const;
const today = () => test.clock.now().toISOString().slice(0, 10);
const moderator = () => anOperator(test, 'moderator');

type Recorded = Partial<Omit<InputOf<typeof calls.recordIdentity>, 'performer'>>;
const record = async (by: TestOperator, performer: number, input: Recorded = {}, app = test) => {
  const version = await seen(performer, 'records');
  const checked = { performer, version, ...identity, checkedOn: today(), reason: 'saw the passport' };
  return callApp(
    app,
    calls.recordIdentity,
    { ...checked, otherNames: [...identity.otherNames], ...input },
    by.headers,
  );
};
/** The version of a part of the page. */
const seen = async (performer: number, part: 'records' | 'standing') =>
  rowVersion((await read(performer))[part][0] ?? {});
const read = async (performer: number) =>
  callApp(test, calls.readDeskPerformer, { performer }, (await anOperator(test, 'support')).headers);
/** Without who looked at her. */
const isAbout = (performer: number) =>
  and(eq(auditRows.subject, `performer:${performer}`), notLike(auditRows.act, 'eye.%'));
const actsAbout = (performer: number) =>
  test.deps.db.select().from(auditRows).where(isAbout(performer)).orderBy(auditRows.id);
const mails = async () => {
  while ((await runDueWork(test.outbox)) > 0);
  return test.mail.sent.splice(0);
};

describe('an identity record', () => {
  it('is sealed, and opened only with a reason in the log', async () => {
    const [mod, vera] = [await moderator(), await aPerformer(test)];
    await record(mod, vera.id);
    const [row] = await test.deps.db
      .select()
      .from(performerIdentities)
      .where(eq(performerIdentities.performerId, vera.id));
    expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain('Linden');
    const shown = await read(vera.id);
    expect(shown).toMatchObject({
      identity: 'recorded',
      records: [{ checked: { by: mod.name, on: today() } }],
    });
    expect(JSON.stringify(shown)).not.toMatch(/Linden|Bakkerhoven|Plein 1|2014/);
    const open = { performer: vera.id, formKey: test.deps.newId(), reason: 'asked by the police' };
    const opened = await callApp(test, calls.openIdentity, open, mod.headers);
    expect(opened.result).toMatchObject(identity);
    const acts = await actsAbout(vera.id);
    expect(acts.map(({ act, actor, reason }) => [act, actor, reason])).toEqual([
      ['performer.identity-recorded', `operator:${mod.name}`, 'saw the passport'],
      ['performer.identity-opened', `operator:${mod.name}`, 'asked by the police'],
    ]);
    expect(JSON.stringify(acts)).not.toContain('Linden');
  });

  it('cannot be opened with another SECRET, and is missed aloud', async () => {
    const [mod, vera] = [await moderator(), await aPerformer(test)];
    const open = { performer: vera.id, formKey: test.deps.newId(), reason: 'to compare' };
    const missing = callApp(test, calls.openIdentity, open, mod.headers);
    expect(await missing.catch(labelOf)).toBe('badRequest.identity.missing');
    await record(mod, vera.id);
    await test.deps.db
      .update(performerIdentities)
      .set({ sealed: Buffer.alloc(64) })
      .where(eq(performerIdentities.performerId, vera.id));
    expect(await callApp(test, calls.openIdentity, open, mod.headers).catch(labelOf)).toBe(
      'badRequest.identity.sealed',
    );
  });

  it.each([
    ['is of age today', -18, 0, true],
    ['is of age tomorrow', -18, 1, false],
  ])('of somebody who %s', async (_, years, days, isTaken) => {
    const [mod, vera] = [await moderator(), await aPerformer(test)];
    const born = new Date(test.clock.now());
    born.setUTCFullYear(born.getUTCFullYear() + years);
    born.setUTCDate(born.getUTCDate() + days);
    const dateOfBirth = born.toISOString().slice(0, 10);
    const result = await record(mod, vera.id, { dateOfBirth }).catch(labelOf);
    expect(result).toBe(isTaken ? true : 'badRequest.identity.minor');
    expect((await read(vera.id)).identity).toBe(isTaken ? 'recorded' : 'missing');
    if (isTaken)
      expect((await performersFor(test.deps, inHouse).byId(vera.id))?.dateOfBirth).toBe(dateOfBirth);
  });

  it('of a minor is refused by the database too', async () => {
    const vera = await aPerformer(test);
    const row = { performerId: vera.id, sealed: Buffer.alloc(1), checkedOn: '2026-11-20', checkedBy: 'els' };
    const insert = test.deps.db
      .insert(performerIdentities)
      .values({ ...row, adultFrom: '2026-11-21', recordedAt: test.clock.now() })
      .catch((error: Error) => String(error.cause));
    expect(await insert).toContain('performer_identity_adult');
  });

  it('is not dated in the future', async () => {
    const [mod, vera] = [await moderator(), await aPerformer(test)];
    const later = record(mod, vera.id, { checkedOn: '2999-01-01' });
    expect(await later.catch(labelOf)).toBe('badRequest.invalid.input');
  });

  it('and a consent can be of today after midnight in the operator’s time zone', async () => {
    const vera = await aPerformer(test);
    const day = addDays(dayOf(test.clock.now()), 1);
    test.clock.advance(startOfDay(day).getTime() + 60_000 - test.clock.now().getTime());
    expect(today()).not.toBe(day);
    const mod = await moderator();
    expect(await record(mod, vera.id, { checkedOn: day })).toBe(true);
    const consent = {
      performer: vera.id,
      agreement: '3',
      acceptedOn: day,
      coPerformers: [],
      reason: 'signed',
    };
    expect(await callApp(test, calls.recordConsent, consent, mod.headers)).toBe(true);
  });

  it('that is approved lets her go live if IDENTITY_REQUIRED is on', async () => {
    const config = { ...test.deps.config, identityRequired: true };
    const app = variantOf(test, { config });
    const [mod, vera] = [await moderator(), await aPerformer(test)];
    const goLive = () =>
      callApp(app, setStatus, { onlineStatus: onlineStatus.free }, bearer(vera.token)).catch(labelOf);
    const colleague = await moderator();
    const approve = async (version?: string) => {
      const approval = { performer: vera.id, formKey: test.deps.newId(), reason: 'all good' };
      const input = { ...approval, version: version ?? (await seen(vera.id, 'records')) };
      return callApp(app, calls.approvePerformer, input, colleague.headers);
    };
    expect(await goLive()).toBe('badRequest.identity.missing');
    expect(await approve().catch(labelOf)).toBe('badRequest.identity.missing');
    await record(mod, vera.id, {}, app);
    expect(await goLive()).toBe('badRequest.identity.missing');
    // What was seen before the document was checked.
    expect(await approve('before').catch(labelOf)).toBe('badRequest.form.changed');
    await approve();
    expect(await goLive()).toEqual({ onlineStatus: onlineStatus.free });
    // Another record is another check.
    await record(mod, vera.id, {}, app);
    expect(await goLive()).toBe('badRequest.identity.missing');
    expect(
      await callApp(test, setStatus, { onlineStatus: onlineStatus.free }, bearer(vera.token)),
    ).toBeTruthy();
  });
});

describe('the real name of a performer', () => {
  it.each(['Johanna', 'hey L1nden', 'jo bakkerhoven', 'J o h a n n a'])(
    'in "%s" is hidden in her room, in tips and in messages to her',
    async (text) => {
      const [mod, vera] = [await moderator(), await aPerformer(test, onlineStatus.free)];
      await record(mod, vera.id);
      const anna = await aMember(test, 5000);
      const viewer = await join(test, anna.caller, vera);
      const line = await sendMessage(test.deps, anna.caller, {
        action: 'message',
        auth: viewer.auth(),
        recipient: 'host',
        clientId: test.deps.newId(),
        data: { message: text, messageType: 'host' },
      });
      expect(line.message.message).toContain('•••');
      const tipped = await sendTip(test.deps, anna.caller, {
        action: 'tip',
        auth: viewer.auth(),
        recipient: 'host',
        clientId: test.deps.newId(),
        data: tipDataSchema.parse({ amount: 100, message: text, isPublic: true }),
      });
      expect(tipped.message.message).toContain('•••');
      const { message } = await messengerOf(test).write(anna, vera, text);
      expect(message.content).toContain('•••');
      expect(JSON.stringify([line, tipped, message])).not.toMatch(/johanna|linden|bakkerhoven/i);
      const room = await callApp(test, readRoom, {}, bearer(vera.token));
      expect(JSON.stringify(room)).not.toMatch(/johanna|linden|bakkerhoven/i);
    },
  );

  it('is not hidden in messages to others, or without a record', async () => {
    const [anna, vera] = [await aMember(test, 5000), await aPerformer(test)];
    expect((await messengerOf(test).write(anna, vera, 'Johanna')).message.content).toBe('Johanna');
  });
});

describe('the list of performers', () => {
  const list = async (input: InputOf<typeof calls.listDeskPerformers> = {}) =>
    callApp(test, calls.listDeskPerformers, input, (await anOperator(test, 'finance')).headers);

  it('finds those without an identity record at once, with open cases', async () => {
    const [mod, vera] = [await moderator(), await aPerformer(test, onlineStatus.free)];
    const nora = await aPerformer(test);
    const before = await list({ show: 'unrecorded', query: vera.username });
    expect(before.result).toMatchObject([
      { performer: vera.id, identity: 'missing', isLive: true, openCases: 0 },
    ]);
    await callApp(test, sendReport, {
      performer: vera.username,
      reason: 'identity',
      details: 'this is me',
      lang: 'en',
      email: 'guest@example.com',
      place: 'stream',
      key: test.deps.newId(),
    });
    await record(mod, vera.id);
    expect((await list({ show: 'unrecorded', query: vera.username })).result).toEqual([]);
    expect((await list({ show: 'unrecorded', query: String(nora.id) })).result).toMatchObject([
      { performer: nora.id },
    ]);
    expect((await list({ query: '_' })).result).toEqual([]);
    const after = await list({ show: 'unapproved', query: vera.username });
    expect(after.result).toMatchObject([{ performer: vera.id, identity: 'recorded', openCases: 1 }]);
    expect(after.unrecorded).toBe(before.unrecorded - 1);
    const { headers } = mod;
    expect(await callApp(test, calls.readDeskPerformer, { performer: vera.id }, headers)).toMatchObject({
      case: expect.any(Number),
    });
    // Support does not open cases.
    expect((await read(vera.id)).case).toBeNull();
  });
});

describe('a suspended performer', () => {
  const suspend = async (by: TestOperator, performer: number, until?: string) =>
    callApp(
      test,
      calls.suspendPerformer,
      {
        performer,
        version: await seen(performer, 'standing'),
        ground: 'consent',
        facts: 'She showed somebody who did not agree.',
        until,
        reason: 'rule 4',
      },
      by.headers,
    );
  const lift = async (by: TestOperator, performer: number) => {
    const version = await seen(performer, 'standing');
    return callApp(test, calls.liftSuspension, { performer, version, reason: 'on appeal' }, by.headers);
  };

  it('is logged out, off the air and unknown to visitors, until it is undone', async () => {
    const [mod, vera] = [await moderator(), await aPerformer(test, onlineStatus.free)];
    const anna = await aMember(test, 500);
    await join(test, anna.caller, vera);
    await suspend(mod, vera.id);
    await sweepShutRooms(test.deps);
    expect(await readStatus(test.deps, vera.id)).toBe(onlineStatus.offline);
    const profile = () => callApp(test, readProfile, { username: vera.username }).catch(labelOf);
    const goLive = () =>
      callApp(test, setStatus, { onlineStatus: onlineStatus.free }, bearer(vera.token)).catch(labelOf);
    const logIn = () =>
      test.deps.db
        .transaction((tx) => openStudioLogin({ ...test.deps, db: tx }, systemCaller, vera.id))
        .catch(labelOf);
    expect(await profile()).toBe('badRequest.performer.notExists');
    expect(await goLive()).toBe('badRequest.unauthorized');
    expect(await logIn()).toBe('badRequest.invalid.login');
    expect(await join(test, anna.caller, vera).catch(labelOf)).toBe('badRequest.performer.notExists');
    expect(await suspend(mod, vera.id).catch(labelOf)).toBe('badRequest.performer.state');
    await lift(mod, vera.id);
    expect(await profile()).toMatchObject({ username: vera.username });
    expect(await logIn()).toHaveProperty('token');
    expect(await lift(mod, vera.id).catch(labelOf)).toBe('badRequest.performer.state');
    expect(await read(vera.id)).toMatchObject({
      suspendedAt: null,
      suspensions: [{ by: mod.name, until: null, liftedAt: expect.any(String) }],
    });
  });

  it('reads why and until when in a mail, and returns on that day', async () => {
    await mails();
    const mod = await moderator();
    const vera = await addedPerformer(test, `Vera${test.deps.newId().slice(0, 6)}`);
    await mails();
    expect(await suspend(mod, vera.id, '2020-01-01').catch(labelOf)).toBe('badRequest.invalid.input');
    const until = new Date(test.clock.now().getTime() + 3 * 86_400_000);
    await suspend(mod, vera.id, until.toISOString().slice(0, 10));
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: vera.email });
    expect(mail?.text).toContain('She showed somebody who did not agree.');
    expect(mail?.text).toMatch(/until .* 20\d\d/);
    test.clock.advance(3 * 86_400_000);
    expect((await mails()).map(({ to }) => to)).toEqual([vera.email]);
    expect((await read(vera.id)).suspendedAt).toBeNull();
    const [last] = await test.deps.db
      .select()
      .from(auditRows)
      .where(isAbout(vera.id))
      .orderBy(desc(auditRows.id))
      .limit(1);
    expect(last).toMatchObject({ act: 'performer.suspension-lifted', actor: 'system' });
  });
});

it('a consent is recorded once for a version and day, with sealed names of others', async () => {
  const [mod, vera] = [await moderator(), await aPerformer(test)];
  const input = { performer: vera.id, agreement: '2026-11', acceptedOn: today(), reason: 'signed' };
  const accept = (more: object = {}) =>
    callApp(test, calls.recordConsent, { ...input, ...more }, mod.headers).catch(labelOf);
  expect(await accept({ coPerformers: ['Pieter Jansen'] })).toBe(true);
  expect(await accept()).toBe('badRequest.performer.state');
  expect(await accept({ acceptedOn: '2999-01-01' })).toBe('badRequest.invalid.input');
  const shown = await read(vera.id);
  expect(shown.consents).toEqual([
    { agreement: '2026-11', acceptedOn: today(), by: mod.name, hasOthers: true },
  ]);
  const stored = await test.deps.db.execute(
    sql`select encode(co_performers, 'escape') as names from performer_consent where performer_id = ${vera.id}`,
  );
  expect(JSON.stringify(stored)).not.toContain('Jansen');
  await record(mod, vera.id);
  const open = { performer: vera.id, formKey: test.deps.newId(), reason: 'asked by the acquirer' };
  const { result } = await callApp(test, calls.openIdentity, open, mod.headers);
  expect(result?.coPerformers).toEqual(['Pieter Jansen']);
});
