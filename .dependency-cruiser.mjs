// @ts-check
// Import rules (docs/decisions/testing/imports.md), checked by `node scripts/check-imports.ts`, also in Astro files.
// dependency-cruiser refuses nested quantifiers.

import { ageProof, cleanFiles, noDevelopmentPackages, tests } from './scripts/architecture/production.ts';

/** @typedef {import('dependency-cruiser').IRegularForbiddenRuleType} Rule */

/** From the ground up; those in one line may import each other. */
const floors = [
  'config/ log.ts events.ts replace-file.ts steady-clock.ts',
  'ports/',
  'db/',
  'outbox/',
  'ledger/ identity/',
  'audit/',
  'content/',
  'calls/',
  'gateways/',
  'tracking/',
  'media/',
  'performers/',
  'wallet/',
  'member/',
  'safety/',
  'messaging/',
  'chat/',
  'studio/',
  'desk/',
  'http/ realtime/',
  'site/',
  'boot/',
  'main.ts',
];

/** Chapters of a folder from the ground up; `.` stands for its own files that are not listed. */
const chapters = {
  'server/performers/':
    'served-files.ts tables.ts reads.ts live-hours/ performers-for.ts categories/ directory/ whip-key/ account/ schedule/ notes/ followers/ away/ records/ profile/ promotions/ routes.ts',
  'server/media/': 'tables.ts images/ uploads/ . routes.ts',
  'server/wallet/':
    'tables.ts dial-in/ limits/ payouts/ returns/ receipts/ purchase/ spending/ books/ check-wallet.ts routes.ts',
  'server/member/':
    'tables.ts mail/ names/ favourites/ security/ notices/ deletion/ account/ passkeys/ email/ password/ settings/ read-affiliate-overview.ts personal-data/ routes.ts',
  'server/safety/': 'words/ reports/ decisions/ routes.ts',
  'server/messaging/':
    'tables.ts party.ts reads.ts participants.ts photos/ conversation/ inbox/ notices/ reports/ returns/ remove-old-messages.ts routes.ts',
  'server/chat/':
    'units/ session/ dial-in/ vip/ room/ tipping/ toys/ tips/ cam-back/ receipt/ numbers/ join/ clock-sweep.ts chat-ended.ts chat-action.ts routes.ts',
  'server/desk/':
    'tables.ts account/ log/ performers/ decisions/ reports/ live/ pictures/ books/ payouts/ affiliates/ value/ law/ tax/ members/ payments/ house/ content/ rings/ today/ work/ search/ routes.ts',
  'server/studio/':
    'notices/ . vip/ whip-key/ account/ earnings/ profile/ pictures/ tipping/ overview/ notes/ statistics/ followers/ away/ routes.ts',
  'src/lib/':
    'site/ shell/ api/ forms/ media/ tracking/ wallet/ chat/ performers/ messaging/ member/ safety/ studio/ desk/ late/',
  'src/lib/site/': 'texts/ . start/ links/ routing/ seo/ chrome/',
  'src/lib/shell/': 'start/ texts/ late/ .',
  'src/lib/wallet/': '. spending/ dial-in/ purchase/',
  'src/lib/chat/': '. room/ cam-back/ toys/ tips/ session/ vip/',
  'src/lib/performers/': 'promotions/ share/ list/ profile/ card/ sitemap/',
  'src/lib/messaging/':
    'party/ labels/ emoji/ inbox/ thread/ opened/ conversation/ notices/ sending/ photos/ popups/ suggestions.ts messenger.ts read-messenger.ts',
  'src/lib/member/': 'favourites/ live-notices/ passkeys/ account/ password/ settings/ personal-data/ .',
  'packages/media/':
    'port/ whip/ werift-fixes/ picture/ access/ embedded/ janus/ devices/ publisher/ player/ testing/ stage/ e2e/ bench/ .',
  'src/islands/': 'ui/ Mount.tsx late/ member/ wallet/ chat/ messaging/ safety/ studio/ desk/ hosts/ .',
  'src/islands/member/': 'form/ account/ passkeys/ password/ settings/ personal-data/',
  'src/islands/wallet/': 'spending/ dial-in/ purchase/',
  'src/islands/messaging/':
    'photos/ reader.ts Face.tsx notices/ emoji/ conversation/ inbox/ popups/ Messenger.tsx',
  'src/islands/chat/': 'PinnedRow.tsx use-prices.ts toys/ tips/ vip/ cam-back/ dial-in/ room/ session/',
};

