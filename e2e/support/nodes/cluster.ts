import pg from 'pg';
import { seedMembers } from '#demo/seed/seed-members.ts';
import { readConfig } from '#server/config/config.ts';
import { openDb } from '#server/db/open.ts';
import { createPostgres } from '#server/testing/databases.ts';
import { startOwnRedis } from '#server/testing/own-redis.ts';
import { createOwnProduct, type OwnProduct } from '../product.ts';
import type { ClusterMedia } from './media.ts';

/** Seconds of a paid minute: many of them, and one that a kill comes into the middle of. */
export const MINUTE_SECONDS = 5;
/** Credits of each member at the start. */
export const OPENING = 5000;
export const PASSWORD = 'Demo1234';

/** An open chat, as the database has it. */
export interface OpenChat {
  id: string;
  node: string;
  minutes: number;
}

/** Nodes of one product: PostgreSQL, Redis and the media server are theirs together. */
export interface Cluster {
  nodes: readonly OwnProduct[];
  media: ClusterMedia;
  openChats(): Promise<OpenChat[]>;
  /** How many minutes that these chats bought are not settled yet. */
  restingMinutes(sessions: readonly string[]): Promise<number>;
  remove(): Promise<void>;
}

interface Plan {
  /** A PostgreSQL server, to make a database on. */
  server: string;
  /** By e-mail address. */
  members: readonly string[];
  /** Closed with the cluster. */
  media: ClusterMedia;
}

/** Starts so many nodes. */
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
    restingMinutes: async (sessions) => {
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
