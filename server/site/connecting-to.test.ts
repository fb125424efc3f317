import { expect, it } from 'vitest';
import { connectingTo } from './connecting-to.ts';

const policy = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'";

it('allows calls, sockets and photos of an API on another origin, and no others', () => {
  expect(connectingTo('https://api.vonk.example', policy)).toBe(
    "default-src 'self'; img-src 'self' https://api.vonk.example data: blob:; " +
      "connect-src 'self' https://api.vonk.example wss://api.vonk.example; font-src 'self'",
  );
  expect(connectingTo(null, policy)).toBe(policy);
});

it.each(['connect-src', 'img-src'])('throws if the policy lacks %s', (directive) => {
  const without = policy.split('; ').filter((one) => !one.startsWith(directive));
  expect(() => connectingTo('https://api.vonk.example', without.join('; '))).toThrow(directive);
});
