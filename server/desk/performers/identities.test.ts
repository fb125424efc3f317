import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '#contract/day.ts';
import { rowVersion } from '#contract/desk/described/described-fields.ts';
import * as calls from '#contract/desk/people/identity-calls.ts';
import {
  approvePerformer,
  openIdentity,
  readDeskPerformer,
  recordIdentity,
} from '#contract/desk/people/performer-calls.ts';
import { readWork } from '#contract/desk/work-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readBeside, saveBeside } from '#contract/studio/beside-calls.ts';
import { setStatus } from '#contract/studio/studio-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { removePerformer, storeStatus } from '#server/performers/profile/store-status.ts';
import { eraseOldRecords } from '#server/performers/records/keep-records.ts';
import { besidePeople, identityCopies, performerIdentities } from '#server/performers/records/tables.ts';
import { addedPerformer } from '#server/studio/account/testing.ts';
import { aPicture, upload } from '#server/studio/pictures/testing.ts';
import { anOperator, aPerformer, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { remindOfDocuments } from './remind.ts';
import { papers, personBeside, sendCopy } from './testing.ts';

const test = startTestApp();
const today = () => dayOf(test.clock.now());
const moderator = () => anOperator(test, 'moderator');
const reason = 'saw the passport';
const identity = { ...papers, otherNames: [...papers.otherNames] };
const newKey = () => test.deps.newId();

const record = async (by: TestOperator, performer: number, expiresOn?: string) =>
  callApp(
    test,
    recordIdentity,
    { performer, ...identity, version: await seen(by, performer), checkedOn: today(), expiresOn, reason },
    by.headers,
  );
/** The version of a performer's record. */
const seen = async (by: TestOperator, performer: number) =>
  rowVersion((await callApp(test, readDeskPerformer, { performer }, by.headers)).records[0] ?? {});
const listed = async (by: TestOperator, query: string) =>
  (await callApp(test, calls.listIdentities, { query }, by.headers)).result;
const index = async (by: TestOperator, of: string) =>
  (await callApp(test, calls.listDepictions, { record: of }, by.headers)).result;

/** A performer with a record, and a person beside her who is approved. */
async function withPerson() {
  const [mod, other, vera] = [await moderator(), await moderator(), await aPerformer(test)];
  await record(mod, vera.id);
  const approve = { performer: vera.id, version: await seen(other, vera.id), formKey: newKey(), reason };
  await callApp(test, approvePerformer, approve, other.headers);
  await callApp(test, calls.recordPerson, personBeside(vera.id), mod.headers);
  const rows = await listed(mod, `performer:${vera.id}`);
  const person = rows.find(({ label }) => label !== null);
  if (!person) throw new Error('No person was recorded');
  const { record: of, version } = person;
  const form = { record: of, version, formKey: newKey(), reason };
  return { mod, other, vera, person, form };
}

async function approved() {
  const made = await withPerson();
  await callApp(test, calls.approvePerson, made.form, made.other.headers);
  return { ...made, id: Number(made.person.record.slice('person:'.length)) };
}

describe('a copy of a document', () => {
  it('is drawn anew, sealed, and opened with the record, which leaves a row for each', async () => {
    const [mod, vera] = [await moderator(), await aPerformer(test)];
    const file = await sharp(await aPicture())
      .withExif({ IFD0: { Artist: 'Secret camera' } })
      .jpeg()
      .toBuffer();
    const of = `performer:${vera.id}`;
    expect((await sendCopy(test, mod.headers, { record: of, file })).status).toBe(404);
    await record(mod, vera.id);
    expect((await sendCopy(test, mod.headers, { record: of, file })).status).toBe(200);
    const [row] = await test.deps.db
      .select()
      .from(identityCopies)
      .where(eq(identityCopies.performerId, vera.id));
    expect(
      await sharp(Buffer.from(row?.sealed ?? []))
        .metadata()
        .catch(() => 'sealed'),
    ).toBe('sealed');
    const open = { performer: vera.id, formKey: newKey(), reason };
    const { result } = await callApp(test, openIdentity, open, mod.headers);
    const picture = Buffer.from(result?.copies[0]?.picture ?? '', 'base64');
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 800, height: 600 });
    expect(picture.toString('latin1')).not.toContain('Secret camera');
    const acts = await test.deps.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.subject, of))
      .orderBy(auditRows.id);
    expect(acts.map(({ act }) => act)).toEqual([
      'eye.performer-opened',
      'performer.identity-recorded',
      'identity.copy-added',
      'performer.identity-opened',
      'identity.copy-opened',
    ]);
  });

  it('is refused without a reason, for another file, and to other roles', async () => {
    const [mod, vera] = [await moderator(), await aPerformer(test)];
    await record(mod, vera.id);
    const of = { record: `performer:${vera.id}`, file: await aPicture() };
    const statusOf = async (...sent: Parameters<typeof sendCopy>) => (await sendCopy(...sent)).status;
    expect(await statusOf(test, mod.headers, { ...of, reason: '' })).toBe(400);
    expect(await statusOf(test, mod.headers, { ...of, file: Buffer.from('%PDF-1.7') })).toBe(400);
    expect(await statusOf(test, (await anOperator(test, 'support')).headers, of)).toBe(403);
  });
});

