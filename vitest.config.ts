import { defineConfig } from 'vitest/config';

/** All run in Node: the site's stores are tested against the real server in memory, its markup in the browser. */
const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude, environment: 'node' as const },
});

/** What several nodes share; only where Redis is reachable. */
const onRedis = 'server/**/*.redis.test.ts';

/** Where PostgreSQL is reachable, everything that stores something is tested a second time on it. */
const postgres = process.env['TEST_DATABASE_URL'];
const stored = '{audit,chat,db,http,identity,ledger,media,member,outbox,performers,realtime,studio,wallet}';
const onPostgres = {
  extends: true as const,
  test: {
    name: 'server on PostgreSQL',
    include: [`server/${stored}/**/*.test.ts`],
    // These take both databases in one run.
    exclude: ['server/ledger/transfer*.test.ts', onRedis],
    environment: 'node' as const,
    env: { SUITE_DATABASE: postgres ?? '', TEST_DATABASE_URL: '' },
  },
};

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['scripts/testing/quiet-console.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      project('contract', ['contract/**/*.test.ts']),
      project('server', ['server/**/*.test.ts', 'demo/**/*.test.ts'], [onRedis]),
      project('site', ['src/**/*.test.{ts,tsx}']),
      project('scripts', ['scripts/**/*.test.ts', 'bench/*.test.ts']),
      ...(postgres ? [onPostgres] : []),
      ...(process.env['TEST_REDIS_URL'] ? [project('server on Redis', [onRedis])] : []),
    ],
  },
});
