import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { keptMinutes } from '#contract/chat/minutes.ts';
import type { Rest } from '#contract/chat/receipt-calls.ts';
import { $chatRest, $vipRest, type KeptRest, keptUntil, secondsOf } from '#lib/chat/rests.ts';
import { $openAgain, followWelcome, watchForSentOut } from '#lib/chat/room/sent-out.ts';
import { $isWelcome, $receipt } from '#lib/chat/store.ts';
import { steadyNow, timeUntil } from '#lib/shell/time.ts';
import { clockOf, shortClockOf } from '#lib/site/numbers.ts';
import { useAlive, useLive } from '../../../ui/controls/hydration.ts';
import { useT } from '../../../ui/controls/Messages.tsx';

/** Cost of the ended chat, including the chats whose minute it continued; nothing if it was free. */
export function Receipt({ name, rest }: { name: string; rest: KeptRest | null }) {
  const t = useT();
  const receipt = useStore($receipt);
  const vipRest = useStore($vipRest);
  const rests = [rest, vipRest].filter((one) => one !== null);
  if (!receipt) return null;
  const sums = receipt.stay ?? receipt;
  if (sums.charged === 0 && sums.tips === 0 && sums.returned === 0) return null;
  const [watched, paid] = [sums.deliveredMs, sums.paidMs].map((ms) => clockOf(Math.round(ms / 1000)));
  const parts = [
    t('chat.receipt.watched', { time: watched ?? '' }),
    sums.charged > 0 && paid !== watched && t('chat.receipt.paidTime', { time: paid ?? '' }),
    sums.charged > 0 && t('chat.receipt.minutes', { count: sums.charged }),
    sums.tips > 0 && t('chat.receipt.tips', { count: sums.tips }),
    receipt.toy !== undefined && t('toys.receipt', receipt.toy),
    sums.returned > 0 && t('chat.receipt.returned', { count: sums.returned }),
    receipt.stay !== undefined && t('chat.receipt.stay'),
  ].filter((part) => part !== false);
  return (
    <div className="mx-auto mt-2 max-w-sm text-white/90 tabular-nums" data-testid="receipt">
      <p className="font-semibold">{t('chat.receipt.paid', { count: sums.total })}</p>
      <ul className="mt-1 flex flex-wrap justify-center gap-x-4 text-sm">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {rests.map((one) => (
        <p key={one.mode} className="mt-1 text-pretty text-sm">
          {t(`chat.receipt.rest.${one.mode}`, {
            name,
            time: shortClockOf(secondsOf(one)),
            count: keptMinutes(one.until - steadyNow()),
          })}
        </p>
      ))}
    </div>
  );
}

/** On the card of a chat that ended otherwise: replaces it if the viewer was kicked or blocked. */
export function WatchForSentOut({ name }: { name: string }) {
  useEffect(() => watchForSentOut(name), [name]);
  return null;
}

/** On the card of a kicked or blocked viewer: for how long, until that is over or undone. */
export function SentOut({ name }: { name: string }) {
  const t = useT();
  const openAgain = useStore($openAgain);
  const isWelcome = useStore($isWelcome);
  useEffect(() => followWelcome(name), [name]);
  return (
    <p role="status" className="mx-auto mt-2 max-w-sm text-pretty font-semibold">
      {openAgain === undefined || isWelcome
        ? ''
        : openAgain === null
          ? t('chat.sentOut.forGood', { name })
          : t('chat.sentOut.until', { time: timeUntil(openAgain) })}
    </p>
  );
}

/** The usable rest of a chat minute; the first render uses the server-rendered value. */
export function useChatRest(rests: readonly Rest[] = []): KeptRest | null {
  const live = useLive($chatRest);
  const made = rests.find(({ mode }) => mode === 'chat');
  return useAlive() || !made ? live : keptUntil(made);
}
