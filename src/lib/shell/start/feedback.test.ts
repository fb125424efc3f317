import { expect, test } from 'vitest';
import { $waiting, withLoader } from './feedback.ts';

test('P8.26 the page waits until the last of several promises has settled', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const both = [withLoader(first.promise), withLoader(second.promise)];
  expect($waiting.get()).toBe(2);
  first.resolve('a');
  await both[0];
  expect($waiting.get()).toBe(1);
  second.resolve('b');
  expect(await Promise.all(both)).toEqual(['a', 'b']);
  expect($waiting.get()).toBe(0);
});

test('P8.26 the page stops waiting when a promise fails, and the error is passed on', async () => {
  await expect(withLoader(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect($waiting.get()).toBe(0);
});
