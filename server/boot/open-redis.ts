import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Connections of one node: what answers a visitor never waits for a Redis that is away. */
export interface RedisClients {
  /** Counts limits. */
  readonly limits: Redis;
  /** Publishes pushes; copies of it, which may wait, listen to those of other nodes. */
  readonly pushes: Redis;
  /** One round trip over each. */
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

/** ms that a command may take. */
const COMMAND_MS = 300;
/** ms without an answer after which the connection counts as dead. */
const SILENCE_MS = 1000;
/** ms; a reader asks for news and is answered every 5 s at the latest. */
const READER_SILENCE_MS = 15_000;
const CONNECT_MS = 2000;
const LONGEST_RETRY_MS = 1000;

const common = {
  connectTimeout: CONNECT_MS,
  retryStrategy: (times: number) => Math.min(times * 100, LONGEST_RETRY_MS),
};
/** Says no at once while there is no connection, and repeats nothing when there is one again. */
const quick = {
  ...common,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: COMMAND_MS,
  socketTimeout: SILENCE_MS,
};
/** Waits for the connection to come back: a reader that was refused would ask again without a pause. */
const patient = { ...common, maxRetriesPerRequest: null, socketTimeout: READER_SILENCE_MS };

/** Never fails: without Redis limits and pushes are each node's own until it is back. */
export function openRedis(url: string, log: Logger): RedisClients {
  const limits = new Redis(url, quick);
  const pushes = mayFail(new Redis(url, quick), 'publish');
  pushes.duplicate = () => mayFail(new Redis(url, patient), 'subscribe');
  tellChanges(limits, log);
  pushes.on('error', () => {});
  return {
    limits,
    pushes,
    ping: () => Promise.all([limits.ping(), pushes.ping()]),
    async close() {
      for (const client of [limits, pushes]) await client.quit().catch(() => client.disconnect());
    },
  };
}

/**
 * The socket.io adapter 0.3 awaits neither command, nor does ioredis 6 when it subscribes again: one that fails while Redis
 * goes away or the node closes would be an unhandled rejection, which ends the process.
 */
function mayFail(client: Redis, command: 'publish' | 'subscribe'): Redis {
  const send = client[command].bind(client) as (...args: unknown[]) => Promise<number>;
  const sent = (...args: unknown[]) => {
    const answer = send(...args);
    answer.catch(() => {});
    return answer;
  };
  return Object.assign(client, { [command]: sent });
}

/** Once each time, not with each attempt to connect. */
function tellChanges(client: Redis, log: Logger): void {
  let isAway = false;
  client.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'Redis does not answer: limits and pushes are this node’s own');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.warn('Redis is back');
    isAway = false;
  });
}
