import { asc, desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { appointModerator, dismissModerator, renewModerator } from '#contract/chat/room/moderator-calls.ts';
import * as room from '#contract/chat/room/sanction-calls.ts';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { deskLogin, deskLogOut } from '#contract/desk/account/account-calls.ts';
import * as deskPasskeys from '#contract/desk/account/passkey-calls.ts';
import { LIST_FILE } from '#contract/desk/described/sections.ts';
import * as live from '#contract/desk/live-calls.ts';
import { BOOKS_FILE } from '#contract/desk/money/book-calls.ts';
import { payoutVersion } from '#contract/desk/money/payout-calls.ts';
import { explainDecision, listUnexplained, withdrawDecision } from '#contract/desk/reports/decision-calls.ts';
import { closeOrder, confirmOrder, listOrders, recordOrder } from '#contract/desk/reports/order-calls.ts';
import { notePolice } from '#contract/desk/reports/report-calls.ts';
import {
  activate,
  deleteMember,
  logIn,
  logInWithLink,
  logOut,
  register,
} from '#contract/member/account/account-calls.ts';
import { removePasskey, renamePasskey } from '#contract/member/passkey-calls.ts';
import { changeEmail, confirmEmail, undoEmail } from '#contract/member/settings/email-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/settings/password-calls.ts';
import { changeUsername } from '#contract/member/settings/settings-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendReport } from '#contract/safety/report-calls.ts';
import { redeemStudioLink, undoStudioLogin } from '#contract/studio/account/account-calls.ts';
import * as factor from '#contract/studio/account/factor-calls.ts';
import * as studioPasskeys from '#contract/studio/account/passkey-calls.ts';
import { endStudioSessions, revokeWhipKey, rotateWhipKey } from '#contract/studio/account/whip-key-calls.ts';
import { saveAway } from '#contract/studio/away-calls.ts';
import { saveBeside } from '#contract/studio/beside-calls.ts';
import { messageFollowers, withdrawOwnMessage } from '#contract/studio/follower-calls.ts';
import * as pictures from '#contract/studio/picture-calls.ts';
import { savePrices } from '#contract/studio/price-calls.ts';
import { addStart, removeStart, saveStudioProfile } from '#contract/studio/profile-calls.ts';
import { closeRoom, studioLogin } from '#contract/studio/studio-calls.ts';
import { saveGoals, saveTipMenu } from '#contract/studio/tipping-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { saveSeller } from '#contract/tax/seller-calls.ts';
import { setLimit, startCoolOff } from '#contract/wallet/limits-calls.ts';
import { listPurchases, withdrawPurchase } from '#contract/wallet/receipts-calls.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import { disableOperator, endOperatorSessions, setOperatorRole } from '#server/desk/account/operators.ts';
import { activeModerator, newPassword as deskPassword } from '#server/desk/account/testing.ts';
import { acceptTerms, addAffiliate, listAffiliateTerms } from '#server/desk/affiliates/terms.ts';
import { blockMember, suspendPerformer, unblockMember } from '#server/desk/decisions/take-measure.ts';
import { breach, decideAbout } from '#server/desk/decisions/testing.ts';
import { reseal, retryWork } from '#server/desk/house/read-house.ts';
import { answerMember, noteMember } from '#server/desk/members/answer-member.ts';
import { listDisputes, moveDispute } from '#server/desk/payments/payments.ts';
import { acceptApplication, declineApplication } from '#server/desk/performers/applications.ts';
import {
  listDepictions,
  listIdentities,
  recordPerson,
  setDocumentExpiry,
  setPeopleShown,
} from '#server/desk/performers/identities.ts';
import { recordConsent, recordIdentity, setPlaces } from '#server/desk/performers/record.ts';
import { remindOfDocuments } from '#server/desk/performers/remind.ts';
import { liftSuspension } from '#server/desk/performers/suspension.ts';
import { papers, personBeside, sendCopy } from '#server/desk/performers/testing.ts';
import { refusePicture } from '#server/desk/pictures/pictures.ts';
import {
  approvePerformer,
  approvePerson,
  askRefund,
  creditMember as creditAtDesk,
  openIdentity,
  payOut,
  returnPayout,
} from '#server/desk/value/acts.ts';
import { approveRequest, refuseRequest } from '#server/desk/value/requests.ts';
import { writeHandover } from '#server/desk/work/handovers.ts';
import { auditedActs } from '#server/events.ts';
import { operatorCaller, systemCaller } from '#server/identity/caller.ts';
import { identityCookies } from '#server/identity/client.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { operators } from '#server/identity/tables.ts';
import { sendRegistrationMail } from '#server/member/mail/send-registration-mail.ts';
import {
  add,
  logInWith,
  newMember,
  password,
  softwareAuthenticator,
} from '#server/member/passkeys/testing.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { outbox } from '#server/outbox/tables.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { storeAccount } from '#server/performers/account/store-account.ts';
import { removePerformer, storeStatus } from '#server/performers/profile/store-status.ts';
import { waitingApplications } from '#server/performers/records/applications.ts';
import { eraseOldRecords } from '#server/performers/records/keep-records.ts';
import { aSeller } from '#server/performers/records/testing.ts';
import { caseAbout } from '#server/safety/reports/reads.ts';
import { sendApplication } from '#server/studio/account/add-performer.ts';
import { addedPerformer, setUpApp, studioPassword } from '#server/studio/account/testing.ts';
import { acceptPicture } from '#server/studio/pictures/decide-picture.ts';
import { aPicture, upload } from '#server/studio/pictures/testing.ts';
import { giveCredits, makeMember, makePerformer } from '#server/testing/make.ts';
import { aMember, anOperator, aPerformer, eraseAccount } from '#server/testing/people.ts';
import { actsOfProviders } from '#server/testing/rules/declarations.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { callWith, hangUp, openPhone } from '#server/wallet/dial-in/testing.ts';
import { failAndNotify, notify, open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { refundPayment } from '#server/wallet/returns/refund-payment.ts';
import { creditMember } from '#server/wallet/spending/grant-credits.ts';
import { auditRows } from './tables.ts';

const test = startTestApp({ environment: { PRICES: 'chat=30-120/6,vip=120-480/12' } });

const rows = () => test.deps.db.select().from(auditRows).orderBy(asc(auditRows.id));
const actsOf = async () => (await rows()).map(({ act, actor }) => `${actor} ${act}`);
const REQUEST = { 'x-request-id': 'r-1' };
const EMAIL = 'anna@example.com';
const [FIRST, SECOND] = ['Plein-1616', 'Gracht-1717'];

const linkIn = (what: 'key' | 'token') =>
  test.mail.sent.at(-1)?.text.match(new RegExp(`${what}=([\\w-]+)`))?.[1] ?? '';

describe('the audit trail', () => {
  it('has a row for each act of an account, with actor, time and request', async () => {
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
      [`member:${memberId}`, 'member.deletion-asked'],
    ]);
    for (const row of written) {
      expect(row.memberId).toBe(memberId);
      expect(row.requestId).toBe(row.actor === 'system' ? 'system' : 'r-1');
      expect(row.at).toEqual(test.deps.now());
    }
    const text = JSON.stringify(written);
    for (const secret of [EMAIL, FIRST, SECOND, reset, token, 'annatje']) expect(text).not.toContain(secret);
  });

  it('has a row for acts that move money or a toy, and for those of an operator', async () => {
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
    const data = tipDataSchema.parse({ amount: 100, message: 'secret words' });
    for (const _ of ['once', 'sent again']) await sendTip(test.deps, anna.caller, { ...tip, data });
    for (const active of [true, false]) await callApp(test, setToy, { active }, bearer(vera.token));
    const passwordHash = await hashPassword('Studio1234');
    const studio = await makePerformer(test.deps, { username: 'Mila', passwordHash });
    await callApp(test, studioLogin, { username: 'Mila', password: 'Studio1234' }, REQUEST);
    await removePerformer(test.deps, operatorCaller('root'), 'Mila');
    const els = operatorCaller('els', 'a mistake');
    await creditMember(test.deps, els, { memberId: anna.id, credits: 10 });
    const paid = await open(test, anna);
    await payAndNotify(test, paid.order);
    await refundPayment(test.deps, els, { id: paid.payment, cents: 100 });
    test.payments.giveBack(paid.order, { how: 'chargeback', cents: 995 });
    await notify(test, paid.order);
    await blockMember(test.deps, els, { memberId: anna.id, ...breach });
    await unblockMember(test.deps, els, { memberId: anna.id });
    const words = { memberId: anna.id, message: 'secret words' };
    await noteMember(test.deps, els, { ...words, kind: 'other' });
    await answerMember(test.deps, els, { ...words, subject: 'Hello', formKey: 'form-of-els' });

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
      'operator:els member.credited',
      `member:${anna.id} payment.opened`,
      'system payment.booked',
      'operator:els payment.refunded',
      'system payment.returned',
      'operator:els member.blocked',
      'operator:els member.unblocked',
      'operator:els member.noted',
      'operator:els member.answered',
    ]);
    const removed = written.find(({ act }) => act === 'performer.removed');
    expect(removed?.subject).toBe(`performer:${studio}`);
    expect(written.filter(({ memberId }) => memberId === anna.id)).toHaveLength(14);
    const withReason = written.filter(({ reason }) => reason !== null);
    expect(new Set(withReason.map(({ actor, reason }) => `${actor}: ${reason}`))).toEqual(
      new Set(['operator:els: a mistake']),
    );
    expect(JSON.stringify(written)).not.toContain('secret words');
  });

  it('has a row for a new address, and for undoing it', async () => {
    const [email, next] = ['dora@example.com', 'dora.new@example.com'];
    const mailedKey = async (to: string) => {
      await runDueWork(test.outbox);
      const text = test.mail.sent.findLast((mail) => mail.to === to)?.text ?? '';
      return text.match(/(?:key|token)=([\w-]+)/)?.[1] ?? '';
    };
    await callApp(test, register, { email, password: FIRST });
    await callApp(test, activate, { key: await mailedKey(email) });
    const { token } = await callApp(test, logIn, { username: email, password: FIRST });
    const wish = { email: next, repeatEmail: next, password: FIRST };
    await callApp(test, changeEmail, wish, bearer(token));
    await callApp(test, confirmEmail, { key: await mailedKey(next) });
    await callApp(test, undoEmail, { key: await mailedKey(email) });
    const acts = (await rows()).map(({ act }) => act);
    for (const act of ['member.email-change-asked', 'member.email-changed', 'member.email-change-undone'])
      expect(acts).toContain(act);
  });

  it("has a row for a withdrawal, and for a member's limits", async () => {
    const anna = await aMember(test);
    await payAndNotify(test, (await open(test, anna)).order);
    const { result } = await callApp(test, listPurchases, { page: 1 }, bearer(anna.token));
    const receipt = result[0]?.receipt ?? '';
    await callApp(test, withdrawPurchase, { receipt }, bearer(anna.token));
    await callApp(test, setLimit, { period: 'day', credits: 100 }, bearer(anna.token));
    await callApp(test, startCoolOff, { length: 'day' }, bearer(anna.token));
    const acts = (await rows()).filter(({ memberId }) => memberId === anna.id).map(({ act }) => act);
    expect(acts.slice(-3)).toEqual(['payment.withdrawn', 'limit.set', 'limit.cool-off']);
  });

  it('has a row for a refused login', async () => {
    await callApp(test, register, { email: 'cato@example.com', password: FIRST });
    await callApp(test, logIn, { username: 'cato@example.com', password: SECOND }).catch(() => undefined);
    await expect.poll(async () => (await actsOf()).at(-1)).toBe('guest member.login-refused');
  });

  it('has a row for a download of all data, and for a deletion cancelled and carried out', async () => {
    const email = 'bram@example.com';
    await callApp(test, register, { email, password: FIRST });
    const login = async () =>
      bearer((await callApp(test, logIn, { username: email, password: FIRST })).token);
    const headers = await login();
    const key = { 'api-key': test.deps.config.apiKey };
    await test.app.request('/api/member/data', { headers: { ...key, ...headers } });
    await callApp(test, deleteMember, {}, headers);
    await eraseAccount(test, await login());
    const [{ memberId } = { memberId: null }] = (await rows()).filter(
      ({ act }) => act === 'member.data-read',
    );
    const own = (await rows()).filter((row) => row.memberId === memberId).slice(2);
    expect(own.map(({ act }) => act)).toEqual([
      'member.data-read',
      'member.deletion-asked',
      'member.logged-in',
      'member.deletion-undone',
      'member.deletion-asked',
      'member.deleted',
    ]);
  });

  it("has a row for the code of a phone call, and for the performers' earnings from it", async () => {
    const phone = await openPhone(test);
    await hangUp(test, await callWith(test, phone), 60);
    expect((await actsOf()).slice(-2)).toEqual(['system dial-in.verified', 'system dial-in.settled']);
    expect((await rows()).at(-1)?.subject).toBe(`dial-in:${phone.session}`);
  });

  it("has a row for a performer's and the operator's acts on a room, and for a report", async () => {
    const before = (await rows()).length;
    const [anna, vera] = [await aMember(test), await aPerformer(test, onlineStatus.free)];
    const viewer = await watch(test, anna.caller, vera);
    const { session } = viewer;
    const studio = bearer(vera.token);
    const mute = { target: { session }, kind: 'mute', reason: 'secret words' } as const;
    const { id } = await callApp(test, room.sanctionViewer, mute, studio);
    await callApp(test, room.liftSanction, { sanction: id }, studio);
    const { id: moderator } = await callApp(test, appointModerator, { target: { session } }, studio);
    await callApp(test, renewModerator, { moderator }, studio);
    await callApp(test, dismissModerator, { moderator }, studio);
    await callApp(test, room.setSlowMode, { seconds: 5 }, studio);
    await callApp(test, room.setMessageDelay, { seconds: 2 }, studio);
    const line = { action: 'message', auth: viewer.auth(), data: { message: 'secret line' } } as const;
    const { message } = await callApp(test, chatAction, line, bearer(anna.token));
    await callApp(test, room.removeMessage, { message: message?.id ?? '' }, studio);
    await callApp(test, room.setRoomWords, { words: ['secret'] }, studio);
    await callApp(test, closeRoom, {}, studio);
    const { username } = vera;
    const report = {
      performer: username,
      reason: 'minor',
      details: 'secret words',
      place: 'stream',
    } as const;
    await callApp(test, sendReport, { ...report, key: test.deps.newId() }, bearer(anna.token));
    for (const step of [
      'assigned',
      'handed-back',
      'warn',
      'appealed',
      'upheld',
      'warn',
      'appealed',
      'overruled',
    ] as const)
      await decideAbout(test.deps, { performerId: vera.id }, step);

    const written = (await rows()).slice(before);
    expect(written.map(({ act, actor }) => `${actor} ${act}`)).toEqual([
      `performer:${vera.id} room.sanctioned`,
      `performer:${vera.id} room.sanction-lifted`,
      `performer:${vera.id} room.moderator-appointed`,
      `performer:${vera.id} room.moderator-renewed`,
      `performer:${vera.id} room.moderator-ended`,
      `performer:${vera.id} room.slow-mode-set`,
      `performer:${vera.id} room.message-delay-set`,
      `performer:${vera.id} room.message-removed`,
      `performer:${vera.id} room.words-set`,
      `performer:${vera.id} room.closed`,
      // The reporter of a possible minor is not stored.
      'system report.received',
      'operator:root report.assigned',
      'operator:root report.handed-back',
      'operator:root report.decided',
      'operator:root report.appealed',
      'operator:root decision.upheld',
      'operator:root report.decided',
      'operator:root report.appealed',
      'operator:root decision.overruled',
    ]);
    expect(JSON.stringify(written)).not.toContain('secret');
  });

  it('has a row for opening, cutting and allowing a stream, and for cutting a viewer', async () => {
    const [vera, mod] = [await aPerformer(test, onlineStatus.free), await anOperator(test, 'moderator')];
    const { session } = await watch(test, (await aMember(test)).caller, vera);
    const before = (await rows()).length;
    const act = { performer: vera.id, reason: 'rule 4' };
    const cut = { ...act, notice: 'rules', minutes: 60 } as const;
    await callApp(test, live.openStream, { performer: vera.id }, mod.headers);
    await callApp(test, live.cutViewer, { ...cut, session }, mod.headers);
    await storeStatus(test.deps, vera.id, onlineStatus.vip);
    await callApp(test, live.openStream, act, mod.headers);
    await callApp(test, live.cutStream, cut, mod.headers);
    await callApp(test, live.allowStream, act, mod.headers);
    const { result } = await callApp(test, listUnexplained, {}, mod.headers);
    const { id: decision = 0, version = 0 } = result.at(-1) ?? {};
    const why = { decision, reason: 'rule 4' };
    await callApp(
      test,
      explainDecision,
      { ...why, version, ground: 'fraud', facts: 'A secret fact.' },
      mod.headers,
    );
    await callApp(
      test,
      withdrawDecision,
      { ...why, version: version + 1, verdict: 'A secret mistake.' },
      mod.headers,
    );
    const text = 'secret words of an order';
    const danger = { reason: 'violence', details: '', email: 'a@example.com', place: 'profile' } as const;
    await callApp(test, sendReport, { ...danger, performer: vera.username, key: test.deps.newId() });
    const about = await caseAbout(test.deps.db, { performerId: vera.id });
    const [inCase, words] = [
      { case: about?.id ?? 0, version: about?.version ?? 0 },
      { facts: text, reason: 'rule 4' },
    ];
    await callApp(test, notePolice, { ...inCase, ...words }, mod.headers);
    const from = {
      authority: text,
      country: 'NL',
      kind: 'removal',
      content: 'fraud',
      reference: '',
    } as const;
    await callApp(
      test,
      recordOrder,
      { ...from, about: text, day: '2026-01-01', time: '12:00', reason: 'rule 4' },
      mod.headers,
    );
    const [order] = (await callApp(test, listOrders, {}, mod.headers)).result;
    const seen = { order: order?.order ?? 0, reason: 'rule 4' };
    await callApp(test, confirmOrder, { ...seen, version: 'received' }, mod.headers);
    const effect = { effect: 'followed', answer: text } as const;
    await callApp(test, closeOrder, { ...seen, ...effect, version: 'confirmed' }, mod.headers);
    const written = (await rows())
      .slice(before)
      .filter(({ act, actor }) => actor === `operator:${mod.name}` && !act.startsWith('eye.'));
    expect(written.map((row) => `${row.act} ${row.reason}`)).toEqual([
      'stream.opened null',
      'viewer.cut rule 4',
      'show.opened rule 4',
      'stream.cut rule 4',
      'stream.allowed rule 4',
      'decision.explained rule 4',
      'decision.withdrawn rule 4',
      'report.police-noted rule 4',
      'order.recorded rule 4',
      'order.confirmed rule 4',
      'order.closed rule 4',
    ]);
    expect(JSON.stringify(written)).not.toContain('secret');
  });

  it('has a row for each act on copies, people beside a performer, and the end of her records', async () => {
    const vera = await aPerformer(test);
    const mod = await anOperator(test, 'moderator');
    const els = operatorCaller('els', 'saw the passport');
    const identity = { ...papers, otherNames: [] };
    const expiresOn = '2026-12-01';
    const before = (await rows()).length;
    await recordIdentity(test.deps, els, { performer: vera.id, ...identity, checkedOn: '2026-11-01' });
    await sendCopy(test, mod.headers, { record: `performer:${vera.id}`, file: await aPicture() });
    await recordPerson(test.deps, els, personBeside(vera.id));
    const { result } = await listIdentities(test.deps, mod.caller, {
      query: `performer:${vera.id}`,
      page: 1,
    });
    const [own, person] = [result.find(({ label }) => !label), result.find(({ label }) => label)];
    if (!own || !person) throw new Error('A record is missing');
    const seen = { formKey: test.deps.newId(), version: person.version };
    await approvePerson(test.deps, operatorCaller('tom', 'seen'), { ...seen, record: person.record });
    await setDocumentExpiry(test.deps, els, { ...own, expiresOn, reason: 'seen' });
    await openIdentity(test.deps, els, { performer: vera.id, formKey: test.deps.newId() });
    await callApp(test, saveBeside, { people: [Number(person.record.slice(7))] }, bearer(vera.token));
    await storeStatus(test.deps, vera.id, onlineStatus.free);
    const { result: shown } = await listDepictions(test.deps, mod.caller, { record: own.record, page: 1 });
    for (const { depiction, version } of shown)
      await setPeopleShown(test.deps, els, { depiction, version, people: [], reason: 'seen' });
    await test.deps.db.transaction((tx) =>
      storeAccount(tx, {
        performerId: vera.id,
        email: 'vera@example.com',
        language: 'nl',
        at: test.clock.now(),
      }),
    );
    await remindOfDocuments(test.deps);
    await callApp(test, saveBeside, { people: [] }, bearer(vera.token));
    await storeStatus(test.deps, vera.id, onlineStatus.offline);
    await eraseOldRecords({ ...test.deps, now: () => new Date('2040-01-01T12:00:00Z') });
    const written = (await rows()).slice(before);
    const acts = new Set(written.flatMap(({ act }) => (act.startsWith('identity.') ? [act] : [])));
    expect([...acts].sort()).toEqual([
      'identity.copy-added',
      'identity.copy-opened',
      'identity.erased',
      'identity.expiry-set',
      'identity.in-picture-set',
      'identity.people-shown-set',
      'identity.person-approved',
      'identity.person-opened',
      'identity.person-recorded',
      'identity.reminded',
    ]);
    expect(JSON.stringify(written)).not.toMatch(/Secret/);
  });

  it('has a row for each change of an encoder’s key, and for ending a performer’s logins', async () => {
    const vera = await aPerformer(test);
    const before = (await rows()).length;
    const { key } = await callApp(test, rotateWhipKey, {}, bearer(vera.token));
    await callApp(test, revokeWhipKey, {}, bearer(vera.token));
    await callApp(test, endStudioSessions, {}, bearer(vera.token));
    const written = (await rows()).slice(before);
    expect(written.map(({ act, actor }) => `${actor} ${act}`)).toEqual(
      ['performer.key-rotated', 'performer.key-revoked', 'performer.logged-out'].map(
        (act) => `performer:${vera.id} ${act}`,
      ),
    );
    expect(JSON.stringify(written)).not.toContain(key);
  });

  it('has a row for each change of a performer’s second factor, and for a login undone by mail', async () => {
    while ((await runDueWork(test.outbox)) > 0);
    const { id, key } = await addedPerformer(test, 'Leontien');
    const link = { key, newPassword: studioPassword };
    const headers = bearer((await callApp(test, redeemStudioLink, link)).token);
    test.clock.advance(1);
    await callApp(test, studioLogin, { username: 'Leontien', password: studioPassword });
    while ((await runDueWork(test.outbox)) > 0);
    const undo = linkIn('key');
    const before = (await rows()).length;
    const { recoveryCodes } = await setUpApp(test, headers);
    await callApp(test, factor.proveFactor, { code: recoveryCodes[0] ?? '' }, headers);
    await callApp(test, factor.renewRecoveryCodes, {}, headers);
    await callApp(test, factor.removeAuthenticator, {}, headers);
    await callApp(test, undoStudioLogin, { key: undo });
    const written = (await rows()).slice(before);
    expect(written.map((row) => `${row.act} ${row.subject}`)).toEqual(
      [
        'performer.authenticator-set',
        'performer.recovery-code-used',
        'performer.recovery-codes-made',
        'performer.authenticator-removed',
        'performer.key-revoked',
        'performer.login-undone',
      ].map((act) => `${act} performer:${id}`),
    );
    expect(JSON.stringify(written)).not.toContain(recoveryCodes[0]);
  });

  it('has a row for adding a performer, for her password, and for each change of her profile', async () => {
    // Other mails, so that hers is the last.
    while ((await runDueWork(test.outbox)) > 0);
    const before = (await rows()).length;
    const { id, key } = await addedPerformer(test, 'Isolde');
    const { token } = await callApp(test, redeemStudioLink, { key, newPassword: 'Plein-16' });
    const profile = { fields: { luckyNumber: 7 }, texts: { motto: 'secret motto' } };
    await callApp(test, saveStudioProfile, profile, bearer(token));
    const at = new Date(Math.ceil(test.clock.now().getTime() / 60_000 + 1) * 60_000).toISOString();
    await callApp(test, addStart, { at }, bearer(token));
    await callApp(test, removeStart, { at }, bearer(token));
    const message = { text: 'secret message', clientId: crypto.randomUUID() };
    await callApp(test, messageFollowers, message, bearer(token));
    await callApp(test, withdrawOwnMessage, {}, bearer(token));
    await callApp(test, saveAway, { text: 'secret text', picture: null }, bearer(token));
    const items = [{ name: 'secret item', price: 100 }];
    await callApp(test, saveTipMenu, { list: 'menu', items }, bearer(token));
    await callApp(test, saveGoals, { goals: [], carriesOver: false }, bearer(token));
    await callApp(test, savePrices, { chat: 90, vip: 240 }, bearer(token));
    await callApp(test, saveSeller, aSeller, bearer(token));
    const written = (await rows()).slice(before);
    expect(new Set(written.map(({ act, actor }) => `${actor} ${act}`))).toEqual(
      new Set([
        'operator:els performer.added',
        'operator:els performer.link-sent',
        'guest performer.password-changed',
        'guest performer.logged-in',
        ...[
          'performer.profile-changed',
          'performer.schedule-changed',
          'performer.followers-messaged',
          'performer.follower-message-withdrawn',
          'performer.away-set',
          'performer.prices-set',
          'performer.seller-saved',
        ].map((act) => `performer:${id} ${act}`),
        ...['room.tip-menu-set', 'room.goals-set'].map((act) => `performer:${id} ${act}`),
      ]),
    );
    expect(written.filter(({ act }) => act === 'performer.schedule-changed')).toHaveLength(2);
    expect(JSON.stringify(written)).not.toContain('secret');
  });

  it('has a row for each step of an operator’s access', async () => {
    const before = (await rows()).length;
    const { headers } = await activeModerator(test, operatorCaller('els', 'nights'), 'otto');
    await callApp(test, deskLogOut, {}, headers);
    await setOperatorRole(test.deps, operatorCaller('els', 'days'), { name: 'otto', role: 'support' });
    await endOperatorSessions(test.deps, operatorCaller('els', 'stolen'), { name: 'otto' });
    await disableOperator(test.deps, operatorCaller('els', 'left'), { name: 'otto' });
    const written = (await rows()).slice(before);
    expect(written.map(({ act, actor }) => `${actor} ${act}`)).toEqual([
      'operator:els operator.added',
      'operator:els operator.link-sent',
      'guest operator.activated',
      'guest operator.logged-in',
      'operator:otto operator.logged-out',
      ...['operator.role-set', 'operator.sessions-ended', 'operator.disabled'].map(
        (act) => `operator:els ${act}`,
      ),
    ]);
  });

  it('has a row for each act on a performer’s records', async () => {
    const id = await makePerformer(test.deps);
    const before = (await rows()).length;
    const els = operatorCaller('els', 'saw the passport');
    const named = { legalName: 'Secret Person', otherNames: [], address: 'Secret street 1' };
    const identity = {
      ...named,
      dateOfBirth: '1990-12-31',
      document: 'passport',
      numberEnd: '2014',
    } as const;
    await recordIdentity(test.deps, els, { performer: id, ...identity, checkedOn: '2026-11-01' });
    const form = () => ({ performer: id, formKey: test.deps.newId() });
    await approvePerformer(test.deps, operatorCaller('tom', 'saw the passport'), form());
    await openIdentity(test.deps, els, form());
    const consent = { agreement: '2026-11', acceptedOn: '2026-11-01', coPerformers: ['Secret Friend'] };
    await recordConsent(test.deps, els, { performer: id, ...consent });
    await setPlaces(test.deps, els, { performer: id, places: ['DE'] });
    await suspendPerformer(test.deps, els, { performer: id, ground: 'consent', facts: 'Secret facts' });
    await liftSuspension(test.deps, els, { performer: id });
    const written = (await rows()).slice(before);
    expect(written.map(({ actor }) => actor)).toEqual(
      ['els', 'tom', 'els', 'els', 'els', 'els', 'els'].map((name) => `operator:${name}`),
    );
    expect(written.map(({ act, subject }) => `${act} ${subject}`)).toEqual(
      [
        'performer.identity-recorded',
        'performer.approved',
        'performer.identity-opened',
        'performer.consent-recorded',
        'performer.places-set',
        'performer.suspended',
        'performer.suspension-lifted',
      ].map((act) => `${act} performer:${id}`),
    );
    expect(JSON.stringify(written)).not.toMatch(/secret/i);
  });

  it('has a row for each application of a performer, and its decision', async () => {
    const before = (await rows()).length;
    const brand = { ...test.deps.brand, hasFeature: () => true };
    const apply = (email: string) =>
      sendApplication({ ...test.deps, brand }, systemCaller, {
        email,
        stageName: 'Applicant',
        languages: ['nl'],
        message: 'secret',
        lang: 'nl',
        isAdult: true,
        agrees: true,
        key: test.deps.newId(),
      });
    await apply('one@example.com');
    await apply('two@example.com');
    const [one, two] = await waitingApplications(test.deps.db, 10);
    const els = operatorCaller('els', 'saw the papers');
    const accepted = { username: 'Applicant', dateOfBirth: '1990-12-31', gender: 'female' } as const;
    await acceptApplication(test.deps, els, { application: one?.id ?? 0, ...accepted });
    await declineApplication(test.deps, els, { application: two?.id ?? 0, statement: 'secret reason' });
    const written = (await rows()).slice(before);
    expect(written.map(({ act, actor }) => `${actor} ${act}`)).toEqual([
      'system application.received',
      'system application.received',
      'operator:els performer.added',
      'operator:els performer.link-sent',
      'operator:els application.accepted',
      'operator:els application.declined',
    ]);
    expect(JSON.stringify(written)).not.toMatch(/secret|@example/);
  });

  it('has a row for each change of a performer’s albums and pictures, and for their review', async () => {
    const vera = await aPerformer(test);
    const before = (await rows()).length;
    const studio = bearer(vera.token);
    const { album } = await callApp(test, pictures.addAlbum, { title: { en: 'secret' } }, studio);
    await callApp(test, pictures.saveAlbum, { album, title: { en: 'secret two' } }, studio);
    const files = [{ content: await aPicture() }];
    const [picture = 0] = (await upload(test, vera.token, { place: 'album', album, files })) as number[];
    await callApp(test, pictures.savePicture, { picture, caption: { en: 'secret' }, nonude: true }, studio);
    await refusePicture(test.deps, operatorCaller('els', 'blurred'), { picture, ground: 'rules-content' });
    await acceptPicture(test.deps, operatorCaller('els', 'sharp after all'), picture);
    await callApp(test, pictures.removePicture, { picture }, studio);
    await callApp(test, pictures.removeAlbum, { album }, studio);
    const written = (await rows()).slice(before);
    expect(written.map(({ act, actor, subject }) => `${actor} ${act} ${subject}`)).toEqual([
      `performer:${vera.id} album.added album:${album}`,
      `performer:${vera.id} album.changed album:${album}`,
      `performer:${vera.id} picture.added picture:${picture}`,
      `performer:${vera.id} picture.changed picture:${picture}`,
      `operator:els picture.refused picture:${picture}`,
      `operator:els picture.accepted picture:${picture}`,
      `performer:${vera.id} picture.removed picture:${picture}`,
      `performer:${vera.id} album.removed album:${album}`,
    ]);
    expect(written.map(({ reason }) => reason).filter(Boolean)).toEqual(['blurred', 'sharp after all']);
    expect(JSON.stringify(written)).not.toContain('secret');
  });

  it('has a row for each change of a passkey, and for one that may be copied', async () => {
    const headers = await newMember(test, 'passkeys@example.com');
    const before = (await rows()).length;
    const key = softwareAuthenticator({ counts: true });
    const { passkey } = await add(test, headers, key);
    await callApp(test, renamePasskey, { passkey, name: 'secret name' }, headers);
    await expect(logInWith(test, key, { counter: 0 })).rejects.toThrow('badRequest.passkey.copied');
    await callApp(test, removePasskey, { passkey }, headers);
    const written = (await rows()).slice(before);
    expect(written.map(({ act, subject }) => `${act} ${subject}`)).toEqual(
      [
        'member.passkey-added',
        'member.passkey-renamed',
        'member.passkey-copied',
        'member.passkey-removed',
      ].map((act) => `${act} passkey:${passkey}`),
    );
    expect(JSON.stringify(written)).not.toContain('secret');
  });

  it.each(['performer', 'operator'] as const)(
    'has a row for each change of a passkey of the %s',
    async (kind) => {
      const { calls, acts, subject, headers, password } = await ownerOfPasskeys(kind);
      const before = (await rows()).length;
      const device = softwareAuthenticator({ counts: true });
      const begun = await callApp(test, calls.begin, { password }, headers);
      const added = { credential: device.create(begun.options), name: 'secret name' };
      const { passkey } = await callApp(test, calls.add, added, headers);
      await callApp(test, calls.rename, { passkey, name: 'other secret' }, headers);
      const { options } = await callApp(test, calls.beginLogin, {});
      const copy = { credential: device.get(options, { counter: 0 }) };
      await expect(callApp(test, calls.logIn, copy)).rejects.toThrow('badRequest.passkey.copied');
      await callApp(test, calls.remove, { passkey }, headers);
      const written = (await rows()).slice(before);
      expect(written.map((row) => `${row.act} ${row.subject}`)).toEqual(
        acts.map((act) => `${act} ${subject}`),
      );
      expect(JSON.stringify(written)).not.toContain('secret');
    },
  );

  async function ownerOfPasskeys(kind: 'performer' | 'operator') {
    if (kind === 'operator') {
      const { headers } = await activeModerator(test, operatorCaller('root', 'nights'), 'jasmijn');
      const calls = {
        begin: deskPasskeys.beginDeskPasskey,
        add: deskPasskeys.addDeskPasskey,
        rename: deskPasskeys.renameDeskPasskey,
        remove: deskPasskeys.removeDeskPasskey,
        beginLogin: deskPasskeys.beginDeskPasskeyLogin,
        logIn: deskPasskeys.logInWithDeskPasskey,
      };
      const acts = [
        'operator.passkey-added',
        'operator.passkey-renamed',
        'operator.passkey-copied',
        'operator.login-refused',
        'operator.passkey-removed',
      ];
      return { calls, acts, subject: 'operator:jasmijn', headers, password: deskPassword };
    }
    const { id, key } = await addedPerformer(test, 'Jasmijn');
    const { token } = await callApp(test, redeemStudioLink, { key, newPassword: password });
    const calls = {
      begin: studioPasskeys.beginStudioPasskey,
      add: studioPasskeys.addStudioPasskey,
      rename: studioPasskeys.renameStudioPasskey,
      remove: studioPasskeys.removeStudioPasskey,
      beginLogin: studioPasskeys.beginStudioPasskeyLogin,
      logIn: studioPasskeys.logInWithStudioPasskey,
    };
    const acts = [
      'performer.passkey-added',
      'performer.passkey-renamed',
      'performer.passkey-copied',
      'performer.passkey-removed',
    ];
    return { calls, acts, subject: `performer:${id}`, headers: bearer(token), password };
  }

  it("has a row for a registration with a member's address", async () => {
    const id = await makeMember(test.deps, { email: 'twice@example.com' });
    const before = (await rows()).length;
    await sendRegistrationMail(test.deps, { email: 'twice@example.com' });
    expect((await rows()).slice(before)).toMatchObject([
      { actor: 'system', act: 'member.registration-repeated', memberId: id },
    ]);
  });

  it('has a row for each step of a refund with four eyes, and for a copy of the books', async () => {
    const [anna, finance] = [await aMember(test), await anOperator(test, 'finance')];
    const none = { one: 0, day: 0 };
    const deskLimits = { ...test.deps.config.deskLimits, refund: none };
    const config = { ...test.deps.config, deskLimits };
    const paid = await open(test, anna);
    await payAndNotify(test, paid.order);
    const before = (await rows()).length;
    const ask = async () => {
      const els = operatorCaller('els', 'paid twice');
      const form = { payment: paid.payment, formKey: test.deps.newId() };
      return (await askRefund({ ...test.deps, config }, els, form)).request ?? 0;
    };
    await refuseRequest(test.deps, operatorCaller('tom', 'once only'), { request: await ask() });
    const approve = (name: string, override: boolean, request: number) =>
      approveRequest(test.deps, operatorCaller(name, 'indeed'), { request, override });
    await approve('tom', false, await ask());
    const headers = { 'api-key': config.apiKey, ...finance.headers };
    await test.app.request(`${BOOKS_FILE}?month=2026-11`, { headers });
    await test.app.request(LIST_FILE.replace(':file', 'affiliates.csv?month=2026-11'), { headers });
    const written = (await rows()).slice(before);
    const subject = `payment:${paid.payment}`;
    expect(written.map((row) => [row.actor, row.act, row.subject, row.reason].join(' '))).toEqual([
      `operator:els request.asked ${subject} paid twice`,
      `operator:tom request.refused ${subject} once only`,
      `operator:els request.asked ${subject} paid twice`,
      `operator:tom request.approved ${subject} indeed`,
      `operator:tom payment.refunded ${subject} indeed (asked by els: paid twice)`,
      `operator:${finance.name} file.exported books:2026-11 `,
      `operator:${finance.name} file.exported affiliates:2026-11 `,
    ]);
    expect(written.filter(({ memberId }) => memberId === anna.id)).toHaveLength(5);
  });

  it('has a row for an owner who overrides a limit, with or without another owner to tell', async () => {
    const anna = await aMember(test);
    const { deskLimits } = test.deps.config;
    const config = { ...test.deps.config, deskLimits: { ...deskLimits, goodwill: { one: 0, day: 0 } } };
    await test.deps.db
      .update(operators)
      .set({ disabledAt: test.deps.now() })
      .where(eq(operators.role, 'owner'));
    const before = (await rows()).length;
    const override = async () => {
      const [els, formKey] = [operatorCaller('els', 'alone tonight'), test.deps.newId()];
      const gift = { memberId: anna.id, credits: 1, formKey };
      const { request } = await creditAtDesk({ ...test.deps, config }, els, gift);
      await approveRequest(test.deps, els, { request: request ?? 0, override: true });
    };
    await override();
    await anOperator(test, 'owner');
    await override();
    expect((await rows()).slice(before).map(({ act }) => act)).toEqual([
      'request.asked',
      'request.overridden-alone',
      'member.credited',
      'request.asked',
      'request.overridden',
      'member.credited',
    ]);
  });

  it('has a row for a payout, and for one that came back', async () => {
    const [vera, at] = [await aPerformer(test), new Date('2026-10-15T12:00:00Z')];
    const hers = { kind: 'performer', owner: vera.id } as const;
    await giveCredits({ ...test.deps, now: () => at }, hers, 1000);
    const owed = { performer: vera.id, month: '2026-10', version: payoutVersion(0, 1000, 50) };
    const els = operatorCaller('els', 'October');
    const formKey = () => test.deps.newId();
    const form = { ...owed, reference: '17', formKey: formKey() };
    const { payout = 0, version = '' } = (await payOut(test.deps, els, form)).result ?? {};
    for (const _ of ['once', 'sent again'])
      await returnPayout(test.deps, operatorCaller('tom', 'closed'), { payout, version, formKey: formKey() });
    const own = (await rows()).filter(({ subject }) => subject === `performer:${vera.id}`);
    expect(own.map(({ actor, act, reason }) => [actor, act, reason])).toEqual([
      ['operator:els', 'payout.paid', 'October'],
      ['operator:tom', 'payout.returned', 'closed'],
    ]);
  });

  it('has a row for what becomes of a dispute, about its payment and member', async () => {
    const anna = await aMember(test);
    const { order, payment } = await open(test, anna);
    await payAndNotify(test, order);
    test.payments.giveBack(order, { how: 'chargeback', cents: 995 });
    await notify(test, order);
    const els = operatorCaller('els', 'not worth it');
    const { result } = await listDisputes(test.deps, els, { page: 1 });
    const { dispute = 0, version = '' } = result.find((one) => one.payment === payment) ?? {};
    await moveDispute(test.deps, els, { dispute, state: 'accepted', version });
    const [row] = (await rows()).filter(({ act }) => act === 'dispute.moved');
    expect(row).toMatchObject({
      actor: 'operator:els',
      subject: `payment:${payment}`,
      memberId: anna.id,
      reason: 'not worth it',
      details: { dispute: 'accepted', cents: 995 },
    });
  });

  it('has a row for an affiliate, and for each acceptance of the terms', async () => {
    const els = operatorCaller('els', 'signed');
    const form = { affiliate: 'x17', name: 'Xenia Media', acceptedOn: '2026-11-01', reason: 'signed' };
    await addAffiliate(test.deps, els, form);
    const { result } = await listAffiliateTerms(test.deps, els);
    await acceptTerms(test.deps, els, { ...form, version: result[0]?.version ?? '' });
    const own = (await rows()).filter(({ subject }) => subject === 'affiliate:x17');
    expect(own.map(({ act }) => act)).toEqual(['affiliate.added', 'affiliate.terms-accepted']);
    expect(JSON.stringify(own)).not.toContain('Xenia');
  });

  it('has a row for a handover note, and for outbox work that an operator lets run again', async () => {
    const mail = { id: 'x', to: 'anna@example.com', subject: 's', text: 't', html: 'h' };
    const sending = { payload: mail, runAt: test.clock.now() };
    await test.deps.db.transaction((tx) => addWork(tx, mailWork, sending));
    const [work] = await test.deps.db.select().from(outbox).orderBy(desc(outbox.id)).limit(1);
    await test.deps.db
      .update(outbox)
      .set({ attempts: 1 })
      .where(eq(outbox.id, work?.id ?? 0));
    await writeHandover(test.deps, operatorCaller('root'), { text: 'secret words', version: 0 });
    expect((await rows()).at(-1)).toMatchObject({ act: 'handover.written', subject: 'handover:1' });
    await retryWork(test.deps, operatorCaller('root', 'relay is back'), { work: work?.id ?? 0 });
    expect((await rows()).at(-1)).toMatchObject({
      actor: 'operator:root',
      act: 'outbox.retried',
      subject: `work:${work?.id}`,
    });
  });

  it('has a row for what is sealed with another secret', async () => {
    await reseal(test.deps, operatorCaller('root', 'the backup was stolen'), { before: 'the secret before' });
    expect((await rows()).at(-1)).toMatchObject({
      actor: 'operator:root',
      act: 'secret.resealed',
      subject: null,
    });
  });

  it('has a row for each login at the desk that failed, and for a session that moved', async () => {
    const els = await activeModerator(test, operatorCaller('root', 'nights'), 'elsje');
    const before = (await rows()).length;
    const browser = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    };
    const logIn = (email: string, password: string) =>
      callApp(test, deskLogin, { email, password, code: '000000' }, browser).catch(() => null);
    await logIn(els.email, 'a wrong secret');
    await logIn(els.email, deskPassword);
    await logIn('stranger@example.com', deskPassword);
    const { desk } = identityCookies(test.deps.config);
    await callApp(test, deskLogOut, {}, { ...browser, ...els.headers, cookie: `${desk}=${els.token}` });
    const written = (await rows()).slice(before);
    expect(written.map((row) => [row.act, row.subject, row.details, row.browser])).toEqual([
      ['operator.login-refused', 'operator:elsje', { passkey: false, password: false }, 'Firefox · Linux'],
      ['operator.login-refused', 'operator:elsje', { passkey: false, password: true }, 'Firefox · Linux'],
      ['operator.login-refused', null, { passkey: false, password: false }, 'Firefox · Linux'],
      ['operator.session-moved', 'operator:elsje', null, 'Firefox · Linux'],
    ]);
    expect(JSON.stringify(written)).not.toMatch(/secret|@example/);
  });

  it('has a row of each act above, except those only a provider can cause', async () => {
    const seen = new Set((await actsOf()).map((row) => row.split(' ')[1]));
    // What operators see is shown by server/desk/looks.test.ts.
    const others = auditedActs.filter((act) => !act.startsWith('eye.'));
    expect(others.filter((act) => !seen.has(act))).toEqual(actsOfProviders);
  });

  it('has no row for acts that failed', async () => {
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
