import { seedPerformers } from '#server/demo/seed-performers.ts';
import type { Deps } from '#server/deps.ts';
import { seedMembers } from '#server/member/seed.ts';
import { seedBundles } from '#server/wallet/seed-bundles.ts';

/** Brings a database to where the product can be used; running it again changes nothing. */
export async function seed(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  await seedBundles(deps);
  if (deps.config.mode !== 'demo') return;
  await seedPerformers(deps);
  await seedMembers(deps);
}
