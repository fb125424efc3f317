import { Check, CheckCheck, Clock3, Users } from 'lucide-react';
import { memo, useState } from 'react';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { clockLabel, refusalText } from '#lib/messaging/labels/labels.ts';
import { sendAgain, withdraw } from '#lib/messaging/sending/send.ts';
import { ownPhoto, type Unsent } from '#lib/messaging/sending/unsent.ts';
import type { Delivery } from '#lib/messaging/thread/thread.ts';
import type { OpenConversation } from '../../../lib/messaging/opened/open-conversations.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { PhotoBubble } from '../photos/PhotoBubble.tsx';
import { useClock, useSide } from '../reader.ts';

interface BubbleProps {
  message: PrivateMessage;
  name: string;
  /** Delivery of an own message; null for others'. */
  delivery: Delivery | null;
  /** Credits of it that were given back. */
  returned?: number | undefined;
  /** Null until hydration. */
  conversation: OpenConversation | null;
}

const icons = { 'not-sent': Clock3, sent: Check, delivered: CheckCheck, read: CheckCheck } as const;

/** Distinguished by side, shape and words, not only by colour. */
export const Bubble = memo(({ message, name, delivery, returned, conversation }: BubbleProps) => {
  const t = useT();
  const clock = useClock();
  const { owner, content, createdAt, mass, attachment } = message;
  return (
    <li data-owner={owner} className="messenger-bubble">
      <span className="sr-only">
        {`${owner === 'self' ? t('messenger.self') : t('messenger.from', { name })}: `}
      </span>
      {attachment && (
        <PhotoBubble message={message} attachment={attachment} name={name} conversation={conversation} />
      )}
      <MessageText content={content} />
      {returned !== undefined && (
        <span className="block text-sm">{t('messenger.returned', { count: returned })}</span>
      )}
      <span className="messenger-meta">
        {mass && (
          <span className="flex items-center gap-1">
            <Users aria-hidden className="size-3.5" />
            <span>{t('messenger.mass')}</span>
          </span>
        )}
        <time dateTime={createdAt} translate="no">
          {clockLabel(new Date(createdAt), clock)}
        </time>
        {delivery && <State state={delivery} />}
      </span>
    </li>
  );
});

function State({ state }: { state: Delivery | 'not-sent' }) {
  const t = useT();
  const Icon = icons[state];
  return (
    <span data-state={state} className="flex items-center gap-1">
      <Icon aria-hidden className="size-3.5" />
      <span>{t(`messenger.state.${state}`)}</span>
    </span>
  );
}

/** A message the server has not confirmed. */
export function UnsentBubble({ one }: { one: Unsent }) {
  const t = useT();
  const { clientId, text, attachment, state, label } = one;
  const side = useSide();
  const stopped = label ? t(refusalText(label, side)) : t('messenger.notSent');
  return (
    <li data-owner="self" data-unsent className="messenger-bubble">
      <span className="sr-only">{`${t('messenger.self')}: `}</span>
      {attachment !== null && <OwnPhoto id={attachment} />}
      <MessageText content={text} />
      <span className="messenger-meta">
        <State state="not-sent" />
      </span>
      {state !== 'sending' && (
        <span className="mt-1 block text-sm">
          <span role="alert">{state === 'waiting' ? t('messenger.waiting') : stopped}</span>{' '}
          <button type="button" className="min-h-6 underline" onClick={() => void sendAgain(clientId)}>
            {t('messenger.retry')}
          </button>{' '}
          <button type="button" className="min-h-6 underline" onClick={() => withdraw(one)}>
            {t('messenger.discard')}
          </button>
        </span>
      )}
    </li>
  );
}

/** After a reload it is shown as text only; the picture is on the server. */
function OwnPhoto({ id }: { id: string }) {
  const t = useT();
  const address = ownPhoto(id);
  if (address === null) return <span>{t('messenger.photo.word')}</span>;
  return (
    <img
      src={address}
      alt={t('messenger.photo.own')}
      className="max-h-32 w-32 rounded-[0.625rem] object-contain"
    />
  );
}

/** Maximum lines shown before a longer text is unfolded. */
const LINES_MAX = 12;
/** All line breaks of a browser if white space is kept. */
const lineBreak = /\r\n|[\n\r\f\v\u0085\u2028\u2029]/;

/** Shows a message as plain text. A long one is folded, so that it does not push others out of sight. */
function MessageText({ content }: { content: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const lines = content.split(lineBreak);
  const isLong = lines.length > LINES_MAX;
  const shown = isLong && !isOpen ? `${lines.slice(0, LINES_MAX).join('\n').trimEnd()}…` : content;
  return (
    <>
      <bdi className="wrap-anywhere whitespace-pre-wrap">{shown}</bdi>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="block min-h-6 text-sm underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('messenger.fold') : t('messenger.unfold', { count: lines.length })}
        </button>
      )}
    </>
  );
}
