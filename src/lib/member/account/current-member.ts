import { labelOf } from '#contract/errors.ts';
import { type Member, readBasicInfo } from '#contract/member/account-calls.ts';
import { call } from '../../api/call.ts';
import { on, onConnection } from '../../api/socket.ts';
import { forgetMessages, forgetStream } from '../../shell/kept.ts';
import { hasFeature } from '../../site/features.ts';
import { forgetChoice } from '../../wallet/purchase/choice.ts';
import { listenToWallet } from '../../wallet/purchase/listen.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { goHome } from './go-home.ts';
import { logOut } from './log-out.ts';
import { $session } from './store.ts';

let stop: (() => void) | null = null;

/** Stores member and balance, and follows pushes about them. */
export function setMember({ credits, ...who }: Member): void {
  $session.set({ status: 'member', ...who });
  $wallet.setKey('credits', credits);
  stop ??= listen();
}

/** ms in which the answer to another tab brings the cookie's next token. */
export const RENEWAL_MS = 1000;

/** When the member cannot be read any more, logs out (specification: forced logout). */
export async function loadMember(): Promise<void> {
  try {
    setMember(await readAgain());
  } catch (error) {
    const label = labelOf(error);
    if (label !== 'badRequest.unauthorized' && label !== 'badRequest.forbidden') throw error;
    await logOut();
  }
}

/** A second time where the cookie was not good: another tab may be renewing it at this moment. */
export async function readAgain(): Promise<Member> {
  try {
    return await call(readBasicInfo, {});
  } catch (error) {
    if (labelOf(error) !== 'badRequest.unauthorized') throw error;
    await new Promise((resolve) => setTimeout(resolve, RENEWAL_MS));
    return call(readBasicInfo, {});
  }
}

/**
 * Ignores pushes until the returned function is called: while a session is replaced, the end of the old one must not
 * send the visitor home.
 */
export function pauseListening(): () => void {
  stop?.();
  stop = null;
  return () => {
    if ($session.get().status === 'member') stop ??= listen();
  };
}

function forgetMember(): void {
  pauseListening();
  $session.set({ status: 'guest' });
  $wallet.setKey('credits', null);
  forgetChoice();
  forgetStream();
  forgetMessages();
}

function listen(): () => void {
  let seen = false;
  const reload = () => void loadMember().catch(() => undefined);
  const stops = [
    listenToWallet(),
    followMessages(),
    followFavourites(),
    on('member-changed', reload),
    on('session-ended', () => {
      forgetMember();
      goHome();
    }),
    onConnection((state) => {
      if (state !== 'connected') return;
      // Pushes were missed before: since the page was rendered, or while disconnected.
      reload();
      if (seen) {
        void import('../favourites/favourites.ts').then(({ loadFavourites }) => loadFavourites());
      }
      seen = true;
    }),
  ];
  return () => {
    for (const end of stops) end();
  };
}

/** Unread messages and conversations, where the brand has them. */
const followMessages = (): (() => void) =>
  hasFeature('messenger')
    ? followLate(() => import('../../messaging/popups/follow-messages.ts').then((m) => m.followMessages))
    : () => {};

/** Loaded late: few pages show hearts. */
const followFavourites = (): (() => void) =>
  followLate(() => import('../favourites/favourites.ts').then((m) => m.listenToFavourites));

/** Begins once it is loaded. Returns how to stop. */
function followLate(load: () => Promise<() => () => void>): () => void {
  let stopped = false;
  let end = () => {};
  void load().then((begin) => {
    if (!stopped) end = begin();
  });
  return () => {
    stopped = true;
    end();
  };
}
