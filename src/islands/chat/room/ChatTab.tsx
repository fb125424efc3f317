import { ArrowDown } from 'lucide-react';
import { Fragment, lazy, type RefObject, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#contract/chat/messages.ts';
import {
  $backlogEnd,
  $beforeVisit,
  $messages,
  $notices,
  $outgoing,
  $readUpTo,
  isOwn,
  type Outgoing,
  type RoomNotice,
} from '#lib/chat/room/messages.ts';
import { $voice } from '#lib/chat/room/voice.ts';
import type { RoomLine } from '#lib/chat/room-lines.ts';
import { $chat, $interrupted, type Chat } from '#lib/chat/store.ts';
import { Late } from '../../ui/controls/Boundary.tsx';
import { useLive } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { BeforeLine, ChatLine, NoticeLine, OutgoingLine, UnreadLine } from './ChatLine.tsx';
import { Composer } from './Composer.tsx';

/** Imported for moderators only. */
const Moderation = lazy(() => import('./late/Moderation.tsx').then((m) => ({ default: m.Moderation })));
const ModeratorActs = lazy(() => import('./ModeratorActs.tsx').then((m) => ({ default: m.ModeratorActs })));

export function ChatTab({ name }: { name: string }) {
  const chat = useLive($chat);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ChatLog chat={chat} name={name} />
      <Composer chat={chat} name={name} />
    </div>
  );
}

/** The live region contains only messages after joining, so that earlier ones are not read out. */
function ChatLog({ chat, name }: { chat: Chat; name: string }) {
  const t = useT();
  const messages = useLive($messages);
  const outgoing = useLive($outgoing);
  const notices = useLive($notices);
  const backlogEnd = useLive($backlogEnd);
  const readUpTo = useLive($readUpTo);
  const { isModerator, moderators } = useLive($voice);
  const isInterrupted = useLive($interrupted) !== null;
  const me = chat.status === 'watching' ? chat.sender : '';
  const isMine = (message: ChatMessage) => isOwn(message, me);
  const line = (message: RoomLine) => (
    <ChatLine
      message={message}
      own={isMine(message)}
      isModerator={moderators.includes(message.sender)}
      acts={isModerator && <ModeratorActs message={message} />}
    />
  );
  const { list, missed, toEnd } = useStickyEnd({ messages, outgoing, notices, me });
  const isQuiet = messages.length + outgoing.length + notices.length === 0;
  const newFrom = messages.findIndex(({ seq }) => seq > backlogEnd);
  const known = newFrom === -1 ? messages : messages.slice(0, newFrom);
  const before = useLive($beforeVisit);
  const older = known.findLastIndex(({ seq }) => seq <= before);
  const firstUnread = readUpTo === null ? undefined : messages.find(({ seq }) => seq > readUpTo);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard */}
      <section ref={list} aria-label={t('chat.log')} tabIndex={0} className={log}>
        {isQuiet && (
          <p className="my-auto w-full text-center text-ink-soft max-lg:text-white/80">
            {t(chat.status === 'watching' || isInterrupted ? 'chat.quiet' : 'chat.notYet', { name })}
          </p>
        )}
        {known.length > 0 && (
          <div className={lines} data-backlog>
            {known.map((message, index) => (
              <Fragment key={message.id}>
                {line(message)}
                {index === older && <BeforeLine />}
              </Fragment>
            ))}
          </div>
        )}
        <div role="log" aria-label={t('chat.newLines')} className={lines}>
          {withNotices(messages.slice(known.length), notices).map((entry) =>
            'key' in entry ? (
              <NoticeLine key={`notice-${entry.id}`} notice={entry} />
            ) : (
              <Fragment key={entry.id}>
                {entry.id === firstUnread?.id && <UnreadLine />}
                {line(entry)}
              </Fragment>
            ),
          )}
          {outgoing.map((message) => (
            <OutgoingLine key={message.clientId} message={message} />
          ))}
        </div>
      </section>
      {isModerator && me && (
        <Late>
          <Moderation name={name} messages={messages} moderators={moderators} isOwn={isMine} />
        </Late>
      )}
      {missed > 0 && (
        <ToEnd
          count={missed}
          onPress={() => {
            list.current?.focus({ preventScroll: true });
            toEnd();
          }}
        />
      )}
    </div>
  );
}

/** Tells how many new messages are below what is visible, and leads there. */
function ToEnd({ count, onPress }: { count: number; onPress: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      onClick={onPress}
      className="absolute bottom-2 left-1/2 flex min-h-9 -translate-x-1/2 items-center gap-1.5 whitespace-nowrap rounded-full bg-accent px-3.5 font-semibold text-on-accent text-sm shadow-lg [text-shadow:none]"
    >
      <span>{t('chat.newMessages', { count })}</span>
      <ArrowDown aria-hidden className="size-4" />
    </button>
  );
}

/** Places each notice after the message it followed. */
function withNotices(messages: readonly RoomLine[], notices: readonly RoomNotice[]) {
  const placeOf = (line: RoomLine | RoomNotice): number => ('key' in line ? line.after : line.seq);
  return [...messages, ...notices].sort((a, b) => placeOf(a) - placeOf(b));
}

const lines = 'flex flex-col gap-1.5';
const log = `${lines} min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 leading-[1.4] focus-visible:-outline-offset-2 [&>:first-child]:mt-auto`;

/** px from the end within which the list follows new messages. */
const NEAR_END = 80;

interface Lines {
  messages: readonly ChatMessage[];
  outgoing: readonly Outgoing[];
  notices: readonly unknown[];
  /** The viewer's name in the room. */
  me: string;
}

interface StickyEnd {
  list: RefObject<HTMLElement | null>;
  /** Number of others' messages that came while the reader was further up. */
  missed: number;
  toEnd: () => void;
}

/** Follows the newest message unless the reader has scrolled up; an own message scrolls back to the end. */
function useStickyEnd({ messages, outgoing, notices, me }: Lines): StickyEnd {
  const list = useRef<HTMLElement>(null);
  /** Sequence number of the last message when the reader left the end; null while the list follows. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const latest = useRef({ lastSeq, leftAt });
  latest.current = { lastSeq, leftAt };
  const lastOwn = lastOwnId({ messages, outgoing, me });

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      // Hidden behind another tab it has no height, and no position to lose.
      if (element.clientHeight === 0) return;
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
      setLeftAt((before) => (isNear ? null : (before ?? latest.current.lastSeq)));
    };
    const resized = new ResizeObserver(() => {
      if (latest.current.leftAt === null) element.scrollTo({ top: element.scrollHeight });
    });
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an own message is what leads back
  useEffect(() => setLeftAt(null), [lastOwn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what makes it scroll
  useEffect(() => {
    if (leftAt === null) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [leftAt, lastSeq, outgoing.length, notices.length]);

  const missed =
    leftAt === null ? 0 : messages.filter((message) => message.seq > leftAt && !isOwn(message, me)).length;
  return { list, missed, toEnd: () => setLeftAt(null) };
}

/** Client id of the viewer's last message: the same before and after the room has it. */
function lastOwnId({ messages, outgoing, me }: Omit<Lines, 'notices'>): string | null {
  const onItsWay = outgoing.findLast(({ delivery }) => delivery === 'sent');
  return onItsWay?.clientId ?? messages.findLast((message) => isOwn(message, me))?.clientId ?? null;
}
