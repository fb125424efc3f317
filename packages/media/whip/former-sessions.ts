import { replacedProblem } from '../port/http.ts';
import type { Entrance } from './door.ts';
import { Refusal } from './refusal.ts';

/** ms that ended sessions are remembered: encoders close their connection first, and players repeat a DELETE. */
export const goodbyeMs = 60_000;

/** Recently ended sessions, so that a late DELETE or height of their owner succeeds. */
export class Goodbyes {
  readonly #ended = new Map<string, { token: string; at: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  remember(session: { id: string; token: string }): void {
    this.#ended.set(session.id, { token: session.token, at: this.#now() });
  }

  /** True only for the token that opened the session. */
  knows(id: string, token: string): boolean {
    return this.#ended.get(id)?.token === token;
  }

  /** Call from time to time. */
  forget(): void {
    const oldest = this.#now() - goodbyeMs;
    for (const [id, { at }] of this.#ended) if (at < oldest) this.#ended.delete(id);
  }
}

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
