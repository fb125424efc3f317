import pg from 'pg';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { setStatus, startBroadcast, studioLogin } from '#contract/studio/studio-calls.ts';
import { seedMembers } from '#demo/seed/seed-members.ts';
import { readConfig } from '#server/config/config.ts';
import { openDb } from '#server/db/opening/open.ts';
import { createPostgres } from '#server/testing/databases.ts';
import { startOwnRedis } from '#server/testing/own-redis.ts';
import { createOwnProduct, type OwnProduct } from '../product.ts';
import { until } from '../started/until.ts';
import { callNode } from './call.ts';
import type { ClusterMedia } from './media.ts';

/** Length of a paid minute in seconds: short enough to buy several, long enough for a kill within one. */
export const MINUTE_SECONDS = 5;
/** Credits of each member at the start. */
export const OPENING = 5000;
export const PASSWORD = 'Demo1234';

/** An open chat in the database. */
export interface OpenChat {
  id: string;
  node: string;
  minutes: number;
}

/** Nodes of one product that share PostgreSQL, Redis and the media server. */
export interface Cluster {
  nodes: readonly OwnProduct[];
  media: ClusterMedia;
  openChats(): Promise<OpenChat[]>;
  /** Returns the number of these sessions' minutes that are not settled. */
  restingUnits(sessions: readonly string[]): Promise<number>;
  /** Returns the time to which each node has renewed its lease, by the lease's name. */
  leases(): Promise<ReadonlyMap<string, string>>;
  remove(): Promise<void>;
}

interface Plan {
  /** URL of the PostgreSQL server that gets the database. */
  server: string;
  /** E-mail addresses. */
  members: readonly string[];
  /** Closed with the cluster. */
  media: ClusterMedia;
}

/** Starts `count` nodes. */
export async function startCluster(count: number, { server, members, media }: Plan): Promise<Cluster> {
  const database = await createPostgres(server);
  const redis = await startOwnRedis();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const nodes = await Promise.all(
    Array.from({ length: count }, () =>
      createOwnProduct({
        ...(media.entry ? { entry: media.entry } : {}),
        environment: {
          DATABASE_URL: database.url,
          REDIS_URL: redis.url,
          ...media.environment,
          CHAT_MINUTE_SECONDS: String(MINUTE_SECONDS),
          // Acknowledged sooner, so that what was billed and what was acknowledged differ by less than a second.
          KEEP_ALIVE_GROUP_MS: '100',
          DEMO_CAST: 'false',
          RATE_LIMITS: 'false',
        },
      }),
    ),
  );
  const remove = async () => {
    for (const node of nodes) await node.remove();
    await pool.end();
    await media.close();
    await redis.stop();
    await database.drop();
  };
  try {
    await seed(database.url, members);
    for (const node of nodes) await node.start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    nodes,
    media,
    remove,
    openChats: async () => {
      const chats = "select id, node, minutes from chat_session where state <> 'ended'";
      return (await pool.query<OpenChat>(chats)).rows;
    },
    leases: async () => {
      const valid = "select name, until::text from lease where name like 'node:%' and until > now()";
      const { rows } = await pool.query<{ name: string; until: string }>(valid);
      return new Map(rows.map(({ name, until }) => [name, until]));
    },
    restingUnits: async (sessions) => {
      const minutes = "select id from chat_minute where state <> 'settled' and session_id = any($1)";
      return (await pool.query(minutes, [sessions])).rows.length;
    },
  };
}

async function seed(databaseUrl: string, emails: readonly string[]): Promise<void> {
  const { db, close } = await openDb(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl);
  const wanted = emails.map((email, number) => ({
    email,
    username: `node-member-${number}`,
    verified: true,
    credits: OPENING,
  }));
  await seedMembers({ db, now: () => new Date() }, wanted);
  await close();
}

const STUDIO_PASSWORD = 'Studio1234';

/** Puts a performer into paid chat: the broadcast starts at the first node, the status is set at the second. */
export async function goLive({ nodes, media }: Cluster, username: string) {
  const [first, second] = nodes.map(({ url }) => url) as [string, string];
  const { token } = await callNode({ url: first }, studioLogin, { username, password: STUDIO_PASSWORD });
  await media.publish(await callNode({ url: first, token }, startBroadcast, {}), [first, second]);
  const setAt = (url: string) => async (status: OnlineStatus) => {
    await callNode({ url, token }, setStatus, { onlineStatus: status });
  };
  // The node detects the broadcast after a moment.
  await until(async () => {
    await setAt(second)(onlineStatus.online);
    return true;
  });
  return { username, setAt };
}
