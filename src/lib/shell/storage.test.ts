import { expect, test } from 'vitest';
import { storeOn } from './storage.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test('what was written is read until it is removed', () => {
  const area = memory();
  const store = storeOn(() => area);
  store.write('a', { b: [1] });
  expect(store.read('a')).toEqual({ b: [1] });
  store.remove('a');
  expect(store.read('a')).toBeNull();
});

test('text that is not ours reads as nothing', () => {
  const area = memory();
  area.setItem('a', '{broken');
  expect(storeOn(() => area).read('a')).toBeNull();
});

test('a browser that refuses storage does not break the page', () => {
  const store = storeOn(() => {
    throw new Error('SecurityError');
  });
  store.write('a', 1);
  expect(store.read('a')).toBeNull();
});
