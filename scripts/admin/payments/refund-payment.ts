import { z } from 'zod';
import { refundPayment } from '#server/wallet/returns/refund-payment.ts';
import { euro } from '../columns.ts';
import { command } from '../command.ts';

export const refundPaymentCommand = command({
  name: 'payments refund',
  summary: 'Refunds a payment: takes the credits at once; the running product sends the money',
  operands: ['payment'],
  options: { cents: { value: '<cents>', help: 'amount of a partial refund (default: all that is left)' } },
  changes: true,
  input: z.object({ payment: z.string().min(1), cents: z.coerce.number().int().min(1).optional() }),
  async run({ db, now, caller, say }, { payment, cents }) {
    const done = await refundPayment({ db, now }, caller, { id: payment, cents });
    const owed = done.owed > 0 ? ` ${done.owed} credits were already spent: this debt blocks spending.` : '';
    say(`${euro(done.cents)} of ${payment} will be refunded; ${done.taken} credits left the balance.${owed}`);
    return 0;
  },
});
