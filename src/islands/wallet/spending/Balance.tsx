import { useStore } from '@nanostores/react';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { useT } from '../../ui/Messages.tsx';

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
