import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { changePassword as changePasswordCall } from '#contract/member/password-calls.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { tellModal } from '../../shell/late/tell.ts';
import { loadMessages } from '../../shell/load-messages.ts';
import { closeModal } from '../../shell/modal.ts';
import { showToast } from '../../shell/toast.ts';
import { translator } from '../../shell/translate.ts';
import { currentMember } from '../account/current-member.ts';
import { type ResetField, type ResetValues, resetRules } from '../account/entry-rules.ts';
import { goHome, isHome } from '../account/go-home.ts';
import { logInWithLink } from '../account/log-in-with-link.ts';
import { tellOnLogin } from '../account/start-session.ts';
import { $session } from '../account/store.ts';
import { $passwordPolicy } from './password-policy.ts';

/** The link works once: it opens a session and the form for a new password. */
export async function openReset(token: string): Promise<void> {
  try {
    await logInWithLink(token);
    tellModal({ type: 'ResetPassword', token });
  } catch (error) {
    const used = labelOf(error) === 'badRequest.link.used';
    tellModal({ type: 'ForgotPassword', link: used ? 'used' : 'expired' });
  }
}

/** ms until who is not logged in is sent home from the form for a new password (platform spec 4). */
export const INVALID_RESET_MS = 1000;

/** The form is of use to a member only. Returns what ends the wait. */
export function leaveWhenNobody(): () => void {
  const timer = setTimeout(() => {
    if ($session.get().status === 'member') return;
    closeModal('ResetPassword');
    goHome();
  }, INVALID_RESET_MS);
  return () => clearTimeout(timer);
}

/** For a login link, which leads home (platform spec 4). A failure closes what is open and shows why. */
export async function openWithToken(token: string): Promise<void> {
  try {
    await logInWithLink(token);
  } catch (error) {
    closeModal();
    await tellLinkFailed(labelOf(error));
    return;
  }
  if (isHome()) showLander();
  else goHome({ action: 'lander' });
}

/** What waits on the home page after a login link: the operator's word, and for the unverified how to verify. */
export async function openLander(): Promise<void> {
  await currentMember.loadMember();
  tellOnLogin();
  showLander();
}

function showLander(): void {
  const session = $session.get();
  if (session.status === 'member' && !session.verified)
    tellModal({ type: 'RegistrationConfirmation', email: session.email });
}

async function tellLinkFailed(label: ErrorLabel): Promise<void> {
  const { locale } = splitLocale(location.pathname);
  const t = translator(await loadMessages(locale), locale);
  const isLink = label === 'badRequest.link.used' || label === 'badRequest.link.expired';
  showToast('error', t(isLink ? 'member.link.login' : 'ui.failed'));
}

/** With the link's token, which replaces the old password. */
export interface TokenReset extends ResetValues {
  token: string;
}

export async function changePassword({ newPassword, repeatNewPassword, token }: TokenReset): Promise<void> {
  await call(changePasswordCall, {
    password: token,
    newPassword: newPassword.trim(),
    repeatNewPassword: repeatNewPassword.trim(),
  });
}

export const resetForm = createForm<ResetField, TokenReset>({
  ...resetRules(() => $passwordPolicy.get()),
  send: (values) => changePassword(values),
});
