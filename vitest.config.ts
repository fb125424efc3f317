import { globSync, readFileSync } from 'node:fs';
import tailwind from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

type Project = { name: string; include: string[]; exclude?: string[]; env?: Record<string, string> };

/** Results may be late on a busy machine. */
const patient = { poll: { timeout: 10_000 } };

/** ms after which a test fails as hanging. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000 };

/** In Node, unless a project says otherwise: the site's stores are tested against the real server. */
const project = (
  test: Project & {
    isolate?: boolean;
    globalSetup?: string[];
    maxWorkers?: number;
    sequence?: { groupOrder: number };
  },
) => ({
  extends: true as const,
  test: { environment: 'node' as const, ...test },
});

/** Tests of what nodes share; they run only with Redis. */
const onRedis = 'server/**/*.redis.test.ts';

/** Tests of what only PostgreSQL does, such as hanging; they run only with PostgreSQL. */
const onPostgres = 'server/**/*.postgres.test.ts';

/**
 * Tests that kill processes many times or late, try every call with every value, or compile the project: too slow for
 * each run.
 */
const serverFaults = '{server,demo,scripts}/**/*.faults.test.ts';

/** Tests that kill the product, take away its resources, make its start fail, or build it a second time. */
const faults = [
  'start/{chaos,crash,disk-full,start-failures,several-nodes}',
  'brand/{made-up-language,second-brand}',
].map((name) => `e2e/built/${name}.test.ts`);
/** Runs several products; needs PostgreSQL and Redis. */
const severalNodes = 'e2e/built/start/several-nodes.test.ts';

/** With PostgreSQL, everything that stores data is tested on it. */
const postgres = process.env['TEST_DATABASE_URL'];
const redis = process.env['TEST_REDIS_URL'];
const onStore = postgres ? { SUITE_DATABASE: postgres } : {};

/** Tests of what may differ on PGlite; other tests use it only without PostgreSQL. */
const onPglite = [
  'server/{db,ledger}/**/*.test.ts',
  'server/chat/tips/send-tip.test.ts',
  'server/performers/directory/**/*.test.ts',
  'server/wallet/purchase/settle-payment.test.ts',
];

/** Languages of component tests (src/islands/testing/render.ts). */
const componentLanguages = { en: 'English', nl: 'Dutch' } as const;
type ComponentLanguage = keyof typeof componentLanguages;

/** Forms and player controls in a real browser, if one is installed. */
const chromium = process.env['CHROMIUM_PATH'];
const inBrowser = 'src/**/*.browser.test.tsx';
/** Each file renders in one language, by the letters of its path. */
const renderedIn = (language: ComponentLanguage): string[] =>
  globSync(inBrowser).filter((file) => {
    const sum = [...file].reduce((total, letter) => total + letter.charCodeAt(0), 0);
    return (sum % 2 === 0) === (language === 'en');
  });
/** One server of modules for both languages, so that each module is transformed once. */
const components = (executablePath: string) => ({
  // Optimized before the first test: a dependency found later would reload the page.
  optimizeDeps: {
    include: [
      'react',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      // Imported on demand.
      'frimousse',
      'react-easy-crop',
    ],
  },
  plugins: [tailwind()],
  test: {
    name: 'components',
    setupFiles: ['src/islands/testing/translated.ts'],
    include: [inBrowser],
    ...limits,
    expect: patient,
    restoreMocks: true,
    unstubGlobals: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
      instances: Object.entries(componentLanguages).map(([language, name]) => ({
        browser: 'chromium' as const,
        name: `components in ${name}`,
        include: renderedIn(language as ComponentLanguage),
        provide: { language: language as ComponentLanguage },
      })),
    },
  },
});

/** Modules are loaded once for all files of a worker: a test resets the stores it uses or creates its own. */
const shared = { isolate: false };

/** Tests that tell what a new thing has not joined: a step of `npm run check`. */
const joined = '{contract,server,src,scripts,e2e,demo}/**/*.joined.test.ts';

/** Files that replace or reload modules, run with their own copies of all modules. */
const apart = globSync('{server,src}/**/*.test.ts').filter((file) =>
  /\bvi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['scripts/testing/quiet-console.ts'],
    ...limits,
    expect: patient,
    // A summary repeats only the first line of a failure (scripts/test/vitest-results.ts).
    chaiConfig: { truncateThreshold: 500 },
    // One more than processors, because tests with a database or sockets mostly wait.
    maxWorkers: 3,
    // Transformed modules, by their content: the projects, steps and runs after the first read them from here.
    fsModuleCache: true,
    fsModuleCachePath: 'node_modules/.cache/vitest',
    // A larger nursery for V8: a sixth less processor time for the tests of the server.
    execArgv: ['--max-semi-space-size=64'],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      // One worker: most files load all handlers of the server, which takes longer than the tests.
      project({ name: 'joined', include: [joined], maxWorkers: 1, sequence: { groupOrder: 1 }, ...shared }),
      project({ name: 'contract', include: ['contract/**/*.test.ts'], exclude: [joined], ...shared }),
      project({
        name: 'server',
        include: ['server/**/*.test.ts', 'demo/**/*.test.ts'],
        exclude: [
          ...(redis ? [] : [onRedis]),
          ...(postgres ? [] : [onPostgres]),
          serverFaults,
          joined,
          ...apart,
        ],
        env: onStore,
        ...shared,
      }),
      ...(postgres
        ? [
            project({
              name: 'server on PGlite',
              include: onPglite,
              exclude: [onPostgres, 'server/db/opening/lock.test.ts', serverFaults, joined],
              ...shared,
            }),
          ]
        : []),
      project({
        name: 'site',
        include: ['src/**/*.test.{ts,tsx}'],
        exclude: [inBrowser, joined, ...apart],
        env: onStore,
        ...shared,
      }),
      project({ name: 'apart', include: apart, env: onStore }),
      ...(chromium ? [components(chromium)] : []),
      project({ name: 'conformance', include: ['packages/whip-conformance/*.test.ts'], ...shared }),
      project({
        name: 'scripts',
        include: ['{scripts,packages/age-proof}/**/*.test.ts', 'packages/bench/*.test.ts', 'bench/*.test.ts'],
        exclude: [serverFaults, joined],
        ...shared,
      }),
      project({
        name: 'built',
        include: ['e2e/built/**/*.test.ts'],
        exclude: faults,
        globalSetup: ['e2e/support/built-setup.ts'],
      }),
      // In Safari's engine.
      project({
        name: 'webkit',
        include: ['e2e/webkit/*.test.ts'],
        globalSetup: ['e2e/support/built-setup.ts'],
      }),
      project({ name: 'server faults', include: [serverFaults], ...shared }),
      project({
        name: 'faults',
        include: faults,
        exclude: redis && postgres ? [] : [severalNodes],
        globalSetup: ['e2e/support/template/copy-template.ts'],
      }),
    ],
  },
});
