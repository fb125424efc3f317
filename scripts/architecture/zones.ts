/**
 * Who may import whom. The first zone whose `files` fit decides.
 *
 * Patterns stand for a path from the project's root (`server/chat/tables.ts`) or for a package (`pkg:zod`,
 * `node:`, `astro:`). A pattern that ends in `/` or `:` covers all below it, another one exactly that file or that
 * package with its subpaths. `<f>` is one feature word, in `may` and `not` the importing file's own;
 * `<other>` is any other feature; `*` is one segment. `not` is looked at before `may`.
 */
export interface Zone {
  name: string;
  files: string;
  may: readonly string[];
  not?: readonly string[];
  /** Global names that code here must not touch: `fetch`, `Date.now`, `new Date()`. */
  globals?: readonly string[];
  /** What to do instead. */
  advice: string;
}

export const features = [
  'member',
  'performers',
  'messaging',
  'chat',
  'wallet',
  'media',
  'tracking',
  'safety',
  'studio',
] as const;

const anyPackage = ['pkg:', 'node:'];
const web = ['pkg:hono', 'pkg:@hono/', 'pkg:socket.io', 'pkg:astro', 'pkg:react'];
const react = ['pkg:react', 'pkg:react-dom', 'pkg:@nanostores/react'];
const network = ['pkg:ofetch', 'pkg:socket.io-client'];
const storage = ['localStorage', 'sessionStorage', 'indexedDB', 'document.cookie'];
const connections = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'navigator.sendBeacon'];
const siteBase = ['src/lib/api/', 'src/lib/shell/', 'src/lib/forms/', 'src/lib/site/', 'src/lib/player/'];
const markup = ['src/islands/', 'src/components/', 'src/layouts/', 'src/pages/'];

export const zones: readonly Zone[] = [
  {
    name: 'contract test',
    files: 'contract/**.test.ts',
    may: ['contract/', 'pkg:zod', 'pkg:vitest', 'pkg:fast-check', 'node:'],
    advice: 'a rule of the contract is tested on plain data, without server or site',
  },
  {
    name: 'contract',
    files: 'contract/**',
    may: ['contract/', 'pkg:zod'],
    globals: [
      'Date.now',
      'new Date()',
      'Math.random',
      'performance.now',
      'crypto',
      'process',
      'setTimeout',
      'setInterval',
      ...connections,
      ...storage,
    ],
    advice: 'the contract runs anywhere: take the time, an id or a setting as a parameter',
  },
  {
    name: 'server test',
    files: 'server/**{.test,/testing}.ts',
    may: ['contract/', 'server/', ...anyPackage],
    advice: 'a server test goes through the app or a verb, never through the site',
  },
  {
    name: 'tables',
    files: 'server/<f>/tables.ts',
    may: ['contract/', 'server/*/tables.ts', 'server/db/', 'pkg:drizzle-orm'],
    advice: 'a table knows columns, constraints and the tables it refers to',
  },
  {
    name: 'routes',
    files: 'server/<f>/routes.ts',
    may: ['contract/', 'server/', 'pkg:hono', 'pkg:zod'],
    not: ['server/*/tables.ts', 'server/db/', 'pkg:drizzle-orm', 'pkg:socket.io', 'pkg:pg'],
    advice: 'routes bind a call to a verb; what reads or writes goes into a verb or reads.ts',
  },
  {
    name: 'push',
    files: 'server/<f>/push.ts',
    may: ['contract/', 'server/<f>/', 'server/realtime/', 'server/deps.ts', 'server/caller.ts', 'pkg:zod'],
    not: ['server/<f>/routes.ts', 'server/*/tables.ts'],
    advice: 'a push takes what happened and tells a room; let the verb read what it needs',
  },
  {
    name: 'verb',
    files: 'server/<f>/**',
    may: ['contract/', 'server/', ...anyPackage],
    not: [
      ...web,
      'server/<other>/tables.ts',
      'server/*/routes.ts',
      'server/http/',
      'server/demo/',
      'server/main.ts',
    ],
    advice: "a verb knows no transport and only its own tables: call the other feature's verb or reads",
  },
  {
    name: 'media server',
    files: 'server/sfu/**',
    may: ['contract/', 'server/sfu/', ...anyPackage],
    not: ['pkg:socket.io', 'pkg:drizzle-orm', 'pkg:astro', 'pkg:react'],
    advice: 'the media server knows rooms and tokens, no member and no credit',
  },
  {
    name: 'gateway',
    files: 'server/gateways/**',
    may: ['contract/', 'server/', ...anyPackage],
    not: [...features.map((one) => `server/${one}/`), 'server/http/', 'server/realtime/', 'server/demo/'],
    advice: 'a gateway hides one outside service behind its interface; features call it, it calls none',
  },
  {
    name: 'server',
    files: 'server/**',
    may: ['contract/', 'server/', ...anyPackage],
    advice: 'the server never imports the site',
  },
  {
    name: 'site test',
    files: 'src/**.test.ts',
    may: ['contract/', 'src/', 'server/', ...anyPackage],
    advice: 'a store is tested against the real server in memory',
  },
  {
    name: 'site base',
    files: 'src/lib/{api,shell,forms,site,player}/**',
    may: ['contract/', ...siteBase, 'src/content/', 'astro:', 'virtual:', ...anyPackage],
    not: react,
    advice: 'api, shell, forms, site and player serve every feature and know none',
  },
  {
    name: 'store',
    files: 'src/lib/<f>/**',
    may: ['contract/', 'src/lib/', 'src/content/', ...anyPackage],
    not: [...react, ...network, 'node:', ...markup],
    globals: [...connections, ...storage],
    advice: 'a store calls through src/lib/api and keeps through src/lib/shell; it renders nothing',
  },
  {
    name: 'ui island',
    files: 'src/islands/ui/**',
    may: ['src/islands/ui/', 'src/lib/shell/', 'src/lib/site/', ...anyPackage],
    not: [...network, 'pkg:nanostores', 'node:'],
    globals: [...connections, ...storage],
    advice: 'ui/ holds parts without feature knowledge: take data and callbacks as props',
  },
  {
    name: 'island',
    files: 'src/islands/**',
    may: ['contract/', 'src/lib/', 'src/islands/', 'src/content/', ...anyPackage],
    not: [...network, 'node:'],
    globals: [...connections, ...storage],
    advice: 'an island renders a store and calls its actions; move the rest to src/lib',
  },
  {
    name: 'component',
    files: 'src/{components,layouts}/**',
    may: [
      'contract/',
      'src/components/',
      'src/layouts/',
      'src/islands/',
      'src/lib/site/',
      'src/lib/shell/',
      'src/content/',
      'src/styles/',
      'astro:',
      'virtual:',
      ...anyPackage,
    ],
    not: ['pkg:nanostores', ...react, ...network],
    advice: 'components and layouts take data as props; stores belong to islands',
  },
  {
    name: 'page',
    files: 'src/**',
    may: ['contract/', 'src/', 'astro:', 'virtual:', ...anyPackage],
    advice: 'the site reaches the server through call(), also while rendering',
  },
  {
    name: 'journey support',
    files: 'e2e/support/**',
    may: ['contract/', 'e2e/', 'server/', 'src/', ...anyPackage],
    advice: 'what sets a stage for a journey may run parts of the product itself',
  },
  {
    name: 'journey',
    files: 'e2e/**',
    may: ['contract/', 'e2e/', ...anyPackage],
    advice: 'a journey uses the product from outside: browser, calls, outbox',
  },
];
