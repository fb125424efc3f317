import { atom } from 'nanostores';
import type { PasswordPolicy } from '#contract/member/account/credentials.ts';
import { readPasswordPolicy } from '#contract/member/settings/password-calls.ts';
import { call } from '../../api/call.ts';

/** The specification's policy until the server responds. */
export const $passwordPolicy = atom<PasswordPolicy>('standard');

/** If this fails, the server still checks the password. */
export async function loadPasswordPolicy(): Promise<void> {
  const answer = await call(readPasswordPolicy, {}).catch(() => null);
  if (answer) $passwordPolicy.set(answer.policy);
}
