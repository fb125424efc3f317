import { expect, it } from 'vitest';
import { deskLogin } from '#contract/desk/account/account-calls.ts';
import { readDeskMember } from '#contract/desk/people/member-calls.ts';
import { sealActs } from '#server/audit/chain.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { aMember, anOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { creditMember } from '#server/wallet/spending/grant-credits.ts';
import { sendDigest } from './digest.ts';

const HOUR = 3_600_000;
const test = startTestApp();
const mails = async () => {
  while ((await runDueWork(test.outbox)) > 0);
  return test.mail.sent.splice(0);
};

it('mails owners once a day what was done at the desk the day before', async () => {
  const [owner, support, anna] = [
    await anOperator(test),
    await anOperator(test, 'support'),
    await aMember(test),
  ];
  await creditMember(test.deps, operatorCaller('els', 'froze'), { memberId: anna.id, credits: 10 });
  for (const _ of ['once', 'again'])
    await callApp(test, readDeskMember, { memberId: anna.id }, support.headers);
  const wrong = { email: 'stranger@example.com', password: 'x', code: '123456' };
  await callApp(test, deskLogin, wrong).catch(() => null);
  await sealActs(test.deps);
  // 5:00 in the house's time zone.
  test.clock.advance(16 * HOUR);
  expect(await sendDigest(test.deps)).toBe(false);
  test.clock.advance(HOUR);
  expect(await sendDigest(test.deps)).toBe(true);
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual([`${owner.name}@example.com`]);
  const [mail] = sent;
  expect(mail?.subject).toContain('20 november 2026');
  expect(mail?.text).toContain('els: 1 × member.credited');
  expect(mail?.text).toContain(`${support.name}: 2 × eye.member-opened`);
  expect(mail?.text).toMatch(/mislukte logins: 1/);
  expect(mail?.text).toMatch(/ \d+ [0-9a-f]{64}/);
  expect(mail?.text).toContain('/desk/log?day=2026-11-20');
  test.clock.advance(10 * HOUR);
  expect(await sendDigest(test.deps)).toBe(false);
  test.clock.advance(14 * HOUR);
  expect(await sendDigest(test.deps)).toBe(true);
});
