import { basename } from 'node:path/posix';

/**
 * Words of paths by which a journey or a test of the built site is about a file, besides those of its own name:
 * e2e/buy.spec.ts is about src/islands/wallet/purchase/Checkout.tsx.
 */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  account: ['member', 'register', 'account'],
  activate: ['activation', 'activated'],
  address: ['cors', 'origin'],
  affiliate: ['referral'],
  api: ['api', 'transport'],
  arrival: ['return', 'entry'],
  back: ['cam'],
  buy: ['purchase', 'wallet', 'bundle', 'checkout', 'receipt', 'withdrawal', 'payment'],
  consent: ['cookie', 'age'],
  cut: ['cut', 'suspend', 'end'],
  delete: ['personal', 'deletion'],
  desk: ['desk', 'case', 'operator', 'house', 'payout', 'wall'],
  dial: ['phone', 'call'],
  errors: ['error'],
  favourites: ['favourite'],
  filters: ['filter', 'category', 'list', 'directory'],
  free: ['guest'],
  geo: ['country', 'block'],
  grid: ['card', 'listing', 'performer', 'snapshot'],
  header: ['header', 'menu', 'chrome', 'footer'],
  interruptions: ['interruption', 'stall', 'reconnect'],
  kick: ['moderator'],
  language: ['locale', 'language', 'translation'],
  layout: ['stream', 'fullscreen', 'frame', 'style'],
  login: ['account', 'silent', 'log'],
  logout: ['log'],
  measuring: ['tracking', 'tracker', 'measure', 'tag'],
  messenger: ['messaging', 'conversation', 'message', 'lane', 'push'],
  offer: ['offer', 'absent'],
  offline: ['sw', 'worker', 'background'],
  paid: ['minute', 'meter', 'spending'],
  passkeys: ['passkey'],
  pay: ['payment', 'spending', 'tab'],
  photo: ['photo', 'upload'],
  popups: ['popup', 'toast', 'notice'],
  profile: ['profile', 'gallery', 'film'],
  promo: ['promotion', 'promo'],
  room: ['room', 'report', 'moderator'],
  script: ['noscript'],
  search: ['search'],
  seo: ['robots', 'sitemap', 'og', 'ld', 'seo', 'head'],
  settings: ['setting', 'notice'],
  stalled: ['stall', 'picture'],
  storage: ['storage', 'attachment'],
  stream: ['stream', 'player', 'media'],
  studio: ['studio', 'broadcast', 'encoder', 'schedule'],
  tip: ['tip', 'tipping'],
  toy: ['toy', 'buttplug'],
  up: ['register', 'registration'],
  vip: ['vip', 'show'],
  watch: ['watch', 'player'],
};

/** Folders and words that say nothing about the topic. */
const empty = new Set(
  'src server contract e2e lib islands components pages index test spec browser ts tsx astro css json md chat live more firefox built sign in'.split(
    ' ',
  ),
);

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

/** Words of a path in singular: src/islands/chat/tips/TipTab.tsx → chat, tip, tab. */
export const wordsOf = (path: string): string[] => [
  ...new Set(
    path
      .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean)
      .map(singular),
  ),
];

/** How well a test's name fits a changed file: 0 if they share no topic. */
export function topicScore(test: string, changed: string): number {
  const words = new Set(wordsOf(changed));
  const name = basename(test).replace(/\.(?:faults\.)?(?:spec|test)\.ts$/, '');
  const own = name.split('-').filter((word) => !empty.has(word));
  const hits = own.filter((word) => words.has(singular(word)));
  const related = own.filter((word) => !hits.includes(word) && synonyms[word]?.some((one) => words.has(one)));
  const score = (hits.length * 3 + related.length * 2) / Math.max(1, own.length);
  // A folder counts only between tests that fit.
  return score > 0 && words.has('chat') && test.includes('/chat/') ? score + 0.5 : score;
}
