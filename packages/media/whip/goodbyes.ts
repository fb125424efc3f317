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
