import { atom } from 'nanostores';

export type Session =
  | { readonly status: 'guest' }
  | {
      readonly status: 'member';
      readonly username: string;
      readonly email: string;
      readonly verified: boolean;
    };

/** Who is using the page. */
export const $session = atom<Session>({ status: 'guest' });
