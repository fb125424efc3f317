import { atom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import {
  CONVERSATION_PAGE,
  type Conversation,
  type ConversationFilter,
  type ConversationSort,
  type ConversationState,
} from '#contract/messaging/conversations.ts';
import * as calls from '#contract/messaging/inbox-calls.ts';
import { call } from '../../api/call.ts';
import { onConnection, onUnreachable } from '../../api/socket.ts';
import { log } from '../../shell/log.ts';
import { type ListAnswer, type Wanted, withFirstPage, withName, withPage, withState } from './list.ts';
import { keepPreviews, readPreviews } from './previews.ts';
import { $unread } from './unread.ts';

/** Of one open inbox: an answer counts only while nothing else was asked for since. */
interface Reads {
  asked: number;
  /** Answers that are awaited. */
  awaited: number;
  /** Answers that came. */
  answers: number;
}

export interface Inbox extends Wanted {
  /** `kept`: as this browser last saw it. */
  readonly status: 'loading' | 'kept' | 'ready' | 'failed';
  readonly conversations: readonly Conversation[];
  readonly total: number;
  readonly more: 'idle' | 'loading' | 'failed';
  /** The same object as long as it is open. */
  readonly reads: Reads;
}

/** Null outside the messenger. */
export const $inbox = atom<Inbox | null>(null);

const everything: Wanted = { filter: 'all', sort: 'interaction', query: '' };
const nothing = { conversations: [], total: 0, more: 'idle' } as const;

/** Characters from which the server searches too (platform spec 5). */
export const SEARCH_FROM = 3;

/**
 * With what the page was rendered with, or what this browser kept; read with each connection, as what was pushed before
 * it was missed, and without one where there is nothing else to show. Returns how to stop.
 */
export function openInbox(first: ListAnswer | null): () => void {
  const inbox = firstInbox(null);
  if (first) show(inbox, first);
  else {
    const conversations = readPreviews();
    const status = conversations.length > 0 ? 'kept' : 'loading';
    $inbox.set({ ...inbox, status, conversations, total: conversations.length });
  }
  const stops = [
    onConnection((state) => {
      if (state === 'connected') void reloadInbox();
    }),
    onUnreachable(() => {
      if ($inbox.get()?.status !== 'ready') void reloadInbox();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    $inbox.set(null);
  };
}

/** What a page shows before the store is open. */
export const firstInbox = (first: ListAnswer | null): Inbox => ({
  ...everything,
  ...nothing,
  ...(first && { conversations: first.conversations, total: first.total }),
  status: first ? 'ready' : 'loading',
  reads: { asked: 0, awaited: 0, answers: 0 },
});

function show(inbox: Inbox, { conversations, total, unread }: ListAnswer): void {
  $unread.set(unread);
  set({ ...inbox, ...nothing, status: 'ready', conversations, total });
}

function set(inbox: Inbox): void {
  $inbox.set(inbox);
  const isWhole = inbox.filter === 'all' && inbox.sort === 'interaction' && sentQuery(inbox.query) === '';
  if (isWhole && inbox.status === 'ready') keepPreviews(inbox.conversations);
}

/** Changes the list that is shown, if there is one. */
export function changeInbox(how: (inbox: Inbox) => Partial<Inbox>): void {
  const inbox = $inbox.get();
  if (inbox) set({ ...inbox, ...how(inbox) });
}

const sentQuery = (query: string): string => (query.trim().length < SEARCH_FROM ? '' : query.trim());

const ask = ({ filter, sort, query }: Wanted, page = 1): Promise<ListAnswer> =>
  call(calls.listConversations, { filter, sort, query: sentQuery(query), page });

/** Corrects what is shown: after a gap, for a message of an unknown conversation. */
export async function reloadInbox(): Promise<void> {
  const inbox = $inbox.get();
  if (!inbox) return;
  const { reads } = inbox;
  const mine = ++reads.asked;
  reads.awaited += 1;
  try {
    const answer = await ask(inbox);
    reads.answers += 1;
    const now = $inbox.get();
    if (!now || !isLast(now, reads, mine)) return;
    if (now.status !== 'ready' || now.conversations.length <= CONVERSATION_PAGE) show(now, answer);
    else {
      $unread.set(answer.unread);
      set({
        ...now,
        status: 'ready',
        conversations: withFirstPage(now.conversations, answer),
        total: answer.total,
      });
    }
  } catch (error) {
    log.info('conversations not read', labelOf(error));
    changeInbox((now) => (now.status === 'ready' || !isLast(now, reads, mine) ? {} : { status: 'failed' }));
  } finally {
    reads.awaited -= 1;
  }
}

/** Whether it is still the same inbox, and nothing was asked for since. */
const isLast = (now: Inbox, reads: Reads, mine: number): boolean =>
  now.reads === reads && reads.asked === mine;

/** Another part of the conversations; what is known of it stands there at once. */
async function want(change: Partial<Wanted>): Promise<void> {
  const inbox = $inbox.get();
  if (!inbox) return;
  const next = { ...inbox, ...change };
  const isSame = next.filter === inbox.filter && next.sort === inbox.sort;
  const conversations = isSame ? inbox.conversations : [];
  $inbox.set({ ...next, ...nothing, status: 'loading', conversations });
  await reloadInbox();
}

export const filterInbox = (filter: ConversationFilter): Promise<void> => want({ filter });

export const sortInbox = (sort: ConversationSort): Promise<void> => want({ sort });

/** What is loaded is searched at once, the server from three characters. */
export async function searchInbox(query: string): Promise<void> {
  const inbox = $inbox.get();
  if (!inbox) return;
  if (sentQuery(query) === sentQuery(inbox.query)) changeInbox(() => ({ query }));
  else await want({ query });
}

/** Those that are shown: the search narrows what is loaded. */
export const shownOf = ({ conversations, query }: Pick<Inbox, 'conversations' | 'query'>) =>
  withName(conversations, query);

export const hasMore = ({
  conversations,
  total,
  status,
}: Pick<Inbox, 'conversations' | 'total' | 'status'>): boolean =>
  status === 'ready' && conversations.length < total;

export async function loadMoreConversations(): Promise<void> {
  const inbox = $inbox.get();
  if (!inbox || inbox.more === 'loading' || !hasMore(inbox)) return;
  const { reads } = inbox;
  const mine = reads.asked;
  changeInbox(() => ({ more: 'loading' }));
  const added = await nextPage(inbox).catch((error: unknown) => {
    log.info('conversations not read', labelOf(error));
    return null;
  });
  changeInbox((now) => {
    // Something else was asked for meanwhile.
    if (!isLast(now, reads, mine)) return { more: 'idle' };
    if (!added) return { more: 'failed' };
    const { conversations: known } = now;
    const conversations = added.isFirst ? withFirstPage(known, added) : withPage(known, added.conversations);
    return { conversations, more: 'idle', total: added.isLast ? conversations.length : added.total };
  });
}

/** Pages move while messages come and conversations go: the first one with something new. */
async function nextPage(inbox: Inbox): Promise<ListAnswer & { isFirst: boolean; isLast: boolean }> {
  const known = new Set(inbox.conversations.map(({ id }) => id));
  for (let page = Math.floor(known.size / CONVERSATION_PAGE) + 1; ; page += 1) {
    const answer = await ask(inbox, page);
    const isLast = page * CONVERSATION_PAGE >= answer.total;
    if (isLast || answer.conversations.some(({ id }) => !known.has(id)))
      return { ...answer, isFirst: page === 1, isLast };
  }
}

/** The list after a change of one conversation, made here or on another page. */
export function showState(id: number, state: ConversationState): void {
  changeInbox(({ conversations, filter, total }) => {
    const next = withState(conversations, id, { state, filter });
    return { conversations: next, total: total - (conversations.length - next.length) };
  });
}

/** Shown at once, and undone where the server refuses. Returns its label, or null. */
export async function setConversationState(id: number, state: ConversationState): Promise<ErrorLabel | null> {
  const inbox = $inbox.get();
  const before = inbox?.conversations;
  const known = inbox?.reads.answers;
  showState(id, state);
  try {
    await call(calls.setConversationState, { id, state });
    // A list that was asked for before knows nothing of it.
    if (inbox && (inbox.reads.awaited > 0 || inbox.reads.answers !== known)) await reloadInbox();
    return null;
  } catch (error) {
    log.info('conversation not changed', labelOf(error));
    await reloadInbox();
    if (before && $inbox.get()?.status !== 'ready') changeInbox(() => ({ conversations: before }));
    return labelOf(error);
  }
}
