import { atom } from 'nanostores';
import type { PasswordPolicy } from '#contract/member/credentials.ts';
import { readPasswordPolicy } from '#contract/member/password-calls.ts';
import { call } from '../../api/call.ts';

/** The rule new passwords keep here: the specification's, until the server says otherwise. */
export const $passwordPolicy = atom<PasswordPolicy>('standard');

/** Asks the server for its rule. If it can't tell, it still judges the password itself when the form is sent. */
export async function loadPasswordPolicy(): Promise<void> {
  const answer = await call(readPasswordPolicy, {}).catch(() => null);
  if (answer) $passwordPolicy.set(answer.policy);
}
