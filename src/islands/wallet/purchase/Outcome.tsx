import { useStore } from '@nanostores/react';
import { CircleAlert, CircleCheck, ExternalLink } from 'lucide-react';
import type { FailReason } from '#contract/wallet/payment.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { isBeside } from '#lib/wallet/purchase/choice.ts';
import { $wallet, type Purchase } from '#lib/wallet/store.ts';
import { Button, Spinner } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

type Settling = Extract<Purchase, { status: 'waiting' | 'bought' | 'failed' }>;

interface OutcomeProps {
  purchase: Settling;
  onDone: () => void;
  /** Retries the same payment. */
  onRetry: () => void;
  /** Returns to the bundles. */
  onOther: () => void;
}

const reasons: Readonly<Record<FailReason, MessageKey>> = {
  100: 'wallet.reason.default',
  299: 'wallet.reason.fraud',
  300: 'wallet.reason.failed',
  302: 'wallet.reason.rejected',
  308: 'wallet.reason.expired',
  309: 'wallet.reason.cancelled',
};

/** Updates when the provider confirms. */
export function Outcome({ purchase, onDone, onRetry, onOther }: OutcomeProps) {
  const t = useT();
  return (
    <div className="grid justify-items-center pt-4 text-center">
      <div role="status" className="grid min-h-44 content-start justify-items-center">
        <OutcomeText purchase={purchase} />
      </div>
      {purchase.status === 'waiting' && isBeside(purchase) && (
        <PayBeside payAt={purchase.payAt} onOther={onOther} />
      )}
      {purchase.status === 'bought' && (
        <Button onClick={onDone} className="min-h-12 w-full text-base">
          {t('wallet.continue')}
        </Button>
      )}
      {purchase.status === 'failed' && (
        <div className="grid w-full gap-2">
          <Button onClick={onRetry} className="min-h-12 text-base">
            {t('wallet.retry')}
          </Button>
          <Button look="quiet" onClick={onOther} className="min-h-12">
            {t('wallet.otherBundle')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shown because the tab may have been closed unpaid, which this page cannot detect. */
function PayBeside({ payAt, onOther }: { payAt: string | undefined; onOther: () => void }) {
  const t = useT();
  return (
    <div className="grid w-full gap-2">
      {payAt !== undefined && (
        <a href={payAt} target="_blank" rel="noopener" className="btn btn-quiet min-h-12">
          <span>{t('wallet.toPaymentPage')}</span>
          <ExternalLink aria-hidden className="size-4.5" />
        </a>
      )}
      <Button look="quiet" onClick={onOther} className="min-h-12">
        {t('wallet.otherBundle')}
      </Button>
    </div>
  );
}

function OutcomeText({ purchase }: { purchase: Settling }) {
  const t = useT();
  const balance = useStore($wallet).credits ?? 0;
  if (purchase.status === 'waiting') {
    return (
      <>
        <Spinner className="mb-4 size-10 text-accent-ink" />
        <h3 className="font-bold text-lg">{t('wallet.waiting')}</h3>
        <p className="mt-2 mb-6 text-ink-soft">
          {t(isBeside(purchase) ? 'wallet.waitingBeside' : 'wallet.waitingText')}
        </p>
      </>
    );
  }
  if (purchase.status === 'bought') {
    return (
      <>
        <CircleCheck aria-hidden className="mb-4 size-10 text-positive" strokeWidth={1.5} />
        <h3 className="font-bold text-lg">{t('wallet.bought')}</h3>
        <p className="mt-2 text-ink-soft">
          <span>{t('wallet.boughtText', { count: purchase.credits })}</span>{' '}
          {purchase.debt > 0 && <span>{`${t('wallet.debt.paid', { count: purchase.debt })} `}</span>}
          <span>{t('wallet.balanceNow', { count: balance })}</span>
        </p>
      </>
    );
  }
  return (
    <>
      <CircleAlert aria-hidden className="mb-4 size-10 text-danger" strokeWidth={1.5} />
      <h3 className="font-bold text-lg">{t('wallet.failed')}</h3>
      <p className="mt-2 text-ink-soft">{`${t(reasons[purchase.reason])} ${t('wallet.failedText')}`}</p>
    </>
  );
}
