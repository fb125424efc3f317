import { useStore } from '@nanostores/react';
import { Gem } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { vipMinimum } from '#contract/chat/prices.ts';
import { VIP_ANSWER_SECONDS } from '#contract/chat/vip-calls.ts';
import { $clockSeconds } from '#lib/chat/meter.ts';
import { $vipRest, secondsOf } from '#lib/chat/rests.ts';
import { $chat } from '#lib/chat/store.ts';
import { pageVip } from '#lib/chat/vip/vip.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { shortClockOf } from '#lib/site/numbers.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { BalanceLine, giveLook } from '../../wallet/spending/Balance.tsx';
import { usePrices } from '../use-prices.ts';
import { useSecondsTo } from './use-seconds-to.ts';

const { $vip, askForVip, declinePrice, goOnWithVip, requestVip, stopVip } = pageVip;

/** Requests, awaits and ends an exclusive show. */
export function VipTab({ name }: { name: string }) {
  const t = useT();
  const chat = useStore($chat);
  const vip = useStore($vip);
  const place = useRef<HTMLDivElement>(null);
  const isVip = chat.status === 'watching' && chat.type === 'vip';
  // The focused element was removed with the previous step.
  const step = isVip ? 'running' : vip.status;
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current !== step && document.activeElement === document.body) place.current?.focus();
    seen.current = step;
  }, [step]);
  return (
    <div ref={place} tabIndex={-1} className="flex min-h-full flex-col gap-4 p-4 outline-none">
      <h2 className="flex items-center gap-2 font-bold text-lg">
        <Gem aria-hidden className="size-5 text-vip" />
        <span>{t('vip.title', { name })}</span>
      </h2>
      {isVip ? <Running name={name} /> : <Request name={name} isOn={chat.status === 'watching'} />}
    </div>
  );
}

function Request({ name, isOn }: { name: string; isOn: boolean }) {
  const t = useT();
  const vip = useStore($vip);
  useEffect(goOnWithVip, []);
  if (vip.status === 'pending') return <Pending name={name} until={vip.until} />;
  const isAsking = vip.status === 'asking';
  return (
    <>
      <Terms name={name} />
      {vip.status === 'failed' && <Notice>{t('vip.failed', { name })}</Notice>}
      {isAsking ? (
        <Ask name={name} />
      ) : (
        <div className={last}>
          {!isOn && <p className="mb-2 text-ink-soft text-sm">{t('vip.notWatching', { name })}</p>}
          <Button className="w-full" disabled={!isOn} busy={vip.status === 'requested'} onClick={askForVip}>
            {t('vip.ask')}
          </Button>
          <BalanceLine />
        </div>
      )}
    </>
  );
}

function Terms({ name }: { name: string }) {
  const t = useT();
  const rest = useStore($vipRest);
  const prices = usePrices();
  const values = {
    name,
    credits: prices.vip,
    minimum: vipMinimum(prices),
    seconds: prices.unitSeconds,
    minutes: VIP_ANSWER_SECONDS / 60,
  };
  return (
    <ul className="list-disc space-y-2 pl-5">
      <li>{t('vip.terms.alone', values)}</li>
      <li>{t('vip.terms.price', values)}</li>
      {rest && <li>{t('vip.terms.rest', { ...values, time: shortClockOf(secondsOf(rest)) })}</li>}
      <li>{t('vip.terms.answer', values)}</li>
      <li>{t('vip.terms.stop', values)}</li>
    </ul>
  );
}

/** Shows the price once more; Escape and leaving count as no. */
function Ask({ name }: { name: string }) {
  const t = useT();
  const id = useId();
  const rest = useStore($vipRest);
  const { vip } = usePrices();
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    no.current?.focus();
    return declinePrice;
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    declinePrice();
  };
  // Ignores the second click of a double click, which was meant for the replaced button.
  const onYes = ({ detail }: MouseEvent) => {
    if (detail < 2) void requestVip();
  };
  return (
    <div
      role="alertdialog"
      aria-labelledby={`${id}-sure`}
      aria-describedby={`${id}-price`}
      onKeyDown={onKeyDown}
      className={last}
    >
      <p id={`${id}-sure`} className="text-balance font-semibold">
        {t('vip.sure', { name, credits: vip })}
      </p>
      <p id={`${id}-price`} className="mt-0.5 text-ink-soft text-sm">
        {rest
          ? t('vip.sureRest', { name, time: shortClockOf(secondsOf(rest)) })
          : t('vip.sureText', { name })}
      </p>
      <div className="mt-3 grid grid-cols-[auto_1fr] gap-2">
        <Button ref={no} look="quiet" onClick={declinePrice}>
          {t('vip.no')}
        </Button>
        <Button onClick={onYes}>{t('vip.yes')}</Button>
      </div>
    </div>
  );
}

function Pending({ name, until }: { name: string; until: number }) {
  const t = useT();
  const seconds = useSecondsTo(until);
  return (
    <>
      <p role="status" className="font-semibold">
        {t('vip.pending', { name })}
      </p>
      <p className="text-ink-soft tabular-nums">{t('vip.left', { count: seconds })}</p>
      <Last>
        <Button look="quiet" className="w-full" onClick={() => void stopVip()}>
          {t('vip.withdraw')}
        </Button>
      </Last>
    </>
  );
}

function Running({ name }: { name: string }) {
  const t = useT();
  const seconds = useStore($clockSeconds);
  const { vip } = usePrices();
  return (
    <>
      <p role="status" className="font-semibold">
        {t('vip.running', { name })}
      </p>
      <p className="text-ink-soft tabular-nums">
        {`${t('chat.perMinute', { credits: vip })} · ${shortClockOf(seconds)}`}
      </p>
      <Last>
        <Button
          look="quiet"
          className="w-full"
          {...opens('EndVip')}
          onClick={() => openModal({ type: 'EndVip' })}
        >
          {t('vip.stop')}
        </Button>
        <BalanceLine />
      </Last>
    </>
  );
}

const last = `${giveLook} -mx-4 -mb-4 mt-auto`;
const Last = ({ children }: { children: ReactNode }) => <div className={last}>{children}</div>;