describe('a document that expires', () => {
  it('is noted once; a new one is a new record', async () => {
    const [mod, vera] = [await moderator(), await aPerformer(test)];
    await record(mod, vera.id);
    const [row] = await listed(mod, `performer:${vera.id}`);
    const note = {
      record: `performer:${vera.id}`,
      expiresOn: '2030-01-01',
      version: row?.version ?? '',
      reason,
    };
    expect(await callApp(test, calls.setDocumentExpiry, note, mod.headers)).toBe(true);
    expect(await callApp(test, calls.setDocumentExpiry, note, mod.headers).catch(labelOf)).toBe(
      'badRequest.form.changed',
    );
    expect((await listed(mod, `performer:${vera.id}`))[0]).toMatchObject({ expiresOn: '2030-01-01' });
  });

  it.each([
    ['lets her go live until its grace is over', 14, -14, 'live'],
    ['keeps her from going live after it', 14, -15, 'badRequest.identity.expired'],
    ['does not matter if the operator says so', null, -500, 'live'],
  ])('%s', async (_, identityGrace, days, label) => {
    const [mod, other, vera] = [await moderator(), await moderator(), await aPerformer(test)];
    await record(mod, vera.id, addDays(today(), days));
    const version = await seen(other, vera.id);
    const approve = { performer: vera.id, version, formKey: newKey(), reason };
    await callApp(test, approvePerformer, approve, other.headers);
    const app = variantOf(test, { config: { ...test.deps.config, identityRequired: true, identityGrace } });
    const goLive = callApp(app, setStatus, { onlineStatus: onlineStatus.free }, bearer(vera.token));
    expect(await goLive.then(() => 'live', labelOf)).toBe(label);
  });

  it('is work at the desk, and its performer is reminded once for each step', async () => {
    const mod = await moderator();
    const { id } = await addedPerformer(test, 'Wilhelmina');
    while ((await runDueWork(test.outbox)) > 0);
    test.mail.sent.splice(0);
    await record(mod, id, addDays(today(), 31));
    const remind = async () => {
      await remindOfDocuments(test.deps);
      while ((await runDueWork(test.outbox)) > 0);
      return test.mail.sent.splice(0).filter(({ subject }) => /document/i.test(subject)).length;
    };
    const pieces = async () => {
      const { pieces: all } = await callApp(test, readWork, {}, mod.headers);
      return all.filter((one) => one.kind === 'document' && one.id === `performer:${id}`).length;
    };
    expect([await remind(), await pieces()]).toEqual([0, 0]);
    const sent: number[] = [];
    for (const days of [1, 0, 22, 1, 7, 3]) {
      test.clock.advance(days * 24 * 3_600_000);
      sent.push(await remind());
    }
    expect(sent).toEqual([1, 0, 0, 1, 1, 0]);
  });
});

