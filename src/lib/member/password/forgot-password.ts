import { forgotPassword as forgotPasswordCall } from '#contract/member/password-calls.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';

/** Characters of an e-mail address or username (specification: recovery input). */
export const ACCOUNT_MIN = 4;

export interface ForgotValues {
  /** E-mail address or username. */
  account: string;
}

/** The answer does not tell whether there is an account. */
export async function forgotPassword({ account }: ForgotValues): Promise<void> {
  await call(forgotPasswordCall, recoveryOf(account.trim()));
}

export const forgotForm = createForm<keyof ForgotValues, ForgotValues>({
  check({ account }) {
    const length = account.trim().length;
    if (length === 0) return { account: 'member.forgot.required' };
    return length < ACCOUNT_MIN ? { account: 'member.forgot.tooShort' } : {};
  },
  send: (values) => forgotPassword(values),
  labels: { 'badRequest.tooMany': { message: 'member.tooMany' } },
});

/** Text with an @ and a dot is an e-mail address. */
export const recoveryOf = (account: string): { email: string } | { username: string } =>
  account.includes('@') && account.includes('.') ? { email: account } : { username: account };
