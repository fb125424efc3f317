import { atom } from 'nanostores';
import {
  type Browser,
  browserSchema,
  readNoticeKey,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#contract/member/notices/notice-calls.ts';
import { call } from '../../api/call.ts';
import { hasDeclinedNotices, keepMessages, noteNoticesDeclined, readMessages } from '../../shell/kept.ts';
import { log } from '../../shell/log.ts';
import { ownerOf } from '../../shell/start/session.ts';
import { workerAddress } from '../../site/start/names.ts';

/** `denied`: by the browser, which does not ask again; `unknown` before the first check. */
export type NoticesState = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on';

/** Whether this browser gets notices of messages. */
export const $notices = atom<NoticesState>('unknown');

export const canShowNotices = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** None if this browser has none, or may not show notices. */
export async function pushSubscription(): Promise<PushSubscription | null | undefined> {
  if (Notification.permission !== 'granted') return null;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return worker?.pushManager.getSubscription();
}

/** Reads the state without asking for permission. `owner`: the member's e-mail address. */
export async function readNotices(owner: string): Promise<void> {
  $notices.set(await stateFor(owner));
}

async function stateFor(owner: string): Promise<NoticesState> {
  if (!canShowNotices()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscriptionOf(owner)) && wishesOf(owner)?.messages ? 'on' : 'off';
}

/** What the member wants to hear of in this browser. A record without them is of messages. */
interface Wishes {
  readonly messages: boolean;
  /** Favourites who are live, as chosen for each of them. */
  readonly live: boolean;
}

/** Null if the member has chosen nothing here. */
function wishesOf(owner: string): Wishes | null {
  const kept = readMessages('notices', owner) as Partial<Wishes> | null;
  return kept && { messages: kept.messages ?? true, live: kept.live ?? false };
}

/** The subscription this member made in this browser; null if it no longer exists. */
const subscriptionOf = async (owner: string): Promise<PushSubscription | null | undefined> =>
  wishesOf(owner) && pushSubscription();

/** Makes the browser ask for permission, which requires a click. `key`: the server's. Returns whether it succeeded. */
export const switchOn = async (owner: string, key: string): Promise<boolean> =>
  (await subscribeTo('messages', owner, key)) !== 'failed';

/** As `switchOn`, for favourites: what this browser is told of messages stays as it is. */
export const switchOnLive = (owner: string, key: string): Promise<'on' | 'refused' | 'failed'> =>
  subscribeTo('live', owner, key);

async function subscribeTo(
  what: keyof Wishes,
  owner: string,
  key: string,
): Promise<'on' | 'refused' | 'failed'> {
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') {
    noteNoticesDeclined();
    $notices.set(answer === 'denied' ? 'denied' : 'off');
    return 'refused';
  }
  try {
    const wishes = { ...(wishesOf(owner) ?? { messages: false, live: false }), [what]: true };
    await call(subscribeBrowser, { ...browserOf(await subscribeToPush(key)), messages: wishes.messages });
    keepMessages('notices', owner, wishes);
    $notices.set(wishes.messages ? 'on' : 'off');
    return 'on';
  } catch (error) {
    log.warn('Notices could not be switched on', error);
    $notices.set('off');
    return 'failed';
  }
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

/**
 * Ends the notices of messages. Effective at once, unless the browser stays subscribed for favourites; the server forgets
 * an expired browser by itself. Throws AppError with the server's label.
 */
export async function switchOff(owner: string): Promise<void> {
  const subscription = await subscriptionOf(owner);
  const wishes = wishesOf(owner);
  $notices.set('off');
  if (subscription && wishes?.live) {
    keepMessages('notices', owner, { ...wishes, messages: false });
    await call(subscribeBrowser, { ...browserOf(subscription), messages: false });
    return;
  }
  keepMessages('notices', owner, null);
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
  const messages = wishesOf(owner)?.messages ?? true;
  await call(subscribeBrowser, { ...browserOf(subscription), messages }).catch((error: unknown) =>
    log.info('Notices could not be renewed', error),
  );
}

/** The server's key while the question about notices is open; null otherwise. */
export const $question = atom<string | null>(null);

/** Called after an own message: asks if the browser supports it, nothing was decided, and no refusal is recent. */
export async function offerNotices(): Promise<void> {
  if (!canShowNotices() || Notification.permission !== 'default' || hasDeclinedNotices()) return;
  const answer = await call(readNoticeKey, {}).catch(() => null);
  $question.set(answer?.key ?? null);
}

/** Returns whether it succeeded. */
export async function acceptNotices(): Promise<boolean> {
  const [key, owner] = [$question.get(), ownerOf()];
  if (key === null || owner === null) return true;
  const isDone = await switchOn(owner, key);
  $question.set(null);
  return isDone;
}

export function declineNotices(): void {
  noteNoticesDeclined();
  $question.set(null);
}
