import { expect, it } from 'vitest';
import { connectingTo, connectingToIntiface } from './page-host.ts';

const policy = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'";

it('allows calls, sockets and photos of an API on another origin, and no others', () => {
  expect(connectingTo('https://api.vonk.example', policy)).toBe(
    "default-src 'self'; img-src 'self' https://api.vonk.example data: blob:; " +
      "connect-src 'self' https://api.vonk.example wss://api.vonk.example; font-src 'self'",
  );
  expect(connectingTo(null, policy)).toBe(policy);
});

it('allows Intiface besides an API on another origin', () => {
  expect(connectingToIntiface(connectingTo('https://api.vonk.example', policy))).toContain(
    "connect-src 'self' ws://127.0.0.1:12345 https://api.vonk.example wss://api.vonk.example;",
  );
  expect(() => connectingToIntiface("default-src 'self'")).toThrow('connect-src');
});

it.each(['connect-src', 'img-src'])('throws if the policy lacks %s', (directive) => {
  const without = policy.split('; ').filter((one) => !one.startsWith(directive));
  expect(() => connectingTo('https://api.vonk.example', without.join('; '))).toThrow(directive);
});
