import { atom } from 'nanostores';
import { resendActivation as resendCall } from '#contract/member/account-calls.ts';
import { call } from '../../api/call.ts';

/** How long the button says that the mail went out, in ms (specification: timing). */
export const SENT_SHOWN_MS = 10_000;

export type Resend = 'idle' | 'sending' | 'sent' | 'failed';

export const $resend = atom<Resend>('idle');

/** Asks for the activation mail once more; a click while one is under way or just sent does nothing. */
export async function resendActivation(): Promise<void> {
  if ($resend.get() === 'sending' || $resend.get() === 'sent') return;
  $resend.set('sending');
  try {
    await call(resendCall, {});
    $resend.set('sent');
    setTimeout(() => $resend.set('idle'), SENT_SHOWN_MS);
  } catch {
    $resend.set('failed');
  }
}
