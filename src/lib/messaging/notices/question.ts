import { atom } from 'nanostores';
import { readNoticeKey } from '#contract/member/notices/notice-calls.ts';
import { call } from '../../api/call.ts';
import { noteNo, saidNo } from '../../shell/kept/said-no.ts';
import { ownerOf } from '../inbox/previews.ts';
import { canShowNotices, switchOn } from './notices.ts';

/** The server's key while the member is asked whether to be told of answers; null while not. */
export const $question = atom<string | null>(null);

/** After a message of one's own: asks where the browser can, nobody said no lately, and it was not settled before. */
export async function offerNotices(): Promise<void> {
  if (!canShowNotices() || Notification.permission !== 'default' || saidNo()) return;
  const answer = await call(readNoticeKey, {}).catch(() => null);
  $question.set(answer?.key ?? null);
}

/** Answers whether it went well. */
export async function acceptNotices(): Promise<boolean> {
  const [key, owner] = [$question.get(), ownerOf()];
  if (key === null || owner === null) return true;
  const isDone = await switchOn(owner, key);
  $question.set(null);
  return isDone;
}

export function declineNotices(): void {
  noteNo();
  $question.set(null);
}
