import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is yes; a question that is refused is a no. */
export async function until(question: () => Promise<boolean>, limit = 30_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await question().catch(() => false))) {
    if (Date.now() > end) throw new Error('it did not come true in time');
    await sleep(200);
  }
}
