import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { payments } from '../tables.ts';
import { debts, paymentReturns } from './tables.ts';

/** Money returned to the member and the debts it left. Part of the books, so nothing is erased. */
export const returnsData: PersonalData = {
  tables: ['debt'],
  async read(db, memberId) {
    return {
      returns: await db
        .select({
          at: paymentReturns.returnedAt,
          purchase: paymentReturns.paymentId,
          how: paymentReturns.how,
          cents: paymentReturns.cents,
          credits: paymentReturns.taken,
          owed: paymentReturns.owed,
          paid: debts.paid,
          settledAt: debts.settledAt,
        })
        .from(paymentReturns)
        .innerJoin(payments, eq(payments.id, paymentReturns.paymentId))
        .leftJoin(debts, eq(debts.returnId, paymentReturns.id))
        .where(eq(payments.memberId, memberId))
        .orderBy(asc(paymentReturns.id)),
    };
  },
  async erase() {},
};
