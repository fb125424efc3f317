import { expect, it } from 'vitest';
import { newestAnswer } from './newest-answer.ts';

/** Reads that are answered by hand, in any order. */
function pending() {
  const answers: PromiseWithResolvers<string>[] = [];
  const read = newestAnswer(() => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  });
  return { read, answers };
}

it('an answer counts if no later read has begun', async () => {
  const { read, answers } = pending();
  const first = read();
  answers[0]?.resolve('old');
  expect(await first).toBe('old');
  const second = read();
  answers[1]?.resolve('new');
  expect(await second).toBe('new');
});

it('an older answer that arrives last is left out', async () => {
  const { read, answers } = pending();
  const [first, second] = [read(), read()];
  answers[1]?.resolve('new');
  answers[0]?.resolve('old');
  expect(await first).toBeNull();
  expect(await second).toBe('new');
});

it('a failure is thrown', async () => {
  const { read, answers } = pending();
  const first = read();
  answers[0]?.reject(new Error('No connection'));
  await expect(first).rejects.toThrow('No connection');
});
