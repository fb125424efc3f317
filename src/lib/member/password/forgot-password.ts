import { labelOf } from '#contract/errors.ts';
import { forgotPassword as forgotPasswordCall } from '#contract/member/settings/password-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { log } from '../../shell/log.ts';
import { thisPage } from '../../site/routing/return-to.ts';
import { type ForgotValues, forgotRules, recoveryOf } from '../account/entry-rules.ts';

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
