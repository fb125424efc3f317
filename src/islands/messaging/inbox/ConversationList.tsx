import { MessagesSquare } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { own } from '#contract/input.ts';
import type { Conversation, Participant } from '#contract/messaging/conversations.ts';
import { hasMore, type Inbox, loadMoreConversations, reloadInbox } from '#lib/messaging/inbox/inbox.ts';
import { shownOf } from '#lib/messaging/suggestions.ts';
import { Button, Spinner } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { ListTools, Suggestions } from './ListTools.tsx';

export const NoMessages = () => (
  <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-ink">
    <MessagesSquare aria-hidden className="size-7" strokeWidth={1.75} />
  </span>
);

interface ListProps {
  inbox: Inbox;
  /** The other side's id in the shown conversation. */
  current: number | null;
  hrefOf: (conversation: Conversation) => string;
  /** The page of a conversation that does not exist yet; null if only the other side begins one. */
  newHrefOf: ((other: Participant) => string) | null;
  /** Where an empty list leads; null for nowhere. */
  outHref: string | null;
  onOpen: (conversation: Conversation) => void;
}

/** Keyboard steps of the focus among the rows. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function ConversationList({ inbox, current, hrefOf, newHrefOf, outHref, onOpen }: ListProps) {
  const t = useT();
  const shown = shownOf(inbox);
  const [focused, setFocused] = useState(-1);
  const entry = Math.max(
    0,
    focused >= 0
      ? Math.min(focused, shown.length - 1)
      : shown.findIndex(({ other }) => other.userid === current),
  );
  const { list, from, to } = useWindow(shown.length, focused, () => {
    if (inbox.more === 'idle') void loadMoreConversations();
  });
  const move = (event: KeyboardEvent) => {
    const step = own(steps, event.key);
    if (!step || shown.length === 0) return;
    event.preventDefault();
    const next = step(entry, shown.length);
    setFocused(next);
    // After the row is rendered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus());
  };
  return (
    <section
      aria-label={t('messenger.list')}
      className="flex min-h-0 min-w-0 flex-col max-lg:in-data-open:hidden lg:border-e lg:border-e-line"
    >
      <h1 className="px-4 pt-4 font-bold text-xl">{t('messenger.name')}</h1>
      <ListTools inbox={inbox} />
      {/* Rows out of view are replaced by empty space, so the browser has no scroll anchor. */}
      <div
        ref={list}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        {shown.length > 0 && (
          <ul onKeyDown={move} onBlur={() => setFocused(-1)} aria-label={t('messenger.list')}>
            {from > 0 && <Space rows={from} />}
            {shown.slice(from, to).map((conversation, index) => (
              <li
                key={conversation.id}
                data-row={from + index}
                aria-setsize={shown.length}
                aria-posinset={from + index + 1}
                onFocus={() => setFocused(from + index)}
              >
                <ConversationRow
                  conversation={conversation}
                  href={hrefOf(conversation)}
                  isCurrent={conversation.other.userid === current}
                  isEntry={from + index === entry}
                  onOpen={onOpen}
                />
              </li>
            ))}
            {to < shown.length && <Space rows={shown.length - to} />}
          </ul>
        )}
        <Below inbox={inbox} count={shown.length} outHref={outHref} />
        {newHrefOf && <Suggestions inbox={inbox} hrefOf={newHrefOf} />}
      </div>
    </section>
  );
}

/** As high as the rows that are not rendered. */
const Space = ({ rows }: { rows: number }) => (
  <li aria-hidden ref={(element) => element?.style.setProperty('height', `${rows * ROW_HEIGHT}px`)} />
);

/** Loading, empty, failure or the end of the list. */
function Below({ inbox, count, outHref }: { inbox: Inbox; count: number; outHref: string | null }) {
  const t = useT();
  const { status, more, filter, query } = inbox;
  if (status === 'failed' || more === 'failed') {
    const again = status === 'failed' ? reloadInbox : loadMoreConversations;
    return (
      <div role="alert" className="p-6 text-center">
        <p>{t('messenger.failed')}</p>
        <Button look="quiet" className="mt-3" onClick={() => void again()}>
          {t('messenger.retry')}
        </Button>
      </div>
    );
  }
  if (status === 'loading' || more === 'loading') {
    return (
      <p role="status" className="grid place-items-center p-6">
        <Spinner className="size-6 text-accent-ink" />
        <span className="sr-only">{t('messenger.loading')}</span>
      </p>
    );
  }
  if (hasMore(inbox)) {
    return (
      <Button look="quiet" className="mx-auto my-3 flex" onClick={() => void loadMoreConversations()}>
        {t('messenger.more')}
      </Button>
    );
  }
  if (count > 0) return null;
  if (query.trim() || filter !== 'all') {
    const why = query.trim()
      ? t('messenger.empty.query', { query: query.trim() })
      : t(`messenger.empty.${filter}`);
    return <p className="p-6 text-center text-ink-soft">{why}</p>;
  }
  return (
    <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
      <NoMessages />
      <p className="mt-2 font-semibold">{t('messenger.empty.all')}</p>
      <p className="text-ink-soft">{t('messenger.pickNone')}</p>
      {outHref !== null && (
        <a href={outHref} className="btn btn-primary mt-3">
          {t('messenger.empty.out')}
        </a>
      )}
    </div>
  );
}

/** Row height in px, same as in the style sheet. */
const ROW_HEIGHT = 72;
/** Rows beyond the edges, so that scrolling shows no gaps. */
const BEYOND = 8;
/** Rows before the first measurement: what the server renders. */
const FIRST = 20;

interface Window {
  list: RefObject<HTMLDivElement | null>;
  from: number;
  to: number;
}

/** Renders only the visible rows. `keep`: index of the focused row, which stays. */
function useWindow(count: number, keep: number, onEnd: () => void): Window {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: FIRST });
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      const first = Math.floor(element.scrollTop / ROW_HEIGHT);
      const last = Math.ceil((element.scrollTop + element.clientHeight) / ROW_HEIGHT);
      setView((before) => {
        const next = { from: Math.max(0, first - BEYOND), to: last + BEYOND };
        return next.from === before.from && next.to === before.to ? before : next;
      });
      if (last + BEYOND >= count) latest.current();
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [count]);
  const isKept = keep >= 0 && keep < count;
  return {
    list,
    from: Math.min(view.from, isKept ? keep : count),
    to: Math.min(count, Math.max(view.to, isKept ? keep + 1 : 0)),
  };
}
