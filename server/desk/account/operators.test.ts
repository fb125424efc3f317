import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as calls from '#contract/desk/account/account-calls.ts';
import { operatorVersion, readDeskAccount } from '#contract/desk/account/account-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { auditRows } from '#server/audit/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { operators } from '#server/identity/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { anOperator, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { activeModerator, codeOf, mailedKey, newPassword } from './testing.ts';

const reason = 'new colleague';

describe.each(databaseKinds())('an owner at the desk on $name', (database) => {
  const test = startTestApp({ on: database });
  const shell = operatorCaller('root', reason);

  /** With a password, as one who uses the desk. */
  async function anOwner(): Promise<TestOperator> {
    const owner = await anOperator(test);
    const passwordHash = await hashPassword(newPassword);
    const name = `owner-${owner.id}`;
    const access = { name, passwordHash, codeKey: new Uint8Array(1), codePeriod: 0 };
    await test.deps.db.update(operators).set(access).where(eq(operators.id, owner.id));
    return { ...owner, name };
  }
  const versionFor = (role: OperatorRole) => operatorVersion({ role, state: 'active' });
  const add = (by: TestOperator, name: string, email = `${name}@example.com`) => {
    const input = { name, email, role: 'support', language: 'de', reason } as const;
    return callApp(test, calls.addOperator, input, by.headers);
  };
  const actsOf = async (name: string) => {
    const rows = await test.deps.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.subject, `operator:${name}`));
    return rows.map(({ act, details, reason: why }) => [act, details, why]);
  };

  it('adds a colleague, who sets up the access through a mailed link', async () => {
    const owner = await anOwner();
    await add(owner, 'anna');
    const key = await mailedKey(test, 'anna');
    const redeemed = { key, newPassword, code: codeOf(test, key) };
    expect((await callApp(test, calls.redeemDeskLink, redeemed)).token).toBeTruthy();
    expect((await actsOf('anna')).slice(0, 2)).toEqual([
      ['operator.added', { role: 'support' }, reason],
      ['operator.link-sent', null, reason],
    ]);
    await expect(add(owner, 'anna', 'other@example.com')).rejects.toThrow('badRequest.username_exists');
    await expect(add(owner, 'anne', 'anna@example.com')).rejects.toThrow('badRequest.email_exists');
  });

  it('changes a role, and not one that has changed since it was read', async () => {
    const [owner, bram] = [await anOwner(), await activeModerator(test, shell, 'bram')];
    const set = (role: OperatorRole, version: string) =>
      callApp(test, calls.setOperatorRole, { name: 'bram', role, version, reason }, owner.headers);
    await set('finance', versionFor('moderator'));
    expect(await callApp(test, readDeskAccount, {}, bram.headers)).toMatchObject({ role: 'finance' });
    await expect(set('owner', versionFor('moderator'))).rejects.toThrow('badRequest.form.changed');
    expect((await actsOf('bram')).at(-1)).toEqual([
      'operator.role-set',
      { from: 'moderator', role: 'finance' },
      reason,
    ]);
  });

  it('takes the access away, which ends the sessions', async () => {
    const [owner, carla] = [await anOwner(), await activeModerator(test, shell, 'carla')];
    const input = { name: 'carla', version: versionFor('moderator'), reason };
    expect(await callApp(test, calls.disableOperator, input, owner.headers)).toEqual({ ended: 1 });
    await expect(callApp(test, readDeskAccount, {}, carla.headers)).rejects.toThrow('unauthorized');
    await expect(
      callApp(test, calls.sendOperatorLink, { name: 'carla', reason }, owner.headers),
    ).rejects.toThrow('badRequest.notFound');
  });

  it('sends a colleague a new link', async () => {
    const owner = await anOwner();
    await activeModerator(test, shell, 'dirk');
    await callApp(test, calls.sendOperatorLink, { name: 'dirk', reason }, owner.headers);
    expect(await mailedKey(test, 'dirk')).toBeTruthy();
  });

  it('needs a passkey or code of the last minutes, except for taking access away', async () => {
    const owner = await anOwner();
    await activeModerator(test, shell, 'els');
    test.clock.advance(5 * 60_000);
    await expect(add(owner, 'emma')).rejects.toThrow('badRequest.desk.confirm');
    await expect(
      callApp(test, calls.sendOperatorLink, { name: 'els', reason }, owner.headers),
    ).rejects.toThrow('badRequest.desk.confirm');
    const version = versionFor('moderator');
    const role = { name: 'els', role: 'owner', version, reason } as const;
    await expect(callApp(test, calls.setOperatorRole, role, owner.headers)).rejects.toThrow('desk.confirm');
    await callApp(test, calls.disableOperator, { name: 'els', version, reason }, owner.headers);
  });

  it('cannot leave the desk without an owner', async () => {
    await test.deps.db.update(operators).set({ role: 'support' }).where(eq(operators.role, 'owner'));
    const [one, other] = [await anOwner(), await anOwner()];
    const input = (name: string) => ({ name, version: versionFor('owner'), reason });
    const both = await Promise.allSettled([
      callApp(test, calls.disableOperator, input(other.name), one.headers),
      callApp(test, calls.disableOperator, input(one.name), other.headers),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = both[0]?.status === 'fulfilled' ? one : other;
    await expect(callApp(test, calls.disableOperator, input(left.name), left.headers)).rejects.toThrow(
      'badRequest.operator.lastOwner',
    );
  });

  it('refuses a password of less than twelve characters, and keeps a shorter one until it is changed', async () => {
    const owner = await anOwner();
    await add(owner, 'frans');
    const key = await mailedKey(test, 'frans');
    const redeem = (password: string) =>
      callApp(test, calls.redeemDeskLink, { key, newPassword: password, code: codeOf(test, key) });
    await expect(redeem('verwegvan-7')).rejects.toMatchObject({ fields: ['newPassword'] });
    await redeem('verwegvan-zee7');
    const passwordHash = await hashPassword('kort-1');
    await test.deps.db.update(operators).set({ passwordHash }).where(eq(operators.name, 'frans'));
    test.clock.advance(30_000);
    await callApp(test, calls.deskLogin, {
      email: 'frans@example.com',
      password: 'kort-1',
      code: codeOf(test, key),
    });
    const [row] = await test.deps.db.select().from(operators).where(eq(operators.name, 'frans'));
    expect(row?.hasShortPassword).toBe(true);
  });
});