describe('a person beside a performer', () => {
  it('is approved by another operator than the one who recorded', async () => {
    const { mod, other, person, form } = await withPerson();
    expect(person).toMatchObject({ label: 'Robin', state: 'recorded', consent: '2026-11', inPicture: false });
    const own = await callApp(
      test,
      calls.approvePerson,
      { ...form, formKey: newKey(), version: 'another' },
      other.headers,
    ).catch(labelOf);
    expect(own).toBe('badRequest.form.changed');
    expect((await callApp(test, calls.approvePerson, form, mod.headers)).result).toBeNull();
  });

  it('is not a minor, and has a name of her or his own', async () => {
    const { mod, vera } = await withPerson();
    const again = callApp(test, calls.recordPerson, personBeside(vera.id, { label: 'ROBIN' }), mod.headers);
    expect(await again.catch(labelOf)).toBe('badRequest.performer.state');
    const young = personBeside(vera.id, { label: 'Kim', dateOfBirth: '2008-11-02' });
    expect(await callApp(test, calls.recordPerson, young, mod.headers).catch(labelOf)).toBe(
      'badRequest.identity.minor',
    );
  });

  it('is in the index of the streams for which the performer has said so, once approved', async () => {
    const { mod, other, vera, person, form } = await withPerson();
    const id = Number(person.record.slice('person:'.length));
    const mine = bearer(vera.token);
    const choose = () => callApp(test, saveBeside, { people: [id] }, mine).catch(labelOf);
    expect(await choose()).toBe('badRequest.notFound');
    await callApp(test, calls.approvePerson, form, other.headers);
    await storeStatus(test.deps, vera.id, onlineStatus.free);
    expect(await index(mod, person.record)).toEqual([]);
    expect(await choose()).toBe(true);
    expect((await callApp(test, readBeside, {}, mine)).people).toMatchObject([
      { label: 'Robin', inPicture: true },
    ]);
    await callApp(test, saveBeside, { people: [] }, mine);
    await storeStatus(test.deps, vera.id, onlineStatus.offline);
    const rows = await index(mod, person.record);
    expect(rows).toMatchObject([{ kind: 'stream', performer: vera.id, people: ['Robin'] }]);
    expect(rows[0]?.endedAt).not.toBeNull();
    await storeStatus(test.deps, vera.id, onlineStatus.free);
    expect(await index(mod, person.record)).toHaveLength(1);
    expect(await index(mod, `performer:${vera.id}`)).toHaveLength(2);
  });
});

describe('the index', () => {
  it('has each stored picture with its file, keeps removed ones, and says who is beside her', async () => {
    const { mod, vera, person } = await approved();
    await upload(test, vera.token, {
      place: 'cover',
      files: [{ content: await aPicture('#336699', 1600, 1200) }],
    });
    const of = `performer:${vera.id}`;
    const [row] = await index(mod, of);
    expect(row).toMatchObject({ kind: 'picture', people: [], endedAt: null });
    expect(row?.files[0]).toMatch(/^images\/a\/\d+\/[0-9a-f]{8}$/);
    const set = (people: string[], version = row?.version ?? '') =>
      callApp(
        test,
        calls.setPeopleShown,
        { depiction: row?.depiction ?? 0, people, version, reason },
        mod.headers,
      ).catch(labelOf);
    expect(await set(['Nobody'])).toBe('badRequest.invalid.input');
    expect(await set(['robin'])).toBe(true);
    expect(await set([])).toBe('badRequest.form.changed');
    await removePerformer(test.deps, operatorCaller('els', 'left'), vera.username);
    expect(await index(mod, person.record)).toMatchObject([{ depiction: row?.depiction, files: [] }]);
    expect((await index(mod, of))[0]?.endedAt).not.toBeNull();
  });
});

