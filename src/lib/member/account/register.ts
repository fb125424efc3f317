import { splitLocale } from '#contract/locales.ts';
import { register as registerCall } from '#contract/member/account-calls.ts';
import { refuseEmail } from '#contract/member/credentials.ts';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { performerPageSchema, returnPageOf } from '#contract/wallet/return-page.ts';
import { brand } from '../../../content/brand/index.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { openModal } from '../../shell/modal.ts';
import { $passwordPolicy } from '../password/password-policy.ts';
import { errorKey, fieldErrors, passwordErrorKey } from './field-errors.ts';
import { logIn } from './log-in.ts';
import { startSession } from './start-session.ts';

export interface RegisterValues {
  email: string;
  password: string;
  /** 18 or older, and accepts the terms. */
  terms: boolean;
}

export async function register({ email, password, terms }: RegisterValues): Promise<void> {
  const account = { email: email.trim(), password: password.trim() };
  const from = performerPageSchema.safeParse(returnPageOf(splitLocale(location.pathname).path)).data;
  await call(registerCall, { ...account, terms, meta: routeValues(), ...(from && { from }) });
  await startSession(() => logIn({ username: account.email, password }));
  openModal({ type: 'RegistrationConfirmation', email: account.email });
}

export const registerForm = createForm<keyof RegisterValues, RegisterValues>({
  check: ({ email, password, terms }) =>
    fieldErrors({
      email: errorKey(refuseEmail(email)),
      password: passwordErrorKey(password.trim(), $passwordPolicy.get()),
      terms: terms ? null : 'member.register.termsRequired',
    }),
  send: (values) => register(values),
  labels: {
    'badRequest.email_exists': { field: 'email', message: 'member.register.emailExists' },
    'badRequest.password_common': {
      field: 'password',
      message: 'member.registration.error.password_common',
    },
    'badRequest.tooMany': { message: 'member.tooMany' },
  },
  fallback: 'member.register.failed',
});

const routeValues = (): Record<string, string> => ({
  p: brand.affiliateCode,
  ...affiliateOf(new URLSearchParams(location.search)),
});
