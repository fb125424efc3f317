import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import {
  CONVERSATION_PAGE,
  type Conversation,
  type ConversationFilter,
  type ConversationSort,
  type ConversationState,
  conversationSchema,
} from '#contract/messaging/conversations.ts';
import { log } from '../../shell/log.ts';
import { $unread } from '../../shell/unread.ts';
import { $party } from '../party/party.ts';
import { type ListAnswer, type Wanted, withFirstPage, withPage, withState } from './list.ts';

/** Counters of one open inbox: a response is used only if no later request was made. */
interface Reads {
  /** Number of the latest request. */
  latest: number;
  /** Pending requests. */
  awaited: number;
  /** Responses received. */
  answers: number;
}

export interface Inbox extends Wanted {
  /** `kept`: the list this browser last stored. */
  readonly status: 'loading' | 'kept' | 'ready' | 'failed';
  readonly conversations: readonly Conversation[];
  readonly total: number;
  readonly more: 'idle' | 'loading' | 'failed';
  /** The same object while the inbox is open. */
  readonly reads: Reads;
}

/** Null outside the messenger. */
export const $inbox = atom<Inbox | null>(null);

const everything: Wanted = { filter: 'all', sort: 'interaction', query: '' };
const nothing = { conversations: [], total: 0, more: 'idle' } as const;

/** Minimum characters for a search on the server (platform spec 5). */
export const SEARCH_FROM = 3;

/**
 * Opens with the rendered list, or the one this browser kept. Reloads with each connection, as earlier pushes were
 * missed, and without a connection if nothing current is shown. Returns a stop function.
 */
export function openInbox(first: ListAnswer | null): () => void {
  const inbox = firstInbox(null);
  if (first) show(inbox, first);
  else {
    const conversations = readPreviews();
    const status = conversations.length > 0 ? 'kept' : 'loading';
    $inbox.set({ ...inbox, status, conversations, total: conversations.length });
  }
  const { onConnection, onUnreachable } = $party.get().socket;
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

/** State before the store is open. */
export const firstInbox = (first: ListAnswer | null): Inbox => ({
  ...everything,
  ...nothing,
  ...(first && { conversations: first.conversations, total: first.total }),
  status: first ? 'ready' : 'loading',
  reads: { latest: 0, awaited: 0, answers: 0 },
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

/** Changes the shown list, if there is one. */
export function changeInbox(how: (inbox: Inbox) => Partial<Inbox>): void {
  const inbox = $inbox.get();
  if (inbox) set({ ...inbox, ...how(inbox) });
}

const sentQuery = (query: string): string => (query.trim().length < SEARCH_FROM ? '' : query.trim());

const ask = ({ filter, sort, query }: Wanted, page = 1): Promise<ListAnswer> =>
  $party.get().listConversations({ filter, sort, query: sentQuery(query), page });

/** Reloads the list: after a gap, or for a message of an unknown conversation. */
export async function reloadInbox(): Promise<void> {
  const inbox = $inbox.get();
  if (!inbox) return;
  const { reads } = inbox;
  const mine = ++reads.latest;
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
    log.info('Conversations could not be read', labelOf(error));
    changeInbox((now) => (now.status === 'ready' || !isLast(now, reads, mine) ? {} : { status: 'failed' }));
  } finally {
    reads.awaited -= 1;
  }
}

/** Whether it is still the same inbox, without a later request. */
const isLast = (now: Inbox, reads: Reads, mine: number): boolean =>
  now.reads === reads && reads.latest === mine;

/** Selects another part of the conversations; known ones are shown at once. */
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

/** Searches the loaded list at once, and the server from three characters. */
export async function searchInbox(query: string): Promise<void> {
  const inbox = $inbox.get();
  if (!inbox) return;
  if (sentQuery(query) === sentQuery(inbox.query)) changeInbox(() => ({ query }));
  else await want({ query });
}

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
  const mine = reads.latest;
  changeInbox(() => ({ more: 'loading' }));
  const added = await nextPage(inbox).catch((error: unknown) => {
    log.info('Conversations could not be read', labelOf(error));
    return null;
  });
  changeInbox((now) => {
    // Another list was requested meanwhile.
    if (!isLast(now, reads, mine)) return { more: 'idle' };
    if (!added) return { more: 'failed' };
    const { conversations: known } = now;
    const conversations = added.isFirst ? withFirstPage(known, added) : withPage(known, added.conversations);
    return { conversations, more: 'idle', total: added.isLast ? conversations.length : added.total };
  });
}

/** Returns the first page with an unknown conversation: pages shift while messages arrive and conversations go. */
async function nextPage(inbox: Inbox): Promise<ListAnswer & { isFirst: boolean; isLast: boolean }> {
  const known = new Set(inbox.conversations.map(({ id }) => id));
  for (let page = Math.floor(known.size / CONVERSATION_PAGE) + 1; ; page += 1) {
    const answer = await ask(inbox, page);
    const isLast = page * CONVERSATION_PAGE >= answer.total;
    if (isLast || answer.conversations.some(({ id }) => !known.has(id)))
      return { ...answer, isFirst: page === 1, isLast };
  }
}

/** Updates the list after a change of one conversation, here or on another page. */
export function showState(id: number, state: ConversationState): void {
  changeInbox(({ conversations, filter, total }) => {
    const next = withState(conversations, id, { state, filter });
    return { conversations: next, total: total - (conversations.length - next.length) };
  });
}

/** Shows the change at once, and undoes it if the server refuses. Returns the error label, or null. */
export async function setConversationState(id: number, state: ConversationState): Promise<ErrorLabel | null> {
  const inbox = $inbox.get();
  const before = inbox?.conversations;
  const known = inbox?.reads.answers;
  showState(id, state);
  try {
    await $party.get().setConversationState({ id, state });
    // A list requested before the change does not contain it.
    if (inbox && (inbox.reads.awaited > 0 || inbox.reads.answers !== known)) await reloadInbox();
    return null;
  } catch (error) {
    log.info('Conversation could not be changed', labelOf(error));
    await reloadInbox();
    if (before && $inbox.get()?.status !== 'ready') changeInbox(() => ({ conversations: before }));
    return labelOf(error);
  }
}

const keptSchema = z.array(conversationSchema);

/** The conversations as last stored here (platform spec 3), shown until the server has responded. */
const readPreviews = (): readonly Conversation[] =>
  keptSchema.safeParse($party.get().readKept('conversations')).data ?? [];

/** Removes the entry if there are no conversations. */
function keepPreviews(conversations: readonly Conversation[]): void {
  const first = conversations.length > 0 ? conversations.slice(0, CONVERSATION_PAGE) : null;
  $party.get().keep('conversations', first);
}
