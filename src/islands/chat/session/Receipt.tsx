import { useStore } from '@nanostores/react';
import { minutePricesOf } from '#contract/chat/receipt-calls.ts';
import { keptMinutes } from '#contract/chat/units.ts';
import { $vipRest, type KeptRest, secondsOf } from '#lib/chat/rests.ts';
import { $receipt } from '#lib/chat/store.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { clockOf, shortClockOf } from '#lib/site/numbers.ts';
import { useT } from '../../ui/controls/Messages.tsx';

/** Cost of the ended chat, including the chats whose unit it continued; nothing if it was free. */
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
    ...minutePricesOf(receipt).map(({ mode, credits }) =>
      t(mode === 'vip' ? 'chat.receipt.price.vip' : 'chat.receipt.price.chat', { credits }),
    ),
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
