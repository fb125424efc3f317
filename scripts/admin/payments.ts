import { z } from 'zod';
import { askRefund } from '#server/desk/value/acts.ts';
import { euro } from './columns.ts';
import { command, sayWaits } from './command.ts';

export const refundPaymentCommand = command({
  name: 'payments refund',
  summary: 'Refunds a payment: takes the credits at once; the running product sends the money',
  operands: ['payment'],
  options: { cents: { value: '<cents>', help: 'amount of a partial refund (default: all that is left)' } },
  changes: true,
  input: z.object({ payment: z.string().min(1), cents: z.coerce.number().int().min(1).optional() }),
  async run(desk, { payment, cents }) {
    const form = { payment, cents, formKey: desk.newId() };
    const { request, result } = await askRefund(desk, desk.caller, form);
    if (!result) return sayWaits(desk, request);
    const { taken, owed } = result;
    const debt = owed > 0 ? ` ${owed} credits were already spent: this debt blocks spending.` : '';
    desk.say(
      `${euro(result.cents)} of ${payment} will be refunded; ${taken} credits left the balance.${debt}`,
    );
    return 0;
  },
});
