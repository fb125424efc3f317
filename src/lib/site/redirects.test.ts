import { expect, test } from 'vitest';
import { redirectFor } from './redirects.ts';

const at = (address: string) => redirectFor(new URL(address, 'http://localhost'));

test.each([
  ['/free/', '/free'],
  ['/en/', '/en'],
  ['/profile/Noor///', '/profile/Noor'],
  ['/free/?page=2', '/free?page=2'],
])('%s has moved to %s', (from, to) => {
  expect(at(from)).toBe(to);
});

test.each(['/', '/free', '/en', '/?page=2'])('%s stays where it is', (address) => {
  expect(at(address)).toBeNull();
});

test('an address that starts with two slashes is not turned into another host', () => {
  expect(redirectFor(new URL('http://localhost//evil.example/'))).toBe('/evil.example');
});
