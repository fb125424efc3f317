import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { createLimits } from '#server/calls/limits.ts';
import { imageKinds } from '#server/media/images/image-url.ts';
import { storeImage } from '#server/media/images/store.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { storeSnapshot } from '#server/performers/profile/store-status.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { removeOldPictures, writePictures } from './keep-picture.ts';
import { listOpenCases } from './reads.ts';
import { reportCases, reportPictures, reportSteps, reports } from './tables.ts';

const test = startTestApp({ withFolder: true });
let vera: TestPerformer;
beforeEach(async () => {
  vera = await aPerformer(test, onlineStatus.free);
});

type Report = Partial<InputOf<typeof sendReport>>;
const report = (input: Report = {}, headers: Record<string, string> = {}, server = test) =>
  callApp(
    server,
    sendReport,
    {
      performer: vera.username,
      reason: 'identity',
      details: 'this is me',
      email: 'a@example.com',
      place: 'stream',
      second: 42,
      key: test.deps.newId(),
      ...input,
    },
    headers,
  );
const stored = async (number: string) =>
  (await test.deps.db.select().from(reports).where(eq(reports.number, number)))[0];
const caseOf = async () =>
  (await test.deps.db.select().from(reportCases).where(eq(reportCases.performerId, vera.id)))[0];
const stepsOf = async () =>
  test.deps.db
    .select()
    .from(reportSteps)
    .where(eq(reportSteps.caseId, (await caseOf())?.id ?? 0));

it('stores place, second and address, and returns a number', async () => {
  const { number } = await report();
  expect(number).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
  expect(await stored(number)).toMatchObject({
    reason: 'identity',
    details: 'this is me',
    place: 'stream',
    second: 42,
    email: 'a@example.com',
    memberId: null,
    picture: null,
  });
});

it("stores the stream's current picture in the database, for 180 days", async () => {
  await storeImage(
    test.deps.config.dataDir,
    { kind: imageKinds.live, id: vera.id, version: 'abc' },
    new CleanBytes('the picture'),
  );
  await storeSnapshot(test.deps, vera.id, 'abc');
  const { number } = await report();
  expect(await stored(number)).toMatchObject({ picture: `${number}.webp` });
  const folder = join(test.deps.config.dataDir, 'written');
  await writePictures(test.deps, folder);
  expect(await readFile(join(folder, `${number}.webp`), 'utf8')).toBe('the picture');
  test.clock.advance(180 * 24 * 3_600_000 - 1000);
  await removeOldPictures(test.deps);
  expect(await stored(number)).toMatchObject({ picture: `${number}.webp` });
  test.clock.advance(1000);
  await removeOldPictures(test.deps);
  expect(await stored(number)).toMatchObject({ picture: null });
  expect(await test.deps.db.select().from(reportPictures)).toEqual([]);
});

it("mails a receipt with the number, without the performer's name", async () => {
  const { number } = await report({ lang: 'nl' });
  await runDueWork(test.outbox);
  const mail = test.mail.sent.at(-1);
  expect(mail).toMatchObject({ to: 'a@example.com', subject: `Je melding ${number} bij Vonk` });
  expect(mail?.text).not.toContain(vera.username);
});

it('stores a repeated report once', async () => {
  const key = test.deps.newId();
  const numbers = await Promise.all([1, 2, 3].map(async () => (await report({ key })).number));
  expect(new Set(numbers).size).toBe(1);
  expect((await caseOf())?.version).toBe(1);
});

it('requires an address from a guest, except for a possible minor', async () => {
  await expect(report({ email: '' })).rejects.toMatchObject({
    label: 'badRequest.invalid.input',
    fields: ['email'],
  });
  const { number } = await report({ reason: 'minor', email: '' });
  expect(await stored(number)).toMatchObject({ email: null, memberId: null });
});

it('stores the reporting member, except for a possible minor', async () => {
  const anna = await aMember(test);
  const known = await report({ email: '' }, bearer(anna.token));
  const unknown = await report({ email: '', reason: 'minor' }, bearer(anna.token));
  expect((await stored(known.number))?.memberId).toEqual(anna.id);
  expect((await stored(unknown.number))?.memberId).toBeNull();
  expect((await stepsOf()).map(({ actor }) => actor)).toEqual([`member:${anna.id}`, 'guest']);
});

it('puts all reports about a performer into one case, and reopens a decided one', async () => {
  await report();
  await test.deps.db.update(reportCases).set({ state: 'closed' }).where(eq(reportCases.performerId, vera.id));
  await report({ reason: 'coercion' });
  expect(await caseOf()).toMatchObject({ state: 'received', urgent: true, version: 2 });
  await report({ reason: 'other' });
  expect(await caseOf()).toMatchObject({ urgent: true, version: 3 });
  expect((await stepsOf()).map(({ version, state }) => [version, state])).toEqual([
    [1, 'received'],
    [2, 'received'],
    [3, 'received'],
  ]);
});

it('leaves a case assigned to its operator', async () => {
  await report();
  await test.deps.db
    .update(reportCases)
    .set({ state: 'assigned' })
    .where(eq(reportCases.performerId, vera.id));
  await report();
  expect(await caseOf()).toMatchObject({ state: 'assigned', version: 2 });
});

it('lists open cases without addresses, those about minors and coercion first', async () => {
  await report({ reason: 'fraud' });
  const first = vera.username;
  vera = await aPerformer(test, onlineStatus.offline);
  await report({ reason: 'coercion' });
  const cases = await listOpenCases(test.deps);
  const names = cases.map(({ performer }) => performer);
  expect(names.indexOf(vera.username)).toBeLessThan(names.indexOf(first));
  expect(JSON.stringify(cases)).not.toContain('a@example.com');
});

it.each([
  ['an unknown reason', { reason: 'boring' as 'other' }],
  ['a text that is too long', { details: 'x'.repeat(2001) }],
  ['an address that is none', { email: 'nobody' }],
  ['a key that is none', { key: '1' }],
  ['a second before the beginning', { second: -1 }],
])('refuses %s', async (_, input) => {
  await expect(report(input)).rejects.toThrow('badRequest.invalid.input');
});

it('refuses a report about an unknown performer', async () => {
  await expect(report({ performer: 'nobody-at-all' })).rejects.toThrow('badRequest.performer.notExists');
});

it('accepts ten an hour from one network', async () => {
  const limited = variantOf(test, { limits: createLimits(null) });
  for (let count = 0; count < 10; count += 1) await report({}, {}, limited);
  await expect(report({}, {}, limited)).rejects.toThrow('badRequest.tooMany');
});
