import { atom } from 'nanostores';
import * as calls from '#contract/studio/notice-calls.ts';
import { call } from '../api/call.ts';
import {
  browserOf,
  canShowNotices,
  type NoticesState,
  pushSubscription,
  subscribeToPush,
} from '../messaging/notices/notices.ts';
import { forgetMemberNotices } from '../shell/late/member-notices.ts';
import { log } from '../shell/log.ts';

/** Whether this browser tells the performer that nobody sees her. */
export const $studioNotices = atom<NoticesState>('unknown');

/** Asks the server, which continues the subscription with this login. Does not ask for permission. */
export async function renewStudioBrowser(): Promise<void> {
  $studioNotices.set(await currentState());
}

async function currentState(): Promise<NoticesState> {
  if (!canShowNotices()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await pushSubscription().catch(() => null);
  if (!subscription) return 'off';
  const renewed = await call(calls.renewStudioBrowser, browserOf(subscription)).catch(() => null);
  return renewed?.isOn ? 'on' : 'off';
}

/**
 * Makes the browser ask for permission, which requires a click. `key`: the server's. Returns false if it failed, and
 * true after a refusal, which the state tells.
 */
export async function subscribeStudioBrowser(key: string): Promise<boolean> {
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') {
    $studioNotices.set(answer === 'denied' ? 'denied' : 'off');
    return true;
  }
  try {
    await call(calls.subscribeStudioBrowser, browserOf(await subscribeToPush(key)));
    // A browser tells one person: a member who used this one gets no notices in it any more.
    forgetMemberNotices();
    $studioNotices.set('on');
    return true;
  } catch (error) {
    log.warn('Notices could not be switched on', error);
    $studioNotices.set('off');
    return false;
  }
}

/** Effective at once; the server forgets an expired browser by itself. Throws AppError with the server's label. */
export async function unsubscribeStudioBrowser(): Promise<void> {
  const subscription = await pushSubscription();
  $studioNotices.set('off');
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await call(calls.unsubscribeStudioBrowser, { endpoint });
}
