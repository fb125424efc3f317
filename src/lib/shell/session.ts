import { atom } from 'nanostores';
import type { Member } from '#contract/member/account-calls.ts';

export type Session =
  | { readonly status: 'guest' }
  | ({
      readonly status: 'member';
      /** Logged in on this page, and was shown `endUserText`, the operator's message to this member. */
      readonly msgOnLogin?: true;
    } & Omit<Member, 'credits'>);

export const $session = atom<Session>({ status: 'guest' });

/** Whether a member's username is still the e-mail address (platform spec 4). */
export const lacksUsername = (session: Session): boolean =>
  session.status === 'member' && session.email !== '' && session.username === session.email;

/** The member whose messages this browser keeps; null for a guest. */
export function ownerOf(): string | null {
  const session = $session.get();
  return session.status === 'member' ? session.email : null;
}
