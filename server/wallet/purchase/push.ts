import type { Push } from '#server/ports/push.ts';
import type { Settled } from './settled.ts';

export function pushSettled(push: Push, settled: Settled): void {
  switch (settled.kind) {
    case 'bought': {
      const { payment, balance, debt } = settled;
      push.toMember(payment.memberId, 'updated-credits', { credits: balance });
      push.toMember(payment.memberId, 'bundle-bought', {
        payment: payment.id,
        credits: payment.credits,
        balance,
        debt,
      });
      return;
    }
    case 'returned':
      push.toMember(settled.payment.memberId, 'updated-credits', { credits: settled.balance });
      return;
    case 'failed':
    case 'mismatch': {
      const { payment, reason } = settled;
      push.toMember(payment.memberId, 'payment-failed', { action: 'purchase', payment: payment.id, reason });
      return;
    }
    case 'reversed':
      return;
  }
}
