import { useStore } from '@nanostores/react';
import { KEPT_MINUTES } from '#contract/chat/minutes.ts';
import { $meter } from '#lib/chat/session/meter.ts';
import { $receipt } from '#lib/chat/session/receipt.ts';
import { clockOf } from '#lib/shell/numbers.ts';
import { useT } from '../../ui/Messages.tsx';

/** What the chat that ended cost; nothing where it was free. */
export function Receipt() {
  const t = useT();
  const receipt = useStore($receipt);
  const { leftMs } = useStore($meter);
  if (!receipt || (receipt.charged === 0 && receipt.tips === 0 && receipt.returned === 0)) return null;
  const parts = [
    t('chat.receipt.watched', { time: clockOf(Math.round(receipt.deliveredMs / 1000)) }),
    receipt.charged > 0 && t('chat.receipt.minutes', { count: receipt.charged }),
    receipt.tips > 0 && t('chat.receipt.tips', { count: receipt.tips }),
    receipt.toy !== undefined && t('toys.receipt', receipt.toy),
    receipt.returned > 0 && t('chat.receipt.returned', { count: receipt.returned }),
  ].filter((part) => part !== false);
  return (
    <div className="mx-auto mt-2 max-w-sm text-white/90 tabular-nums" data-testid="receipt">
      <p className="font-semibold">{t('chat.receipt.paid', { count: receipt.total })}</p>
      <ul className="mt-1 flex flex-wrap justify-center gap-x-4 text-sm">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {receipt.reason === 'left' && leftMs !== null && leftMs > 0 && (
        <p className="mt-1 text-sm">{t('chat.receipt.rest', { minutes: KEPT_MINUTES })}</p>
      )}
    </div>
  );
}
