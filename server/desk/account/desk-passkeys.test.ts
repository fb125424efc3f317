import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readDeskAccount, redeemDeskLink } from '#contract/desk/account/account-calls.ts';
import * as calls from '#contract/desk/account/passkey-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import * as member from '#contract/member/passkey-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { operatorByName } from '#server/identity/operators/reads.ts';
import {
  add as addToMember,
  newMember,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '#server/member/passkeys/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { logInAtDesk } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { sendDeskLink } from './desk-link.ts';
import { disableOperator } from './operators.ts';
import { activeModerator, codeOf, emailOf, mailedKey, newPassword } from './testing.ts';

const invalid = { label: 'badRequest.passkey.invalid' };
const unknown = { label: 'badRequest.passkey.notExists' };

describe.each(databaseKinds())("an operator's passkeys on $name", (database) => {
  const test = startTestApp({ on: database });
  const shell = operatorCaller('root', 'nights');

  async function add(headers: Record<string, string>, key: SoftwareAuthenticator) {
    const { options } = await callApp(test, calls.beginDeskPasskey, { password: newPassword }, headers);
    return callApp(test, calls.addDeskPasskey, { credential: key.create(options) }, headers);
  }
  async function withPasskey(name: string) {
    const operator = await activeModerator(test, shell, name);
    const key = softwareAuthenticator();
    return { ...operator, key, added: await add(operator.headers, key) };
  }
  async function logIn(key: SoftwareAuthenticator) {
    const { options } = await callApp(test, calls.beginDeskPasskeyLogin, {});
    const credential = { credential: key.get(options) };
    return (await logInAtDesk(test, calls.logInWithDeskPasskey, credential)).headers;
  }
  const actsOf = async (name: string) =>
    (
      await test.deps.db
        .select({ act: auditRows.act })
        .from(auditRows)
        .where(eq(auditRows.subject, `operator:${name}`))
        .orderBy(asc(auditRows.id))
    ).map(({ act }) => act);

  it('are added with the password, named as the desk’s, renamed and removed by their owner only', async () => {
    const [anna, bram] = [
      await activeModerator(test, shell, 'anna'),
      await activeModerator(test, shell, 'bram'),
    ];
    await expect(
      callApp(test, calls.beginDeskPasskey, { password: 'Wrong-16' }, anna.headers),
    ).rejects.toMatchObject({ label: 'badRequest.incorrectPassword' });
    const { options } = await callApp(test, calls.beginDeskPasskey, { password: newPassword }, anna.headers);
    expect(options.user.name).toBe(`${emailOf('anna')} (desk)`);
    const { passkey } = await add(anna.headers, softwareAuthenticator());
    const rename = { passkey, name: 'Laptop' };
    await expect(callApp(test, calls.renameDeskPasskey, rename, bram.headers)).rejects.toMatchObject(unknown);
    await callApp(test, calls.removeDeskPasskey, { passkey }, bram.headers);
    await callApp(test, calls.renameDeskPasskey, rename, anna.headers);
    const { result } = await callApp(test, calls.listDeskPasskeys, {}, anna.headers);
    expect(result).toMatchObject([{ passkey, name: 'Laptop' }]);
    await callApp(test, calls.removeDeskPasskey, { passkey }, anna.headers);
    expect((await actsOf('anna')).slice(-3)).toEqual([
      'operator.passkey-added',
      'operator.passkey-renamed',
      'operator.passkey-removed',
    ]);
  });

  it('open a session like password and code do, and tell their owner by mail', async () => {
    const { key } = await withPasskey('carla');
    while ((await runDueWork(test.outbox)) > 0);
    expect(test.mail.sent.findLast(({ to }) => to === emailOf('carla'))?.text).toContain('/en/desk/account');
    const { options } = await callApp(test, calls.beginDeskPasskeyLogin, {});
    const response = await test.app.request(pathOf(calls.logInWithDeskPasskey), {
      method: 'POST',
      headers: { 'api-key': test.deps.config.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ credential: key.get(options) }),
    });
    const cookies = response.headers.getSetCookie().join('\n');
    expect(cookies).toMatch(/^vonk_desk=\S+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax/m);
    expect(cookies).not.toContain('vonk_session');
    expect((await actsOf('carla')).at(-1)).toBe('operator.logged-in');
  });

  it('open nothing else, and no other passkey opens the desk', async () => {
    const { key } = await withPasskey('dirk');
    const { options } = await callApp(test, member.beginPasskeyLogin, {});
    await expect(
      callApp(test, member.logInWithPasskey, { credential: key.get(options) }),
    ).rejects.toMatchObject(invalid);
    const theirs = softwareAuthenticator();
    await addToMember(test, await newMember(test, `both-${database.name}@example.com`), theirs);
    await expect(logIn(theirs)).rejects.toMatchObject(invalid);
  });

  it('are removed by a new link and with the access', async () => {
    const emma = await withPasskey('emma');
    await callApp(test, readDeskAccount, {}, await logIn(emma.key));
    await sendDeskLink(test.deps, shell, (await operatorByName(test.deps.db, 'emma'))?.id ?? 0);
    const key = await mailedKey(test, 'emma');
    await callApp(test, redeemDeskLink, { key, newPassword, code: codeOf(test, key) });
    await expect(logIn(emma.key)).rejects.toMatchObject(unknown);
    const frans = await withPasskey('frans');
    await disableOperator(test.deps, shell, { name: 'frans' });
    await expect(logIn(frans.key)).rejects.toMatchObject(unknown);
  });
});
