import { ArrowLeft } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import type { Conversation } from '#contract/messaging/conversations.ts';
import type {
  ConversationState,
  OpenConversation,
} from '../../../lib/messaging/opened/open-conversations.ts';
import { type Elements, useT } from '../../ui/controls/Messages.tsx';
import { Face } from '../Face.tsx';
import { NoticeQuestion } from '../notices/NoticeQuestion.tsx';
import { ConversationMenu } from './ConversationMenu.tsx';
import { Editor } from './Editor.tsx';
import { Lane } from './Lane.tsx';

interface ViewProps {
  state: ConversationState;
  /** Null until hydration. */
  conversation: OpenConversation | null;
  /** The conversation as it is in the list. */
  known: Conversation | undefined;
  /** Null if the other side has no profile. */
  profileHref: string | null;
  listHref: string;
  /** Below the name of the other side. */
  about?: Elements;
  onLeave: () => void;
}

export function ConversationView(props: ViewProps) {
  const { state, conversation, known, profileHref, listHref, about, onLeave } = props;
  const t = useT();
  const { other, id } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  useSeen(conversation);
  const isOpenedHere = useRef(false);
  useEffect(() => {
    // If opened from the list, it gets the focus; a page rendered with it does not move the focus.
    if (isOpenedHere.current) heading.current?.focus();
    isOpenedHere.current = conversation !== null;
  }, [conversation]);
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    onLeave();
  };
  const name = other.username;
  return (
    <section aria-labelledby="conversation-with" className="flex min-h-0 min-w-0 flex-col">
      <div className="flex items-center gap-3 border-line border-b px-3 py-2">
        <a
          href={listHref}
          onClick={leave}
          aria-label={t('messenger.back')}
          className="btn btn-quiet px-2.5 lg:hidden"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </a>
        <Face who={other} />
        <div className="min-w-0 flex-1">
          <h2
            id="conversation-with"
            ref={heading}
            tabIndex={-1}
            className="truncate font-bold text-lg outline-none"
          >
            {profileHref === null ? (
              <bdi translate="no">{name}</bdi>
            ) : (
              <a href={profileHref} title={t('messenger.profile', { name })} className="hover:underline">
                <bdi>{name}</bdi>
              </a>
            )}
          </h2>
          {(other.onlineStatus ?? 0) > 0 && <p className="text-ink-soft text-xs">{t('messenger.online')}</p>}
        </div>
        {id !== null && (
          <ConversationMenu
            known={known ?? { id, archived: false, favorite: false, muted: false, blocked: false }}
            name={name}
          />
        )}
      </div>
      {about}
      {known?.blocked && <p className="bg-sunken px-4 py-2 text-sm">{t('messenger.blocked', { name })}</p>}
      <Lane key={other.userid} state={state} conversation={conversation} />
      <NoticeQuestion />
      <Editor key={`editor-${other.userid}`} conversation={conversation} />
    </section>
  );
}

/** Marks messages as read while the page is visible. */
function useSeen(conversation: OpenConversation | null): void {
  useEffect(() => {
    if (!conversation) return;
    const look = () => conversation.see(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      conversation.see(false);
    };
  }, [conversation]);
}
