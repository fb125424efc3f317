import { foldEmail, refuseEmail } from './credentials.ts';

/** Why an address can't be the next one (platform spec 5); null when it can be asked for. */
export function refuseNewEmail(email: string, current: string): 'required' | 'invalid' | 'same' | null {
  const refused = refuseEmail(email);
  if (refused) return refused === 'registration.error.email_required' ? 'required' : 'invalid';
  return foldEmail(email) === foldEmail(current) ? 'same' : null;
}

export const isRepeatOf = (repeated: string, email: string): boolean =>
  foldEmail(repeated) === foldEmail(email);
