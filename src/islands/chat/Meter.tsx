import { useStore } from '@nanostores/react';
import { Eye, Square } from 'lucide-react';
import { $secondsLeft } from '#lib/chat/guest.ts';
import { $meter, $watchedSeconds, clockOf } from '#lib/chat/meter.ts';
import { leave } from '#lib/chat/session.ts';
import { $chat, $viewers } from '#lib/chat/store.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { useT } from '../ui/Messages.tsx';

/** What watching costs now, how long it has been, what it has cost, and the way to stop it. */
export function Meter({ locale }: { locale: string }) {
  const t = useT();
  const chat = useStore($chat);
  const { price, spent } = useStore($meter);
  const seconds = useStore($watchedSeconds);
  const secondsLeft = useStore($secondsLeft);
  const viewers = useStore($viewers);
  const credits = useStore($wallet).credits;
  if (chat.status !== 'watching') return null;
  const isFree = price === 0;

  return (
    <div className="stream-meter">
      <p className="min-w-0 tabular-nums">
        <b>{isFree ? t('chat.free') : t('chat.perMinute', { credits: price })}</b>
        <span data-testid="watched"> · {clockOf(seconds)}</span>
        {!isFree && <span data-testid="spent"> · {t('chat.spent', { credits: spent })}</span>}
        {secondsLeft !== null && <span> · {t('chat.secondsLeft', { seconds: secondsLeft })}</span>}
        {chat.as === 'member' && credits !== null && (
          <span className="block text-white/80 text-xs" data-testid="balance">
            {t('chat.balance', { credits: credits.toLocaleString(locale) })}
          </span>
        )}
      </p>
      <p className="ml-auto flex items-center gap-1.5 text-sm text-white/85">
        <Eye aria-hidden className="size-4" />
        {viewers}
        <span className="sr-only">{t('chat.viewers', { count: viewers })}</span>
      </p>
      <button type="button" onClick={leave} className="stream-stop">
        <Square aria-hidden className="size-3.5 fill-current" />
        {t('chat.stop')}
      </button>
    </div>
  );
}
