import { $choice } from './choice.ts';
import { answerPaymentTab } from './payment-tab.ts';
import { awaitPayment, look } from './purchase.ts';
import { $purchase } from './store.ts';

/** After a reload: waits again for the payment that the page waited for, and answers its tab. */
export function resumePayment(): void {
  const { payment } = $choice.get();
  if (payment === null || $purchase.get().status !== 'choosing') return;
  if (payment.beside) answerPaymentTab(payment.id, () => void look(payment.id));
  void awaitPayment(payment.id, { beside: payment.beside });
}
