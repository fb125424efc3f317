import { AUTH_SECONDS, KEEP_ALIVE_MS, KEEP_ALIVE_RETRY_MS } from '#contract/chat/session.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { isPassing } from '../../shell/open-dialogs.ts';

export interface KeepAliveParts {
  send: () => Promise<void>;
  onContact: (contact: 'up' | 'lost') => void;
  /** No more keep-alives: the server refused, or was unreachable until the auth token expired. */
  onOver: (label: ErrorLabel) => void;
}

export interface KeepAlive {
  /** Sends one now (first frame, reconnect) and continues from there. */
  beat(): void;
  stop(): void;
}

/** The auth token outlives most network failures; after an unexpected error the viewer must not be charged on. */
const isRetried = (label: ErrorLabel): boolean => isPassing(label) && label !== 'UNDEFINED_ERROR';

export function startKeepAlive({ send, onContact, onOver }: KeepAliveParts): KeepAlive {
  let timer: ReturnType<typeof setTimeout>;
  let state: 'waiting' | 'sending' | 'sending, then again' | 'over' = 'waiting';
  // By this page's clock, which may differ from the server's.
  let authEnds = steadyNow() + AUTH_SECONDS * 1000;

  async function attempt(): Promise<number | null> {
    try {
      await send();
      authEnds = steadyNow() + AUTH_SECONDS * 1000;
      if (state !== 'over') onContact('up');
      return KEEP_ALIVE_MS;
    } catch (error) {
      if (state === 'over') return null;
      const label = labelOf(error);
      if (!isRetried(label) || steadyNow() >= authEnds) {
        onOver(label);
        return null;
      }
      onContact('lost');
      return KEEP_ALIVE_RETRY_MS;
    }
  }

  function beat(): void {
    if (state === 'sending') state = 'sending, then again';
    if (state !== 'waiting') return;
    clearTimeout(timer);
    state = 'sending';
    void attempt().then((wait) => {
      if (state === 'over' || wait === null) return;
      const isAsked = state === 'sending, then again';
      state = 'waiting';
      timer = setTimeout(beat, isAsked ? 0 : wait);
    });
  }

  timer = setTimeout(beat, KEEP_ALIVE_MS);
  return {
    beat,
    stop() {
      state = 'over';
      clearTimeout(timer);
    },
  };
}
