import { useStore } from '@nanostores/react';
import { ChevronRight, LockKeyhole } from 'lucide-react';
import { longMoment } from '#contract/day.ts';
import { localeOr } from '#contract/locales.ts';
import { routes } from '#contract/site/routes.ts';
import { prices } from '#contract/wallet/prices.ts';
import { BASE_CENTS_PER_MINUTE, BUNDLES_SHOWN, type BundleOffer } from '#contract/wallet/purchase-calls.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openDrawer } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { documentLocale } from '#lib/shell/translate.ts';
import { linkFrom } from '#lib/site/links/link.ts';
import { formatEuro } from '#lib/site/numbers.ts';
import { areOwn, minuteCredits, minuteEuro } from '#lib/wallet/purchase/minute-prices.ts';
import { loadOffer, type Offer } from '#lib/wallet/purchase/offer.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { Balance, Debt } from '../spending/Balance.tsx';

interface BundleListProps {
  offer: Offer;
  /** Id of the previously chosen bundle. */
  chosen: string | null;
  onChoose: (bundle: string) => void;
}

export function BundleList({ offer, chosen, onChoose }: BundleListProps) {
  const t = useT();
  const isMember = useStore($session).status === 'member';
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
  if (offer.status === 'ready' && offer.coolOffUntil !== null) {
    return (
      <>
        <Balance />
        <Debt />
        <Locked until={offer.coolOffUntil} />
        <HistoryButton />
      </>
    );
  }
  return (
    <>
      <Balance />
      <Debt />
      <h3 className="mt-6 mb-3 font-bold">{t('wallet.bundles')}</h3>
      {offer.status === 'ready' ? (
        <ul className="grid gap-2.5">
          {offer.bundles.map((bundle) => (
            <li key={bundle.id}>
              <BundleButton
                bundle={bundle}
                isChosen={bundle.id === chosen}
                onChoose={() => onChoose(bundle.id)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton />
      )}
      <p className="mt-4 text-ink-soft text-xs">
        <span>{t('wallet.perMinuteNote', { credits: minuteCredits() })}</span>{' '}
        <span>
          {t(areOwn() ? 'wallet.advantageCredits' : 'wallet.advantage', {
            price: formatEuro(BASE_CENTS_PER_MINUTE / 100, documentLocale()),
            credits: prices.chatMinute,
          })}
        </span>
      </p>
      {isMember && <HistoryButton />}
    </>
  );
}

function HistoryButton() {
  const t = useT();
  return (
    <Button look="quiet" className="mt-4 w-full" {...opens('history')} onClick={() => openDrawer('history')}>
      {t('wallet.history')}
    </Button>
  );
}

/** Replaces the bundles: nothing can be bought before that time. */
function Locked({ until }: { until: string }) {
  const t = useT();
  const when = longMoment(new Date(until), localeOr(documentLocale()));
  return (
    <section role="status" className="mt-6 flex gap-3 rounded-lg bg-sunken px-4 py-4">
      <LockKeyhole aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" strokeWidth={1.75} />
      <div>
        <h3 className="font-bold">{t('wallet.stopped.titleCoolOff')}</h3>
        <p className="mt-1 text-sm">{t('wallet.lockedUntil', { when })}</p>
        <a href={linkFrom(location)(routes.settingsLimits)} className="link mt-2 inline-block py-1 text-sm">
          {t('wallet.stopped.settings')}
        </a>
      </div>
    </section>
  );
}

interface BundleButtonProps {
  bundle: BundleOffer;
  isChosen: boolean;
  onChoose: () => void;
}

function BundleButton({ bundle, isChosen, onChoose }: BundleButtonProps) {
  const t = useT();
  const locale = documentLocale();
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen || undefined}
      data-bonus={bundle.bonus > 0 || undefined}
      className="group flex min-h-20 w-full items-center data-bonus:min-h-26 gap-3 rounded-lg border border-line bg-page py-3 pr-3 pl-4 text-left transition-colors hover:border-accent hover:bg-accent-soft aria-current:border-accent aria-current:bg-accent-soft"
    >
      <span className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1 tabular-nums">
        <span className="font-bold text-base">
          <span>{t('wallet.credits', { count: bundle.credits })}</span>{' '}
          {bundle.bonus > 0 && (
            <span className="block font-semibold text-positive text-sm">
              {t('wallet.bonus', { credits: bundle.bonus })}
            </span>
          )}
        </span>
        <span className="grid justify-items-end font-bold text-lg">
          <span translate="no">{formatEuro(bundle.cents / 100, locale)}</span>{' '}
          {bundle.popular && (
            <span className="rounded-sm bg-accent px-1.5 py-0.5 font-semibold text-on-accent text-xs">
              {t('wallet.popular')}
            </span>
          )}
        </span>
        <span className="col-span-2 text-ink-soft text-sm">
          <span>{t('wallet.perMinute', { price: minuteEuro(bundle, locale) })}</span>{' '}
          {bundle.discount > 0 && (
            <span className="whitespace-nowrap rounded-sm bg-accent-soft px-1.5 py-0.5 font-semibold text-accent-ink text-xs group-hover:bg-surface">
              {t('wallet.discount', { percent: bundle.discount })}
            </span>
          )}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </button>
  );
}

const bar = 'min-h-26 animate-pulse rounded-lg bg-sunken first-of-type:min-h-20';

/** As high as the list, whose first bundle has no extra credits, so that nothing moves. */
function Skeleton() {
  const t = useT();
  return (
    <div role="status" className="grid gap-2.5">
      <span className="sr-only">{t('wallet.loading')}</span>
      {Array.from({ length: BUNDLES_SHOWN }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five like bars that never change places
        <div key={row} aria-hidden className={bar} />
      ))}
    </div>
  );
}
