import { atom } from 'nanostores';
import type { DialInState } from '#contract/wallet/dial-in.ts';

/** (live spec 3) */
export interface DialInView {
  /** Whether a session was opened. */
  readonly init: boolean;
  /** Whether a call runs and pays. */
  readonly active: boolean;
  readonly session: string | null;
  readonly state: DialInState;
  readonly nickname: string | null;
  /** Per minute, formatted in the page's language. */
  readonly price: string;
}

export const noDialIn: DialInView = {
  init: false,
  active: false,
  session: null,
  state: 'PENDING',
  nickname: null,
  price: '',
};

export const $dialIn = atom<DialInView>(noDialIn);

/** Whether guests can pay by phone on this page. */
export const $canCall = atom(false);
