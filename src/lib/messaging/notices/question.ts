import { atom } from 'nanostores';
import { readNoticeKey } from '#contract/member/notices/notice-calls.ts';
import { call } from '../../api/call.ts';
import { hasDeclinedNotices, noteNoticesDeclined } from '../../shell/kept.ts';
import { ownerOf } from '../../shell/session.ts';
import { canShowNotices, switchOn } from './notices.ts';

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
