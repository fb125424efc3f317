import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import { brand } from '#content/brand/index.ts';
import type { Locale } from '#contract/locales.ts';
import type { Participant } from '#contract/messaging/conversations.ts';
import { routes } from '#contract/site/routes.ts';
import { openingState } from '#lib/messaging/conversation/conversation.ts';
import { $inbox, firstInbox, type Inbox } from '#lib/messaging/inbox/inbox.ts';
import type { ListAnswer } from '#lib/messaging/inbox/list.ts';
import {
  $current,
  type FirstConversation,
  leaveConversation,
  showConversation,
} from '#lib/messaging/messenger.ts';
import { watchKeyboard } from '#lib/shell/device.ts';
import { overlays } from '#lib/shell/late/overlays.ts';
import type { Link } from '#lib/site/links/link.ts';
import type { ConversationState } from '../../lib/messaging/opened/open-conversations.ts';
import { type Elements, useT } from '../ui/controls/Messages.tsx';
import { ConversationView } from './conversation/ConversationView.tsx';
import { ConversationList, NoMessages } from './inbox/ConversationList.tsx';
import { ClockContext, useOwnClock } from './reader.ts';

/** The first page, as it was rendered. */
export interface FirstMessages {
  /** Null if it could not be read. */
  readonly list: ListAnswer | null;
  readonly conversation: FirstConversation | null;
  readonly locale: Locale;
  /** ms since the epoch. */
  readonly renderedAt: number;
}

interface Shown {
  readonly id: number | null;
  readonly other: Participant;
}

/** URLs of one side's messenger. */
export interface MessengerPages {
  readonly link: Link;
  /** Path of the list, before language and affiliate. */
  readonly list: string;
  /** The last part of a conversation's path. */
  keyOf(conversation: Shown): string;
  /** Path of a conversation by its key. */
  pageOf(key: string): string;
  /** Null if only the other side begins a conversation. */
  readonly newPageOf: ((other: Participant) => string) | null;
  /** Null if the other side has no profile. */
  readonly profileOf: ((other: Participant) => string) | null;
  /** What a side knows of the other one, below its name. */
  readonly aboutOf?: (other: Participant) => Elements;
  /** Where an empty list leads; null for nowhere. */
  readonly outHref: string | null;
  /** Title of the page after the other side's name. */
  readonly title: string;
}

interface MessengerProps extends FirstMessages {
  pages: MessengerPages;
  /** Opens the stores; returns a stop function. */
  open: () => () => void;
}

/** List and conversation side by side; on a phone only one of them. */
export function Messenger({ list, conversation: first, locale, renderedAt, pages, open }: MessengerProps) {
  const clock = useOwnClock(locale, renderedAt);
  const [isOpen, setOpen] = useState(false);
  useEffect(watchKeyboard, []);
  useEffect(() => {
    const leave = open();
    setOpen(true);
    return leave;
  }, [open]);
  const inbox = useStore($inbox, { ssr: 'initial' }) ?? firstInbox(list);
  const current = useStore($current, { ssr: 'initial' });
  const shown = isOpen ? current : null;
  const [opening] = useState(() => atom<ConversationState | null>(first && openingState(first)));
  const live = useStore<typeof opening>((shown?.$state ?? opening) as typeof opening);
  const state = isOpen && !current ? null : live;
  useAddress(pages, { isOpen, state });
  const known = inbox.conversations.find(({ other }) => other.userid === state?.other.userid);
  const isLone = useHasNone(inbox) && inbox.conversations.length === 0 && !state;
  const { link, list: listPath, keyOf, pageOf, newPageOf, profileOf, outHref } = pages;
  return (
    <ClockContext value={clock}>
      {/* messenger.css hides the page's header by the class `messenger`. */}
      <div
        data-open={state ? true : undefined}
        data-lone={isLone ? true : undefined}
        className="messenger grid h-[calc(100dvh-var(--header-height))] min-h-96 bg-surface max-lg:data-open:h-[calc(100dvh-var(--keyboard,0px))] max-lg:data-open:min-h-0 lg:grid-cols-[22rem_minmax(0,1fr)]"
      >
        <ConversationList
          inbox={inbox}
          current={state?.other.userid ?? null}
          hrefOf={(conversation) => link(pageOf(keyOf(conversation)))}
          newHrefOf={newPageOf}
          outHref={outHref}
          onOpen={showConversation}
        />
        {state && (
          <ConversationView
            state={state}
            conversation={shown}
            known={known}
            profileHref={profileOf?.(state.other) ?? null}
            listHref={link(listPath)}
            about={pages.aboutOf?.(state.other)}
            onLeave={leaveConversation}
          />
        )}
        {!(state || isLone) && <NothingOpen />}
      </div>
    </ClockContext>
  );
}

/** Whether there are no conversations at all; what is searched for does not change that. */
function useHasNone({ status, total, filter, query }: Inbox): boolean {
  const isNone = total === 0;
  const isAsked = status === 'ready' && filter === 'all' && !query.trim();
  const [hasNone, setNone] = useState(isAsked && isNone);
  useEffect(() => {
    if (isAsked) setNone(isNone);
  }, [isAsked, isNone]);
  return hasNone;
}

/** Beside the list on a wide page. */
function NothingOpen() {
  const t = useT();
  return (
    <div className="grid place-content-center justify-items-center gap-3 bg-page p-8 text-center max-lg:hidden">
      <NoMessages />
      <p className="max-w-sm text-ink-soft">{t('messenger.pick')}</p>
    </div>
  );
}

/** Keeps the URL in step with the shown conversation; going back shows the former one. */
function useAddress(
  pages: MessengerPages,
  { isOpen, state }: { isOpen: boolean; state: ConversationState | null },
): void {
  const username = state?.other.username;
  const isPreset = state?.id === null;
  const key = state ? pages.keyOf(state) : undefined;
  /** Path of the shown page. */
  const shown = useRef('');
  useEffect(() => {
    if (!isOpen) return;
    document.title = [username, pages.title, brand.name].filter(Boolean).join(' · ');
    // The page of a new conversation keeps its URL until the first message has created one.
    if (isPreset) return;
    const href = pages.link(key === undefined ? pages.list : pages.pageOf(key));
    const { pathname } = new URL(href, location.origin);
    if (location.pathname === pathname) return;
    let isCurrent = true;
    // A menu or a dialog may have just closed.
    void overlays.settled().then(() => {
      if (!isCurrent) return;
      if (location.pathname.endsWith(routes.newConversation)) history.replaceState(null, '', href);
      else history.pushState(null, '', href);
      shown.current = location.pathname;
    });
    return () => {
      isCurrent = false;
    };
  }, [isOpen, username, key, isPreset, pages]);
  useEffect(() => {
    const back = () => {
      // An entry of a menu or a dialog has the same path.
      if (location.pathname === shown.current) return;
      shown.current = location.pathname;
      const path = decodeURIComponent(location.pathname);
      if (path.endsWith(pages.list)) return leaveConversation();
      const wanted = $inbox.get()?.conversations.find((one) => path.endsWith(`/${pages.keyOf(one)}`));
      if (wanted) showConversation(wanted);
      else location.reload();
    };
    shown.current = location.pathname;
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [pages]);
}
