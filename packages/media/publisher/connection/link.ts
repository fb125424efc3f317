import { type Clock, pageClock } from '../clock.ts';
import { HearingWatch } from './flow.ts';
import { PublishError } from './refusal.ts';
import {
  type Look,
  type OpenWhip,
  openWhipSession,
  type PublishPlan,
  type WhipSession,
  type WhipTarget,
} from './whip-session.ts';

/** ms between reads of the counters: short until the first frame. */
const LOOK_MS = { connecting: 250, publishing: 1000 } as const;
/** ms until a connection without a frame is replaced. */
const FIRST_FRAME_MS = 8000;
/** ms after which `hurry` gives up an offer without an answer: one sent to a stopped server is answered late or never. */
const STALE_OFFER_MS = 1000;

export type PublishState =
  | { readonly name: 'idle' }
  /** `again`: media was sent before. `error`: of the previous attempt; null during the first. */
  | { readonly name: 'connecting'; readonly again: boolean; readonly error: unknown }
  /** Media is being sent, by the browser's counters. */
  | { readonly name: 'publishing' }
  | { readonly name: 'ended' }
  /** `error`: from `target`, or a `PublishError`. */
  | { readonly name: 'failed'; readonly error: unknown };

/** Dependencies of a link; tests pass their own. */
export interface LinkParts {
  /** Called before each connection. `refused`: the server refused the previous target's token. */
  target(refused: boolean): Promise<WhipTarget>;
  /** Called before each connection. */
  plan(): PublishPlan;
  /** Waits between connections in ms. */
  steps: readonly number[];
  /** Whether the last wait is repeated when all are used up; by default the link fails. */
  isLasting?: (() => boolean) | undefined;
  /** Whether `target` may succeed later after rejecting with this error; by default always true. */
  isPassing?: ((error: unknown) => boolean) | undefined;
  onChange(state: PublishState): void;
  /** A new connection, before its first frame. */
  onOpen?: ((session: WhipSession) => void) | undefined;
  /** Each second while publishing. */
  onLook?: ((look: Look) => void) | undefined;
  clock?: Clock | undefined;
  openSession?: OpenWhip | undefined;
  random?: (() => number) | undefined;
}

