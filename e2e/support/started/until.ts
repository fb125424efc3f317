import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats the question until it resolves to true; a rejection counts as false. Throws after `limit` ms. */
export async function until(question: () => Promise<boolean>, limit = 30_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await question().catch(() => false))) {
    if (Date.now() > end) throw new Error('the condition was not met in time');
    // biome-ignore lint/plugin/sleeps: asks again until the state is reached
    await sleep(200);
  }
}
