import { expect, it } from 'vitest';
import { connectingTo } from './connecting-to.ts';

const policy = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'";

it('lets pages call, listen at and show photos of an API of another origin, and nowhere else', () => {
  expect(connectingTo('https://api.vonk.example', policy)).toBe(
    "default-src 'self'; img-src 'self' https://api.vonk.example data: blob:; " +
      "connect-src 'self' https://api.vonk.example wss://api.vonk.example; font-src 'self'",
  );
  expect(connectingTo(null, policy)).toBe(policy);
});

it.each(['connect-src', 'img-src'])('refuses a site whose pages could not be told: %s', (directive) => {
  const without = policy.split('; ').filter((one) => !one.startsWith(directive));
  expect(() => connectingTo('https://api.vonk.example', without.join('; '))).toThrow(directive);
});
