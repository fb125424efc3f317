import type { OutputOf } from '#contract/endpoint.ts';
import type {
  listBundles as listBundlesCall,
  listPaymentOptions as listPaymentOptionsCall,
} from '#contract/wallet/purchase-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { bundlesOnSale } from './reads.ts';

export async function listBundles(deps: Deps): Promise<OutputOf<typeof listBundlesCall>> {
  return { bundles: await bundlesOnSale(deps) };
}

export async function listPaymentOptions(deps: Deps): Promise<OutputOf<typeof listPaymentOptionsCall>> {
  return { paymentOptions: [...deps.config.paymentMethods] };
}
