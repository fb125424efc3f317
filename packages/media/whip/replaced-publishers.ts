import { replacedProblem } from '../port/whip.ts';
import type { Entrance } from './door.ts';
import { Refusal } from './refusal.ts';

/** ms without an attempt after which a replaced publisher may take over again: OBS waits at most 15 minutes. */
export const quietMs = 20 * 60_000;

type Publishing = Pick<Entrance, 'room' | 'token'>;

const keyOf = ({ room, token }: Publishing): string => `${room} ${token}`;

/**
 * Tokens of publishers that others have replaced. Both would reconnect and replace each other for ever, so replaced
 * tokens are refused while their room has a publisher.
 */
export class ReplacedPublishers {
  /** ms since the epoch of the replacement or the last attempt. */
  readonly #seenAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `by`: the publisher that replaces it; the same token is a reconnect. */
  add(replaced: Publishing, by: Publishing): void {
    if (replaced.token !== by.token) this.#seenAt.set(keyOf(replaced), this.#now());
  }

  /** Throws 409 for a replaced publisher. `isOccupied`: whether its room has a publisher. */
  requireFree(publishing: Publishing, isOccupied: boolean): void {
    const key = keyOf(publishing);
    const seenAt = this.#seenAt.get(key);
    if (seenAt === undefined) return;
    if (isOccupied && this.#now() - seenAt < quietMs) {
      this.#seenAt.set(key, this.#now());
      throw new Refusal(409, 'Another publisher has taken over', {}, replacedProblem);
    }
    this.#seenAt.delete(key);
  }

  /** Call from time to time. */
  forget(): void {
    const oldest = this.#now() - quietMs;
    for (const [key, at] of this.#seenAt) if (at < oldest) this.#seenAt.delete(key);
  }
}
