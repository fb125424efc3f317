import { atom } from 'nanostores';
import type { Member } from '#contract/member/account-calls.ts';

export type Session =
  | { readonly status: 'guest' }
  | ({ readonly status: 'member' } & Omit<Member, 'credits'>);

export const $session = atom<Session>({ status: 'guest' });
