import { isLive, opensStream, statusLook } from '#contract/start/looks.ts';
import { listen } from '../../lib/api/late/listen.ts';
import { fetchPage } from '../../lib/api/start/page.ts';
import { cardsSelector, closest, find, hooked, readHook, setText } from '../../lib/shell/start/hooks.ts';

/** ms that a page may be hidden before it disconnects. */
const HIDDEN_MS = 5000;
/** ms; when to check for newly live performers, spread across pages. */
const LOOK = { after: 3000, spread: 12_000, every: 60_000 };

type Subscribe = (heard: {
  onPush: (name: string, payload: unknown) => void;
  onGap: () => void;
}) => () => void;

/** Updates the cards' statuses and prices while the page is visible. */
export function startLive(loggedIn: boolean): void {
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = false;
  const look = createLook();

  const start = async (): Promise<void> => {
    clearTimeout(timer);
    if (stop) return;
    if (before) void look.now();
    before = true;
    stop = () => {};
    const subscribe = loggedIn ? await overSocket() : listen;
    // The page may have been hidden while the module loaded.
    if (stop) stop = subscribe({ onPush: hear(look.later), onGap: () => void look.now() });
  };
  const end = (): void => {
    clearTimeout(timer);
    stop?.();
    stop = null;
  };
  const follow = (): void => {
    if (document.visibilityState === 'visible') void start();
    else timer = setTimeout(end, HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', follow);
  // An open connection would keep the page out of the back/forward cache.
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow());
  follow();
}

/** A member's page has a socket.io connection already. */
async function overSocket(): Promise<Subscribe> {
  const { on, onConnection } = await import('../../lib/api/socket/socket.ts');
  return ({ onPush: heard, onGap }) => {
    let known = false;
    const stops = [
      on('performer-status', (payload) => heard('performer-status', payload)),
      on('performer-prices', (payload) => heard('performer-prices', payload)),
      onConnection((state) => {
        if (state === 'connected' && known) onGap();
        known ||= state === 'connected';
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}

/** `onUnseen`: a performer without a card is live. */
const hear =
  (onUnseen: () => void) =>
  (name: string, payload: unknown): void => {
    if (name === 'performer-prices') paintPrices(payload);
    if (name !== 'performer-status') return;
    const update = readStatus(payload);
    if (!update) return;
    const cards = document.querySelectorAll(cardSelector(update.user));
    for (const card of cards) paint(card, update.onlineStatus);
    if (cards.length === 0 && isLive(update.onlineStatus)) onUnseen();
  };

/** Null for any other push. */
export function readStatus(payload: unknown): { user: number; onlineStatus: number } | null {
  const { user, onlineStatus } = (payload ?? {}) as Record<string, unknown>;
  return Number.isInteger(user) && Number.isInteger(onlineStatus)
    ? { user: user as number, onlineStatus: onlineStatus as number }
    : null;
}

/** Credits for a minute of her chat; null for any other push. */
export function readPrice(payload: unknown): { user: number; credits: number } | null {
  const { user, prices } = (payload ?? {}) as Record<string, unknown>;
  const { chat } = (prices ?? {}) as Record<string, unknown>;
  return Number.isInteger(user) && Number.isInteger(chat)
    ? { user: user as number, credits: chat as number }
    : null;
}

function paintPrices(payload: unknown): void {
  const update = readPrice(payload);
  if (!update) return;
  // The function of `numbers.ts` would load a file of calls with it.
  const credits = update.credits.toLocaleString(document.documentElement.lang);
  for (const card of document.querySelectorAll(cardSelector(update.user))) {
    const mark = find(card, 'price');
    const text = wordsOf(card)['price'];
    if (mark && text) setText(mark, text.replace('#', credits));
  }
}

const badgeSelector = `.badge${hooked('status')}`;
const cardSelector = (user: number) => `${hooked('cards')} > ${hooked('user', user)}`;

/** Texts of the list for statuses, and with `#` for the credits of a price. */
function wordsOf(card: Element): Record<string, string> {
  const list = closest(card, 'list');
  return JSON.parse((list && readHook(list, 'words')) ?? '{}');
}

/** Updates the card in place, so that nothing moves under the pointer. */
function paint(card: Element, status: number): void {
  const look = statusLook(status);
  const badge = card.querySelector<HTMLElement>(badgeSelector);
  const words = wordsOf(card);
  if (badge && words[look]) {
    badge.setAttribute('data-status', look);
    setText(badge, words[look]);
  }
  const link = card.querySelector('a');
  link?.setAttribute('href', hrefAt(link.getAttribute('href') ?? '', status));
}

/** Live performers link to their stream, others to their profile. */
export const hrefAt = (href: string, status: number): string =>
  href.replace(/\/(?:stream|profile)\//, opensStream(status) ? '/stream/' : '/profile/');

interface Look {
  now(): Promise<void>;
  /** At most once per `LOOK.every`, and only while the page is visible. */
  later(): void;
}

function createLook(): Look {
  let isDue = false;
  let lookedAt = 0;
  const now = (): Promise<void> => {
    lookedAt = Date.now();
    return refresh();
  };
  return {
    now,
    later() {
      if (isDue) return;
      isDue = true;
      const soonest = lookedAt + LOOK.every - Date.now();
      setTimeout(
        () => {
          isDue = false;
          if (document.visibilityState === 'visible') void now();
        },
        Math.max(LOOK.after, soonest) + Math.random() * LOOK.spread,
      );
    },
  };
}

/** Compares with the current page: updates cards, and announces new performers without inserting them. */
async function refresh(): Promise<void> {
  const page = await fetchPage(location.href).catch(() => null);
  if (!page) return;
  let unseen = 0;
  for (const fresh of page.querySelectorAll(cardsSelector)) {
    const badge = fresh.querySelector(badgeSelector);
    const card = document.querySelector(cardSelector(Number(readHook(fresh, 'user'))));
    if (card) follow(card, fresh);
    else if ((badge && readHook(badge, 'status')) !== 'offline') unseen += 1;
  }
  tellUnseen(unseen);
}

function follow(card: Element, fresh: Element): void {
  const badge = fresh.querySelector(badgeSelector);
  if (badge) card.querySelector(badgeSelector)?.replaceWith(badge);
  const price = find(fresh, 'price');
  if (price) find(card, 'price')?.replaceWith(price);
  const href = fresh.querySelector('a')?.getAttribute('href');
  if (href) card.querySelector('a')?.setAttribute('href', href);
}

function tellUnseen(count: number): void {
  const pill = find(document, 'list-pill');
  const number = pill && find(pill, 'list-pill-number');
  if (number) setText(number, String(count));
  pill?.toggleAttribute('hidden', count === 0);
}
