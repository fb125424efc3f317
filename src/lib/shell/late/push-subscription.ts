import { type Browser, browserSchema } from '#contract/member/notices/notice-calls.ts';
import { workerAddress } from '../../site/start/names.ts';

/** `denied`: by the browser, which does not ask again; `unknown` before the first check. */
export type NoticesState = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on';

export const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Null if this browser has none, or may not show notices. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (Notification.permission !== 'granted') return null;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function subscribeToPush(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(workerAddress, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another server key would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Throws if the subscription lacks an endpoint or keys, which no browser leaves out. */
export const browserOf = (subscription: PushSubscription): Browser =>
  browserSchema.parse(subscription.toJSON());
