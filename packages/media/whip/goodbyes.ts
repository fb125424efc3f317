/** ms that an ended session is remembered: encoders close their connection first, and players repeat a DELETE. */
export const goodbyeMs = 60_000;

/** Sessions that ended a moment ago, so that a late DELETE or height of their owner is no failure. */
export class Goodbyes {
  readonly #ended = new Map<string, { token: string; at: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  remember(session: { id: string; token: string }): void {
    this.#ended.set(session.id, { token: session.token, at: this.#now() });
  }

  /** Only the token that opened the session is told: to any other one it never was. */
  knows(id: string, token: string): boolean {
    return this.#ended.get(id)?.token === token;
  }

  /** To be called now and then. */
  forget(): void {
    const oldest = this.#now() - goodbyeMs;
    for (const [id, { at }] of this.#ended) if (at < oldest) this.#ended.delete(id);
  }
}
