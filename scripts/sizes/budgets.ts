export interface Budget {
  kind: string;
  /** `{live}`: a performer who is live. */
  path: string;
  /** As a member sees it; else as a guest's first visit. */
  member?: true;
  /** Bytes on the wire (brotli) of all script that loads by itself, what waits for an idle moment included. */
  script: number;
  /** Files of that script. */
  files: number;
  /** Brotli bytes. */
  html: number;
  /** Brotli bytes. */
  style: number;
}

const KB = 1024;

/** ms after the page has loaded in which script counts as loading by itself. */
export const BY_ITSELF_MS = 3000;
/** ms without a further file after which all of it is there. */
export const STILL_MS = 2000;

const page = { html: 20 * KB, style: 15 * KB };
const guest = { ...page, script: 8 * KB, files: 4 };
// The calls of every page with what checks them, the socket, and what follows messages (docs/decisions/0116).
const member = { ...page, member: true, script: 59 * KB, files: 14 } as const;

export const budgets: readonly Budget[] = [
  { kind: 'home', path: '/', ...guest },
  { kind: 'list', path: '/free', ...guest },
  { kind: 'category', path: '/en/talk', ...guest },
  { kind: 'profile', path: '/profile/{live}', ...guest },
  { kind: 'not found', path: '/no-such-page', ...guest },
  { kind: 'legal', path: '/privacy', ...page, script: 0, files: 0 },
  // Includes player and chat: they run without a click. 142 since a chat may have a show, a toy, a camera, a phone call
  // and a limit that ends it: what each needs before it is asked for; and it goes on where it was left to pay or log in.
  { kind: 'stream', path: '/stream/{live}', ...page, script: 143 * KB, files: 23 },
  // A member's page, and five forms that check what is typed with the contract’s own schemas.
  { kind: 'settings', path: '/settings', member: true, ...page, script: 135 * KB, files: 31 },
  { kind: 'my home', path: '/', ...member },
  { kind: 'my list', path: '/free', ...member },
  { kind: 'my profile', path: '/profile/{live}', ...member, script: 57 * KB, files: 15 },
  { kind: 'favourites', path: '/favourites', ...member },
];
