import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from '#contract/errors.ts';
import { type Limits, limitRules } from '#server/ports/limits.ts';

/** Counts in memory, or in Redis for all nodes together. */
export function createLimits(redis: Redis | null): Limits {
  const limiters = new Map<string, RateLimiterAbstract>(
    Object.entries(limitRules).map(([name, { points, seconds }]) => {
      const memory = new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
      if (!redis) return [name, memory] as const;
      const shared = new RateLimiterRedis({
        storeClient: redis,
        points,
        duration: seconds,
        keyPrefix: `limit:${name}`,
        // While Redis is away each node limits on its own instead of refusing everyone.
        insuranceLimiter: memory,
      });
      return [name, shared] as const;
    }),
  );
  return {
    async take(name, key) {
      try {
        await limiters.get(name)?.consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes)
          throw new AppError('badRequest.tooMany', { retryAfter: Math.ceil(error.msBeforeNext / 1000) });
        throw error;
      }
    },
    async clear(name, key) {
      await limiters.get(name)?.delete(key);
    },
  };
}
