import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import { resendActivation as resendCall } from '#contract/member/account/account-calls.ts';
import { call } from '../../api/call.ts';
import { log } from '../../shell/log.ts';
import { $session } from '../../shell/start/session.ts';

/** ms for which the confirmation is shown (specification: timing). */
export const SENT_SHOWN_MS = 10_000;

type Resend = 'idle' | 'sending' | 'sent' | 'failed';

export const $resend = atom<Resend>('idle');

/** Ignored while a request is running or has just succeeded. `email`: the address a guest registered. */
export async function resendActivation(email?: string): Promise<void> {
  if ($resend.get() === 'sending' || $resend.get() === 'sent') return;
  $resend.set('sending');
  try {
    await call(resendCall, $session.get().status === 'member' || email === undefined ? {} : { email });
    $resend.set('sent');
    setTimeout(() => $resend.set('idle'), SENT_SHOWN_MS);
  } catch (error) {
    log.warn('Activation mail could not be sent again', labelOf(error));
    $resend.set('failed');
  }
}

const clients = [
  { name: 'Gmail', domains: /^(gmail|googlemail)\./, url: 'https://mail.google.com/mail/' },
  { name: 'Outlook', domains: /^(outlook|hotmail|live)\./, url: 'https://outlook.live.com/mail/' },
] as const;

interface MailClient {
  readonly name: string;
  readonly url: string;
}

/** The web mail of an e-mail address; null if unknown. */
export function mailClientOf(email: string): MailClient | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return clients.find(({ domains }) => domains.test(domain)) ?? null;
}
