import { register as registerCall } from '#contract/member/account/account-calls.ts';
import { type Affiliate, affiliateOf } from '#contract/tracking/affiliate.ts';
import { brand } from '../../../content/brand/index.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { tellMoment } from '../../shell/moments.ts';
import { tellModal } from '../../shell/open-dialogs.ts';
import { thisPage } from '../../site/routing/return-to.ts';
import { $passwordPolicy, isAwaited, type RegisterValues, registerRules } from './entry-rules.ts';
import { logIn, startSession } from './log-in.ts';

/**
 * With LOGIN_LABELS=generic the response does not reveal whether an account exists: the visitor stays a guest until
 * following the activation link.
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

/** The input of a registration. `from`: the visitor's current or previous page, as path and query. */
export const registrationOf = (
  { email, password, terms }: RegisterValues,
  { affiliate, from }: { affiliate: Affiliate; from: string },
) => ({
  email: email.trim(),
  password: password.trim(),
  terms,
  meta: { p: brand.affiliateCode, ...affiliate },
  from,
});
