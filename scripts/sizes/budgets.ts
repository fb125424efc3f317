export interface Budget {
  kind: string;
  /** `{live}`: a performer who is live. */
  path: string;
  /** Brotli bytes of all script before any interaction, inline included. */
  script: number;
  /** Brotli bytes. */
  html: number;
  /** Brotli bytes. */
  style: number;
}

const KB = 1024;

export const budgets: readonly Budget[] = [
  { kind: 'home', path: '/', script: 10 * KB, html: 20 * KB, style: 15 * KB },
  { kind: 'list', path: '/free', script: 10 * KB, html: 20 * KB, style: 15 * KB },
  { kind: 'profile', path: '/profile/{live}', script: 10 * KB, html: 20 * KB, style: 15 * KB },
  { kind: 'legal', path: '/privacy', script: 10 * KB, html: 20 * KB, style: 15 * KB },
  // Includes player and chat: they run without a click.
  { kind: 'stream', path: '/stream/{live}', script: 140 * KB, html: 20 * KB, style: 15 * KB },
];
