import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { fileMoment } from '#contract/day.ts';
import { paymentStates } from '#contract/wallet/payment.ts';
import { findMember } from '#server/member/account/find-member.ts';
import { payments } from '#server/wallet/tables.ts';
import { columns, euro } from '../columns.ts';
import { command } from '../command.ts';

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
          status === undefined ? undefined : eq(payments.status, status),
        ),
      )
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(limit);
    const shown = rows.map((row) => [
      row.id,
      fileMoment(row.createdAt),
      row.memberId,
      row.status,
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
