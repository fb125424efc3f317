import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './refusal.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Client IP for limits; set by the host, which knows the trusted proxies. */
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

/** The request's environment in @hono/node-server. */
interface Peer {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** Client IP; limits count requests per client. */
export function clientOf(c: Context): string {
  const peer = c.env as Peer | undefined;
  return c.get('mediaClient') ?? peer?.incoming?.socket?.remoteAddress ?? 'unknown';
}

/** Statuses that count as a guess of a token or session. */
const guessed = [401, 403, 404];
const freeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Answers 429 to a client after `points` failures in `duration` seconds, before its token is checked: then even a right
 * guess is refused.
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
