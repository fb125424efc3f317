import { register } from '#contract/member/calls.ts';
import { refuseEmail } from '#contract/member/credentials.ts';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { brand } from '../../content/brand/index.ts';
import { call } from '../api/call.ts';
import { createForm } from '../forms/submit.ts';
import { openModal } from '../shell/modal.ts';
import { arrive } from './arrive.ts';
import { complain, complainOfPassword, complaints } from './faults.ts';
import { logIn } from './log-in.ts';
import { $passwordPolicy } from './password-policy.ts';

export interface RegisterValues {
  email: string;
  password: string;
  /** 18 or older, and in agreement with the terms. */
  terms: boolean;
}

export const registerForm = createForm<keyof RegisterValues, RegisterValues>({
  check: ({ email, password, terms }) =>
    complaints({
      email: complain(refuseEmail(email)),
      password: complainOfPassword(password.trim(), $passwordPolicy.get()),
      terms: terms ? null : 'member.register.termsRequired',
    }),
  async send({ email, password, terms }) {
    const account = { email: email.trim(), password: password.trim() };
    await call(register, { ...account, terms, meta: routeValues() });
    await arrive(() => logIn({ username: account.email, password }));
    openModal({ type: 'RegistrationConfirmation', email: account.email });
  },
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
