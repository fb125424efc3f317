import { on } from '../../api/socket.ts';
import { openModal } from '../../shell/modal.ts';
import { $wallet } from '../spending/store.ts';
import type { Purchase } from './purchase.ts';

/** Follows pushes about balance and payments, on every page. Returns how to stop. */
export function listenToWallet(): () => void {
  const stops = [
    on('updated-credits', ({ credits }) => $wallet.setKey('credits', credits)),
    on('bundle-bought', ({ payment, credits, balance }) => {
      $wallet.setKey('credits', balance);
      void settled(payment, { status: 'bought', payment, credits });
    }),
    on('payment-failed', (failure) => {
      if (failure.action !== 'purchase') openModal({ type: 'NoCredits', variant: 'stream' });
      else {
        const { payment, reason } = failure;
        void settled(payment, { status: 'failed', payment, reason });
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Shown only on the page that waits for this payment. */
async function settled(payment: string, outcome: Purchase): Promise<void> {
  const { $purchase, isAwaited } = await import('./purchase.ts');
  if (isAwaited(payment)) $purchase.set(outcome);
}
