import { and, asc, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { fileMoment } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { paymentStates } from '#contract/wallet/payment.ts';
import { auditRows } from '#server/audit/tables.ts';
import { findMember } from '#server/member/account/find-member.ts';
import { debts, paymentReturns } from '#server/wallet/returns/tables.ts';
import { type PaymentRow, payments } from '#server/wallet/tables.ts';
import { columns, euro } from './columns.ts';
import { command } from './command.ts';

export const listPayments = command({
  name: 'payments list',
  summary: 'Lists the last payments, newest first',
  options: {
    member: { value: '<member>', help: 'only of one member: id, e-mail address or username' },
    status: { value: '<status>', help: paymentStates.join(', ') },
    limit: { value: '<n>', help: 'number of payments (50)' },
  },
  input: z.object({
    member: z.string().min(1).optional(),
    status: z.enum(paymentStates).optional(),
    limit: z.coerce.number().int().min(1).max(10_000).default(50),
  }),
  async run({ db, say }, { member, status, limit }) {
    const memberId = member === undefined ? null : (await findMember(db, member)).id;
    const rows = await db
      .select()
      .from(payments)
      .where(
        and(
          memberId === null ? undefined : eq(payments.memberId, memberId),
          status === undefined ? undefined : eq(payments.state, status),
        ),
      )
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(limit);
    const shown = rows.map((row) => [
      row.id,
      fileMoment(row.createdAt),
      row.memberId,
      row.state,
      row.failReason ?? '',
      euro(row.cents),
      euro(row.returnedCents),
      row.provider,
    ]);
    const heads = ['payment', 'opened', 'member', 'status', 'reason', 'euro', 'returned', 'provider'];
    for (const line of columns(heads, shown)) say(line);
    return 0;
  },
});

export const showPayment = command({
  name: 'payments show',
  summary: 'Shows a payment with its returns, debts and acts',
  operands: ['payment'],
  input: z.object({ payment: z.string().min(1) }),
  async run({ db, say }, { payment: id }) {
    const [payment] = await db.select().from(payments).where(eq(payments.id, id));
    if (!payment) throw new AppError('badRequest.notFound');
    const returns = await db
      .select()
      .from(paymentReturns)
      .leftJoin(debts, eq(debts.returnId, paymentReturns.id))
      .where(eq(paymentReturns.paymentId, id))
      .orderBy(asc(paymentReturns.id));
    const acts = await db
      .select()
      .from(auditRows)
      .where(eq(auditRows.subject, `payment:${id}`))
      .orderBy(asc(auditRows.id));
    const back = returns.map(({ payment_return: row, debt }) => [
      fileMoment(row.returnedAt),
      row.how,
      euro(row.cents),
      row.taken,
      row.owed,
      debt ? debt.credits - debt.paid : 0,
      row.sentAt ? fileMoment(row.sentAt) : 'not yet',
    ]);
    const done = acts.map(({ at, act, actor, reason }) => [fileMoment(at), act, actor, reason ?? '']);
    const lines = [
      ...described(payment),
      '',
      ...columns(['returned', 'how', 'euro', 'credits taken', 'owed', 'still owed', 'sent'], back),
      '',
      ...columns(['at', 'act', 'by', 'reason'], done),
    ];
    for (const line of lines) say(line);
    return 0;
  },
});

const described = (row: PaymentRow): string[] => [
  `payment   ${row.id}`,
  `member    ${row.memberId}`,
  `bundle    ${row.bundleId}: ${row.credits} credits for ${euro(row.cents)} ${row.currency}`,
  `status    ${row.state}${row.failReason === null ? '' : ` (${row.failReason})`}`,
  `provider  ${row.provider}, order ${row.providerOrder ?? 'none'}, method ${row.method}`,
  `opened    ${fileMoment(row.createdAt)}`,
  `settled   ${row.settledAt ? fileMoment(row.settledAt) : 'not yet'}`,
];
