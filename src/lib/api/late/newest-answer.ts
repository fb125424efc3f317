/**
 * Wraps a read that is made again at each change. The answer is null if a later read has begun meanwhile: answers may
 * arrive in another order, and an older one must not replace a newer one.
 */
export function newestAnswer<Answer>(read: () => Promise<Answer>): () => Promise<Answer | null> {
  let latest = 0;
  return async () => {
    latest += 1;
    const mine = latest;
    const answer = await read();
    return mine === latest ? answer : null;
  };
}
