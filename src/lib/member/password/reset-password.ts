import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { logInWithLink as logInWithLinkCall } from '#contract/member/account/account-calls.ts';
import {
  changePassword as changePasswordCall,
  forgotPassword as forgotPasswordCall,
} from '#contract/member/settings/password-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { log } from '../../shell/log.ts';
import { tellModal } from '../../shell/open-dialogs.ts';
import { closeModal } from '../../shell/start/dialogs.ts';
import { showToast, withLoader } from '../../shell/start/feedback.ts';
import { $session } from '../../shell/start/session.ts';
import { loadMessages, translator } from '../../shell/translate.ts';
import { thisPage } from '../../site/routing/return-to.ts';
import { currentMember, goHome, isHome } from '../account/current-member.ts';
import {
  $passwordPolicy,
  type ForgotValues,
  forgotRules,
  type ResetField,
  type ResetValues,
  recoveryOf,
  resetRules,
} from '../account/entry-rules.ts';
import { startSession, tellOnLogin } from '../account/log-in.ts';

/** Opens a session by a mail link's token. Throws AppError with the server's label. */
const logInWithLink = (token: string): Promise<void> =>
  withLoader(startSession(() => call(logInWithLinkCall, { token })));

/** Redeems a link, which works once: opens a session and the form for a new password. */
export async function openReset(token: string): Promise<void> {
  try {
    await logInWithLink(token);
    tellModal({ type: 'ResetPassword', token });
  } catch (error) {
    const used = labelOf(error) === 'badRequest.link.used';
    tellModal({ type: 'ForgotPassword', link: used ? 'used' : 'expired' });
  }
}

/** ms until a visitor who is not logged in is sent home from the form for a new password (platform spec 4). */
export const INVALID_RESET_MS = 1000;

/** Sends a guest home, as only a member can use the form. Returns a function that cancels it. */
export function leaveWhenNobody(): () => void {
  const timer = setTimeout(() => {
    if ($session.get().status === 'member') return;
    closeModal('ResetPassword');
    goHome();
  }, INVALID_RESET_MS);
  return () => clearTimeout(timer);
}

/** Redeems a login link, which leads home (platform spec 4). A failure closes open dialogs and shows why. */
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

/** Shows what follows a login link on the home page: the operator's message, and for the unverified how to verify. */
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

/** Uses the link's token in place of the old password. */
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

/** Same result for any account; a failed call is only logged (platform spec 8). */
export async function forgotPassword(
  { account }: ForgotValues,
  from: string,
  options?: CallOptions,
): Promise<void> {
  try {
    await call(forgotPasswordCall, { ...recoveryOf(account.trim()), from }, options);
  } catch (error) {
    log.warn('Password recovery failed', labelOf(error));
  }
}

export const forgotForm = createForm<keyof ForgotValues, ForgotValues>({
  ...forgotRules,
  send: (values) => forgotPassword(values, thisPage(location)),
});
