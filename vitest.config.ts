import { defineConfig } from 'vitest/config';

/** All run in Node: the site's stores are tested against the real server in memory, its markup in the browser. */
const project = (name: string, include: string[]) => ({
  extends: true as const,
  test: { name, include, environment: 'node' as const },
});

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['scripts/testing/quiet-console.ts'],
    testTimeout: 10_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      project('contract', ['contract/**/*.test.ts']),
      project('server', ['server/**/*.test.ts']),
      project('site', ['src/**/*.test.{ts,tsx}']),
      project('scripts', ['scripts/**/*.test.ts', 'bench/*.test.ts']),
    ],
  },
});
