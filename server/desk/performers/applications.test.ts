import { expect, it } from 'vitest';
import { rowVersion } from '#contract/desk/described/described-fields.ts';
import * as calls from '#contract/desk/people/application-calls.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { labelOf } from '#contract/errors.ts';
import { sendApplication } from '#contract/studio/account/application-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { performerApplications } from '#server/performers/records/tables.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { anOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

const test = startTestApp({ change: ({ brand }) => ({ brand: { ...brand, hasFeature: () => true } }) });
let applicants = 0;

async function apply(input: Partial<InputOf<typeof sendApplication>> = {}) {
  applicants += 1;
  const who = { email: `applicant-${applicants}@example.com`, stageName: `Applicant${applicants}` };
  const application = {
    ...who,
    languages: ['nl', 'en'],
    message: 'I would like to.',
    isAdult: true,
    agrees: true,
    key: test.deps.newId(),
    lang: 'en',
    ...input,
  } as const;
  await callApp(test, sendApplication, application as InputOf<typeof sendApplication>);
  return { email: application.email, username: application.stageName };
}
const moderator = async () => (await anOperator(test, 'moderator')).headers;
const waiting = async (email: string) =>
  (await callApp(test, calls.listApplications, {}, await moderator())).result.find(
    (one) => one.email === email,
  );
/** Of an application as the list shows it; of none that does not wait. */
const versionOf = async (application: number) => {
  const { result } = await callApp(test, calls.listApplications, {}, await moderator());
  const row = result.find((one) => one.application === application);
  return row ? rowVersion(row) : 'none';
};
const mails = async () => {
  while ((await runDueWork(test.outbox)) > 0);
  return test.mail.sent.splice(0);
};
const accept = async (application: number, input: Partial<InputOf<typeof calls.acceptApplication>>) =>
  callApp(
    test,
    calls.acceptApplication,
    {
      application,
      version: await versionOf(application),
      username: 'Nobody1',
      dateOfBirth: '1990-12-31',
      gender: 'female',
      reason: 'saw the papers',
      ...input,
    },
    await moderator(),
  ).catch(labelOf);

it('an application waits at the desk, with a receipt and without an account', async () => {
  const { email, username } = await apply();
  expect(await waiting(email)).toMatchObject({ stageName: username, languages: ['nl', 'en'] });
  expect(await mails()).toMatchObject([{ to: email, subject: expect.stringContaining('application') }]);
  expect(await performersFor(test.deps, inHouse).byName(username)).toBeUndefined();
  // The same address in other letters, while the first one waits.
  await apply({ email: email.toUpperCase() });
  expect(await mails()).toEqual([]);
});

it.each([
  [{ isAdult: false as true }],
  [{ agrees: false as true }],
  [{ languages: [] }],
  [{ stageName: 'x' }],
  [{ email: 'nowhere' }],
])('an application with %j is refused', async (input) => {
  expect(await apply(input).catch(labelOf)).toBe('badRequest.invalid.input');
});

it('an accepted applicant gets the link to the studio that `performers add` sends', async () => {
  const { email, username } = await apply();
  await mails();
  const id = (await waiting(email))?.application ?? 0;
  expect(await accept(id, { username, dateOfBirth: '2015-01-01' })).toBe('badRequest.identity.minor');
  expect(await accept(id, { username })).toEqual({ performer: expect.any(Number) });
  expect(await mails()).toMatchObject([{ to: email, text: expect.stringContaining('/studio/link?key=') }]);
  expect(await waiting(email)).toBeUndefined();
  expect(await accept(id, { username: 'Another1' })).toBe('badRequest.notFound');
  const { email: next } = await apply();
  expect(await accept((await waiting(next))?.application ?? 0, { username })).toBe(
    'badRequest.username_exists',
  );
  expect(await waiting(next)).toBeDefined();
});

it('a declined applicant reads why, and leaves no address', async () => {
  const { email } = await apply();
  await mails();
  const input = {
    application: (await waiting(email))?.application ?? 0,
    statement: 'We have no room at present.',
  };
  const decline = async (version: string) =>
    callApp(test, calls.declineApplication, { ...input, version, reason: 'full' }, await moderator()).catch(
      labelOf,
    );
  const version = await versionOf(input.application);
  expect(await decline('another')).toBe('badRequest.form.changed');
  expect(await decline(version)).toBe(true);
  expect(await mails()).toMatchObject([{ to: email, text: expect.stringContaining(input.statement) }]);
  expect(await decline(version)).toBe('badRequest.notFound');
  expect(JSON.stringify(await test.deps.db.select().from(performerApplications))).not.toContain(email);
});
