import { parseArgs } from 'node:util';
import { z } from 'zod';
import { seedCrowd } from '#demo/seed/seed-crowd.ts';
import { seedDemo } from '#demo/seed/seed-demo.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { createStorage } from '#server/gateways/open-gateways.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { openStoreOrEnd } from './lib/open-store.ts';

const usage = `Fills a stopped demo, or PostgreSQL, with generated performers until it has NUMBER of them.

  npm run seed -- --performers NUMBER`;
const EX_USAGE = 64;

/** Shown to the operator as one sentence. */
class RefusedError extends Error {}

function readArgs(args: string[]): number {
  const { values } = parseArgs({ args, options: { performers: { type: 'string' } } });
  const wanted = z.coerce.number().int().min(1).max(1_000_000).safeParse(values.performers);
  if (!wanted.success) throw new RefusedError(`--performers must be a number from 1 to 1000000\n\n${usage}`);
  return wanted.data;
}

async function run(): Promise<void> {
  const wanted = readArgs(process.argv.slice(2));
  const config = readConfig(process.env);
  if (config.mode !== 'demo') {
    throw new RefusedError('MODE must be demo: production has no generated performers.');
  }
  const startedAt = performance.now();
  const { db, close } = await openStoreOrEnd(config);
  try {
    const deps = { db, config, now: () => new Date(), storage: await createStorage(config) };
    await seedBundles(deps);
    await seedDemo(deps);
    let printed = 0;
    const added = await seedCrowd(deps, wanted, (total) => {
      if (total - printed < 10_000 && total < wanted) return;
      printed = total;
      console.log(`${total} performers`);
    });
    console.log(`${added} performers added in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  } finally {
    await close();
  }
}

await run().catch((error: unknown) => {
  if (!(error instanceof RefusedError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = EX_USAGE;
});
