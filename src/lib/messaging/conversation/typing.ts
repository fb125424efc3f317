import { sayTyping } from '#contract/messaging/conversation-calls.ts';
import { call } from '../../api/call.ts';

/** ms between two words to the other side that something is being written, and for which one of theirs stands. */
export const TELL_EVERY_MS = 3000;
export const SHOWN_MS = 5000;

export interface Typing {
  tell(conversationId: number | null): void;
  show(): void;
  hide(): void;
  stop(): void;
}

export function createTyping(onChange: (isTyping: boolean) => void): Typing {
  let toldAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    onChange(false);
  };
  return {
    tell(conversationId) {
      if (conversationId === null || Date.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = Date.now();
      // A nicety: nobody is told when it fails.
      call(sayTyping, { conversationId }).catch(() => {});
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
