/**
 * Who may import whom: the first rule whose `files` match decides. A pattern is a path from the root or a package
 * (`pkg:zod`, `node:`, `astro:`). With `/` or `:` at its end it covers all below, else exactly that file or that
 * package with its subpaths. `<f>` is a feature word and `<p>` a folder of packages/, in `may` and `not` the importing
 * file's own; `<other>` is any other feature; `*` is one segment. `not` comes before `may`.
 */
export interface ImportRule {
  name: string;
  files: string;
  may: readonly string[];
  not?: readonly string[];
  /** Global names that the code must not use: `fetch`, `Date.now`, `new Date()`. */
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
const siteBase = ['src/lib/api/', 'src/lib/shell/', 'src/lib/forms/', 'src/lib/site/'];
/** For tests and benchmarks; production code runs none of it. */
const testSupport = [
  'pkg:@vonk/media/testing',
  'pkg:@vonk/media/stage',
  'pkg:@vonk/media/bench',
  'pkg:@vonk/bench',
];
/** What a feature knows of the media server is its port. */
const mediaParts = ['pkg:@vonk/media/'];
const mediaServers = ['pkg:@vonk/media/embedded', 'pkg:@vonk/media/janus', ...testSupport];
const markup = ['src/islands/', 'src/components/', 'src/layouts/', 'src/pages/'];

export const importRules: readonly ImportRule[] = [
  {
    name: 'contract test',
    files: 'contract/**.test.ts',
    may: ['contract/', 'pkg:zod', 'pkg:vitest', 'pkg:fast-check', 'node:'],
    advice: 'a rule of the contract is tested on plain data, without server or site',
  },
  {
    name: 'contract',
    files: 'contract/**',
    may: ['contract/', 'pkg:zod', 'pkg:@vonk/media'],
    not: mediaParts,
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
    name: 'conformance',
    files: 'packages/whip-conformance/**',
    may: ['packages/whip-conformance/', 'pkg:werift', 'pkg:vitest', 'node:'],
    advice: 'the package checks any server, so it imports nothing of this product',
  },
  {
    name: 'package test',
    files: 'packages/<p>/**{.test,/testing}.ts',
    may: ['packages/<p>/', ...anyPackage],
    advice: 'a test of a package may run any part of it',
  },
  {
    name: 'media gateway',
    files: 'packages/media/{janus,whip,picture,access,port}/**',
    may: ['packages/media/', ...anyPackage],
    not: ['packages/media/embedded/'],
    advice: 'what both media servers share knows neither: it goes into whip/, picture/ or access/',
  },
  {
    name: 'package',
    files: 'packages/<p>/**',
    may: ['packages/<p>/', ...anyPackage],
    advice: 'a package imports its own files, libraries, and other packages by their name',
  },
  {
    name: 'server test',
    files: 'server/**{.test,/testing}.ts',
    may: ['contract/', 'server/', 'demo/', ...anyPackage],
    advice: 'a server test goes through the app or a handler, never through the site',
  },
  {
    name: 'test support',
    files: 'server/testing/**',
    may: ['contract/', 'server/', ...anyPackage],
    advice: 'what tests start from is made of the product itself',
  },
  {
    name: 'tables',
    files: 'server/<f>{/,/**/}tables.ts',
    may: ['contract/', 'server/<f>/', 'server/db/', 'pkg:drizzle-orm'],
    advice:
      'a table knows columns and the tables of its own feature; what it refers to elsewhere is in the migration',
  },
  {
    name: 'routes',
    files: 'server/<f>/routes.ts',
    may: ['contract/', 'server/<f>/', 'server/calls/', 'server/identity/', 'server/ports/'],
    not: ['server/<f>/**/tables.ts', 'server/db/'],
    advice: 'routes bind a call to a handler; what reads or writes goes into a handler or reads.ts',
  },
  {
    name: 'push',
    files: 'server/<f>{/,/**/}push.ts',
    may: ['contract/', 'server/<f>/', 'server/ports/', 'server/identity/', 'pkg:zod'],
    not: ['server/<f>/routes.ts', 'server/<f>/**/tables.ts'],
    advice: 'a push takes what happened and tells a room; let the handler read what it needs',
  },
  {
    name: 'handler',
    files: 'server/<f>/**',
    may: ['contract/', 'server/', ...anyPackage],
    not: [
      ...web,
      ...mediaParts,
      'server/<other>/tables.ts',
      'server/<other>/**/tables.ts',
      'server/*/routes.ts',
    ],
    advice: "a handler knows no transport and only its own tables: call the other feature's handler or reads",
  },
  {
    name: 'gateway',
    files: 'server/gateways/**',
    may: [
      'contract/',
      'server/gateways/',
      'server/ports/',
      'server/config/',
      'server/content/',
      ...anyPackage,
    ],
    not: testSupport,
    advice: 'a gateway hides one outside service behind its port; features call it, it calls none',
  },
  {
    name: 'boot',
    files: 'server/boot/**',
    may: ['contract/', 'server/', 'demo/seed/', ...anyPackage],
    not: testSupport,
    advice: 'boot puts the parts together; of the demo it knows the seed, and loads it when the mode is demo',
  },
  {
    name: 'server',
    files: 'server/**',
    may: ['contract/', 'server/', ...anyPackage],
    not: testSupport,
    advice: 'the server never imports the site or the demo',
  },
  {
    name: 'demo test',
    files: 'demo/**.test.ts',
    may: ['contract/', 'demo/', 'server/', ...anyPackage],
    advice: 'a test of the demo may run the product it speaks to',
  },
  {
    name: 'demo seed',
    files: 'demo/seed/**',
    may: ['contract/', 'demo/', 'server/', ...anyPackage],
    not: testSupport,
    advice: 'the seed fills an empty store and knows tables; it never imports the site',
  },
  {
    name: 'demo',
    files: 'demo/**',
    may: ['contract/', 'demo/', ...anyPackage],
    not: ['demo/seed/', ...testSupport],
    advice: 'the cast speaks public calls over the network, as outside encoders do',
  },
  {
    name: 'site test',
    files: 'src/**{.test,/testing/page,/testing/in-memory,/testing/transport}.ts',
    may: ['contract/', 'src/', 'server/', ...anyPackage],
    advice: 'a store is tested against the real server in memory',
  },
  {
    name: 'component test',
    files: 'src/islands/**{.browser.test.tsx,/testing/render.ts}',
    may: ['contract/', 'src/lib/', 'src/islands/', 'src/styles/', ...anyPackage],
    advice: 'a component is tested in a browser, without a server: what it calls is answered by the test',
  },
  {
    name: 'site base',
    files: 'src/lib/{api,shell,forms,site}/**',
    may: ['contract/', ...siteBase, 'src/content/', 'astro:', 'virtual:', ...anyPackage],
    not: [...react, ...mediaParts],
    advice: 'api, shell, forms and site serve every feature and know none',
  },
  {
    name: 'drawing',
    files: 'src/lib/performers/{share,sitemap}/**',
    may: ['contract/', 'src/lib/', 'src/content/', ...anyPackage],
    not: [...react, ...network, ...markup],
    advice: 'what is drawn or written on the server for machines; no browser loads it',
  },
  {
    name: 'store',
    files: 'src/lib/<f>/**',
    may: ['contract/', 'src/lib/', 'src/content/', ...anyPackage],
    not: [...react, ...network, ...mediaServers, 'node:', ...markup],
    globals: [...connections, ...storage, 'document'],
    advice:
      'a store calls through src/lib/api and keeps through src/lib/shell; the document belongs to src/enhance',
  },
  {
    name: 'enhancement test',
    files: 'src/enhance/**.browser.test.tsx',
    may: ['contract/', 'src/enhance/', 'src/lib/', 'src/islands/', 'src/content/', 'pkg:vitest'],
    advice: 'a script is tested in a browser on markup of the test, without a server',
  },
  {
    name: 'enhancement',
    files: 'src/enhance/**',
    may: ['contract/', 'src/enhance/', 'src/lib/', 'src/islands/', 'src/content/'],
    not: [...react, ...network],
    globals: connections.filter((name) => name !== 'fetch'),
    advice:
      'plain scripts on a finished page: they read and call through src/lib, and load an island when it is asked for',
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
    may: [
      'contract/',
      'src/lib/',
      'src/islands/',
      'src/enhance/hooks.ts',
      'src/content/',
      // Fetched with what is shown late.
      'src/styles/',
      ...anyPackage,
    ],
    not: [...network, ...mediaServers, 'node:'],
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
      'src/enhance/',
      'src/lib/site/',
      'src/lib/shell/',
      'src/lib/performers/',
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
    not: mediaServers,
    advice: 'the site reaches the server through call(), also while rendering',
  },
  {
    name: 'journey support',
    files: 'e2e/support/**',
    may: ['contract/', 'e2e/', 'server/', 'src/', 'demo/seed/', 'scripts/lib/', ...anyPackage],
    advice: 'what sets a stage for a journey may run parts of the product itself',
  },
  {
    name: 'built suite',
    files: 'e2e/built/**',
    may: ['contract/', 'e2e/support/', 'scripts/lib/services.mjs', ...anyPackage],
    not: ['pkg:@playwright/test'],
    advice: 'what needs no browser asks the started product; what needs one is a journey',
  },
  {
    name: 'journey',
    files: 'e2e/**',
    may: ['contract/', 'e2e/', ...anyPackage],
    advice: 'a journey uses the product from outside: browser, calls, outbox',
  },
];
