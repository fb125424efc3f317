import { labelOf } from '#contract/errors.ts';
import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { log } from '../../shell/log.ts';
import { $unread } from '../../shell/unread.ts';
import { changeInbox, reloadInbox } from '../inbox/inbox.ts';
import { withReadMark } from '../inbox/list.ts';
import { $party } from '../party/party.ts';
import { lastUnread, withOwnRead } from '../thread/thread.ts';
import type { ChangeThread, HeldThread } from './reading.ts';

interface ReadMarking {
  isSeen(): boolean;
  /** Sets whether the conversation is visible. */
  see(isSeen: boolean): void;
  /** Marks the messages as read if the conversation is visible. */
  markRead(): Promise<void>;
}

/** Marks a conversation's messages as read while it is visible, one request at a time. */
export function createReadMarking($held: HeldThread, change: ChangeThread): ReadMarking {
  let isSeen = false;
  let isMarking = false;

  const markRead = async (): Promise<void> => {
    const last = lastUnread($held.get().thread);
    if (!isSeen || isMarking || !last) return;
    isMarking = true;
    const isMarked = await markUpTo(last);
    if (isMarked) change((thread) => withOwnRead(thread, last.seq));
    isMarking = false;
    // More messages may have arrived meanwhile.
    if (isMarked) await markRead();
  };
  return {
    isSeen: () => isSeen,
    see(value) {
      isSeen = value;
      void markRead();
    },
    markRead,
  };
}

/** Returns whether the server has marked it. */
async function markUpTo(message: PrivateMessage): Promise<boolean> {
  try {
    $unread.set(await $party.get().markMessageRead(message.id));
  } catch (error) {
    log.info('Message could not be marked as read', labelOf(error));
    return false;
  }
  noteRead(message);
  return true;
}

/** Updates the list at once. */
function noteRead({ conversation, seq }: PrivateMessage): void {
  changeInbox(({ conversations }) => {
    const next = withReadMark(conversations, { conversation, seq });
    if (!next) void reloadInbox();
    return next ? { conversations: next } : {};
  });
}
