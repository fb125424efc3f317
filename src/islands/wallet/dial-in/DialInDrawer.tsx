import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { CODE_MS, CODE_TRIES, type DialIn, type Tariff } from '#contract/wallet/dial-in-calls.ts';
import { documentLocale } from '#lib/shell/translate.ts';
import { formatEuro } from '#lib/site/numbers.ts';
import {
  $dialInTrouble,
  $opened,
  $tariff,
  openDialIn,
  readOwnCall,
} from '#lib/wallet/dial-in/follow-call.ts';
import { $dialIn } from '#lib/wallet/store.ts';
import { Button, Spinner } from '../../ui/controls/Button.tsx';
import type { Elements } from '../../ui/controls/Messages.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';

/** The price of a call is shown before the number, and stays beside it. */
export function DialInDrawer() {
  const t = useT();
  const tariff = useStore($tariff);
  const opened = useStore($opened);
  const trouble = useStore($dialInTrouble);
  const { init, active } = useStore($dialIn);
  useEffect(() => {
    if (!$dialIn.get().init) void readOwnCall();
    return () => $dialInTrouble.set(null);
  }, []);
  return (
    <div className="grid gap-5">
      {trouble && <Notice>{t(trouble)}</Notice>}
      <p>{t('dialIn.text')}</p>
      {tariff ? <Cost tariff={tariff} /> : !trouble && <Loading />}
      {active && <Running />}
      {tariff && !active && (init && opened?.code ? <Waiting opened={opened} /> : <Ask />)}
      <p className="text-ink-soft text-sm">{t('dialIn.notForwarded')}</p>
    </div>
  );
}

function Cost({ tariff: { centsPerMinute, promo } }: { tariff: Tariff }) {
  const t = useT();
  const price = (cents: number): string => formatEuro(cents / 100, documentLocale());
  return (
    <div className="rounded-lg bg-sunken p-4" data-testid="tariff">
      <p className="font-bold text-2xl tabular-nums">
        {t('dialIn.tariff', { price: price(centsPerMinute) })}
      </p>
      {promo && (
        <>
          <p className="mt-1 font-semibold text-accent-ink">
            {t('dialIn.promo', { minutes: promo.minutes, price: price(promo.cents) })}
          </p>
          <p className="mt-1 text-ink-soft text-sm">
            {t('dialIn.promoText', { minutes: promo.minutes, price: price(promo.cents) })}
          </p>
        </>
      )}
      <p className="mt-1 text-ink-soft text-sm">{t('dialIn.billed')}</p>
    </div>
  );
}

function Ask() {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await openDialIn();
    setAsking(false);
  };
  return (
    <Button busy={isAsking} onClick={() => void ask()} className="min-h-12 w-full text-base">
      {t('dialIn.ask')}
    </Button>
  );
}

/** Dials the code after a pause (`,,`), on phones that support it. */
const telOf = ({ number, code }: DialIn): string => `tel:${number.replace(/[^\d+]/g, '')},,${code}`;

function Waiting({ opened }: { opened: DialIn }) {
  const t = useT();
  const { number, code, simulator } = opened;
  const locale = documentLocale();
  return (
    <>
      <ol className="grid gap-4">
        <Step title={t('dialIn.call')}>
          <p className="font-bold text-3xl tabular-nums" translate="no">
            {number}
          </p>
          <a href={telOf(opened)} className="btn btn-primary mt-2 w-full lg:hidden">
            {t('dialIn.callNow')}
          </a>
        </Step>
        <Step title={t('dialIn.enter')}>
          <p className="font-bold text-5xl tabular-nums tracking-widest" translate="no" data-testid="code">
            {code}
          </p>
          <p className="mt-1 text-ink-soft text-sm">
            {t('dialIn.rules', { minutes: CODE_MS / 60_000, tries: CODE_TRIES })}
          </p>
        </Step>
      </ol>
      <p role="status" className="flex items-center gap-2.5 font-semibold">
        <Spinner className="size-5 text-accent-ink" />
        <span>{t('dialIn.waiting')}</span>
      </p>
      {simulator && (
        <a
          href={`${simulator}?lang=${locale}`}
          target="_blank"
          rel="noopener"
          className="link inline-block py-1 text-sm"
        >
          {t('dialIn.simulator')}
        </a>
      )}
    </>
  );
}

function Step({ title, children }: { title: string; children: Elements }) {
  return (
    <li>
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </li>
  );
}

function Running() {
  const t = useT();
  return (
    <p role="status" className="font-semibold">
      {`${t('dialIn.running')} ${t('dialIn.stop')}`}
    </p>
  );
}

function Loading() {
  const t = useT();
  return (
    <p role="status" className="grid place-items-center p-6">
      <Spinner className="size-8 text-accent-ink" />
      <span className="sr-only">{t('ui.loading')}</span>
    </p>
  );
}
