import { scopeOf } from './scripts/testing/mutation/scopes.mjs';

// npm run mutation: changes rules one by one and checks that a test detects each change (CONTRIBUTING.md, Tests).
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: scopeOf(process.env.MUTATION_SCOPE).mutate,
  ignorePatterns: ['/bench', '/dist', '/docs', '/e2e', '/public', '.cache', '.astro'],
  coverageAnalysis: 'perTest',
  // Code that runs when a module loads, such as a schema, is not changed: each change would have to reload all modules.
  ignoreStatic: true,
  concurrency: 1,
  // Long, so that a slow run on a busy machine does not count as a detected change.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // Below `break` the command ends with code 1.
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.stryker-tmp',
};
