import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { isMinute } from '#contract/chat/prices.ts';
import { minutePricesOf, type Receipt } from '#contract/chat/receipt-calls.ts';
import { TIME_ZONE } from '#contract/day.ts';
import { documentLocale } from '#lib/shell/translate.ts';
import { clockOf } from '#lib/site/numbers.ts';
import {
  $history,
  forgetHistory,
  type History as Loaded,
  loadHistory,
} from '#lib/wallet/spending/history.ts';
import { Button, Spinner } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';

/** Cost of each past chat. */
export function History() {
  const t = useT();
  const history = useStore($history);
  useEffect(() => {
    void loadHistory();
    return forgetHistory;
  }, []);
  const { status, page, receipts } = history;
  if (status === 'failed') {
    return (
      <>
        <Notice>{t('history.failed')}</Notice>
        <Button look="quiet" className="mt-4 w-full" onClick={() => void loadHistory(page)}>
          {t('wallet.retry')}
        </Button>
      </>
    );
  }
  if (status === 'loading' && receipts.length === 0) {
    return (
      <div role="status" className="grid min-h-40 place-items-center">
        <Spinner className="size-8" />
        <span className="sr-only">{t('history.loading')}</span>
      </div>
    );
  }
  if (receipts.length === 0) return <p className="text-ink-soft">{t('history.empty')}</p>;
  return <Page {...history} />;
}

function Page({ status, page, pages, receipts }: Loaded) {
  const t = useT();
  const top = useRef<HTMLUListElement>(null);
  const turn = async (to: number) => {
    await loadHistory(to);
    // The buttons keep their position; focus and scroll position move to the newest entry.
    top.current?.focus();
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  const busy = status === 'loading';
  return (
    <>
      <ul ref={top} tabIndex={-1} aria-busy={busy || undefined} className="grid gap-2.5 outline-none">
        {receipts.map((receipt) => (
          <Row key={receipt.session} receipt={receipt} />
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={t('history.pages')} className="mt-4 flex items-center justify-between gap-3">
          <Button look="quiet" busy={busy} disabled={page <= 1} onClick={() => void turn(page - 1)}>
            {t('history.newer')}
          </Button>
          <span className="text-ink-soft text-sm tabular-nums">{t('history.page', { page, pages })}</span>
          <Button look="quiet" busy={busy} disabled={page >= pages} onClick={() => void turn(page + 1)}>
            {t('history.older')}
          </Button>
        </nav>
      )}
    </>
  );
}

function Row({ receipt }: { receipt: Receipt }) {
  const t = useT();
  const { performer, modes, minutes, deliveredMs, charged, tips, returned, total, toy } = receipt;
  const at = receipt.startedAt ?? receipt.endedAt;
  const amounts = [
    ['history.charged', charged],
    ['history.tips', tips],
    ['history.returned', -returned],
  ] as const;
  const facts = [
    modes.map((mode) => t(`history.mode.${mode}`)).join(', '),
    ...minutePricesOf(receipt).map(({ credits }) => t('history.perMinute', { credits })),
    ...(minutes > 0 ? [boughtText(t, receipt)] : []),
    t('history.watched', { time: clockOf(Math.floor(deliveredMs / 1000)) }),
    ...(toy ? [t('toys.receipt', toy)] : []),
  ];
  return (
    <li className="rounded-lg border border-line bg-page px-4 py-3">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 break-words font-bold" translate="no">
          {performer}
        </span>
        {at && (
          <time dateTime={at} className="text-ink-soft text-sm">
            {whenOf(at)}
          </time>
        )}
      </h3>
      <p className="mt-1 text-ink-soft text-sm tabular-nums">{facts.join(' · ')}</p>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-3 text-sm tabular-nums">
        {amounts.map(
          ([label, credits]) => credits !== 0 && <Amount key={label} label={t(label)} credits={credits} />,
        )}
        <Amount label={t('history.total')} credits={total} strong />
      </dl>
    </li>
  );
}

const boughtText = (t: ReturnType<typeof useT>, { minutes, prices }: Receipt): string =>
  isMinute(prices?.unitSeconds)
    ? t('history.minutes', { count: minutes })
    : t('history.units', { count: minutes, seconds: prices?.unitSeconds ?? 0 });

function Amount({ label, credits, strong = false }: { label: string; credits: number; strong?: boolean }) {
  const t = useT();
  return (
    <div className={`col-span-2 flex justify-between gap-3 ${strong ? 'font-bold' : 'text-ink-soft'}`}>
      <dt>{label}</dt>
      <dd>{t('wallet.credits', { count: credits })}</dd>
    </div>
  );
}

/** "20 nov 2026, 14:05", in the operator's time zone. */
const whenOf = (at: string): string =>
  new Intl.DateTimeFormat(documentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  }).format(new Date(at));
