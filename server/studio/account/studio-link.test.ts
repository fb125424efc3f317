import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { labelOf } from '#contract/errors.ts';
import {
  changeStudioPassword,
  checkStudioLink,
  listStudioSessions,
  redeemStudioLink,
  STUDIO_LINK_HOURS,
} from '#contract/studio/account/account-calls.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { foldUsername } from '#server/performers/reads.ts';
import { performerLinks } from '#server/performers/tables.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { addPerformer } from './add-performer.ts';
import { sendStudioLink } from './studio-link.ts';
import { addedPerformer, keyFromMail, operator } from './testing.ts';

const HOUR_MS = 3_600_000;
const newPassword = 'Plein-16';

describe.each(databaseKinds())('the link to the studio on $name', (database) => {
  const test = startTestApp({ on: database });
  beforeEach(() => {
    test.mail.sent.length = 0;
    test.pushes.length = 0;
  });

  const redeem = (key: string, password = newPassword) =>
    callApp(test, redeemStudioLink, { key, newPassword: password });
  const check = (key: string) => callApp(test, checkStudioLink, { key });
  const send = (performer: { id: number; username: string; email: string }) =>
    sendStudioLink(test.deps, operator, {
      performerId: performer.id,
      username: performer.username,
      email: performer.email,
      language: 'de',
    });
  const endedSessions = () => test.pushes.filter(({ name }) => name === 'end-session');
  const actsOf = async (id: number) => {
    const rows = await test.deps.db
      .select({ act: auditRows.act, actor: auditRows.actor, reason: auditRows.reason })
      .from(auditRows)
      .where(eq(auditRows.subject, `performer:${id}`))
      .orderBy(auditRows.id);
    return rows;
  };

  it('goes to a new performer by mail, in her language, with her name', async () => {
    const { id, key } = await addedPerformer(test, 'Wilma');
    expect(key).toHaveLength(43);
    const [mail] = test.mail.sent;
    expect(mail).toMatchObject({ to: 'wilma@example.com', subject: 'Your access to the studio of Vonk' });
    expect(mail?.text).toContain('Hello Wilma.');
    expect(mail?.text).toContain(`http://localhost:4321/en/studio/link?key=${key}`);
    expect(await performersFor(test.deps, inHouse).byName('wilma')).toMatchObject({
      passwordHash: null,
      onlineStatus: 0,
    });
    expect(await actsOf(id)).toEqual([
      { act: 'performer.added', actor: 'operator:els', reason: 'signed up' },
      { act: 'performer.link-sent', actor: 'operator:els', reason: 'signed up' },
    ]);
    const stored = await test.deps.db.select().from(performerLinks).where(eq(performerLinks.performerId, id));
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  it('sets the password once and logs her in, without a mail about her first password', async () => {
    const { id, key } = await addedPerformer(test, 'Tessa');
    expect(await check(key)).toEqual({ username: 'Tessa' });
    expect(await check(key)).toEqual({ username: 'Tessa' });
    test.mail.sent.length = 0;
    const { token } = await redeem(key);
    const { result } = await callApp(test, listStudioSessions, {}, bearer(token));
    expect(result).toMatchObject([{ isCurrent: true }]);
    await expect(redeem(key)).rejects.toThrow('badRequest.link.used');
    await expect(check(key)).rejects.toThrow('badRequest.link.used');
    await callApp(test, studioLogin, { username: 'Tessa', password: newPassword });
    await keyFromMail(test);
    expect(test.mail.sent.map(({ subject }) => subject)).not.toContain(
      'Your password for the studio of Vonk was changed',
    );
    expect((await actsOf(id)).map(({ act }) => act)).toContain('performer.password-changed');
  });

  it('works for one of two simultaneous requests', async () => {
    const { key } = await addedPerformer(test, 'Sanne');
    const done = await Promise.allSettled([redeem(key, 'Eerste-16'), redeem(key, 'Tweede-16')]);
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [labelOf(one.reason)] : []));
    expect(refused).toEqual(['badRequest.link.used']);
    const password = done[0].status === 'fulfilled' ? 'Eerste-16' : 'Tweede-16';
    await callApp(test, studioLogin, { username: 'Sanne', password });
  });

  it('survives a refused password', async () => {
    const { key } = await addedPerformer(test, 'Nadia');
    await expect(redeem(key, 'kort')).rejects.toThrow('badRequest.invalid.input');
    await expect(redeem(key, 'Welkom01')).rejects.toThrow('badRequest.password_common');
    await redeem(key);
  });

  it('expires after its hours', async () => {
    const { key } = await addedPerformer(test, 'Lotte');
    test.clock.advance(STUDIO_LINK_HOURS * HOUR_MS - 1);
    await check(key);
    test.clock.advance(1);
    await expect(check(key)).rejects.toThrow('badRequest.link.expired');
    await expect(redeem(key)).rejects.toThrow('badRequest.link.expired');
    await expect(redeem('unknown')).rejects.toThrow('badRequest.link.expired');
  });

  it('replaces the earlier one, and a new password ends her sessions and is mailed', async () => {
    const fleur = await addedPerformer(test, 'Fleur');
    const { token } = await redeem(fleur.key);
    await send(fleur);
    const second = await keyFromMail(test);
    await send({ ...fleur, email: 'new@example.com' });
    const third = await keyFromMail(test);
    expect(test.mail.sent.at(-1)).toMatchObject({
      to: 'new@example.com',
      subject: 'Dein Zugang zum Studio von Vonk',
    });
    await expect(redeem(second)).rejects.toThrow('badRequest.link.used');
    await callApp(test, listStudioSessions, {}, bearer(token));
    await redeem(third, 'Anders-16');
    await expect(callApp(test, listStudioSessions, {}, bearer(token))).rejects.toThrow(
      'badRequest.unauthorized',
    );
    expect(endedSessions()).toHaveLength(1);
    await keyFromMail(test);
    expect(test.mail.sent.at(-1)).toMatchObject({
      to: 'new@example.com',
      subject: 'Dein Passwort für das Studio von Vonk wurde geändert',
    });
  });

  it('ends with a password that she changes in the studio', async () => {
    const wilma = await addedPerformer(test, 'Wilhelmina');
    const { token } = await redeem(wilma.key);
    await send({ id: wilma.id, username: 'Wilhelmina', email: 'wilhelmina@example.com' });
    const key = await keyFromMail(test);
    await check(key);
    const words = { password: newPassword, newPassword: 'Gracht-17' };
    await callApp(test, changeStudioPassword, words, bearer(token));
    await expect(redeem(key, 'Brug-18-open')).rejects.toThrow('badRequest.link.used');
  });

  it('leaves one open link if two are sent at the same time', async () => {
    const romy = await addedPerformer(test, 'Romy');
    await Promise.all([send(romy), send(romy)]);
    const rows = await test.deps.db
      .select()
      .from(performerLinks)
      .where(eq(performerLinks.performerId, romy.id));
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ usedAt }) => usedAt === null)).toHaveLength(1);
  });

  it('ends with the performer, whose e-mail address is deleted', async () => {
    const merel = await addedPerformer(test, 'Merel');
    await removePerformer(test.deps, operator, 'Merel');
    await expect(check(merel.key)).rejects.toThrow('badRequest.link.expired');
    await expect(redeem(merel.key)).rejects.toThrow('badRequest.link.expired');
    expect(await performerAccount(test.deps.db, merel.id)).toBeUndefined();
    await expect(send(merel)).rejects.toThrow('badRequest.performer.notExists');
  });

  it.each(['Iris', 'IRIS', '1ris', 'Iriss', 'Iris2'])('refuses %s beside a performer Iris', async (name) => {
    if (!(await performersFor(test.deps, inHouse).byName('Iris')))
      await makePerformer(test.deps, { username: 'Iris' });
    const person = { dateOfBirth: '1995-05-05', gender: 'female', language: 'nl' } as const;
    const added = addPerformer(test.deps, operator, { username: name, email: 'x@example.com', ...person });
    await expect(added).rejects.toThrow('badRequest.username_exists');
    if (foldUsername(name) !== 'iris')
      expect(await performersFor(test.deps, inHouse).byName(name)).toBeUndefined();
  });

  it('does not exist without the studio', async () => {
    const { key } = await addedPerformer(test, 'Julia');
    const off = variantOf(test, { brand: { ...test.deps.brand, hasFeature: (name) => name !== 'studio' } });
    await expect(callApp(off, checkStudioLink, { key })).rejects.toThrow('badRequest.notFound');
    await expect(callApp(off, redeemStudioLink, { key, newPassword })).rejects.toThrow('badRequest.notFound');
    await redeem(key);
  });
});
