import { useStore } from '@nanostores/react';
import { Gift, SendHorizontal, Trash2 } from 'lucide-react';
import {
  type FormEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { CHAT_MESSAGE_MAX, lengthOf } from '#contract/fields.ts';
import { type RoomLine, tipLine } from '#lib/chat/room-lines.ts';
import { timeOfDay } from '#lib/shell/translate.ts';
import type { UnsentLine } from '#lib/studio/live/lines.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { PersonActs } from '../PersonActs.tsx';
import { useStudio } from '../studio-page.ts';

/** Remaining characters from which the count is shown. */
const COUNT_FROM = 40;

/** px from the end within which the list follows new messages. */
const NEAR_END = 120;

/** In large type: read from a distance. */
export function RoomChat({ listLook }: { listLook: string }) {
  const t = useT();
  const { room } = useStudio();
  const lines = useStore(room.$lines);
  const unsent = useStore(room.$unsent);
  const list = useRef<HTMLElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what makes it scroll
  useEffect(() => {
    if (follows.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines, unsent]);
  const look = () => {
    const { current } = list;
    if (current) follows.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END;
  };
  return (
    <section aria-label={t('studio.live.room.chat')} className="flex min-h-0 flex-1 flex-col">
      <section
        ref={list}
        onScroll={look}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard
        tabIndex={0}
        aria-label={t('studio.live.room.newLines')}
        className={`min-h-0 overflow-y-auto overscroll-contain px-4 py-3 focus-visible:-outline-offset-2 ${listLook}`}
      >
        <div role="log" className="flex min-h-full flex-col justify-end gap-2 text-lg leading-snug">
          {lines.length + unsent.length === 0 && (
            <p className="my-auto text-center text-base text-ink-soft">{t('studio.live.room.quiet')}</p>
          )}
          {lines.map((message) => (
            <Line key={message.id} message={message} />
          ))}
          {unsent.map((line) => (
            <Unsent key={line.clientId} line={line} />
          ))}
        </div>
      </section>
      <Composer />
    </section>
  );
}

function Line({ message }: { message: RoomLine }) {
  const t = useT();
  const { messageType: type, sender, message: text, tipItem, sentAt, returned } = message;
  const isTip = type === 'tip' || type === 'tip-cybertoy';
  const time = (
    <time dateTime={sentAt} aria-hidden className="ml-1.5 text-ink-soft text-xs tabular-nums">
      {timeOfDay(sentAt)}
    </time>
  );
  if (isTip)
    return (
      <div data-kind={type} className="wrap-anywhere rounded-lg bg-accent-soft px-3 py-2 font-bold">
        <p>
          <Gift aria-hidden className="mr-2 inline size-5 align-[-0.2em]" />
          <span>{tipLine(t, message, 'performer')}</span>
          {time}
        </p>
        {returned !== undefined && (
          <p className="font-normal">{t('chat.tipReturned', { count: returned })}</p>
        )}
        {tipItem && <p>{tipItem}</p>}
        {text && <p className="font-normal">{text}</p>}
      </div>
    );
  if (type === 'member') return <MemberLine message={message} time={time} />;
  return (
    <p data-kind={type} dir="auto" className="wrap-anywhere text-ink-soft">
      <b translate="no" className={type === 'host' ? 'text-accent-ink' : 'text-ink'}>
        {sender}
      </b>
      <span className="ml-2">{text}</span>
      {time}
    </p>
  );
}

/** The name opens what can be done about its owner; the message itself can be removed. */
function MemberLine({ message, time }: { message: RoomLine; time: ReactElement }) {
  const t = useT();
  const { room } = useStudio();
  const { moderators } = useStore(room.$room);
  const [isOpen, setOpen] = useState(false);
  const { sender, message: text } = message;
  // The mark keeps its place when the message is shown, so that nothing moves.
  const [hasWaited] = useState(message.waits);
  const isModerator = moderators.some(({ name }) => name === sender);
  const remove = ({ currentTarget }: MouseEvent) => {
    // The button leaves with its line.
    currentTarget.closest('section')?.focus({ preventScroll: true });
    void room.removeMessage(message.id);
  };
  return (
    <div data-kind="member" dir="auto" className="wrap-anywhere">
      <p className="relative pr-10">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 font-bold hover:underline"
        >
          <span translate="no">{sender}</span>
        </button>
        {isModerator && <small>{` (${t('studio.live.moderators.one')})`}</small>}
        <span className="ml-2">{text}</span>
        {time}
        {hasWaited && (
          <small className={`ml-1.5 bg-accent-soft px-1 font-bold ${message.waits ? '' : 'invisible'}`}>
            {t('chat.delay.waits')}
          </small>
        )}
        <button
          type="button"
          aria-live="off"
          aria-label={`${t('chat.delay.remove')}: ${sender}`}
          onClick={remove}
          className="tip tip-up absolute top-0 right-0 grid size-8 place-items-center rounded-md text-ink-soft hover:text-ink"
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </p>
      {isOpen && <PersonActs target={{ name: sender }} name={sender} isModerator={isModerator} />}
    </div>
  );
}

function Unsent({ line }: { line: UnsentLine }) {
  const t = useT();
  const { room } = useStudio();
  return (
    <div data-kind="unsent" className="wrap-anywhere">
      <p className={line.failed ? '' : 'opacity-60'}>{line.text}</p>
      {line.failed ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 font-medium text-danger text-sm">
          <span>
            {t(line.failed === 'badRequest.chat.words' ? 'chat.notSentWords' : 'studio.live.room.unsent')}
          </span>
          {line.failed !== 'badRequest.chat.words' && (
            <button
              type="button"
              onClick={() => void room.sayAgain(line.clientId)}
              className="min-h-6 underline"
            >
              {t('studio.live.room.again')}
            </button>
          )}
        </p>
      ) : (
        <p className="sr-only">{t('studio.live.room.sending')}</p>
      )}
    </div>
  );
}

function Composer() {
  const t = useT();
  const { room } = useStudio();
  const [text, setText] = useState('');
  const id = useId();
  const left = CHAT_MESSAGE_MAX - lengthOf(text.trim());
  const isSayable = text.trim() !== '' && left >= 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSayable) return;
    void room.sayInRoom(text);
    setText('');
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-line border-t p-3">
      <div className="min-w-0 flex-1">
        {left <= COUNT_FROM && (
          <p id={id} className={`mb-1.5 text-xs tabular-nums ${left < 0 ? 'text-danger' : 'text-ink-soft'}`}>
            {left < 0 ? t('chat.tooLong', { count: -left }) : t('chat.charactersLeft', { count: left })}
          </p>
        )}
        <input
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          aria-label={t('studio.live.room.say')}
          placeholder={t('studio.live.room.say')}
          aria-invalid={left < 0 || undefined}
          aria-describedby={left <= COUNT_FROM ? id : undefined}
          autoComplete="off"
          enterKeyHint="send"
          className="min-h-11 w-full rounded-lg border border-line-strong bg-page px-3 text-base text-ink placeholder:text-ink-soft"
        />
      </div>
      <button
        type="submit"
        disabled={!isSayable}
        aria-label={t('studio.live.room.send')}
        className="btn btn-primary size-11 p-0 disabled:opacity-50"
      >
        <SendHorizontal aria-hidden className="size-5" />
      </button>
    </form>
  );
}
