import { hasCode, janusCode } from './api.ts';
import type { JanusRooms } from './rooms.ts';

/** ms after which an empty room is removed. */
export const EMPTY_MS = 60_000;

interface EmptyRoomsParts {
  rooms: Pick<JanusRooms, 'unpublished' | 'remove'>;
  emptyMs: number;
  now: () => number;
  /** Whether this node is the one that counts viewers for all nodes. */
  leads(): boolean;
  /** Whether the room has a publisher or viewer, as far as the counts and this node know. */
  isUsed(room: string): boolean;
  /** Runs the work when no other work of the room is pending. */
  whenIdle(room: string, work: () => Promise<void>): Promise<void>;
}

/** Removes empty rooms, also those of earlier processes: Janus itself keeps them for ever. */
export class EmptyRooms {
  readonly #parts: EmptyRoomsParts;
  /** By room: when it was first seen empty. */
  #since = new Map<string, number>();
  /** Rooms with another key, which do not belong to the product. */
  readonly #strange = new Set<string>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: EmptyRoomsParts) {
    this.#parts = parts;
  }

  /** Call often; checks every quarter of `emptyMs`. */
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
