import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { fileMoment } from '#contract/day.ts';
import { auditRows } from '#server/audit/tables.ts';
import { allPersonalData } from '#server/boot/personal-data/personal-data.ts';
import { blockMember, unblockMember } from '#server/desk/decisions/take-measure.ts';
import { creditMember } from '#server/desk/value/acts.ts';
import { sessions } from '#server/identity/tables.ts';
import { balanceOf, freeCreditsOf } from '#server/ledger/transfer.ts';
import { findMember, type Member } from '#server/member/account/find-member.ts';
import { removeMember } from '#server/member/deletion/erase-member.ts';
import { refusedSince } from '#server/member/mail/refused-addresses.ts';
import { owedBy } from '#server/wallet/returns/debts.ts';
import { payments } from '#server/wallet/tables.ts';
import { columns, euro } from './columns.ts';
import { command, type Desk, sayWaits } from './command.ts';
import { wordsInput, wordsOptions } from './words.ts';

const LAST = 10;

export const showMember = command({
  name: 'member show',
  summary: 'Shows a member by id, e-mail address or username: account, credits, last payments and acts',
  operands: ['member'],
  input: z.object({ member: z.string().min(1) }),
  async run(desk, { member }) {
    const found = await findMember(desk.db, member);
    for (const line of [...(await account(desk, found)), '', ...(await lastPayments(desk, found.id))])
      desk.say(line);
    for (const line of ['', ...(await lastActs(desk, found.id))]) desk.say(line);
    return 0;
  },
});

const when = (moment: Date | null): string => (moment ? fileMoment(moment) : 'no');

async function account({ db, now, config }: Desk, member: Member): Promise<string[]> {
  const { id } = member;
  const isOpen = and(eq(sessions.memberId, id), isNull(sessions.endedAt), gt(sessions.expiresAt, now()));
  const [open] = await db.select({ count: count() }).from(sessions).where(isOpen);
  return [
    `member    ${id}`,
    `username  ${member.username}`,
    `e-mail    ${member.email}`,
    `since     ${when(member.createdAt)}`,
    `verified  ${when(member.verifiedAt)}`,
    `refused   ${when(await refusedSince({ db, config, now }, member.email))}`,
    `blocked   ${when(member.blockedAt)}`,
    `deleted   ${when(member.deletedAt)}`,
    `sessions  ${open?.count ?? 0}`,
    `credits   ${await balanceOf(db, { kind: 'member', owner: id })}, of which ${await freeCreditsOf(db, id)} free`,
    `owed      ${await owedBy(db, id)}`,
  ];
}

async function lastPayments({ db }: Desk, memberId: number): Promise<string[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.memberId, memberId))
    .orderBy(desc(payments.createdAt))
    .limit(LAST);
  const shown = rows.map((row) => [
    row.id,
    when(row.createdAt),
    row.state,
    euro(row.cents),
    euro(row.returnedCents),
  ]);
  return columns(['payment', 'opened', 'status', 'euro', 'returned'], shown);
}

async function lastActs({ db }: Desk, memberId: number): Promise<string[]> {
  const rows = await db
    .select()
    .from(auditRows)
    .where(eq(auditRows.memberId, memberId))
    .orderBy(desc(auditRows.id))
    .limit(LAST);
  const shown = rows.map(({ at, act, actor, reason }) => [when(at), act, actor, reason ?? '']);
  return columns(['at', 'act', 'by', 'reason'], shown);
}

const member = z.string().min(1);
const MOST = 100_000;

export const creditMemberCommand = command({
  name: 'member credit',
  summary: 'Gives a member credits; a debt is paid from them first',
  operands: ['member', 'credits'],
  changes: true,
  input: z.object({ member, credits: z.coerce.number().int().min(1).max(MOST) }),
  async run(desk, { member, credits }) {
    const { id } = await findMember(desk.db, member);
    const formKey = desk.newId();
    const { request, result } = await creditMember(desk, desk.caller, { memberId: id, credits, formKey });
    if (!result) return sayWaits(desk, request);
    const paid = result.debt > 0 ? ` ${result.debt} of them paid the debt.` : '';
    desk.say(`Member ${id} got ${credits} credits.${paid} The balance is ${result.balance}.`);
    return 0;
  },
});

export const blockMemberCommand = command({
  name: 'member block',
  summary: 'Blocks a member by a decision, which is mailed: ends sessions and chats, and refuses logins',
  operands: ['member'],
  options: wordsOptions,
  changes: true,
  input: z.object({ member, ...wordsInput }),
  async run(desk, { member, ...words }) {
    const { id } = await findMember(desk.db, member);
    await blockMember(desk, desk.caller, { memberId: id, ...words });
    desk.say(`Member ${id} is blocked.`);
    return 0;
  },
});

export const unblockMemberCommand = command({
  name: 'member unblock',
  summary: 'Lets a blocked member log in again',
  operands: ['member'],
  changes: true,
  input: z.object({ member }),
  async run(desk, { member }) {
    const { id } = await findMember(desk.db, member);
    await unblockMember(desk, desk.caller, { memberId: id });
    desk.say(`Member ${id} may log in again.`);
    return 0;
  },
});

export const removeMemberCommand = command({
  name: 'member remove',
  summary: 'Erases the personal data of a member; the books are kept',
  operands: ['email'],
  changes: true,
  input: z.object({ email: z.string().min(1) }),
  async run({ db, config, newId, now, caller, say }, { email }) {
    await removeMember({ db, config, newId, now, personalData: allPersonalData }, caller, email);
    say('The account is closed and its personal data erased.');
    return 0;
  },
});