/** Keeps a WHIP session open: reconnects after a loss until the steps are used up, or without end. */
export class PublishLink {
  readonly #parts: LinkParts;
  readonly #clock: Clock;
  #state: PublishState = { name: 'idle' };
  #session: WhipSession | null = null;
  /** Identifies an attempt, so that results of an abandoned one are ignored. */
  #try = 0;
  #failures = 0;
  #hearing = new HearingWatch();
  #isRefused = false;
  #isWaiting = false;
  /** From the call for a target to the answer. */
  #isOffering = false;
  #hasSent = false;
  /** ms of `performance.now()`: the attempt's or connection's start, later its first frame. */
  #since = 0;
  /** ms of `performance.now()` at which the current connection was opened. */
  #openedAt = 0;
  #cancel = (): void => undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? pageClock;
  }

  /** The current connection; null during an attempt. */
  get session(): WhipSession | null {
    return this.#session;
  }

  get state(): PublishState {
    return this.#state;
  }

  /** Connects; after a failure it starts again with all steps. */
  start(): void {
    const { name } = this.#state;
    if (name !== 'idle' && name !== 'failed') return;
    this.#failures = 0;
    void this.#connect(null);
  }

  /** Starts a waiting attempt at once, and repeats an offer that has had no answer for a second. */
  hurry(): void {
    const isStale = this.#isOffering && performance.now() - this.#since >= STALE_OFFER_MS;
    if (!this.#isWaiting && !isStale) return;
    this.#failures = 0;
    void this.#connect(null);
  }

  /** Replaces a working connection; `before` (ms of `performance.now()`): only one that was opened before then. */
  renew(before = Number.POSITIVE_INFINITY): void {
    if (this.#session && this.#openedAt < before) void this.#connect(null);
  }

  /** Final. Does not stop the tracks. */
  stop(): void {
    const { name } = this.#state;
    if (name === 'ended') return;
    this.#release();
    this.#set({ name: 'ended' });
  }

  #set(state: PublishState): void {
    this.#state = state;
    this.#parts.onChange(state);
  }

  #release(): void {
    this.#cancel();
    this.#isWaiting = false;
    this.#isOffering = false;
    this.#try += 1;
    this.#session?.close();
    this.#session = null;
  }

  #later(ms: number, act: () => void): void {
    this.#cancel = this.#clock.after(ms, act);
  }

  async #connect(error: unknown): Promise<void> {
    this.#release();
    const current = this.#try;
    this.#isOffering = true;
    this.#since = performance.now();
    this.#set({ name: 'connecting', again: this.#hasSent, error });
    const open = this.#parts.openSession ?? openWhipSession;
    try {
      const target = await this.#parts.target(this.#isRefused);
      if (current !== this.#try) return;
      const session = await open(target, this.#parts.plan(), this.#clock);
      if (current !== this.#try) return session.close();
      this.#watch(session);
    } catch (failure) {
      if (current === this.#try) this.#recover(failure);
    }
  }

  #watch(session: WhipSession): void {
    this.#session = session;
    this.#isOffering = false;
    this.#openedAt = performance.now();
    this.#since = this.#openedAt;
    this.#hearing = new HearingWatch();
    session.onLost(() => {
      if (session === this.#session) this.#lose();
    });
    this.#parts.onOpen?.(session);
    this.#lookLater(session);
  }

  #lookLater(session: WhipSession): void {
    const isPublishing = this.#state.name === 'publishing';
    this.#later(LOOK_MS[isPublishing ? 'publishing' : 'connecting'], () => void this.#look(session));
  }

  async #look(session: WhipSession): Promise<void> {
    const look = await session.look().catch(() => null);
    if (session !== this.#session) return;
    const now = performance.now();
    if (look && this.#hearing.observe(look.heard, now)) return this.#lose();
    if (this.#state.name === 'publishing') {
      if (look) this.#parts.onLook?.(look);
    } else if (look && look.sent > 0) this.#begin(now);
    else if (now - this.#since > FIRST_FRAME_MS) return this.#lose();
    // A listener may have ended or replaced the session.
    if (session === this.#session) this.#lookLater(session);
  }

  #begin(now: number): void {
    this.#hasSent = true;
    this.#isRefused = false;
    this.#since = now;
    this.#set({ name: 'publishing' });
  }

  #lose(): void {
    this.#recover(new PublishError('publish.unreachable', true));
  }

  #isPassing(error: unknown): boolean {
    if (!(error instanceof PublishError)) return this.#parts.isPassing?.(error) ?? true;
    // A fresh target that is refused too will not be accepted later.
    if (error.trouble === 'publish.unauthorized' && this.#isRefused) return false;
    return error.retry;
  }

  #recover(error: unknown): void {
    const wasSteady = this.#state.name === 'publishing' && performance.now() - this.#since >= steadyMs;
    this.#release();
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    const isPassing = this.#isPassing(error);
    const [retryAfterMs, isRefused] =
      error instanceof PublishError
        ? [error.retryAfterMs, error.trouble === 'publish.unauthorized']
        : [null, false];
    this.#isRefused ||= isRefused;
    const { steps, random = Math.random, isLasting = () => false } = this.#parts;
    const failures = isLasting() ? Math.min(this.#failures, steps.length) : this.#failures;
    const wait = reconnectDelayMs(steps, failures, { retryAfterMs, random: random() });
    if (!isPassing || wait === null) {
      this.#set({ name: 'failed', error });
      return;
    }
    this.#set({ name: 'connecting', again: this.#hasSent, error });
    this.#isWaiting = true;
    this.#later(wait, () => void this.#connect(error));
  }
}

/** ms before each attempt to reconnect. */
export const reconnectSteps: readonly number[] = [0, 300, 1200, 2700, 4800, 7000, 7000, 7000, 7000, 7000];

/** ms for which media must be sent until an earlier failure no longer counts. */
export const steadyMs = 10_000;

const spread = 0.2;

/**
 * ms to wait after failure `failures` (from 1), respecting Retry-After; null if there is no further attempt. `random`
 * (0 to 1) adds up to a fifth, so that publishers do not return at once.
 */
export function reconnectDelayMs(
  steps: readonly number[],
  failures: number,
  { retryAfterMs, random }: { retryAfterMs: number | null; random: number },
): number | null {
  const step = steps[failures - 1];
  if (step === undefined) return null;
  return Math.round(Math.max(step, retryAfterMs ?? 0) * (1 + spread * random));
}
