import { backoffMs } from '../port/http.ts';
import type { JanusPlayerConfig } from '../port/player-config.ts';
import { steadyNow } from '../port/served.ts';
import type { PlayerAgent, PlayerState, PlayerStats, PlayerView } from './agent.ts';
import { reconnectAfterMs, StallDetector } from './stall.ts';
import {
  type AgentParts,
  type OpenSession,
  onBrowserResume,
  openWhepSession,
  SessionError,
  type StreamConfig,
  type StreamSession,
} from './whep-session.ts';

/** ms between frame counts: short until the first frame. */
const checkEveryMs = { connecting: 100, playing: 500 } as const;
/** ms until a connection without a frame is replaced. */
const firstFrameTimeoutMs = 8000;

const nothing = { framesDecoded: 0, packetsLost: 0 };

/** Loads the Janus player only for a Janus config. */
const openJanus: OpenSession<JanusPlayerConfig> = async (config) => {
  const { openJanusSession } = await import('./janus/janus-session.ts');
  return openJanusSession(config);
};

const openStream: OpenSession<StreamConfig> = (config) =>
  config.agent === 'janus' ? openJanus(config) : openWhepSession(config);

/** Plays a stream over WHEP or from Janus, and reconnects after stalls, restarts and network failures. */
export class StreamAgent implements PlayerAgent {
  readonly #parts: AgentParts;
  readonly #now: () => number;
  readonly #detector = new StallDetector();
  #config: StreamConfig;
  #view: PlayerView = { state: { name: 'idle' }, needsUnmute: true };
  #session: StreamSession | null = null;
  #openedAt = 0;
  /** Attempts since the last frame. */
  #attempt = 0;
  /** Identifies an attempt, so that results of an abandoned one are ignored. */
  #try = 0;
  #renewed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopResume: () => void = () => undefined;
  #stopHeight: (() => void) | undefined;
  #height = 0;
  #firstFrameAt: number | null = null;
  #past = nothing;
  #present = nothing;

  constructor(config: StreamConfig, parts: AgentParts) {
    this.#config = config;
    this.#parts = parts;
    this.#now = parts.now ?? steadyNow;
  }

  get view(): PlayerView {
    return this.#view;
  }

  start(): void {
    if (this.#view.state.name !== 'idle') return;
    this.#stopResume = (this.#parts.onResume ?? onBrowserResume)(() => this.#resume());
    this.#stopHeight = this.#parts.screen.onHeight?.((height) => {
      this.#height = height;
      this.#session?.showAt?.(height);
    });
    this.#set({ name: 'connecting', trouble: null });
    void this.#connect();
  }

  stop(reason: string): void {
    if (!this.#over) this.#finish({ name: 'ended', reason });
  }

  hurry(): void {
    // An attempt under way continues.
    if (this.#view.state.name !== 'connecting' || this.#session || this.#attempt === 0) return;
    this.#attempt = 0;
    this.#reconnect();
  }

  setMuted(muted: boolean): void {
    this.#parts.screen.setMuted(muted);
    this.#view = { ...this.#view, needsUnmute: this.#view.needsUnmute && muted };
    // Some browsers start playing only after a click, which led to this call.
    this.#play();
    this.#parts.onChange(this.#view);
  }

  stats(): PlayerStats {
    return {
      framesDecoded: this.#past.framesDecoded + this.#present.framesDecoded,
      packetsLost: this.#past.packetsLost + this.#present.packetsLost,
      stalledMs: this.#detector.stalledMs,
      firstFrameAt: this.#firstFrameAt,
    };
  }

  get #over(): boolean {
    return this.#view.state.name === 'ended' || this.#view.state.name === 'failed';
  }

  #set(state: PlayerState): void {
    this.#view = { ...this.#view, state };
    this.#parts.onChange(this.#view);
  }

  #play(): void {
    this.#parts.screen.play().catch(() => undefined);
  }

  #finish(state: PlayerState): void {
    this.#stopResume();
    this.#stopHeight?.();
    this.#release();
    this.#parts.screen.show(null);
    this.#set(state);
  }

  /** Closes the connection and cancels pending attempts. */
  #release(): void {
    clearTimeout(this.#timer);
    this.#try += 1;
    this.#session?.close();
    this.#session = null;
    const { framesDecoded, packetsLost } = this.stats();
    this.#past = { framesDecoded, packetsLost };
    this.#present = nothing;
    this.#detector.newConnection();
  }

  async #connect(): Promise<void> {
    this.#release();
    const current = this.#try;
    const open = this.#parts.openSession ?? openStream;
    try {
      const session = await open(this.#config);
      if (current === this.#try) this.#watch(session);
      else session.close();
    } catch (error) {
      if (current === this.#try) await this.#recover(error, current);
    }
  }

  async #recover(error: unknown, current: number): Promise<void> {
    const failure = error instanceof SessionError ? error : new SessionError('player.unreachable', true);
    if (failure.trouble === 'player.unauthorized' && this.#parts.renew && !this.#renewed) {
      this.#renewed = true;
      const fresh = await this.#parts.renew().catch(() => null);
      if (current !== this.#try) return;
      if (fresh) {
        this.#config = fresh;
        return this.#connect();
      }
    }
    if (!failure.retry) return this.#finish({ name: 'failed', label: failure.trouble });
    this.#set({ name: 'connecting', trouble: failure.trouble });
    const wait = backoffMs(this.#attempt, failure.retryAfterMs, (this.#parts.random ?? Math.random)());
    this.#attempt += 1;
    this.#timer = setTimeout(() => void this.#connect(), wait);
  }

  #watch(session: StreamSession): void {
    this.#session = session;
    this.#openedAt = this.#now();
    if (this.#height > 0) session.showAt?.(this.#height);
    this.#parts.screen.show(session.stream);
    this.#play();
    session.onLost(() => {
      if (session === this.#session) this.#reconnect();
    });
    this.#checkLater();
  }

  #reconnect(): void {
    // Before the connection is closed, and with it the picture.
    this.#parts.screen.hold?.();
    this.#set({ name: 'connecting', trouble: null });
    void this.#connect();
  }

  #checkLater(): void {
    const pace = this.#view.state.name === 'playing' ? checkEveryMs.playing : checkEveryMs.connecting;
    this.#timer = setTimeout(() => void this.#check(), pace);
  }

  async #check(): Promise<void> {
    const session = this.#session;
    const totals = await session?.totals();
    if (!totals || session !== this.#session) return;
    this.#present = totals;
    const now = this.#now();
    const flow = this.#detector.observe(totals.framesDecoded, now);
    const age = now - this.#openedAt;
    if (flow === 'flowing' && totals.framesDecoded > 0) this.#flows(now);
    else if (flow === 'stalled' && this.#view.state.name === 'playing') {
      this.#set({ name: 'stalled', since: this.#detector.lastFrameAt ?? now });
    }
    const limit = totals.framesDecoded > 0 ? reconnectAfterMs : firstFrameTimeoutMs;
    if ((flow === 'lost' || flow === 'waiting') && age > limit) this.#reconnect();
    else this.#checkLater();
  }

  #flows(now: number): void {
    this.#attempt = 0;
    this.#renewed = false;
    this.#firstFrameAt ??= now;
    if (this.#view.state.name !== 'playing') this.#set({ name: 'playing' });
  }

  #resume(): void {
    const { name } = this.#view.state;
    if (name === 'playing') this.#play();
    if (name === 'stalled') {
      this.#attempt = 0;
      this.#reconnect();
    } else this.hurry();
  }
}
