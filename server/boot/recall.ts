/** Answers of calls that any guest may share, by the address of the call. */
export interface Recall {
  /** The answer that was given a moment ago, or the one `ask` gets now; whoever reads it must not change it. */
  of<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer>;
  forget(): void;
}

const MAX_ANSWERS = 2000;

/** Keeps answers for `ms`; questions that are asked at once are asked once. A failure is not kept. */
export function createRecall(ms: number, now: () => number = Date.now): Recall {
  const answers = new Map<string, { at: number; answer: Promise<unknown> }>();
  return {
    of<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
      const known = answers.get(key);
      if (known && now() - known.at < ms) return known.answer as Promise<Answer>;
      const kept = { at: now(), answer: ask() };
      answers.delete(key);
      answers.set(key, kept);
      kept.answer.catch(() => {
        if (answers.get(key) === kept) answers.delete(key);
      });
      for (const oldest of answers.keys()) {
        if (answers.size <= MAX_ANSWERS) break;
        answers.delete(oldest);
      }
      return kept.answer as Promise<Answer>;
    },
    forget: () => answers.clear(),
  };
}
