import type { Redis } from 'ioredis';
import { type MediaCounts, mediaCountsSchema, nothingCounted } from './counting/counting.ts';

/** Lease of the counting node in ms; renewed several times within it. */
export const LEASE_MS = 1200;
/** ms that revocations are kept: the longest lifetime of a token. */
const REVOKED_MS = 12 * 3_600_000;
/** ms that counts are kept without a counting node. */
const COUNTS_MS = 3_600_000;

/** State about the media server that the product's nodes share. */
export interface MediaStore {
  readonly shared: boolean;
  /** Takes or renews the lease for LEASE_MS; returns whether this node counts. */
  lead(node: string): Promise<boolean>;
  /** Ignored if another node has the lease. */
  write(node: string, counts: MediaCounts): Promise<void>;
  read(): Promise<MediaCounts>;
  /** ms since the epoch; earlier tokens are invalid. */
  revokedAt(subject: string): Promise<number | null>;
  revoke(subject: string, at: number): Promise<void>;
  leave(node: string): Promise<void>;
}

/** For a product of one process. */
export function ownStore(): MediaStore {
  let counts = nothingCounted;
  return {
    shared: false,
    lead: async () => true,
    write: async (_node, written) => {
      counts = written;
    },
    read: async () => counts,
    // A single process keeps its revocations itself.
    revokedAt: async () => null,
    revoke: async () => undefined,
    leave: async () => undefined,
  };
}

const keys = { lease: 'vonk:janus:lease', counts: 'vonk:janus:counts' } as const;
const revokedKey = (subject: string) => `vonk:janus:revoked:${subject}`;

/** Takes the lease if it is free or this node's. */
const LEAD = `local owner = redis.call('get', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
/** A node that was suspended must not overwrite newer counts of another node. */
const WRITE = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[2], ARGV[2], 'PX', ARGV[3])
return 1`;
const LEAVE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end
return 1`;

/** For all nodes at one Redis. */
export function redisStore(redis: Redis): MediaStore {
  return {
    shared: true,
    lead: async (node) => (await redis.eval(LEAD, 1, keys.lease, node, LEASE_MS)) === 1,
    write: async (node, counts) => {
      await redis.eval(WRITE, 2, keys.lease, keys.counts, node, JSON.stringify(counts), COUNTS_MS);
    },
    read: async () => {
      const text = await redis.get(keys.counts);
      return text === null ? nothingCounted : mediaCountsSchema.parse(JSON.parse(text));
    },
    revokedAt: async (subject) => {
      const at = await redis.get(revokedKey(subject));
      return at === null ? null : Number(at);
    },
    revoke: async (subject, at) => {
      await redis.set(revokedKey(subject), String(at), 'PX', REVOKED_MS);
    },
    leave: async (node) => {
      await redis.eval(LEAVE, 1, keys.lease, node);
    },
  };
}
