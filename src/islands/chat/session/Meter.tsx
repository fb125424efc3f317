import { useStore } from '@nanostores/react';
import { Eye, Square } from 'lucide-react';
import { createPortal } from 'react-dom';
import { $secondsLeft } from '#lib/chat/free-time.ts';
import { $clockSeconds, $isLastMinute, $meter } from '#lib/chat/meter.ts';
import { pageChat } from '#lib/chat/session/session.ts';
import { $chat, $interrupted, $viewers, type Chat, type Watching } from '#lib/chat/store.ts';
import { $pinnedPlace, opens } from '#lib/shell/open-dialogs.ts';
import { openDrawer, openModal } from '#lib/shell/start/dialogs.ts';
import { formatNumber, shortClockOf } from '#lib/site/numbers.ts';
import { $dialIn, $wallet } from '#lib/wallet/store.ts';
import { keepFocus, useLive } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { PinnedRow } from '../PinnedRow.tsx';

/** The open chat, or the one that a restart interrupts: its clock stands still. */
function useShownChat(): Watching | null {
  const chat = useLive($chat);
  const interrupted = useLive($interrupted);
  return chat.status === 'watching' ? chat : interrupted;
}

export function Meter({ locale }: { locale: string }) {
  const chat = useShownChat();
  if (!chat) return null;
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

/** Does not ask without a connection: the dialog might not load. */
const asksFirst = (chat: Chat): boolean =>
  chat.status === 'watching' && chat.type === 'vip' && chat.contact === 'up';

/** Stops with one click; a show asks first. The focus stays in the surrounding element. */
function StopButton() {
  const t = useT();
  const asks = asksFirst(useLive($chat));
  return (
    <button
      type="button"
      {...opens(asks && 'EndVip')}
      onClick={({ currentTarget }) => {
        if (asks) return openModal({ type: 'EndVip' });
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

const belowMeter =
  'absolute inset-[calc(100%+0.375rem)_0_auto] flex flex-wrap justify-center gap-x-3 gap-y-1 rounded-[1.25rem] bg-white px-3 py-2 text-[0.875rem] text-black lg:inset-[calc(100%-0.75rem)_auto_auto_1.125rem] lg:px-4';

/** Shown while the last minute the balance pays for runs; buying does not leave the picture. */
function LastMinute() {
  const t = useT();
  const isLast = useLive($isLastMinute);
  return (
    <div role="status" className={isLast ? belowMeter : 'sr-only'}>
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

/** Price, time (paid; in free chat watched, or left for a guest), and amount paid: stacked if the space is narrow. */
function Sum({ isStacked = false }) {
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

/** Attached to the preceding text, so that no line begins with it. */
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

/** Price and Stop of a paid chat inside the dialog or drawer covering the picture, reachable by keyboard. */
export function PinnedMeter() {
  const chat = useShownChat();
  const place = useLive($pinnedPlace);
  if (!place || !chat || chat.type === 'free') return null;
  return createPortal(
    <PinnedRow>
      <p className="min-h-9 min-w-0 content-center tabular-nums">
        <Sum isStacked />
      </p>
      <StopButton />
    </PinnedRow>,
    place,
  );
}
