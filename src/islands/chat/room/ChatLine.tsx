import { Gift, Info, Megaphone, Star } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { lineIn } from '#contract/chat/tipping/line-texts.ts';
import { namedTips } from '#contract/chat/tipping/tips.ts';
import type { ToyLevelName } from '#contract/chat/toy-calls.ts';
import { type Outgoing, type RoomNotice, sendMessageAgain } from '#lib/chat/room/messages.ts';
import { tipLine } from '#lib/chat/room-lines.ts';
import { documentLocale, timeOfDay } from '#lib/shell/translate.ts';
import { Late } from '../../ui/controls/Boundary.tsx';
import type { Elements } from '../../ui/controls/Messages.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

/** Imported with the first tip that has its own mark. */
const TipMark = lazy(() => import('../tips/TipMark.tsx').then((m) => ({ default: m.TipMark })));

interface ChatLineProps {
  message: ChatMessage;
  /** The viewer's own message is not announced by screen readers. */
  own: boolean;
  /** Whether its sender is a moderator of the room now. */
  isModerator?: boolean;
  /** What the viewer can do about it, as a moderator. */
  acts?: Elements;
}

export function ChatLine({ message, own, isModerator = false, acts }: ChatLineProps) {
  const t = useT();
  const live = own ? 'off' : undefined;
  if (message.messageType === 'notice' || message.messageType === 'room') {
    return (
      <p className={noticeLook} data-kind={message.messageType} dir="auto">
        <Mark kind={message.messageType} />{' '}
        {message.sender && <bdi translate="no">{`${message.sender}: `}</bdi>}
        <bdi>{message.message}</bdi> <LineTime at={message.sentAt} />
      </p>
    );
  }
  if (message.messageType === 'tip' || message.messageType === 'tip-cybertoy') {
    return <TipLine message={message} own={own} />;
  }
  const who = message.messageType === 'host' ? 'performer' : own ? 'self' : 'other';
  return (
    <p
      className={`break-words ${acts ? 'relative pr-6' : ''}`}
      data-kind={message.messageType}
      aria-live={live}
    >
      <Sender name={message.sender} who={who} />
      {isModerator && <small>{` (${t('chat.who.moderator')})`}</small>} <bdi>{message.message}</bdi>{' '}
      <LineTime at={message.sentAt} />
      {acts && <Late>{acts}</Late>}
    </p>
  );
}

function LineTime({ at }: { at: string }) {
  // Otherwise it would be read out with every new line.
  return (
    <time dateTime={at} className="text-[0.75rem] tabular-nums opacity-80" aria-hidden>
      {timeOfDay(at)}
    </time>
  );
}

const markLook = 'mr-1.5 inline size-4 align-[-0.125em]';

/** A gift icon of the same size stands in until the tip's own mark is loaded. */
function TipLine({ message, own }: { message: ChatMessage; own: boolean }) {
  const t = useT();
  const isToy = message.messageType === 'tip-cybertoy';
  const type = namedTips.find((name) => name === message.tipType);
  const plain = <Gift aria-hidden className={markLook} />;
  const level = message.tipType as ToyLevelName;
  return (
    <p
      className="wrap-anywhere rounded-lg bg-accent-soft px-3 py-2 text-ink [text-shadow:none]"
      data-kind={message.messageType}
      aria-live={own ? 'off' : undefined}
    >
      {isToy || type ? (
        <Suspense fallback={plain}>
          <TipMark type={type ?? 'toy'} className={markLook} />
        </Suspense>
      ) : (
        plain
      )}
      {isToy && <span className="sr-only">{`${t('chat.toyTip')}: `}</span>}
      <b>{tipLine(t, message, own ? 'giver' : 'viewer')}</b> <LineTime at={message.sentAt} />
      {message.tipItem && (
        <bdi className="block text-sm">{lineIn(documentLocale(), message.tipItem, message.tipItemTexts)}</bdi>
      )}
      {isToy && message.tipType && (
        <span className="block text-sm">{t('toys.line', { level: t(`toys.level.${level}`) })}</span>
      )}
      {message.returned !== undefined && (
        <span className="block text-sm">{t('chat.tipReturned', { count: message.returned })}</span>
      )}
      {message.message && <bdi className="block">{message.message}</bdi>}
    </p>
  );
}

const noticeLook = 'text-center text-ink-soft text-sm max-lg:text-white/80';

/** Distinguishes by shape and words, not only by colour. */
function Mark({ kind }: { kind: 'notice' | 'room' }) {
  const t = useT();
  const Icon = kind === 'room' ? Megaphone : Info;
  return (
    <>
      <Icon aria-hidden className="mr-1 inline size-3.5 align-[-0.125em]" />
      <span className="sr-only">{`${t(kind === 'room' ? 'chat.room' : 'chat.notice')}: `}</span>
    </>
  );
}

/** A text between two rules. */
const ruled = 'flex items-center gap-2 text-[0.75rem] before:flex-1 after:flex-1';

/** Separates read messages from those that came while the chat was hidden. */
export function UnreadLine() {
  const t = useT();
  return (
    <p className={`${ruled} font-bold before:border-t-2 after:border-t-2`} data-unread>
      <span>{t('chat.newFrom')}</span>
    </p>
  );
}

/** Marks the end of the messages from before the visit. */
export function BeforeLine() {
  const t = useT();
  return (
    <p className={`${ruled} font-normal before:border-t after:border-t`} data-older>
      <span>{t('chat.before')}</span>
    </p>
  );
}

export function NoticeLine({ notice }: { notice: RoomNotice }) {
  const t = useT();
  return (
    <p className={noticeLook} data-kind="notice">
      <Mark kind="notice" /> <span>{t(notice.key, notice.values)}</span>
    </p>
  );
}

const looks = {
  performer: 'rounded-sm bg-accent px-1.5 py-0.5 text-on-accent text-sm [text-shadow:none]',
  self: 'rounded-sm bg-ink px-1.5 py-0.5 text-page text-sm [text-shadow:none]',
  other: '',
} as const;

/** Distinguished by colour, and by a mark for users who cannot see colours. */
function Sender({ name, who }: { name: string; who: keyof typeof looks }) {
  const t = useT();
  return (
    <b data-who={who} className={looks[who]}>
      {who === 'performer' && (
        <Star aria-hidden className="mr-1 inline size-3 fill-current align-[-0.0625em]" />
      )}
      <bdi translate="no">{name}</bdi>
      {who === 'performer' && <span className="sr-only">{` (${t('chat.who.performer')})`}</span>}
      {who === 'self' && <span className="font-normal">{` (${t('chat.who.self')})`}</span>}
    </b>
  );
}

export function OutgoingLine({ message }: { message: Outgoing }) {
  const t = useT();
  const failed = message.delivery === 'failed';
  const isFinal = message.label === 'badRequest.chat.words';
  return (
    <p className={`break-words ${failed ? '' : 'opacity-60'}`} data-kind="outgoing" aria-live="off">
      <bdi>{message.message}</bdi>{' '}
      {failed ? (
        <span role="alert" className="font-semibold text-danger text-sm max-lg:text-white">
          <span>{t(isFinal ? 'chat.notSentWords' : 'chat.notSent')}</span>{' '}
          {!isFinal && (
            <button
              type="button"
              className="underline"
              onClick={() => void sendMessageAgain(message.clientId)}
            >
              {t('chat.retry')}
            </button>
          )}
        </span>
      ) : (
        <span className="sr-only">{t('chat.sending')}</span>
      )}
    </p>
  );
}
