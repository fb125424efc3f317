import { $liveQuestion, offerLiveNotices } from '#lib/member/live-notices/live-notices.ts';
import { readHook } from '../lib/shell/start/hooks.ts';

/** Asks below a heart of the page. Those of pop-ups ask nothing: they are small and in use. */
export async function askBelow(heart: HTMLElement): Promise<void> {
  if (!heart.closest('main')) return;
  await offerLiveNotices(Number(readHook(heart, 'favourite')), readHook(heart, 'name') ?? '');
  if ($liveQuestion.get()) (await import('../islands/LiveQuestion.tsx')).mountLiveQuestion(heart);
}
