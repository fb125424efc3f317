import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import type { MessagingPushes, ReadMark } from '#contract/messaging/events.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { log } from '../../shell/log.ts';
import { $unread } from '../../shell/unread.ts';
import { $inbox, changeInbox, reloadInbox, showState } from '../inbox/inbox.ts';
import { withFavourite, withNews, withReadMark } from '../inbox/list.ts';
import { $party } from '../party/party.ts';
import { openConversations, openedOf } from './open-conversations.ts';

/** ms (platform spec 4): the response to the sender comes first. */
export const HANDLED_AFTER_MS = 100;

/** The last unread message of the other side. */
export const $news = atom<PrivateMessage | null>(null);

/** By conversation: a read mark may arrive before its message is handled. */
const readUpTo = new Map<number, number>();

/** Follows messages and marks of all conversations. Returns a stop function. */
export function listenToMessages(): () => void {
  const { on, onConnection } = $party.get().socket;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (message: PrivateMessage) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      receive(message);
    }, HANDLED_AFTER_MS);
    timers.add(timer);
  };
  const favourite =
    (favorite: boolean) =>
    ({ performerId }: { performerId: number }) =>
      changeInbox(({ conversations }) => ({
        conversations: withFavourite(conversations, performerId, favorite),
      }));
  const stops = [
    on('private-message', ({ message }) => later(message)),
    on('message-read', noteRead),
    on('conversation-state', noteState),
    on('favourite-add', favourite(true)),
    on('favourite-remove', favourite(false)),
    onConnection((state) => {
      if (state === 'connected') catchUp();
    }),
    $inbox.listen(adoptPresets),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const timer of timers) clearTimeout(timer);
    readUpTo.clear();
    $news.set(null);
  };
}

/** Fetches pushes missed since the page was rendered, or during a disconnect. The list reloads by itself. */
function catchUp(): void {
  for (const conversation of openConversations()) void conversation.catchUp();
}

/** Whether the conversation is known and the receiver is neither of its sides (platform spec 8). */
function isForSomebodyElse({ conversation, receiver }: PrivateMessage): boolean {
  const known = $inbox.get()?.conversations.find(({ id }) => id === conversation);
  return known !== undefined && receiver !== known.self.id && receiver !== known.other.id;
}

function receive(message: PrivateMessage): void {
  const { conversation, seq, owner } = message;
  if (isForSomebodyElse(message)) {
    log.warn('Message whose receiver is not in its conversation', conversation);
    return;
  }
  const opened = openedOf(conversation);
  const isSeen = opened?.isSeen() ?? false;
  const isRead = isSeen || seq <= (readUpTo.get(conversation) ?? 0);
  noteMessage(message, isRead);
  // The first message with a recipient who is open here as a preset may have been sent or received on another page.
  if (!opened && hasPresets()) void reloadInbox();
  opened?.receive(message);
  if (owner === 'other' && !isSeen)
    $party
      .get()
      .markMessageDelivered(message.id)
      .catch((error: unknown) => log.info('Message could not be marked as delivered', labelOf(error)));
  if (owner === 'other' && !isRead) $news.set(message);
}

const hasPresets = (): boolean => openConversations().some(({ $state }) => $state.get().id === null);

function adoptPresets(): void {
  if (!hasPresets()) return;
  for (const { id, other } of $inbox.get()?.conversations ?? [])
    for (const open of openConversations()) if (open.recipient === other.userid) open.adopt(id);
}

/** Handles the caller's own marks from another page; the open conversation handles those of the other side. */
function noteRead({ conversation, reader, seq }: ReadMark): void {
  if (reader !== 'self') return;
  readUpTo.set(conversation, Math.max(seq, readUpTo.get(conversation) ?? 0));
  changeInbox(({ conversations }) => {
    const next = withReadMark(conversations, { conversation, seq });
    if (!next) {
      void reloadInbox();
      return {};
    }
    const before = conversations.find(({ id }) => id === conversation)?.unread ?? 0;
    $unread.set(Math.max(0, $unread.get() - before));
    return { conversations: next };
  });
}

/** Handles a change made here or on another page of the same side. */
function noteState({ conversation, state, unread }: MessagingPushes['conversation-state']): void {
  $unread.set(unread);
  showState(conversation, state);
  const inbox = $inbox.get();
  const isIn = (inbox?.filter === 'archived' ? 'archive' : 'unarchive') === state;
  if (isIn && !inbox?.conversations.some(({ id }) => id === conversation)) void reloadInbox();
}

/** Adds a message to the list of conversations, and reloads the list if that is not enough (platform spec 4). */
export function noteMessage(message: PrivateMessage, isRead: boolean): void {
  const inbox = $inbox.get();
  const counts = message.owner === 'other' && !isRead;
  if (!inbox) {
    if (counts) $unread.set($unread.get() + 1);
    return;
  }
  const { filter, sort, conversations } = inbox;
  const next = withNews(conversations, message, { filter, sort, isRead });
  if (!next) void reloadInbox();
  else if (next !== conversations) {
    changeInbox(({ total }) => ({
      conversations: next,
      total: total - (conversations.length - next.length),
    }));
    if (counts) $unread.set($unread.get() + 1);
  }
}
