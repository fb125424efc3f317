import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { systemCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Books nothing on the strength of the notification, but asks the provider (settlePayment). A wrong signature is
 * refused before anything is parsed.
 */
export async function handleNotification(
  deps: Deps,
  { params, headers, caller, readBody }: RawRequest,
): Promise<RawAnswer> {
  const { payments } = deps;
  const body = (await readBody()).toString('utf8');
  const isKnown = params['provider'] === payments.provider;
  const genuine = isKnown ? payments.verify(body, headers) : null;
  if (!genuine) {
    deps.events.record('payment.notification-refused', { provider: payments.provider });
    return answer(400, payments.acknowledge(false));
  }
  const provider = { ...systemCaller, request: caller.request };
  return answer(200, payments.acknowledge(await settlePayment(deps, provider, genuine.order)));
}

const answer = (status: number, { body, type }: { body: string; type: string }): RawAnswer => ({
  status,
  headers: { 'Content-Type': type },
  body,
});
