import type { Deps } from '#server/deps.ts';
import { settlePayment } from './settle-payment.ts';

export interface Notification {
  provider: string;
  /** As it arrived: the signature is over these very characters. */
  rawBody: string;
  headers: Headers;
}

export interface NotificationAnswer {
  /** False when the signature is not the provider's: nothing was looked at. */
  genuine: boolean;
  body: string;
  type: string;
}

/** Takes what a provider tells us; books nothing on its word, but asks it back (settlePayment). */
export async function takeNotification(deps: Deps, notification: Notification): Promise<NotificationAnswer> {
  const { provider, rawBody, headers } = notification;
  const genuine = provider === deps.payments.provider ? deps.payments.verify(rawBody, headers) : null;
  if (!genuine) {
    deps.events.record('payment.notification-refused', { provider: deps.payments.provider });
    return { genuine: false, ...deps.payments.acknowledge(false) };
  }
  const known = await settlePayment(deps, genuine.order);
  return { genuine: true, ...deps.payments.acknowledge(known) };
}
