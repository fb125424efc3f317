export interface Budget {
  kind: string;
  /** A page of that kind; `{live}` stands for a performer who is live. */
  path: string;
  /** Brotli bytes of everything that runs before the visitor touches anything, inline scripts included. */
  script: number;
  /** Brotli bytes of the page itself. */
  html: number;
  /** Brotli bytes of its stylesheets. */
  style: number;
}

const KB = 1024;

export const budgets: readonly Budget[] = [
  { kind: 'home', path: '/', script: 10 * KB, html: 20 * KB, style: 15 * KB },
  { kind: 'list', path: '/free', script: 10 * KB, html: 20 * KB, style: 15 * KB },
  { kind: 'profile', path: '/profile/{live}', script: 10 * KB, html: 20 * KB, style: 15 * KB },
  { kind: 'legal', path: '/privacy', script: 10 * KB, html: 20 * KB, style: 15 * KB },
  // The picture plays and the chat runs without a click, so what they need is part of the page.
  { kind: 'stream', path: '/stream/{live}', script: 140 * KB, html: 20 * KB, style: 15 * KB },
];
