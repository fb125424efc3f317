import { AppError } from '#contract/errors.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import type { Deps } from '#server/ports/deps.ts';
import { requireMonth } from '../books/books.ts';
import { bankFile, transfersFor } from './bank-file.ts';
import { duePayouts } from './list-payouts.ts';

/**
 * A month's payouts that nothing stops, for the bank. Throws `badRequest.payout.stopped` without an account of the
 * operator, and if there is nothing to transfer.
 */
export async function serveBankFile(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { month } = requireMonth(deps, request);
  const { payoutAccount: account } = deps.config;
  const { transfers } = await transfersFor(deps, month, await duePayouts(deps, { month }));
  if (account === null || transfers.length === 0) throw new AppError('badRequest.payout.stopped');
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Content-Disposition': `attachment; filename="payouts-${month}.xml"`,
      'Cache-Control': 'no-store',
    },
    body: bankFile({ account, month, at: deps.now() }, transfers),
  };
}