describe('the end of records', () => {
  it('comes years after the last depiction of a removed performer, for people, records and copies', async () => {
    const { mod, vera, person } = await approved();
    await sendCopy(test, mod.headers, { record: person.record, file: await aPicture() });
    await sendCopy(test, mod.headers, { record: `performer:${vera.id}`, file: await aPicture() });
    await storeStatus(test.deps, vera.id, onlineStatus.free);
    const left = async () => {
      const { db } = test.deps;
      const hers = await db
        .select()
        .from(performerIdentities)
        .where(eq(performerIdentities.performerId, vera.id));
      const people = await db.select().from(besidePeople).where(eq(besidePeople.performerId, vera.id));
      const copies = await db.select().from(identityCopies).where(eq(identityCopies.performerId, vera.id));
      return [hers.length, people.length, copies.length];
    };
    // Ends the stream.
    await removePerformer(test.deps, operatorCaller('els', 'left'), vera.username);
    const [own] = await listed(mod, `performer:${vera.id}`);
    expect(own?.erasedAfter).toBe(`${Number(today().slice(0, 4)) + 7}${today().slice(4)}`);
    const leftAfter = async (day: string) => {
      await eraseOldRecords({ ...test.deps, now: () => new Date(`${day}T12:00:00Z`) });
      return left();
    };
    const last = own?.erasedAfter ?? '';
    expect(await leftAfter(last)).toEqual([1, 1, 1]);
    expect(await leftAfter(addDays(last, 1))).toEqual([0, 0, 0]);
  });

  it('does not come while she is present', async () => {
    const { vera } = await approved();
    await eraseOldRecords({ ...test.deps, now: () => new Date('2060-01-01T12:00:00Z') });
    const rows = await test.deps.db
      .select()
      .from(performerIdentities)
      .where(eq(performerIdentities.performerId, vera.id));
    expect(rows).toHaveLength(1);
  });
});

describe('the inspection set', () => {
  const load = (by: TestOperator, query: Record<string, string>) =>
    test.app.request(
      `${calls.INSPECTION_FILE}?${new URLSearchParams({ 'api-key': test.deps.config.apiKey, ...query })}`,
      { headers: by.headers },
    );

  it('has record, copies, people and index of a performer, and leaves a row for each', async () => {
    const { mod, vera, person, id } = await approved();
    await sendCopy(test, mod.headers, { record: person.record, file: await aPicture() });
    await storeStatus(test.deps, vera.id, onlineStatus.free);
    const answer = await load(mod, { performer: String(vera.id) });
    expect(answer.status).toBe(200);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const folder = `performer-${vera.id}`;
    const copy = Object.keys(files).find((name) => name.endsWith('.webp'));
    expect(Object.keys(files).sort()).toEqual(
      [
        'index.csv',
        `${folder}/depictions.csv`,
        `${folder}/record.json`,
        copy,
        `${folder}/person-${id}/record.json`,
      ].sort(),
    );
    const text = (name: string) => Buffer.from(files[name] ?? []).toString();
    expect(text(`${folder}/record.json`)).toContain('Secret street 1');
    expect(text('index.csv')).toContain(`Secret Alias,other,${folder}`);
    expect(text(`${folder}/depictions.csv`)).toContain('stream,');
    expect(await sharp(Buffer.from(files[copy ?? ''] ?? [])).metadata()).toMatchObject({ format: 'webp' });
    const rows = await test.deps.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.actor, `operator:${mod.name}`));
    const acts = rows.map(({ act, subject }) => `${act} ${subject}`);
    expect(acts).toEqual(
      expect.arrayContaining([
        `performer.identity-opened performer:${vera.id}`,
        `identity.person-opened ${person.record}`,
        `identity.copy-opened ${person.record}`,
        `file.exported performer:${vera.id}`,
      ]),
    );
  });

  it('of all waits for an owner, and is refused to other roles', async () => {
    const { mod } = await withPerson();
    const answer = await load(mod, {});
    expect([answer.status, await answer.json()]).toEqual([403, { label: 'badRequest.request.waits' }]);
    expect((await load(await anOperator(test, 'finance'), {})).status).toBe(403);
    expect((await load(mod, { performer: 'x' })).status).toBe(400);
  });
});
