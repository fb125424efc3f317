import { atom } from 'nanostores';
import * as calls from '#contract/member/notices/live-notice-calls.ts';
import { call } from '../../api/call.ts';
import { canShowNotices, switchOnLive } from '../../messaging/notices/notices.ts';
import { hasDeclinedNotices } from '../../shell/kept.ts';
import { ownerOf } from '../../shell/start/session.ts';

export interface Ways {
  readonly mail: boolean;
  readonly browser: boolean;
}
export type Way = keyof Ways;

/** The question after a heart, with the ways in which this member can be told. */
export interface LiveQuestion {
  readonly performerId: number;
  readonly name: string;
  readonly mail: boolean;
  /** The server's key; null if this browser shows no notices. */
  readonly noticeKey: string | null;
}

/** Null while nothing is asked. */
export const $liveQuestion = atom<LiveQuestion | null>(null);

/** Called after a performer became a favourite: asks if the server allows it and there is a way. */
export async function offerLiveNotices(performerId: number, name: string): Promise<void> {
  $liveQuestion.set(null);
  const answer = await call(calls.readLiveQuestion, { performerId }).catch(() => null);
  if (answer?.isOpen) show({ performerId, name, mail: answer.mail, noticeKey: ownKey(answer.noticeKey) });
}

/** No question without a way. */
const show = (question: LiveQuestion): void =>
  $liveQuestion.set(question.mail || question.noticeKey !== null ? question : null);

/** Null if the browser cannot show notices, or its user declined them recently. */
const ownKey = (key: string | null): string | null =>
  canShowNotices() && Notification.permission !== 'denied' && !hasDeclinedNotices() ? key : null;

/** `refused`: by the browser; the question stays if there is another way. `failed`: it stays as it was. */
export async function acceptLiveNotices(way: Way): Promise<'done' | 'refused' | 'failed'> {
  const question = $liveQuestion.get();
  if (!question) return 'done';
  if (way === 'browser') {
    const state = await switchOnHere(question.noticeKey);
    if (state === 'refused') show({ ...question, noticeKey: null });
    if (state !== 'on') return state;
  }
  const ways = { mail: way === 'mail', browser: way === 'browser' };
  const isDone = await chooseLiveNotice(question.performerId, ways).then(
    () => true,
    () => false,
  );
  if (isDone) $liveQuestion.set(null);
  return isDone ? 'done' : 'failed';
}

/** Also asks the browser for permission, if it has not been given. */
export async function switchOnHere(noticeKey: string | null): Promise<'on' | 'refused' | 'failed'> {
  const owner = ownerOf();
  if (!canShowNotices() || noticeKey === null || owner === null) return 'refused';
  return switchOnLive(owner, noticeKey);
}

/** Throws AppError with the server's label. */
export const chooseLiveNotice = (performerId: number, ways: Ways): Promise<unknown> =>
  call(calls.chooseLiveNotice, { performerId, ...ways });

/** A failure asks again after the next heart. */
export async function declineLiveNotices(): Promise<void> {
  $liveQuestion.set(null);
  await call(calls.declineLiveNotices, {}).catch(() => null);
}
