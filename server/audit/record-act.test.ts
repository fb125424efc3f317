import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liftSanction, sanctionViewer, setRoomWords, setSlowMode } from '#contract/chat/sanction-calls.ts';
import {
  activate,
  deleteMember,
  logIn,
  logInWithLink,
  logOut,
  register,
} from '#contract/member/account-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/password-calls.ts';
import { changeUsername } from '#contract/member/settings-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { closeRoom, studioLogin } from '#contract/studio/studio-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { shutRoom } from '#server/chat/room/shut-room.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { removePerformer } from '#server/performers/profile/remove-performer.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { callWith, hangUp, openPhone } from '#server/wallet/dial-in/testing.ts';
import { failAndNotify, open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { auditedActs } from './record-act.ts';
import { auditRows } from './tables.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const rows = () => test.deps.db.select().from(auditRows).orderBy(asc(auditRows.id));
const actsOf = async () => (await rows()).map(({ act, actor }) => `${actor} ${act}`);
const REQUEST = { 'x-request-id': 'r-1' };
const EMAIL = 'anna@example.com';
const [FIRST, SECOND] = ['Plein-1616', 'Gracht-1717'];

const linkIn = (what: 'key' | 'token') =>
  test.mail.sent.at(-1)?.text.match(new RegExp(`${what}=([\\w-]+)`))?.[1] ?? '';

describe('the audit trail', () => {
  it('has a row for each act of an account, with who, when and which request', async () => {
    await callApp(test, register, { email: EMAIL, password: FIRST }, REQUEST);
    await runDueWork(test.outbox);
    await callApp(test, activate, { key: linkIn('key') }, REQUEST);
    const { token: first } = await callApp(test, logIn, { username: EMAIL, password: FIRST }, REQUEST);
    await callApp(test, changeUsername, { username: 'annatje' }, { ...bearer(first), ...REQUEST });
    await callApp(test, logOut, {}, { ...bearer(first), ...REQUEST });
    await callApp(test, forgotPassword, { email: EMAIL }, REQUEST);
    await runDueWork(test.outbox);
    const reset = linkIn('token');
    const { token } = await callApp(test, logInWithLink, { token: reset }, REQUEST);
    const passwords = { password: reset, newPassword: SECOND, repeatNewPassword: SECOND };
    await callApp(test, changePassword, passwords, { ...bearer(token), ...REQUEST });
    await callApp(test, deleteMember, {}, { ...bearer(token), ...REQUEST });

    const written = await rows();
    const [{ memberId } = { memberId: null }] = written;
    expect(written.map(({ act, actor }) => [actor, act])).toEqual([
      ['guest', 'member.registered'],
      ['guest', 'member.verified'],
      ['guest', 'member.logged-in'],
      [`member:${memberId}`, 'member.username-changed'],
      [`member:${memberId}`, 'member.logged-out'],
      ['system', 'member.reset-requested'],
      ['guest', 'member.logged-in'],
      [`member:${memberId}`, 'member.password-changed'],
      [`member:${memberId}`, 'member.deleted'],
    ]);
    for (const row of written) {
      expect(row.memberId).toBe(memberId);
      expect(row.requestId).toBe(row.actor === 'system' ? 'system' : 'r-1');
      expect(row.at).toEqual(test.deps.now());
    }
    const text = JSON.stringify(written);
    for (const secret of [EMAIL, FIRST, SECOND, reset, token, 'annatje']) expect(text).not.toContain(secret);
  });

  it('has a row for what moves money or a toy, and for what an operator does', async () => {
    const before = (await rows()).length;
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
    await payAndNotify(test, (await open(test, anna)).order);
    await failAndNotify(test, (await open(test, anna)).order, 302);
    const viewer = await watch(test, anna.caller, vera);
    const tip = {
      action: 'tip',
      auth: viewer.auth(),
      recipient: 'host',
      clientId: crypto.randomUUID(),
    } as const;
    const data = { amount: 100, message: 'secret words', isPublic: false, tipType: 'tip' } as const;
    for (const _ of ['once', 'sent again']) await sendTip(test.deps, anna.caller, { ...tip, data });
    for (const active of [true, false]) await callApp(test, setToy, { active }, bearer(vera.token));
    const passwordHash = await hashPassword('Studio1234');
    const studio = await makePerformer(test.deps, { username: 'Mila', passwordHash });
    await callApp(test, studioLogin, { username: 'Mila', password: 'Studio1234' }, REQUEST);
    await removePerformer(test.deps, operatorCaller('root'), 'Mila');

    const written = (await rows()).slice(before);
    expect(written.map(({ act, actor }) => `${actor} ${act}`)).toEqual([
      `member:${anna.id} payment.opened`,
      'system payment.booked',
      `member:${anna.id} payment.opened`,
      'system payment.failed',
      `member:${anna.id} tip.sent`,
      `performer:${vera.id} toy.on`,
      `performer:${vera.id} toy.off`,
      'guest performer.logged-in',
      'operator:root performer.removed',
    ]);
    expect(written.at(-1)?.subject).toBe(`performer:${studio}`);
    expect(written.filter(({ memberId }) => memberId === anna.id)).toHaveLength(5);
    expect(JSON.stringify(written)).not.toContain('secret words');
  });

  it('has a row for the code of a phone call, and for what performers earned by it', async () => {
    const phone = await openPhone(test);
    await hangUp(test, await callWith(test, phone), 60);
    expect((await actsOf()).slice(-2)).toEqual(['system dial-in.verified', 'system dial-in.settled']);
    expect((await rows()).at(-1)?.subject).toBe(`dial-in:${phone.session}`);
  });

  it('has a row for what a performer and the operator do about a room, and for a report', async () => {
    const before = (await rows()).length;
    const [anna, vera] = [await aMember(test), await aPerformer(test, onlineStatus.free)];
    const { session } = await watch(test, anna.caller, vera);
    const studio = bearer(vera.token);
    const mute = { target: { session }, kind: 'mute', reason: 'secret words' } as const;
    const { id } = await callApp(test, sanctionViewer, mute, studio);
    await callApp(test, liftSanction, { sanction: id }, studio);
    await callApp(test, setSlowMode, { seconds: 5 }, studio);
    await callApp(test, setRoomWords, { words: ['secret'] }, studio);
    await callApp(test, closeRoom, {}, studio);
    const { username } = vera;
    for (const isShut of [true, false])
      await shutRoom(test.deps, operatorCaller('root'), { username, isShut });
    const report = {
      performer: username,
      reason: 'minor',
      details: 'secret words',
      place: 'stream',
    } as const;
    await callApp(test, sendReport, { ...report, key: test.deps.newId() }, bearer(anna.token));

    const written = (await rows()).slice(before);
    expect(written.map(({ act, actor }) => `${actor} ${act}`)).toEqual([
      `performer:${vera.id} room.sanctioned`,
      `performer:${vera.id} room.sanction-lifted`,
      `performer:${vera.id} room.slow-mode-set`,
      `performer:${vera.id} room.words-set`,
      `performer:${vera.id} room.closed`,
      'operator:root room.shut',
      'operator:root room.opened',
      // About minors nobody is kept who reported.
      'system report.received',
    ]);
    expect(JSON.stringify(written)).not.toContain('secret');
  });

  it('knows no act that is not tried above, but for what only a provider can do', async () => {
    const seen = new Set((await actsOf()).map((row) => row.split(' ')[1]));
    expect(auditedActs.filter((act) => !seen.has(act))).toEqual(['payment.mismatch', 'payment.reversed']);
  });

  it('has no row for what was not done', async () => {
    const before = (await rows()).length;
    const anna = await aMember(test, 50);
    await callApp(test, logIn, { username: 'nobody@example.com', password: 'x' }).catch(() => undefined);
    const taken = await aMember(test);
    const named = changeUsername;
    await callApp(test, named, { username: 'somebody' }, bearer(taken.token));
    await callApp(test, named, { username: 'somebody' }, bearer(anna.token)).catch(() => undefined);
    expect((await actsOf()).slice(before)).toEqual([`member:${taken.id} member.username-changed`]);
  });

  it('is never changed', async () => {
    for (const statement of [`update audit set actor = 'nobody'`, 'delete from audit', 'truncate audit']) {
      const error = await test.deps.db.execute(sql.raw(statement)).then(
        () => null,
        (thrown: Error) => thrown,
      );
      expect(`${error} ${error?.cause}`).toMatch(/append only/);
    }
  });
});
