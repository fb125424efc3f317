import { Archive, BellOff, Heart } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import type { Conversation } from '#contract/messaging/conversations.ts';
import { timeLabel } from '#lib/messaging/labels/labels.ts';
import { unreadText } from '#lib/shell/unread.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { Face } from '../Face.tsx';
import { useClock } from '../reader.ts';

interface RowProps {
  conversation: Conversation;
  href: string;
  isCurrent: boolean;
  /** Whether it is the row reached by Tab; arrow keys reach the other rows. */
  isEntry: boolean;
  onOpen: (conversation: Conversation) => void;
}

/** A plain click; with a modifier key the browser opens the link. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export const ConversationRow = memo(({ conversation, href, isCurrent, isEntry, onOpen }: RowProps) => {
  const t = useT();
  const clock = useClock();
  const { other, message, unread } = conversation;
  const count = unreadText(unread);
  return (
    <a
      href={href}
      tabIndex={isEntry ? 0 : -1}
      aria-current={isCurrent ? 'true' : undefined}
      data-unread={unread > 0 || undefined}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        onOpen(conversation);
      }}
      className="messenger-row"
    >
      <Face who={other} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">
            <bdi translate="no">{other.username}</bdi>
            {(other.onlineStatus ?? 0) > 0 && <span className="sr-only">{`, ${t('messenger.online')}`}</span>}
          </span>
          {message && (
            <time dateTime={message.createdAt} className="shrink-0 text-ink-soft text-xs">
              {timeLabel(new Date(message.createdAt), clock)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-2 text-sm">
          <span
            className={`min-w-0 flex-1 truncate ${unread > 0 ? 'font-semibold text-ink' : 'text-ink-soft'}`}
          >
            {message?.owner === 'self' && <span>{`${t('messenger.selfPreview')} `}</span>}
            <bdi>
              {message?.type === 'media' && message.content === ''
                ? t('messenger.photo.word')
                : message?.content}
            </bdi>
          </span>
          <Marks conversation={conversation} />
          {count && (
            <span className="min-w-5 shrink-0 rounded-full bg-accent px-1.5 text-center font-bold text-on-accent text-xs">
              <span aria-hidden translate="no">
                {count}
              </span>
              <span className="sr-only">{t('messenger.unread', { count: unread })}</span>
            </span>
          )}
        </span>
      </span>
    </a>
  );
});

function Marks({ conversation: { favorite, muted, archived } }: { conversation: Conversation }) {
  const t = useT();
  const look = 'size-3.5 shrink-0 text-ink-soft';
  return (
    <>
      {favorite && <Heart role="img" aria-label={t('messenger.filter.favourites')} className={look} />}
      {muted && <BellOff role="img" aria-label={t('messenger.muted')} className={look} />}
      {archived && <Archive role="img" aria-label={t('messenger.filter.archived')} className={look} />}
    </>
  );
}
