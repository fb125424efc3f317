import { expect, it } from 'vitest';
import { connectingTo } from './connecting-to.ts';

const policy = "default-src 'self'; connect-src 'self'; font-src 'self'";

it('lets pages call and listen at an API of another origin, and nowhere else', () => {
  expect(connectingTo('https://api.vonk.example', policy)).toBe(
    "default-src 'self'; connect-src 'self' https://api.vonk.example wss://api.vonk.example; font-src 'self'",
  );
  expect(connectingTo(null, policy)).toBe(policy);
});

it('refuses a site whose pages could not be told', () => {
  expect(() => connectingTo('https://api.vonk.example', "default-src 'self'")).toThrow(/connect-src/);
});
