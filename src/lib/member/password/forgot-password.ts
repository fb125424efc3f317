import { splitLocale } from '#contract/locales.ts';
import { forgotPassword as forgotPasswordCall } from '#contract/member/password-calls.ts';
import { performerPageAt } from '#contract/wallet/return-page.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { type ForgotValues, forgotRules, recoveryOf } from '../account/entry-rules.ts';

/** The answer does not tell whether there is an account. */
export async function forgotPassword({ account }: ForgotValues): Promise<void> {
  const { path } = splitLocale(location.pathname);
  await call(forgotPasswordCall, { ...recoveryOf(account.trim()), from: performerPageAt(path) });
}

export const forgotForm = createForm<keyof ForgotValues, ForgotValues>({
  ...forgotRules,
  send: (values) => forgotPassword(values),
});
