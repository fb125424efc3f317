import { $party } from '../party/party.ts';
import {
  type Thread,
  withOwnRead,
  withReturned,
  withTheirDelivery,
  withTheirRead,
} from '../thread/thread.ts';

/** ms between two typing messages to the other side, and ms for which a received one is shown. */
const TELL_EVERY_MS = 3000;
const SHOWN_MS = 5000;

interface Typing {
  tell(conversationId: number | null): void;
  show(): void;
  hide(): void;
  stop(): void;
}

export function createTyping(onChange: (isTyping: boolean) => void): Typing {
  let lastSentAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    onChange(false);
  };
  return {
    tell(conversationId) {
      if (conversationId === null || Date.now() - lastSentAt < TELL_EVERY_MS) return;
      lastSentAt = Date.now();
      // Optional: a failure is not reported.
      $party
        .get()
        .sayTyping(conversationId)
        .catch(() => {});
    },
    show() {
      clearTimeout(timer);
      onChange(true);
      timer = setTimeout(hide, SHOWN_MS);
    },
    hide,
    stop: () => clearTimeout(timer),
  };
}

interface Following {
  change(how: (thread: Thread) => Thread): void;
  onTyping(): void;
}

/** Follows a conversation's marks, of both sides (platform spec 4). Returns a stop function. */
export function followConversation(id: number, { change, onTyping }: Following): () => void {
  const { on } = $party.get().socket;
  const stops = [
    on(`message-read-${id}`, ({ reader, seq }) =>
      change((thread) => (reader === 'self' ? withOwnRead(thread, seq) : withTheirRead(thread, seq))),
    ),
    on(`message-delivered-${id}`, ({ seq }) => change((thread) => withTheirDelivery(thread, seq))),
    on(`message-returned-${id}`, ({ seq, credits }) =>
      change((thread) => withReturned(thread, seq, credits)),
    ),
    on(`message-typing-${id}`, onTyping),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
