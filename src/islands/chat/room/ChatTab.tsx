import { useEffect, useRef } from 'react';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { $messages, $outgoing, isOwn, type Outgoing, sendMessageAgain } from '#lib/chat/room/messages.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { useT } from '../../ui/Messages.tsx';
import { useLive } from '../session/use-live.ts';
import { Composer } from './Composer.tsx';

/** A viewer who has scrolled up by less than this (px) still follows the newest line. */
const NEAR_END = 80;

/** What is said in the room, and the field to say something. */
export function ChatTab({ name }: { name: string }) {
  const t = useT();
  const chat = useLive($chat);
  const lines = useLive($messages);
  const outgoing = useLive($outgoing);
  const list = useStickyEnd(lines.length + outgoing.length);
  const me = chat.status === 'watching' ? chat.sender : '';
  const isQuiet = lines.length === 0 && outgoing.length === 0;
  return (
    <div className="flex h-full min-h-0 flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard */}
      <div ref={list} role="log" aria-label={t('chat.log')} tabIndex={0} className="stream-log">
        {isQuiet && (
          <p className="my-auto w-full text-center text-ink-soft max-lg:text-white/80">
            {t(chat.status === 'watching' ? 'chat.quiet' : 'chat.notYet', { name })}
          </p>
        )}
        {lines.map((line) => (
          <Line key={line.id} line={line} own={isOwn(line, me)} />
        ))}
        {outgoing.map((line) => (
          <OutgoingLine key={line.clientId} line={line} />
        ))}
      </div>
      <Composer chat={chat} name={name} />
    </div>
  );
}

/** Keeps the newest line in sight, unless the reader has scrolled up. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what makes it scroll
  useEffect(() => {
    if (follows.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return list;
}

function Line({ line, own }: { line: ChatMessage; own: boolean }) {
  const t = useT();
  if (line.messageType === 'notice' || line.messageType === 'room') {
    return <p className="text-center text-ink-soft text-sm max-lg:text-white/80">{line.message}</p>;
  }
  if (line.messageType === 'tip' || line.messageType === 'tip-cybertoy') {
    return (
      <p className="stream-tip" data-kind="tip">
        <b>{t('chat.tipLine', { name: line.sender, amount: line.amount ?? 0 })}</b>
        {line.message && <span className="block">{line.message}</span>}
      </p>
    );
  }
  const color =
    line.messageType === 'host'
      ? 'text-accent-ink max-lg:text-white'
      : own
        ? 'text-positive max-lg:text-white'
        : '';
  return (
    <p className="break-words" data-kind={line.messageType}>
      <b className={color}>{line.sender}</b> {line.message}
    </p>
  );
}

function OutgoingLine({ line }: { line: Outgoing }) {
  const t = useT();
  const failed = line.delivery === 'failed';
  return (
    <p className={`break-words ${failed ? '' : 'opacity-60'}`} data-kind="outgoing">
      {line.message}{' '}
      {failed ? (
        <span role="alert" className="font-semibold text-danger text-sm max-lg:text-white">
          {t('chat.notSent')}{' '}
          <button type="button" className="underline" onClick={() => void sendMessageAgain(line.clientId)}>
            {t('chat.retry')}
          </button>
        </span>
      ) : (
        <span className="sr-only">{t('chat.sending')}</span>
      )}
    </p>
  );
}
