export interface Budget {
  kind: string;
  /** `{live}`: a performer who is live. */
  path: string;
  /** Whose session the page is weighed with; without one it is a guest's first visit. */
  as?: 'member' | 'performer';
  /** Bytes on the wire (brotli) of all script that loads without interaction, including on idle. */
  script: number;
  /** Files of that script. */
  files: number;
  /** Brotli bytes. */
  html: number;
  /** Brotli bytes. */
  style: number;
}

const KB = 1024;

/** ms after the load event in which script counts as loading without interaction. */
export const BY_ITSELF_MS = 3000;
/** ms without another file after which loading counts as complete. */
export const STILL_MS = 2000;

/** list-utilities.css and the base styles; 40 KB before compression. 0.15 KB for the parts of a list and their cards. */
const LIST_STYLE = 9.25 * KB;
const page = { html: 20 * KB, style: 15.55 * KB };
// Includes 0.15 KB for not reloading a page that is being left, 0.3 KB for Back closing overlays, 0.2 KB for the loading
// sign and the parts of a list, and 0.05 KB for prices that cards follow.
const guest = { ...page, script: 8.7 * KB, files: 3 };
// Every page's calls with their schemas and labels of refusals, the socket, the subscription to messages, and the note
// that mails do not arrive.
const member = { ...page, as: 'member', script: 54.8 * KB, files: 14 } as const;

export const budgets: readonly Budget[] = [
  { kind: 'home', path: '/', ...guest, style: LIST_STYLE },
  { kind: 'list', path: '/free', ...guest, style: LIST_STYLE },
  { kind: 'category', path: '/en/talk', ...guest, style: LIST_STYLE },
  { kind: 'profile', path: '/profile/{live}', ...guest },
  { kind: 'not found', path: '/no-such-page', ...guest },
  { kind: 'legal', path: '/privacy', ...page, script: 0, files: 0 },
  // Player and chat, which run without a click, with what show, toy, camera, phone call, limits, prices and a restart need
  // before they are used, and resuming a chat after paying or logging in.
  { kind: 'stream', path: '/stream/{live}', ...page, script: 141.6 * KB, files: 22 },
  // A member's page and five forms that validate input with the contract’s schemas.
  { kind: 'settings', path: '/settings', as: 'member', ...page, script: 131.2 * KB, files: 30 },
  { kind: 'my home', path: '/', ...member },
  { kind: 'my list', path: '/free', ...member },
  { kind: 'my profile', path: '/profile/{live}', ...member, script: 52.7 * KB, files: 15 },
  { kind: 'favourites', path: '/favourites', ...member },
  // 0.1 KB that lists and dialogs use, in the file that all pages load.
  { kind: 'studio', path: '/studio', as: 'performer', ...page, script: 4.38 * KB, files: 5 },
  // The messenger, before dialogs and emojis.
  {
    kind: 'studio messages',
    path: '/studio/messages',
    as: 'performer',
    ...page,
    script: 140 * KB,
    files: 28,
  },
  // Publisher, player, socket and React: all that she needs is there before a broadcast begins, with prices.
  // Two small files are shared with the room that an operator watches.
  { kind: 'live page', path: '/studio/live', as: 'performer', ...page, script: 153.6 * KB, files: 34 },
];
