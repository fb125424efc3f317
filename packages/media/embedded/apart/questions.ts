/** ms until a question times out; long enough for a media server that is still starting. */
const patienceMs = 20_000;

/** Pending questions; each resolves to `without` on timeout or when the other side has ended. */
export class Questions<Answer> {
  readonly #open = new Map<number, (answer: Answer) => void>();
  readonly #without: Answer;
  #lastId = 0;

  constructor(without: Answer) {
    this.#without = without;
  }

  ask(send: (id: number) => void): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => this.answer(id, this.#without), patienceMs).unref();
      this.#open.set(id, (answer) => {
        clearTimeout(tooLong);
        resolve(answer);
      });
      send(id);
    });
  }

  answer(id: number, answer: Answer): void {
    this.#open.get(id)?.(answer);
    this.#open.delete(id);
  }

  giveUp(): void {
    for (const id of this.#open.keys()) this.answer(id, this.#without);
  }
}
