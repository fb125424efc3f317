import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd, type BenchServer, ownFolder, startServer } from '@vonk/bench';
import { eq, ne } from 'drizzle-orm';
import { STUDIO_PASSWORD } from '#demo/cast.ts';
import { openStudio, type Studio } from '#demo/on-air/studio.ts';
import { seedMembers } from '#demo/seed/seed-members.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { chatUnits } from '#server/chat/units/tables.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { openDb } from '#server/db/opening/open.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { createPostgres } from '#server/testing/databases.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { ApiClient } from '../../e2e/support/started/api-client.ts';
import { freePort } from '../../scripts/lib/processes.mjs';

const PASSWORD = 'Demo1234';
/** Enough credits for the whole run. */
const RICH = 10_000_000;
/** Seconds of a paid minute. */
export const MINUTE_SECONDS = 5;
/** Timeout of a demo's start in ms. */
const START_MS = 120_000;

/** Two performers with a password; the demo's own broadcasters are off. */
const performers = ['Femke', 'Yara'] as const;

/** The media server's own counts. */
export interface MediaCounts {
  rooms: number;
  publishers: number;
  viewers: number;
}

/** The database's state after the product was killed. */
export interface Remains {
  openSessions: number;
  runningUnits: number;
  violations: number;
}

/** The whole product in a separate process, with its members. */
export interface SoakProduct {
  url: string;
  server: BenchServer;
  members: readonly ApiClient[];
  /** Performers for whom this process broadcasts. */
  performers: readonly [string, ...string[]];
  studios(): Promise<Studio[]>;
  counts(): Promise<MediaCounts>;
  /** Kills it, so that it cannot clean up, and reads its database. */
  killAndLook(): Promise<Remains>;
}

interface SoakOptions {
  members: number;
  /** A PostgreSQL server; null for the embedded database. */
  postgres: string | null;
}

export async function startSoakProduct({ members: count, postgres }: SoakOptions): Promise<SoakProduct> {
  const database = postgres ? await createPostgres(postgres) : null;
  if (database) atEnd(() => database.drop());
  const port = await freePort();
  const environment = {
    DATA_DIR: join(await ownFolder(), 'data'),
    PORT: String(port),
    DEMO_CAST: 'false',
    DEMO_PERFORMERS: '24',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'false',
    SOCKETS_PER_IP: '0',
    SOCKET_EVENTS: '0',
    CHAT_MINUTE_SECONDS: String(MINUTE_SECONDS),
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const config = readConfig(environment);
  const emails = Array.from({ length: count }, (_, number) => `soak${number}@soak.example`);
  await seed(config, emails);
  const url = `http://127.0.0.1:${port}`;
  const server = startServer('server/main.ts', environment);
  await ready(url, server);
  const members = emails.map(() => new ApiClient(url));
  for (const [number, member] of members.entries()) await member.logIn(emails[number] ?? '', PASSWORD);
  return {
    url,
    server,
    members,
    performers,
    studios: () => Promise.all(performers.map((username) => logIn(url, username))),
    counts: () => readCounts(url),
    killAndLook: async () => {
      await server.kill();
      return lookInto(config);
    },
  };
}

const logIn = (url: string, username: string): Promise<Studio> =>
  openStudio({ url, apiKey: 'vonk-web' }, { username, password: STUDIO_PASSWORD });

async function seed(config: Config, emails: readonly string[]): Promise<void> {
  const { db, close } = await openDb(config.databaseUrl);
  const deps = { db, config, now: () => new Date() };
  await seedBundles(deps);
  await seedMembers(
    deps,
    emails.map((email, number) => ({ email, username: `soak-${number}`, verified: true, credits: RICH })),
  );
  await close();
}

async function ready(url: string, server: BenchServer): Promise<void> {
  const ended = server.next<never>();
  const isUp = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = Date.now() + START_MS; !(await Promise.race([isUp(), ended])); await sleep(200))
    if (Date.now() > until) throw new Error('The product was not ready in time');
}

async function readCounts(url: string): Promise<MediaCounts> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const gauge = (name: string) =>
    Number(new RegExp(`^vonk_media_${name} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { rooms: gauge('rooms'), publishers: gauge('publishers'), viewers: gauge('viewers') };
}

async function lookInto({ databaseUrl }: Config): Promise<Remains> {
  const { db, close } = await openDb(databaseUrl);
  const openSessions = await db.$count(chatSessions, ne(chatSessions.state, 'ended'));
  const runningUnits = await db.$count(chatUnits, eq(chatUnits.state, 'running'));
  const violations = (await findViolations(db, [])).length;
  await close();
  return { openSessions, runningUnits, violations };
}
