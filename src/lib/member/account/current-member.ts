import { labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { logOut as logOutCall, type Member, readBasicInfo } from '#contract/member/account/account-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { call } from '../../api/call.ts';
import { on, onConnection } from '../../api/socket/socket.ts';
import { forgetMessages, forgetStream } from '../../shell/kept.ts';
import { announceLogout, emptyPage } from '../../shell/late/member-page.ts';
import { withLoader } from '../../shell/start/feedback.ts';
import { $session } from '../../shell/start/session.ts';
import { hasFeature } from '../../site/brand.ts';
import { type LinkQuery, linkFrom } from '../../site/links/link.ts';
import { forgetChoice } from '../../wallet/purchase/choice.ts';
import { listenToWallet } from '../../wallet/purchase/listen.ts';
import { $wallet } from '../../wallet/store.ts';

/** ms in which the response to another tab brings the cookie's next token. */
export const RENEWAL_MS = 1000;

export interface CurrentMember {
  /** Stores member and balance, and follows pushes about them. */
  setMember(member: Member): void;
  /** Reads the member; logs out if that is refused (specification: forced logout). */
  loadMember(): Promise<void>;
  /**
   * Ignores pushes until the returned function is called: while a session is replaced, the end of the old one must not
   * redirect to the home page.
   */
  pauseListening(): () => void;
  /** Ends the session on the page: forgets the member, empties the page and opens the home page. */
  end(): void;
  /** Stops following pushes; the stored member stays. */
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

/** The page's instance. */
export const currentMember = createCurrentMember();

/** Retries once if the cookie was refused: another tab may be renewing it at this moment. */
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

/** Follows pushes about the member. Returns a stop function. */
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
      // Pushes were missed since the page was rendered, or while disconnected.
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

/** Follows unread messages and conversations, if the brand has the messenger. */
const followMessages = (): (() => void) =>
  hasFeature('messenger')
    ? followLate(() => import('../../messaging/popups/popups.ts').then((m) => m.followMessages))
    : () => {};

/** Loaded on demand: few pages show favourites. */
const followFavourites = (): (() => void) =>
  followLate(() => import('../favourites/favourites.ts').then((m) => m.listenToFavourites));

/** Starts once it is loaded. Returns a stop function. */
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

export async function logOut(): Promise<void> {
  await withLoader(call(logOutCall, {}));
  forgetChoice();
  forgetStream();
  forgetMessages();
  announceLogout();
  emptyPage();
  goHome();
}

/** Keeps locale and affiliate values. */
export function goHome(query?: LinkQuery): void {
  location.assign(linkFrom(location)(routes.home, query));
}

export const isHome = (): boolean => splitLocale(location.pathname).path === routes.home;
