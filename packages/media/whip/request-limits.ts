import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './refusal.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Whose requests count together; set by whoever knows which proxies are to be trusted. */
    mediaClient?: string;
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new Refusal(429, 'Too many requests', { 'Retry-After': String(seconds) });
}

/** Throws 429 for more than `points` requests in `duration` seconds under one key. */
export function createRateLimit(points: number, duration: number): (key: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration });
  return async (key) => {
    await limiter.consume(key).catch((exceeded: unknown) => {
      throw exceeded instanceof RateLimiterRes ? tooMany(exceeded) : exceeded;
    });
  };
}

/** As @hono/node-server has it. */
interface Peer {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** Whose requests count together. */
export function clientOf(c: Context): string {
  const peer = c.env as Peer | undefined;
  return c.get('mediaClient') ?? peer?.incoming?.socket?.remoteAddress ?? 'unknown';
}

/** Tokens and sessions that somebody tries out. */
const guessed = [401, 403, 404];
const freeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Answers 429 before a token is looked at to whoever has failed `points` times in `duration` seconds: beyond that even a
 * right guess opens nothing.
 */
export function limitGuesses(points: number, duration: number): MiddlewareHandler {
  const limiter = new RateLimiterMemory({ points, duration });
  return async (c, next) => {
    if (freeMethods.includes(c.req.method)) return next();
    const client = clientOf(c);
    const failures = await limiter.get(client);
    if (failures && failures.consumedPoints >= points) throw tooMany(failures);
    await next();
    if (guessed.includes(c.res.status)) await limiter.penalty(client, 1);
  };
}
