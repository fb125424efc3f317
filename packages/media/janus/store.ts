import type { Redis } from 'ioredis';
import { type MediaCounts, mediaCountsSchema, nothingCounted } from './counting/counting.ts';

/** ms for which one node alone counts; renewed several times in that. */
export const LEASE_MS = 1200;
/** ms that a subject's tokens are remembered to be worthless: as long as the longest of them opens sessions. */
const REVOKED_MS = 12 * 3_600_000;
/** ms that counts are kept where nobody counts. */
const COUNTS_MS = 3_600_000;

/** What the nodes of the product share about the media server. */
export interface MediaStore {
  readonly shared: boolean;
  /** Whether this node is the one that counts, from now on for LEASE_MS. */
  lead(node: string): Promise<boolean>;
  /** Not when another node counts by now. */
  write(node: string, counts: MediaCounts): Promise<void>;
  read(): Promise<MediaCounts>;
  /** ms since the epoch; tokens of before are worth nothing. */
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
    // The process that revoked a token knows it by itself.
    revokedAt: async () => null,
    revoke: async () => undefined,
    leave: async () => undefined,
  };
}

const keys = { lease: 'vonk:janus:lease', counts: 'vonk:janus:counts' } as const;
const revokedKey = (subject: string) => `vonk:janus:revoked:${subject}`;

/** Takes the lease if it is free or one's own. */
const LEAD = `local owner = redis.call('get', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
/** A node that was stopped in the middle must not overwrite what another counted since. */
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
