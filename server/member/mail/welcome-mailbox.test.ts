import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activate, logIn, register } from '#contract/member/account/account-calls.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { mailboxOf } from '#contract/member/mailbox.ts';
import { prices } from '#contract/wallet/prices.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { keyedHash } from '#server/identity/seal.ts';
import { eraseMember } from '#server/member/deletion/erase-member.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { grantWelcome } from '#server/wallet/spending/grant-credits.ts';
import { members, welcomedMailboxes } from '../tables.ts';

const password = 'Plein-1616';
const [granted, refused] = [
  { credits: prices.welcome, hadCredits: false },
  { credits: 0, hadCredits: true },
];

/** Domains of every provider, and others that resemble them. */
const hosts = `gmail.com GoogleMail.com icloud.com me.com mac.com outlook.com
  proton.me protonmail.com protonmail.ch pm.me pm.men ya.ru yandex.ru yandex.com.tr
  yahoo.com yahoo.de yahoo.co.uk yahoo.com.br ymail.com rocketmail.com myyahoo.com notyahoo.com yahoo.example.com
  fastmail.com an-na.fastmail.com x.anna.fastmail.fm anna.fastmail.co.uk myfastmail.com fastmail.fastmail.com
  anna.fastmail.example mail.fastmail.fastmail.net example.com gmail.com.example.com x.gmail.com`.split(
  /\s+/,
);

describe.each(databaseKinds())('the welcome credits of a mailbox on $name', (database) => {
  const test = startTestApp({ on: database });

  /** Registers an account and returns the key of its mail. */
  async function newcomer(email: string): Promise<string> {
    await callApp(test, register, { email, password });
    await runDueWork(test.outbox);
    const mail = test.mail.sent.findLast(({ to }) => to === email);
    return mail?.text.match(/key=([\w-]+)/)?.[1] ?? '';
  }
  const confirm = async (email: string) => callApp(test, activate, { key: await newcomer(email) });
  const idOf = async (email: string): Promise<number> => {
    const rows = await test.deps.db.select().from(members);
    return rows.find((row) => row.emailFolded === foldEmail(email))?.id ?? 0;
  };
  const erase = (memberId: number) =>
    test.deps.db.transaction((tx) =>
      eraseMember(tx, test.deps, { caller: systemCaller, memberId, now: test.clock.now() }),
    );

  it('are granted to its first account, however the address is written', async () => {
    expect(await confirm('anna.bakker@gmail.com')).toEqual(granted);
    for (const other of ['annabakker@gmail.com', 'Anna.Bakker+2@googlemail.com', 'a.nna.bakker+x@gmail.com'])
      expect(await confirm(other)).toEqual(refused);
    expect(await confirm('anna.bakker@example.com')).toEqual(granted);
    expect(await confirm('anna@me.com')).toEqual(granted);
    expect(await confirm('anna+2@icloud.com')).toEqual(refused);
    expect(await confirm('vonk@anna.fastmail.com')).toEqual(granted);
    expect(await confirm('anna@fastmail.com')).toEqual(refused);
    expect(await confirm('annabakker@example.com')).toEqual(granted);
  });

  it('stay granted once after the account was erased', async () => {
    expect(await confirm('bram@example.com')).toEqual(granted);
    expect(await erase(await idOf('bram@example.com'))).toBe(true);
    expect(await confirm('bram+again@example.com')).toEqual(refused);
    expect(await confirm('bram@example.com')).toEqual(refused);
  });

  it('are granted once if two accounts confirm at the same time', async () => {
    const keys = [await newcomer('cato@example.com'), await newcomer('cato+2@example.com')];
    const answers = await Promise.all(keys.map((key) => callApp(test, activate, { key })));
    expect(answers.map(({ credits }) => credits).sort()).toEqual([0, prices.welcome]);
  });

  it('were granted before mailboxes were noted, too, also to an account that is erased later', async () => {
    const { config, db } = test.deps;
    const welcomed = async (email: string) => {
      const { id } = await aMember(test, 0, { email });
      const grant = { memberId: id, emailFolded: email, at: test.clock.now(), config };
      await db.transaction((tx) => grantWelcome(tx, grant));
      return id;
    };
    await welcomed('d.irk@gmail.com');
    expect(await confirm('dirk+2@gmail.com')).toEqual(refused);
    await welcomed('d.irk@protonmail.com');
    expect(await confirm('dirk@pm.me')).toEqual(refused);
    await erase(await welcomed('eefje@example.com'));
    expect(await confirm('eefje+2@example.com')).toEqual(refused);
  });

  it('are not spoiled by an account that never confirmed, and its login still works', async () => {
    await newcomer('fem+first@example.com');
    await erase(await idOf('fem+first@example.com'));
    expect(await confirm('fem@example.com')).toEqual(granted);
    const second = await newcomer('fem+second@example.com');
    expect(await callApp(test, activate, { key: second })).toEqual(refused);
    const login = await callApp(test, logIn, { username: 'fem+second@example.com', password });
    expect(login.token).toBeTruthy();
  });

  it('leave no address behind, and the stored address is unchanged', async () => {
    await confirm('Gijs+Vonk@Example.com');
    const rows = await test.deps.db.select().from(members);
    expect(rows.map(({ email }) => email)).toContain('Gijs+Vonk@Example.com');
    const hashes = await test.deps.db.select().from(welcomedMailboxes);
    expect(JSON.stringify(hashes)).not.toMatch(/gijs|example/i);
  });

  it('know a mailbox that was noted by the rules before those of providers, if its address is written alike', async () => {
    const { config, db } = test.deps;
    const noted = ['an.na@protonmail.com', 'eef-je@yahoo.com', 'fem@me.com', 'p.iet@pm.me'];
    for (const former of noted) {
      const mailboxHash = keyedHash(config, 'mailbox', former);
      await db.insert(welcomedMailboxes).values({ mailboxHash, welcomedAt: test.deps.now() });
    }
    for (const again of ['An.Na+2@protonmail.com', 'eef-je@yahoo.com', 'fem+vonk@me.com'])
      expect(await confirm(again), again).toEqual(refused);
    expect(await confirm('eef-other@yahoo.com')).toEqual(refused);
    expect(await confirm('wim@me.com')).toEqual(granted);
    // The hash does not tell where the dot was.
    expect(await confirm('piet@pm.me')).toEqual(granted);
  });

  it('use the same mailbox in SQL and in the rule', async () => {
    const part = fc.string({ unit: fc.constantFrom(...'aB.+-_é'), minLength: 1, maxLength: 9 });
    const numRuns = 12;
    const locals = fc.sample(part, { numRuns, seed: 7 });
    for (const [at, host] of hosts.flatMap((one) => locals.map((_, nth) => [nth, one] as const))) {
      const email = `${locals[at]}@${host}`;
      const { rows } = (await test.deps.db.execute(
        sql`select mailbox_of(${foldEmail(email)}) as mailbox`,
      )) as unknown as { rows: { mailbox: string }[] };
      expect(rows[0]?.mailbox, email).toEqual(mailboxOf(email));
    }
  });
});
