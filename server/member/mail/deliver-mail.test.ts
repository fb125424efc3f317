import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDeskMember } from '#contract/desk/people/member-calls.ts';
import {
  activate,
  deleteMember,
  readBasicInfo,
  register,
  resendActivation,
} from '#contract/member/account/account-calls.ts';
import { changeEmail } from '#contract/member/settings/email-calls.ts';
import { readPreferences } from '#contract/member/settings/settings-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { outbox } from '#server/outbox/tables.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { makeMember } from '#server/testing/make.ts';
import { anOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { sweepErasures } from '../deletion/sweep-erasures.ts';
import { members, refusedAddresses } from '../tables.ts';
import { sweepRefusals } from './refused-addresses.ts';

const server = startTestApp();
beforeEach(async () => {
  server.mail.sent.length = 0;
  server.mail.unknown.clear();
  server.pushes.length = 0;
});

const DAY = 24 * 3600 * 1000;
let made = 0;

async function aMember(email: string) {
  const id = await makeMember(server.deps, { email, emailFolded: email, verifiedAt: server.clock.now() });
  return { id, headers: bearer(await tokenFor(server.deps, 'member', id)) };
}

const runAll = async () => {
  while ((await runDueWork(server.outbox)) > 0);
};
const send = async (to: string, stop?: string) => {
  made += 1;
  const payload = { id: `mail-${made}`, to, subject: 'Hello', text: 'text', html: '<p>text</p>', stop };
  const work = { payload, runAt: server.deps.now() };
  await server.deps.db.transaction((tx) => addWork(tx, mailWork, work));
  await runAll();
};
const attempts = async () => {
  const rows = await server.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail'));
  return rows.at(-1);
};

describe('a mail to an address that does not exist', () => {
  it('is given up at once, and the member and the desk see it until a mail arrives', async () => {
    const { id, headers } = await aMember('gone@example.com');
    const seen = async () => {
      const { headers: desk } = await anOperator(server, 'support');
      return [
        (await callApp(server, readBasicInfo, {}, headers)).emailRefused,
        (await callApp(server, readDeskMember, { memberId: id }, desk)).mailRefusedAt,
      ];
    };
    expect(await seen()).toEqual([false, null]);
    server.mail.unknown.add('gone@example.com');
    await send('gone@example.com');
    expect(await attempts()).toMatchObject({ attempts: 1, doneAt: expect.any(Date) });
    const at = server.clock.now().toISOString();
    server.clock.advance(2 * DAY);
    expect(await runDueWork(server.outbox)).toBe(0);
    expect(await seen()).toEqual([true, at]);
    expect(server.pushes.map(({ name }) => name)).toEqual(['member-changed']);
    // The member says that the address is right, and the mail server agrees now.
    server.mail.unknown.clear();
    await callApp(server, resendActivation, {}, headers);
    await runAll();
    expect(server.mail.sent).toMatchObject([
      { to: 'gone@example.com', subject: 'Bevestig dat dit e-mailadres werkt' },
    ]);
    expect(await seen()).toEqual([false, null]);
    expect(server.pushes.map(({ name }) => name)).toEqual(['member-changed', 'member-changed']);
    await callApp(server, resendActivation, {}, headers);
    await runAll();
    expect(server.mail.sent).toHaveLength(1);
  });

  it('is checked with a link that verifies nothing and grants nothing', async () => {
    const { id, headers } = await aMember('checked@example.com');
    server.mail.unknown.add('checked@example.com');
    await send('checked@example.com');
    server.mail.unknown.clear();
    await callApp(server, resendActivation, {}, headers);
    await runAll();
    const key = server.mail.sent.at(-1)?.text.match(/key=([\w-]+)/)?.[1] ?? '';
    const state = async () => [
      (await callApp(server, readBasicInfo, {}, headers)).credits,
      (await server.deps.db.select().from(members).where(eq(members.id, id)))[0]?.verifiedAt,
      await server.deps.db.select().from(auditRows).where(eq(auditRows.act, 'member.verified')),
    ];
    const before = await state();
    server.clock.advance(1000);
    expect(await callApp(server, activate, { key }, headers)).toEqual({ credits: 0, hadCredits: false });
    expect(await state()).toEqual(before);
    await expect(callApp(server, activate, { key })).rejects.toMatchObject({ label: 'badRequest.link.used' });
  });

  it('is not followed by optional mails, but by those about the account', async () => {
    await aMember('quiet@example.com');
    server.mail.unknown.add('quiet@example.com');
    await send('quiet@example.com');
    server.mail.unknown.clear();
    await send('quiet@example.com', 'https://vonk.example/stop');
    expect(server.mail.sent).toEqual([]);
    await send('quiet@example.com');
    await send('quiet@example.com', 'https://vonk.example/stop');
    expect(server.mail.sent).toHaveLength(2);
  });

  it('is told to a member who wants to change to it', async () => {
    const email = 'asks@example.com';
    await callApp(server, register, { email, password: 'Plein-16' });
    await runAll();
    const [member] = await server.deps.db.select().from(members).where(eq(members.emailFolded, email));
    const headers = bearer(await tokenFor(server.deps, 'member', member?.id ?? 0));
    const next = 'typo@exmple.com';
    server.mail.unknown.add(next);
    server.pushes.length = 0;
    await callApp(server, changeEmail, { email: next, repeatEmail: next, password: 'Plein-16' }, headers);
    await runAll();
    expect(await callApp(server, readPreferences, {}, headers)).toMatchObject({
      pendingEmail: next,
      pendingRefused: true,
    });
    expect((await callApp(server, readBasicInfo, {}, headers)).emailRefused).toBe(false);
    expect(server.pushes.map(({ name }) => name)).toEqual(['member-changed']);
  });

  it('is remembered without the address, and forgotten with the account', async () => {
    const { headers } = await aMember('erased@example.com');
    server.mail.unknown.add('erased@example.com');
    await send('erased@example.com');
    const marks = () => server.deps.db.select().from(refusedAddresses);
    const before = await marks();
    expect(JSON.stringify(before)).not.toContain('erased');
    await callApp(server, deleteMember, {}, headers);
    server.clock.advance(15 * DAY);
    await sweepErasures(server.deps);
    expect((await marks()).length).toBe(before.length - 1);
  });

  it('is forgotten with the account of a member who wanted to change to it', async () => {
    const email = 'leaves@example.com';
    await callApp(server, register, { email, password: 'Plein-16' });
    await runAll();
    const [member] = await server.deps.db.select().from(members).where(eq(members.emailFolded, email));
    const headers = bearer(await tokenFor(server.deps, 'member', member?.id ?? 0));
    const marks = async () => (await server.deps.db.select().from(refusedAddresses)).length;
    const before = await marks();
    const next = 'never@exmple.com';
    server.mail.unknown.add(next);
    await callApp(server, changeEmail, { email: next, repeatEmail: next, password: 'Plein-16' }, headers);
    await runAll();
    expect(await marks()).toBe(before + 1);
    await callApp(server, deleteMember, {}, headers);
    server.clock.advance(15 * DAY);
    await sweepErasures(server.deps);
    expect(await marks()).toBe(before);
  });

  it('is forgotten after a year', async () => {
    const { id } = await aMember('year@example.com');
    server.mail.unknown.add('year@example.com');
    await send('year@example.com');
    server.clock.advance(365 * DAY);
    const seen = async () => {
      const { headers } = await anOperator(server, 'support');
      return (await callApp(server, readDeskMember, { memberId: id }, headers)).mailRefusedAt;
    };
    expect(await seen()).toBeNull();
    await send('year@example.com');
    expect(await seen()).toBe(server.clock.now().toISOString());
    server.clock.advance(365 * DAY);
    await sweepRefusals(server.deps);
    expect(await server.deps.db.select().from(refusedAddresses)).toEqual([]);
  });
});
