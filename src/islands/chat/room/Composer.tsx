import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { CHAT_MESSAGE_MAX, lengthOf } from '#contract/fields.ts';
import { keepPart, keptLine } from '#lib/chat/active-stream.ts';
import { addNotice, sendMessage } from '#lib/chat/room/messages.ts';
import { $wait, type Wait } from '#lib/chat/room/voice.ts';
import type { Chat } from '#lib/chat/store.ts';
import { underUsername } from '#lib/member/under-username.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { shortClockOf } from '#lib/site/numbers.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useLive } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';

/** Remaining characters from which the count is shown; every tenth is announced. */
const COUNT_FROM = 40;

const row = 'stream-composer flex min-h-17 gap-2 border-t p-3 [text-shadow:none]';
const edge = 'border-t-line max-lg:border-[rgb(255_255_255/0.2)]';

/** Guests get a link to register instead, unless their phone call pays. */
export function Composer({ chat, name }: { chat: Chat; name: string }) {
  const t = useT();
  const [text, setText] = useState(() => keptLine(name));
  const id = useId();
  const wait = useLive($wait);
  // An empty element of the same height, so that nothing moves when the chat opens.
  if (chat.status !== 'watching') return <div className={`${row} border-transparent`} />;
  if (chat.as === 'guest') {
    return (
      <div className={`${row} ${edge}`}>
        <Button className="w-full" {...opens('Register')} onClick={() => openModal({ type: 'Register' })}>
          {t('chat.guestSays', { name })}
        </Button>
      </div>
    );
  }
  const write = (line: string) => {
    setText(line);
    keepPart({ line });
  };
  const left = CHAT_MESSAGE_MAX - lengthOf(text.trim());
  const isSayable = text.trim() !== '' && left >= 0 && wait === null;
  const countText =
    left < 0 ? t('chat.tooLong', { count: -left }) : t('chat.charactersLeft', { count: left });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSayable) return;
    const say = () => {
      void sendMessage(text).then((isMasked) => isMasked && addNotice('chat.masked'));
      write('');
    };
    underUsername(say);
  };
  return (
    <form onSubmit={submit} className={`${row} ${edge}`}>
      <div className="min-w-0 flex-1">
        {chat.as === 'phone' && <Rename sender={chat.sender} />}
        {wait && <Waiting wait={wait} name={name} id={`${id}-wait`} />}
        {left <= COUNT_FROM && (
          <p
            id={id}
            className={`mb-1.5 w-fit rounded-sm bg-surface px-1.5 py-0.5 text-xs tabular-nums ${left < 0 ? 'font-semibold text-danger' : 'text-ink-soft'}`}
          >
            {countText}
          </p>
        )}
        <p role="status" className="sr-only">
          {left <= COUNT_FROM && (left % 10 === 0 || left === -1) ? countText : ''}
        </p>
        <input
          value={text}
          onChange={(event) => write(event.target.value)}
          aria-label={t('chat.placeholder')}
          placeholder={t('chat.placeholder')}
          aria-invalid={left < 0 || undefined}
          aria-describedby={left <= COUNT_FROM ? id : wait ? `${id}-wait` : undefined}
          autoComplete="off"
          enterKeyHint="send"
          className="min-h-11 w-full rounded-lg border border-line-strong bg-page px-3 text-ink placeholder:text-ink-soft aria-invalid:border-danger"
        />
      </div>
      <button
        type="submit"
        disabled={!isSayable}
        className="btn btn-primary tip tip-up size-11 self-end p-0 disabled:opacity-50"
        aria-label={t('chat.send')}
      >
        <SendHorizontal aria-hidden className="size-5" />
      </button>
    </form>
  );
}

/** A caller's name in the chat, which can be changed. */
function Rename({ sender }: { sender: string }) {
  const t = useT();
  return (
    <button
      type="button"
      className="mb-1 min-h-6 text-sm underline"
      {...opens('Nickname')}
      onClick={() => openModal({ type: 'Nickname' })}
    >
      {`${t('phone.rename')} (${sender})`}
    </button>
  );
}

/** Why nothing can be sent now; announced once, with a visible countdown. */
function Waiting({ wait: { why, seconds }, name, id }: { wait: Wait; name: string; id: string }) {
  const t = useT();
  const key = seconds === null ? 'chat.wait.mutedForGood' : (`chat.wait.${why}` as const);
  const text = t(key, { name, time: shortClockOf(seconds ?? 0) });
  const [announcement] = useState(text);
  return (
    <>
      <p id={id} className="mb-1.5 w-fit rounded-sm bg-surface px-1.5 py-0.5 text-ink text-xs tabular-nums">
        {text}
      </p>
      {why === 'muted' && (
        <p role="status" className="sr-only">
          {announcement}
        </p>
      )}
    </>
  );
}
