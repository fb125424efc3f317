import { labelOf } from '#contract/errors.ts';
import { type Member, readBasicInfo } from '#contract/member/account-calls.ts';
import { call } from '../../api/call.ts';
import { on, onConnection } from '../../api/socket.ts';
import { forgetMessages, forgetStream } from '../../shell/kept.ts';
import { emptyPage } from '../../shell/tabs/covered-page.ts';
import { hasFeature } from '../../site/features.ts';
import { forgetChoice } from '../../wallet/purchase/choice.ts';
import { listenToWallet } from '../../wallet/purchase/listen.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { goHome } from './go-home.ts';
import { logOut } from './log-out.ts';
import { $session } from './store.ts';

/** ms in which the answer to another tab brings the cookie's next token. */
export const RENEWAL_MS = 1000;

export interface CurrentMember {
  /** Stores member and balance, and follows pushes about them. */
  setMember(member: Member): void;
  /** When the member cannot be read any more, logs out (specification: forced logout). */
  loadMember(): Promise<void>;
  /**
   * Ignores pushes until the returned function is called: while a session is replaced, the end of the old one must not
   * send the visitor home.
   */
  pauseListening(): () => void;
  /** The session is over: forgets the member, empties the page and goes home. */
  end(): void;
  /** Follows nothing any more; who the member is stays stored. */
  close(): void;
}

export function createCurrentMember(): CurrentMember {
  let stop: (() => void) | null = null;

  const setMember = ({ credits, ...who }: Member): void => {
    $session.set({ status: 'member', ...who });
    $wallet.setKey('credits', credits);
    follow();
  };
  const loadMember = async (): Promise<void> => {
    try {
      setMember(await readAgain());
    } catch (error) {
      const label = labelOf(error);
      if (label !== 'badRequest.unauthorized' && label !== 'badRequest.forbidden') throw error;
      await logOut();
    }
  };
  const follow = (): void => {
    stop ??= listen({
      reload: () => void loadMember().catch(() => undefined),
      onEnded: end,
    });
  };
  const end = (): void => {
    close();
    forgetMember();
    emptyPage();
    goHome();
  };
  const close = (): void => {
    stop?.();
    stop = null;
  };
  return {
    setMember,
    loadMember,
    pauseListening() {
      close();
      return () => {
        if ($session.get().status === 'member') follow();
      };
    },
    end,
    close,
  };
}

/** Of the page. */
export const currentMember = createCurrentMember();

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

function forgetMember(): void {
  $session.set({ status: 'guest' });
  $wallet.setKey('credits', null);
  forgetChoice();
  forgetStream();
  forgetMessages();
}

interface Heard {
  /** Reads the member again. */
  reload(): void;
  onEnded(): void;
}

/** Follows pushes about the member. Returns how to stop. */
function listen({ reload, onEnded }: Heard): () => void {
  let seen = false;
  const stops = [
    listenToWallet(),
    followMessages(),
    followFavourites(),
    on('member-changed', reload),
    on('session-ended', onEnded),
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
