import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listActs } from '#contract/desk/log-calls.ts';
import { BOOKS_FILE, listMonthEarnings } from '#contract/desk/money/book-calls.ts';
import * as calls from '#contract/desk/people/member-calls.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { readBasicInfo } from '#contract/member/account/account-calls.ts';
import { breach } from '#server/desk/decisions/testing.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { findMember } from '#server/member/account/find-member.ts';
import { sweepMails } from '#server/member/mail/member-mails.ts';
import { memberMails, members } from '#server/member/tables.ts';
import { MAX_ATTEMPTS, runDueWork } from '#server/outbox/run-due-work.ts';
import { addWork, mailWork } from '#server/outbox/work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import { aMember, anOperator, aPerformer, eraseAccount } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { open, payAndNotify } from '#server/wallet/purchase/testing.ts';
import { memberNotes } from '../tables.ts';

const reason = 'the picture froze';
const note = { kind: 'care', message: 'Asked for a break by phone.' } as const;
const answer = { subject: 'Your question of today', message: 'The picture froze.\nWe gave you credits.' };
const DAY = 24 * 3_600_000;

describe.each(databaseKinds())('members at the desk on $name', (database) => {
  const test = startTestApp({ on: database });
  const as = async (role: OperatorRole) => (await anOperator(test, role)).headers;
  const find = async (query: string) =>
    (await callApp(test, calls.findMembers, { query }, await as('support'))).result;

  /** A member with 650 bought credits, of which 613 went to a performer as a tip. */
  async function withCredits() {
    const [anna, vera] = [await aMember(test), await aPerformer(test)];
    const { order, payment } = await open(test, anna);
    await payAndNotify(test, order);
    const tip = await test.deps.db.transaction((tx) =>
      transfer(tx, {
        key: test.deps.newId(),
        kind: 'tip',
        amount: 613,
        reference: 'session:x',
        at: test.clock.now(),
        from: { kind: 'member', owner: anna.id },
        to: { kind: 'performer', owner: vera.id },
      }),
    );
    const member = await callApp(test, calls.readDeskMember, { memberId: anna.id }, await as('finance'));
    return { anna, vera, payment, tip: tip.transferId, member };
  }

  it('are found by number, address, name, payment, order, receipt and ledger number', async () => {
    const { anna, payment, tip, member } = await withCredits();
    const [bought] = member.payments;
    for (const [query, by] of [
      [String(anna.id), 'member'],
      [`member:${anna.id}`, 'member'],
      [member.email.toUpperCase(), 'member'],
      [member.username, 'member'],
      [payment, 'payment'],
      [`payment:${payment}`, 'payment'],
      [bought?.providerOrder ?? '', 'payment'],
      [bought?.receipt ?? '', 'receipt'],
      [`transfer:${tip}`, 'transfer'],
      [`#${tip}`, 'transfer'],
      [String(tip), 'transfer'],
    ] as const)
      expect(await find(query), query).toContainEqual(
        expect.objectContaining({ memberId: anna.id, username: member.username, by }),
      );
    for (const query of ['nobody@example.com', '999999999', "'; drop table member", '2026-999999'])
      expect(await find(query), query).toEqual([]);
  });

  it('are found by their number also if it is the username of another member', async () => {
    const anna = await aMember(test);
    // Updated last, and thus read last by a plain scan of the table.
    const bram = await aMember(test);
    await test.deps.db
      .update(members)
      .set({ username: String(bram.id), usernameFolded: String(bram.id) })
      .where(eq(members.id, anna.id));
    await test.deps.db.update(members).set({ language: 'en' }).where(eq(members.id, bram.id));
    expect((await findMember(test.deps.db, String(bram.id))).id).toBe(bram.id);
  });

  it('are found by the start of a word in their name, in any form of its letters, if it is nobody’s whole name', async () => {
    for (const username of ['Zilver_Meeuw', 'meeuwtje', 'zee', 'zee_ster'])
      await makeMember(test.deps, { username, usernameFolded: username.toLowerCase() });
    const names = async (query: string) => (await find(query)).map(({ username }) => username);
    expect(await names('méeuw')).toEqual(['meeuwtje', 'Zilver_Meeuw']);
    expect(await names('ZILVERMEEUW')).toEqual(['Zilver_Meeuw']);
    expect(await names('zee')).toEqual(['zee']);
    expect(await names('zeeste')).toEqual(['zee_ster']);
    expect(await names('eeuw')).toEqual([]);
    expect(await names('me')).toEqual([]);
  });

  it('have every credit explained by ledger entries, whose sums are the balance', async () => {
    const { anna, vera, payment, tip, member } = await withCredits();
    expect(member).toMatchObject({
      credits: 37,
      owed: 0,
      sums: [
        { kind: 'purchase', credits: 650 },
        { kind: 'tip', credits: -613 },
      ],
    });
    const support = await anOperator(test, 'support');
    const gift = { memberId: anna.id, credits: 10, formKey: test.deps.newId(), reason };
    expect(await callApp(test, calls.creditMember, gift, support.headers)).toEqual({
      request: null,
      result: { balance: 47, debt: 0 },
    });
    const part = { payment, cents: 100, formKey: test.deps.newId(), reason: 'asked' };
    await callApp(test, calls.askRefund, part, support.headers);
    const { movements, more } = await callApp(
      test,
      calls.listMovements,
      { memberId: anna.id },
      support.headers,
    );
    const by = `operator:${support.name}`;
    expect(movements.map(({ kind, credits, balance }) => [kind, credits, balance])).toEqual([
      // A tenth of the price buys 65 credits, of which 37 are left: the others become a debt, which the free ones pay in part.
      ['debt', -10, 0],
      ['refund', -37, 10],
      ['goodwill', 10, 47],
      ['tip', -613, 37],
      ['purchase', 650, 650],
    ]);
    expect(movements[1]).toMatchObject({ payment, by, reason: 'asked' });
    expect(movements[2]).toMatchObject({ other: 'house:goodwill', by, reason });
    expect(movements[3]).toMatchObject({ transfer: tip, performer: vera.username, by: null });
    expect(movements[4]).toMatchObject({ payment, other: 'house:sales' });
    expect(more).toBe(false);
    const older = { memberId: anna.id, before: movements[3]?.entry ?? 0 };
    const rest = await callApp(test, calls.listMovements, older, support.headers);
    expect(rest.movements.map(({ kind }) => kind)).toEqual(['purchase']);
  });

  it('are blocked and unblocked with a reason, which the log tells', async () => {
    const [anna, support] = [await aMember(test), await anOperator(test, 'support')];
    const { memberId, devices, version } = await callApp(
      test,
      calls.readDeskMember,
      { memberId: anna.id },
      support.headers,
    );
    expect(devices).toHaveLength(1);
    const why = { memberId, reason: 'stolen card' };
    await callApp(test, calls.blockMember, { ...why, ...breach, version }, support.headers);
    await expect(callApp(test, readBasicInfo, {}, bearer(anna.token))).rejects.toThrow('unauthorized');
    const shown = await callApp(test, calls.readDeskMember, { memberId }, support.headers);
    expect(shown.blockedAt).toBe(test.clock.now().toISOString());
    const again = callApp(test, calls.blockMember, { ...why, ...breach, version }, support.headers);
    await expect(again).rejects.toThrow('form.changed');
    await callApp(test, calls.unblockMember, { ...why, version: shown.version }, support.headers);
    const { acts } = await callApp(test, listActs, { subject: `member:${memberId}` }, support.headers);
    expect(acts.filter(({ act }) => !act.startsWith('eye.')).slice(0, 2)).toMatchObject([
      { act: 'member.unblocked', actor: `operator:${support.name}`, reason: 'stolen card' },
      { act: 'member.blocked', actor: `operator:${support.name}`, reason: 'stolen card' },
    ]);
  });

  it('have books for finance only: earnings of a month, and files that leave an audit row', async () => {
    const { vera } = await withCredits();
    const EARNINGS = '/api/desk/list/earnings.csv';
    const month = '2026-11';
    const finance = await anOperator(test, 'finance');
    const input = { month, rate: 5 };
    const { result } = await callApp(test, listMonthEarnings, input, finance.headers);
    expect(result.find(({ performerId }) => performerId === vera.id)).toMatchObject({
      username: vera.username,
      opening: 0,
      earned: 613,
      closing: 613,
      other: 0,
      payout: 30,
      byKind: { tip: 613, minute: 0 },
    });
    expect((await callApp(test, listMonthEarnings, { month: '2026-10' }, finance.headers)).result).toEqual(
      [],
    );
    const get = (file: string, headers: Record<string, string>, lang = 'en') =>
      test.app.request(`${file}?month=${month}&rate=5&lang=${lang}`, {
        headers: { 'api-key': test.deps.config.apiKey, ...headers },
      });
    const earnings = await (await get(EARNINGS, finance.headers, 'nl')).text();
    expect(earnings).toContain(
      `${vera.username};performer:${vera.id};0;613;0;0;0;0;0;0;0;0;0;613;613;0,30\r\n`,
    );
    const books = await get(BOOKS_FILE, finance.headers);
    expect(books.headers.get('content-disposition')).toBe('attachment; filename="books-2026-11.csv"');
    expect(await books.text()).toMatch(/^date,transfer,kind.*\r\n(.*\r\n)*.*,tip,session:x,/);
    const { acts } = await callApp(test, listActs, { actor: finance.name }, finance.headers);
    const files = acts.filter(({ act }) => act === 'file.exported');
    expect(files.map(({ act, subject }) => [act, subject])).toEqual([
      ['file.exported', 'books:2026-11'],
      ['file.exported', 'earnings:2026-11:5'],
    ]);
    for (const file of [BOOKS_FILE, EARNINGS]) {
      for (const role of ['support', 'moderator'] as const)
        expect((await get(file, await as(role))).status).toBe(403);
      expect((await get(file, {})).status).toBe(401);
      const wrong = await test.app.request(`${file}?month=2026-13`, {
        headers: { 'api-key': test.deps.config.apiKey, ...finance.headers },
      });
      expect(wrong.status).toBe(400);
    }
  });

  it('show what became of their mails for 90 days, and never a text', async () => {
    const anna = await aMember(test, 0, { email: 'mails@example.com' });
    const mails = async () => {
      // The session of an operator has ended by the next reading.
      const headers = await as('support');
      const shown = await callApp(test, calls.readDeskMember, { memberId: anna.id }, headers);
      return shown.mails.map(({ subject, state }) => [subject, state]);
    };
    const leave = (subject: string, to = 'mails@example.com', stop?: string) =>
      test.deps.db.transaction((tx) =>
        addWork(tx, mailWork, {
          payload: { id: test.deps.newId(), to, subject, text: 'secret', html: 'secret', stop },
          runAt: test.deps.now(),
        }),
      );
    await leave('first');
    await leave('of another', 'other@example.com');
    expect(await mails()).toEqual([['first', 'waiting']]);
    await runDueWork(test.outbox);
    test.clock.advance(1000);
    test.mail.refuse = 1;
    await leave('second');
    await runDueWork(test.outbox);
    expect(await mails()).toEqual([
      ['second', 'waiting'],
      ['first', 'sent'],
    ]);
    test.mail.refuse = MAX_ATTEMPTS;
    for (let tries = 1; tries < MAX_ATTEMPTS; tries += 1) {
      test.clock.advance(DAY / 2);
      await runDueWork(test.outbox);
    }
    test.mail.refuse = 0;
    test.mail.unknown.add('mails@example.com');
    for (const [subject, stop] of [['third'], ['optional', 'https://vonk.example/stop']] as const) {
      test.clock.advance(1000);
      await leave(subject, undefined, stop);
      await runDueWork(test.outbox);
    }
    expect(await mails()).toEqual([
      ['optional', 'skipped'],
      ['third', 'refused'],
      ['second', 'failed'],
      ['first', 'sent'],
    ]);
    test.clock.advance(calls.MAILS_KEPT_DAYS * DAY - 1000);
    await sweepMails(test.deps);
    expect(await mails()).toEqual([['optional', 'skipped']]);
    expect(await test.deps.db.select().from(memberMails)).toHaveLength(1);
    test.mail.unknown.clear();
  });

  it('get an answer in their language, once for each form, which the log tells without its text', async () => {
    const anna = await aMember(test, 0, { email: 'asks@example.com', language: 'de' });
    const { headers, name } = await anOperator(test, 'support');
    const letter = { ...answer, memberId: anna.id, formKey: test.deps.newId(), reason };
    for (const _ of ['once', 'sent again']) await callApp(test, calls.answerMember, letter, headers);
    await runDueWork(test.outbox);
    const sent = test.mail.sent.filter(({ to }) => to === 'asks@example.com');
    expect(sent).toMatchObject([{ subject: answer.subject, text: expect.stringContaining(answer.message) }]);
    expect(sent[0]?.text).toContain('Du kannst auf diese E-Mail antworten');
    const { mails } = await callApp(test, calls.readDeskMember, { memberId: anna.id }, headers);
    expect(mails).toMatchObject([{ subject: answer.subject, state: 'sent' }]);
    const { acts } = await callApp(test, listActs, { act: 'member.answered' }, headers);
    expect(acts).toMatchObject([{ actor: `operator:${name}`, subject: `member:${anna.id}`, reason }]);
    expect(JSON.stringify(acts)).not.toContain(answer.message);
  });

  it('have notes of operators, which are in their download without a name and go with the account', async () => {
    const anna = await aMember(test);
    const { headers, name } = await anOperator(test, 'finance');
    await callApp(test, calls.noteMember, { ...note, memberId: anna.id, reason }, headers);
    const { notes } = await callApp(test, calls.readDeskMember, { memberId: anna.id }, headers);
    expect(notes).toMatchObject([{ ...note, by: name, at: test.clock.now().toISOString() }]);
    const kept = async () =>
      Promise.all(test.deps.personalData.map((data) => data.read(test.deps.db, anna.id)));
    const [file] = (await kept()).flatMap((part) => ('desk-notes' in part ? [part['desk-notes']] : []));
    expect(file).toEqual([{ at: test.clock.now(), kind: note.kind, text: note.message }]);
    await eraseAccount(test, bearer(anna.token));
    expect(await test.deps.db.select().from(memberNotes)).toEqual([]);
  });

  it('that do not exist or were erased get no credits and no block', async () => {
    const gone = await aMember(test);
    // A month later.
    await eraseAccount(test, bearer(gone.token));
    const headers = await as('support');
    for (const memberId of [gone.id, 2_000_000_000]) {
      const credit = { memberId, credits: 5, formKey: test.deps.newId(), reason };
      await expect(callApp(test, calls.creditMember, credit, headers)).rejects.toThrow('login.notExists');
      const shown = callApp(test, calls.readDeskMember, { memberId }, headers);
      const { version } = await shown.catch(() => ({ version: 'none' }));
      const block = { memberId, version, ...breach, reason };
      await expect(callApp(test, calls.blockMember, block, headers)).rejects.toThrow('login.notExists');
      await expect(callApp(test, calls.noteMember, { ...note, memberId, reason }, headers)).rejects.toThrow(
        'login.notExists',
      );
      const letter = { ...answer, memberId, formKey: test.deps.newId(), reason };
      await expect(callApp(test, calls.answerMember, letter, headers)).rejects.toThrow('login.notExists');
    }
    const { deletedAt } = await callApp(test, calls.readDeskMember, { memberId: gone.id }, headers);
    expect(deletedAt).not.toBeNull();
  });
});