const features = 'member|performers|messaging|chat|wallet|media|tracking|safety|studio|desk';
const base = 'api|shell|forms|site';
const siteTests = '^src/.*(\\.test|/testing/page|/testing/transport)\\.ts$';
const componentTests = '^src/islands/.*(\\.browser\\.test\\.tsx|/testing/render\\.ts)$';
const enhancementTests = '^src/enhance/.*\\.browser\\.test\\.tsx$';
const testsOfSite = [siteTests, componentTests, enhancementTests];

const packages = (/** @type {string[]} */ ...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`;
const react = packages('react', 'react-dom', '@nanostores/react');
const network = packages('ofetch', 'socket\\.io-client');
const testSupport = ['^packages/media/(testing|devices/testing|stage|bench|e2e)/', '^packages/bench/'];
const mediaServers = ['^packages/media/(embedded|janus)/', ...testSupport];
/** Features may import only the media server's port. */
const mediaParts = '^packages/media/(?!port/)';

/**
 * Files that match `from` must not import what matches one of `to`.
 * @param {string} name @param {string} advice @param {Rule['from']} from @param {Rule['to'][]} to @returns {Rule[]}
 */
const refuse = (name, advice, from, ...to) =>
  to.map((one) => ({ name, comment: advice, severity: 'error', from, to: one }));

/**
 * All files of this repository except these and packages/, which has its own rules.
 * @param {string[]} allowed @returns {Rule['to']}
 */
const otherThan = (...allowed) => ({ dependencyTypes: ['local'], pathNot: [...allowed, '^packages/'] });

/** @param {string} folder @param {readonly string[]} order from the ground up @returns {Rule[]} */
function inOrder(folder, order) {
  const all = order.join(' ').split(' ');
  const named = all.filter((place) => place !== '.');
  const at = (/** @type {string[]} */ places) =>
    places.map((place) => {
      if (place === '.') return `^${folder}[^/]+$`;
      return `^${folder}${place.replace('.', '\\.')}${place.endsWith('/') ? '' : '$'}`;
    });
  /** `.` excludes the places that are listed. */
  const matching = (/** @type {string[]} */ places) => ({
    path: at(places),
    pathNot: [tests, ...(places.includes('.') ? at(named.filter((one) => !places.includes(one))) : [])],
  });
  const upwards = order.slice(0, -1).flatMap((floor, index) => {
    const above = order.slice(index + 1).join(' ');
    const advice = 'it is above this file in the order of .dependency-cruiser.mjs: imports go down only';
    return refuse(`order of ${folder}`, advice, matching(floor.split(' ')), matching(above.split(' ')));
  });
  const advice = 'a file without a place in the order: add its name or folder to .dependency-cruiser.mjs';
  const elsewhere = { path: `^${folder}`, pathNot: [tests, ...at(all)] };
  return [
    ...upwards,
    ...refuse(`places of ${folder}`, advice, elsewhere, {}),
    ...refuse(`places of ${folder}`, advice, {}, elsewhere),
  ];
}

const everywhere = [
  ...refuse(
    'what is not there',
    'it does not exist: import a file of the repository or an entry point of a package (`exports` in its package.json)',
    {},
    { couldNotResolve: true, pathNot: '^(astro|virtual):' },
  ),
  ...refuse(
    'other roots',
    'import from another root by its name: #contract/…, #server/…, #demo/…',
    { path: '^([^/]+)/', pathNot: '^(bench|scripts)/' },
    { path: '^(contract|server|demo)/', pathNot: '^$1/', dependencyTypesNot: ['aliased-subpath-import'] },
  ),
  ...refuse(
    'packages by name',
    'import a package of packages/ by its name',
    { pathNot: '^packages/' },
    { path: '^packages/', dependencyTypesNot: ['aliased-workspace'] },
  ),
  ...refuse(
    'modules of Astro',
    'astro: and virtual: modules exist only in what Astro builds: pages, layouts, components, and the base of src/lib',
    { pathNot: [`^src/(components|layouts|pages|lib/(${base}))/|^src/[^/]+$`] },
    { path: '^(astro|virtual):' },
  ),
];

const contractAndPackages = [
  ...refuse(
    'contract',
    'the contract runs anywhere: it imports only zod/mini and itself',
    { path: '^contract/', pathNot: tests },
    { pathNot: ['^contract/', packages('zod'), '^packages/media/port/'] },
  ),
  ...refuse(
    'contract test',
    'test the contract on plain data, without server or site',
    { path: '^contract/.*\\.test\\.ts$' },
    { pathNot: ['^contract/', packages('zod', 'vitest', 'fast-check')], dependencyTypesNot: ['core'] },
  ),
  ...refuse(
    'package',
    'a package imports only its own files, libraries, and other packages by their name',
    { path: '^packages/([^/]+)/' },
    { dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'], pathNot: '^packages/$1/' },
  ),
  ...refuse(
    'conformance',
    'the package checks any server, so it imports nothing of this product',
    { path: '^packages/whip-conformance/' },
    { pathNot: ['^packages/whip-conformance/', packages('werift', 'vitest')], dependencyTypesNot: ['core'] },
  ),
];

const server = [
  ...refuse(
    'server',
    'the server imports neither site, demo nor test support',
    { path: '^server/', pathNot: tests },
    otherThan('^contract/', '^server/', '^demo/seed/', '^src/content/mails/nl'),
    { path: testSupport },
  ),
  ...refuse(
    'demo seed',
    'only server/boot/ may import the seed of the demo, which it loads in demo mode',
    { path: '^server/', pathNot: [tests, '^server/boot/'] },
    { path: '^demo/' },
  ),
  ...refuse(
    'server test',
    'test the server through the app or a handler, without the site',
    { path: '^server/' },
    otherThan('^contract/', '^server/', '^demo/', '^src/content/mails/nl'),
  ),
  ...refuse(
    'test support',
    'test support of the server is made of contract and server only',
    { path: '^server/testing/', pathNot: '\\.test\\.ts$' },
    otherThan('^contract/', '^server/'),
  ),
  ...refuse(
    'tables',
    'a table file imports only columns and tables of its own feature: declare foreign keys to other features in the migration',
    { path: `^server/(${features})/.*\\btables\\.ts$` },
    { pathNot: ['^contract/', '^server/$1/', '^server/db/', packages('drizzle-orm')] },
  ),
  ...refuse(
    'routes',
    'routes only bind calls to handlers: move reads and writes to a handler or reads.ts',
    { path: `^server/(${features})/routes\\.ts$` },
    { pathNot: ['^contract/', '^server/$1/', '^server/(calls|identity|ports)/'] },
    { path: '/tables\\.ts$' },
  ),
  ...refuse(
    'push',
    'a push only sends the data it is given: read that data in the handler',
    { path: `^server/(${features})/.*\\bpush\\.ts$` },
    { pathNot: ['^contract/', '^server/$1/', '^server/(ports|identity)/', packages('zod')] },
    { path: '/(tables|routes)\\.ts$' },
  ),
  ...refuse(
    'handler',
    "a handler uses no transport, and no tables of other features: call the other feature's handler or reads",
    { path: `^server/(${features})/`, pathNot: tests },
    { path: [packages('hono', '@hono', 'socket\\.io', 'astro', 'react'), mediaParts] },
    { path: `^server/(${features})/.*\\btables\\.ts$`, pathNot: '^server/$1/' },
    { path: '^server/[^/]+/routes\\.ts$' },
  ),
  ...refuse(
    'gateway',
    'a gateway connects one outside service to its port and imports no feature: features call the gateway',
    { path: '^server/gateways/', pathNot: tests },
    otherThan('^contract/', '^server/(gateways|ports|config|content)/', '^server/replace-file\\.ts$'),
  ),
];

const demo = [
  ...refuse(
    'demo',
    'the cast makes public calls over the network, like any other encoder',
    { path: '^demo/', pathNot: ['^demo/seed/', '\\.test\\.ts$'] },
    otherThan('^contract/', '^demo/(?!seed/)'),
    { path: testSupport },
  ),
  ...refuse(
    'demo seed and tests',
    'seed and tests of the demo import contract, demo and server, but not the site',
    { path: '^demo/' },
    otherThan('^contract/', '^demo/', '^server/'),
  ),
  ...refuse(
    'demo seed support',
    'the seed imports no test support',
    { path: '^demo/seed/', pathNot: '\\.test\\.ts$' },
    { path: testSupport },
  ),
];

const site = [
  ...refuse(
    'site test',
    'test a store against the real server in memory',
    { path: siteTests, pathNot: componentTests },
    otherThan('^contract/', '^src/', '^server/'),
  ),
  ...refuse(
    'component test',
    'test a component in a browser without a server: the test answers its calls',
    { path: componentTests },
    otherThan('^contract/', '^src/(lib|islands|styles)/'),
  ),
  ...refuse(
    'enhancement test',
    'test a script in a browser on markup of the test, without a server',
    { path: enhancementTests },
    { pathNot: ['^contract/', '^src/(enhance|lib|islands|content)/', packages('vitest')] },
  ),
  ...refuse(
    'page',
    'use call() to reach the server, also while rendering; the site runs no media server',
    { path: '^src/', pathNot: testsOfSite },
    otherThan('^contract/', '^src/'),
    { path: mediaServers },
  ),
  ...refuse(
    'site base',
    'api, shell, forms and site are shared by all features: they import no feature, React or media server',
    { path: `^src/lib/(${base})/`, pathNot: testsOfSite },
    otherThan('^contract/', `^src/lib/(${base})/`, '^src/content/'),
    { path: [react, mediaParts] },
  ),
  ...refuse(
    'store',
    'a store makes calls through src/lib/api and keeps data through src/lib/shell: move DOM code to src/enhance',
    { path: `^src/lib/(${features})/`, pathNot: testsOfSite },
    otherThan('^contract/', '^src/lib/', '^src/content/'),
    { path: [react, network] },
  ),
  ...refuse(
    'enhancement',
    'an enhancement is a plain script: read and call through src/lib, and load islands on demand',
    { path: '^src/enhance/', pathNot: testsOfSite },
    { pathNot: ['^contract/', '^src/(enhance|lib|islands|content)/'] },
  ),
  ...refuse(
    'ui island',
    'ui/ is for components without feature knowledge: pass data and callbacks as props',
    { path: '^src/islands/ui/', pathNot: testsOfSite },
    otherThan('^src/islands/ui/', '^src/lib/(shell|site)/'),
    { path: packages('nanostores') },
  ),
  ...refuse(
    'island',
    'an island renders a store and calls its actions; move the rest to src/lib',
    { path: '^src/islands/', pathNot: testsOfSite },
    otherThan('^contract/', '^src/(lib|islands|content|styles)/'),
    { path: network },
  ),
  ...refuse(
    'in the browser',
    'browsers have no Node modules: only src/lib/performers/share and sitemap, which run on the server, may import them',
    {
      path: `^src/(islands|enhance)/|^src/lib/(${features})/`,
      pathNot: [...testsOfSite, '^src/lib/performers/(share|sitemap)/'],
    },
    { dependencyTypes: ['core'] },
  ),
  ...refuse(
    'small zod',
    'browsers load this folder: import * as z from `zod/mini`, of which a build keeps only what is used',
    { path: ['^(contract|src)/', '^packages/media/(port|devices|player|publisher|stage)/'] },
    { path: '(^|/)node_modules/zod/(?!mini/)' },
  ),
  ...refuse(
    'component',
    'components and layouts take data as props: use stores in islands',
    { path: '^src/(components|layouts)/', pathNot: testsOfSite },
    otherThan(
      '^contract/',
      '^src/(components|layouts|islands|enhance|content|styles|lib/(site|shell|performers))/',
    ),
    { path: [packages('nanostores'), react, network] },
  ),
];

const journeys = [
  ...refuse(
    'journey',
    'a journey uses the product from outside only: browser, calls, outbox',
    { path: '^e2e/', pathNot: '^e2e/(support|built)/' },
    otherThan('^contract/', '^e2e/'),
  ),
  ...refuse(
    'journey support',
    'support of journeys imports only contract, e2e, server, site, demo/seed and scripts/lib',
    { path: '^e2e/support/' },
    otherThan('^contract/', '^e2e/', '^server/', '^src/', '^demo/seed/', '^scripts/lib/'),
  ),
  ...refuse(
    'built suite',
    'these tests call the started product without a browser: write a journey for what needs one',
    { path: '^e2e/built/' },
    otherThan('^contract/', '^e2e/support/', '^scripts/lib/services\\.mjs$'),
    { path: packages('@playwright/test') },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...inOrder('server/', floors),
    ...Object.entries(chapters).flatMap(([folder, order]) => inOrder(folder, order.split(' '))),
    ...everywhere,
    noDevelopmentPackages,
    cleanFiles,
    ...ageProof,
    ...contractAndPackages,
    ...server,
    ...demo,
    ...site,
    ...journeys,
  ],
  options: {
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    doNotFollow: { path: '(^|/)node_modules/' },
    // FFmpeg's clients are a separate package, which is not installed here.
    exclude: { path: '^(bench/peers|public|dist|packages/media/testing/clients/ffmpeg)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@vonk/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
      // ms; the default is shorter than a run.
      cachedInputFileSystem: { cacheDuration: 60_000 },
    },
  },
};
