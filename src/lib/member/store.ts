import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import { type Member, readBasicInfo } from '#contract/member/calls.ts';
import { call } from '../api/call.ts';
import { on, onConnection } from '../api/socket.ts';
import { $wallet } from '../wallet/store.ts';
import { goHome } from './go-home.ts';
import { logOut } from './log-out.ts';

export type Session = { readonly status: 'guest' } | ({ readonly status: 'member' } & Omit<Member, 'credits'>);

/** Who is using the page. */
export const $session = atom<Session>({ status: 'guest' });

let stop: (() => void) | null = null;

/** Takes a member in: who it is, the balance, and from now on what the server pushes about them. */
export function enter({ credits, ...who }: Member): void {
  $session.set({ status: 'member', ...who });
  $wallet.setKey('credits', credits);
  stop ??= listen();
}

/** Reads the member of this session anew. One that may not be read is logged out (specification: forced logout). */
export async function loadMember(): Promise<void> {
  try {
    enter(await call(readBasicInfo, {}));
  } catch (error) {
    const label = labelOf(error);
    if (label !== 'badRequest.unauthorized' && label !== 'badRequest.forbidden') throw error;
    await logOut();
  }
}

/** Forgets the member on this page, without asking the server for anything. */
export function leave(): void {
  stop?.();
  stop = null;
  $session.set({ status: 'guest' });
  $wallet.setKey('credits', null);
}

function listen(): () => void {
  let seen = false;
  const reload = () => void loadMember().catch(() => undefined);
  const stops = [
    on('member-changed', reload),
    on('session-ended', () => {
      leave();
      goHome();
    }),
    onConnection((state) => {
      // What was pushed while the line was down is read instead.
      if (state === 'connected' && seen) reload();
      seen ||= state === 'connected';
    }),
  ];
  return () => {
    for (const end of stops) end();
  };
}
