import { atom } from 'nanostores';
import { subscribeBrowser, unsubscribeBrowser } from '#contract/member/notices/notice-calls.ts';
import { type Browser, browserSchema } from '#contract/member/notices/notices.ts';
import { call } from '../../api/call.ts';
import { keepMessages, readMessages } from '../../shell/kept/messages.ts';
import { noteNo } from '../../shell/kept/said-no.ts';
import { log } from '../../shell/log.ts';
import { workerAddress } from '../../site/chrome/worker-address.ts';

/** `denied`: by the browser, which asks no more; `unknown` before it was looked at. */
export type NoticesState = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on';

/** Whether this browser is told of messages. */
export const $notices = atom<NoticesState>('unknown');

export const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Looks, and asks nobody. `owner`: the member's address. */
export async function readNotices(owner: string): Promise<void> {
  $notices.set(await stateFor(owner));
}

async function stateFor(owner: string): Promise<NoticesState> {
  if (!canShowNotices()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscriptionOf(owner)) ? 'on' : 'off';
}

/** What this member switched on in this browser; null where it is no more. */
async function subscriptionOf(owner: string): Promise<PushSubscription | null> {
  if (readMessages('notices', owner) === null || Notification.permission !== 'granted') return null;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** The browser asks the member, which it does after a click alone. `key`: the server's. Answers whether it went well. */
export async function switchOn(owner: string, key: string): Promise<boolean> {
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') {
    noteNo();
    $notices.set(answer === 'denied' ? 'denied' : 'off');
    return true;
  }
  try {
    await call(subscribeBrowser, namedBy(await subscribe(key)));
    keepMessages('notices', owner, { on: true });
    $notices.set('on');
    return true;
  } catch (error) {
    log.warn('no notices', error);
    $notices.set('off');
    return false;
  }
}

async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(workerAddress, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // With another key of the server it would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Throws for what no browser gives. */
const namedBy = (subscription: PushSubscription): Browser => browserSchema.parse(subscription.toJSON());

/** Here at once; the server forgets a browser that is gone by itself. Throws AppError with the server's label. */
export async function switchOff(owner: string): Promise<void> {
  const subscription = await subscriptionOf(owner);
  keepMessages('notices', owner, null);
  $notices.set('off');
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await call(unsubscribeBrowser, { endpoint });
}

/** Tells the server that this browser is still there, with the login of now. Where that fails, the next time does it. */
export async function renewNotices(owner: string): Promise<void> {
  if (!canShowNotices()) return;
  const subscription = await subscriptionOf(owner).catch(() => null);
  if (!subscription) return;
  await call(subscribeBrowser, namedBy(subscription)).catch((error: unknown) =>
    log.info('notices not renewed', error),
  );
}
