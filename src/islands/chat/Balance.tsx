import { useStore } from '@nanostores/react';
import { $wallet } from '#lib/wallet/store.ts';
import { useT } from '../ui/controls/Messages.tsx';

/** The member's balance, below a button that spends. */
export function Balance() {
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
