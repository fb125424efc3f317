import { on } from '../../api/socket.ts';
import { openModal } from '../../shell/modal.ts';
import { $wallet } from '../spending/store.ts';
import { $choice } from './choice.ts';
import { $purchase, isAwaited, type Purchase } from './store.ts';

/** Follows pushes about balance and payments, on every page. Returns how to stop. */
export function listenToWallet(): () => void {
  // Imported on demand: few pages were left waiting.
  if ($choice.get().payment) void import('./resume-payment.ts').then((m) => m.resumePayment());
  const stops = [
    on('updated-credits', ({ credits }) => $wallet.setKey('credits', credits)),
    on('bundle-bought', ({ payment, credits, balance }) => {
      $wallet.setKey('credits', balance);
      settled(payment, { status: 'bought', payment, credits });
    }),
    on('payment-failed', (failure) => {
      if (failure.action !== 'purchase') openModal({ type: 'NoCredits', variant: 'stream' });
      else {
        const { payment, reason } = failure;
        settled(payment, { status: 'failed', payment, reason });
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shown only on the page that waits for this payment, or has told its failure: a bank may pay after all. */
function settled(payment: string, outcome: Purchase): void {
  const before = $purchase.get();
  const wasFailed = before.status === 'failed' && before.payment === payment;
  if (isAwaited(payment) || wasFailed) $purchase.set(outcome);
}
