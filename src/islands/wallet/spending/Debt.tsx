import { useStore } from '@nanostores/react';
import { CircleAlert } from 'lucide-react';
import { $offer } from '#lib/wallet/purchase/offer.ts';
import { useT } from '../../ui/Messages.tsx';

/** The member's debt; renders nothing without one. */
export function Debt() {
  const t = useT();
  const offer = useStore($offer);
  if (offer.status !== 'ready' || offer.owed === 0) return null;
  return (
    <section role="status" className="mt-3 flex gap-3 rounded-lg border border-danger px-4 py-3">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" strokeWidth={1.75} />
      <div>
        <p className="font-bold tabular-nums">{t('wallet.debt.title', { count: offer.owed })}</p>
        <p className="mt-1 text-sm">{t('wallet.debt.text')}</p>
      </div>
    </section>
  );
}
