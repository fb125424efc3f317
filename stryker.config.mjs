// npm run mutation: changes the rules of money one by one and asks whether a test notices (CONTRIBUTING.md, Tests).
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  // Rules without storage: every one of their tests runs in a moment.
  mutate: [
    'contract/chat/minutes.ts',
    'contract/wallet/{bundles,dial-in,limits,payment,returns,vat,withdrawal}.ts',
    'contract/csv.ts',
  ],
  ignorePatterns: ['/bench', '/demo', '/dist', '/docs', '/e2e', '/public', '/src', '.cache', '.astro'],
  coverageAnalysis: 'perTest',
  // What is made when a module loads, such as a schema, would need all tests anew for each.
  ignoreStatic: true,
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // Below `break` the command ends with code 1.
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.stryker-tmp',
};
