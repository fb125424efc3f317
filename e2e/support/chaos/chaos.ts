import { setTimeout as sleep } from 'node:timers/promises';
import { seedDemo } from '#demo/seed/seed-demo.ts';
import { seedMembers } from '#demo/seed/seed-members.ts';
import { readConfig } from '#server/config/config.ts';
import { openDb } from '#server/db/open.ts';
import { createPostgres } from '#server/testing/databases.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { type Books, createOwnProduct, type OwnProduct } from '../product.ts';
import { until } from '../started/until.ts';
import { ChaosClient } from './client.ts';

export interface ChaosPlan {
  clients: number;
  kills: number;
  /** A PostgreSQL server; PGlite in the data folder without one. */
  server?: string | undefined;
  /** ms that the product lives between two kills, at least and at most. */
  lives: readonly [number, number];
  tell?: (line: string) => void;
}

export interface ChaosResult {
  kills: number;
  asked: number;
  acknowledged: number;
  refused: number;
  lost: number;
  orders: number;
  booked: number;
  returned: number;
  /** What is wrong; empty is the promise. */
  wrong: string[];
}

const OPENING = 5000;
/** ms in which a paid order that nobody heard of is found by asking the provider, and a late one told. */
const SETTLE_MS = 90_000;

const emails = (count: number) =>
  Array.from({ length: count }, (_, number) => `chaos${number}@chaos.example`);

async function seed(product: OwnProduct, plan: ChaosPlan, databaseUrl: string | undefined): Promise<void> {
  const { dataDir } = product;
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const { db, close } = await openDb(config.databaseUrl);
  const deps = { db, config, now: () => new Date() };
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

interface Bundle {
  id: string;
  cents: number;
  credits: number;
}

/** Fifty people at work while the process is killed under them, again and again; then what the books say. */
export async function runChaos(plan: ChaosPlan): Promise<ChaosResult> {
  const database = plan.server ? await createPostgres(plan.server) : null;
  const product = await createOwnProduct({
    environment: {
      CAST_SIZE: '2',
      RATE_LIMITS: 'false',
      LOG_LEVEL: 'error',
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
  const clients = emails(plan.clients).map((email) => new ChaosClient(product.url, email));
  for (const client of clients) await client.api.logIn(client.email, 'Demo1234');
  const bundle = await cheapest(clients);
  let over = false;
  const lanes = clients.map(async (client) => {
    while (!over) {
      await client.act(bundle.id);
      await sleep(50 + Math.random() * 200);
    }
  });
  const [shortest, longest] = plan.lives;
  for (let kill = 1; kill <= plan.kills; kill += 1) {
    const acknowledged = () => clients.flatMap(({ tips }) => tips).filter((tip) => tip.acknowledged).length;
    const before = acknowledged();
    // A life in which nothing happened proves nothing.
    await until(() => Promise.resolve(acknowledged() > before), 60_000);
    await sleep(shortest + Math.random() * (longest - shortest));
    await product.end('SIGKILL');
    plan.tell?.(`kill ${kill} of ${plan.kills}: ${acknowledged()} tips acknowledged`);
    await product.start();
  }
  over = true;
  await Promise.all(lanes);
  for (const client of clients) await client.finish();
  return judge(product, plan, clients, bundle);
}

async function cheapest([client]: readonly ChaosClient[]): Promise<Bundle> {
  const answer = await client?.api.send<{ bundles: Bundle[] }>('GET', '/api/member/wallet');
  const [bundle] = answer?.body.bundles.toSorted((a, b) => a.cents - b.cents) ?? [];
  if (!bundle) throw new Error('there is nothing to buy');
  return bundle;
}

async function judge(
  product: OwnProduct,
  plan: ChaosPlan,
  clients: readonly ChaosClient[],
  bundle: Bundle,
): Promise<ChaosResult> {
  const wrong: string[] = [];
  for (const client of clients)
    for (const { payment } of client.orders.filter(({ decided }) => decided))
      await until(() => client.api.isBooked(payment), SETTLE_MS).catch(() =>
        wrong.push(`the paid order ${payment} is not booked`),
      );
  const credits = new Map<ChaosClient, number>();
  for (const client of clients) credits.set(client, await client.api.credits());
  await product.end('SIGTERM');
  const books = await product.books();
  for (const client of clients) wrong.push(...wrongOf(client, books, bundle, credits.get(client) ?? 0));
  const { faults, total, negative } = books;
  if (faults.length > 0) wrong.push(`faults: ${JSON.stringify(faults)}`);
  if (total !== 0 || negative !== 0) wrong.push(`total ${total}, ${negative} accounts below zero`);
  const tips = clients.flatMap((client) => client.tips);
  const orders = clients.flatMap((client) => client.orders);
  return {
    kills: plan.kills,
    asked: tips.length,
    acknowledged: tips.filter(({ acknowledged }) => acknowledged).length,
    refused: clients.reduce((sum, { refused }) => sum + refused, 0),
    lost: clients.reduce((sum, { lost }) => sum + lost, 0),
    orders: orders.length,
    booked: books.keys.filter((key) => key.startsWith('purchase:')).length,
    returned: orders.filter(({ returned }) => returned).length,
    wrong,
  };
}

/** What one member was promised, against the books. */
function wrongOf(client: ChaosClient, { keys }: Books, bundle: Bundle, credits: number): string[] {
  const wrong: string[] = [];
  const paidTips = client.tips.filter(({ id }) =>
    keys.some((key) => key.startsWith('tip:') && key.endsWith(id)),
  );
  for (const { id, acknowledged } of client.tips)
    if (acknowledged && !paidTips.some((tip) => tip.id === id)) wrong.push(`the tip ${id} is lost`);
  const booked = client.orders.filter(({ payment }) => keys.includes(`purchase:${payment}`));
  for (const { payment, decided } of client.orders)
    if (decided && !booked.some((order) => order.payment === payment))
      wrong.push(`the paid order ${payment} has no credits`);
  if (client.orders.some(({ returned }) => returned)) return wrong;
  const spent = paidTips.reduce((sum, { amount }) => sum + amount, 0);
  const expected = OPENING + booked.length * bundle.credits - spent;
  if (credits !== expected) wrong.push(`${client.email} has ${credits} credits instead of ${expected}`);
  return wrong;
}
