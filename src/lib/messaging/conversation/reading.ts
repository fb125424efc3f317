import { labelOf } from '#contract/errors.ts';
import { log } from '../../shell/log.ts';
import { $party } from '../party/party.ts';
import { hasGap, type Thread, withLater, withOlder, withPhotosOf } from './thread.ts';

/** The messages that a page holds of one conversation. */
export interface HeldThread {
  /** Id of the conversation; null until its first message creates it. */
  id(): number | null;
  thread(): Thread;
  change(how: (thread: Thread) => Thread): void;
}

/** Pages left empty by removed messages are skipped, up to this many. */
const EMPTY_PAGES_MAX = 5;

/** Returns a function that reads the messages missing between those held. It never throws. */
export function createGapFilling({ id, thread, change }: HeldThread): () => Promise<void> {
  let isFilling = false;
  return async () => {
    const conversationId = id();
    if (isFilling || conversationId === null) return;
    isFilling = true;
    try {
      for (let before = -1; hasGap(thread()) && before < thread().complete; ) {
        before = thread().complete;
        const { messages } = await $party.get().readLaterMessages({ conversationId, after: before });
        change((known) => withLater(known, messages));
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
export async function readOlder(conversationId: number, { thread, change }: HeldThread): Promise<boolean> {
  try {
    for (let count = 0; count < EMPTY_PAGES_MAX; count += 1) {
      const { nextPage: page, top } = thread();
      if (page === null) break;
      const answer = await $party.get().readConversation({ conversationId, page, top });
      change((known) => withOlder(known, answer));
      if (answer.messages.length > 0) break;
    }
    return true;
  } catch (error) {
    log.info('older messages not read', labelOf(error));
    return false;
  }
}

/** Reads the message with this number and those after it again, because URLs of photos expire. */
export async function renewPhotosFrom(seq: number, { id, change }: HeldThread): Promise<void> {
  const conversationId = id();
  if (conversationId === null) return;
  try {
    const { messages } = await $party.get().readLaterMessages({ conversationId, after: seq - 1 });
    change((thread) => withPhotosOf(thread, messages));
  } catch (error) {
    log.info('Photos could not be read', labelOf(error));
  }
}
