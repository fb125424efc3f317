import { useStore } from '@nanostores/react';
import { isMinute } from '#contract/chat/prices.ts';
import type { PaysFrom } from '#contract/chat/room/sanction-calls.ts';
import type { VipUnit } from '#contract/studio/vip-calls.ts';
import { type Translator, timeOfDay } from '#lib/shell/translate.ts';
import { shortClockOf } from '#lib/site/numbers.ts';
import type { RoomView, VipAsk } from '#lib/studio/live/room.ts';
import { useSecondsTo } from '../chat/vip/use-seconds-to.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Worth } from './room/Earned.tsx';
import { useStudio } from './studio-page.ts';

/** Oldest first; each can be answered for two minutes. Over the page's end, so that the picture stays where it is. */
export function VipRequests() {
  const { room } = useStudio();
  const { asks } = useStore(room.$room);
  return (
    <>
      {/* Announced when one arrives. */}
      <div
        role="status"
        className="fixed inset-x-0 bottom-0 z-20 grid max-h-[50dvh] gap-3 overflow-y-auto p-3 empty:hidden sm:right-auto sm:w-96"
      >
        {asks.map((ask) => (
          <Ask key={ask.request} ask={ask} />
        ))}
      </div>
      {/* The page can be scrolled until nothing is behind them. */}
      {asks.length > 0 && <div aria-hidden className="h-[50dvh] lg:hidden" />}
    </>
  );
}

/** The running show. */
export function VipShow() {
  const t = useT();
  const { room } = useStudio();
  const { show, waiting } = useStore(room.$room);
  if (!show) return null;
  return (
    <>
      <Show show={show} />
      {waiting > 0 && (
        <p className="px-4 text-ink-soft text-sm">{t('studio.live.vip.waiting', { count: waiting })}</p>
      )}
    </>
  );
}

const look = 'grid gap-2 rounded-xl border-2 border-accent bg-surface p-4 shadow-lg';

function Ask({ ask }: { ask: VipAsk }) {
  const t = useT();
  const { room } = useStudio();
  const left = useSecondsTo(ask.until);
  return (
    <section aria-label={t('studio.live.vip.ask', { name: ask.member })} className={look}>
      <p className="wrap-anywhere font-bold text-lg" translate="no">
        {t('studio.live.vip.ask', { name: ask.member })}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm tabular-nums">
        <span>{unitWords(t, ask.unit)}</span>
        <span className="first-letter:uppercase">{paysWords(t, ask.paysFrom)}</span>
        {/* Otherwise each second would be read out. */}
        <span aria-hidden>{t('studio.live.vip.left', { seconds: left })}</span>
      </p>
      <p className="text-ink-soft text-sm">{t('studio.live.vip.acceptText')}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void room.acceptVip(ask.request)} className="min-h-11">
          {t('studio.live.vip.accept')}
        </Button>
        <Button look="quiet" onClick={() => void room.declineVip(ask.request)} className="min-h-11">
          {t('studio.live.vip.decline')}
        </Button>
      </div>
    </section>
  );
}

function Show({ show }: { show: NonNullable<RoomView['show']> }) {
  const t = useT();
  const { room } = useStudio();
  const paidMs = useStore(room.$audience)?.vipPaidMs;
  return (
    <section aria-label={t('studio.live.vip.show', { name: show.member })} className={look}>
      <p className="wrap-anywhere font-bold text-lg" translate="no">
        {t('studio.live.vip.show', { name: show.member })}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm tabular-nums">
        <span>{unitWords(t, show.unit)}</span>
        <span>{t('studio.live.vip.since', { time: timeOfDay(show.startedAt) })}</span>
        {paidMs !== undefined && (
          <span>{t('studio.live.vip.paid', { time: shortClockOf(Math.floor(paidMs / 1000)) })}</span>
        )}
        <span>
          <span>{`${t('studio.live.vip.earned', { count: show.earned })} `}</span>
          <Worth credits={show.earned} />
        </span>
      </p>
      {show.awayMs !== null && <Away name={show.member} ms={show.awayMs} />}
      <Button look="quiet" onClick={() => void room.stopVipShow()} className="min-h-11 justify-self-start">
        {t('studio.live.vip.stop')}
      </Button>
    </section>
  );
}

function Away({ name, ms }: { name: string; ms: number }) {
  const t = useT();
  return (
    <p role="status" className="font-medium text-sm">
      {t('studio.live.vip.away', { name, seconds: Math.ceil(ms / 1000) })}
    </p>
  );
}

/** What a unit of the show costs its member. */
const unitWords = (t: Translator, { credits, seconds }: VipUnit): string =>
  isMinute(seconds)
    ? t('studio.live.vip.price', { count: credits })
    : t('studio.live.vip.unitPrice', { count: credits, seconds });

/** What a viewer can pay, as far as a performer may know. */
export const paysWords = (t: Translator, minutes: PaysFrom): string =>
  minutes === 0 ? t('studio.live.pays.less') : t('studio.live.pays.from', { count: minutes });
