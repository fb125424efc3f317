import { useStore } from '@nanostores/react';
import { CircleAlert } from 'lucide-react';
import { $offer } from '#lib/wallet/purchase/offer.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { useT } from '../../ui/controls/Messages.tsx';

/** Renders nothing for a guest. */
export function Balance() {
  const t = useT();
  const { credits } = useStore($wallet);
  if (credits === null) return null;
  return (
    <p className="flex items-baseline justify-between rounded-lg bg-sunken px-4 py-3">
      <span className="text-ink-soft text-sm">{t('wallet.balance')}</span>
      <span className="font-bold text-lg tabular-nums">{t('wallet.credits', { count: credits })}</span>
    </p>
  );
}

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

/** The member's balance, below a button that spends. */
export function BalanceLine() {
  const t = useT();
  const { credits } = useStore($wallet);
  if (credits === null) return null;
  return (
    <p className="mt-1.5 text-center text-ink-soft text-sm tabular-nums">
      {t('chat.balance', { count: credits })}
    </p>
  );
}

/** Around the button that spends, which stays visible however long the form is. */
export const giveLook = 'stream-give sticky bottom-0 border-t border-t-line bg-surface px-4 py-3';
