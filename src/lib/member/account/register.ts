import { register as registerCall } from '#contract/member/account-calls.ts';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { tellModal } from '../../shell/late-parts.ts';
import { thisPage } from '../../site/routing/return-to.ts';
import { tellMoment } from '../../tracking/moments.ts';
import { isAwaited, type RegisterValues, registerRules } from './entry-rules.ts';
import { logIn } from './log-in.ts';
import { $passwordPolicy } from './password-policy.ts';
import { registrationOf } from './registration.ts';
import { startSession } from './start-session.ts';

/**
 * With LOGIN_LABELS=generic the response does not reveal whether an account exists: nobody is logged in before
 * following the activation link, and the visitor stays a guest who sees the same in both cases.
 */
export async function register(values: RegisterValues): Promise<void> {
  const affiliate = affiliateOf(new URLSearchParams(location.search));
  const account = registrationOf(values, { affiliate, from: thisPage(location) });
  await call(registerCall, account);
  tellMoment({ name: 'sign-up' });
  await startSession(() => logIn({ username: account.email, password: account.password })).catch(
    (error: unknown) => {
      if (!isAwaited(error)) throw error;
    },
  );
  tellModal({ type: 'RegistrationConfirmation', email: account.email });
}

export const registerForm = createForm<keyof RegisterValues, RegisterValues>({
  ...registerRules(() => $passwordPolicy.get()),
  send: (values) => register(values),
});
