import { defineConfig } from 'vitest/config';

/** The tests that answer for the rules which `stryker.config.mjs` changes; one project, as Stryker runs one. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['contract/chat/minutes.test.ts', 'contract/wallet/*.test.ts', 'contract/csv.test.ts'],
    setupFiles: ['scripts/testing/quiet-console.ts'],
  },
});
