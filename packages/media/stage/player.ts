import type { PlayerAgent, PlayerState, PlayerStats, PlayerView } from '../player/agent.ts';
import type { AgentParts } from '../player/whep-session.ts';
import { steadyNow } from '../port/served.ts';
import { linesOf, type Shown, type StageConfig } from './protocol.ts';

/** ms until a lost connection is retried; by then a viewer that was dropped has been notified. */
const RETRY_MS = 1000;

/** Draws a picture while the stage delivers one. */
export class StageAgent implements PlayerAgent {
  readonly #config: StageConfig;
  readonly #parts: AgentParts;
  readonly #drawing = openDrawing();
  readonly #over = new AbortController();
  #view: PlayerView = { state: { name: 'idle' }, needsUnmute: true };
  #framesDecoded = 0;
  #firstFrameAt: number | null = null;
  #lastFrameAt = 0;
  #stalledMs = 0;

  constructor(config: StageConfig, parts: AgentParts) {
    this.#config = config;
    this.#parts = parts;
  }

  get view(): PlayerView {
    return this.#view;
  }

  start(): void {
    if (this.#view.state.name !== 'idle') return;
    this.#set({ name: 'connecting', trouble: null });
    this.#parts.screen.show(this.#drawing.stream);
    this.#play();
    void this.#connect();
  }

  stop(reason: string): void {
    this.#finish({ name: 'ended', reason });
  }

  setMuted(muted: boolean): void {
    this.#parts.screen.setMuted(muted);
    this.#view = { ...this.#view, needsUnmute: this.#view.needsUnmute && muted };
    this.#play();
    this.#parts.onChange(this.#view);
  }

  stats(): PlayerStats {
    const { state } = this.#view;
    const running = state.name === 'stalled' ? steadyNow() - state.since : 0;
    return {
      framesDecoded: this.#framesDecoded,
      packetsLost: 0,
      stalledMs: this.#stalledMs + running,
      firstFrameAt: this.#firstFrameAt,
    };
  }

  #play(): void {
    this.#parts.screen.play().catch(() => undefined);
  }

  #set(state: PlayerState): void {
    const before = this.#view.state;
    if (before.name === 'stalled' && state.name !== 'stalled') this.#stalledMs += steadyNow() - before.since;
    this.#view = { ...this.#view, state };
    this.#parts.onChange(this.#view);
  }

  #finish(state: PlayerState): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#drawing.halt();
    this.#parts.screen.show(null);
    this.#set(state);
  }

  async #connect(): Promise<void> {
    const { streamname, token } = this.#config;
    const { signal } = this.#over;
    try {
      const answer = await fetch(streamname, { headers: { Authorization: `Bearer ${token}` }, signal });
      if (answer.status === 401 || answer.status === 403)
        return this.#finish({ name: 'failed', label: 'player.unauthorized' });
      if (answer.ok && answer.body)
        for await (const line of linesOf(answer.body.getReader())) if (line) this.#hear(line as Shown);
    } catch {
      // The connection was lost, or the player stopped.
    }
    if (signal.aborted) return;
    this.#hear('gone');
    setTimeout(() => {
      if (!signal.aborted) void this.#connect();
    }, RETRY_MS);
  }

  #hear(shown: Shown): void {
    this.#drawing.halt();
    if (shown === 'delivering') this.#drawing.run(() => this.#drawn());
    const { name } = this.#view.state;
    if (shown === 'stalled' && name === 'playing') this.#set({ name: 'stalled', since: this.#lastFrameAt });
    if (shown === 'waiting') this.#set({ name: 'connecting', trouble: 'player.waiting' });
    if (shown === 'gone') this.#set({ name: 'connecting', trouble: 'player.unreachable' });
  }

  #drawn(): void {
    this.#framesDecoded += 1;
    this.#lastFrameAt = steadyNow();
    this.#firstFrameAt ??= this.#lastFrameAt;
    if (this.#view.state.name !== 'playing') this.#set({ name: 'playing' });
  }
}

/** ms between two pictures. */
const FRAME_MS = 200;
const SIZE = { width: 320, height: 180 };

/** A moving picture drawn by the page. */
export interface Drawing {
  readonly stream: MediaStream;
  /** Draws until halted; calls `onFrame` for each picture. */
  run(onFrame: () => void): void;
  halt(): void;
}

export function openDrawing(): Drawing {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const brush = canvas.getContext('2d');
  let frames = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const draw = () => {
    frames += 1;
    if (!brush) return;
    brush.fillStyle = `hsl(${(frames * 4) % 360} 40% 30%)`;
    brush.fillRect(0, 0, SIZE.width, SIZE.height);
    brush.fillStyle = 'white';
    brush.fillRect((frames * 8) % SIZE.width, 80, 20, 20);
  };
  const stream = canvas.captureStream();
  return {
    stream,
    run: (onFrame) => {
      timer = setInterval(() => {
        draw();
        onFrame();
      }, FRAME_MS);
    },
    halt: () => clearInterval(timer),
  };
}
