import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Connections of one node. Requests of visitors never wait for a Redis that is away. */
export interface RedisClients {
  /** Counts the rate limits. */
  readonly limits: Redis;
  /** Publishes pushes. Copies of it, which may wait, read the pushes of other nodes. */
  readonly pushes: Redis;
  /** One round trip on each connection. */
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

/** Timeout of a command in ms. */
const COMMAND_MS = 300;
/** Timeout of a push in ms. */
const PUSH_MS = 2000;
/** ms without a reply after which the connection counts as dead. */
const SILENCE_MS = 1000;
/** ms. A blocking read is answered within 5 s. */
const READER_SILENCE_MS = 15_000;
const CONNECT_MS = 2000;
const LONGEST_RETRY_MS = 1000;

const common = {
  connectTimeout: CONNECT_MS,
  retryStrategy: (times: number) => Math.min(times * 100, LONGEST_RETRY_MS),
};
/** Fails at once while disconnected and does not repeat commands after a reconnect. */
const quick = {
  ...common,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: COMMAND_MS,
  socketTimeout: SILENCE_MS,
};
/**
 * A push waits for one attempt to reconnect: after a freeze of the process the connection looks dead and is replaced,
 * and the push would be lost. Nobody waits for a push.
 */
const waiting = { ...quick, enableOfflineQueue: true, maxRetriesPerRequest: 1, commandTimeout: PUSH_MS };
/** Waits for a reconnect: a reader that failed at once would retry without a pause. */
const patient = { ...common, maxRetriesPerRequest: null, socketTimeout: READER_SILENCE_MS };

/** Never throws: while Redis is away, limits and pushes are local to each node. */
export function openRedis(url: string, log: Logger): RedisClients {
  const limits = new Redis(url, quick);
  const pushes = mayFail(new Redis(url, waiting), 'publish');
  pushes.duplicate = () => readOn(mayFail(new Redis(url, patient), 'subscribe'));
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
 * Neither socket.io's adapter 0.3 nor a resubscribing ioredis 6 awaits these commands. Their failure while Redis or
 * the node goes away would be an unhandled rejection, which ends the process.
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

/**
 * Until its first push the socket.io adapter 0.3 reads from "$", the stream's end, and would lose pushes between
 * reads. So the end is looked up once. A client reads one stream only.
 */
function readOn(client: Redis): Redis {
  const read = client.xread.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let end: string | null = null;
  const readFrom = async (...args: unknown[]) => {
    const [stream, from] = args.slice(-2);
    if (from !== '$') return read(...args);
    end ??= (await client.xrevrange(String(stream), '+', '-', 'COUNT', 1))[0]?.[0] ?? '0-0';
    return read(...args.slice(0, -1), end);
  };
  return Object.assign(client, { xread: readFrom });
}

/** Logs each outage and recovery once, not every attempt to connect. */
function tellChanges(client: Redis, log: Logger): void {
  let isAway = false;
  client.on('error', (error: Error) => {
    if (!isAway)
      log.warn({ err: error }, 'Redis does not answer: limits and pushes work within this node only');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.warn('Redis answers again');
    isAway = false;
  });
}
