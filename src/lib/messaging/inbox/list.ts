import type { OutputOf } from '#contract/endpoint.ts';
import type {
  Conversation,
  ConversationFilter,
  ConversationSort,
  ConversationState,
} from '#contract/messaging/conversations.ts';
import type { ReadMark } from '#contract/messaging/events.ts';
import type { listConversations } from '#contract/messaging/inbox-calls.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';

export type ListAnswer = OutputOf<typeof listConversations>;

/** Which conversations to list. */
export interface Wanted {
  readonly filter: ConversationFilter;
  readonly sort: ConversationSort;
  /** Start of a username. */
  readonly query: string;
}

type Conversations = readonly Conversation[];

/** Adds a page after the known ones, without repeats: pages shift while messages arrive. */
export function withPage(list: Conversations, page: Conversations): Conversations {
  const known = new Set(list.map(({ id }) => id));
  return [...list, ...page.filter(({ id }) => !known.has(id))];
}

/** Replaces the first page, and keeps what was loaded after it. */
export function withFirstPage(list: Conversations, { conversations, total }: ListAnswer): Conversations {
  const fresh = new Set(conversations.map(({ id }) => id));
  if (total <= conversations.length) return conversations;
  const last = conversations.at(-1);
  // Removes conversations newer than the page's end that are not on it: they no longer exist.
  return [
    ...conversations,
    ...list.filter((one) => !fresh.has(one.id) && (!last || one.updatedAt <= last.updatedAt)),
  ];
}

const passes = (filter: ConversationFilter, { message }: Conversation): boolean => {
  if (filter === 'unanswered') return message?.owner === 'other';
  return filter === 'answered' ? message?.owner === 'self' : filter !== 'archived';
};

/**
 * Adds a pushed or sent message. Returns null if the list must be reloaded: the conversation is not on it, or a
 * message before this one was missed.
 */
export function withNews(
  list: Conversations,
  message: PrivateMessage,
  { filter, sort, isRead }: Pick<Wanted, 'filter' | 'sort'> & { isRead: boolean },
): Conversations | null {
  const known = list.find(({ id }) => id === message.conversation);
  if (!known) return null;
  const before = known.message?.seq;
  if (before !== undefined && message.seq <= before) return list;
  if (before === undefined || message.seq > before + 1) return null;
  const { seq, type, content, owner, createdAt } = message;
  const counts = owner === 'other' && !isRead;
  const next: Conversation = {
    ...known,
    updatedAt: createdAt,
    // A message brings an archived conversation back.
    archived: false,
    message: { seq, type, content, owner, createdAt },
    unread: known.unread + (counts ? 1 : 0),
  };
  if (!passes(filter, next)) return list.filter((one) => one !== known);
  return sort === 'interaction'
    ? [next, ...list.filter((one) => one !== known)]
    : list.map((one) => (one === known ? next : one));
}

/** Applies the caller's read mark. Returns null if the remaining unread count must be read from the server. */
export function withReadMark(
  list: Conversations,
  { conversation, seq }: Pick<ReadMark, 'conversation' | 'seq'>,
): Conversations | null {
  const known = list.find(({ id }) => id === conversation);
  if (!known || known.unread === 0) return list;
  if (seq < (known.message?.seq ?? 0)) return null;
  return list.map((one) => (one === known ? { ...one, unread: 0 } : one));
}

export const withFavourite = (list: Conversations, performerId: number, favorite: boolean): Conversations =>
  list.map((one) => (one.other.userid === performerId ? { ...one, favorite } : one));

const changes: Readonly<Record<ConversationState, Partial<Conversation>>> = {
  archive: { archived: true },
  unarchive: { archived: false },
  favorite: { favorite: true },
  unfavorite: { favorite: false },
  mute: { muted: true },
  unmute: { muted: false },
  block: { blocked: true },
  unblock: { blocked: false },
  delete: { deleted: true },
};

/** Applies the caller's change; removes the conversation if the filter excludes it now. */
export function withState(
  list: Conversations,
  id: number,
  { state, filter }: { state: ConversationState; filter: ConversationFilter },
): Conversations {
  return list
    .map((one) => (one.id === id ? { ...one, ...changes[state] } : one))
    .filter((one) => {
      if (one.id !== id) return true;
      if (one.deleted || one.archived !== (filter === 'archived')) return false;
      return filter !== 'favourites' || one.favorite;
    });
}
