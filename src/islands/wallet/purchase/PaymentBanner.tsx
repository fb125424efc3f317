import { X } from 'lucide-react';
import type { Translator } from '#lib/shell/translate.ts';
import { $purchase, $wallet, forgetOutcome, type Purchase } from '#lib/wallet/store.ts';
import { useLive } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';

/** State of the payment while another tab than the wallet is shown; `onShow` opens the wallet. */
export function PaymentBanner({ onShow }: { onShow: () => void }) {
  const t = useT();
  const purchase = useLive($purchase);
  const balance = useLive($wallet).credits ?? 0;
  const text = textOf(purchase, { balance, t });
  return (
    <div
      className={
        text ? 'flex items-center gap-2 bg-ink px-4 py-1.5 text-page text-sm [text-shadow:none]' : 'sr-only'
      }
    >
      <p role="status" className="min-w-0 flex-1 font-semibold tabular-nums">
        {text}
      </p>
      {text && purchase.status !== 'bought' && (
        <button type="button" onClick={onShow} className="min-h-8 shrink-0 font-semibold underline">
          {t('wallet.showPayment')}
        </button>
      )}
      {text && purchase.status !== 'waiting' && (
        <button
          type="button"
          onClick={forgetOutcome}
          aria-label={t('ui.close')}
          className="tip grid size-8 shrink-0 place-items-center rounded-full"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      )}
    </div>
  );
}

function textOf(purchase: Purchase, { balance, t }: { balance: number; t: Translator }): string | null {
  switch (purchase.status) {
    case 'waiting':
      return t('wallet.waiting');
    case 'bought':
      return `${t('wallet.boughtText', { count: purchase.credits })} ${t('wallet.balanceNow', { count: balance })}`;
    case 'failed':
      return t('wallet.failed');
    default:
      return null;
  }
}
