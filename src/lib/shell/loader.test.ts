import { expect, test } from 'vitest';
import { $waiting, withLoader } from './loader.ts';

test('the page waits until the last of several pieces of work has ended', async () => {
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

test('the page stops waiting when the work fails, and the failure goes on', async () => {
  await expect(withLoader(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect($waiting.get()).toBe(0);
});
