import { AUTH_SECONDS, KEEP_ALIVE_MS, KEEP_ALIVE_RETRY_MS } from '#contract/chat/session.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';

export interface KeepAliveParts {
  /** Sends one keep-alive and takes in the answer. */
  send: () => Promise<void>;
  /** Whether the server was heard. */
  onContact: (contact: 'up' | 'lost') => void;
  /** Nothing more is sent: the server said no, or was not heard until the auth had ended. */
  onOver: (label: ErrorLabel) => void;
}

export interface KeepAlive {
  /** Sends one now (the first picture, a line that is back) and goes on from there. */
  beat(): void;
  stop(): void;
}

/** What passes by itself: the auth lasts longer than most holes in a network. */
const passing: ReadonlySet<ErrorLabel> = new Set(['UNAVAILABLE', 'badRequest.tooMany']);

/** Tells the server again and again that the viewer is there. */
export function startKeepAlive({ send, onContact, onOver }: KeepAliveParts): KeepAlive {
  let timer: ReturnType<typeof setTimeout>;
  let state: 'waiting' | 'sending' | 'sending, then again' | 'over' = 'waiting';
  // By this page's own clock: a visitor's may be minutes off the server's.
  let authEnds = Date.now() + AUTH_SECONDS * 1000;

  async function attempt(): Promise<number | null> {
    try {
      await send();
      authEnds = Date.now() + AUTH_SECONDS * 1000;
      if (state !== 'over') onContact('up');
      return KEEP_ALIVE_MS;
    } catch (error) {
      if (state === 'over') return null;
      const label = labelOf(error);
      if (!passing.has(label) || Date.now() >= authEnds) {
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
