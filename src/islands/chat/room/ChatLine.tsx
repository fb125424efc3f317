import { Gift, Info, Megaphone, Star } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { namedTips } from '#contract/chat/tips.ts';
import type { ToyLevelName } from '#contract/chat/toys.ts';
import { TIME_ZONE } from '#contract/day.ts';
import { type Outgoing, sendMessageAgain } from '#lib/chat/room/messages.ts';
import type { RoomNotice } from '#lib/chat/room/notices.ts';
import { documentLocale } from '#lib/shell/document-locale.ts';
import { useT } from '../../ui/Messages.tsx';

/** Imported with the first tip that has a mark of its own. */
const TipMark = lazy(() => import('../tips/TipMark.tsx').then((m) => ({ default: m.TipMark })));

/** `own`: a viewer knows what she or he said, so it is not read out. */
export function ChatLine({ message, own }: { message: ChatMessage; own: boolean }) {
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
    <p className="break-words" data-kind={message.messageType} aria-live={live}>
      <Sender name={message.sender} who={who} /> <bdi>{message.message}</bdi> <LineTime at={message.sentAt} />
    </p>
  );
}

const shownAs = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE } as const;

/** `14:05`, in the operator's zone as everywhere. */
function LineTime({ at }: { at: string }) {
  const time = new Date(at).toLocaleTimeString(documentLocale(), shownAs);
  // Not read out with every new line.
  return (
    <time dateTime={at} className="stream-time" aria-hidden>
      {time}
    </time>
  );
}

const markLook = 'mr-1.5 inline size-4 align-[-0.125em]';

/** A gift while the mark of its own is loaded, as large. */
function TipLine({ message, own }: { message: ChatMessage; own: boolean }) {
  const t = useT();
  const isToy = message.messageType === 'tip-cybertoy';
  const type = namedTips.find((name) => name === message.tipType);
  const values = { name: message.sender, amount: message.amount ?? 0 };
  const plain = <Gift aria-hidden className={markLook} />;
  const level = message.tipType as ToyLevelName;
  const what = type && t(`tips.named.${type}`);
  const [mine, others] = what
    ? (['tips.ownNamedLine', 'tips.namedLine'] as const)
    : (['chat.ownTip', 'chat.tipLine'] as const);
  return (
    <p className="stream-tip" data-kind={message.messageType} aria-live={own ? 'off' : undefined}>
      {isToy || type ? (
        <Suspense fallback={plain}>
          <TipMark type={type ?? 'toy'} className={markLook} />
        </Suspense>
      ) : (
        plain
      )}
      {isToy && <span className="sr-only">{`${t('chat.toyTip')}: `}</span>}
      <b>{t(own ? mine : others, what ? { ...values, what } : values)}</b> <LineTime at={message.sentAt} />
      {isToy && message.tipType && (
        <span className="block text-sm">{t('toys.line', { level: t(`toys.level.${level}`) })}</span>
      )}
      {message.message && <bdi className="block">{message.message}</bdi>}
    </p>
  );
}

const noticeLook = 'text-center text-ink-soft text-sm max-lg:text-white/80';

/** Tells by shape and in words what colour tells too. */
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

/** Between what was read and what came while the chat was not seen. */
export function UnreadLine() {
  const t = useT();
  return (
    <p className="stream-unread" data-unread>
      <span>{t('chat.newFrom')}</span>
    </p>
  );
}

/** Ends what was said before the viewer came. */
export function BeforeLine() {
  const t = useT();
  return (
    <p className="stream-unread stream-before">
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

/** Told apart by colour, and by a mark for who does not see colours. */
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
  return (
    <p className={`break-words ${failed ? '' : 'opacity-60'}`} data-kind="outgoing" aria-live="off">
      <bdi>{message.message}</bdi>{' '}
      {failed && message.label === 'badRequest.chat.words' ? (
        <span role="alert" className="font-semibold text-danger text-sm max-lg:text-white">
          {t('chat.notSentWords')}
        </span>
      ) : failed ? (
        <span role="alert" className="font-semibold text-danger text-sm max-lg:text-white">
          <span>{t('chat.notSent')}</span>{' '}
          <button type="button" className="underline" onClick={() => void sendMessageAgain(message.clientId)}>
            {t('chat.retry')}
          </button>
        </span>
      ) : (
        <span className="sr-only">{t('chat.sending')}</span>
      )}
    </p>
  );
}
