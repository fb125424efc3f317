import { ChevronRight } from 'lucide-react';
import { BUNDLES_SHOWN, type BundleOffer } from '#contract/wallet/bundles.ts';
import { prices } from '#contract/wallet/prices.ts';
import { loadOffer, type Offer } from '#lib/wallet/purchase/offer.ts';
import { pageLocale } from '../../Mount.tsx';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Balance } from '../spending/Balance.tsx';
import { creditsIn, euro } from './figures.ts';

interface BundleListProps {
  offer: Offer;
  onChoose: (bundle: string) => void;
}

export function BundleList({ offer, onChoose }: BundleListProps) {
  const t = useT();
  if (offer.status === 'failed') {
    return (
      <>
        <Notice>{t('wallet.loadFailed')}</Notice>
        <Button look="quiet" className="mt-4 w-full" onClick={() => void loadOffer()}>
          {t('wallet.retry')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Balance />
      <h3 className="mt-6 mb-3 font-bold">{t('wallet.bundles')}</h3>
      {offer.status === 'ready' ? (
        <ul className="grid gap-2.5">
          {offer.bundles.map((bundle) => (
            <li key={bundle.id}>
              <BundleButton bundle={bundle} onChoose={() => onChoose(bundle.id)} />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton />
      )}
      <p className="mt-4 text-ink-soft text-xs">
        {t('wallet.perMinuteNote', { credits: prices.chatMinute })}
      </p>
    </>
  );
}

function BundleButton({ bundle, onChoose }: { bundle: BundleOffer; onChoose: () => void }) {
  const t = useT();
  const locale = pageLocale();
  return (
    <button
      type="button"
      onClick={onChoose}
      className="group flex min-h-20 w-full items-center gap-3 rounded-lg border border-line bg-page px-4 py-3 text-left transition-colors hover:border-accent hover:bg-accent-soft"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-bold text-base tabular-nums">
          {t('wallet.credits', creditsIn(bundle.credits, locale))}
          {bundle.bonus > 0 && (
            <span className="ml-2 font-semibold text-positive text-sm">
              {t('wallet.bonus', { credits: bundle.bonus.toLocaleString(locale) })}
            </span>
          )}
        </span>
        <span className="block text-ink-soft text-sm tabular-nums">
          {t('wallet.perMinute', { price: euro(bundle.pricePerMinute, locale) })}
        </span>
      </span>
      <span className="grid justify-items-end gap-1">
        <span className="font-bold text-lg tabular-nums">{euro(bundle.cents / 100, locale)}</span>
        {bundle.discount > 0 && (
          <span className="rounded-sm bg-accent-soft px-1.5 py-0.5 font-semibold text-accent-ink text-xs group-hover:bg-surface">
            {t('wallet.discount', { percent: bundle.discount })}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </button>
  );
}

/** As high as the list, so that nothing moves. */
function Skeleton() {
  const t = useT();
  return (
    <div role="status" className="grid gap-2.5">
      <span className="sr-only">{t('wallet.loading')}</span>
      {Array.from({ length: BUNDLES_SHOWN }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five like bars that never change places
        <div key={row} aria-hidden className="min-h-20 animate-pulse rounded-lg bg-sunken" />
      ))}
    </div>
  );
}
