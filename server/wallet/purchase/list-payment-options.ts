import type { OutputOf } from '#contract/endpoint.ts';
import type { listPaymentOptions as call } from '#contract/wallet/purchase-calls.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listPaymentOptions(deps: Deps): Promise<OutputOf<typeof call>> {
  return { paymentOptions: [...deps.config.paymentMethods] };
}
