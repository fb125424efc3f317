import { hasCode, janusCode } from './api.ts';
import type { JanusRooms } from './rooms.ts';

/** ms that a room is empty before it is removed. */
export const EMPTY_MS = 60_000;

interface EmptyRoomsParts {
  rooms: Pick<JanusRooms, 'unpublished' | 'remove'>;
  emptyMs: number;
  now: () => number;
  /** Whether this node is the one that counts. */
  leads(): boolean;
  /** Whether somebody publishes or watches there, as far as the counts and this node know. */
  isUsed(room: string): boolean;
  /** Works when nothing else is under way for the room. */
  whenIdle(room: string, work: () => Promise<void>): Promise<void>;
}

/** Janus keeps a room until it is told otherwise, also one that a process made which is gone. */
export class EmptyRooms {
  readonly #parts: EmptyRoomsParts;
  /** By room: since when nobody was seen there. */
  #since = new Map<string, number>();
  /** Rooms with another key, which are not the product's own. */
  readonly #strange = new Set<string>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: EmptyRoomsParts) {
    this.#parts = parts;
  }

  /** To be called often; looks four times in the time that a room may be empty. */
  async look(): Promise<void> {
    const { rooms, emptyMs, now, leads, isUsed } = this.#parts;
    if (now() - this.#lookedAt < emptyMs / 4) return;
    this.#lookedAt = now();
    if (!leads()) {
      this.#since.clear();
      return;
    }
    const before = this.#since;
    const empty = (await rooms.unpublished()).filter((room) => !isUsed(room) && !this.#strange.has(room));
    this.#since = new Map(empty.map((room) => [room, before.get(room) ?? now()]));
    const old = empty.filter((room) => now() - (this.#since.get(room) ?? now()) >= emptyMs);
    await Promise.all(old.map((room) => this.#remove(room)));
  }

  async #remove(room: string): Promise<void> {
    const { rooms, isUsed, whenIdle } = this.#parts;
    try {
      await whenIdle(room, async () => {
        if (!isUsed(room)) await rooms.remove(room);
      });
      this.#since.delete(room);
    } catch (error) {
      if (hasCode(error, janusCode.unauthorized)) this.#strange.add(room);
      throw error;
    }
  }
}
