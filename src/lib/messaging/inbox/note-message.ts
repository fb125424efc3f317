import type { PrivateMessage } from '#contract/messaging/messages.ts';
import { $inbox, changeInbox, reloadInbox } from './inbox.ts';
import { withNews } from './list.ts';
import { $unread } from './unread.ts';

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
