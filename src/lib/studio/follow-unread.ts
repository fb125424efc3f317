import { labelOf } from '#contract/errors.ts';
import { readStudioAccount } from '#contract/studio/account/account-calls.ts';
import { call } from '../api/call.ts';
import type { PageSocket } from '../api/socket/socket.ts';
import { log } from '../shell/log.ts';
import { $unread } from '../shell/unread.ts';

/** Follows the number of unread messages on a page that shows no messages. Returns a stop function. */
export function followUnread({ on }: Pick<PageSocket, 'on'>): () => void {
  let isReading = false;
  let isStale = false;
  const read = async (): Promise<void> => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    // Messages that arrive meanwhile are counted by one more call.
    while (isStale) {
      isStale = false;
      await call(readStudioAccount, {}).then(
        ({ unread }) => $unread.set(unread),
        (error: unknown) => log.info('Unread messages could not be counted', labelOf(error)),
      );
    }
    isReading = false;
  };
  const stops = [
    on('private-message', read),
    on('message-read', read),
    on('conversation-state', ({ unread }) => $unread.set(unread)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
