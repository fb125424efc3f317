import { expect, it } from 'vitest';
import { listContentChanges } from '#contract/desk/change-calls.ts';
import { readHouse } from '#contract/desk/house-calls.ts';
import { cutStream } from '#contract/desk/live-calls.ts';
import { listActs } from '#contract/desk/log-calls.ts';
import { listPayments } from '#contract/desk/money/payment-calls.ts';
import { listPayouts, payOut } from '#contract/desk/money/payout-calls.ts';
import { listSpenders } from '#contract/desk/money/sale-calls.ts';
import { answerMember, listMovements, readDeskMember } from '#contract/desk/people/member-calls.ts';
import { listDeskPerformers } from '#contract/desk/people/performer-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { readWork } from '#contract/desk/work-calls.ts';
import { promotionFileSchema } from '#contract/performers/profile/promotion-file.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { keepPromotions } from '#server/performers/promotions/promotion-days.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { failAndNotify, open, payAndNotify } from '#server/wallet/purchase/testing.ts';

const HOUR = 3_600_000;
const test = startTestApp();
const as = async (role: OperatorRole) => (await anOperator(test, role)).headers;

/** The ten questions of docs/operate/desk.md. */
it('the desk answers what colleagues ask', async () => {
  const [member, vera] = [await aMember(test), await aPerformer(test)];
  const paid = await open(test, member);
  await payAndNotify(test, paid.order);
  await test.deps.db.transaction((tx) =>
    transfer(tx, {
      key: 'tip',
      kind: 'tip',
      from: { kind: 'member', owner: member.id },
      to: { kind: 'performer', owner: vera.id },
      amount: 300,
      reference: 'session:s',
      at: test.deps.now(),
    }),
  );
  await keepPromotions(test.deps);

  // Who spends most and with whom?
  const spenders = await callApp(test, listSpenders, { month: '2026-11' }, await as('support'));
  expect(spenders.result).toMatchObject([
    { memberId: member.id, credits: 300, performers: [{ performer: vera.id, credits: 300 }] },
  ]);
  // Why has a member these credits?
  const { credits, sums } = await callApp(test, readDeskMember, { memberId: member.id }, await as('support'));
  expect([credits, sums]).toEqual([
    350,
    [
      { kind: 'purchase', credits: 650 },
      { kind: 'tip', credits: -300 },
    ],
  ]);
  const { movements } = await callApp(test, listMovements, { memberId: member.id }, await as('finance'));
  expect(movements.map(({ kind, performer, payment }) => [kind, performer, payment])).toEqual([
    ['tip', vera.username, null],
    ['purchase', null, paid.payment],
  ]);
  // Was this mail sent?
  const mailStates = async () => {
    const { mails } = await callApp(test, readDeskMember, { memberId: member.id }, await as('support'));
    return mails.map(({ subject, state }) => [subject, state]);
  };
  const answer = { memberId: member.id, subject: 'Your purchase', message: 'It is in your history.' };
  const sent = { ...answer, formKey: test.deps.newId(), reason: 'asked by phone' };
  await callApp(test, answerMember, sent, await as('support'));
  expect(await mailStates()).toEqual([['Your purchase', 'waiting']]);
  await runDueWork(test.outbox);
  expect(await mailStates()).toEqual([
    [expect.stringContaining('2026-000001'), 'sent'],
    ['Your purchase', 'sent'],
  ]);

  // Which performer has no identity record?
  const unrecorded = await callApp(test, listDeskPerformers, { show: 'unrecorded' }, await as('moderator'));
  expect(JSON.stringify(unrecorded.result)).toContain(vera.username);

  // Who cut a stream last night, and why?
  const moderator = await anOperator(test, 'moderator');
  const cut = {
    performer: vera.id,
    minutes: 60,
    notice: 'rules',
    reason: 'against the house rules',
  } as const;
  await callApp(test, cutStream, cut, moderator.headers);
  const { acts } = await callApp(test, listActs, { act: 'stream.cut' }, await as('support'));
  expect(acts).toMatchObject([
    {
      actor: `operator:${moderator.name}`,
      subject: `performer:${vera.id}`,
      reason: 'against the house rules',
    },
  ]);

  // Which report is the oldest?
  const report = {
    performer: vera.username,
    reason: 'identity',
    details: 'this is me',
    lang: 'en',
    email: 'guest@example.com',
    place: 'stream',
    second: 42,
  } as const;
  const since = test.clock.now().toISOString();
  await callApp(test, sendReport, { ...report, key: test.deps.newId() });
  test.clock.advance(HOUR);
  await callApp(test, sendReport, {
    ...report,
    performer: (await aPerformer(test)).username,
    key: test.deps.newId(),
  });
  const { pieces } = await callApp(test, readWork, {}, await as('moderator'));
  expect(pieces.filter(({ kind }) => kind === 'report').map((one) => [one.about, one.since])[0]).toEqual([
    `performer:${vera.id}`,
    since,
  ]);

  // Which payments failed today, and why?
  const failed = await open(test, member);
  await failAndNotify(test, failed.order, 302);
  const { failures, result } = await callApp(test, listPayments, { state: 'failed' }, await as('support'));
  expect(failures).toEqual([{ reason: 302, count: 1, cents: 995 }]);
  expect(result).toMatchObject([{ payment: failed.payment, memberId: member.id, reason: 302 }]);

  // Which gateway is unhealthy?
  const { gateway } = test.payments;
  const { check } = gateway;
  gateway.check = () => Promise.reject(new Error('refused'));
  const { gateways } = await callApp(test, readHouse, {}, await as('support'));
  gateway.check = check;
  expect(gateways).toMatchObject({ mail: 'ok', payments: 'away' });

  // What changed in promotions since yesterday?
  test.clock.advance(24 * HOUR);
  const easter = promotionFileSchema.parse({ placement: 'theme', season: 'easter' });
  const promotions = [...test.deps.brand.edited.promotions, { name: 'easter', promotion: easter }];
  const brand = { ...test.deps.brand, edited: { ...test.deps.brand.edited, promotions } };
  await keepPromotions({ ...test.deps, brand });
  const changes = await callApp(test, listContentChanges, {}, await as('moderator'));
  expect(changes.result).toMatchObject([{ promotion: 'easter', change: 'added', day: '2026-11-21' }]);

  // Who was paid what in a month?
  test.clock.advance(30 * 24 * HOUR);
  const finance = await as('finance');
  const { due } = await callApp(test, listPayouts, { month: '2026-11' }, finance);
  const [{ version = '' } = {}] = due;
  const form = { performer: vera.id, month: '2026-11', version, reference: '17', formKey: test.deps.newId() };
  await callApp(test, payOut, { ...form, reason: 'November' }, finance);
  const { payouts } = await callApp(test, listPayouts, { month: '2026-11' }, await as('finance'));
  expect(payouts).toMatchObject([{ username: vera.username, credits: 300, cents: 150, reference: '17' }]);
});
