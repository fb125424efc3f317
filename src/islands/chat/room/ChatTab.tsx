import { useEffect, useRef } from 'react';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { $messages, $outgoing, isOwn, type Outgoing, sendMessageAgain } from '#lib/chat/room/messages.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { pageLocale } from '../../Mount.tsx';
import { useT } from '../../ui/Messages.tsx';
import { useLive } from '../session/use-live.ts';
import { Composer } from './Composer.tsx';

/** px from the end within which the list follows new messages. */
const NEAR_END = 80;

export function ChatTab({ name }: { name: string }) {
  const t = useT();
  const chat = useLive($chat);
  const messages = useLive($messages);
  const outgoing = useLive($outgoing);
  const list = useStickyEnd(messages.length + outgoing.length);
  const me = chat.status === 'watching' ? chat.sender : '';
  const isQuiet = messages.length === 0 && outgoing.length === 0;
  return (
    <div className="flex h-full min-h-0 flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard */}
      <div ref={list} role="log" aria-label={t('chat.log')} tabIndex={0} className="stream-log">
        {isQuiet && (
          <p className="my-auto w-full text-center text-ink-soft max-lg:text-white/80">
            {t(chat.status === 'watching' ? 'chat.quiet' : 'chat.notYet', { name })}
          </p>
        )}
        {messages.map((message) => (
          <Message key={message.id} message={message} own={isOwn(message, me)} />
        ))}
        {outgoing.map((message) => (
          <OutgoingMessage key={message.clientId} message={message} />
        ))}
      </div>
      <Composer chat={chat} name={name} />
    </div>
  );
}

/** Scrolls to the newest message unless the reader has scrolled up. */
function useStickyEnd(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const element = list.current;
    const note = () => {
      if (element)
        follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what makes it scroll
  useEffect(() => {
    if (follows.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return list;
}

function Message({ message, own }: { message: ChatMessage; own: boolean }) {
  const t = useT();
  if (message.messageType === 'notice' || message.messageType === 'room') {
    return <p className="text-center text-ink-soft text-sm max-lg:text-white/80">{message.message}</p>;
  }
  if (message.messageType === 'tip' || message.messageType === 'tip-cybertoy') {
    return (
      <p className="stream-tip" data-kind="tip">
        <b>{t('chat.tipLine', { name: message.sender, amount: tipOf(message) })}</b>
        {message.message && <span className="block">{message.message}</span>}
      </p>
    );
  }
  const color =
    message.messageType === 'host'
      ? 'text-accent-ink max-lg:text-white'
      : own
        ? 'text-positive max-lg:text-white'
        : '';
  return (
    <p className="break-words" data-kind={message.messageType}>
      <b className={color}>{message.sender}</b> {message.message}
    </p>
  );
}

const tipOf = ({ amount }: ChatMessage): string => (amount ?? 0).toLocaleString(pageLocale());

function OutgoingMessage({ message }: { message: Outgoing }) {
  const t = useT();
  const failed = message.delivery === 'failed';
  return (
    <p className={`break-words ${failed ? '' : 'opacity-60'}`} data-kind="outgoing">
      {message.message}{' '}
      {failed ? (
        <span role="alert" className="font-semibold text-danger text-sm max-lg:text-white">
          {t('chat.notSent')}{' '}
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
