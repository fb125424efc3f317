import type { ReadableAtom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import { log } from '../../shell/log.ts';
import { $party } from '../party/party.ts';
import { hasGap, type Thread, withLater, withOlder, withPhotosOf } from '../thread/thread.ts';

/** The messages that a page holds of one conversation; `id` is null until its first message creates it. */
export type HeldThread = ReadableAtom<{ readonly id: number | null; readonly thread: Thread }>;
/** Changes the messages that a page holds. */
export type ChangeThread = (how: (thread: Thread) => Thread) => void;

/** Pages left empty by removed messages are skipped, up to this many. */
const EMPTY_PAGES_MAX = 5;

/** Returns a function that reads the messages missing between those held. It never throws. */
export function createGapFilling($held: HeldThread, change: ChangeThread): () => Promise<void> {
  let isFilling = false;
  return async () => {
    const { id: conversationId } = $held.get();
    if (isFilling || conversationId === null) return;
    isFilling = true;
    try {
      for (let before = -1; hasGap($held.get().thread) && before < $held.get().thread.complete; ) {
        before = $held.get().thread.complete;
        const { messages } = await $party.get().readLaterMessages({ conversationId, after: before });
        change((thread) => withLater(thread, messages));
      }
    } catch (error) {
      // The next message or connection detects the gap again.
      log.info('Messages could not be read', labelOf(error));
    } finally {
      isFilling = false;
    }
  };
}

/** Adds the page before the first message. Returns whether it could be read. */
export async function readOlder(
  conversationId: number,
  $held: HeldThread,
  change: ChangeThread,
): Promise<boolean> {
  try {
    for (let count = 0; count < EMPTY_PAGES_MAX; count += 1) {
      const { nextPage: page, top } = $held.get().thread;
      if (page === null) break;
      const answer = await $party.get().readConversation({ conversationId, page, top });
      change((thread) => withOlder(thread, answer));
      if (answer.messages.length > 0) break;
    }
    return true;
  } catch (error) {
    log.info('older messages not read', labelOf(error));
    return false;
  }
}

/** Reads the message with this number and those after it again, because URLs of photos expire. */
export async function renewPhotosFrom(seq: number, $held: HeldThread, change: ChangeThread): Promise<void> {
  const { id: conversationId } = $held.get();
  if (conversationId === null) return;
  try {
    const { messages } = await $party.get().readLaterMessages({ conversationId, after: seq - 1 });
    change((thread) => withPhotosOf(thread, messages));
  } catch (error) {
    log.info('Photos could not be read', labelOf(error));
  }
}
