export type InTurns = <Result>(id: string, work: () => Promise<Result>) => Promise<Result>;

/** Serializes work on the same key: each piece waits until earlier ones have ended. */
export function createTurns(): InTurns {
  const turns = new Map<string, Promise<unknown>>();
  return (id, work) => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work, work);
    turns.set(id, turn);
    const forget = (): void => {
      if (turns.get(id) === turn) turns.delete(id);
    };
    turn.then(forget, forget);
    return turn;
  };
}
