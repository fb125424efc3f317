import * as desk from '#contract/desk/member-calls.ts';
import { refundRequests } from '#contract/desk/refunds.ts';
import * as dialIn from '#contract/wallet/dial-in-calls.ts';
import * as limits from '#contract/wallet/limits-calls.ts';
import * as purchase from '#contract/wallet/purchase-calls.ts';
import * as receipts from '#contract/wallet/receipts-calls.ts';
import { MOVEMENTS_FILE } from '#contract/wallet/receipts-calls.ts';
import { type Binding, bind, type Effect } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { asSeen } from '#server/calls/seen.ts';
import type { Caller } from '#server/identity/caller.ts';
import { dialInToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';
import { openDialIn, readCall, readDialIn, verifyDialIn } from './dial-in/open-dial-in.ts';
import { readLimits, setLimit, startCoolOff } from './limits/limits.ts';
import { openPayment } from './purchase/open-payment.ts';
import { listPayments, readPayment } from './purchase/read-payments.ts';
import { listBundles, listPaymentOptions, readCredits, readWallet } from './purchase/read-wallet.ts';
import { handleNotification } from './purchase/settle-payment.ts';
import { listPurchases, readPurchase } from './receipts/read-purchases.ts';
import { createServeReceipt } from './receipts/receipt-file.ts';
import { serveMovements } from './receipts/serve-movements.ts';
import type { Seller } from './receipts/sheet.ts';
import { withdrawPurchase } from './receipts/withdraw-purchase.ts';
import { askRefund, listRefundRequests } from './returns/requests/ask-refund.ts';
import { approveRefund, refuseRefund } from './returns/requests/decide-refund.ts';

/** Sets the cookie: the session belongs to this browser alone. */
async function rememberDialIn(
  { session }: { session: string },
  caller: Caller,
  deps: Deps,
): Promise<Effect[]> {
  if (caller.kind !== 'guest' && caller.kind !== 'dial-in-guest') return [];
  const token = dialInToken(deps, { dialInId: session, guestId: caller.guestId });
  return [{ kind: 'remember-dial-in', token }];
}

const seenRequest = { check: asSeen(refundRequests, listRefundRequests) };

export const walletRoutes: readonly Binding[] = [
  bind(desk.askRefund, askRefund),
  bind(desk.listRefundRequests, listRefundRequests),
  bind(desk.approveRefund, approveRefund, seenRequest),
  bind(desk.refuseRefund, refuseRefund, seenRequest),
  // Before `payment/:id`, whose path would match them.
  bind(dialIn.openDialIn, openDialIn, { limit: 'dial-in', geoBlock: true, effects: rememberDialIn }),
  bind(dialIn.readDialIn, readDialIn, { limit: 'dial-in-poll' }),
  bind(dialIn.verifyDialIn, verifyDialIn, { limit: 'dial-in-poll' }),
  bind(dialIn.readCall, readCall, { limit: 'dial-in-poll' }),
  bind(purchase.readWallet, readWallet),
  bind(purchase.listBundles, listBundles),
  bind(purchase.listPaymentOptions, listPaymentOptions),
  bind(purchase.openPayment, openPayment, { limit: 'payment', geoBlock: true }),
  bind(purchase.readPayment, readPayment),
  bind(purchase.listPayments, listPayments),
  bind(purchase.readCredits, readCredits),
  bind(receipts.listPurchases, listPurchases),
  bind(receipts.withdrawPurchase, withdrawPurchase),
  bind(receipts.readPurchase, readPurchase),
  bind(limits.readLimits, readLimits),
  bind(limits.startCoolOff, startCoolOff),
  bind(limits.setLimit, setLimit),
];

export const walletRawRoutes = (seller: Seller): readonly RawRoute[] => [
  // Not a call: the provider signs the raw body instead of sending an API key.
  {
    method: 'POST',
    path: '/api/payments/notify/:provider',
    maxBytes: 64 * 1024,
    handler: handleNotification,
  },
  // Not calls, because they return files.
  {
    method: 'GET',
    path: '/api/member/receipts/:file{[0-9]{4}-[0-9]{6,9}\\.pdf}',
    maxBytes: 0,
    handler: createServeReceipt(seller),
  },
  { method: 'GET', path: MOVEMENTS_FILE, maxBytes: 0, handler: serveMovements },
];
