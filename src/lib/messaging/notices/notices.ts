import { atom } from 'nanostores';
import {
  type Browser,
  browserSchema,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#contract/member/notices/notice-calls.ts';
import { call } from '../../api/call.ts';
import { noteNoticesDeclined } from '../../shell/kept/declined-notices.ts';
import { keepMessages, readMessages } from '../../shell/kept/messages.ts';
import { log } from '../../shell/log.ts';
import { workerAddress } from '../../site/chrome/web-app.ts';

/** `denied`: by the browser, which does not ask again; `unknown` before the first check. */
export type NoticesState = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on';

/** Whether this browser gets notices of messages. */
export const $notices = atom<NoticesState>('unknown');

export const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Reads the state without asking for permission. `owner`: the member's e-mail address. */
export async function readNotices(owner: string): Promise<void> {
  $notices.set(await stateFor(owner));
}

async function stateFor(owner: string): Promise<NoticesState> {
  if (!canShowNotices()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscriptionOf(owner)) ? 'on' : 'off';
}

/** The subscription this member made in this browser; null if it no longer exists. */
async function subscriptionOf(owner: string): Promise<PushSubscription | null> {
  if (readMessages('notices', owner) === null || Notification.permission !== 'granted') return null;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Makes the browser ask for permission, which requires a click. `key`: the server's. Returns whether it succeeded. */
export async function switchOn(owner: string, key: string): Promise<boolean> {
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') {
    noteNoticesDeclined();
    $notices.set(answer === 'denied' ? 'denied' : 'off');
    return true;
  }
  try {
    await call(subscribeBrowser, namedBy(await subscribe(key)));
    keepMessages('notices', owner, { on: true });
    $notices.set('on');
    return true;
  } catch (error) {
    log.warn('Notices could not be switched on', error);
    $notices.set('off');
    return false;
  }
}

async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(workerAddress, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another server key would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Throws if the subscription lacks an endpoint or keys, which no browser leaves out. */
const namedBy = (subscription: PushSubscription): Browser => browserSchema.parse(subscription.toJSON());

/** Effective at once; the server forgets an expired browser by itself. Throws AppError with the server's label. */
export async function switchOff(owner: string): Promise<void> {
  const subscription = await subscriptionOf(owner);
  keepMessages('notices', owner, null);
  $notices.set('off');
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await call(unsubscribeBrowser, { endpoint });
}

/** Renews this browser's subscription with the current login. A failure is retried with the next page. */
export async function renewNotices(owner: string): Promise<void> {
  if (!canShowNotices()) return;
  const subscription = await subscriptionOf(owner).catch(() => null);
  if (!subscription) return;
  await call(subscribeBrowser, namedBy(subscription)).catch((error: unknown) =>
    log.info('Notices could not be renewed', error),
  );
}
