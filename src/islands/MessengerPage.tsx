import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useMemo, useState } from 'react';
import { brand } from '#content/brand/index.ts';
import type { Locale } from '#contract/locales.ts';
import type { Member } from '#contract/member/account-calls.ts';
import { routes } from '#contract/routes.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { currentMember } from '#lib/member/account/current-member.ts';
import { type ConversationState, openingState } from '#lib/messaging/conversation/conversation.ts';
import { $inbox, firstInbox } from '#lib/messaging/inbox/inbox.ts';
import type { ListAnswer } from '#lib/messaging/inbox/list.ts';
import {
  $current,
  type FirstConversation,
  leaveConversation,
  openMessenger,
  showConversation,
} from '#lib/messaging/messenger.ts';
import { watchKeyboard } from '#lib/shell/keyboard-inset.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { createLink } from '#lib/site/link.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { ConversationView } from './messaging/conversation/ConversationView.tsx';
import { ConversationList } from './messaging/inbox/ConversationList.tsx';
import { ClockContext, useOwnClock } from './messaging/use-clock.ts';
import { MessagesProvider, useT } from './ui/Messages.tsx';

interface MessengerProps {
  member: Member;
  /** Null if it could not be read. */
  list: ListAnswer | null;
  conversation: FirstConversation | null;
  locale: Locale;
  affiliate: Affiliate;
  /** ms since the epoch. */
  renderedAt: number;
}

export function MessengerPage({ messages, ...page }: MessengerProps & { messages: MessageTree }) {
  return (
    <MessagesProvider messages={messages} locale={page.locale}>
      <Messenger {...page} />
    </MessagesProvider>
  );
}

/** List and conversation side by side; on a phone only one of them. */
function Messenger({ member, list, conversation: first, locale, affiliate, renderedAt }: MessengerProps) {
  const t = useT();
  const clock = useOwnClock(locale, renderedAt);
  const link = useMemo(() => createLink(locale, affiliate), [locale, affiliate]);
  const hrefOf = useMemo(() => (username: string) => link(routes.conversation(username)), [link]);
  const [isOpen, setOpen] = useState(false);
  useEffect(watchKeyboard, []);
  useEffect(() => {
    currentMember.setMember({ ...member, credits: $wallet.get().credits ?? member.credits });
    const leave = openMessenger(list, first);
    setOpen(true);
    return leave;
  }, [member, list, first]);
  const inbox = useStore($inbox, { ssr: 'initial' }) ?? firstInbox(list);
  const current = useStore($current, { ssr: 'initial' });
  const shown = isOpen ? current : null;
  const [opening] = useState(() => atom<ConversationState | null>(first && openingState(first)));
  const live = useStore<typeof opening>((shown?.$state ?? opening) as typeof opening);
  const state = isOpen && !current ? null : live;
  useAddress({ isOpen, state, link, name: t('messenger.name') });
  const known = inbox.conversations.find(({ other }) => other.userid === state?.other.userid);
  return (
    <ClockContext value={clock}>
      {/* messenger.css hides the page's header by the class `messenger`. */}
      <div
        data-open={state ? true : undefined}
        className="messenger grid h-[calc(100dvh-var(--header-height))] min-h-96 bg-surface max-lg:data-open:h-[calc(100dvh-var(--keyboard,0px))] max-lg:data-open:min-h-0 lg:grid-cols-[22rem_minmax(0,1fr)]"
      >
        <ConversationList
          inbox={inbox}
          current={state?.other.userid ?? null}
          hrefOf={hrefOf}
          newHrefOf={({ userid, username }) =>
            link(routes.newConversation, { modelId: String(userid), model: username })
          }
          outHref={link(routes.home)}
          onOpen={showConversation}
        />
        {state ? (
          <ConversationView
            state={state}
            conversation={shown}
            known={known}
            profileHref={link(routes.profile(state.other.username))}
            listHref={link(routes.messenger)}
            onLeave={leaveConversation}
          />
        ) : (
          <p className="flex min-h-0 min-w-0 flex-col items-center justify-center p-8 text-ink-soft max-lg:hidden">
            {t('messenger.pick')}
          </p>
        )}
      </div>
    </ClockContext>
  );
}

interface Address {
  isOpen: boolean;
  state: ConversationState | null;
  link: ReturnType<typeof createLink>;
  name: string;
}

/** Keeps the URL in step with the shown conversation; going back shows the former one. */
function useAddress({ isOpen, state, link, name }: Address): void {
  const username = state?.other.username;
  const isPreset = state?.id === null;
  useEffect(() => {
    if (!isOpen) return;
    document.title = [username, name, brand.name].filter(Boolean).join(' · ');
    // The page of a new conversation keeps its URL until the first message has created one.
    if (isPreset) return;
    const href = link(username === undefined ? routes.messenger : routes.conversation(username));
    const { pathname } = new URL(href, location.origin);
    if (location.pathname === pathname) return;
    if (location.pathname.endsWith(routes.newConversation)) history.replaceState(null, '', href);
    else history.pushState(null, '', href);
  }, [isOpen, username, isPreset, link, name]);
  useEffect(() => {
    const back = () => {
      const path = decodeURIComponent(location.pathname);
      if (path.endsWith(routes.messenger)) return leaveConversation();
      const wanted = $inbox.get()?.conversations.find(({ other }) => path.endsWith(`/${other.username}`));
      if (wanted) showConversation(wanted);
      else location.reload();
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
}
