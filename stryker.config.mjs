import { scopeOf } from './scripts/testing/mutation/scopes.mjs';

// npm run mutation: changes rules one by one and asks whether a test notices (CONTRIBUTING.md, Tests).
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: scopeOf(process.env.MUTATION_SCOPE).mutate,
  ignorePatterns: ['/bench', '/dist', '/docs', '/e2e', '/public', '.cache', '.astro'],
  coverageAnalysis: 'perTest',
  // What is made when a module loads, such as a schema, would need all modules anew for each; the thread keeps them.
  ignoreStatic: true,
  concurrency: 1,
  // A busy machine is no reason to call a change noticed.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // Below `break` the command ends with code 1.
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.stryker-tmp',
};
