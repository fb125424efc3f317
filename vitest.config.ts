import tailwind from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

type Project = { name: string; include: string[]; exclude?: string[]; env?: Record<string, string> };

/** On a busy machine what is awaited comes late. */
const patient = { poll: { timeout: 10_000 } };

/** In Node, unless a project says otherwise: the site's stores are tested against the real server. */
const project = (test: Project & { isolate?: boolean; globalSetup?: string[] }) => ({
  extends: true as const,
  test: { environment: 'node' as const, ...test },
});

/** What several nodes share; only where Redis is reachable. */
const onRedis = 'server/**/*.redis.test.ts';

/** What only PostgreSQL does, such as hanging; only where it is reachable. */
const onPostgres = 'server/**/*.postgres.test.ts';

/** Processes of parts of the product that are killed many times or late: too slow for each run. */
const serverFaults = '{server,demo}/**/*.faults.test.ts';

/** Products that are killed, starved, or started where they cannot run; and those that are built a second time. */
const faults = [
  ...['chaos', 'crash', 'disk-full', 'start-failures', 'several-nodes'],
  ...['made-up-language', 'second-brand'],
].map((name) => `e2e/built/${name}.test.ts`);
/** Whole products side by side; only where PostgreSQL and Redis are reachable. */
const severalNodes = 'e2e/built/several-nodes.test.ts';

/** Where PostgreSQL is reachable, whatever stores something is tested on it (decision 0027). */
const postgres = process.env['TEST_DATABASE_URL'];
const redis = process.env['TEST_REDIS_URL'];
const onStore = postgres ? { SUITE_DATABASE: postgres } : {};

/** What PGlite may do differently; all the rest meets it only where there is no PostgreSQL. */
const onPglite = [
  'server/{db,ledger}/**/*.test.ts',
  'server/chat/tips/send-tip.test.ts',
  'server/performers/directory/**/*.test.ts',
  'server/wallet/purchase/settle-payment.test.ts',
];

/** A journey in Safari's engine; only where it is. */
const inWebkit = process.env['WEBKIT_DRIVER_PATH'] ? ['e2e/webkit/*.test.ts'] : [];

type ComponentRun = { name: string; provide: { language: 'nl' | 'en' }; setupFiles?: string[] };

/** Each draws its pages in one language (src/islands/testing/languages.ts). */
const componentRuns: ComponentRun[] = [
  { name: 'components', provide: { language: 'en' }, setupFiles: ['src/islands/testing/translated.ts'] },
  { name: 'components in Dutch', provide: { language: 'nl' } },
];

/** Forms and player controls in a real browser; only where there is one. */
const chromium = process.env['CHROMIUM_PATH'];
const inBrowser = 'src/**/*.browser.test.tsx';
const components = (executablePath: string, run: ComponentRun) => ({
  // What React and its friends are made of is found before the first test: a late one would reload the page.
  optimizeDeps: {
    include: [
      'react',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      // Imported when they are used.
      'frimousse',
      'react-easy-crop',
    ],
  },
  plugins: [tailwind()],
  test: {
    ...run,
    include: [inBrowser],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: patient,
    restoreMocks: true,
    unstubGlobals: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

/** Modules are loaded once for all files of a worker; a test resets the stores it uses, or makes its own. */
const shared = { isolate: false };

/** Files that replace or reload modules get modules of their own. */
const apart = [
  'server/member/account/log-in.test.ts',
  'src/lib/chat/active-stream/active-stream.test.ts',
  'src/lib/member/account/session.test.ts',
  'src/lib/member/settings/settings.test.ts',
  'src/lib/performers/list/categories-off.test.ts',
  'src/lib/performers/list/filters.test.ts',
  'src/lib/tracking/moments.test.ts',
  'src/lib/tracking/tracker.test.ts',
  'src/lib/wallet/dial-in/follow-call.test.ts',
  'src/lib/wallet/purchase/purchase.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['scripts/testing/quiet-console.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: patient,
    // The first line of a failure is all that a summary repeats (scripts/test/read-report.mjs).
    chaiConfig: { truncateThreshold: 500 },
    // One more than processors: tests on a database and on sockets wait much of their time.
    maxWorkers: 3,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      project({ name: 'contract', include: ['contract/**/*.test.ts'], ...shared }),
      project({
        name: 'server',
        include: ['server/**/*.test.ts', 'demo/**/*.test.ts'],
        exclude: [...(redis ? [] : [onRedis]), ...(postgres ? [] : [onPostgres]), serverFaults, ...apart],
        env: onStore,
        ...shared,
      }),
      ...(postgres
        ? [
            project({
              name: 'server on PGlite',
              include: onPglite,
              exclude: [onPostgres, 'server/db/lock.test.ts', serverFaults],
              ...shared,
            }),
          ]
        : []),
      project({
        name: 'site',
        include: ['src/**/*.test.{ts,tsx}'],
        exclude: [inBrowser, ...apart],
        env: onStore,
        ...shared,
      }),
      project({ name: 'apart', include: apart, env: onStore }),
      ...(chromium ? componentRuns.map((run) => components(chromium, run)) : []),
      project({ name: 'conformance', include: ['packages/whip-conformance/*.test.ts'], ...shared }),
      project({
        name: 'scripts',
        include: ['scripts/**/*.test.ts', 'packages/bench/*.test.ts', 'bench/*.test.ts'],
        ...shared,
      }),
      project({
        name: 'built',
        include: ['e2e/built/**/*.test.ts', ...inWebkit],
        exclude: faults,
        globalSetup: ['e2e/support/built-setup.ts'],
      }),
      project({ name: 'server faults', include: [serverFaults], ...shared }),
      project({
        name: 'faults',
        include: faults,
        exclude: redis && postgres ? [] : [severalNodes],
        globalSetup: ['e2e/support/setup.ts'],
      }),
    ],
  },
});
