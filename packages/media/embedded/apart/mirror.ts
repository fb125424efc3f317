import type { RoomState, ViewerState } from '../../port/gateway.ts';
import type { MediaStats } from '../../port/served.ts';
import type { Command, PlacedViewer, StateChange } from './messages.ts';

/** ms that counters of an ended media server are kept; the media server itself keeps them as long. */
const memoryMs = 600_000;

const emptyRoom: RoomState = {
  publishing: false,
  viewers: 0,
  packetsIn: 0,
  packetsOut: 0,
  lastMediaAt: null,
  received: null,
  refusedAt: null,
};
const emptyStats: MediaStats = { rooms: 0, publishers: 0, viewers: 0, packetsIn: 0, packetsOut: 0 };

/** The media server's last known state, with the commands sent since then applied. */
export class Mirror {
  readonly #now: () => number;
  readonly #rooms = new Map<string, RoomState>();
  readonly #viewers = new Map<string, PlacedViewer>();
  /** Counters of ended media servers: a viewer's delivered media never decreases. */
  readonly #before = new Map<string, { state: ViewerState; endedAt: number }>();
  #pending: { seq: number; command: Command }[] = [];
  #seq = 0;
  #isDoubted = false;
  #stats = emptyStats;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Applies to every later read; returns the command's number. */
  command(command: Command): number {
    this.#seq += 1;
    this.#pending.push({ seq: this.#seq, command });
    return this.#seq;
  }

  /** No state arrived for too long: reports nothing as publishing or connected until the next one. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Converts times to the product's clock, which may differ from the media server's. */
  apply({ at, seen, rooms, viewers, stats }: StateChange): void {
    const ahead = this.#now() - at;
    const own = (at: number | null) => at && at + ahead;
    this.#pending = this.#pending.filter(({ seq }) => seq > seen);
    this.#stats = stats;
    this.#isDoubted = false;
    for (const [name, state] of rooms) {
      if (state)
        this.#rooms.set(name, {
          ...state,
          lastMediaAt: own(state.lastMediaAt),
          refusedAt: own(state.refusedAt),
        });
      else this.#rooms.delete(name);
    }
    for (const [subject, state] of viewers) {
      if (state) this.#viewers.set(subject, { ...state, lastMediaAt: own(state.lastMediaAt) });
      else this.#viewers.delete(subject);
    }
  }

  room(name: string): RoomState {
    const state = this.#rooms.get(name) ?? emptyRoom;
    let { publishing, viewers } = state;
    for (const { command } of this.#pending) {
      if ('closeRoom' in command) {
        if (command.closeRoom === name) [publishing, viewers] = [false, 0];
      } else if (this.#viewers.get(command.drop)?.room === name) viewers = Math.max(0, viewers - 1);
    }
    publishing &&= !this.#isDoubted;
    return { ...state, publishing, viewers, received: publishing ? state.received : null };
  }

  viewer(subject: string): ViewerState | null {
    const placed = this.#viewers.get(subject);
    const before = this.#before.get(subject)?.state;
    if (!placed) return before ?? null;
    const { room, ...state } = placed;
    const isEnded = this.#pending.some(({ command }) =>
      'drop' in command ? command.drop === subject : command.closeRoom === room,
    );
    return {
      connected: state.connected && !isEnded && !this.#isDoubted,
      packetsOut: state.packetsOut + (before?.packetsOut ?? 0),
      deliveredMs: state.deliveredMs + (before?.deliveredMs ?? 0),
      lastMediaAt: state.lastMediaAt ?? before?.lastMediaAt ?? null,
    };
  }

  watchers(room: string): string[] {
    const isHere = ([subject, placed]: [string, PlacedViewer]): boolean =>
      placed.room === room && this.viewer(subject)?.connected === true;
    return [...this.#viewers].filter(isHere).map(([subject]) => subject);
  }

  get stats(): MediaStats {
    return this.#stats;
  }

  /** The media server has ended: clears rooms and viewers, keeps the counters. */
  lose(): void {
    const endedAt = this.#now();
    for (const [subject, { endedAt: at }] of this.#before) {
      if (at < endedAt - memoryMs && !this.#viewers.has(subject)) this.#before.delete(subject);
    }
    for (const subject of this.#viewers.keys()) {
      const state = this.viewer(subject);
      if (state) this.#before.set(subject, { state: { ...state, connected: false }, endedAt });
    }
    this.#rooms.clear();
    this.#viewers.clear();
    this.#pending = [];
    this.#stats = emptyStats;
  }
}
