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

const page = { html: 20 * KB, style: 15 * KB };
const guest = { ...page, script: 8 * KB, files: 4 };

export const budgets: readonly Budget[] = [
  { kind: 'home', path: '/', ...guest },
  { kind: 'list', path: '/free', ...guest },
  { kind: 'category', path: '/en/talk', ...guest },
  { kind: 'profile', path: '/profile/{live}', ...guest },
  { kind: 'not found', path: '/no-such-page', ...guest },
  { kind: 'legal', path: '/privacy', ...page, script: 0, files: 0 },
  // Includes player and chat: they run without a click. 144 since a chat may have a show, a toy, a camera, a phone call
  // and a limit that ends it: what each needs before it is asked for. 145 since it goes on where it was left to pay or log in.
  // 147 since the file of icons, which islands share, has those of the messenger; two measurements of one build differ by 1.
  { kind: 'stream', path: '/stream/{live}', ...page, script: 147 * KB, files: 23 },
  // A member's page, and five forms that check what is typed with the contract’s own schemas.
  // 140 and 36 since messages are followed on it, by a socket that some measurements end before.
  { kind: 'settings', path: '/settings', member: true, ...page, script: 140 * KB, files: 36 },
  // A member's header is an island, and the socket is open on every page. 127 for the icons of the messenger,
  // 141 for following messages: list, threads and what is still to be sent.
  { kind: 'favourites', path: '/favourites', member: true, ...page, script: 141 * KB, files: 25 },
];
