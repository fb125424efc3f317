import type { PaymentFailed } from '#contract/wallet/events.ts';
import { on } from '../../api/socket/socket.ts';
import { tellModal } from '../../shell/open-dialogs.ts';
import { $modal } from '../../shell/start/dialogs.ts';
import { $purchase, $wallet, isAwaited, type Purchase } from '../store.ts';
import { $choice } from './choice.ts';

/** Follows pushes about balance and payments, on every page. Returns a stop function. */
export function listenToWallet(): () => void {
  // Imported on demand: few pages have an awaited payment.
  if ($choice.get().payment) void import('./purchase.ts').then((m) => m.resumePayment());
  const stops = [
    on('updated-credits', setCredits),
    on('setCredits', setCredits),
    on('bundle-bought', ({ payment, credits, balance, debt }) => {
      $wallet.setKey('credits', balance);
      settled(payment, { status: 'bought', payment, credits, debt });
    }),
    on('payment-failed', failed),
    on('failed-payment', failed),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const setCredits = ({ credits }: { credits: number }): void => $wallet.setKey('credits', credits);

function failed(failure: PaymentFailed): void {
  if (failure.action !== 'purchase') {
    const variant = failure.debt ? 'debt' : 'stream';
    const shown = $modal.get();
    // The event comes under two names.
    if (shown?.type !== 'NoCredits' || shown.variant !== variant) tellModal({ type: 'NoCredits', variant });
    return;
  }
  const { payment, reason } = failure;
  settled(payment, { status: 'failed', payment, reason });
}

/** Shown only on the page that awaits this payment, or has shown its failure: a bank may pay after all. */
function settled(payment: string, outcome: Purchase): void {
  const before = $purchase.get();
  const wasFailed = before.status === 'failed' && before.payment === payment;
  if (isAwaited(payment) || wasFailed) $purchase.set(outcome);
}
