import { atom } from 'nanostores';
import type { Participant } from '#contract/messaging/conversations.ts';
import { ownerOf } from '../shell/start/session.ts';
import { openConversation } from './conversation/conversation.ts';
import { openInbox } from './inbox/inbox.ts';
import type { ListAnswer } from './inbox/list.ts';
import { renewNotices } from './notices/notices.ts';
import { listenToMessages } from './opened/incoming.ts';
import type { OpenConversation } from './opened/open-conversations.ts';
import { $party } from './party/party.ts';
import { startSending } from './sending/send.ts';
import type { OpenedConversation } from './thread/thread.ts';

/** Rendered data of the page of a conversation, or of one that does not exist yet. */
export interface FirstConversation {
  readonly id: number | null;
  readonly other: Participant;
  readonly first: OpenedConversation | null;
}

/** The conversation shown in the messenger; null if only the list is shown. */
export const $current = atom<OpenConversation | null>(null);

/** Returns a stop function, which also clears the messenger's state (platform spec 4). */
export function openMessenger(list: ListAnswer | null, conversation: FirstConversation | null): () => void {
  const stops = [
    openInbox(list),
    listenToMessages(),
    startSending(),
    $party
      .get()
      .socket.on(
        'conversation-state',
        ({ conversation: id, state }) => state === 'delete' && leaveDeleted(id),
      ),
    leaveConversation,
  ];
  if (conversation) showConversation(conversation);
  const owner = ownerOf();
  if (owner !== null) void renewNotices(owner);
  return () => {
    for (const stop of stops) stop();
  };
}

export function showConversation(
  conversation: Omit<FirstConversation, 'first'> & Partial<FirstConversation>,
): void {
  if ($current.get()?.recipient === conversation.other.userid) return;
  leaveConversation();
  $current.set(openConversation(conversation));
}

export function leaveConversation(): void {
  $current.get()?.close();
  $current.set(null);
}

/** Leaves the conversation if it is the shown one. */
export function leaveDeleted(id: number): void {
  if ($current.get()?.$state.get().id === id) leaveConversation();
}
