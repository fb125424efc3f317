import { $party } from '../party/party.ts';

/** ms between two typing messages to the other side, and ms for which a received one is shown. */
export const TELL_EVERY_MS = 3000;
export const SHOWN_MS = 5000;

export interface Typing {
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
