import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { KEPT_MINUTES, MINUTE_MS } from '#contract/chat/units.ts';
import {
  DELETION_DAYS,
  deleteMember,
  logIn,
  readBasicInfo,
  register,
} from '#contract/member/account/account-calls.ts';
import { settleRests } from '#server/chat/units/settle-unit.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { giveCredits, makeMember } from '#server/testing/make.ts';
import { aPerformer, testRequest } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { members } from '../tables.ts';
import { removeMember } from './erase-member.ts';
import { sweepErasures } from './sweep-erasures.ts';

const server = startTestApp();

const DAY = 24 * 3_600_000;
const password = 'Plein-16';

async function newMember(email: string) {
  await callApp(server, register, { email, password });
  return logInAs(email);
}
const logInAs = async (email: string) => {
  const { token } = await callApp(server, logIn, { username: email, password });
  const [row] = await server.deps.db.select().from(members).where(eq(members.emailFolded, email));
  return { headers: bearer(token), memberId: row?.id ?? 0 };
};
const rowOf = async (memberId: number) =>
  (await server.deps.db.select().from(members).where(eq(members.id, memberId)))[0];
async function mailed(): Promise<string[]> {
  const before = server.mail.sent.length;
  await runDueWork(server.outbox);
  return server.mail.sent.slice(before).map(({ subject }) => subject);
}

describe('deleting the account', () => {
  it('P2.118 P7.3 logs out everywhere at once and mails the date until which the account can be kept', async () => {
    const { headers } = await newMember('henk@example.com');
    const second = await logInAs('henk@example.com');
    await mailed();
    await callApp(server, deleteMember, {}, headers);
    for (const session of [headers, second.headers]) {
      await expect(callApp(server, readBasicInfo, {}, session)).rejects.toMatchObject({
        label: 'badRequest.unauthorized',
      });
    }
    expect(await mailed()).toEqual(['Je account bij Vonk wordt verwijderd']);
    expect(server.mail.sent.at(-1)?.text).toContain(`${DELETION_DAYS} dagen`);
  });

  it('is cancelled by a login within the fourteen days, and nothing has changed', async () => {
    const { headers, memberId } = await newMember('ilse@example.com');
    await giveCredits(server.deps, { kind: 'member', owner: memberId }, 70);
    await callApp(server, deleteMember, {}, headers);
    await mailed();
    server.clock.advance(DELETION_DAYS * DAY - 1000);
    expect(await sweepErasures(server.deps)).toBe(0);
    const back = await logInAs('ilse@example.com');
    expect(await mailed()).toContain('Je account bij Vonk blijft bestaan');
    server.clock.advance(DAY);
    await sweepErasures(server.deps);
    expect(await callApp(server, readBasicInfo, {}, back.headers)).toMatchObject({
      email: 'ilse@example.com',
      credits: 70,
    });
  });

  it('P2.118 P7.3 erases after fourteen days: the address is free, and remaining credits have lapsed', async () => {
    const { headers, memberId } = await newMember('joop@example.com');
    await giveCredits(server.deps, { kind: 'member', owner: memberId }, 45);
    await callApp(server, deleteMember, {}, headers);
    server.clock.advance(DELETION_DAYS * DAY);
    expect(await sweepErasures(server.deps)).toBeGreaterThan(0);
    expect(JSON.stringify(await rowOf(memberId))).not.toContain('joop');
    await expect(logInAs('joop@example.com')).rejects.toMatchObject({ label: 'badRequest.login.deleted' });
    await newMember('joop@example.com');
    const balances = [
      await balanceOf(server.deps.db, { kind: 'member', owner: memberId }),
      await balanceOf(server.deps.db, { kind: 'house', owner: 'lapsed' }),
    ];
    expect(balances).toEqual([0, 45]);
    expect(await findViolations(server.deps.db, [])).toEqual([]);
  });

  it('happens once, even if two nodes sweep at the same time', async () => {
    const { headers } = await newMember('kees@example.com');
    await callApp(server, deleteMember, {}, headers);
    server.clock.advance(DELETION_DAYS * DAY);
    const counts = await Promise.all([sweepErasures(server.deps), sweepErasures(server.deps)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('can be done at once by the operator', async () => {
    const memberId = await makeMember(server.deps, { email: 'lies@example.com', credits: 30 });
    const session = bearer(await tokenFor(server.deps, 'member', memberId));
    await removeMember(server.deps, operatorCaller('root'), 'Lies@Example.com');
    await expect(callApp(server, readBasicInfo, {}, session)).rejects.toMatchObject({
      label: 'badRequest.unauthorized',
    });
    expect(JSON.stringify(await rowOf(memberId))).not.toContain('lies');
    const again = removeMember(server.deps, operatorCaller('root'), 'lies@example.com');
    await expect(again).rejects.toThrow('badRequest.login.notExists');
  });

  it('lapses credits that arrive later, such as the rest of a minute', async () => {
    const { memberId } = await newMember('mies@example.com');
    await giveCredits(server.deps, { kind: 'member', owner: memberId }, 200);
    const caller = { kind: 'member', memberId, sessionId: 'test', request: testRequest } as const;
    const viewer = await watch(server, caller, await aPerformer(server), 'chat');
    await viewer.watchFor(15_000);
    await viewer.leave('failed');
    await removeMember(server.deps, operatorCaller('root'), 'mies@example.com');
    const credits = () => balanceOf(server.deps.db, { kind: 'member', owner: memberId });
    expect(await credits()).toBe(0);

    server.clock.advance(KEPT_MINUTES * MINUTE_MS);
    await settleRests(server.deps);
    expect(await credits()).toBe(45);
    await sweepErasures(server.deps);
    expect(await credits()).toBe(0);
    expect(await findViolations(server.deps.db, [])).toEqual([]);
  });
});
