import { z } from 'zod';
import { approveRefund } from '#server/wallet/returns/requests/approve-refund.ts';
import { askRefund } from '#server/wallet/returns/requests/ask-refund.ts';
import { listRefundRequests } from '#server/wallet/returns/requests/list-refund-requests.ts';
import { refuseRefund } from '#server/wallet/returns/requests/refuse-refund.ts';
import { columns, euro } from '../columns.ts';
import { command, type Desk } from '../command.ts';

export const refundPaymentCommand = command({
  name: 'payments refund',
  summary: 'Refunds a payment: takes the credits at once; the running product sends the money',
  operands: ['payment'],
  options: { cents: { value: '<cents>', help: 'amount of a partial refund (default: all that is left)' } },
  changes: true,
  input: z.object({ payment: z.string().min(1), cents: z.coerce.number().int().min(1).optional() }),
  async run({ db, config, now, caller, say }, { payment, cents }) {
    const { request, returned } = await askRefund({ db, config, now }, caller, { payment, cents });
    if (returned) sayReturned(say, payment, returned);
    else say(`Request ${request}: a second operator has to approve it (payments approve ${request}).`);
    return 0;
  },
});

const request = z.coerce.number().int().min(1);

export const listRefundsCommand = command({
  name: 'payments requests',
  summary: 'Lists the refunds above REFUND_REVIEW_ABOVE that wait for a second operator, oldest first',
  input: z.object({}),
  async run({ db, caller, say }) {
    const { result } = await listRefundRequests({ db }, caller);
    const rows = result.map((one) => [
      one.request,
      one.payment,
      one.memberId,
      euro(one.cents),
      one.askedBy,
      one.askedAt,
      one.reason,
    ]);
    for (const line of columns(['request', 'payment', 'member', 'euro', 'by', 'at', 'reason'], rows))
      say(line);
    return 0;
  },
});

export const approveRefundCommand = command({
  name: 'payments approve',
  summary: 'Carries out a refund that another operator asked for',
  operands: ['request'],
  changes: true,
  input: z.object({ request }),
  async run({ db, now, caller, say }, { request }) {
    const returned = await approveRefund({ db, now }, caller, { request });
    sayReturned(say, `request ${request}`, returned);
    return 0;
  },
});

export const refuseRefundCommand = command({
  name: 'payments refuse',
  summary: 'Closes a request for a refund without one',
  operands: ['request'],
  changes: true,
  input: z.object({ request }),
  async run({ db, now, caller, say }, { request }) {
    await refuseRefund({ db, now }, caller, { request });
    say(`Request ${request} is refused.`);
    return 0;
  },
});

function sayReturned(
  say: Desk['say'],
  of: string,
  { cents, taken, owed }: { cents: number; taken: number; owed: number },
): void {
  const debt = owed > 0 ? ` ${owed} credits were already spent: this debt blocks spending.` : '';
  say(`${euro(cents)} of ${of} will be refunded; ${taken} credits left the balance.${debt}`);
}
