import { backoffMs } from '../backoff.ts';
import type { PublishAgent, PublishParts, PublishState } from './agent.ts';
import { openWhipSession, WhipRefusal, type WhipSession } from './whip-session.ts';

/** Connections tried in a row without a frame that left. */
const TRIES = 6;
/** ms between looks at the counters. */
const CHECK_MS = 250;
/** ms until a connection without a frame is tried again. */
const FIRST_FRAME_MS = 8000;

/** Refusals of the media server that pass by themselves; others are final. */
const isPassingStatus = (status: number): boolean => status >= 429 || status === 401 || status === 403;

/** Comes back by itself after a lost line, a few times. */
export class WhipPublisher implements PublishAgent {
  readonly #parts: PublishParts;
  #state: PublishState = { name: 'idle' };
  #session: WhipSession | null = null;
  /** Identifies an attempt, so that results of an abandoned one are ignored. */
  #try = 0;
  #failures = 0;
  #hasSent = false;
  #openedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: PublishParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#state.name === 'idle') void this.#connect();
  }

  stop(): void {
    if (this.#state.name === 'ended' || this.#state.name === 'failed') return;
    this.#release();
    this.#set({ name: 'ended' });
  }

  #set(state: PublishState): void {
    this.#state = state;
    this.#parts.onChange(state);
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#try += 1;
    this.#session?.close();
    this.#session = null;
  }

  async #connect(): Promise<void> {
    this.#release();
    const current = this.#try;
    this.#set({ name: 'connecting', again: this.#hasSent });
    const { stream, settings, target } = this.#parts;
    try {
      const given = await target();
      if (current !== this.#try) return;
      const session = await openWhipSession(given, stream, settings);
      if (current !== this.#try) return session.close();
      this.#watch(session);
    } catch (error) {
      if (current === this.#try) this.#recover(error);
    }
  }

  #watch(session: WhipSession): void {
    this.#session = session;
    this.#openedAt = Date.now();
    session.onLost(() => {
      if (session === this.#session) this.#recover(new Error('the line was lost'));
    });
    this.#timer = setTimeout(() => void this.#check(session), CHECK_MS);
  }

  async #check(session: WhipSession): Promise<void> {
    const sent = await session.sent().catch(() => 0);
    if (session !== this.#session) return;
    if (sent > 0) {
      this.#failures = 0;
      this.#hasSent = true;
      this.#set({ name: 'publishing' });
    } else if (Date.now() - this.#openedAt > FIRST_FRAME_MS) this.#recover(new Error('no frame has left'));
    else this.#timer = setTimeout(() => void this.#check(session), CHECK_MS);
  }

  #isPassing(error: unknown): boolean {
    if (error instanceof WhipRefusal) return isPassingStatus(error.status);
    return this.#parts.isPassing?.(error) ?? true;
  }

  #recover(error: unknown): void {
    this.#release();
    this.#failures += 1;
    if (!this.#isPassing(error) || this.#failures >= TRIES) {
      this.#set({ name: 'failed', error });
      return;
    }
    if (this.#state.name !== 'connecting') this.#set({ name: 'connecting', again: this.#hasSent });
    this.#timer = setTimeout(() => void this.#connect(), backoffMs(this.#failures - 1, null, Math.random()));
  }
}
