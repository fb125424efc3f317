import { useStore } from '@nanostores/react';
import { Eye, Square } from 'lucide-react';
import { $secondsLeft } from '#lib/chat/session/guest-time.ts';
import { $clockSeconds, $isLastMinute, $meter } from '#lib/chat/session/meter.ts';
import { pageChat } from '#lib/chat/session/session.ts';
import { $chat, $viewers, type Chat } from '#lib/chat/session/store.ts';
import { openDrawer } from '#lib/shell/drawer.ts';
import { opens } from '#lib/shell/late/opens.ts';
import { openModal } from '#lib/shell/modal.ts';
import { formatNumber, shortClockOf } from '#lib/shell/numbers.ts';
import { $dialIn } from '#lib/wallet/dial-in/store.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { useT } from '../../ui/Messages.tsx';
import { keepFocus } from '../room/keep-focus.ts';
import { useLive } from './use-live.ts';

export function Meter({ locale }: { locale: string }) {
  const chat = useLive($chat);
  if (chat.status !== 'watching') return null;
  return (
    <div className="stream-meter">
      <LastMinute />
      <p className="min-w-0 tabular-nums">
        <Sum />
        {chat.as === 'member' && <Balance />}
      </p>
      <Viewers locale={locale} />
      <StopButton />
    </div>
  );
}

/** Not without a line: the dialog might not come either. */
const asksFirst = (chat: Chat): boolean =>
  chat.status === 'watching' && chat.type === 'vip' && chat.contact === 'up';

/** One press, wherever it stands; a show asks first. The focus stays in what is around it. */
export function StopButton() {
  const t = useT();
  return (
    <button
      type="button"
      {...opens('EndVip')}
      onClick={({ currentTarget }) => {
        if (asksFirst($chat.get())) return openModal({ type: 'EndVip' });
        keepFocus(currentTarget);
        pageChat.leaveChat();
      }}
      className="stream-stop"
    >
      <Square aria-hidden className="size-3.5 fill-current" />
      <span>{t('chat.stop')}</span>
    </button>
  );
}

/** Told while the last minute that the balance carries still runs; buying does not leave the picture. */
function LastMinute() {
  const t = useT();
  const isLast = useLive($isLastMinute);
  return (
    <div role="status" className={isLast ? 'stream-last-minute' : 'sr-only'}>
      {isLast && (
        <>
          <span>{t('chat.lastMinute')}</span>
          <button
            type="button"
            className="min-h-6 font-semibold underline"
            {...opens('wallet')}
            onClick={() => openDrawer('wallet')}
          >
            {t('header.addCredits')}
          </button>
        </>
      )}
    </div>
  );
}

/** What it costs, how long that was paid for (in free chat: has lasted; or, for a guest, how long it may still last), and what was paid: below it where narrow. */
export function Sum({ isStacked = false }) {
  const t = useT();
  const { price, spent } = useStore($meter);
  const seconds = useStore($clockSeconds);
  const secondsLeft = useStore($secondsLeft);
  const { active, price: byPhone } = useStore($dialIn);
  const isFree = price === 0;
  const costs = isFree ? t('chat.free') : t('chat.perMinute', { credits: price });
  return (
    <>
      <span className="stream-price whitespace-nowrap">
        <b>{active ? t('phone.perMinute', { price: byPhone }) : costs}</b>
        <Dot />
      </span>{' '}
      <span className="whitespace-nowrap">
        <span data-testid="watched">
          {secondsLeft === null ? shortClockOf(seconds) : t('chat.secondsLeft', { seconds: secondsLeft })}
        </span>
        {!isFree && !isStacked && <Dot />}
      </span>{' '}
      {!isFree && (
        <span data-testid="spent" className={isStacked ? 'block text-xs' : 'whitespace-nowrap'}>
          {t('chat.spent', { credits: spent })}
        </span>
      )}
    </>
  );
}

/** Ends what it follows: no line begins with it. */
function Dot() {
  return (
    <span aria-hidden className="stream-dot">
      {' ·'}
    </span>
  );
}

function Balance() {
  const t = useT();
  const { credits } = useStore($wallet);
  if (credits === null) return null;
  return (
    <span className="block text-white/85 text-xs" data-testid="balance">
      {t('chat.balance', { count: credits })}
    </span>
  );
}

function Viewers({ locale }: { locale: string }) {
  const t = useT();
  const viewers = useStore($viewers);
  return (
    <p className="ml-auto flex items-center gap-1.5 text-sm text-white/90 tabular-nums">
      <Eye aria-hidden className="size-4" />
      <span aria-hidden translate="no">
        {formatNumber(viewers, locale)}
      </span>
      <span className="sr-only">{t('chat.viewers', { count: viewers })}</span>
    </p>
  );
}
