import { defineConfig } from 'vitest/config';
import { keptPool } from './scripts/testing/mutation/kept-pool.ts';
import { scopeOf } from './scripts/testing/mutation/scopes.mjs';

const postgres = process.env['TEST_DATABASE_URL'];

/** The tests of the rules that `stryker.config.mjs` changes, as one project, because Stryker runs only one. */
export default defineConfig({
  plugins: [
    {
      name: 'kept-thread',
      // Stryker sets the pool after this file has been read.
      configureVitest: ({ project }) => {
        project.config.pool = keptPool.name as 'threads';
        project.config.poolRunner = keptPool;
      },
    },
  ],
  test: {
    environment: 'node',
    include: scopeOf(process.env['MUTATION_SCOPE']).tests,
    isolate: false,
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['scripts/testing/quiet-console.ts'],
    env: postgres ? { SUITE_DATABASE: postgres } : {},
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
