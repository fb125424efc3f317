import type { OutputOf } from '#contract/endpoint.ts';
import type { listBundles as call } from '#contract/wallet/purchase-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { bundlesOnSale } from './reads.ts';

export async function listBundles(deps: Deps): Promise<OutputOf<typeof call>> {
  return { bundles: await bundlesOnSale(deps) };
}
