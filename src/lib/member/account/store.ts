import { atom } from 'nanostores';
import type { Member } from '#contract/member/account-calls.ts';

export type Session =
  | { readonly status: 'guest' }
  | ({
      readonly status: 'member';
      /** Logged in on this page, and was told `endUserText`, the operator's word to this member. */
      readonly msgOnLogin?: true;
    } & Omit<Member, 'credits'>);

export const $session = atom<Session>({ status: 'guest' });

/** Who has an e-mail address and no name but that one (platform spec 4). */
export const lacksUsername = (session: Session): boolean =>
  session.status === 'member' && session.email !== '' && session.username === session.email;
