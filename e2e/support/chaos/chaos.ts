import { setTimeout as sleep } from 'node:timers/promises';
import { seedDemo } from '#demo/seed/seed-demo.ts';
import { seedMembers } from '#demo/seed/seed-members.ts';
import { readConfig } from '#server/config/config.ts';
import { openDb } from '#server/db/opening/open.ts';
import { createStorage } from '#server/gateways/open-gateways.ts';
import { createPostgres } from '#server/testing/databases.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { findPostgres } from '../../../scripts/lib/services.mjs';
import { createOwnProduct, type OwnProduct } from '../product.ts';
import { ApiClient } from '../started/api-client.ts';
import { until } from '../started/until.ts';
import { ChaosClient } from './client.ts';
import { type ChaosResult, conclude } from './conclude.ts';
import { type Bundle, MINUTE_SECONDS, OPENING } from './judge.ts';

export interface ChaosPlan {
  clients: number;
  kills: number;
  /** A PostgreSQL server; by default PGlite in the data folder. */
  server?: string | undefined;
  /** Minimum and maximum ms from the first tip and minute after a start until the kill. */
  lives: readonly [number, number];
  /** Maximum number of simultaneous viewers of paid chats. */
  seats: number;
  tell?: (line: string) => void;
}

/** Returns the URL of a running or newly started PostgreSQL server; undefined if there is none. */
export const findPostgresUrl = async (): Promise<string | undefined> => (await findPostgres())?.url;

const PASSWORD = 'Demo1234';
/** Approximate ms between two acts of a member: keeps the product busy without losing pictures. */
const PACE_MS = 400;
/**
 * After a response a member rests for `RESTS` times its duration, up to the limit. Otherwise, on a slow machine,
 * requests would queue up and watching members would time out.
 */
const RESTS = 8;
const LONGEST_REST_MS = 10_000;

/** Approximate ms that a member rests after a response that took `waited` ms. */
export const pauseAfter = (waited: number): number =>
  Math.max(PACE_MS, Math.min(RESTS * waited, LONGEST_REST_MS));

const emails = (count: number) =>
  Array.from({ length: count }, (_, number) => `chaos${number}@chaos.example`);

async function seed(product: OwnProduct, plan: ChaosPlan, databaseUrl: string | undefined): Promise<void> {
  const { dataDir } = product;
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const { db, close } = await openDb(config.databaseUrl);
  const deps = { db, config, now: () => new Date(), storage: await createStorage(config) };
  await seedBundles(deps);
  await seedDemo(deps);
  await seedMembers(
    deps,
    emails(plan.clients).map((email, number) => ({
      email,
      username: `chaos-${number}`,
      verified: true,
      credits: OPENING,
    })),
  );
  await close();
}

/** Runs the clients while the process is killed repeatedly, then checks the ledger. */
export async function runChaos(plan: ChaosPlan): Promise<ChaosResult> {
  const database = plan.server ? await createPostgres(plan.server) : null;
  const product = await createOwnProduct({
    environment: {
      // Two in free chat, one in paid.
      CAST_SIZE: '3',
      RATE_LIMITS: 'false',
      LOG_LEVEL: 'error',
      CHAT_MINUTE_SECONDS: String(MINUTE_SECONDS),
      ...(database ? { DATABASE_URL: database.url } : {}),
    },
  });
  try {
    await seed(product, plan, database?.url);
    return await workAndKill(product, plan);
  } finally {
    await product.remove();
    await database?.drop();
  }
}

async function workAndKill(product: OwnProduct, plan: ChaosPlan): Promise<ChaosResult> {
  await product.start();
  const bundle = await cheapest(product);
  const around = { url: product.url, seats: { free: plan.seats }, bundle: bundle.id };
  const clients = emails(plan.clients).map((email) => new ChaosClient(email, around));
  for (const client of clients) await client.api.logIn(client.email, PASSWORD);
  let over = false;
  const lanes = clients.map(async (client) => {
    while (!over) {
      // biome-ignore lint/plugin/sleeps: a member’s pace
      await sleep(pauseAfter(await client.act()) * (0.5 + Math.random()));
    }
  });
  const [shortest, longest] = plan.lives;
  for (let kill = 1; kill <= plan.kills; kill += 1) {
    await untilBothWereBought(product, clients);
    // biome-ignore lint/plugin/sleeps: kills at any moment
    await sleep(shortest + Math.random() * (longest - shortest));
    await product.end('SIGKILL');
    const { tips, minutes } = acknowledgedBy(clients);
    plan.tell?.(`kill ${kill} of ${plan.kills}: ${tips} tips and ${minutes} minutes acknowledged`);
    await product.start();
  }
  over = true;
  await Promise.all(lanes);
  return { kills: plan.kills, ...(await conclude(product, clients, bundle)) };
}

/** ms after a start within which broadcasts must return and a tip and a minute must succeed. */
const LIFE_MS = 240_000;

/** Waits until a tip and a minute are bought; a kill without them proves nothing. A timeout lists the performers. */
async function untilBothWereBought(product: OwnProduct, clients: readonly ChaosClient[]): Promise<void> {
  const before = acknowledgedBy(clients);
  const wereBought = async () => {
    const now = acknowledgedBy(clients);
    return now.tips > before.tips && now.minutes > before.minutes;
  };
  await until(wereBought, LIFE_MS).catch(async (cause: unknown) => {
    const live = '/api/engine/performers?filter[status][]=online';
    const { status, body } = await new ApiClient(product.url).send('GET', live);
    const now = acknowledgedBy(clients);
    const since = `${now.tips - before.tips} tips and ${now.minutes - before.minutes} minutes`;
    const performers = `performers: ${status} ${JSON.stringify(body)}`;
    throw new Error(`only ${since} since the start; ${performers}; output: ${product.output()}`, { cause });
  });
}

/** Tips and minutes acknowledged so far. */
function acknowledgedBy(clients: readonly ChaosClient[]): { tips: number; minutes: number } {
  const tips = clients.flatMap((client) => client.tips).filter((tip) => tip.acknowledged).length;
  const minutes = clients
    .flatMap((client) => client.chats)
    .reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  return { tips, minutes };
}

async function cheapest({ url }: OwnProduct): Promise<Bundle> {
  const answer = await new ApiClient(url).send<{ bundles: Bundle[] }>('GET', '/api/member/wallet');
  const [bundle] = answer.body.bundles.toSorted((a, b) => a.cents - b.cents);
  if (!bundle) throw new Error('the wallet offers no bundle');
  return bundle;
}
