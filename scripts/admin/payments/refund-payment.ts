import { z } from 'zod';
import { refundPayment } from '#server/wallet/returns/refund-payment.ts';
import { euro } from '../columns.ts';
import { command } from '../command.ts';

export const refundPaymentCommand = command({
  name: 'payments refund',
  summary: 'Gives money of a payment back: credits leave at once, the product sends the money when it runs',
  operands: ['payment'],
  options: { cents: { value: '<cents>', help: 'a part of it; all that is left when left out' } },
  changes: true,
  input: z.object({ payment: z.string().min(1), cents: z.coerce.number().int().min(1).optional() }),
  async run({ db, now, caller, say }, { payment, cents }) {
    const done = await refundPayment({ db, now }, caller, { id: payment, cents });
    const owed = done.owed > 0 ? ` ${done.owed} credits were spent: they are owed, and block spending.` : '';
    say(`${euro(done.cents)} of ${payment} goes back; ${done.taken} credits left the balance.${owed}`);
    return 0;
  },
});
